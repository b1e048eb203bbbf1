"""Tables made of finished hands: statistics by account, and the older server's tables hand and player."""

from __future__ import annotations

from typing import Any

from gamehall_holdem.plugin import DRAW_GAME, GAME
from gamehall_holdem.reports import REPORTS
from gamehall_poker.messages import Bet, RaiseTo
from gamehall_poker.start import PokerStart
from gamehall_sdk.cards import DECK, cards
from gamehall_sdk.game import Game
from gamehall_sdk.record import By, KeptRound, Recording, RoundRecord, SeatRecord
from gamehall_sdk.round import Setup
from tests.holdem.parlour import CALL, CHECK, FOLD, Parlour

# Small blind (seat 1) AsAh, big blind (seat 2) KsKh, button (seat 0) 2c7d; the board is Qs Js 3d 4c 9h.
_FIRST = cards("As Ks 2c Ah Kh 7d Qs Js 3d 4c 9h")
DEAL = (*_FIRST, *[card for card in DECK if card not in _FIRST])


def record(*actions: tuple[int, Any], game: Game = GAME, number: int = 1) -> KeptRound:
    """A hand between seats 0, 1 and 2 (accounts 10, 11, 12) with the button at 0, at 1/2."""
    seats = tuple(SeatRecord(seat, seat + 10, f"p{seat}", "human", 100) for seat in range(3))
    setup = Setup(
        variant="nl", options=game.options(), seats=(0, 1, 2), stacks=(100,) * 3, deal=DEAL, start=PokerStart(0, 1, 2)
    )
    recording = Recording(game, setup, seats, number=number)
    for seat, action in actions:
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
    recording.news()
    return KeptRound(number, 1_000 * number, recording.record(recording.net(chips=True)))


STOLEN = record((0, RaiseTo(6)), (1, FOLD), (2, FOLD))
CALLED = record((0, FOLD), (1, CALL), (2, CHECK), (1, Bet(4)), (2, CALL), *[(1, CHECK), (2, CHECK)] * 2, number=2)


def row(rows: list[dict[str, Any]], account: int) -> dict[str, Any]:
    return next(one for one in rows if one["account"] == account)


def test_statistics_count_what_is_voluntary_before_the_flop() -> None:
    rows = REPORTS["statistics"].rows([STOLEN, CALLED])
    assert row(rows, 10) == {
        "account": 10, "name": "p0", "hands": 2, "winnings": 3, "bb_per_100": 75.0, "vpip": 50.0, "pfr": 50.0
    }  # fmt: skip
    assert row(rows, 11) == {
        "account": 11, "name": "p1", "hands": 2, "winnings": 5, "bb_per_100": 125.0, "vpip": 50.0, "pfr": 0.0
    }  # fmt: skip
    assert (row(rows, 12)["winnings"], row(rows, 12)["vpip"]) == (-8, 0.0)
    assert sum(one["winnings"] for one in rows) == 0


def test_a_void_hand_counts_for_nothing_and_no_hand_gives_no_row() -> None:
    void = KeptRound(3, 0, RoundRecord(game="holdem", variant="nl", seats=(SeatRecord(0, 10),), deal=(), void="broken"))
    assert REPORTS["statistics"].rows([void]) == []
    assert REPORTS["hand"].rows([]) == REPORTS["player"].rows([]) == []


def test_the_table_hand_has_a_row_a_hand() -> None:
    (one,) = REPORTS["hand"].rows([CALLED])
    assert one == {
        "hand_id": 2,
        "timestamp": "1970-01-01 00:00:02",
        "dealer": 0,
        "preflop": "0f 1c1 2k",
        "flop": "1b4 2c4",
        "turn": "1k 2k",
        "river": "1k 2k",
        "showdown": "1:AsAh",
        "card1": "Qs",
        "card2": "Js",
        "card3": "3d",
        "card4": "4c",
        "card5": "9h",
    }
    assert list(one) == list(REPORTS["hand"].columns)


def test_the_table_player_has_a_row_for_each_player_of_a_hand() -> None:
    rows = REPORTS["player"].rows([CALLED])
    assert [(one["name"], one["position"], one["money_in"], one["winnings"]) for one in rows] == [
        ("p0", 3, 0, 0),
        ("p1", 1, 6, 12),
        ("p2", 2, 6, 0),
    ]
    assert (rows[1]["preflop"], rows[1]["flop"], rows[1]["card1"], rows[1]["card2"]) == ("c", "b", "As", "Ah")
    assert all(list(one) == list(REPORTS["player"].columns) for one in rows)


def test_what_goes_in_comes_out_in_any_hand() -> None:
    house = Parlour(ante=1, straddle=True)
    house.sit(0, 1, 2, 3)
    import random

    house.play(random.Random(4), 400)
    kept = [KeptRound(record.number, 0, record) for record in house.records]
    assert len(kept) > 8
    for one in kept:
        rows = REPORTS["player"].rows([one])
        assert sum(row["money_in"] for row in rows) == sum(row["winnings"] for row in rows)
        assert tuple(row["winnings"] - row["money_in"] for row in rows) == one.record.payoffs


def test_draw_is_counted_too() -> None:
    house = Parlour(draw=True)
    house.sit(0, 1, 2)
    import random

    house.play(random.Random(1), 300)
    kept = [KeptRound(record.number, 0, record) for record in house.records]
    rows = REPORTS["statistics"].rows(kept)
    assert sum(one["winnings"] for one in rows) == 0
    assert {one["hands"] for one in rows} == {len(kept)} or rows
    assert DRAW_GAME.reports == GAME.reports
