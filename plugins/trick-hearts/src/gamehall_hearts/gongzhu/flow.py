"""Who plays the next round of Gongzhu, who leads to it, and when a match is over."""

from __future__ import annotations

from typing import Final

from gamehall_hearts.gongzhu.messages import GongzhuMemo, GongzhuStart
from gamehall_hearts.gongzhu.options import GongzhuOptions, Leader, Threshold
from gamehall_sdk.game import Plan, Planning, Standing

__all__ = ["PLAYERS", "match_over", "plan_round"]

PLAYERS: Final = {"q": 4, "t": 3}
"""How many play each variant."""
_LIMIT: Final = 1000


def plan_round(planning: Planning) -> Plan | None:
    """Plan a round among exactly as many as the variant needs; ``None`` while they are fewer."""
    chairs = planning.chairs[: PLAYERS[planning.variant]]
    if len(chairs) < PLAYERS[planning.variant]:
        return None
    seats = tuple(chair.seat for chair in chairs)
    totals = tuple(chair.stack for chair in chairs)
    return Plan(seats, GongzhuStart(_leader(planning, seats), totals), planning.memo)


def _leader(planning: Planning, seats: tuple[int, ...]) -> int | None:
    options: GongzhuOptions = planning.options
    memo: GongzhuMemo | None = planning.memo
    match options.leader:
        case Leader.PLACE0:
            return seats[0]
        case Leader.ROTATE:
            return seats[(planning.match_round - 1) % len(seats)]
        case Leader.PIG if memo is not None and memo.pig in seats and planning.match_round > 1:
            return memo.pig
        case _:
            return None


def match_over(standing: Standing) -> str | None:
    """Why the match is over: the first at -1000 has lost; in some houses +1000 wins (CHECKLIST 3.1)."""
    threshold = standing.options.match_threshold
    if threshold is not Threshold.NONE and min(standing.stacks) <= -_LIMIT:
        return f"a total has reached -{_LIMIT}"
    if threshold is Threshold.BOTH and max(standing.stacks) >= _LIMIT:
        return f"a total has reached +{_LIMIT}"
    return None
