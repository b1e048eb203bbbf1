"""A hand of hold'em through the game's own door, for each variant."""

from __future__ import annotations

import random

import pytest

from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import DRAW_GAME, GAME
from gamehall_holdem.round import DRAW_KINDS, HOLDEM_KINDS, betting_of
from gamehall_poker.betting import AnteStyle, Structure
from gamehall_poker.messages import Phase
from gamehall_poker.start import PokerStart
from gamehall_sdk.cards import DECK
from gamehall_sdk.round import Round, Setup


def begin(variant: str, seed: int = 0) -> Round:  # type: ignore[type-arg]  # whatever the game makes
    deal = tuple(random.Random(seed).sample(DECK, 52))
    options = HoldemOptions(small_blind=5, big_blind=10)
    start = PokerStart(5, 1, 2)
    setup = Setup(variant=variant, options=options, seats=(1, 2, 5), stacks=(400, 300, 200), deal=deal, start=start)
    return GAME.round(setup)


@pytest.mark.parametrize(
    ("variant", "least", "most"), [("nl", 20, 200), ("pl", 20, 35), ("fl", 20, 20), ("omaha", 20, 35)]
)
def test_the_variant_names_the_betting_structure(variant: str, least: int, most: int) -> None:
    hand = begin(variant)
    assert hand.to_act == (5,)
    (span,) = hand.legal(5).ranges
    assert (span.least, span.most) == (least, most)


def test_every_variant_is_known() -> None:
    assert [variant.name for variant in GAME.variants] == list(HOLDEM_KINDS)
    assert [variant.name for variant in DRAW_GAME.variants] == list(DRAW_KINDS)
    assert (GAME.variant(""), DRAW_GAME.variant("")) == ("nl", "nl")


def test_the_options_are_the_betting_and_the_rules_of_the_house() -> None:
    options = HoldemOptions(ante=2, ante_style=AnteStyle.BIG_BLIND, cap=3, cap_heads_up=False)
    betting = betting_of(Structure.FIXED_LIMIT, options)
    assert (betting.ante_style, betting.cap, betting.cap_heads_up) == (AnteStyle.BIG_BLIND, 3, False)


def test_whoever_wins_by_folds_is_asked_where_the_table_asks() -> None:
    setup = Setup(
        variant="nl", options=HoldemOptions(ask_to_show=True), seats=(0, 1), stacks=(50, 50), deal=DECK, start=None
    )
    hand = GAME.round(setup)
    hand.apply(hand.to_act[0], hand.default(hand.to_act[0]))
    assert hand.view(None).phase is Phase.SHOW


def test_the_summary_says_how_a_hand_stands() -> None:
    assert GAME.summary is not None
    hand = begin("fl")
    assert GAME.summary(hand.view(None)) == "preflop, pot 15, 3 in"
    for _ in range(2):
        hand.apply(hand.to_act[0], hand.default(hand.to_act[0]))
    assert GAME.summary(hand.view(None)) == "seat 2 won 10"


def test_the_same_deal_and_actions_make_the_same_hand() -> None:
    def line() -> list[object]:
        rng = random.Random(7)
        hand = begin("nl", 3)
        told: list[object] = [*hand.events()]
        while hand.to_act:
            hand.apply(hand.to_act[0], hand.legal(hand.to_act[0]).choose(rng))
            told += hand.events()
        return [*told, hand.payoffs]

    assert line() == line()
