"""Hands of stud written as PHH, and what comes out when they are replayed."""

from __future__ import annotations

import random

import pytest

from gamehall_poker.phh.reading import parse, sections
from gamehall_poker.phh.replaying import replay
from gamehall_poker.start import PokerStart
from gamehall_sdk.cards import DECK
from gamehall_sdk.record import By, Recording, RoundRecord, SeatRecord
from gamehall_sdk.round import Setup
from gamehall_stud.options import StudOptions
from gamehall_stud.plugin import GAME

SEATS = {2: (1, 4), 3: (0, 3, 5), 5: (0, 1, 3, 4, 5), 8: tuple(range(8))}


def played(variant: str, seed: int) -> RoundRecord:
    """A hand of random play from random stacks; with eight players the deck may run out."""
    rng = random.Random(seed)
    seats = SEATS[rng.choice([2, 3, 5, 8])]
    stacks = tuple(rng.choice([7, 30, 200]) for _ in seats)
    setup = Setup(
        variant=variant,
        options=StudOptions(ask_to_show=seed % 2 == 0),
        seats=seats,
        stacks=stacks,
        deal=tuple(rng.sample(DECK, 52)),
        start=PokerStart(rng.choice(seats)),
    )
    people = tuple(SeatRecord(seat, seat, f"anna{seat}", "human", stacks[at]) for at, seat in enumerate(seats))
    recording = Recording(GAME, setup, people, number=seed)
    while recording.round.to_act:
        seat = rng.choice(recording.round.to_act)
        legal = recording.round.legal(seat)
        action = legal.choose(rng)
        if len(seats) == 8 and type(action).__name__ == "Fold" and rng.random() < 0.9:
            action = legal.actions[1]
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
    recording.news()
    return recording.record(recording.net(chips=True))


@pytest.mark.parametrize("variant", [one.name for one in GAME.variants])
def test_what_is_written_replays_to_the_same_stacks(variant: str) -> None:
    records = [played(variant, seed) for seed in range(1, 60)]
    assert any("boarddealt" in event for record in records for _, event in record.events), "the deck ran out"
    text = "".join(GAME.exports["phh"](GAME, iter(records)))
    hands = [parse(one) for one in sections(text.splitlines(keepends=True))]
    assert [hand.hand for hand in hands] == [record.number for record in records]
    for hand, record in zip(hands, records, strict=True):
        assert record.payoffs is not None
        ends = {seat.seat + 1: seat.stack + net for seat, net in zip(record.seats, record.payoffs, strict=True)}
        assert replay(hand).finishing_stacks == hand.finishing_stacks == tuple(ends[seat] for seat in hand.seats)
