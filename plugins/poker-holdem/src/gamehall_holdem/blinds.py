"""Who is dealt into the next hand and what each has to post: dead button, missed blinds, coming in.

The rule (Robert's Rules, section 3): whoever was away when the big blind passed owes a live big blind; when the small
blind passed too, a dead small blind besides; whoever missed the small blind alone owes that, dead. Coming in costs a
big blind. Who would rather not pay waits until the big blind comes to them, which settles everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

import attrs

from gamehall_holdem.messages import Blind
from gamehall_poker.button import ButtonMemo, Rotation, next_hand
from gamehall_poker.messages import PostKind
from gamehall_poker.start import PokerStart, Post
from gamehall_sdk.game import Plan, Planning

__all__ = ["NO_DEBT", "Debt", "Demand", "demands", "missed", "plan_hand"]

_FEWEST: Final = 2
_STRADDLE_BLINDS: Final = 2


@attrs.frozen
class Debt:
    """The blinds that a player owes."""

    small: bool = False
    big: bool = False

    def __or__(self, other: Debt) -> Debt:
        return Debt(self.small or other.small, self.big or other.big)

    def __bool__(self) -> bool:
        return self.small or self.big


NO_DEBT: Final = Debt()


@attrs.frozen
class Demand:
    """What a player has to post before a hand: *live* chips are a bet, *dead* ones are not."""

    blind: Blind
    live: int
    dead: int = 0


def plan_hand(
    planning: Planning, debts: Mapping[int, Debt] | None = None, waiting: AbstractSet[int] = frozenset()
) -> Plan | None:
    """Plan a hand among those with chips; ``None`` while they are fewer than two.

    Somebody is new who has not been dealt in here, or was not in the last hand; see
    :mod:`gamehall_poker.button` for where newcomers wait. Those with *debts* post them, unless they are *waiting*
    for the big blind. The first button is drawn, or goes round where nothing is drawn.
    """
    chairs = [chair for chair in planning.chairs if chair.stack > 0]
    if len(chairs) < _FEWEST:
        return None
    memo: ButtonMemo | None = planning.memo
    before = memo.players if memo else ()
    newcomers = {chair.seat for chair in chairs if chair.rounds == 0 or chair.seat not in before}
    first = planning.number - 1 if planning.draw is None else planning.draw
    hand = _rotated(memo, [chair.seat for chair in chairs], newcomers, waiting, first)
    stacks = {chair.seat: chair.stack for chair in chairs}
    posts = _posts(hand, debts or {}, stacks, planning.options)
    return Plan(hand.seats, attrs.evolve(hand.start, posts=posts), hand.memo)


def _rotated(
    memo: ButtonMemo | None, seats: list[int], newcomers: AbstractSet[int], waiting: AbstractSet[int], first: int
) -> Rotation:
    hand = next_hand(memo, seats, newcomers, first)
    idle = waiting - {hand.start.big_blind}
    staying = [seat for seat in seats if seat not in idle]
    if memo is None or len(staying) in (len(seats), 0, 1):
        return hand
    return next_hand(memo, staying, newcomers, first)


def _posts(hand: Rotation, debts: Mapping[int, Debt], stacks: Mapping[int, int], options: Any) -> tuple[Post, ...]:
    """What is posted besides the blinds, in the order of the seats from the big blind on; a straddle comes last.

    Nobody straddles who has too little for it: a straddle is always posted in full.
    """
    start = hand.start
    natural = (start.small_blind, start.big_blind)
    at = hand.seats.index(start.big_blind) + 1 if start.big_blind in hand.seats else 0
    order = hand.seats[at:] + hand.seats[:at]
    posts: list[Post] = []
    for seat in order:
        debt = debts.get(seat, NO_DEBT)
        if seat in natural:
            continue
        if debt.small and options.small_blind:
            posts.append(Post(seat, options.small_blind, PostKind.DEAD))
        if debt.big:
            posts.append(Post(seat, options.big_blind))
    straddle = _STRADDLE_BLINDS * options.big_blind
    covers = stacks[order[0]] >= straddle + options.ante
    if options.straddle and len(order) > _FEWEST and covers and not debts.get(order[0]):
        posts.append(Post(order[0], straddle))
    return tuple(posts)


def demands(start: PokerStart, options: Any) -> dict[int, Demand]:
    """What each seat has to post, the blinds first; a straddle is the table's rule, and nobody is asked for it."""
    due: dict[int, Demand] = {}
    if start.small_blind is not None and options.small_blind:
        due[start.small_blind] = Demand(Blind.SMALL, options.small_blind)
    if start.big_blind is not None:
        due[start.big_blind] = Demand(Blind.BIG, options.big_blind)
    for post in start.posts:
        if post.amount > options.big_blind:
            continue
        one = due.get(post.seat, Demand(Blind.MISSED, 0))
        if post.kind is PostKind.DEAD:
            due[post.seat] = attrs.evolve(one, dead=post.amount)
        else:
            due[post.seat] = attrs.evolve(one, live=post.amount)
    return due


def missed(old: ButtonMemo | None, new: ButtonMemo, absent: Iterable[int]) -> dict[int, Debt]:
    """What the seats *absent* from a hand owe more after it: the blinds that went past them since the hand before."""
    if old is None:
        return {}
    found = {
        seat: Debt(
            _passed(old.small_blind, seat, new.small_blind),
            _passed(old.big_blind, seat, new.big_blind),
        )
        for seat in absent
    }
    return {seat: debt for seat, debt in found.items() if debt}


def _passed(before: int, seat: int, now: int) -> bool:
    """Whether what was at *before* and is at *now* went past *seat*, or to it, clockwise."""
    if before < now:
        return before < seat <= now
    return before > now and (seat > before or seat <= now)
