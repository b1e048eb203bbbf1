"""How strong a hand is: eval7 on our card numbers.

eval7 ranks any five, six or seven cards at once; its card objects are made here, once, and looked up by number.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Final

from gamehall_sdk.cards import DECK

with warnings.catch_warnings():
    # eval7's hand ranges (which we do not use) call pyparsing by names that it calls old.
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

__all__ = ["EVAL7_CARDS", "best_of_all", "evaluate", "hand_name", "strength"]

EVAL7_CARDS: Final = tuple(eval7.Card(str(card)) for card in DECK)
"""eval7's card object of each of our card numbers, 0 to 51."""
_card: Final = EVAL7_CARDS.__getitem__
evaluate: Final = eval7.evaluate
"""The strength of 5 to 7 of eval7's card objects, for loops that have looked them up already."""


def strength(cards: Sequence[int]) -> int:
    """The best five-card hand among 5 to 7 *cards*, as a number: the greater wins, equal ones tie."""
    value: int = evaluate([EVAL7_CARDS[card] for card in cards])
    return value


def best_of_all(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """The strength of each of *holes* when any five of hole cards and *board* count (hold'em, draw, stud)."""
    common = list(map(_card, board))
    return [evaluate([*map(_card, hole), *common]) for hole in holes]


def hand_name(value: int) -> str:
    """What a strength is called: ``"High Card"``, ``"Pair"`` … ``"Straight Flush"``."""
    return str(eval7.handtype(value))
