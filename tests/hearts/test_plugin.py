"""Both games as a plugin: what is registered, and that everything they say can travel."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gamehall_hearts.gongzhu.options import GongzhuOptions, Leader, Threshold
from gamehall_hearts.hearts.messages import Direction, HeartsStart
from gamehall_hearts.hearts.options import HeartsOptions, Moon
from gamehall_hearts.plugin import GONGZHU, HEARTS, register_games
from gamehall_sdk.cards import CARDS, DECK
from gamehall_sdk.game import Chair, Game, Planning, Reveal, Stakes
from gamehall_sdk.round import Setup
from gamehall_sdk.wire.raw import Raw


def test_it_registers_two_games_for_points() -> None:
    assert register_games() == [GONGZHU, HEARTS]
    for game in register_games():
        assert (game.stakes, game.reveal) == (Stakes.POINTS, Reveal.ROUND)
    assert (GONGZHU.name, HEARTS.name) == ("gongzhu", "hearts")
    assert GONGZHU.deck("q", None) == DECK
    assert GONGZHU.deck("t", None) == CARDS


def test_options_are_read_from_texts() -> None:
    read = GONGZHU.read_options({"leader": "pig", "matchthreshold": "+-1000", "exposure": "true"})
    assert read == GongzhuOptions(leader=Leader.PIG, match_threshold=Threshold.BOTH, exposure=True)
    assert HEARTS.read_options({"moon": "shooter"}) == HeartsOptions(moon=Moon.SHOOTER)


@pytest.mark.parametrize(
    ("game", "variant", "options"),
    [
        (GONGZHU, "q", GongzhuOptions(exposure=True, leader=Leader.PIG)),
        (GONGZHU, "t", GongzhuOptions()),
        (HEARTS, "hearts", HeartsOptions()),
    ],
)
def test_all_that_is_said_in_a_round_travels_both_ways(game: Game, variant: str, options: Any) -> None:
    rng = random.Random(5)
    said: list[Any] = []
    least = game.seats_of(variant)[0]
    for number in range(1, 40):
        chairs = tuple(Chair(seat, 7 * seat, 0) for seat in range(least))
        plan = game.plan(Planning(variant, options, least, chairs, None, number, number))
        assert plan is not None
        said.append(plan.start)
        deck = game.deck(variant, options)
        setup = Setup(
            variant=variant,
            options=options,
            seats=plan.seats,
            stacks=(0,) * least,
            deal=tuple(rng.sample(deck, len(deck))),
            start=plan.start,
        )
        play = game.round(setup)
        while play.to_act:
            seat = rng.choice(play.to_act)
            action = play.legal(seat).choose(rng)
            said += [action, play.view(None), play.view(seat)]
            play.apply(seat, action)
        said += [told.event for told in play.events()]
        if play.carry is not None:
            said.append(play.carry)
    if game is HEARTS:
        said += moon_shot()
    payloads = game.payloads
    if variant != "t":
        assert {type(one) for one in said} == set(payloads.classes)
    for one in rng.sample(said, 400) + said[-3:]:
        assert payloads.load(Raw.of_element(payloads.dump_xml(one))) == one
        ((name, body),) = payloads.dump_json(one).items()
        assert payloads.load(Raw(name, body)) == one


def moon_shot() -> list[Any]:
    """A round in which one hand takes all the points."""
    deal = tuple(DECK[13 * (place % 4) + place // 4] for place in range(52))
    start = HeartsStart(Direction.HOLD, 0)
    play = HEARTS.round(
        Setup(variant="hearts", options=HeartsOptions(), seats=(0, 1, 2, 3), stacks=(0,) * 4, deal=deal, start=start)
    )
    while play.to_act:
        play.apply(play.to_act[0], play.default(play.to_act[0]))
    return [told.event for told in play.events()]
