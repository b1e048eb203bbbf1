"""Who is dealt into the next hand, and where button and blinds go: the dead-button rule of the poker engine."""

from __future__ import annotations

from gamehall_poker.button import ButtonMemo, next_hand
from gamehall_sdk.game import Plan, Planning

__all__ = ["plan_hand"]


def plan_hand(planning: Planning) -> Plan | None:
    """Plan a hand among those with chips; ``None`` while they are fewer than two.

    Somebody is new who has not been dealt in here, or was not in the last hand; see
    :mod:`gamehall_poker.button` for where newcomers wait.
    """
    chairs = [chair for chair in planning.chairs if chair.stack > 0]
    if len(chairs) < 2:  # noqa: PLR2004  # one cannot play alone
        return None
    memo: ButtonMemo | None = planning.memo
    before = memo.players if memo else ()
    newcomers = {chair.seat for chair in chairs if chair.rounds == 0 or chair.seat not in before}
    hand = next_hand(memo, [chair.seat for chair in chairs], newcomers, planning.number - 1)
    return Plan(hand.seats, hand.start, hand.memo)
