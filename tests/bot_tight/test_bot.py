"""The bot at the table: always legal, in time, and better than chance."""

from __future__ import annotations

import random
import time

from gamehall_bot_tight.bot import TightBot
from gamehall_bot_tight.plugin import register_bots
from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.round import holdem_round
from gamehall_poker.messages import Bet, Check, Fold, RaiseTo, Show
from gamehall_poker.start import usual_start
from gamehall_sdk.cards import DECK
from gamehall_sdk.round import Setup
from tests.poker.hand import begin, play


def winnings(seats: int, hands: int, seconds: float, seed: int = 11) -> float:
    """Big blinds that the bot at seat 0 wins for each hand against players who act at random."""
    rng = random.Random(seed)
    bot = TightBot(seed)
    bot.sit(0, "holdem", "nl", {"bigblind": "2"})
    options = HoldemOptions()
    table = tuple(range(seats))
    won = 0
    for number in range(hands):
        deal = tuple(rng.sample(DECK, 52))
        start = usual_start(table, number % seats)
        hand = holdem_round(
            Setup(variant="nl", options=options, seats=table, stacks=(200,) * seats, deal=deal, start=start)
        )
        while hand.to_act:
            (seat,) = hand.to_act
            legal = hand.legal(seat)
            action = bot.act(hand.view(0), legal, seconds) if seat == 0 else legal.choose(rng)
            hand.apply(seat, action)
        assert hand.payoffs is not None
        won += hand.payoffs[0]
    return won / 2 / hands


def test_it_beats_a_random_player_heads_up() -> None:
    assert winnings(2, 2000, seconds=0.03) > 1.0


def test_it_beats_five_random_players() -> None:
    assert winnings(6, 1500, seconds=0.03) > 1.0


def test_it_keeps_a_short_time() -> None:
    bot = TightBot(1)
    bot.sit(0, "holdem", "nl", {})
    hand = play(begin([200, 200, 200], button=0), "0:r6 1:c")
    assert hand.to_act == (2,)
    bot.sit(2, "holdem", "nl", {})
    begun = time.perf_counter()
    assert bot.act(hand.view(2), hand.legal(2), 0.0) in hand.legal(2)
    assert time.perf_counter() - begun < 1.0


def test_it_opens_with_aces_and_folds_rags() -> None:
    for holes, right in (({2: "AsAh"}, RaiseTo), ({2: "7s2h"}, Fold)):
        hand = begin([200, 200, 200], holes=holes)
        bot = TightBot(1)
        bot.sit(2, "holdem", "nl", {"bigblind": "2"})
        assert type(bot.act(hand.view(2), hand.legal(2), 1.0)) is right


def test_it_bets_a_made_hand_and_checks_nothing() -> None:
    for hole, right in (("AsAh", Bet), ("3c4c", Check)):
        hand = begin([200, 200, 200], holes={0: hole}, board="Ad Ks Kh 2d 9c")
        play(hand, "2:c 0:c 1:x")
        bot = TightBot(1)
        bot.sit(0, "holdem", "nl", {"bigblind": "2"})
        assert type(bot.act(hand.view(0), hand.legal(0), 1.0)) is right


def test_it_registers_for_holdem() -> None:
    (kind,) = register_bots()
    assert kind.plays("holdem")
    assert not kind.plays("hearts")
    assert isinstance(kind.make(3), TightBot)


def test_it_plays_omaha_too_and_shows_nothing_that_it_need_not() -> None:
    rng = random.Random(3)
    options = HoldemOptions(ask_to_show=True)
    for variant in ("omaha", "omaha-eight"):
        bot = TightBot(5)
        bot.sit(0, "holdem", variant, {"bigblind": "2"})
        for _ in range(15):
            deal = tuple(rng.sample(DECK, 52))
            hand = holdem_round(
                Setup(variant=variant, options=options, seats=(0, 1, 2), stacks=(100,) * 3, deal=deal, start=None)
            )
            while hand.to_act:
                seat = hand.to_act[0]
                legal = hand.legal(seat)
                action = bot.act(hand.view(0), legal, 0.02) if seat == 0 else legal.choose(rng)
                assert action in legal
                assert not isinstance(action, Show) or seat
                hand.apply(seat, action)
