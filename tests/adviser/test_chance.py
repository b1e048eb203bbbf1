"""The chance to win, beside known figures and beside counting every case."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from gamehall_adviser.chance import chance, quick_chance
from gamehall_adviser.drawing import draw_chance
from gamehall_adviser.plugin import TRIALS
from gamehall_adviser.spot import Holding, Spot
from gamehall_poker.ranking import high, ranks_of, split
from gamehall_poker.strength import strength
from gamehall_sdk.cards import DECK, cards

NEAR = 0.025
"""More than three standard errors of so many trials."""
ANY = Holding((), 2)


def spot(own: str, *others: Holding, board: str = "", to_board: int = 0, unknown: int = 0, changes: int = 0) -> Spot:
    return Spot(Holding(tuple(cards(own)), unknown), others, tuple(cards(board)), to_board, (), changes)


@pytest.mark.parametrize(
    ("own", "others", "right"),
    [("As Ah", 1, 0.852), ("As Ks", 1, 0.670), ("7s 2h", 1, 0.346), ("As Ah", 3, 0.638), ("As Ah", 8, 0.348)],
)
def test_hands_before_the_flop_win_as_often_as_published(own: str, others: int, right: float) -> None:
    found = quick_chance(spot(own, *[ANY] * others, to_board=5), TRIALS, random.Random(1))
    assert found == pytest.approx(right, abs=NEAR)


def test_on_the_river_it_is_what_counting_gives() -> None:
    own, board = cards("Ks Qs"), cards("Kd 8s 7c 2s 2d")
    mine = strength([*own, *board])
    rest = [card for card in DECK if card not in {*own, *board}]
    theirs = [strength([*hole, *board]) for hole in combinations(rest, 2)]
    right = sum(1.0 if mine > one else 0.5 if mine == one else 0.0 for one in theirs) / len(theirs)
    found = quick_chance(spot("Ks Qs", ANY, board="Kd 8s 7c 2s 2d"), TRIALS, random.Random(1))
    assert found == pytest.approx(right, abs=NEAR)


def test_open_cards_of_others_count_in_stud() -> None:
    own, shown = "As Ah Kd 9c 4s 4d 2h", "Qs Qh Qd Jc"
    mine = strength(cards(own))
    rest = [card for card in DECK if card not in {*cards(own), *cards(shown)}]
    theirs = [strength([*cards(shown), *down]) for down in combinations(rest, 3)]
    right = sum(1.0 if mine > one else 0.5 if mine == one else 0.0 for one in theirs) / len(theirs)
    there = Holding(tuple(cards(shown)), 3)
    assert quick_chance(spot(own, there), TRIALS, random.Random(1)) == pytest.approx(right, abs=NEAR)
    hidden = quick_chance(spot(own, Holding((), 7)), TRIALS, random.Random(1))
    assert hidden > right + 0.3


def test_a_pat_hand_beats_a_pair_and_a_pair_beats_who_drew_four() -> None:
    pair = Spot(Holding(tuple(cards("As Ah Qd 8c 3c")), 0, (3,)), (Holding((), 5, (0,)),), (), 0, (), 1)
    assert draw_chance(pair, high, 2000, random.Random(1), low=False) == 0.0
    against_three = Spot(pair.own, (Holding((), 5, (3,)),), (), 0, (), 1)
    assert 0.6 < draw_chance(against_three, high, 2000, random.Random(1), low=False) < 0.9


def test_cards_that_are_still_to_be_changed_are() -> None:
    before = draw_chance(spot("As Ah Qd 8c 3c", Holding((), 5), changes=1), high, TRIALS, random.Random(1), low=False)
    assert before == pytest.approx(0.80, abs=0.03)


def test_a_split_pot_is_two_halves() -> None:
    assert split([[5, 3], [0, 0]]) == 1.0
    assert split([[5, 3], [0, 7]]) == 0.5
    assert split([[5, 5], [4, 0]]) == 0.75
    ranks = ranks_of("stud", "eight", exactly_two=False)
    sure = spot("As 2s 3s 4s 5s 9d Kd", Holding(tuple(cards("Qs Qh Qd Jc 9c 9h 8d")), 0))
    assert chance(sure, ranks, 1, random.Random(1)) == 1.0


@pytest.mark.parametrize(("own", "better"), [("As 2h 3d", "Ks Qh Jd"), ("2s 5h 7d", "9s 9h 3d")])
def test_the_lower_hand_is_better_in_razz(own: str, better: str) -> None:
    ranks = ranks_of("stud", "razz", exactly_two=False)
    there = Holding(tuple(cards("8c")), 6)
    low, high_one = (chance(spot(hand, there, unknown=4), ranks, 200, random.Random(1)) for hand in (own, better))
    assert low > high_one + 0.2
