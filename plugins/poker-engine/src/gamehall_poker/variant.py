"""A poker variant as data: its streets, and how a hand is ranked and a pot divided.

A new variant is a new :class:`Variant`; only what no data can say (a ranking, a way to divide) is a function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import attrs

from gamehall_poker.pots import Pot, share
from gamehall_poker.strength import best_of_all, hand_name

__all__ = ["HOLDEM", "Divide", "Rank", "Street", "Variant"]

Rank: TypeAlias = Callable[[Sequence[Sequence[int]], Sequence[int]], list[int]]
"""Hole cards of several players and the board to one strength each; the greater wins, equal ones tie."""
Divide: TypeAlias = Callable[[Sequence[Pot], Sequence[int]], list[tuple[int, int, int]]]
"""Pots and the strength of each player to (pot, player, amount); see :func:`~gamehall_poker.pots.share`."""


@attrs.frozen(kw_only=True)
class Street:
    """One stage of a hand: first its cards are dealt, then (if it has one) its betting round is played."""

    name: str
    down: int = 0
    """Cards dealt face down to each player who is still in."""
    board: int = 0
    """Cards dealt to the board."""
    bets: bool = True
    """Whether a betting round follows."""
    big_bet: bool = False
    """In fixed limit: whether bets are of the big size."""


@attrs.frozen(kw_only=True)
class Variant:
    """The streets in order; after the last betting round comes the showdown.

    The first street's betting opens left of the last blind, any other's left of the button.
    """

    name: str
    streets: tuple[Street, ...]
    rank: Rank = best_of_all
    divide: Divide = share
    describe: Callable[[int], str] = hand_name
    """A strength in words: ``"Two Pair"``."""
    to_player: int = attrs.field(init=False)
    """How many cards a player is dealt who stays to the end."""
    to_board: int = attrs.field(init=False)
    """How many cards the board has in the end."""

    @to_player.default
    def _count_player(self) -> int:
        return sum(street.down for street in self.streets)

    @to_board.default
    def _count_board(self) -> int:
        return sum(street.board for street in self.streets)

    def __attrs_post_init__(self) -> None:
        """Check that there is something to play: :class:`ValueError` otherwise."""
        if not any(street.bets for street in self.streets):
            raise ValueError(f"variant {self.name!r} has no street with a betting round")


HOLDEM: Final = Variant(
    name="holdem",
    streets=(
        Street(name="preflop", down=2),
        Street(name="flop", board=3),
        Street(name="turn", board=1, big_bet=True),
        Street(name="river", board=1, big_bet=True),
    ),
)
"""Texas hold'em: two hole cards, five on the board, the best five of the seven count."""
