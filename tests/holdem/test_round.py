"""A hand of hold'em through the game's own door, for each variant."""

from __future__ import annotations

import random

import pytest

from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import GAME
from gamehall_holdem.round import STRUCTURES, betting_of
from gamehall_poker.betting import Structure
from gamehall_poker.start import PokerStart
from gamehall_sdk.cards import DECK
from gamehall_sdk.round import Round, Setup


def begin(variant: str, seed: int = 0) -> Round:  # type: ignore[type-arg]  # whatever the game makes
    deal = tuple(random.Random(seed).sample(DECK, 52))
    options = HoldemOptions(small_blind=5, big_blind=10)
    start = PokerStart(5, 1, 2)
    setup = Setup(variant=variant, options=options, seats=(1, 2, 5), stacks=(400, 300, 200), deal=deal, start=start)
    return GAME.round(setup)


@pytest.mark.parametrize(("variant", "least", "most"), [("nl", 20, 200), ("pl", 20, 35), ("fl", 20, 20)])
def test_the_variant_names_the_betting_structure(variant: str, least: int, most: int) -> None:
    hand = begin(variant)
    assert hand.to_act == (5,)
    (span,) = hand.legal(5).ranges
    assert (span.least, span.most) == (least, most)


def test_every_variant_is_known() -> None:
    assert [variant.name for variant in GAME.variants] == list(STRUCTURES)
    assert betting_of("nl", HoldemOptions()).structure is Structure.NO_LIMIT
    assert GAME.variant("") == "nl"


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
