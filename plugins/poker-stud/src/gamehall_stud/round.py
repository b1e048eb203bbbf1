"""A hand of stud: the engine's round with the options' money and the variant's structure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gamehall_poker.betting import Betting, Structure
from gamehall_poker.house import House
from gamehall_poker.round import PokerRound
from gamehall_poker.variant import Variant
from gamehall_poker.variants import RAZZ, STUD, STUD_EIGHT
from gamehall_sdk.round import Setup
from gamehall_stud.options import StudOptions

__all__ = ["STUD_KINDS", "Kind", "betting_of", "stud_round"]


class Kind(NamedTuple):
    """What a variant's name stands for."""

    title: str
    variant: Variant
    structure: Structure
    hsp: bool = False
    """Whether its tables tell the events of HSP, and end with the first bankruptcy."""


STUD_KINDS: Final = {
    "fl": Kind("Fixed limit", STUD, Structure.FIXED_LIMIT),
    "nl": Kind("HSP, no limit", STUD, Structure.NO_LIMIT, hsp=True),
    "spread": Kind("HSP, spread limit", STUD, Structure.SPREAD_LIMIT, hsp=True),
    "razz": Kind("Razz, fixed limit", RAZZ, Structure.FIXED_LIMIT),
    "eight": Kind("High-low, eight or better, fixed limit", STUD_EIGHT, Structure.FIXED_LIMIT),
}
"""The variants by their names."""


def betting_of(structure: Structure, options: StudOptions) -> Betting:
    """The money side of a table."""
    return Betting(
        structure=structure,
        ante=options.ante,
        bring_in=options.bring_in,
        small_bet=options.small_bet,
        big_bet=options.big_bet,
        cap=options.cap,
        cap_heads_up=options.cap_heads_up,
        half_bet=options.half_bet,
        open_pair=options.open_pair,
    )


def stud_round(setup: Setup) -> PokerRound:
    """Begin a hand; its start, where the setup has one, is a :class:`~gamehall_poker.start.PokerStart`."""
    variant, betting, house = _rules(setup.variant, setup.options)
    return PokerRound(variant, betting, setup, house)


@lru_cache(maxsize=256)
def _rules(name: str, options: StudOptions) -> tuple[Variant, Betting, House]:
    kind = STUD_KINDS[name]
    house = House(asks_to_show=options.ask_to_show, tables_all_in=options.table_all_in)
    return kind.variant, betting_of(kind.structure, options), house
