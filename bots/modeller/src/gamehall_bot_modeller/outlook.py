"""What may come: the rest of the hand played out, with opponents who hold what the guessing table thinks they hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, Protocol

import attrs

from gamehall_bot_modeller.habits import LEVELS, Habits
from gamehall_bot_modeller.holdings import Holdings
from gamehall_poker.dealing import draw
from gamehall_poker.ranking import Rank, split
from gamehall_sdk.cards import DECK

__all__ = ["Future", "Known", "Opponent", "Source", "futures"]

_TRIES: Final = 6
"""Hands that are drawn for a further opponent until one shares no card with those drawn before."""


class Source(Protocol):
    """What :class:`random.Random` offers and the drawing of futures needs."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def choices(self, population: Sequence[int], *, cum_weights: Sequence[float], k: int) -> list[int]:
        """*k* of *population*, each by its weight."""


@attrs.frozen
class Opponent:
    """One who has not folded: the cards that lie open, what may be hidden, at which levels, and the habits."""

    open: tuple[int, ...]
    holdings: Holdings
    levels: Sequence[int]
    habits: Habits
    folds: bool = True
    """Whether this one may still fold: not who is all-in."""


@attrs.frozen
class Future:
    """One way that the hand may end: the own share if all stay to the end, and if those fold who would to a bet."""

    share: float
    bet_share: float
    callers: int
    """How many stay in after a bet."""


@attrs.frozen
class Known:
    """The cards that are settled: one's own and the board, how many more come to each, and all that are seen."""

    own: tuple[int, ...]
    to_own: int
    board: tuple[int, ...]
    to_board: int
    seen: frozenset[int]


def futures(known: Known, others: Sequence[Opponent], ranks: Sequence[Rank], count: int, rng: Source) -> list[Future]:
    """*count* futures, equally likely, drawn from *rng*."""
    tries = [1 if at == 0 else _TRIES for at in range(len(others))]
    places = [
        rng.choices(range(len(one.holdings.hands)), cum_weights=list(accumulate(one.holdings.weights)), k=count * most)
        for one, most in zip(others, tries, strict=True)
    ]
    folding = [[one.habits.fold(level) if one.folds else 0.0 for level in range(LEVELS)] for one in others]
    rest: list[int] = [card for card in DECK if card not in known.seen]
    found = []
    for number in range(count):
        taken: set[int] = set()
        hands, stay = [], []
        for one, drawn, most, folds in zip(others, places, tries, folding, strict=True):
            for place in drawn[number * most : (number + 1) * most]:
                hand = one.holdings.hands[place]
                if taken.isdisjoint(hand):
                    break
            taken.update(hand)
            hands.append((*one.open, *hand))
            stay.append(rng.random() >= folds[one.levels[place]])
        coming = _coming(rest, taken, known.to_board + known.to_own, rng)
        board = (*known.board, *coming[: known.to_board])
        own = (*known.own, *coming[known.to_board :])
        found.append(_future([[rank(hand, board) for hand in (own, *hands)] for rank in ranks], stay))
    return found


def _coming(rest: list[int], taken: set[int], count: int, rng: Source) -> list[int]:
    """*count* cards of *rest* that are not *taken*."""
    if not count:
        return []
    return [card for card in draw(rest, count + len(taken), rng.random) if card not in taken][:count]


def _future(strengths: list[list[int]], stay: list[bool]) -> Future:
    callers = sum(stay)
    share = split(strengths)
    if callers == len(stay):
        return Future(share, share, callers)
    if not callers:
        return Future(share, 1.0, 0)
    left = [
        [values[0], *(value for value, stays in zip(values[1:], stay, strict=True) if stays)] for values in strengths
    ]
    return Future(share, split(left), callers)
