"""A poker variant as data: its streets, and how a hand is ranked and a pot divided.

A new variant is a new :class:`Variant`; only what no data can say (a ranking, a way to divide) is a function. The
variants that are played here are in :mod:`gamehall_poker.variants`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

import attrs

from gamehall_poker.pots import Order, Pot, share
from gamehall_poker.strength import best_of_all, hand_name

__all__ = ["Divide", "OddChips", "Opener", "Rank", "Street", "Variant"]

Rank: TypeAlias = Callable[[Sequence[Sequence[int]], Sequence[int]], list[int]]
"""Hole cards of several players and the board to one strength each; the greater wins, equal ones tie."""
Divide: TypeAlias = Callable[[Sequence[Pot], Sequence[int], Order | None], list[tuple[int, int, int]]]
"""Pots, the strength of each player, an order for odd chips to (pot, player, amount); see :func:`.share`."""
OddChips: TypeAlias = Callable[[Sequence[Sequence[int]], Sequence[int], Sequence[int]], Sequence[int]]
"""Hole cards by player, the board and tied players to the order in which those get odd chips."""


_MOST_PLAYERS: Final = 53
"""More than a deck could serve."""


class Opener(StrEnum):
    """Who opens the betting of a street; the next with chips, clockwise, does when that player has none."""

    POSITION = "position"
    """On the first street the player left of the last blind, later the first left of the button."""
    LOW_CARD = "low-card"
    """Whoever has the lowest open card, clubs lowest among equals, and has to bring it in."""
    HIGH_CARD = "high-card"
    """Whoever has the highest open card (kings, since aces are low), and has to bring it in: razz."""
    HIGH_BOARD = "high-board"
    """Whoever shows the best open cards; of equals the first left of the dealer."""
    LOW_BOARD = "low-board"
    """Whoever shows the lowest open cards: razz."""


@attrs.frozen(kw_only=True)
class Street:
    """One stage of a hand: cards are dealt, then cards are changed, then (if it has one) comes a betting round."""

    name: str
    down: int = 0
    """Cards dealt face down to each player who is still in."""
    up: int = 0
    """Cards dealt face up to each player who is still in, after those face down."""
    board: int = 0
    """Cards dealt to the board."""
    discards: int = 0
    """How many cards each player may change for new ones, in turn from the left of the button; 0 for none."""
    bets: bool = True
    """Whether a betting round follows."""
    big_bet: bool = False
    """In fixed limit: whether bets are of the big size."""
    opener: Opener = Opener.POSITION
    open_pair: bool = False
    """In fixed limit: whether an open pair allows the big size, where the house plays it so."""


@attrs.frozen(kw_only=True)
class Variant:
    """The streets in order; after the last betting round comes the showdown. Raises :class:`ValueError` if unplayable.

    With *burns* a card is burned before each street but the first. A last street that deals one card to each player
    deals one to the board for all instead when deck and burned cards together are too few (stud with seven or eight).
    """

    name: str
    streets: tuple[Street, ...]
    rank: Rank = best_of_all
    low: Rank | None = None
    """High-low: the ranking of the low half; 0 for a hand that does not qualify."""
    divide: Divide = share
    odd_chips: OddChips | None = None
    """Who gets odd chips; ``None``: the first left of the button."""
    burns: bool = False
    describe: Callable[[int], str] = hand_name
    """A strength in words: ``"Two Pair"``."""
    describe_low: Callable[[int], str] = str
    to_player: int = attrs.field(init=False)
    """How many cards a player is dealt who stays to the end."""
    to_board: int = attrs.field(init=False)
    """How many cards the board has in the end."""
    open_places: tuple[bool, ...] = attrs.field(init=False)
    """For each card of a player, in the order of dealing, whether it lies open."""
    open_at: tuple[int, ...] = attrs.field(init=False)
    """The places of the open ones among them."""
    blinds: bool = attrs.field(init=False)
    """Whether there are blinds; else the first street opens with a bring-in."""
    changes: bool = attrs.field(init=False)
    """Whether there is a street on which cards are changed."""

    fewest_cards: tuple[int, ...] = attrs.field(init=False)
    """By the number of players: how many cards the deck must have."""

    @to_player.default
    def _count_player(self) -> int:
        return sum(street.down + street.up for street in self.streets)

    @to_board.default
    def _count_board(self) -> int:
        return sum(street.board for street in self.streets)

    @open_places.default
    def _find_open_places(self) -> tuple[bool, ...]:
        return tuple(up for street in self.streets for up in (False,) * street.down + (True,) * street.up)

    @open_at.default
    def _find_open(self) -> tuple[int, ...]:
        return tuple(place for place, is_open in enumerate(self.open_places) if is_open)

    @blinds.default
    def _has_blinds(self) -> bool:
        return not self.streets or self.streets[0].opener is Opener.POSITION

    @changes.default
    def _has_changes(self) -> bool:
        return any(street.discards for street in self.streets)

    @fewest_cards.default
    def _count_cards(self) -> tuple[int, ...]:
        burned = (len(self.streets) - 1) * self.burns
        if self.burns and self.streets[-1].down + self.streets[-1].up == 1:
            # The last card of all can be one for all.
            return tuple([players * (self.to_player - 1) + self.to_board + burned for players in range(_MOST_PLAYERS)])
        return tuple([players * self.to_player + self.to_board + burned for players in range(_MOST_PLAYERS)])

    def __attrs_post_init__(self) -> None:
        """Check that there is something to play."""
        if not any(street.bets for street in self.streets):
            raise ValueError(f"variant {self.name!r} has no street with a betting round")
        if self.changes and any(self.open_places):
            raise ValueError(f"variant {self.name!r} has open cards, and cards that are changed")
