"""The showdown: who turns up their cards, in which order, and who wins what; pure functions on player numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamehall_poker.pots import Pot, side_pots
from gamehall_poker.variant import Variant

__all__ = ["Showdown", "hold_showdown", "must_show", "show_order"]


class Showdown(NamedTuple):
    """What a showdown came to."""

    order: list[int]
    """Those who have not folded, in the order of showing."""
    shows: list[bool]
    """For each of *order*, whether they show (or muck)."""
    shares: list[tuple[int, int, int]]
    """(number of the pot, player, chips), the main pot first."""
    strengths: list[int]
    """By player; -1 for those who folded."""


def hold_showdown(  # all that a showdown depends on
    variant: Variant,
    holes: Sequence[Sequence[int]],
    board: Sequence[int],
    put: Sequence[int],
    live: Sequence[int],
    *,
    dead: int,
    aggressor: int,
    tabled: bool,
) -> Showdown:
    """Compare the hands of the players *live* (by rising number) and divide the pots.

    *holes* and *put* are by player; *put* and *dead* are as :func:`~gamehall_poker.pots.side_pots` takes them.
    All hands are shown when *tabled*: somebody is all-in and the betting is over (TDA rule 16).
    """
    strengths = [-1] * len(put)
    for player, value in zip(live, variant.rank([holes[player] for player in live], board), strict=True):
        strengths[player] = value
    pots = side_pots(put, live, dead)
    order = show_order(live, aggressor)
    shows = [True] * len(order) if tabled else must_show(order, strengths, pots)
    return Showdown(order, shows, variant.divide(pots, strengths), strengths)


def show_order(live: Sequence[int], aggressor: int) -> list[int]:
    """The players of *live* (by rising number) in the order of showing.

    The last to bet or raise on the last street, *aggressor*, shows first, then clockwise; without one (-1) the
    first left of the button does (TDA rule 17).
    """
    if aggressor in live:
        at = live.index(aggressor)
        return [*live[at:], *live[:at]]
    return list(live)


def must_show(order: Sequence[int], strengths: Sequence[int], pots: Sequence[Pot]) -> list[bool]:
    """For each player of *order*, whether they turn up their cards rather than muck them.

    A player mucks who can see themselves beaten by cards already shown in every pot that they could win.
    """
    best = [-1] * len(pots)
    shows = []
    for player in order:
        value = strengths[player]
        show = False
        for number, pot in enumerate(pots):
            if value >= best[number] and player in pot.eligible:
                best[number] = value
                show = True
        shows.append(show)
    return shows
