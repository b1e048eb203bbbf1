"""Forced bets: antes, blinds and other posts, put in before the first card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from gamehall_poker.betting import Betting
from gamehall_poker.messages import PostKind
from gamehall_poker.start import PokerStart
from gamehall_poker.story import POSTED, Entry

__all__ = ["Forced", "post_forced"]


_ANTE: Final = PostKind.ANTE
_SMALL_BLIND: Final = PostKind.SMALL_BLIND
_BIG_BLIND: Final = PostKind.BIG_BLIND


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
    if betting.ante:
        for player in range(len(seats)):
            _post(_ANTE, betting.ante, player, seats, stack, log)
    if start.small_blind is not None:
        player = seats.index(start.small_blind)
        bet[player] = _post(_SMALL_BLIND, betting.small_blind, player, seats, stack, log)
    last = seats.index(start.big_blind)
    bet[last] += _post(_BIG_BLIND, betting.big_blind, last, seats, stack, log)
    current = betting.big_blind
    if not start.posts:
        return Forced(stack, bet, (), current, last, log)
    dead = [0] * len(stack)
    for post in start.posts:
        player = seats.index(post.seat)
        target = dead if post.kind is PostKind.DEAD else bet
        target[player] += _post(post.kind, post.amount, player, seats, stack, log)
        if bet[player] > current:
            current, last = bet[player], player
    return Forced(stack, bet, tuple(dead), current, last, log)


def _post(  # a closure would be made anew for every hand
    kind: PostKind, amount: int, player: int, seats: Sequence[int], stack: list[int], log: list[Entry]
) -> int:
    chips = stack[player]
    if amount > chips:  # noqa: PLR1730  # quicker than min()
        amount = chips
    if amount:
        stack[player] = chips - amount
        log.append((POSTED, seats[player], (kind, amount)))
    return amount
