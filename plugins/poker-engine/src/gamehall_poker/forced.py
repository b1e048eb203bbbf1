"""Forced bets: antes, blinds and other posts, put in before the first card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamehall_poker.betting import AnteStyle, Betting
from gamehall_poker.messages import PostKind
from gamehall_poker.start import PokerStart
from gamehall_poker.story import POSTED, Entry

__all__ = ["ante_payer", "post_forced"]


_ANTE: Final = PostKind.ANTE
_SMALL_BLIND: Final = PostKind.SMALL_BLIND
_BIG_BLIND: Final = PostKind.BIG_BLIND
_EACH: Final = AnteStyle.EACH


def post_forced(
    betting: Betting, start: PokerStart, seats: Sequence[int], stack: list[int], bet: list[int], log: list[Entry]
) -> tuple[int, int, Sequence[int]]:
    """Put the forced bets of a hand from *stack* into *bet*, both by player; whoever has less posts all they have.

    Antes of each player come first, then the small blind, the big blind, the further posts of *start*, and an ante
    that one pays for all. An ante of each is no part of the bet, but has to be matched like one; one ante for all is
    dead, as are posts that are antes, which come first of all. What was posted is added to *log*.

    Returns the bet to call (the full big blind or straddle, even when it was posted short), the player left of whom
    the action begins, and the dead chips by player (empty when there are none). Raises :class:`ValueError` for a post
    at a seat that does not play.
    """
    ante = betting.ante
    each = not ante or betting.ante_style is _EACH
    posts = start.posts
    dead = _dead_antes(start, seats, stack, log) if posts else []
    if ante and each:
        for player in range(len(seats)):
            _post(_ANTE, ante, player, seats, stack, log)
    # The blinds, which every hand has, are put in without a call of _post.
    seat = start.small_blind
    amount = betting.small_blind
    if seat is not None and amount:
        player = seats.index(seat)
        chips = stack[player]
        if amount > chips:  # noqa: PLR1730  # quicker than min()
            amount = chips
        if amount:
            stack[player] = chips - amount
            bet[player] = amount
            log.append((POSTED, seat, (_SMALL_BLIND, amount)))
    seat = start.big_blind
    current, last = 0, -1
    if seat is not None:
        current = amount = betting.big_blind
        last = seats.index(seat)
        chips = stack[last]
        if amount > chips:  # noqa: PLR1730  # as above
            amount = chips
        if amount:
            stack[last] = chips - amount
            bet[last] += amount
            log.append((POSTED, seat, (_BIG_BLIND, amount)))
    if each and not posts:
        return current, last, dead
    if posts:
        current, last = _further(start, seats, stack, bet, dead, log, current, last)
    if not each:
        dead = dead or [0] * len(stack)
        player = ante_payer(betting.ante_style, start, seats)
        dead[player] += _post(_ANTE, ante, player, seats, stack, log)
    return current, last, dead


def _dead_antes(start: PokerStart, seats: Sequence[int], stack: list[int], log: list[Entry]) -> list[int]:
    """Put in the posts that are antes; gives dead chips by player."""
    dead = [0] * len(stack)
    for post in start.posts:
        if post.kind is _ANTE:
            player = seats.index(post.seat)
            dead[player] += _post(_ANTE, post.amount, player, seats, stack, log)
    return dead


def _further(  # all that a post changes
    start: PokerStart,
    seats: Sequence[int],
    stack: list[int],
    bet: list[int],
    dead: list[int],
    log: list[Entry],
    current: int,
    last: int,
) -> tuple[int, int]:
    """Put in the other posts; gives the bet to call and the player left of whom the action begins."""
    for post in start.posts:
        if post.kind is _ANTE:
            continue
        player = seats.index(post.seat)
        if post.kind is PostKind.DEAD:
            dead[player] += _post(post.kind, post.amount, player, seats, stack, log)
            continue
        # Others owe it in full, as they do a blind, even when it was posted short.
        owed = bet[player] + post.amount
        bet[player] += _post(post.kind, post.amount, player, seats, stack, log)
        if owed > current:
            current, last = owed, player
    return current, last


def ante_payer(style: AnteStyle, start: PokerStart, seats: Sequence[int]) -> int:
    """The player who pays one ante for all."""
    if style is AnteStyle.BIG_BLIND or start.button not in seats:
        return len(seats) - 1 if start.big_blind is None else seats.index(start.big_blind)
    return seats.index(start.button)


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
