"""Who opens the betting of a street where open cards decide it: stud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gamehall_poker.ranks import by_suit, open_strength
from gamehall_poker.variant import Opener

__all__ = ["BRING_INS", "first_by_cards"]

BRING_INS: Final = frozenset({Opener.LOW_CARD, Opener.HIGH_CARD})
"""The openers who have to bring it in."""


def first_by_cards(opener: Opener, up: Mapping[int, Sequence[int]]) -> int:
    """The player whose open cards *up* (by player, in rising order) make them the first to act."""
    match opener:
        case Opener.LOW_CARD:
            return min(up, key=lambda player: by_suit(up[player][-1]))
        case Opener.HIGH_CARD:
            return max(up, key=lambda player: _ace_low(up[player][-1]))
        case Opener.LOW_BOARD:
            return _first(up, {player: open_strength(cards, low=True) for player, cards in up.items()}, min)
        case _:
            return _first(up, {player: open_strength(cards) for player, cards in up.items()}, max)


def _first(players: Iterable[int], values: Mapping[int, object], best: object) -> int:
    top = best(values.values())  # type: ignore[operator]  # min or max
    return next(player for player in players if values[player] == top)


def _ace_low(card: int) -> tuple[int, int]:
    rank, suit = by_suit(card)
    return (rank + 1) % 13, suit
