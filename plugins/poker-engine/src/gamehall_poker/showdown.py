"""The showdown: who turns up their cards, in which order, and who wins what; pure functions on player numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from gamehall_poker.pots import Pot, halve, side_pots
from gamehall_poker.variant import Variant

__all__ = ["Share", "Showdown", "hold_showdown", "must_show", "show_order"]


Share = tuple[int, int, int]
"""(number of the pot, player, chips)."""
_ALL: Final = (True,) * 64


class Showdown(NamedTuple):
    """What a showdown came to."""

    shows: Sequence[bool]
    """For each player in the order of showing, whether they have to show."""
    shares: Sequence[Share]
    """The shares of the pots, the main pot first; of high-low pots those of the high halves."""
    strengths: Sequence[int]
    """By player; -1 for those who folded."""
    low_shares: Sequence[Share] = ()
    """The shares of the low halves."""
    lows: Sequence[int] = ()
    """By player, where there is a low: its strength, 0 for none; -1 for those who folded."""


def hold_showdown(  # all that a showdown depends on
    variant: Variant,
    holes: Sequence[Sequence[int]],
    board: Sequence[int],
    put: Sequence[int],
    live: Sequence[int],
    dead: int,
    order: Sequence[int],
    *,
    tabled: bool,
) -> Showdown:
    """Compare the hands of the players *live* (by rising number) and divide the pots.

    *holes* and *put* are by player; *put* and *dead* are as :func:`~gamehall_poker.pots.side_pots` takes them.
    *order* is the order of showing; all hands are shown when *tabled*.
    """
    held = [holes[player] for player in live]
    strengths = [-1] * len(put)
    for player, value in zip(live, variant.rank(held, board), strict=True):
        strengths[player] = value
    pots = side_pots(put, live, dead)
    odd = None if variant.odd_chips is None else partial(variant.odd_chips, holes, board)
    if variant.low is None:
        shows = _ALL[: len(order)] if tabled else must_show(order, [(strengths, pots)])
        return Showdown(shows, variant.divide(pots, strengths, odd), strengths)
    lows = _by_player(variant.low(held, board), live, len(put))
    highs, halves = halve(pots, lows)
    shows = _ALL[: len(order)] if tabled else must_show(order, [(strengths, highs), (lows, halves)])
    low_shares = variant.divide(halves, lows, odd)
    return Showdown(shows, variant.divide(highs, strengths, odd), strengths, low_shares, lows)


def _by_player(values: Sequence[int], live: Sequence[int], count: int) -> list[int]:
    by_player = [-1] * count
    for player, value in zip(live, values, strict=True):
        by_player[player] = value
    return by_player


def show_order(live: Sequence[int], aggressor: int, opener: int = 0) -> list[int]:
    """The players of *live* (by rising number) in the order of showing.

    The last to bet or raise on the last street, *aggressor*, shows first, then clockwise; without one (-1) whoever
    was the first to act, *opener*, or the next who is in (TDA rule 17).
    """
    first = aggressor if aggressor in live else opener
    at = bisect_left(live, first)
    return [*live[at:], *live[:at]]


def must_show(order: Sequence[int], halves: Sequence[tuple[Sequence[int], Sequence[Pot]]]) -> list[bool]:
    """For each player of *order*, whether they turn up their cards rather than muck them.

    A player mucks who can see themselves beaten by cards already shown in every pot that they could win. *halves*
    are strengths by player with the pots that they decide: one such, or the high and the low.
    """
    if len(halves) == 1 and len(halves[0][1]) == 1:
        return _must_show_in_one(order, halves[0][0])
    best = [[-1] * len(pots) for _, pots in halves]
    shows = []
    for player in order:
        show = False
        for tops, (strengths, pots) in zip(best, halves, strict=True):
            value = strengths[player]
            for number, pot in enumerate(pots):
                if value >= tops[number] and pot.amount and player in pot.eligible:
                    tops[number] = value
                    show = True
        shows.append(show)
    return shows


def _must_show_in_one(order: Sequence[int], strengths: Sequence[int]) -> list[bool]:
    """As :func:`must_show`, with one pot that all may win."""
    best = -1
    shows = []
    for player in order:
        show = strengths[player] >= best
        if show:
            best = strengths[player]
        shows.append(show)
    return shows
