"""Which cards to change in draw: a plain and sound way, for the adviser's word and for players in its simulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["thrown_away"]

_RANKS: Final = 13
_EIGHT: Final = 6
_FOUR: Final = 4
_ACE: Final = 12


def thrown_away(cards: Sequence[int], *, low: bool) -> tuple[int, ...]:
    """What to change of five *cards*.

    For the high hand: all but pairs, trips or quads; nothing of a straight, flush or full house; one card to four of a
    flush or an open straight; else all but the two highest. For the low hand (*low*): pairs, and what is above an
    eight; aces are high.
    """
    if low:
        return _to_low(cards)
    count: dict[int, int] = {}
    for card in cards:
        rank = card % _RANKS
        count[rank] = count.get(rank, 0) + 1
    if len(count) == len(cards):
        return _without_pair(cards)
    if sorted(count.values()) == [2, 3]:
        return ()
    return tuple([card for card in cards if count[card % _RANKS] == 1])


def _without_pair(cards: Sequence[int]) -> tuple[int, ...]:
    suits = [card // _RANKS for card in cards]
    often = max(suits, key=suits.count)
    flush = suits.count(often)
    ranks = sorted(card % _RANKS for card in cards)
    straight = ranks[-1] - ranks[0] == _FOUR or ranks == [0, 1, 2, 3, _ACE]
    if straight or flush == len(cards):
        return ()
    if flush == _FOUR:
        return tuple([card for card in cards if card // _RANKS != often])
    for four, rest in ((ranks[:4], ranks[4]), (ranks[1:], ranks[0])):
        if four[3] - four[0] == _FOUR - 1 and four[3] < _ACE:
            return tuple([card for card in cards if card % _RANKS == rest])
    return tuple(sorted(cards, key=lambda card: card % _RANKS)[:3])


def _to_low(cards: Sequence[int]) -> tuple[int, ...]:
    kept: set[int] = set()
    out = []
    for card in cards:
        rank = card % _RANKS
        if rank > _EIGHT or rank in kept:
            out.append(card)
        kept.add(rank)
    return tuple(out)
