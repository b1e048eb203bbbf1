"""Pots: who can win which chips, and how they are shared; exact integers, no state.

Players are numbered from 0, clockwise from the first seat left of the button, as everywhere in the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Pot", "share", "side_pots", "uncalled"]


class Pot(NamedTuple):
    """Chips in the middle and the players who may win them, by rising number."""

    amount: int
    eligible: tuple[int, ...]


def uncalled(put: Sequence[int]) -> tuple[int, int]:
    """The player whose last chips nobody matched, and how many they are; (0, 0) when all is matched.

    *put* is what each player has put in, those who folded included: what a folded player put in was a match.
    The excess is no part of any pot and goes back before the showdown.
    """
    *_, second, top = sorted(put)
    return (0, 0) if second == top else (put.index(top), top - second)


def side_pots(put: Sequence[int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """The main pot first, then the side pots in the order in which they arose.

    *put* is what each player has put in that others had to match, the uncalled bet already taken out; *live* are
    those who have not folded, by rising number; *dead* chips (of posts that nobody had to match) belong to the
    main pot. There is one pot for each different amount that a live player has put in; what a folded player put
    in goes into the pots it reaches.
    """
    levels = sorted({put[player] for player in live})
    if len(levels) == 1:
        return [Pot(sum(put) + dead, tuple(live))]
    pots = []
    below = 0
    for level in levels:
        amount = sum(min(chips, level) - below for chips in put if chips > below)
        eligible = tuple(player for player in live if put[player] >= level)
        pots.append(Pot(amount, eligible))
        below = level
    over = sum(chips - below for chips in put if chips > below)
    pots[0] = Pot(pots[0].amount + dead, pots[0].eligible)
    pots[-1] = Pot(pots[-1].amount + over, pots[-1].eligible)
    return [pot for pot in pots if pot.amount]


def share(pots: Sequence[Pot], strengths: Sequence[int]) -> list[tuple[int, int, int]]:
    """Divide *pots* among their strongest players: (number of the pot, player, chips) for each share.

    *strengths* holds one value for each player (those who folded: any). Equal hands share equally; odd chips go
    one each to the winners, the first left of the button first.
    """
    shares = []
    for number, (amount, eligible) in enumerate(pots):
        best = max([strengths[player] for player in eligible])
        winners = [player for player in eligible if strengths[player] == best]
        if len(winners) == 1:
            shares.append((number, winners[0], amount))
            continue
        each, odd = divmod(amount, len(winners))
        shares += [(number, player, each + (place < odd)) for place, player in enumerate(winners)]
    return shares
