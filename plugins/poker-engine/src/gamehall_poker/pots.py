"""Pots: who can win which chips, and how they are shared; exact integers, no state.

Players are numbered from 0, clockwise from the first seat left of the button, as everywhere in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

__all__ = ["Order", "Pot", "halve", "share", "side_pots", "uncalled"]

Order: TypeAlias = Callable[[Sequence[int]], Sequence[int]]
"""Tied players, by rising number, to the order in which they get odd chips."""


class Pot(NamedTuple):
    """Chips in the middle and the players who may win them, by rising number."""

    amount: int
    eligible: tuple[int, ...]


def uncalled(put: Sequence[int]) -> tuple[int, int]:
    """The player whose last chips nobody matched, and how many they are; (0, 0) when all is matched.

    *put* is what each player has put in, those who folded included: what a folded player put in was a match.
    The excess is no part of any pot and goes back before the showdown.
    """
    top = max(put)
    player = put.index(top)
    rest = max([*put[:player], *put[player + 1 :]])
    return (0, 0) if rest == top else (player, top - rest)


def side_pots(put: Sequence[int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """The main pot first, then the side pots in the order in which they arose.

    *put* is what each player has put in that others had to match, the uncalled bet already taken out; *live* are
    those who have not folded, by rising number; *dead* chips (of posts that nobody had to match) belong to the
    main pot. There is one pot for each different amount that a live player has put in; what a folded player put
    in goes into the pots it reaches.
    """
    first = put[live[0]]
    for player in live:
        if put[player] != first:
            break
    else:
        return [Pot(sum(put) + dead, tuple(live))]
    levels = {put[player] for player in live}
    pots = []
    below = 0
    for level in sorted(levels):
        amount = sum(min(chips, level) - below for chips in put if chips > below)
        eligible = tuple(player for player in live if put[player] >= level)
        pots.append(Pot(amount, eligible))
        below = level
    over = sum(chips - below for chips in put if chips > below)
    pots[0] = Pot(pots[0].amount + dead, pots[0].eligible)
    pots[-1] = Pot(pots[-1].amount + over, pots[-1].eligible)
    return [pot for pot in pots if pot.amount]


def share(pots: Sequence[Pot], strengths: Sequence[int], order: Order | None = None) -> list[tuple[int, int, int]]:
    """Divide *pots* among their strongest players: (number of the pot, player, chips) for each share.

    *strengths* holds one value for each player (those who folded: any). Equal hands share equally; odd chips go
    one each to the winners, the first left of the button first, or as *order* puts them. A pot of nothing is
    passed over.
    """
    shares = []
    for number, (amount, eligible) in enumerate(pots):
        if not amount:
            continue
        best = -1
        winners: Sequence[int] = ()
        for player in eligible:
            value = strengths[player]
            if value > best:
                best = value
                winners = (player,)
            elif value == best:
                winners = (*winners, player)
        if len(winners) == 1:
            shares.append((number, winners[0], amount))
            continue
        each, odd = divmod(amount, len(winners))
        if odd and order is not None:
            winners = order(winners)
        shares += [
            (number, player, each + (place < odd)) for place, player in enumerate(winners) if each + (place < odd)
        ]
    return shares


def halve(pots: Sequence[Pot], lows: Sequence[int]) -> tuple[list[Pot], list[Pot]]:
    """The high and the low halves of *pots*; an odd chip is the high half's.

    *lows* holds the strength of each player's low, 0 for none; a pot nobody of which has a low is all high.
    """
    highs, halves = [], []
    for amount, eligible in pots:
        qualified = tuple(player for player in eligible if lows[player] > 0)
        low = amount // 2 if qualified else 0
        highs.append(Pot(amount - low, eligible))
        halves.append(Pot(low, qualified))
    return highs, halves
