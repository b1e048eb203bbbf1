"""The variants that are played here, as data."""

from __future__ import annotations

from typing import Final

from gamehall_poker.ranks import (
    ace_to_five,
    deuce_to_seven,
    eight_or_better,
    high_cards_first,
    low_name,
    omaha_eight_or_better,
    two_and_three,
)
from gamehall_poker.variant import Opener, Street, Variant

__all__ = [
    "DRAW",
    "HOLDEM",
    "OMAHA",
    "OMAHA_EIGHT",
    "RAZZ",
    "SINGLE_DRAW",
    "STUD",
    "STUD_EIGHT",
    "TRIPLE_DRAW",
]


def _with_board(hole: int) -> tuple[Street, ...]:
    return (
        Street(name="preflop", down=hole),
        Street(name="flop", board=3),
        Street(name="turn", board=1, big_bet=True),
        Street(name="river", board=1, big_bet=True),
    )


def _draws(count: int) -> tuple[Street, ...]:
    first = Street(name="predraw", down=5)
    if count == 1:
        return first, Street(name="draw", discards=5, big_bet=True)
    return (first, *(Street(name=f"draw-{number}", discards=5, big_bet=number > 1) for number in range(1, count + 1)))


def _stud(opener: Opener, board: Opener) -> tuple[Street, ...]:
    return (
        Street(name="third", down=2, up=1, opener=opener),
        Street(name="fourth", up=1, opener=board, open_pair=board is Opener.HIGH_BOARD),
        Street(name="fifth", up=1, opener=board, big_bet=True),
        Street(name="sixth", up=1, opener=board, big_bet=True),
        Street(name="seventh", down=1, opener=board, big_bet=True),
    )


HOLDEM: Final = Variant(name="holdem", streets=_with_board(2))
"""Texas hold'em: two hole cards, five on the board, the best five of the seven count."""
OMAHA: Final = Variant(name="omaha", streets=_with_board(4), rank=two_and_three)
"""Omaha: four hole cards, of which exactly two count, with exactly three of the board."""
OMAHA_EIGHT: Final = Variant(
    name="omaha-eight",
    streets=_with_board(4),
    rank=two_and_three,
    low=omaha_eight_or_better,
    describe_low=low_name,
)
"""Omaha in which half of each pot goes to the best low of eight or better."""
DRAW: Final = Variant(name="draw", streets=_draws(1))
"""Five-card draw: five cards face down, any of them changed once, a betting round before and after."""
SINGLE_DRAW: Final = Variant(name="single-draw", streets=_draws(1), rank=deuce_to_seven, describe=lambda _: "Low")
"""Deuce-to-seven single draw: the worst hand wins."""
TRIPLE_DRAW: Final = Variant(name="triple-draw", streets=_draws(3), rank=deuce_to_seven, describe=lambda _: "Low")
"""Deuce-to-seven triple draw."""
STUD: Final = Variant(
    name="stud", streets=_stud(Opener.LOW_CARD, Opener.HIGH_BOARD), burns=True, odd_chips=high_cards_first
)
"""Seven-card stud: two cards down and one up, three more up, the last down; the best five count."""
STUD_EIGHT: Final = Variant(
    name="stud-eight",
    streets=_stud(Opener.LOW_CARD, Opener.HIGH_BOARD),
    burns=True,
    odd_chips=high_cards_first,
    low=eight_or_better,
    describe_low=low_name,
)
"""Stud in which half of each pot goes to the best low of eight or better."""
RAZZ: Final = Variant(
    name="razz",
    streets=_stud(Opener.HIGH_CARD, Opener.LOW_BOARD),
    rank=ace_to_five,
    burns=True,
    describe=low_name,
)
"""Razz: stud for the lowest hand; the highest open card brings it in, the lowest board opens."""
