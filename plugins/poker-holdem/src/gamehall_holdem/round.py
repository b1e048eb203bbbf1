"""A hand of hold'em, Omaha or draw: the engine's round with the options' money and the variant's structure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gamehall_holdem.options import HoldemOptions
from gamehall_poker.betting import Betting, Structure
from gamehall_poker.house import House
from gamehall_poker.round import PokerRound
from gamehall_poker.variant import Variant
from gamehall_poker.variants import DRAW, HOLDEM, OMAHA, OMAHA_EIGHT, SINGLE_DRAW, TRIPLE_DRAW
from gamehall_sdk.round import Setup

__all__ = ["DRAW_KINDS", "HOLDEM_KINDS", "Kind", "betting_of", "draw_round", "holdem_round", "house_of"]


class Kind(NamedTuple):
    """What a variant's name stands for."""

    title: str
    variant: Variant
    structure: Structure


HOLDEM_KINDS: Final = {
    "nl": Kind("No limit", HOLDEM, Structure.NO_LIMIT),
    "pl": Kind("Pot limit", HOLDEM, Structure.POT_LIMIT),
    "fl": Kind("Fixed limit", HOLDEM, Structure.FIXED_LIMIT),
    "omaha": Kind("Pot-limit Omaha", OMAHA, Structure.POT_LIMIT),
    "omaha-eight": Kind("Fixed-limit Omaha high-low, eight or better", OMAHA_EIGHT, Structure.FIXED_LIMIT),
}
"""The variants of ``holdem`` by their names."""
DRAW_KINDS: Final = {
    "nl": Kind("No limit", DRAW, Structure.NO_LIMIT),
    "pl": Kind("Pot limit", DRAW, Structure.POT_LIMIT),
    "fl": Kind("Fixed limit", DRAW, Structure.FIXED_LIMIT),
    "single-draw": Kind("No-limit deuce-to-seven, one draw", SINGLE_DRAW, Structure.NO_LIMIT),
    "triple-draw": Kind("Fixed-limit deuce-to-seven, three draws", TRIPLE_DRAW, Structure.FIXED_LIMIT),
}
"""The variants of ``draw`` by their names."""


def betting_of(structure: Structure, options: HoldemOptions) -> Betting:
    """The money side of a table; in fixed limit the small bet is the big blind, the big bet twice that."""
    return Betting(
        structure=structure,
        small_blind=options.small_blind,
        big_blind=options.big_blind,
        ante=options.ante,
        ante_style=options.ante_style,
        cap=options.cap,
        cap_heads_up=options.cap_heads_up,
    )


def house_of(options: HoldemOptions) -> House:
    """The house's rules of showing."""
    return House(asks_to_show=options.ask_to_show, tables_all_in=options.table_all_in)


def holdem_round(setup: Setup) -> PokerRound:
    """Begin a hand; its start, where the setup has one, is a :class:`~gamehall_poker.start.PokerStart`."""
    variant, betting, house = _holdem_rules(setup.variant, setup.options)
    return PokerRound(variant, betting, setup, house)


def draw_round(setup: Setup) -> PokerRound:
    """As :func:`holdem_round`, of draw."""
    variant, betting, house = _rules(DRAW_KINDS[setup.variant], setup.options)
    return PokerRound(variant, betting, setup, house)


@lru_cache(maxsize=256)
def _holdem_rules(variant: str, options: HoldemOptions) -> tuple[Variant, Betting, House]:
    return _rules(HOLDEM_KINDS[variant], options)


def _rules(kind: Kind, options: HoldemOptions) -> tuple[Variant, Betting, House]:
    return kind.variant, betting_of(kind.structure, options), house_of(options)
