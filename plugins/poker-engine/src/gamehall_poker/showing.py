"""Whether a hand is to be shown: what a table's flow asks of a round."""

from __future__ import annotations

from typing import Any

from gamehall_poker.messages import Muck, PokerView, SeatState
from gamehall_sdk.round import Round

__all__ = ["is_alone", "may_show"]


def may_show(hand: Round[Any, Any], seat: int) -> bool:
    """Whether *seat* is asked to show or muck."""
    actions = hand.legal(seat).actions
    return bool(actions) and type(actions[0]) is Muck


def is_alone(view: PokerView) -> bool:
    """Whether all but one have folded."""
    return sum(seat.state is not SeatState.FOLDED for seat in view.seats) == 1
