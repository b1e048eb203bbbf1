"""What the adviser would do, and the reason: the chance to win weighed against the price."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamehall_adviser.changes import thrown_away
from gamehall_poker.messages import Bet, BringIn, Call, Check, Discard, Fold, Muck, Phase, PokerSeat, PokerView, RaiseTo
from gamehall_sdk.round import Legal, Range

__all__ = ["Judgement", "judge"]

_VALUE: Final = 1.2
"""A bet needs this many times one's fair share of the pot."""
_STRONG: Final = 1.3
"""A raise needs this many times one's fair share."""
_MARGIN: Final = 0.03
"""How much more than its price a call must win: whoever bets has more than any cards."""


@attrs.frozen
class Judgement:
    """An action (none when nothing is asked) and the key of its reason."""

    action: Any
    reason: str
    price: float = 0.0
    """The share that a call needs, 0 to 1."""
    fair: float = 0.0
    """The share of the pot if all were equal."""


def judge(view: PokerView, me: PokerSeat, legal: Legal, share: float, *, low: bool) -> Judgement:
    """The judgement for a seat that wins *share* of the pot; *low*: cards are changed towards a low hand."""
    others = sum(one.state != "folded" for one in view.seats) - 1
    fair = 1.0 / (others + 1)
    if not legal:
        return Judgement(None, "wait", fair=fair)
    if view.phase is Phase.DISCARD:
        out = tuple([card for card in me.cards if card in thrown_away(me.cards, low=low)])
        action = next(one for one in legal.actions if isinstance(one, Discard) and set(one.cards) == set(out))
        return Judgement(action, "change" if out else "keep", fair=fair)
    plain: dict[type, Any] = {type(one): one for one in legal.actions}
    if Muck in plain:
        return Judgement(plain[Muck], "beaten" if others else "muck", fair=fair)
    owed = view.to_call
    price = owed / (view.pot + owed) if owed else 0.0
    level = _STRONG if owed else _VALUE
    wager = legal.ranges[0] if legal.ranges else None
    if wager is not None and share >= min(0.9, level * fair) and share > price + _MARGIN:
        return Judgement(_sized(wager, view, me, share), "bet" if wager.action is Bet else "raise", price, fair)
    if Check in plain:
        return Judgement(plain[Check], "check", price, fair)
    if BringIn in plain:
        return Judgement(plain[BringIn], "bringin", price, fair)
    if Call in plain and share > price + _MARGIN:
        return Judgement(plain[Call], "call", price, fair)
    return Judgement(plain.get(Fold) or next(iter(plain.values()), None), "fold", price, fair)


def _sized(wager: Range, view: PokerView, me: PokerSeat, share: float) -> Bet | RaiseTo:
    """Two thirds of the pot, all of it with a hand that wins nearly always."""
    pot = view.pot + view.to_call
    more = pot if share >= 0.8 else 2 * pot // 3  # noqa: PLR2004  # four times in five
    to = me.bet + view.to_call + more
    action: Bet | RaiseTo = wager.action(min(max(to, wager.least), wager.most))
    return action
