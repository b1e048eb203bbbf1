"""Bayes' rule over the hands that somebody may hold, and the levels of hands."""

from __future__ import annotations

import random

import pytest

from gamehall_bot_modeller.habits import LEVELS, Choice, Habits
from gamehall_bot_modeller.holdings import Holdings, levels
from gamehall_bot_modeller.promise import promise
from gamehall_sdk.cards import DECK, cards


def test_levels_are_equal_shares_and_equal_hands_are_equal() -> None:
    found = levels(list(range(10, 10 + 2 * LEVELS)))
    assert found == [place // 2 for place in range(2 * LEVELS)]
    assert len(set(levels([5] * 9))) == 1
    assert levels([1, 9, 1, 9]) == [levels([1, 9, 1, 9])[0], LEVELS * 3 // 4] * 2


def test_a_choice_changes_the_weights_by_bayes_rule() -> None:
    holdings = Holdings([(0,), (1,), (2,)])
    at, habits = [0, 3, LEVELS - 1], Habits()
    holdings.see(Choice.RAISE, habits, at)
    holdings.see(Choice.BET, habits, at)
    right = [habits.chance(Choice.RAISE, level) * habits.chance(Choice.BET, level) for level in at]
    assert holdings.weights == pytest.approx([3 * one / sum(right) for one in right])
    spread = holdings.spread(at)
    assert sum(spread) == pytest.approx(1.0)
    assert spread[LEVELS - 1] == pytest.approx(right[2] / sum(right))


def test_who_never_folds_nor_raises_by_the_cards_tells_nothing_by_it() -> None:
    habits = Habits()
    for number in range(400):
        habits.saw(Choice.CALL)
        habits.learn(Choice.CALL, number % LEVELS)
    holdings = Holdings.drawn(DECK, 2, 64, random.Random(1))
    at = holdings.levels(lambda hand: promise(hand, ()))
    for _ in range(3):
        holdings.see(Choice.CALL, habits, at)
    assert max(holdings.weights) < 1.3 * min(holdings.weights)


def test_hands_are_drawn_out_of_what_is_not_seen() -> None:
    unseen = cards("As Kd 7c 2h")
    drawn = Holdings.drawn(unseen, 2, 30, random.Random(1))
    assert {card for hand in drawn.hands for card in hand} == set(unseen)
    assert all(len(set(hand)) == 2 for hand in drawn.hands)


@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("2s 2h", "As Kh", ""),
        ("As Kh", "Qs Jh", ""),
        ("As Ks", "Ah Kd", ""),
        ("7s 2h", "As Kh", "7c 8d Qh"),
        ("2s 2h 9d", "As Kh Qd", ""),
        ("As Ah 2d 3c", "Ks Qh Jd Tc", "Ad 7s 2c"),
    ],
)
def test_the_promise_of_unfinished_hands(better: str, worse: str, board: str) -> None:
    assert promise(cards(better), cards(board)) > promise(cards(worse), cards(board))


def test_the_promise_of_low_hands() -> None:
    assert promise(cards("As 2h 3d"), (), low=True) > promise(cards("Ks Qh Jd"), (), low=True)
    assert promise(cards("As 2h 3d"), (), low=True) > promise(cards("As Ah 2d"), (), low=True)
