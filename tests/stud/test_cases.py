"""Cases that stud programs got wrong in public, by the options of a table; the numbers are those of the collection."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_poker.messages import BoardDealt, BringIn, BroughtIn, Call, Check
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart
from gamehall_poker.variants import STUD
from gamehall_sdk.round import Setup
from gamehall_stud.options import StudOptions
from gamehall_stud.round import stud_round
from tests.poker.hand import heard, may, play, stacked


def hand(stacks: list[int], holes: dict[int, str] | None = None, variant: str = "fl", **options: Any) -> PokerRound:
    """A hand in which the last seat deals."""
    seats = tuple(range(len(stacks)))
    start = PokerStart(seats[-1])
    return stud_round(
        Setup(
            variant=variant,
            options=StudOptions(**options),
            seats=seats,
            stacks=tuple(stacks),
            deal=stacked(start, seats, holes or {}, "", STUD),
            start=start,
        )
    )


def to_the_end(one: PokerRound) -> PokerRound:
    """Bring in, call and check until the hand is over."""
    while one.to_act:
        seat = one.to_act[0]
        one.apply(seat, next(act for act in one.legal(seat).actions if isinstance(act, BringIn | Call | Check)))
    return one


def test_case_33_the_odd_chip_goes_to_the_high_card_by_suit_of_the_five_played() -> None:
    holes = {0: "AhAd2dKcKdQc3c", 1: "AsAc3sKhKsQd4h", 2: "9h9d9c"}
    done = to_the_end(play(hand([500] * 3, holes, ante=5, bring_in=5, small_bet=20), "0:bi 1:c 2:f"))
    assert [seat.won for seat in done.view(None).seats] == [12, 13, 0]


def test_case_53_a_low_card_without_chips_brings_nothing_in_and_with_fewer_what_it_has() -> None:
    holes = {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"}
    forced = {"ante": 10, "bring_in": 20, "small_bet": 50}
    broke = hand([200, 10, 200], holes, **forced)
    assert (broke.to_act, broke.view(None).to_call) == ((2,), 20)
    assert not heard(broke, BroughtIn)
    short = play(hand([200, 15, 200], holes, **forced), "1:bi")
    assert heard(short, BroughtIn) == [BroughtIn(1, 5)]
    assert (short.to_act, short.view(None).to_call) == ((2,), 20)


def test_case_55_the_low_card_may_open_for_the_full_bet() -> None:
    low = hand([100] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"}, small_bet=4, big_bet=8, ante=1, bring_in=2)
    assert may(low) == "bi b4-4"
    assert may(play(low, "1:b4")) == "f c r8-8"


@pytest.mark.parametrize(("live", "bets"), [(True, "x b5-5 b10-10"), (False, "x b5-5")])
def test_case_57_an_open_pair_on_fourth_street_allows_the_big_bet_as_the_table_says(live: bool, bets: str) -> None:
    holes = {0: "2s3hKdKs", 1: "2d3d4c5c", 2: "Qs8h6c7d"}
    fourth = hand([500] * 3, holes, small_bet=5, big_bet=10, ante=1, bring_in=2, open_pair=live)
    assert may(play(fourth, "1:bi 2:c 0:c")) == bets


@pytest.mark.parametrize(
    ("players", "folds", "shared"),
    [
        pytest.param(7, 0, False, id="7, no folds: 7 + 3 >= 9"),
        pytest.param(8, 1, True, id="8, one fold: 4 + 3 < 9"),
        pytest.param(8, 2, False, id="8, two folds: 7 + 3 >= 8"),
        pytest.param(8, 0, True, id="8 who all stay"),
    ],
)
def test_case_59_burns_come_back_then_one_card_is_for_all(players: int, folds: int, shared: bool) -> None:
    done = to_the_end(play(hand([500] * players), " ".join(["bi", *["f"] * folds])))
    assert [len(one.cards) for one in heard(done, BoardDealt)] == [1] * shared
    assert sum(seat.stack for seat in done.view(None).seats) == 500 * players
