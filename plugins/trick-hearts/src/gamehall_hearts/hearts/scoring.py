"""How Hearts counts the cards taken: a point for each heart, 13 for the queen of spades; points are bad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamehall_hearts.hearts.options import Moon
from gamehall_hearts.tricks.cards import TrickCards, mask_of
from gamehall_sdk.cards import DECK, Card

__all__ = ["CLUB_TWO", "JACK", "OMNIBUS", "PENALTIES", "PLAIN", "QUEEN", "points", "shooter"]

QUEEN: Final = Card("Qs")
JACK: Final = Card("Jd")
CLUB_TWO: Final = Card("2c")

_PENALTIES: Final = {**{Card(card): 1 for card in range(13, 26)}, QUEEN: 13}
PENALTIES: Final = mask_of(_PENALTIES)
"""The hearts and the queen of spades."""
PLAIN: Final = TrickCards(DECK, _PENALTIES)
"""The cards of Black Lady."""
OMNIBUS: Final = TrickCards(DECK, {**_PENALTIES, JACK: -10})
"""The same with the jack of diamonds, which takes 10 points off."""

_ALL: Final = 26


def shooter(taken: Sequence[int]) -> int | None:
    """The player who has taken all the penalty cards, if one has; *taken* are masks by player."""
    return next((player for player, mask in enumerate(taken) if mask & PENALTIES == PENALTIES), None)


def points(cards: TrickCards, taken: Sequence[int], moon: Moon) -> list[int]:
    """The penalty points of each player; for who has shot the moon, and the others, by *moon*."""
    found = [cards.worth(mask) for mask in taken]
    shot = None if moon is Moon.NONE else shooter(taken)
    if shot is None:
        return found
    if moon is Moon.SHOOTER:
        found[shot] -= 2 * _ALL
        return found
    return [one - _ALL if player == shot else one + _ALL for player, one in enumerate(found)]
