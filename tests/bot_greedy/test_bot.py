"""The bot greedy: its rules of thumb, and that they beat chance."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_bot_greedy.bot import GreedyBot
from gamehall_bot_greedy.plugin import register_bots
from gamehall_bot_random.bot import RandomBot
from gamehall_hearts.gongzhu.messages import ExposeCards, GongzhuStart
from gamehall_hearts.gongzhu.options import GongzhuOptions
from gamehall_hearts.hearts.messages import Direction, PassCard
from gamehall_hearts.hearts.options import HeartsOptions
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_hearts.tricks.messages import PlayCard
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.cards import Card
from gamehall_sdk.game import Game
from gamehall_sdk.options import write_options
from tests.hearts.deal import gongzhu, hearts, play, suit
from tests.hearts.match import means

RANDOM, GREEDY = ("random", RandomBot), ("greedy", GreedyBot)


def choice(table: TrickRound[Any], game: Game, seat: int) -> Any:
    bot = GreedyBot(1)
    bot.sit(seat, game.name, "", write_options(game.options()))
    return bot.act(table.view(seat), table.legal(seat), 1.0)


def test_it_is_registered_for_both_games() -> None:
    (kind,) = register_bots()
    assert (kind.name, kind.games) == ("greedy", ("gongzhu", "hearts"))
    assert kind.make(3).seed == 3


@pytest.mark.parametrize(
    ("game", "variant", "makers", "gap"),
    [
        (HEARTS, "hearts", [GREEDY, RANDOM, GREEDY, RANDOM], 3),
        (GONGZHU, "q", [GREEDY, RANDOM, GREEDY, RANDOM], 25),
        (GONGZHU, "t", [GREEDY, RANDOM, RANDOM], 60),
    ],
)
def test_it_beats_random_clearly(game: Game, variant: str, makers: Any, gap: float) -> None:
    found = means(game, variant, makers, 40)
    assert found["greedy"] - found["random"] > gap


def test_void_it_throws_the_pig() -> None:
    table = gongzhu([suit("s"), suit("h"), suit("d"), f"Ac {suit('c')}"], start=GongzhuStart(3))
    play(table, "Ac")
    assert choice(table, GONGZHU, 0) == PlayCard(Card("Qs"))


def test_it_takes_the_sheep_when_it_can_and_ducks_the_pig() -> None:
    hands = [f"Ad 2d {suit('s', '2345')}", "Jd", "3d", "4d"]
    table = gongzhu(hands, start=GongzhuStart(1))
    play(table, "Jd 3d 4d")
    assert choice(table, GONGZHU, 0) == PlayCard(Card("Ad"))
    hands = ["As 2s", "Qs", "3s", "4s"]
    table = gongzhu(hands, start=GongzhuStart(1))
    play(table, "Qs 3s 4s")
    assert choice(table, GONGZHU, 0).card < Card("Qs")


def test_it_passes_the_queen_of_spades_when_she_is_not_guarded() -> None:
    table = hearts([f"Qs Ks 2s {suit('d', '23456789')} 2h 3h", "", "", ""], Direction.LEFT)
    assert choice(table, HEARTS, 0) == PassCard(Card("Qs"))


def test_it_exposes_nothing() -> None:
    table = gongzhu(["Qs Jd", "", "", ""], exposure=True)
    assert choice(table, GONGZHU, 0) == ExposeCards()


@pytest.mark.parametrize(
    ("game", "variant", "options"),
    [
        (HEARTS, "hearts", HeartsOptions(jack=True)),
        (GONGZHU, "q", GongzhuOptions(exposure=True, hearts_broken=True, grand_slam=True)),
        (GONGZHU, "t", GongzhuOptions(exposure=True)),
    ],
)
def test_it_plays_by_any_rules_of_the_house(game: Game, variant: str, options: Any) -> None:
    count = game.seats_of(variant)[0]
    means(game, variant, [GREEDY] * count, 3, options=options)
