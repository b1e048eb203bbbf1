from __future__ import annotations

import os
import random
from typing import Any

import attrs
import pytest

from gamehall.arena.coding import Coding, is_plain
from gamehall.arena.deals import deals
from gamehall.arena.match import Rules
from gamehall.plugins import Plugins
from gamehall_sdk.cards import Card
from gamehall_sdk.game import Game
from gamehall_sdk.round import Setup

GAMES = sorted(Plugins.from_environment(os.environ).games)


def rounds(game: Game, variant: str, count: int) -> Any:
    """Every action, event and view of some random rounds, and what was legal."""
    options = game.options()
    size = game.seats_of(variant)[0]
    rules = Rules.of(game, variant, options, size, game.buy_in(options)[1] if game.buy_in else 0, count)
    rng = random.Random(5)
    for plan, deal in zip(rules.plans, deals(1, 0, game.deck(variant, options), 0, count), strict=True):
        stacks = (rules.stack,) * len(plan.seats)
        play = game.round(
            Setup(variant=variant, options=options, seats=plan.seats, stacks=stacks, deal=deal, start=plan.start)
        )
        while play.to_act:
            seat = play.to_act[0]
            legal = play.legal(seat)
            action = legal.choose(rng)
            yield legal, [action, play.view(seat), *(told.event for told in play.events())]
            play.apply(seat, action)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_says_comes_back_as_it_was(name: str) -> None:
    game = Plugins.from_environment(os.environ).games[name]
    here, there = Coding(game), Coding(game)
    for variant in [one.name for one in game.variants]:
        for legal, things in rounds(game, variant, 3):
            assert there.taken(*here.offer(legal)) == legal
            for thing in things:
                back = there.decode(here.encode(thing))
                assert back == thing
                assert repr(back) == repr(thing)
            action = things[0]
            assert there.unpack(here.pack(action)) == action


@attrs.frozen
class Inner:
    card: Card


@attrs.frozen
class Plain:
    number: int
    inner: Inner | None
    cards: tuple[Card, ...]
    table: dict[int, str]


@attrs.frozen
class Open:
    anything: Any


@attrs.frozen
class Either:
    one: Inner | Plain


@pytest.mark.parametrize(("kind", "plain"), [(Plain, True), (Open, False), (Either, False), (Inner, True)])
def test_only_what_can_be_read_back_is_written_plainly(kind: type, plain: bool) -> None:
    assert is_plain(kind) is plain
