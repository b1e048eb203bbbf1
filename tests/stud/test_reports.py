"""What finished hands say of those who played them."""

from __future__ import annotations

import attrs

from gamehall_poker.messages import Bet, BringIn, Call, Fold
from gamehall_poker.start import PokerStart
from gamehall_poker.variants import STUD
from gamehall_sdk.cards import DECK
from gamehall_sdk.record import By, KeptRound, Recording, SeatRecord
from gamehall_sdk.round import Setup
from gamehall_stud.options import StudOptions
from gamehall_stud.plugin import GAME
from tests.poker.hand import stacked

PEOPLE = tuple(SeatRecord(seat, seat + 10, name, "human", 100) for seat, name in enumerate(("anna", "bert", "carl")))


def kept(*actions: object) -> KeptRound:
    """A hand in which Anna has the low card."""
    seats = (0, 1, 2)
    start = PokerStart(2)
    deal = stacked(start, seats, {0: "AsAh2c", 1: "KsKhKd3d", 2: "QsQhQd4d"}, "", STUD)
    assert sorted(deal) == sorted(DECK)
    setup = Setup(variant="fl", options=StudOptions(), seats=seats, stacks=(100, 100, 100), deal=deal, start=start)
    recording = Recording(GAME, setup, PEOPLE)
    for action in actions:
        seat = recording.round.to_act[0]
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
    recording.news()
    return KeptRound(1, 0, recording.record(recording.net(chips=True)))


def test_a_row_for_each_account_with_what_it_did_on_third_street() -> None:
    brought = kept(BringIn(), Call(), Fold(), Bet(4), Fold())
    opened = kept(Bet(4), Fold(), Fold())
    void = attrs.evolve(brought, record=attrs.evolve(brought.record, payoffs=None, void="it broke"))
    rows = GAME.reports["statistics"].rows([brought, opened, void])
    assert [row["name"] for row in rows] == ["anna", "bert", "carl"]
    assert [row["hands"] for row in rows] == [2, 2, 2]
    assert [row["winnings"] for row in rows] == [-3 + 2, 4 - 1, -1 - 1]
    assert [row["sb_per_100"] for row in rows] == [-12.5, 37.5, -25.0]
    assert [(row["entered"], row["raised"]) for row in rows] == [(50.0, 50.0), (50.0, 0.0), (0.0, 0.0)]
