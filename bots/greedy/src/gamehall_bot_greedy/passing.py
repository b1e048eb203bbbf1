"""Which cards to pass in Hearts: high spades that are not guarded, high hearts, and short suits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gamehall_hearts.hearts.scoring import QUEEN
from gamehall_sdk.cards import Card

__all__ = ["worst_to_keep"]

_GUARDS: Final = 4
"""Spades below the queen that make the high ones safe to keep."""
_SPADES, _HEARTS = 0, 1
_QUEEN_RANK: Final = QUEEN.rank


def worst_to_keep(card: Card, seats: Sequence[Any], seat: int) -> float:
    """How much better a hand is without *card*; *seats* are those of the view."""
    hand: tuple[Card, ...] = next(one.hand for one in seats if one.seat == seat)
    suit = [other for other in hand if other.suit == card.suit]
    if card.suit == _SPADES:
        if card.rank < _QUEEN_RANK:
            return -5.0
        guards = sum(other.rank < _QUEEN_RANK for other in suit)
        return (60.0 if card == QUEEN else 40.0) if guards < _GUARDS else 0.0
    danger = card.rank * (2.0 if card.suit == _HEARTS else 1.3)
    # A low card below a high one is a way out; a suit that is short is soon gone.
    lower = sum(other.rank < card.rank for other in suit)
    return danger - 2.0 * lower + (6.0 if len(suit) <= 3 and card.suit != _HEARTS else 0.0)  # noqa: PLR2004  # short
