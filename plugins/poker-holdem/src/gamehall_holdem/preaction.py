"""Actions chosen before one's turn: what they come to when it is there."""

from __future__ import annotations

from typing import Any, Final

from gamehall_holdem.messages import Ahead
from gamehall_poker.messages import Call, Check, Fold, Phase, PokerView
from gamehall_sdk.round import Legal

__all__ = ["choice_of", "holds", "price"]

_CHOICES: Final[dict[Ahead, tuple[Any, ...]]] = {
    Ahead.CHECK: (Check(),),
    Ahead.CHECK_FOLD: (Check(), Fold()),
    Ahead.FOLD: (Check(), Fold()),
    Ahead.CALL: (Call(),),
    Ahead.CALL_ANY: (Call(), Check()),
}
_PRICED: Final = (Ahead.CHECK, Ahead.CALL)


def choice_of(ahead: Ahead, legal: Legal) -> Any:
    """The action that *ahead* comes to where *legal* is what may be done; ``None`` when it comes to none."""
    return next((action for action in _CHOICES.get(ahead, ()) if action in legal.actions), None)


def holds(ahead: Ahead, chosen_at: int, now: int) -> bool:
    """Whether *ahead*, chosen when a call cost *chosen_at* chips, still holds when it costs *now*."""
    return ahead not in _PRICED or chosen_at == now


def price(view: PokerView, seat: int) -> int:
    """What a call costs *seat* now, as far as its stack reaches; 0 when nobody bets."""
    me = next((one for one in view.seats if one.seat == seat), None)
    if me is None or view.phase is not Phase.BET:
        return 0
    bet = max(one.bet for one in view.seats)
    actor = next(one for one in view.seats if one.seat == view.to_act[0])
    if view.to_call < actor.stack:
        bet = max(bet, actor.bet + view.to_call)
    return min(bet - me.bet, me.stack)
