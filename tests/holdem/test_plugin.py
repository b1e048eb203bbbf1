"""Hold'em as a plugin: what it registers, and that everything it says can travel."""

from __future__ import annotations

import random
from typing import Any

from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import GAME, register_games
from gamehall_poker.button import ButtonMemo
from gamehall_poker.start import PokerStart, Post
from gamehall_sdk.cards import DECK
from gamehall_sdk.game import Chair, Planning, Reveal, Stakes
from gamehall_sdk.round import Setup
from gamehall_sdk.wire.raw import Raw


def test_it_registers_one_game_for_chips() -> None:
    assert register_games() == [GAME]
    assert (GAME.name, GAME.seats, GAME.stakes, GAME.reveal) == ("holdem", (2, 10), Stakes.CHIPS, Reveal.CLOSE)


def test_the_plan_and_the_round_fit_together() -> None:
    chairs = tuple(Chair(seat, 100, 0) for seat in (0, 3, 4))
    plan = GAME.plan(Planning("nl", HoldemOptions(), 6, chairs, None, 1))
    assert plan is not None
    setup = Setup(
        variant="nl", options=HoldemOptions(), seats=plan.seats, stacks=(100,) * 3, deal=DECK, start=plan.start
    )
    assert len(GAME.round(setup).to_act) == 1


def test_all_that_is_said_in_a_hand_travels_both_ways() -> None:
    rng = random.Random(5)
    said: list[Any] = [
        PokerStart(0, None, 2, (Post(1, 5),)),
        PokerStart(0, 1, 2),
        ButtonMemo(0, 1, 2, (0, 1, 2)),
        ButtonMemo(0, 1, 2),
    ]
    for _ in range(20):
        setup = Setup(
            variant="nl",
            options=HoldemOptions(ante=1),
            seats=(0, 1, 2),
            stacks=(50, 60, 70),
            deal=tuple(rng.sample(DECK, 52)),
        )
        hand = GAME.round(setup)
        while hand.to_act:
            action = hand.legal(hand.to_act[0]).choose(rng)
            said += [action, hand.view(None), hand.view(0)]
            hand.apply(hand.to_act[0], action)
        said += [told.event for told in hand.events()]
        said.append(hand.view(1))
    payloads = GAME.payloads
    assert {type(one) for one in said} == set(payloads.classes)
    for one in said:
        assert payloads.load(Raw.of_element(payloads.dump_xml(one))) == one
        ((name, body),) = payloads.dump_json(one).items()
        assert payloads.load(Raw(name, body)) == one
