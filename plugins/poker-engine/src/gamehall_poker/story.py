"""The story of a hand: a compact log while it is played, events with their audiences when somebody asks.

An entry is ``(what, seat, datum)``; building event objects is put off to :func:`tell`, since a hand that is
only simulated is never told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, Final, TypeAlias

from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Dealt,
    Folded,
    HandBegun,
    HoleCardsDealt,
    Mucked,
    Posted,
    PotWon,
    RaisedTo,
    Shown,
    UncalledReturned,
)
from gamehall_sdk.round import Told

__all__ = ["Entry", "What", "tell"]


class What(IntEnum):
    """What an entry records; its datum is in parentheses."""

    BEGAN = 0
    """(the :class:`~gamehall_poker.start.PokerStart`)"""
    POSTED = 1
    """(kind, amount)"""
    DEALT = 2
    """(the cards dealt face down)"""
    BOARD = 3
    """(name of the street, cards)"""
    FOLDED = 4
    CHECKED = 5
    CALLED = 6
    """(chips put in)"""
    BET = 7
    """(amount)"""
    RAISED = 8
    """(to-amount)"""
    RETURNED = 9
    """(chips)"""
    SHOWN = 10
    """(cards)"""
    MUCKED = 11
    WON = 12
    """(number of the pot, chips, strength or -1 where nobody had to show)"""


Entry: TypeAlias = tuple[int, int, Any]
"""What, the seat (-1 for none), the datum."""

_PUBLIC: Final[dict[int, Callable[[int, Any], Any]]] = {
    What.BEGAN: lambda _seat, start: HandBegun(start.button, start.small_blind, start.big_blind),
    What.POSTED: lambda seat, post: Posted(seat, post[0], post[1]),
    What.DEALT: lambda seat, cards: Dealt(seat, len(cards)),
    What.BOARD: lambda _seat, dealt: BoardDealt(dealt[0], dealt[1]),
    What.FOLDED: lambda seat, _: Folded(seat),
    What.CHECKED: lambda seat, _: Checked(seat),
    What.CALLED: Called,
    What.BET: BetMade,
    What.RAISED: RaisedTo,
    What.RETURNED: UncalledReturned,
    What.SHOWN: Shown,
    What.MUCKED: lambda seat, _: Mucked(seat),
}


def tell(entries: Iterable[Entry], describe: Callable[[int], str]) -> list[Told]:
    """The events of *entries*, in order, each with its audience: cards dealt face down are told to their seat only.

    *describe* puts the strength of a winning hand into words.
    """
    told = []
    for what, seat, datum in entries:
        if what == What.WON:
            pot, chips, strength = datum
            told.append(Told(None, PotWon(seat, pot, chips, describe(strength) if strength >= 0 else "")))
            continue
        told.append(Told(None, _PUBLIC[what](seat, datum)))
        if what == What.DEALT:
            told.append(Told(seat, HoleCardsDealt(seat, datum)))
    return told
