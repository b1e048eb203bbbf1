"""The decision: each thing that may be done is worth what it wins on average over the futures, less for its risk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from gamehall_bot_modeller.outlook import Future
from gamehall_poker.messages import BringIn, Call, Check, Fold, PokerSeat, PokerView
from gamehall_sdk.round import Legal, Range

__all__ = ["Option", "choose", "options"]

_CALL_RISK: Final = 0.1
_RAISE_RISK: Final = 0.25
"""What a bet of all one's chips costs beside them, as a share of them; a smaller one less, by the square."""
_SIZES: Final = (0.5, 1.0, 2.0)
"""Bets that are weighed, in pots."""


@attrs.frozen
class Option:
    """Something that may be done, and what it is worth in chips."""

    action: Any
    worth: float


def choose(view: PokerView, me: PokerSeat, legal: Legal, ways: Sequence[Future]) -> Any:
    """The best of what is *legal*; *ways* are the futures."""
    return max(options(view, me, legal, ways), key=lambda one: one.worth).action


def options(view: PokerView, me: PokerSeat, legal: Legal, ways: Sequence[Future]) -> Iterator[Option]:
    """Every option with its worth."""
    share = sum(way.share for way in ways) / len(ways)
    chips = me.stack + me.put
    for action in legal.actions:
        match action:
            case Fold():
                yield Option(action, 0.0)
            case Check() | BringIn():
                yield Option(action, share * view.pot)
            case Call():
                cost = view.to_call
                yield Option(action, share * (view.pot + cost) - cost - _CALL_RISK * cost * cost / chips)
    for span in legal.ranges:
        for amount in _amounts(span, view, me):
            yield Option(span.action(amount), _worth(view, me, amount, ways) - _risk(amount - me.bet, chips))


def _amounts(span: Range, view: PokerView, me: PokerSeat) -> list[int]:
    """A few amounts of a range: its ends, and some sizes by the pot."""
    pot = view.pot + view.to_call
    sized = [me.bet + view.to_call + round(size * pot) for size in _SIZES]
    return sorted({span.least, span.most, *(amount for amount in sized if span.least < amount < span.most)})


def _worth(view: PokerView, me: PokerSeat, amount: int, ways: Sequence[Future]) -> float:
    """What a bet to *amount* wins on average, if nobody raises it."""
    cost = amount - me.bet
    others = [one for one in view.seats if one.seat != me.seat and one.state != "folded"]
    # What a caller adds: on average, since it is not settled who calls.
    more = sum(min(one.stack, max(0, amount - one.bet)) for one in others) / len(others) if others else 0.0
    won = 0.0
    for way in ways:
        won += way.bet_share * (view.pot + cost + way.callers * more) - cost
    return won / len(ways)


def _risk(cost: int, chips: int) -> float:
    return _RAISE_RISK * cost * cost / chips
