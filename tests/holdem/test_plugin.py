"""Hold'em as a plugin: what it registers, and that everything it says can travel."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gamehall_holdem.messages import (
    TABLE_ACTIONS,
    TABLE_PARTS,
    Ahead,
    Blind,
    BlindsDue,
    DeclineBlinds,
    LevelBegun,
    Owed,
    PokerTable,
    PostBlinds,
    PreAction,
    PreActionSet,
    Preset,
    Presets,
    Stage,
    WaitForBlind,
)
from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import DRAW_GAME, GAME, register_games
from gamehall_poker.button import ButtonMemo
from gamehall_poker.messages import BoardDealt
from gamehall_poker.start import PokerStart, Post
from gamehall_sdk.cards import DECK
from gamehall_sdk.game import Chair, Game, Planning, Reveal, Stakes
from gamehall_sdk.round import Setup
from gamehall_sdk.wire.raw import Raw

OF_THE_TABLE: list[Any] = [
    PostBlinds(),
    WaitForBlind(),
    DeclineBlinds(),
    PreAction(Ahead.CALL_ANY),
    Preset(auto_post=False),
    Preset(),
    BlindsDue(1, Blind.MISSED, 2, 1),
    Presets(1, auto_post=True, wait=False, muck_winning=True, muck_losing=False, ahead=Ahead.CHECK),
    PreActionSet(2, Ahead.NONE),
    LevelBegun(1, 5, 10, 0),
    Owed(3, small=False, big=False),
    PokerTable(Stage.BLIND_ROUND, 0, 1, 2, 0, (Owed(3, small=True, big=False),)),
]


def test_it_registers_two_games_for_chips() -> None:
    assert register_games() == [GAME, DRAW_GAME]
    assert (DRAW_GAME.name, DRAW_GAME.seats) == ("draw", (2, 6))
    assert (GAME.name, GAME.seats, GAME.stakes, GAME.reveal) == ("holdem", (2, 10), Stakes.CHIPS, Reveal.CLOSE)


def test_the_plan_and_the_round_fit_together() -> None:
    chairs = tuple(Chair(seat, 100, 0) for seat in (0, 3, 4))
    plan = GAME.plan(Planning("nl", HoldemOptions(), 6, chairs, None, 1))
    assert plan is not None
    setup = Setup(
        variant="nl", options=HoldemOptions(), seats=plan.seats, stacks=(100,) * 3, deal=DECK, start=plan.start
    )
    assert len(GAME.round(setup).to_act) == 1


@pytest.mark.parametrize("game", [GAME, DRAW_GAME], ids=["holdem", "draw"])
def test_all_that_is_said_in_a_hand_travels_both_ways(game: Game) -> None:
    rng = random.Random(5)
    said: list[Any] = [
        PokerStart(0, None, 2, (Post(1, 5),)),
        PokerStart(0, 1, 2),
        ButtonMemo(0, 1, 2, (0, 1, 2)),
        ButtonMemo(0, 1, 2),
    ]
    for _ in range(30):
        setup = Setup(
            variant="nl",
            options=HoldemOptions(ante=1, ask_to_show=True),
            seats=(0, 1, 2),
            stacks=(50, 60, 70),
            deal=tuple(rng.sample(DECK, 52)),
        )
        hand = game.round(setup)
        while hand.to_act:
            action = hand.legal(hand.to_act[0]).choose(rng)
            said += [action, hand.view(None), hand.view(0)]
            hand.apply(hand.to_act[0], action)
        said += [told.event for told in hand.events()]
        said.append(hand.view(1))
    payloads = game.payloads
    of_the_table = {*TABLE_ACTIONS, *TABLE_PARTS}
    told = set(payloads.classes) - of_the_table - ({BoardDealt} if game is DRAW_GAME else set())
    assert {type(one) for one in said} == told
    said += OF_THE_TABLE
    assert {type(one) for one in OF_THE_TABLE} == of_the_table
    for one in said:
        assert payloads.load(Raw.of_element(payloads.dump_xml(one))) == one
        ((name, body),) = payloads.dump_json(one).items()
        assert payloads.load(Raw(name, body)) == one
