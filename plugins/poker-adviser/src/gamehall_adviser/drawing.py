"""The chance to win in draw, where players change cards: opponents' hands are drawn from pools made beforehand.

A pool holds finished hands of one kind of opponent. A trial takes one for each that shares no card with those taken
before, which comes to dealing them all, at a tenth of the cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final, TypeAlias

from gamehall_adviser.changes import thrown_away
from gamehall_adviser.dealing import Source, unseen
from gamehall_adviser.spot import Spot
from gamehall_poker.dealing import draw
from gamehall_poker.ranking import Rank

__all__ = ["draw_chance"]

_POOL: Final = 1_000
_STARTS: Final = 4_000
_FIVE: Final = 5
_MOST_TRIES: Final = 100
_Hand: TypeAlias = tuple[int, int]
"""The cards as a bit set, and the strength."""


def draw_chance(spot: Spot, rank: Rank, trials: int, rng: Source, *, low: bool) -> float:
    """The mean share of the pot, 0 to 1.

    Cards are still changed as :func:`~gamehall_adviser.changes.thrown_away` says, towards a *low* hand or a high one.
    An opponent who has changed cards held a hand that would have changed as many.
    """
    rest = unseen(spot)
    kinds = dict.fromkeys(one.changed for one in spot.others)
    starts = _starts(rest, rng, low=low) if any(kinds) else {}
    pools = {
        kind: [_opponent(kind, spot.changes, starts, rest, rank, rng, low=low) for _ in range(_POOL)] for kind in kinds
    }
    others = [pools[one.changed] for one in spot.others]
    random = rng.random
    won = 0.0
    for _ in range(trials):
        taken, mine = _finished(spot.own.cards, spot.changes - len(spot.own.changed), rest, rank, rng, low=low)
        ties = 1
        for pool in others:
            for _ in range(_MOST_TRIES):
                cards, theirs = pool[int(random() * _POOL)]
                if not cards & taken:
                    break
            taken |= cards
            if theirs > mine:
                break
            if theirs == mine:
                ties += 1
        else:
            won += 1.0 / ties
    return won / trials


def _starts(rest: list[int], rng: Source, *, low: bool) -> dict[int, list[list[int]]]:
    """Many hands as they may have been dealt, by how many of their cards would be changed."""
    found: dict[int, list[list[int]]] = {}
    for _ in range(_STARTS):
        hand = draw(rest, _FIVE, rng.random)
        found.setdefault(len(thrown_away(hand, low=low)), []).append(hand)
    return found


def _opponent(
    changed: tuple[int, ...],
    changes: int,
    starts: dict[int, list[list[int]]],
    rest: list[int],
    rank: Rank,
    rng: Source,
    *,
    low: bool,
) -> _Hand:
    """What an opponent may have in the end who has *changed* so many cards so far."""
    fitting = starts.get(changed[-1]) if changed else None
    if fitting is None:
        return _finished(draw(rest, _FIVE, rng.random), changes - len(changed), rest, rank, rng, low=low)
    hand = fitting[int(rng.random() * len(fitting))]
    return _finished(hand, changes - len(changed) + 1, rest, rank, rng, low=low)


def _finished(cards: Sequence[int], changes: int, rest: list[int], rank: Rank, rng: Source, *, low: bool) -> _Hand:
    """A hand of *cards* after so many more *changes*."""
    hand = list(cards)
    fresh = iter(
        [card for card in draw(rest, _FIVE * (changes + 1), rng.random) if card not in cards] if changes else ()
    )
    for _ in range(changes):
        out = thrown_away(hand, low=low)
        hand = [card for card in hand if card not in out] + list(islice(fresh, len(out)))
    bits = 0
    for card in hand:
        bits |= 1 << card
    return bits, rank(hand, ())
