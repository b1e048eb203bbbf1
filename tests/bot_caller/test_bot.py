"""The calling station: never folds, never raises, and plays every poker game to its end."""

from __future__ import annotations

import random

import pytest

from gamehall_bot_caller.bot import CallerBot
from gamehall_bot_caller.plugin import register_bots
from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import DRAW_GAME, GAME
from gamehall_poker.messages import BetMade, Folded, RaisedTo
from gamehall_sdk.cards import DECK
from gamehall_sdk.game import Game
from gamehall_sdk.round import Setup


@pytest.mark.parametrize("game", [GAME, DRAW_GAME], ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(10))
def test_it_checks_and_calls_to_the_showdown(game: Game, seed: int) -> None:
    deal = tuple(random.Random(seed).sample(DECK, 52))
    for variant in game.variants:
        options = HoldemOptions(ask_to_show=True)
        hand = game.round(
            Setup(variant=variant.name, options=options, seats=(0, 1, 2), stacks=(30, 50, 7), deal=deal, start=None)
        )
        bot = CallerBot(0)
        while hand.to_act:
            seat = hand.to_act[0]
            hand.apply(seat, bot.act(None, hand.legal(seat), 1.0))
        assert not [told for told in hand.events() if isinstance(told.event, Folded | BetMade | RaisedTo)]
        assert hand.payoffs is not None


def test_it_calls_a_raise() -> None:
    hand = GAME.round(
        Setup(variant="nl", options=HoldemOptions(), seats=(0, 1), stacks=(100, 100), deal=DECK, start=None)
    )
    seat = hand.to_act[0]
    (span,) = hand.legal(seat).ranges
    hand.apply(seat, span.action(span.most))
    other = hand.to_act[0]
    hand.apply(other, CallerBot(0).act(None, hand.legal(other), 1.0))
    assert hand.payoffs is not None


def test_it_is_registered_for_every_poker_game() -> None:
    (kind,) = register_bots()
    assert (kind.name, CallerBot.looks) == ("caller", False)
    assert all(kind.plays(game) for game in ("holdem", "draw", "stud"))
    assert not kind.plays("hearts")
