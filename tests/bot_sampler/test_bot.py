"""The bot sampler: stronger than greedy, keeps to its time, and imagines only what can be."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gamehall_bot_greedy.bot import GreedyBot
from gamehall_bot_sampler.bot import SamplerBot
from gamehall_bot_sampler.knowledge import Knowledge
from gamehall_bot_sampler.plugin import register_bots
from gamehall_hearts.gongzhu.messages import ExposeCards, GongzhuStart
from gamehall_hearts.gongzhu.options import GongzhuOptions, Leader
from gamehall_hearts.hearts.messages import Direction, PassCard
from gamehall_hearts.hearts.options import FirstLead, HeartsOptions
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_hearts.tricks.cards import cards_of, mask_of
from gamehall_sdk.bot import Bot
from gamehall_sdk.cards import Card, cards
from gamehall_sdk.game import Game
from gamehall_sdk.options import write_options
from tests.hearts.deal import finish, gongzhu, hearts, play, suit
from tests.hearts.match import means

GREEDY = ("greedy", GreedyBot)


def sampler(worlds: int) -> tuple[str, Any]:
    def make(seed: int) -> Bot:
        return SamplerBot(seed, worlds=worlds)

    return f"sampler{worlds}", make


def test_it_is_registered_for_both_games() -> None:
    (kind,) = register_bots()
    assert (kind.name, kind.games) == ("sampler", ("gongzhu", "hearts"))
    assert kind.make(3).seed == 3


@pytest.mark.parametrize(
    ("game", "variant", "gap"),
    [
        pytest.param(HEARTS, "hearts", 1.0, marks=pytest.mark.slow),
        (GONGZHU, "q", 15),
        pytest.param(GONGZHU, "t", 40, marks=pytest.mark.slow),
    ],
)
def test_it_beats_greedy(game: Game, variant: str, gap: float) -> None:
    count = game.seats_of(variant)[0]
    found = means(game, variant, [sampler(12), GREEDY, sampler(12), GREEDY][:count], 8)
    assert found["sampler12"] - found["greedy"] > gap


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), [(HEARTS, "hearts"), (GONGZHU, "q")])
def test_more_worlds_make_it_stronger(game: Game, variant: str) -> None:
    found = means(game, variant, [sampler(60), sampler(3), sampler(60), sampler(3)], 30)
    assert found["sampler60"] > found["sampler3"]


@pytest.mark.parametrize("seconds", [0.05, 0.5, 20.0])
def test_however_slow_the_machine_is_it_uses_no_more_than_four_fifths_of_its_time(seconds: float) -> None:
    class Clock:
        """Time goes on by a hundredth of what is allowed each time somebody looks."""

        now = 0.0

        def __call__(self) -> float:
            Clock.now += seconds / 100
            return Clock.now

    table = gongzhu(["As 2h 3d 9c", "", "", ""])
    bot = SamplerBot(1, now=Clock())
    bot.sit(0, "gongzhu", "q", write_options(GongzhuOptions()))
    begun = Clock.now
    bot.act(table.view(0), table.legal(0), seconds)
    assert Clock.now - begun <= 0.8 * seconds


def test_what_it_imagines_agrees_with_all_that_is_known() -> None:
    rng = random.Random(3)
    for seed in range(30):
        table = gongzhu([""] * 4) if seed % 2 else gongzhu([""] * 3)
        order = random.Random(seed)
        while table.to_act:
            seat = table.to_act[0]
            for viewer in table.seats:
                knowledge = Knowledge.of(table.view(viewer), viewer)
                hands = knowledge.deal(rng)
                assert hands[viewer] == table.hands[viewer]
                assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in table.hands]
                assert sum(hands) == sum(table.hands)
                for card, players in knowledge.may.items():
                    assert next(player for player, hand in enumerate(table.hands) if hand >> card & 1) in players
                    assert next(player for player, hand in enumerate(hands) if hand >> card & 1) in players
            table.apply(seat, table.legal(seat).choose(order))


def test_who_could_not_follow_is_void() -> None:
    table = gongzhu([suit("s"), suit("h"), suit("d"), suit("c")])
    play(table, "2s 2h 2d 2c")
    knowledge = Knowledge.of(table.view(0), 0)
    assert all(0 not in players for players in knowledge.may.values())
    table = gongzhu([suit("s", "23456789TJ") + " 2h 3h 4h", suit("s", "QKA") + " 2c", "", ""])
    play(table, "2s As")
    assert table.to_act == (2,)
    play(table, str(table.legal(2).actions[0].card))
    assert all(2 not in Knowledge.of(table.view(0), 0).may[card] for card in cards("Qs Ks"))


def test_passed_and_exposed_cards_are_known_until_they_are_played() -> None:
    table = hearts(["As Ks Qs", "", "", ""], Direction.LEFT)
    for seat in range(4):
        for card in cards("As Ks Qs") if seat == 0 else [None] * 3:
            table.apply(seat, table.default(seat) if card is None else PassCard(card))
    assert Knowledge.of(table.view(0), 0).held[1] == mask_of(cards("As Ks Qs"))
    finish(table)
    assert Knowledge.of(table.view(0), 0).held == (0, 0, 0, 0)
    game = gongzhu(["2s", "Jd", "", ""], exposure=True)
    for seat in range(4):
        game.apply(seat, ExposeCards(cards("Jd") if seat == 1 else ()))
    knowledge = Knowledge.of(game.view(0), 0)
    assert cards_of(knowledge.held[1]) == cards("Jd")
    assert int(Card("Jd")) not in knowledge.may


@pytest.mark.parametrize(
    ("game", "variant", "options"),
    [
        (HEARTS, "hearts", HeartsOptions(jack=True, pass_cards=2, first_lead=FirstLead.ELDEST)),
        (GONGZHU, "q", GongzhuOptions(exposure=True, hearts_broken=True, grand_slam=True, partners=True)),
        (GONGZHU, "t", GongzhuOptions(exposure=True, leader=Leader.SPADE2)),
    ],
)
def test_it_plays_by_any_rules_of_the_house(game: Game, variant: str, options: Any) -> None:
    count = game.seats_of(variant)[0]
    means(game, variant, [sampler(2)] * count, 2, options=options)


def test_the_same_seed_plays_the_same_way() -> None:
    table = gongzhu(["As 2h 3d 9c", "", "", ""], start=GongzhuStart(0))
    chosen = set()
    for _ in range(3):
        bot = SamplerBot(7, worlds=8)
        bot.sit(0, "gongzhu", "q", write_options(GongzhuOptions()))
        chosen.add(bot.act(table.view(0), table.legal(0), 0.2))
    assert len(chosen) == 1
