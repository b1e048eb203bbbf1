"""Games that are broken, each in one way, by the check that was made for it."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from typing import Any, ClassVar

import attrs

from gamehall_hello.messages import Dealt, Keep, Shown, Swap, Table
from gamehall_hello.plugin import GAME as HELLO
from gamehall_hello.round import HelloRound
from gamehall_sdk.cards import Card
from gamehall_sdk.game import Game, Plan, Planning
from gamehall_sdk.options import option
from gamehall_sdk.round import Legal, Range, Setup, Told
from tests.sdk.testing import bidding
from tests.sdk.testing.bidding import Bid, Bidding, Leader, Pass, Showed

BROKEN: dict[str, list[tuple[str, Game]]] = {}
"""The check to the games that it must catch, with a name each."""


def hello(check: str, **changed: Any) -> Callable[[type[HelloRound]], type[HelloRound]]:
    """A Hello whose round is the class below."""

    def add(kind: type[HelloRound]) -> type[HelloRound]:
        BROKEN.setdefault(check, []).append((kind.__name__, attrs.evolve(HELLO, round=kind, **changed)))
        return kind

    return add


def bids(check: str, **changed: Any) -> Callable[[type[Bidding]], type[Bidding]]:
    """A Bidding whose round is the class below."""

    def add(kind: type[Bidding]) -> type[Bidding]:
        BROKEN.setdefault(check, []).append((kind.__name__, attrs.evolve(bidding.GAME, round=kind, **changed)))
        return kind

    return add


def described(check: str, name: str, game: Game, **changed: Any) -> None:
    BROKEN.setdefault(check, []).append((name, attrs.evolve(game, **changed)))


# --- it does not end, or not for everybody ---


@hello("ends")
class KeepingChangesNothing(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        if action == Keep() and seat in self.to_act:
            return
        super().apply(seat, action)


@hello("ends")
class SeatsAreCountedFromZero(HelloRound):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.waiting = list(range(len(setup.seats)))


@hello("ends")
class ThereIsNothingToDoForTheLast(HelloRound):
    def legal(self, seat: int) -> Legal:
        return Legal() if len(self.waiting) == 1 else super().legal(seat)


@hello("ends")
class EightPlayersAreTooMany(HelloRound):
    def view(self, viewer: int | None) -> Table:
        return super().view(viewer)

    def apply(self, seat: int, action: Keep | Swap) -> None:
        super().apply(seat, action)
        if len(self.cards) == 8:
            raise IndexError("no room")


# --- it is no function of what goes in ---


@hello("deterministic")
class TheWinnerIsDrawn(HelloRound):
    @property
    def payoffs(self) -> dict[int, int] | None:
        won = super().payoffs
        return won and dict(zip(won, random.sample(list(won.values()), len(won)), strict=True))


@hello("deterministic")
class RoundsShareTheirDeck(HelloRound):
    played: ClassVar[itertools.count[int]] = itertools.count()

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        turned = next(self.played) % len(self.deck)
        self.deck = self.deck[turned:] + self.deck[:turned]


@hello("deterministic")
class LookingTakesACard(HelloRound):
    def view(self, viewer: int | None) -> Table:
        if len(self.deck) > 10:
            self.deck.pop(0)
        return super().view(viewer)


# --- what it lists and what it takes differ ---


@hello("legal")
class SwappingAnAceIsListedAndRefused(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        from gamehall_sdk.errors import IllegalAction

        if action == Swap() and seat in self.to_act and self.cards[seat].rank == 12:
            raise IllegalAction("an ace stays")
        super().apply(seat, action)


@bids("legal")
class TheRangeIsOneTooLong(Bidding):
    def legal(self, seat: int) -> Legal:
        legal = super().legal(seat)
        return attrs.evolve(legal, ranges=tuple(Range(Bid, one.least, one.most + 1) for one in legal.ranges))

    def apply(self, seat: int, action: Bid | Pass) -> None:
        from gamehall_sdk.errors import IllegalAction

        if isinstance(action, Bid) and seat in self.to_act and action.amount > self.most(seat):
            raise IllegalAction("too much")
        super().apply(seat, action)


@bids("illegal")
class AnyAmountIsTaken(Bidding):
    def apply(self, seat: int, action: Bid | Pass) -> None:
        if isinstance(action, Bid) and seat in self.to_act and action.amount > 0:
            self.bids[seat] = action.amount
            return
        super().apply(seat, action)


@hello("illegal")
class WhoHasChosenIsAnError(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        if seat not in self.to_act:
            raise KeyError(seat)
        super().apply(seat, action)


@bids("illegal")
class TheBidIsBookedBeforeItIsChecked(Bidding):
    def apply(self, seat: int, action: Bid | Pass) -> None:
        if isinstance(action, Bid):
            self.stacks[seat] -= 1
        super().apply(seat, action)


@hello("illegal")
class ARefusalIsTold(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        if seat not in self.to_act:
            self.news.append(Told(seat, Dealt(seat, self.cards[seat])))
        super().apply(seat, action)


@bids("default")
class SilenceBidsMore(Bidding):
    def default(self, seat: int) -> Bid | Pass:
        return Bid(self.most(seat) + 1)


# --- what is won ---


@bids("payoffs")
class TheHouseTakesOne(Bidding):
    @property
    def payoffs(self) -> dict[int, Any] | None:
        won = super().payoffs
        return won and {seat: chips - (chips > 0) for seat, chips in won.items()}


@hello("payoffs")
class LosersAreForgotten(HelloRound):
    @property
    def payoffs(self) -> dict[int, int] | None:
        won = super().payoffs
        return None if won is None else {seat: points for seat, points in won.items() if points >= 0}


@bids("payoffs")
class ChipsAreHalved(Bidding):
    @property
    def payoffs(self) -> dict[int, Any] | None:
        won = super().payoffs
        return won and {seat: chips / 2 for seat, chips in won.items()}


@bids("payoffs")
class DebtsAreMade(Bidding):
    @property
    def payoffs(self) -> dict[int, Any] | None:
        won = super().payoffs
        return won and {seat: 10 * chips for seat, chips in won.items()}


# --- records and wire ---


@attrs.frozen
class Whim:
    most: int = option(20, "the most that can be bid, in chips", least=1, most=100)
    mood: float = attrs.field(init=False, factory=random.random, eq=False)


@bids("record", options=Whim)
class TheRoundDependsOnWhatNoRecordKeeps(Bidding):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.news += [Told(seat, Got2(seat, setup.options.mood)) for seat in setup.seats]


@attrs.frozen
class Got2:
    seat: int
    mood: float


BROKEN["record"] = [(name, attrs.evolve(game, events=(*game.events, Got2))) for name, game in BROKEN["record"]]


@attrs.frozen
class Unnamed:
    seat: int


@hello("wire")
class AnEventIsNotNamed(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        super().apply(seat, action)
        self.news.append(Told(None, Unnamed(seat)))


@hello("wire")
class AViewIsMadeOfLists(HelloRound):
    def view(self, viewer: int | None) -> Table:
        return Table(list(super().view(viewer).players))  # type: ignore[arg-type]  # that is the fault


@bids("wire")
class ATextHasWhatXmlCannotHold(Bidding):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.news.append(Told(None, Noted("\x00")))


@attrs.frozen
class Noted:
    text: str


BROKEN["wire"][-1] = (
    BROKEN["wire"][-1][0],
    attrs.evolve(BROKEN["wire"][-1][1], events=(*bidding.GAME.events, Noted)),
)


# --- secrets ---


@hello("secrecy")
class EverybodySeesAllCards(HelloRound):
    def view(self, viewer: int | None) -> Table:
        players = super().view(viewer).players
        return Table(tuple(attrs.evolve(one, card=self.cards[one.seat]) for one in players))


@attrs.frozen
class Peek:
    players: tuple[Any, ...]
    next: Card | None


@hello("secrecy", view=Peek)
class TheNextCardShows(HelloRound):
    def view(self, viewer: int | None) -> Any:
        return Peek((), self.deck[0])


@attrs.frozen
class Hint:
    best: bool


@hello("secrecy", view=Hint)
class TheViewTellsWhetherYouAreAhead(HelloRound):
    def view(self, viewer: int | None) -> Any:
        mine = self.cards.get(-1 if viewer is None else viewer)
        return Hint(mine is not None and mine.rank == max(card.rank for card in self.cards.values()))


@hello("secrecy")
class CardsAreDealtAloud(HelloRound):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.news = [Told(None, one.event) for one in self.news]


@hello("secrecy")
class KeepingShowsTheCard(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        super().apply(seat, action)
        if action == Keep() and self.waiting:
            self.news.append(Told(None, Shown(seat, self.cards[seat])))


@attrs.frozen
class Sighed:
    seat: int
    deeply: bool


@hello("secrecy", events=(*HELLO.events, Sighed))
class SwappingSighsOverABadCard(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        super().apply(seat, action)
        self.news.append(Told(None, Sighed(seat, self.cards[seat].rank < 6)))


@hello("secrecy")
class ASpectatorSeesTheFirstHand(HelloRound):
    def view(self, viewer: int | None) -> Table:
        return super().view(min(self.cards) if viewer is None else viewer)


@hello("secrecy")
class WhatIsLegalDependsOnOthersCards(HelloRound):
    def legal(self, seat: int) -> Legal:
        legal = super().legal(seat)
        others = [card.rank for one, card in self.cards.items() if one != seat]
        return Legal((Keep(),)) if legal and max(others) < self.cards[seat].rank else legal


@bids("simultaneous")
class BidsShowBeforeAllHaveBid(Bidding):
    def view(self, viewer: int | None) -> bidding.Table:
        view = super().view(viewer)
        return attrs.evolve(
            view, chairs=tuple(attrs.evolve(chair, amount=self.bids.get(chair.seat)) for chair in view.chairs)
        )


# --- the description, its options and its plan ---


@attrs.define
class Loose:
    players: tuple[Any, ...] = ()


def absent_players(planning: Planning) -> Plan | None:
    return Plan(tuple(range(len(planning.chairs))), Leader(0), Leader(0))


def a_stranger_leads(planning: Planning) -> Plan | None:
    return Plan(tuple(chair.seat for chair in planning.chairs), Leader(0), Showed(0, Card(0), 1))


def nobody_may_leave(planning: Planning) -> Plan | None:
    before = planning.memo.seat if planning.memo else planning.chairs[0].seat
    fresh = [chair.seat for chair in planning.chairs if chair.rounds == 0]
    if planning.number > 1 and fresh:
        raise KeyError(fresh[0])
    return Plan(tuple(chair.seat for chair in planning.chairs), Leader(before), Leader(before))


@attrs.frozen
class Rounded:
    most: int = option(20, "the most that can be bid, in chips", least=1, most=100)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "most", self.most // 2 * 2 + self.most % 3)


described("description", "a view that can be changed", HELLO, view=Loose)
described("description", "no rules", HELLO, rules=())
described("options", "an option that reads back differently", bidding.GAME, options=Rounded)
described("options", "a buy-in that no stack fits", bidding.GAME, buy_in=lambda options: (10, options.most))
described("plan", "seats that are not there", bidding.GAME, plan=absent_players)
described("plan", "a memo of another class", bidding.GAME, plan=a_stranger_leads)
described("table", "a plan that no newcomer survives", bidding.GAME, plan=nobody_may_leave)


class SlowToLookAt(HelloRound):
    """For the measuring, which only warns."""

    def view(self, viewer: int | None) -> Table:
        time.sleep(0.02)
        return super().view(viewer)


SLOW = attrs.evolve(HELLO, round=SlowToLookAt)
