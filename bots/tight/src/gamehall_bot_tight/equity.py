"""Equity: the share of the pot that a hand wins on average, by playing the rest of the board at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from gamehall_poker.strength import EVAL7_CARDS, best_of_all

__all__ = ["Sampler", "equity"]

_BOARD: Final = 5


class Sampler(Protocol):
    """What :class:`random.Random` offers and :func:`equity` needs."""

    def sample(self, population: Sequence[int], k: int) -> list[int]:
        """*k* different ones of *population*, in random order."""


def equity(hole: Sequence[int], board: Sequence[int], opponents: int, trials: int, rng: Sampler) -> float:
    """The mean share of the pot, 0 to 1, of *hole* on *board* against *opponents* with any two cards.

    *trials* deals are drawn from *rng*; the error is about ``0.5 / sqrt(trials)``.
    """
    seen = {*hole, *board}
    rest = [card for card in range(len(EVAL7_CARDS)) if card not in seen]
    missing = _BOARD - len(board)
    known = tuple(board)
    won = 0.0
    for _ in range(trials):
        drawn = rng.sample(rest, missing + 2 * opponents)
        theirs = [drawn[at : at + 2] for at in range(missing, len(drawn), 2)]
        mine, *others = best_of_all([hole, *theirs], [*known, *drawn[:missing]])
        best = max(others)
        if mine > best:
            won += 1.0
        elif mine == best:
            won += 1.0 / (1 + others.count(best))
    return won / trials
