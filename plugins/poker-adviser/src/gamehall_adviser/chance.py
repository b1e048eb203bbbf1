"""The chance to win: the rest of the hand played out at random, from what one seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from gamehall_adviser.dealing import Source, unseen
from gamehall_adviser.spot import Spot
from gamehall_poker.dealing import draw
from gamehall_poker.ranking import Rank, split
from gamehall_poker.strength import EVAL7_CARDS, evaluate

__all__ = ["chance", "quick_chance"]


def quick_chance(spot: Spot, trials: int, rng: Source) -> float:
    """:func:`chance` where the highest hand wins all and any five cards count: much faster.

    *trials* deals are drawn from *rng*; the error is about ``0.5 / sqrt(trials)``.
    """
    known = EVAL7_CARDS
    rest = [known[card] for card in unseen(spot)]
    board = [known[card] for card in spot.board]
    own = [known[card] for card in spot.own.cards] + board
    others = [([known[card] for card in one.cards] + board, one.unknown) for one in spot.others]
    to_board, to_own = spot.to_board, spot.own.unknown
    first = to_board + to_own
    drawn = first + sum(unknown for _, unknown in others)
    random, rank = rng.random, evaluate
    won = 0.0
    for _ in range(trials):
        dealt = draw(rest, drawn, random)
        common = dealt[:to_board]
        mine = rank(own + dealt[:first])
        at, ties = first, 1
        for cards, unknown in others:
            theirs = rank(cards + common + dealt[at : at + unknown])
            at += unknown
            if theirs > mine:
                break
            if theirs == mine:
                ties += 1
        else:
            won += 1.0 / ties
    return won / trials


def chance(spot: Spot, ranks: Sequence[Rank], trials: int, rng: Source) -> float:
    """The mean share of the pot, 0 to 1, against opponents with any cards that fit what is open.

    With two *ranks* half of the pot is the second one's, where somebody has a hand for it.
    """
    rest = unseen(spot)
    everybody = (spot.own, *spot.others)
    drawn = spot.to_board + sum(one.unknown for one in everybody)
    won = 0.0
    for _ in range(trials):
        dealt = iter(draw(rest, drawn, rng.random))
        board = (*spot.board, *islice(dealt, spot.to_board))
        hands = [(*one.cards, *islice(dealt, one.unknown)) for one in everybody]
        won += split([[rank(hand, board) for hand in hands] for rank in ranks])
    return won / trials
