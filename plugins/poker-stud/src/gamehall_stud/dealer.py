"""Who deals: the place of the dealer moves on with every hand; it decides the order of dealing and breaks ties."""

from __future__ import annotations

from typing import Final

import attrs

from gamehall_poker.start import PokerStart
from gamehall_sdk.game import Plan, Planning

__all__ = ["DealerMemo", "plan_hand"]

_FEWEST: Final = 2


@attrs.frozen
class DealerMemo:
    """Who dealt the last hand."""

    dealer: int


def plan_hand(planning: Planning) -> Plan | None:
    """Plan a hand among those with chips; ``None`` while they are fewer than two.

    The first dealer is drawn, or goes round where nothing is drawn; then the next seat to the left deals.
    """
    seats = tuple(chair.seat for chair in planning.chairs if chair.stack > 0)
    if len(seats) < _FEWEST:
        return None
    memo: DealerMemo | None = planning.memo
    if memo is None:
        drawn = planning.number - 1 if planning.draw is None else planning.draw
        dealer = seats[drawn % len(seats)]
    else:
        dealer = next((seat for seat in seats if seat > memo.dealer), seats[0])
    return Plan(seats, PokerStart(dealer), DealerMemo(dealer))
