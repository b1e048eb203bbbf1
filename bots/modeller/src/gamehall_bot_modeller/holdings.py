"""What one opponent may hold: many hands that fit what is open, each with its weight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from gamehall_bot_modeller.habits import LEVELS, Choice, Habits
from gamehall_poker.dealing import draw

__all__ = ["Holdings", "Source", "levels"]


class Source(Protocol):
    """What :class:`random.Random` offers and the drawing of hands needs."""

    def random(self) -> float:
        """A number from 0 up to 1."""


def levels(strengths: Sequence[int]) -> list[int]:
    """The level of each hand among all of them: equal shares, from 0 for the worst; equal hands have equal levels."""
    order = sorted(strengths)
    first = {strength: place for place, strength in reversed(list(enumerate(order)))}
    last = {strength: place for place, strength in enumerate(order)}
    size = 2 * len(order)
    return [(first[one] + last[one] + 1) * LEVELS // size for one in strengths]


class Holdings:
    """Hands of hidden cards with weights; all weigh the same before anything is seen."""

    def __init__(self, hands: Sequence[tuple[int, ...]]) -> None:
        """*hands*, as they may have been dealt."""
        self.hands = tuple(hands)
        self.weights = [1.0] * len(self.hands)

    @classmethod
    def drawn(cls, unseen: Sequence[int], hidden: int, count: int, rng: Source) -> Holdings:
        """*count* hands of *hidden* cards each out of those *unseen*."""
        cards = list(unseen)
        return cls([tuple(draw(cards, hidden, rng.random)) for _ in range(count)])

    def see(self, choice: Choice, habits: Habits, at: Sequence[int]) -> None:
        """The player with these *habits* made a *choice*: each hand weighs more or less, by Bayes' rule.

        *at* are the levels of the hands at that moment.
        """
        chances = [habits.chance(choice, level) for level in range(LEVELS)]
        self.weights = [weight * chances[level] for weight, level in zip(self.weights, at, strict=True)]
        total = sum(self.weights)
        self.weights = [weight * len(self.hands) / total for weight in self.weights]

    def spread(self, at: Sequence[int]) -> list[float]:
        """The weight of each level, in all 1, where *at* are the levels of the hands."""
        found = [0.0] * LEVELS
        for weight, level in zip(self.weights, at, strict=True):
            found[level] += weight
        total = sum(found)
        return [weight / total for weight in found]

    def levels(self, strength: Callable[[tuple[int, ...]], int]) -> list[int]:
        """The level of each hand, by the *strength* of its hidden cards."""
        return levels([strength(hand) for hand in self.hands])
