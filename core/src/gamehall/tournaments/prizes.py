"""What each place of a tournament is worth: whole chips that sum to the pool. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

__all__ = ["PERCENT", "check_shares", "paid_places", "prizes", "shares"]

PERCENT: Final = 100
_ONE_PAID: Final = 5
"""With so few entrants the winner takes all."""
_SMALL: Final = 9
_FALL: Final = (3, 5)
"""Each place has so much of the place above it."""


def paid_places(entrants: int) -> int:
    """How many places are paid: one up to 5 entrants, two up to 8, three of 9, and one in eight of those above."""
    if entrants <= _ONE_PAID:
        return 1
    return 2 if entrants < _SMALL else 3 + (entrants - _SMALL) // 8


def shares(entrants: int, buy_in: int) -> tuple[int, ...]:
    """Weights of the paid places: each gets its buy-in back, and of the rest three fifths of the place above it."""
    paid = paid_places(entrants)
    part, whole = _FALL
    falling = [part**place * whole ** (paid - 1 - place) for place in range(paid)]
    rest, total = (entrants - paid) * buy_in, sum(falling)
    # Over a common denominator, so that the weights stay whole.
    return tuple(buy_in * total + rest * weight for weight in falling) if buy_in else tuple(falling)


def check_shares(percents: Sequence[int]) -> str | None:
    """What is wrong with an organiser's *percents*, the winner's first; ``None`` when nothing is."""
    if any(one < 1 for one in percents) or sum(percents) != PERCENT:
        return f"prizes are whole percents that sum to {PERCENT}, the winner's first, as in 50,30,20"
    if list(percents) != sorted(percents, reverse=True):
        return "no place is paid more than the one above it"
    return None


def prizes(pool: int, weights: Sequence[int], places: Mapping[int, int]) -> dict[int, int]:
    """Divide *pool* (chips, 0 or more) by the *weights* of the places: entrant to chips, those who get none left out.

    *places* is each entrant's place, from 1; those who share one (1, 2, 2, 4) get what it and the next places are
    worth in equal parts, an odd chip to the lower number. Where fewer entered than places are paid, the places above
    get all. The values sum to *pool*.
    """
    order = sorted(places, key=lambda entrant: (places[entrant], entrant))
    paid = list(weights[: len(order)])
    if not paid or not pool:
        return {}
    total = sum(paid)
    amounts = [pool * weight // total for weight in paid]
    for place in range(pool - sum(amounts)):
        amounts[place % len(amounts)] += 1
    worth = amounts + [0] * (len(order) - len(amounts))
    won: dict[int, int] = {}
    at = 0
    while at < len(order):
        tied = [one for one in order[at:] if places[one] == places[order[at]]]
        each, odd = divmod(sum(worth[at : at + len(tied)]), len(tied))
        won |= {one: each + (number < odd) for number, one in enumerate(tied)}
        at += len(tied)
    return {one: chips for one, chips in won.items() if chips}
