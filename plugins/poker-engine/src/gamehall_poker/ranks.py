"""What cards are worth: the rankings of the variants, the rank of open cards, and who gets an odd chip by suit.

A ranking takes the hole cards of several players and the board, and gives one number each: the greater wins, equal
ones tie, and 0 is no hand at all (of a low that does not qualify). Suits rank spades, hearts, diamonds, clubs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from gamehall_poker.strength import EVAL7_CARDS, evaluate, strength
from gamehall_sdk.cards import RANKS

__all__ = [
    "ace_to_five",
    "by_suit",
    "deuce_to_seven",
    "eight_or_better",
    "high_cards_first",
    "low_name",
    "omaha_eight_or_better",
    "open_strength",
    "shows_pair",
    "two_and_three",
]

_RANKS: Final = 13
_FIVE: Final = 5
_ACE: Final = 12
_EIGHT: Final = 7
"""The rank of an eight, where the ace is 0."""
_BASE: Final = 14
_WORST: Final = _BASE**7
_CATEGORIES: Final = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 4, (4, 1): 5}


def two_and_three(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """Omaha: the best five of exactly two hole cards and three of the board."""
    known = EVAL7_CARDS
    threes = list(combinations([known[card] for card in board], 3))
    return [
        max([evaluate((*pair, *three)) for pair in combinations([known[card] for card in hole], 2) for three in threes])
        for hole in holes
    ]


def deuce_to_seven(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """Deuce-to-seven low of five cards: the worst high hand wins; aces are high, so A-2-3-4-5 is no straight."""
    return [_worst_high([*hole, *board]) for hole in holes]


_MOST: Final = strength((8, 9, 10, 11, 12)) + 1
"""Above the royal flush."""


def _worst_high(five: Sequence[int]) -> int:
    if {card % _RANKS for card in five} == {_ACE, 0, 1, 2, 3}:
        # Between A-6-4-3-2 and K-Q-J-T-8: the least ace-high hand. A six in place of the five would be the next
        # one up, and nothing else lies between; a flush of it lies below that flush in the same way.
        six = [card + 1 if card % _RANKS == 3 else card for card in five]  # noqa: PLR2004  # the rank of a five
        return _MOST - strength(six) + 1
    return _MOST - strength(five)


def ace_to_five(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """Razz: the best low five; aces are low, straights and flushes count for nothing."""
    return [_WORST - min(map(_low_key, combinations(_low_ranks(hole, board), _FIVE))) for hole in holes]


def eight_or_better(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """The low half of a high-low split: the best five different ranks, none above eight; 0 when there are none."""
    lows = []
    for hole in holes:
        ranks = sorted(set(_low_ranks(hole, board)))[:_FIVE]
        fits = len(ranks) == _FIVE and ranks[-1] <= _EIGHT
        lows.append(_WORST - _low_key(tuple(ranks)) if fits else 0)
    return lows


def omaha_eight_or_better(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """As :func:`eight_or_better`, from exactly two hole cards and three of the board."""
    threes = list(combinations(board, 3))
    return [
        max(eight_or_better([(*pair, *three) for pair in combinations(hole, 2) for three in threes], ()))
        for hole in holes
    ]


def _low_ranks(hole: Iterable[int], board: Iterable[int]) -> list[int]:
    """The ranks with the ace as 0."""
    return [(card % _RANKS + 1) % _RANKS for card in (*hole, *board)]


@lru_cache(maxsize=1 << 14)
def _low_key(ranks: tuple[int, ...]) -> int:
    """A number for five *ranks*: the less, the better a low."""
    groups = sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)
    key = _CATEGORIES[tuple(times for times, _ in groups)]
    for times, rank in groups:
        for _ in range(times):
            key = key * _BASE + rank
    return key


def low_name(value: int) -> str:
    """A low in words: ``"8-6-4-3-A"``."""
    key = _WORST - value
    ranks = []
    for _ in range(_FIVE):
        key, rank = divmod(key, _BASE)
        ranks.append(RANKS[(rank - 1) % _RANKS])
    return "-".join(reversed(ranks))


def open_strength(cards: Iterable[int], *, low: bool = False) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What up to four open cards are worth: pairs, two pair, trips and quads count, straights and flushes do not.

    Compare as they are: the greater is the higher. *low* takes the ace for the lowest card.
    """
    if low:
        return _grouped(tuple(sorted([(card % _RANKS + 1) % _RANKS for card in cards])))
    return _grouped(tuple(sorted([card % _RANKS for card in cards])))


@lru_cache(maxsize=1 << 13)
def _grouped(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How often each of *ranks* is there, the most frequent and then the highest first, and which they are."""
    groups = sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)
    return tuple(times for times, _ in groups), tuple(rank for _, rank in groups)


def shows_pair(cards: Sequence[int]) -> bool:
    """Whether two of *cards* have one rank."""
    return len({card % _RANKS for card in cards}) < len(cards)


def by_suit(card: int) -> tuple[int, int]:
    """A card's place among all: by rank, then by suit, clubs lowest."""
    return card % _RANKS, -(card // _RANKS)


def high_cards_first(holes: Sequence[Sequence[int]], board: Sequence[int], tied: Sequence[int]) -> Sequence[int]:
    """Order *tied* players by the highest card, by suit, of the five that they play."""

    def highest(player: int) -> list[tuple[int, int]]:
        cards = [*holes[player], *board]
        best = strength(cards)
        fives = (five for five in combinations(cards, _FIVE) if strength(five) == best)
        return max(sorted(map(by_suit, five), reverse=True) for five in fives)

    return sorted(tied, key=highest, reverse=True)
