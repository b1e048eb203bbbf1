"""What a simulation needs: a random source, and the cards that a seat has not seen."""

from __future__ import annotations

from typing import Protocol

from gamehall_adviser.spot import Spot
from gamehall_sdk.cards import DECK

__all__ = ["Source", "unseen"]


class Source(Protocol):
    """What :class:`random.Random` offers and a simulation needs."""

    def random(self) -> float:
        """A number from 0 up to 1."""


def unseen(spot: Spot) -> list[int]:
    """All cards that the seat sees nowhere."""
    seen = {*spot.own.cards, *spot.board, *spot.dead, *(card for one in spot.others for card in one.cards)}
    return [card for card in DECK if card not in seen]
