"""Dealing some cards at random, many times over, for simulations; the random source is the caller's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["draw"]

C = TypeVar("C")


def draw(cards: list[C], count: int, random: Callable[[], float]) -> list[C]:
    """*count* of *cards*, every hand equally likely; the cards change places in the list, which stays whole.

    *random* gives numbers from 0 up to 1. Fewer are given when there are no more.
    """
    size = len(cards)
    for place in range(min(count, size)):
        other = place + int(random() * (size - place))
        cards[place], cards[other] = cards[other], cards[place]
    return cards[:count]
