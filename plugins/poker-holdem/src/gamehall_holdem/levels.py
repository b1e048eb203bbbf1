"""Rising blinds: what is played with at each level."""

from __future__ import annotations

from typing import Final

import attrs

from gamehall_holdem.options import HoldemOptions

__all__ = ["level_of", "rules_at"]

_MOST: Final = 1_000_000_000


def level_of(options: HoldemOptions, hands: int, seconds: float) -> int:
    """The level after so many *hands* and *seconds* of a match, from 0."""
    by_hands = hands // options.level_hands if options.level_hands else 0
    by_time = int(seconds // options.level_time) if options.level_time else 0
    return max(by_hands, by_time)


def rules_at(options: HoldemOptions, level: int) -> HoldemOptions:
    """The options with the blinds and the ante of *level*; they keep their proportion to the big blind."""
    big = options.big_blind
    for _ in range(level):
        if big >= _MOST:
            break
        big = min(max(big + 1, big * (100 + options.level_rise) // 100), _MOST)
    if big == options.big_blind:
        return options
    small = options.small_blind * big // options.big_blind
    ante = options.ante * big // options.big_blind
    return attrs.evolve(options, small_blind=small, big_blind=big, ante=ante)
