"""Forced bets: antes, blinds and other posts, put in before the first card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamehall_poker.betting import Betting
from gamehall_poker.messages import PostKind
from gamehall_poker.start import PokerStart
from gamehall_poker.story import Entry, What

__all__ = ["Forced", "post_forced"]


class Forced(NamedTuple):
    """What the forced bets came to; lists are by player."""

    stack: list[int]
    """Chips left."""
    bet: list[int]
    """Chips that count as a bet on the first street."""
    dead: tuple[int, ...]
    """Chips that nobody has to match; empty when there are none."""
    current: int
    """The bet to call: the full big blind even when it was posted short, or a straddle."""
    last: int
    """The player left of whom the action begins."""
    log: list[Entry]
    """What was posted."""


def post_forced(betting: Betting, start: PokerStart, seats: Sequence[int], stacks: Sequence[int]) -> Forced:
    """Put in the forced bets from *stacks*, by player; whoever has less posts all they have.

    Antes come first, then the small blind, the big blind and the further posts of *start*. An ante is no part of
    the bet, but has to be matched like one. Raises :class:`ValueError` for a post at a seat that does not play.
    """
    stack = list(stacks)
    bet = [0] * len(stack)
    log: list[Entry] = []

    def post(seat: int, kind: PostKind, amount: int) -> int:
        player = seats.index(seat)
        amount = min(amount, stack[player])
        stack[player] -= amount
        if amount:
            log.append((What.POSTED, seat, (kind, amount)))
        return amount

    if betting.ante:
        for seat in seats:
            post(seat, PostKind.ANTE, betting.ante)
    if start.small_blind is not None:
        bet[seats.index(start.small_blind)] = post(start.small_blind, PostKind.SMALL_BLIND, betting.small_blind)
    last = seats.index(start.big_blind)
    bet[last] += post(start.big_blind, PostKind.BIG_BLIND, betting.big_blind)
    current = betting.big_blind
    if not start.posts:
        return Forced(stack, bet, (), current, last, log)
    dead = [0] * len(stack)
    for further in start.posts:
        player = seats.index(further.seat)
        target = dead if further.kind is PostKind.DEAD else bet
        target[player] += post(further.seat, further.kind, further.amount)
        if bet[player] > current:
            current, last = bet[player], player
    return Forced(stack, bet, tuple(dead), current, last, log)
