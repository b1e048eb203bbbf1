"""The story of a hand: a compact log while it is played, events with their audiences when somebody asks.

An entry is ``(what, seat, datum)``; building event objects is put off to :func:`tell`, since a hand that is
only simulated is never told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

import attrs

from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Deed,
    Discarded,
    Folded,
    HandBegun,
    HoleCardsDealt,
    Mucked,
    Posted,
    PotWon,
    RaisedTo,
    Shown,
    Threw,
    UncalledReturned,
    UpCardsDealt,
)
from gamehall_sdk.cards import Card
from gamehall_sdk.round import Told

__all__ = [
    "BEGAN",
    "BET",
    "BOARD",
    "BROUGHT_IN",
    "CALLED",
    "CHANGED",
    "CHECKED",
    "DEALT",
    "DEALT_ALL",
    "FOLDED",
    "MUCKED",
    "POSTED",
    "RAISED",
    "RETURNED",
    "SHOWN",
    "UP",
    "WON",
    "WON_LOW",
    "Deeds",
    "Entry",
    "deeds",
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
WON_LOW: Final = 13
"""The same of a low half."""
UP: Final = 14
"""Cards dealt face up: the cards."""
BROUGHT_IN: Final = 15
"""The bring-in: its chips."""
CHANGED: Final = 16
"""Cards thrown away for new ones: the cards."""

DEALT_ALL: Final = 17
"""The first cards, face down, to all: (seats, the cards in the order of dealing, one at a time round the table)."""

_DEEDS: Final = {
    FOLDED: Deed.FOLD,
    CHECKED: Deed.CHECK,
    CALLED: Deed.CALL,
    BET: Deed.BET,
    RAISED: Deed.RAISE,
    MUCKED: Deed.MUCK,
    BROUGHT_IN: Deed.BRING_IN,
    CHANGED: Deed.DISCARD,
}
_BETTING: Final = frozenset((FOLDED, CHECKED, CALLED, BET, RAISED, BROUGHT_IN))
_WAGERS: Final = frozenset((BET, RAISED))
_STREETS: Final = frozenset((DEALT, BOARD, UP))

Entry: TypeAlias = tuple[int, int, Any]
"""What, the seat (-1 for none), the datum."""

_PUBLIC: Final[dict[int, Callable[[int, Any], Any]]] = {
    BEGAN: lambda _seat, start: HandBegun(start.button, start.small_blind, start.big_blind),
    POSTED: lambda seat, post: Posted(seat, post[0], post[1]),
    BOARD: lambda _seat, dealt: BoardDealt(dealt[0], dealt[1]),
    FOLDED: lambda seat, _: Folded(seat),
    CHECKED: lambda seat, _: Checked(seat),
    CALLED: Called,
    BET: BetMade,
    RAISED: RaisedTo,
    RETURNED: UncalledReturned,
    SHOWN: Shown,
    MUCKED: lambda seat, _: Mucked(seat),
    UP: UpCardsDealt,
    BROUGHT_IN: BroughtIn,
}


@attrs.define
class Deeds:
    """What was done in a hand: by each seat last, by whom since cards were last dealt, and how many bets since then."""

    last: dict[int, Deed] = attrs.field(factory=dict)
    acted: set[int] = attrs.field(factory=set)
    raises: int = 0
    changing: bool = False
    """Cards are being changed: the street began with the first who did."""

    def begin(self, *, changing: bool) -> None:
        """A street begins."""
        self.raises, self.changing = 0, changing
        self.acted.clear()


def deeds(entries: Iterable[Entry]) -> Deeds:
    """Read them out of the log."""
    done = Deeds()
    for what, seat, datum in entries:
        if what in _STREETS or (what == CHANGED and not done.changing):
            done.begin(changing=what == CHANGED or (what == DEALT and done.changing))
        if what == POSTED:
            done.last[seat] = Deed(datum[0])
        elif what in _DEEDS:
            done.last[seat] = _DEEDS[what]
        if what in _BETTING:
            done.acted.add(seat)
            done.raises += what in _WAGERS
            done.changing = False
    return done


def tell(entries: Iterable[Entry], describe: Callable[[int], str], describe_low: Callable[[int], str]) -> list[Told]:
    """The events of *entries*, in order, each with its audience: cards dealt face down are told to their seat only.

    *describe* and *describe_low* put the strength of a winning hand into words.
    """
    told = []
    for what, seat, datum in entries:
        if what in (WON, WON_LOW):
            pot, chips, strength = datum
            words = describe_low if what == WON_LOW else describe
            told.append(Told(None, PotWon(seat, pot, chips, words(strength) if strength >= 0 else "")))
        elif what == DEALT_ALL:
            seats, cards = datum
            for place, one in enumerate(seats):
                told += _dealt(one, cards[place :: len(seats)])
        elif what == DEALT:
            told += _dealt(seat, datum)
        elif what == CHANGED:
            told.append(Told(None, Discarded(seat, len(datum))))
            if datum:
                told.append(Told(seat, Threw(seat, datum)))
        else:
            told.append(Told(None, _PUBLIC[what](seat, datum)))
    return told


def _dealt(seat: int, cards: tuple[Card, ...]) -> tuple[Told, Told]:
    return Told(None, Dealt(seat, len(cards))), Told(seat, HoleCardsDealt(seat, cards))
