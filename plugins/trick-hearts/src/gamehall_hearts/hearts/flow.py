"""Who plays the next round of Hearts, where cards are passed to, and when a match is over."""

from __future__ import annotations

from typing import Final

from gamehall_hearts.hearts.messages import Direction, HeartsStart
from gamehall_hearts.hearts.options import Passing
from gamehall_sdk.game import Plan, Planning, Standing

__all__ = ["PLAYERS", "direction_of", "match_over", "plan_round"]

PLAYERS: Final = 4
_CYCLE: Final = (Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD)
_FIXED: Final = {
    Passing.LEFT: Direction.LEFT,
    Passing.RIGHT: Direction.RIGHT,
    Passing.ACROSS: Direction.ACROSS,
    Passing.NEVER: Direction.HOLD,
}


def direction_of(passing: Passing, match_round: int) -> Direction:
    """Where cards are passed to in the round of this number (from 1) of a match."""
    fixed = _FIXED.get(passing)
    if fixed is not None:
        return fixed
    length = len(_CYCLE) if passing is Passing.CYCLE else len(_CYCLE) - 1
    return _CYCLE[(match_round - 1) % length]


def plan_round(planning: Planning) -> Plan | None:
    """Plan a round among four; ``None`` while they are fewer. The eldest hand goes round."""
    chairs = planning.chairs[:PLAYERS]
    if len(chairs) < PLAYERS:
        return None
    seats = tuple(chair.seat for chair in chairs)
    direction = direction_of(planning.options.passing, planning.match_round)
    eldest = seats[(planning.match_round - 1) % PLAYERS]
    # A table's stacks add payoffs up, and those are negative points.
    return Plan(seats, HeartsStart(direction, eldest, tuple(-chair.stack for chair in chairs)))


def match_over(standing: Standing) -> str | None:
    """A player's points have reached the table's limit; who has the fewest wins."""
    limit = standing.options.match_points
    if limit and -min(standing.stacks) >= limit:
        return f"a total has reached {limit} points"
    return None
