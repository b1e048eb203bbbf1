"""A hand of hold'em: the engine's round with the options' blinds and the variant's betting structure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gamehall_holdem.options import HoldemOptions
from gamehall_poker.betting import Betting, Structure
from gamehall_poker.round import PokerRound
from gamehall_poker.variant import HOLDEM
from gamehall_sdk.round import Setup

__all__ = ["STRUCTURES", "betting_of", "holdem_round"]

STRUCTURES: Final = {"nl": Structure.NO_LIMIT, "pl": Structure.POT_LIMIT, "fl": Structure.FIXED_LIMIT}
"""The betting structure of each variant by its name."""


@lru_cache(maxsize=256)
def betting_of(variant: str, options: HoldemOptions) -> Betting:
    """The money side of a table; in fixed limit the small bet is the big blind, the big bet twice that."""
    return Betting(
        structure=STRUCTURES[variant],
        small_blind=options.small_blind,
        big_blind=options.big_blind,
        ante=options.ante,
    )


def holdem_round(setup: Setup) -> PokerRound:
    """Begin a hand; its start, where the setup has one, is a :class:`~gamehall_poker.start.PokerStart`."""
    return PokerRound(HOLDEM, betting_of(setup.variant, setup.options), setup)
