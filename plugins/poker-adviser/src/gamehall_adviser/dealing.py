"""Cards that a seat has not seen, in random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gamehall_adviser.spot import Spot
from gamehall_sdk.cards import DECK

__all__ = ["Source", "Stub", "unseen"]


class Source(Protocol):
    """What :class:`random.Random` offers and a simulation needs."""

    def random(self) -> float:
        """A number from 0 up to 1."""


def unseen(spot: Spot) -> list[int]:
    """All cards that the seat sees nowhere."""
    seen = {*spot.own.cards, *spot.board, *spot.dead, *(card for one in spot.others for card in one.cards)}
    return [card for card in DECK if card not in seen]


class Stub:
    """Unseen cards, shuffled as far as they are taken."""

    def __init__(self, cards: Sequence[int], rng: Source) -> None:
        self._cards = list(cards)
        self._draw = rng.random
        self._at = 0

    def take(self, count: int) -> list[int]:
        """The next *count*; fewer when there are no more."""
        cards, at = self._cards, self._at
        end = min(at + count, len(cards))
        for place in range(at, end):
            other = place + int(self._draw() * (len(cards) - place))
            cards[place], cards[other] = cards[other], cards[place]
        self._at = end
        return cards[at:end]
