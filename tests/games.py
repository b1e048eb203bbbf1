"""Two tiny games for the tests of the platform, and a way to break them.

*Coins* is played for chips: everyone antes one and gets a card; in turn each checks or bets one more, once
somebody has bet calls or folds; the highest card of those left takes all. *Morra* is played for points, by all at
once: each holds out 1 to 3 fingers, and whoever holds out most, alone, wins a point from each of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from gamehall_sdk.cards import DECK, Card
from gamehall_sdk.game import Game, Plan, Planning, Reveal, Stakes, Variant, everyone
from gamehall_sdk.options import option
from gamehall_sdk.round import Legal, Range, Round, Setup, Told, illegal


@attrs.frozen
class Check:
    pass


@attrs.frozen
class Bet:
    pass


@attrs.frozen
class Call:
    pass


@attrs.frozen
class Fold:
    pass


@attrs.frozen
class Got:
    seat: int
    card: Card


@attrs.frozen
class Did:
    seat: int
    what: str


@attrs.frozen
class Turned:
    seat: int
    card: Card


@attrs.frozen
class Coin:
    seat: int
    card: Card | None
    paid: int
    folded: bool


@attrs.frozen
class CoinsView:
    coins: tuple[Coin, ...]


@attrs.frozen
class CoinsOptions:
    least: int = option(10, "least buy-in", least=1, most=1000)
    most: int = option(100, "most buy-in", least=1, most=1000)


@attrs.frozen
class Button:
    """Memo and start of a coins round."""

    seat: int


CoinsAction = Check | Bet | Call | Fold


class CoinsRound(Round[CoinsAction, CoinsView]):
    def __init__(self, setup: Setup) -> None:
        self.stacks = dict(zip(setup.seats, setup.stacks, strict=True))
        first = setup.seats.index(setup.start.seat)
        order = setup.seats[first:] + setup.seats[:first]
        self.cards = dict(zip(setup.seats, setup.deal, strict=False))
        self.paid = dict.fromkeys(setup.seats, 1)
        self.folded: set[int] = set()
        self.bet = False
        self.waiting = list(order)
        self.news = [Told(seat, Got(seat, self.cards[seat])) for seat in setup.seats]
        self.open = False

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(self.waiting[:1])

    def legal(self, seat: int) -> Legal:
        if seat not in self.to_act:
            return Legal()
        if self.bet:
            return Legal((Fold(), *([Call()] if self.stacks[seat] > 1 else [])))
        return Legal((Check(), *([Bet()] if min(self.stacks.values()) > 1 else [])))

    def apply(self, seat: int, action: CoinsAction) -> None:
        if action not in self.legal(seat):
            raise illegal(action, self.legal(seat))
        self.waiting.pop(0)
        self.news.append(Told(None, Did(seat, type(action).__name__.lower())))
        match action:
            case Bet():
                self.bet = True
                self.paid[seat] += 1
                checked = [one for one in self.paid if one != seat and one not in self.waiting]
                self.waiting += [one for one in checked if one not in self.folded]
            case Call():
                self.paid[seat] += 1
            case Fold():
                self.folded.add(seat)
        if len(self.folded) == len(self.paid) - 1:
            self.waiting.clear()
        if not self.waiting and len(self.left) > 1:
            self.open = True
            self.news += [Told(None, Turned(one, self.cards[one])) for one in self.left]

    @property
    def left(self) -> list[int]:
        return [one for one in self.paid if one not in self.folded]

    def default(self, seat: int) -> CoinsAction:
        return Fold() if self.bet else Check()

    def view(self, viewer: int | None) -> CoinsView:
        return CoinsView(
            tuple(
                Coin(
                    one,
                    self.cards[one] if one == viewer or (self.open and one in self.left) else None,
                    paid,
                    one in self.folded,
                )
                for one, paid in self.paid.items()
            )
        )

    def events(self) -> list[Told]:
        news, self.news = self.news, []
        return news

    @property
    def payoffs(self) -> Mapping[int, int] | None:
        if self.waiting:
            return None
        winner = max(self.left, key=lambda one: self.cards[one])
        return {one: (sum(self.paid.values()) if one == winner else 0) - paid for one, paid in self.paid.items()}


def coins_plan(planning: Planning) -> Plan | None:
    """The next seat after the last first one begins."""
    seats = tuple(chair.seat for chair in planning.chairs)
    last = planning.memo.seat if planning.memo else -1
    first = next((seat for seat in seats if seat > last), seats[0])
    return Plan(seats, Button(first), Button(first))


@attrs.frozen
class Hold:
    amount: int


@attrs.frozen
class Noted:
    """To the one who chose: what."""

    seat: int
    amount: int


@attrs.frozen
class Open:
    seat: int
    amount: int


@attrs.frozen
class MorraView:
    chosen: tuple[int, ...]
    mine: int | None = None


@attrs.frozen
class MorraOptions:
    fingers: int = option(3, "the most fingers", least=1, most=5)


class MorraRound(Round[Hold, MorraView]):
    def __init__(self, setup: Setup) -> None:
        self.most = setup.options.fingers
        self.seats = setup.seats
        self.held: dict[int, int] = {}
        self.news: list[Told] = []

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat not in self.held)

    def legal(self, seat: int) -> Legal:
        return Legal((), (Range(Hold, 1, self.most),)) if seat in self.to_act else Legal()

    def apply(self, seat: int, action: Hold) -> None:
        if action not in self.legal(seat):
            raise illegal(action, self.legal(seat))
        self.held[seat] = action.amount
        self.news.append(Told(seat, Noted(seat, action.amount)))
        if not self.to_act:
            self.news += [Told(None, Open(one, held)) for one, held in sorted(self.held.items())]

    def default(self, seat: int) -> Hold:
        return Hold(1)

    def view(self, viewer: int | None) -> MorraView:
        return MorraView(tuple(sorted(self.held)), None if viewer is None else self.held.get(viewer))

    def events(self) -> list[Told]:
        news, self.news = self.news, []
        return news

    @property
    def payoffs(self) -> Mapping[int, int] | None:
        if self.to_act:
            return None
        best = max(self.held.values())
        winners = [seat for seat, held in self.held.items() if held == best]
        if len(winners) > 1:
            return dict.fromkeys(self.seats, 0)
        return {seat: len(self.seats) - 1 if seat in winners else -1 for seat in self.seats}


Wrap = Callable[[str, Callable[..., Any]], Callable[..., Any]]


def plain(_where: str, do: Callable[..., Any]) -> Callable[..., Any]:
    """Breaks nothing."""
    return do


class Trap:
    """Lets one part of a game fail, from the *after*-th call on while it is armed."""

    def __init__(self) -> None:
        self.where = ""
        self.error: Callable[[], Exception] = lambda: ZeroDivisionError("the ace of spades")
        self.after = 0
        self.answer: Any = None
        """What the part gives instead of failing, where it is set."""

    def arm(self, where: str, *, after: int = 0, error: Callable[[], Exception] | None = None) -> None:
        self.where, self.after = where, after
        self.error = error or self.error

    def __call__(self, where: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def trapped(*args: Any) -> Any:
            if self.where == where:
                if self.after <= 0:
                    if self.answer is not None:
                        return self.answer
                    raise self.error()
                self.after -= 1
            return do(*args)

        return trapped


def _trapped(kind: Callable[[Setup], Round[Any, Any]], wrap: Wrap) -> Callable[[Setup], Round[Any, Any]]:
    def make(setup: Setup) -> Round[Any, Any]:
        base: Any = kind

        class Trapped(base):  # type: ignore[misc]  # the class is a value here
            @property
            def to_act(self) -> Any:
                return wrap("to_act", lambda: super(Trapped, self).to_act)()

            @property
            def payoffs(self) -> Any:
                return wrap("payoffs", lambda: super(Trapped, self).payoffs)()

            def legal(self, seat: int) -> Any:
                return wrap("legal", super().legal)(seat)

            def apply(self, seat: int, action: Any) -> None:
                wrap("apply", super().apply)(seat, action)

            def default(self, seat: int) -> Any:
                return wrap("default", super().default)(seat)

            def view(self, viewer: int | None) -> Any:
                return wrap("view", super().view)(viewer)

            def events(self) -> Any:
                return wrap("events", super().events)()

        return wrap("round", Trapped)(setup)  # type: ignore[no-any-return]  # it is what the class makes

    return make


def coins(wrap: Wrap = plain, **changes: Any) -> Game:
    """The game for chips."""
    parts: dict[str, Any] = {
        "name": "coins",
        "title": "Coins",
        "seats": (2, 4),
        "options": CoinsOptions,
        "actions": (Check, Bet, Call, Fold),
        "events": (Got, Did, Turned),
        "view": CoinsView,
        "start": Button,
        "memo": Button,
        "round": CoinsRound if wrap is plain else _trapped(CoinsRound, wrap),
        "deck": wrap("deck", lambda _variant, _options: DECK),
        "plan": wrap("plan", coins_plan),
        "stakes": Stakes.CHIPS,
        "buy_in": wrap("buy_in", lambda options: (options.least, options.most)),
        "reveal": Reveal.ROUND,
    }
    return Game(**{**parts, **changes})


def morra(wrap: Wrap = plain, **changes: Any) -> Game:
    """The game of all at once, for points."""
    parts: dict[str, Any] = {
        "name": "morra",
        "title": "Morra",
        "seats": (2, 5),
        "variants": (Variant("short", "Short"), Variant("long", "Long")),
        "options": MorraOptions,
        "actions": (Hold,),
        "events": (Noted, Open),
        "view": MorraView,
        "round": MorraRound if wrap is plain else _trapped(MorraRound, wrap),
        "deck": lambda _variant, _options: (),
        "plan": wrap("plan", everyone),
    }
    return Game(**{**parts, **changes})
