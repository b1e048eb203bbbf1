"""The story of a hand: a compact log while it is played, events with their audiences when somebody asks.

An entry is ``(what, seat, datum)``; building event objects is put off to :func:`tell`, since a hand that is
only simulated is never told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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

__all__ = [
    "BEGAN",
    "BET",
    "BOARD",
    "CALLED",
    "CHECKED",
    "DEALT",
    "FOLDED",
    "MUCKED",
    "POSTED",
    "RAISED",
    "RETURNED",
    "SHOWN",
    "WON",
    "Entry",
    "tell",
]


BEGAN: Final = 0
"""A hand began; the datum is the :class:`~gamehall_poker.start.PokerStart`."""
POSTED: Final = 1
"""A forced bet: (kind, amount)."""
DEALT: Final = 2
"""Cards dealt face down: the cards."""
BOARD: Final = 3
"""Cards dealt to the board: (name of the street, cards)."""
FOLDED: Final = 4
"""A fold: nothing."""
CHECKED: Final = 5
"""A check: nothing."""
CALLED: Final = 6
"""A call: the chips put in."""
BET: Final = 7
"""A bet: its amount."""
RAISED: Final = 8
"""A raise: the to-amount."""
RETURNED: Final = 9
"""The uncalled bet: its chips."""
SHOWN: Final = 10
"""Cards turned up: the cards."""
MUCKED: Final = 11
"""A hand given up unseen: nothing."""
WON: Final = 12
"""A share of a pot: (number of the pot, chips, strength or -1 where nobody had to show)."""

Entry: TypeAlias = tuple[int, int, Any]
"""What, the seat (-1 for none), the datum."""

_PUBLIC: Final[dict[int, Callable[[int, Any], Any]]] = {
    BEGAN: lambda _seat, start: HandBegun(start.button, start.small_blind, start.big_blind),
    POSTED: lambda seat, post: Posted(seat, post[0], post[1]),
    DEALT: lambda seat, cards: Dealt(seat, len(cards)),
    BOARD: lambda _seat, dealt: BoardDealt(dealt[0], dealt[1]),
    FOLDED: lambda seat, _: Folded(seat),
    CHECKED: lambda seat, _: Checked(seat),
    CALLED: Called,
    BET: BetMade,
    RAISED: RaisedTo,
    RETURNED: UncalledReturned,
    SHOWN: Shown,
    MUCKED: lambda seat, _: Mucked(seat),
}


def tell(entries: Iterable[Entry], describe: Callable[[int], str]) -> list[Told]:
    """The events of *entries*, in order, each with its audience: cards dealt face down are told to their seat only.

    *describe* puts the strength of a winning hand into words.
    """
    told = []
    for what, seat, datum in entries:
        if what == WON:
            pot, chips, strength = datum
            told.append(Told(None, PotWon(seat, pot, chips, describe(strength) if strength >= 0 else "")))
            continue
        told.append(Told(None, _PUBLIC[what](seat, datum)))
        if what == DEALT:
            told.append(Told(seat, HoleCardsDealt(seat, datum)))
    return told
