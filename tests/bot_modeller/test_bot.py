"""The player at tables: always legal, the same for the same seed, and ahead of those whose habits it learns."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from gamehall.arena.files import Memory
from gamehall.arena.plan import Mode, make_plan
from gamehall.arena.results import results
from gamehall.arena.run import Here, run
from gamehall.plugins import Plugins
from gamehall_bot_modeller.bot import ModellerBot
from gamehall_bot_modeller.plugin import register_bots
from gamehall_poker.messages import Muck, Phase
from gamehall_sdk.cards import DECK
from gamehall_sdk.game import Game
from gamehall_sdk.round import Setup
from gamehall_sdk.table import AddBot, RoundEnded, RoundStarted, SteppedOut
from tests.hosting import guests, hosting, news_of

GAMES = Plugins().games


def hand(game: Game, variant: str, seats: int, seed: int, **options: Any) -> Any:
    deal = list(DECK)
    random.Random(seed).shuffle(deal)
    table = tuple(range(seats))
    return game.round(
        Setup(
            variant=variant,
            options=game.options(**options),
            seats=table,
            stacks=(200,) * seats,
            deal=tuple(deal),
            start=None,
        )
    )


def played(game: Game, variant: str, seats: int, hands: int, seed: int = 3, **options: Any) -> list[Any]:
    """What the bot in seat 0 did, against players who act at random; it hears what its seat may hear."""
    rng = random.Random(seed)
    bot = ModellerBot(seed, hands=24, ways=24)
    bot.sit(0, game.name, variant, {})
    did = []
    for number in range(hands):
        one = hand(game, variant, seats, seed + number, **options)
        bot.hear(RoundStarted(number + 1, tuple(range(seats)), ""))
        while one.to_act:
            for audience, event in one.events():
                if audience in (None, 0):
                    bot.hear(event)
            seat = one.to_act[0]
            legal = one.legal(seat)
            action = bot.act(one.view(0), legal, 1.0) if seat == 0 else legal.choose(rng)
            assert action in legal
            if seat == 0:
                did.append(action)
                assert one.view(0).phase is not Phase.SHOW or action == Muck()
            one.apply(seat, action)
        for audience, event in one.events():
            if audience in (None, 0):
                bot.hear(event)
        bot.hear(RoundEnded(number + 1, (0,) * seats, (200,) * seats))
    return did


@pytest.mark.parametrize(
    ("game", "variant"),
    [(name, variant.name) for name in ("holdem", "stud") for variant in GAMES[name].variants],
)
def test_every_answer_is_legal_in_every_variant(game: str, variant: str) -> None:
    hands = 3 if variant in {"razz", "omaha", "omaha-eight"} else 8
    for seats in (2, 6) if game == "holdem" else (2, 8):
        assert played(GAMES[game], variant, seats, hands)


def test_it_shows_nothing_that_it_need_not() -> None:
    assert Muck() in played(GAMES["holdem"], "nl", 2, 30, ask_to_show=True)


def test_the_same_seed_plays_the_same() -> None:
    first, again = (played(GAMES["stud"], "fl", 3, 10, seed=5) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("game", ["holdem", "stud"])
@pytest.mark.parametrize(("opponent", "rounds"), [("caller", 160), ("random", 80)])
def test_it_is_ahead_by_more_than_luck(game: str, rounds: int, opponent: str) -> None:
    plan = make_plan(
        Plugins(), game=game, variant="fl", bots=["modeller", opponent], rounds=rounds, seed=7, mode=Mode.TRUSTED
    )
    keeper = Memory()
    with Here() as here:
        run(plan, keeper, here, lambda *_: None)
    (pair,) = results(plan, keeper)["pairs"]
    assert pair["a"] == "modeller"
    assert pair["low"] > 0, pair


async def test_it_plays_at_a_table_of_hsp_on_a_server(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as visit:
        host = await visit("alice")
        options = {"variant": "spread", "pause": "0", "misses": "1"}
        table = await host.join(await host.create("stud", "hsp", options), watch=True)
        for name in ("modeller", "caller"):
            await table.command(AddBot(name))
        for number in (1, 2, 3):
            assert (await news_of(table, RoundEnded)).number == number
        assert not [news for news in table._news if isinstance(news, SteppedOut)]


def test_it_registers_for_holdem_and_stud() -> None:
    (kind,) = register_bots()
    assert kind.plays("holdem")
    assert kind.plays("stud")
    assert not kind.plays("draw")
    assert isinstance(kind.make(3), ModellerBot)
