"""One opponent's habits: how often it does what, and how much that hangs on its cards."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["LEVELS", "Choice", "Habits"]

LEVELS: Final = 8
"""Hands are told apart by so many equal shares of all hands, 0 for the worst."""


class Choice(StrEnum):
    """What a player may do, by what it faces: a bet (the first three), or none."""

    FOLD = "fold"
    CALL = "call"
    RAISE = "raise"
    CHECK = "check"
    BET = "bet"


_FACING: Final = (Choice.FOLD, Choice.CALL, Choice.RAISE)
_FREE: Final = (Choice.CHECK, Choice.BET)
_USUAL: Final = {Choice.FOLD: 0.35, Choice.CALL: 0.45, Choice.RAISE: 0.2, Choice.CHECK: 0.6, Choice.BET: 0.4}
"""A stranger's rates; they count like :data:`_TRUST` choices that were seen."""
_TRUST: Final = 6.0
_SHOWN_TRUST: Final = 3.0
"""How many shown hands of a level the usual way counts for."""
_USUAL_TILT: Final = 0.7
_TILT_TRUST: Final = 12.0
_WEAK: Final = LEVELS // 2
_LEAST: Final = 0.02
"""No choice is impossible with any hand."""
_SLOPE: Final = tuple(2.0 * level / (LEVELS - 1) - 1.0 for level in range(LEVELS))
"""From -1 for the worst hands to 1 for the best."""


class Habits:
    """Counts, made into chances. A stranger is taken to fold weak hands and to bet strong ones.

    What is seen soon outweighs that: how often each choice is made, and at showdowns with which hands it was made.
    """

    def __init__(self) -> None:
        """A stranger's."""
        self._seen = dict.fromkeys(Choice, 0)
        self._shown = {choice: [0] * LEVELS for choice in Choice}

    def saw(self, choice: Choice) -> None:
        """The player chose so, with cards that are not known."""
        self._seen[choice] += 1

    def learn(self, choice: Choice, level: int) -> None:
        """A hand was shown, and this was chosen with it when it was of *level*; :meth:`saw` has counted the choice."""
        self._shown[choice][level] += 1

    def rate(self, choice: Choice) -> float:
        """How often the player chooses so where it can, 0 to 1."""
        group = _FACING if choice in _FACING else _FREE
        seen = sum(self._seen[one] for one in group)
        return (_TRUST * _USUAL[choice] + self._seen[choice]) / (_TRUST + seen)

    def chance(self, choice: Choice, level: int) -> float:
        """How likely the player chooses so with a hand of *level*, 0 to 1."""
        if choice in _FREE:
            bets = self._tilted(Choice.BET, Choice.CHECK, level)
            return bets if choice is Choice.BET else 1.0 - bets
        folds = self.fold(level)
        if choice is Choice.FOLD:
            return folds
        raises = self._tilted(Choice.RAISE, Choice.CALL, level)
        return (1.0 - folds) * (raises if choice is Choice.RAISE else 1.0 - raises)

    def fold(self, level: int) -> float:
        """How likely a hand of *level* is folded to a bet."""
        return _bounded(self.rate(Choice.FOLD) * (1.0 - self._tilt() * _SLOPE[level]))

    def _tilted(self, bold: Choice, calm: Choice, level: int) -> float:
        """How likely *bold* is chosen and not *calm*: the usual slope, and what was shown of hands of this level."""
        rate = self.rate(bold) / (self.rate(bold) + self.rate(calm))
        usual = rate * (1.0 + _USUAL_TILT * _SLOPE[level])
        shown = self._shown[bold][level]
        return _bounded((_SHOWN_TRUST * usual + shown) / (_SHOWN_TRUST + shown + self._shown[calm][level]))

    def _tilt(self) -> float:
        """How much folding hangs on the cards: not at all when weak hands stay in as often as strong ones."""
        stayed = [self._shown[Choice.CALL][level] + self._shown[Choice.RAISE][level] for level in range(LEVELS)]
        total = sum(stayed)
        if not total:
            return _USUAL_TILT
        seen = max(0.0, 1.0 - 2.0 * sum(stayed[:_WEAK]) / total)
        return (_TILT_TRUST * _USUAL_TILT + total * seen) / (_TILT_TRUST + total)


def _bounded(chance: float) -> float:
    return min(1.0 - _LEAST, max(_LEAST, chance))
