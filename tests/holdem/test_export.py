"""Rounds written as PHH, and what comes out when they are replayed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import DRAW_GAME, GAME
from gamehall_poker.betting import AnteStyle
from gamehall_poker.messages import PostKind
from gamehall_poker.phh.reading import parse, sections
from gamehall_poker.phh.replaying import replay
from gamehall_poker.start import PokerStart, Post, usual_start
from gamehall_sdk.cards import DECK
from gamehall_sdk.game import Game
from gamehall_sdk.record import By, Recording, RoundRecord, SeatRecord
from gamehall_sdk.round import Setup

SEATS = {2: (1, 4), 3: (0, 3, 5), 5: (0, 1, 3, 4, 5)}
EVERY = [(game, variant.name) for game in (GAME, DRAW_GAME) for variant in game.variants]


def played(game: Game, variant: str, seed: int, **options: Any) -> RoundRecord:
    """A round of random play from random stacks, now and then from a start with a dead blind or a post."""
    rng = random.Random(seed)
    seats = SEATS[rng.choice([2, 3, 5])]
    stacks = tuple(rng.choice([2, 7, 30, 200]) for _ in seats)
    start = usual_start(seats, rng.choice(seats))
    if len(seats) > 2 and seed % 3 == 0:
        start = PokerStart(start.button, None, start.big_blind)
    elif len(seats) == 5 and seed % 3 == 1:
        others = [seat for seat in seats if seat not in (start.small_blind, start.big_blind)]
        posts = (Post(others[0], 1, PostKind.DEAD), Post(others[0], 2), Post(others[1], 4))
        start = PokerStart(start.button, start.small_blind, start.big_blind, posts)
    setup = Setup(
        variant=variant,
        options=HoldemOptions(**options),
        seats=seats,
        stacks=stacks,
        deal=tuple(rng.sample(DECK, 52)),
        start=start,
    )
    people = tuple(SeatRecord(seat, seat, f"anna{seat}", "human", stacks[at]) for at, seat in enumerate(seats))
    recording = Recording(game, setup, people, number=seed)
    while recording.round.to_act:
        seat = rng.choice(recording.round.to_act)
        action = recording.round.legal(seat).choose(rng)
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
    recording.news()
    return recording.record(recording.net(chips=True))


def texts(game: Game, records: list[RoundRecord]) -> Iterator[str]:
    yield from game.exports["phh"](game, iter(records))


@pytest.mark.parametrize(("game", "variant"), EVERY, ids=lambda value: getattr(value, "name", value))
@pytest.mark.parametrize("more", [{}, {"ante": 1}, {"ask_to_show": True}], ids=["plain", "ante", "asks"])
def test_what_is_written_replays_to_the_same_stacks(game: Game, variant: str, more: dict[str, Any]) -> None:
    records = [played(game, variant, seed, **more) for seed in range(40)]
    hands = [parse(one) for one in sections("".join(texts(game, records)).splitlines(keepends=True))]
    assert [hand.hand for hand in hands] == [record.number for record in records]
    for hand, record in zip(hands, records, strict=True):
        assert record.payoffs is not None
        ends = {seat.seat + 1: seat.stack + net for seat, net in zip(record.seats, record.payoffs, strict=True)}
        assert replay(hand).finishing_stacks == hand.finishing_stacks == tuple(ends[seat] for seat in hand.seats)


@pytest.mark.parametrize("style", [AnteStyle.BIG_BLIND, AnteStyle.BUTTON])
def test_an_ante_that_one_pays_for_all(style: AnteStyle) -> None:
    for seed in range(40):
        record = played(GAME, "nl", seed, ante=2, ante_style=style)
        [section] = sections("".join(texts(GAME, [record])).splitlines(keepends=True))
        hand = parse(section)
        assert sum(amount > 1 for amount in hand.antes) == 1, "apart from a missed small blind"
        assert replay(hand).finishing_stacks == hand.finishing_stacks


def test_a_hand_as_it_is_written() -> None:
    setup = Setup(
        variant="nl",
        options=HoldemOptions(small_blind=5, big_blind=10),
        seats=(0, 2, 3),
        stacks=(100, 200, 300),
        deal=DECK,
        start=PokerStart(0, 2, 3, (Post(0, 5, PostKind.DEAD),)),
    )
    people = tuple(SeatRecord(seat, 1, name, "human", 100) for seat, name in ((0, "anna"), (2, "bo"), (3, "cleo")))
    recording = Recording(GAME, setup, people, number=7)
    for seat in (0, 2):
        action = recording.round.default(seat)
        recording.round.apply(seat, action)
        recording.did(seat, action, By.CLOCK, 0)
    recording.news()
    text = "".join(texts(GAME, [recording.record(recording.net(chips=True))]))
    assert text.splitlines() == [
        'variant = "NT"',
        "antes = [0, 0, 5]",
        "blinds_or_straddles = [5, 10, 0]",
        "min_bet = 10",
        "starting_stacks = [100, 100, 100]",
        'actions = ["d dh p1 2s5s", "d dh p2 3s6s", "d dh p3 4s7s", "p3 f", "p1 f"]',
        "hand = 7",
        "seats = [3, 4, 1]",
        'players = ["bo", "cleo", "anna"]',
        "finishing_stacks = [95, 110, 95]",
    ]


def test_a_void_round_is_refused() -> None:
    record = played(GAME, "nl", 1)
    with pytest.raises(ValueError, match="is void: it broke"):
        list(texts(GAME, [attrs.evolve(record, payoffs=None, void="it broke")]))
