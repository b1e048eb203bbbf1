"""Equity: the share of the pot that a hand wins on average, by playing the rest of the board at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from gamehall_poker.ranks import two_and_three
from gamehall_poker.strength import best_of_all
from gamehall_sdk.cards import DECK

__all__ = ["Sampler", "equity"]

_BOARD: Final = 5
_HOLDEM: Final = 2


class Sampler(Protocol):
    """What :class:`random.Random` offers and :func:`equity` needs."""

    def sample(self, population: Sequence[int], k: int) -> list[int]:
        """*k* different ones of *population*, in random order."""


def equity(hole: Sequence[int], board: Sequence[int], opponents: int, trials: int, rng: Sampler) -> float:
    """The mean share of the pot, 0 to 1, of *hole* on *board* against *opponents* with any cards, as many as in *hole*.

    Two hole cards are hold'em's, four Omaha's.
    *trials* deals are drawn from *rng*; the error is about ``0.5 / sqrt(trials)``.
    """
    seen = {*hole, *board}
    rest = [card for card in DECK if card not in seen]
    each = len(hole)
    rank = best_of_all if each == _HOLDEM else two_and_three
    missing = _BOARD - len(board)
    known = tuple(board)
    won = 0.0
    for _ in range(trials):
        drawn = rng.sample(rest, missing + each * opponents)
        theirs = [drawn[at : at + each] for at in range(missing, len(drawn), each)]
        mine, *others = rank([hole, *theirs], [*known, *drawn[:missing]])
        best = max(others)
        if mine > best:
            won += 1.0
        elif mine == best:
            won += 1.0 / (1 + others.count(best))
    return won / trials
