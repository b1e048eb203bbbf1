"""A hand in a few words, for a list of tables."""

from __future__ import annotations

from gamehall_poker.messages import Phase, PokerView, SeatState
from gamehall_sdk.cards import text

__all__ = ["summary"]


def summary(view: PokerView) -> str:
    """``"flop Ah Kd 7h, pot 120, 3 in"``; once the hand is over who won what: ``"seat 2 won 120"``."""
    if view.phase is Phase.OVER:
        won = [f"seat {seat.seat} won {seat.won}" for seat in view.seats if seat.won]
        return ", ".join([*won, text(view.board)] if view.board else won)
    street = " ".join(filter(None, [view.street, text(view.board)]))
    live = sum(seat.state is not SeatState.FOLDED for seat in view.seats)
    return f"{street}, pot {view.pot}, {live} in"
