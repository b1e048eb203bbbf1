"""How good two hole cards are before the flop: the Chen formula, and the share of all hands that are as good."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import ceil
from typing import Final

from gamehall_sdk.cards import DECK

__all__ = ["chen", "top_share"]

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9
_HIGH: Final = {_ACE: 10.0, _KING: 8.0, _QUEEN: 7.0, _JACK: 6.0}
_GAP: Final = (0.0, -1.0, -2.0, -4.0)
_WIDE_GAP: Final = -5.0


def chen(hole: Sequence[int]) -> int:
    """The points that Bill Chen's formula gives to two cards: 20 for aces, -1 for the worst."""
    high, low = sorted((card % 13 for card in hole), reverse=True)
    points = _HIGH.get(high, (high + 2) / 2)
    if high == low:
        return ceil(max(5.0, 2 * points))
    gap = high - low - 1
    points += _GAP[gap] if gap < len(_GAP) else _WIDE_GAP
    if hole[0] // 13 == hole[1] // 13:
        points += 2.0
    if gap <= 1 and high < _QUEEN:
        # Two cards close together below a queen make straights at both ends.
        points += 1.0
    return ceil(points)


@cache
def _shares() -> dict[int, float]:
    scores = sorted((chen(hole) for hole in combinations(DECK, 2)), reverse=True)
    return {score: (place + 1) / len(scores) for place, score in enumerate(scores)}


def top_share(hole: Sequence[int]) -> float:
    """The share of all starting hands that are at least as good as *hole*, 0 to 1: small is good.

    Of four cards (Omaha) it is a guess from the best two and what the other two add.
    """
    shares = sorted(_shares()[chen(pair)] for pair in combinations(hole, 2))
    if len(shares) == 1:
        return shares[0]
    return min(1.0, shares[0] + shares[1] + shares[2])
