"""The results of the actions tried, world by world, and whether one is clearly the best."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

__all__ = ["Tally"]

_ENOUGH: Final = 60
"""Worlds before anything is thought to be clear."""
_SIGMAS: Final = 4.0
_EVERY: Final = 20


class Tally:
    """Sums by action; all actions are tried in the same worlds, so that their differences are what varies least."""

    def __init__(self, actions: int) -> None:
        self._sums = [0.0] * actions
        self._rows: list[Sequence[float]] = []

    def add(self, results: Sequence[float]) -> None:
        """One world's result of each action."""
        self._rows.append(results)
        self._sums = [total + result for total, result in zip(self._sums, results, strict=True)]

    @property
    def best(self) -> int:
        """The action with the best mean, the first of equal ones."""
        return self._sums.index(max(self._sums))

    @property
    def settled(self) -> bool:
        """Whether the best action is ahead of each other by more than chance could make it (or never differs)."""
        count = len(self._rows)
        if count < _ENOUGH or count % _EVERY:
            return False
        best = self.best
        return all(self._ahead(best, other, count) for other in range(len(self._sums)) if other != best)

    def _ahead(self, best: int, other: int, count: int) -> bool:
        gaps = [row[best] - row[other] for row in self._rows]
        mean = sum(gaps) / count
        spread = sqrt(sum((gap - mean) ** 2 for gap in gaps) / count)
        return mean > _SIGMAS * spread / sqrt(count) or not any(gaps)
