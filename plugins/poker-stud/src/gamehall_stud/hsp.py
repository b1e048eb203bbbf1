"""What happened at a table of stud in the words of HSP's state diagram: pure functions from events to events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from gamehall_poker.betting import Betting, Structure
from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Folded,
    HoleCardsDealt,
    Posted,
    PotWon,
    RaisedTo,
    UpCardsDealt,
)
from gamehall_sdk.advice import AdviceTalk
from gamehall_sdk.round import Told
from gamehall_sdk.table import Paused, Resumed, Stopped
from gamehall_sdk.wire import wire_name
from gamehall_stud.messages import (
    AUDIENCES,
    Audience,
    HspAdviceTalk,
    HspAllin,
    HspBetTurn,
    HspCalled,
    HspChecked,
    HspDistributedCard,
    HspFold,
    HspGamePause,
    HspGameResume,
    HspGameStop,
    HspGotCard,
    HspNewCard,
    HspRaised,
    HspRoundResult,
)

__all__ = ["STREETS", "Streets", "advice", "bet_turn", "of_session", "result", "told"]

STREETS: Final = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
"""The number of each street by its name."""
_DEALS: Final = (Dealt, HoleCardsDealt, UpCardsDealt, BoardDealt)


def told(event: Any) -> Told:
    """An event with its audience."""
    return Told(event.player if AUDIENCES[type(event)] is Audience.PLAYER else None, event)


def of_session(event: Any) -> Any:
    """What the platform tells of the session, as HSP tells it; ``None`` for what it does not know."""
    match event:
        case Paused(seat):
            return HspGamePause(seat)
        case Resumed(seat):
            return HspGameResume(seat)
        case Stopped(seat):
            return HspGameStop(seat)
        case _:
            return None


class Streets:
    """Follows one hand from its start: its cards street by street, and its actions; *stacks* are those before it."""

    def __init__(self, stacks: Mapping[int, int]) -> None:
        self._street = min(STREETS.values()) - 1
        self._left = dict(stacks)
        self._bets = dict.fromkeys(stacks, 0)

    def follow(self, news: Iterable[Told]) -> Iterator[Any]:
        """The events of HSP for *news* of the engine, in order: of each street the cards, then the actions."""
        dealt: list[Any] = []
        for _, event in news:
            if isinstance(event, _DEALS):
                if dealt and _begins_street(event, dealt):
                    yield from self._cards(dealt)
                    dealt = []
                dealt.append(event)
                continue
            yield from self._cards(dealt)
            dealt = []
            match event:
                case Posted(seat, _, amount):
                    self._left[seat] -= amount
                case Folded(seat):
                    yield HspFold(seat)
                case Checked(seat):
                    yield HspChecked(seat)
                case Called(seat, amount):
                    yield self._put_in(seat, self._bets[seat] + amount, HspCalled(seat, amount))
                case BetMade(seat, amount) | RaisedTo(seat, amount) | BroughtIn(seat, amount):
                    yield self._put_in(seat, amount, HspRaised(seat, amount))
        yield from self._cards(dealt)

    def _put_in(self, seat: int, bet: int, event: Any) -> Any:
        self._left[seat] -= bet - self._bets[seat]
        self._bets[seat] = bet
        return event if self._left[seat] else HspAllin(seat, bet)

    @property
    def street(self) -> int:
        """The number of the last street that was dealt."""
        return self._street

    def _cards(self, dealt: list[Any]) -> Iterator[Any]:
        if not dealt:
            return
        self._street += 1
        self._bets = dict.fromkeys(self._bets, 0)
        yield HspNewCard(self._street)
        for event in dealt:
            if isinstance(event, HoleCardsDealt | UpCardsDealt):
                hidden = isinstance(event, HoleCardsDealt)
                for card in event.cards:
                    yield HspDistributedCard(event.seat, int(card), hidden)
        for event in dealt:
            match event:
                case Dealt(seat, count):
                    yield from [HspGotCard(seat)] * count
                case UpCardsDealt(seat, cards):
                    yield from [HspGotCard(seat, int(card)) for card in cards]
                case BoardDealt(_, cards):
                    yield from [HspGotCard(None, int(card)) for card in cards]


def _begins_street(event: Any, dealt: list[Any]) -> bool:
    """Whether *event* deals a card of the next street: a seat's second in one way, or one face down after open ones."""
    if isinstance(event, BoardDealt):
        return True
    same = [one for one in dealt if type(one) is type(event) and one.seat == event.seat]
    return bool(same) or (isinstance(event, Dealt) and any(isinstance(one, UpCardsDealt) for one in dealt))


def advice(seat: int, said: AdviceTalk) -> HspAdviceTalk:
    """What an adviser said to *seat*."""
    kind: type = type(said.action)
    action = "" if said.action is None else wire_name(kind)
    return HspAdviceTalk(said.words, seat, action, getattr(said.action, "amount", None), said.chance)


def bet_turn(street: int, betting: Betting) -> HspBetTurn:
    """The forced bets and the price of a street's betting."""
    first = street == min(STREETS.values())
    fixed = betting.structure is Structure.FIXED_LIMIT
    least = betting.size(big=fixed and street > 4)  # noqa: PLR2004  # fifth street and later
    most = {Structure.FIXED_LIMIT: least, Structure.SPREAD_LIMIT: betting.size(big=True)}.get(betting.structure, 0)
    return HspBetTurn(street, betting.ante if first else 0, betting.bring_in if first else 0, least, most)


def result(pots: Iterable[PotWon]) -> HspRoundResult:
    """Who won: the one with the most chips, the first told of equals, and all who won something."""
    won: dict[int, int] = {}
    hands: dict[int, str] = {}
    for pot in pots:
        won[pot.seat] = won.get(pot.seat, 0) + pot.amount
        hands.setdefault(pot.seat, pot.hand)
    winner = max(won, key=won.__getitem__)
    return HspRoundResult(winner, tuple(sorted(won)), hands[winner])
