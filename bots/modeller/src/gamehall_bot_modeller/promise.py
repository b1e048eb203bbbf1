"""How good a hand looks before it is complete: what a player's choices can depend on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamehall_poker.ranks import two_and_three
from gamehall_poker.strength import EVAL7_CARDS, evaluate

__all__ = ["promise"]

_RANKS: Final = 13
_TWO: Final = 2
_FLOP: Final = 3
_FIVE: Final = 5
_PAIR: Final = 40


def promise(cards: Sequence[int], board: Sequence[int], *, low: bool = False) -> int:
    """A number for the player's own *cards* so far with *board*: the greater, the better; only its order counts.

    *low*: the lowest hand wins, aces are low. Four cards with a board count as Omaha's do, two and three of them.
    """
    if low:
        ranks = sorted({(card % _RANKS + 1) % _RANKS for card in cards})[:_FIVE]
        return sum(_RANKS - rank for rank in ranks)
    if len(cards) == _TWO and not board:
        return _two_cards(*cards)
    if len(cards) > _TWO and len(board) >= _FLOP:
        return two_and_three([cards], board)[0]
    known = EVAL7_CARDS
    value: int = evaluate([known[card] for card in (*cards, *board)])
    return value


def _two_cards(first: int, second: int) -> int:
    """Hold'em's hole cards: a pair, then high cards, with something for a suit and for ranks that are close."""
    high, low = max(first % _RANKS, second % _RANKS), min(first % _RANKS, second % _RANKS)
    if high == low:
        return _PAIR + 2 * high
    return 2 * high + low + 2 * (first // _RANKS == second // _RANKS) + (high - low <= _TWO)
