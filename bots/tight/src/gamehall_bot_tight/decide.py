"""The decision: from what a seat may see to an action; pure, but for the random source that is passed in."""

from __future__ import annotations

from typing import Final, Protocol

import attrs

from gamehall_bot_tight.equity import Sampler, equity
from gamehall_bot_tight.preflop import top_share
from gamehall_poker.messages import Action, Call, Check, Fold, Muck, Phase, PokerSeat, PokerView, SeatState
from gamehall_sdk.round import Legal

__all__ = ["Spot", "after_flop", "before_flop", "choose", "read"]

_OPEN: Final = {1: 0.60, 2: 0.40, 3: 0.30, 4: 0.24, 5: 0.20}
"""By opponents still in: the share of hands worth an opening raise."""
_OPEN_FULL: Final = 0.15
_VALUE: Final = 1.25
"""A bet for value needs this many times one's fair share of the pot."""
_STRONG: Final = 1.6
"""A raise for value needs this many times one's fair share."""
_SURE: Final = 0.85
_BLUFFS: Final = 0.08
"""How often a weak hand bets where all have checked."""


class Source(Sampler, Protocol):
    """What :class:`random.Random` offers and a decision needs."""

    def random(self) -> float:
        """A number from 0 up to 1."""


@attrs.frozen
class Spot:
    """What matters of a view for a decision, in chips."""

    me: PokerSeat
    opponents: int
    """Others who have not folded."""
    committed: int
    """Those of them who have matched the bet: before the flop, the others may still fold."""
    pot: int
    to_call: int
    highest: int
    """The highest bet on this street."""
    big_blind: int

    @property
    def price(self) -> float:
        """The share of the pot, after a call, that the call pays for: the equity that it needs."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0


def read(view: PokerView, seat: int, big_blind: int) -> Spot:
    """The spot of *seat*, which is to act."""
    me = next(one for one in view.seats if one.seat == seat)
    others = [one for one in view.seats if one.seat != seat and one.state is not SeatState.FOLDED]
    highest = max(one.bet for one in view.seats)
    committed = sum(one.bet >= highest or one.state is SeatState.ALL_IN for one in others)
    return Spot(me, len(others), committed, view.pot, view.to_call, highest, big_blind)


def choose(view: PokerView, legal: Legal, spot: Spot, trials: int, rng: Source) -> Action:
    """The action for *spot*, one of *legal*; *trials* bounds the simulation. It shows nothing that it need not."""
    if view.phase is Phase.SHOW:
        return Muck()
    if view.street == "preflop":
        return before_flop(spot, legal, trials, rng)
    return after_flop(view, legal, spot, trials, rng)


def before_flop(spot: Spot, legal: Legal, trials: int, rng: Source) -> Action:
    """Open with a range that is the wider the fewer are left; answer a raise by equity against those in."""
    share = top_share(spot.me.cards)
    if spot.highest <= spot.big_blind:
        if share <= _OPEN.get(spot.opponents, _OPEN_FULL):
            limpers = max(0, spot.committed - 1)
            return _raise(legal, spot.big_blind * (3 + limpers))
        cheap = 2 * spot.to_call <= spot.big_blind and share <= 2 * _OPEN_FULL
        return _call(legal) if cheap else _give_up(legal)
    win = equity(spot.me.cards, (), max(1, spot.committed), trials, rng)
    fair = win * (max(1, spot.committed) + 1)
    if fair >= _STRONG:
        return _raise(legal, 3 * spot.highest)
    return _call(legal) if win > spot.price + _margin(spot) else _give_up(legal)


def after_flop(view: PokerView, legal: Legal, spot: Spot, trials: int, rng: Source) -> Action:
    """Bet and raise for value, call at a good price, now and then bluff where all have checked."""
    win = equity(spot.me.cards, view.board, spot.opponents, trials, rng)
    fair = win * (spot.opponents + 1)
    if not spot.to_call:
        if fair >= _VALUE or (spot.opponents == 1 and rng.random() < _BLUFFS):
            return _raise(legal, max(spot.big_blind, 2 * spot.pot // 3))
        return _give_up(legal)
    if fair >= _STRONG and win > spot.price + _margin(spot):
        return _raise(legal, spot.me.bet + spot.to_call + (spot.pot + spot.to_call if win > _SURE else spot.pot // 2))
    return _call(legal) if win > spot.price + _margin(spot) else _give_up(legal)


def _margin(spot: Spot) -> float:
    """How much more than the price a call must win: whoever bets much has more than any two cards."""
    size = spot.to_call / max(1, spot.pot - spot.to_call)
    return min(0.12, 0.04 + 0.04 * size)


def _raise(legal: Legal, to: int) -> Action:
    """Bet or raise to about *to*, or else call or check."""
    if not legal.ranges:
        return _call(legal)
    span = legal.ranges[0]
    action: Action = span.action(min(max(to, span.least), span.most))
    return action


def _call(legal: Legal) -> Action:
    return next(one for one in legal.actions if isinstance(one, Call | Check))


def _give_up(legal: Legal) -> Action:
    return next(one for one in legal.actions if isinstance(one, Check | Fold))
