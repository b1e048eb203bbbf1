"""What an adviser makes of a seat's view: the cards that are known, and how many are still to come."""

from __future__ import annotations

from typing import Final

import attrs

from gamehall_poker.messages import PokerSeat, PokerView, SeatState

__all__ = ["Holding", "Spot", "read_spot"]

_STUD: Final = 7
_DRAW: Final = 5
_BOARD: Final = 5
_OMAHA: Final = 4
_TRIPLE: Final = 3


@attrs.frozen
class Holding:
    """One player's cards: those the viewer knows, how many more there will be, and the changes of cards behind it."""

    cards: tuple[int, ...]
    unknown: int
    changed: tuple[int, ...] = ()


@attrs.frozen
class Spot:
    """All that counts for the chance to win."""

    own: Holding
    others: tuple[Holding, ...]
    """Those who have not folded."""
    board: tuple[int, ...]
    to_board: int
    """Cards that will still come to the board."""
    dead: tuple[int, ...]
    """Open cards of those who have folded."""
    changes: int = 0
    """How often each player changes cards in a whole hand."""
    exactly_two: bool = False
    """Whether just two of the own cards count, with three of the board."""


def read_spot(view: PokerView, seat: int, game: str, variant: str) -> Spot:
    """The spot of *seat*, which must be in the hand; *game* is ``holdem``, ``draw`` or ``stud``."""
    me = next(one for one in view.seats if one.seat == seat)
    others = [one for one in view.seats if one.seat != seat and one.state is not SeatState.FOLDED]
    dead = tuple(
        [card for one in view.seats if one.state is SeatState.FOLDED and one.seat != seat for card in one.cards]
    )
    size = {"stud": _STUD, "draw": _DRAW}.get(game, len(me.cards))
    to_board = 0
    if game == "stud":
        # When the deck is too short, the last card is one for all, on the board.
        missing = sum(size - len(one.cards) for one in (me, *others))
        if view.board or missing > _cards_left(view):
            size, to_board = size - 1, 1 - len(view.board)
    elif game != "draw":
        to_board = _BOARD - len(view.board)
    return Spot(
        own=_holding(me, size),
        others=tuple([_holding(one, size) for one in others]),
        board=view.board,
        to_board=to_board,
        dead=dead,
        changes=(_TRIPLE if "triple" in variant else 1) if game == "draw" else 0,
        exactly_two=game == "holdem" and len(me.cards) == _OMAHA,
    )


def _holding(one: PokerSeat, size: int) -> Holding:
    return Holding(one.cards, size - len(one.cards), one.changed)


def _cards_left(view: PokerView) -> int:
    return 52 - len(view.board) - sum(len(one.cards) for one in view.seats)
