"""How hands are ranked, for many at a time: the high hand by eval7's own objects, others by the poker engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from gamehall_poker.ranks import (
    ace_to_five,
    deuce_to_seven,
    eight_or_better,
    omaha_eight_or_better,
    two_and_three,
)
from gamehall_poker.strength import EVAL7_CARDS, evaluate

__all__ = ["Rank", "high", "ranks_of", "split"]

Rank: TypeAlias = Callable[[Sequence[int], Sequence[int]], int]
"""Own cards and board to a strength; the greater wins, 0 wins nothing."""
_CARDS: Final = EVAL7_CARDS


def high(own: Sequence[int], board: Sequence[int]) -> int:
    """The best five of all cards."""
    value: int = evaluate([_CARDS[card] for card in (*own, *board)])
    return value


def _one(rank: Callable[[Sequence[Sequence[int]], Sequence[int]], list[int]]) -> Rank:
    return lambda own, board: rank([own], board)[0]


def ranks_of(game: str, variant: str, *, exactly_two: bool) -> tuple[Rank, ...]:
    """The rankings by which the pot is won: one, or the high and the low one of a split pot."""
    best = _one(two_and_three) if exactly_two else high
    if "razz" in variant:
        return (_one(ace_to_five),)
    if game == "draw" and variant in {"single-draw", "triple-draw"}:
        return (_one(deuce_to_seven),)
    if "eight" in variant:
        return best, _one(omaha_eight_or_better if exactly_two else eight_or_better)
    return (best,)


def split(strengths: Sequence[Sequence[int]]) -> float:
    """The first player's share of a pot, or of its halves: without any low hand, the high hand has both."""
    if len(strengths) == 1:
        (values,) = strengths
        own = values[0]
        return 1.0 / values.count(own) if own == max(values) else 0.0
    shares = []
    for values in strengths:
        best = max(values)
        shares.append(None if best == 0 else (values[0] == best) / values.count(best))
    high, low = shares[0] or 0.0, shares[-1]
    return high if low is None else (high + low) / 2
