"""How a player's choices become chances: a stranger's, and what outweighs them."""

from __future__ import annotations

import pytest

from gamehall_bot_modeller.habits import LEVELS, Choice, Habits

WORST, BEST = 0, LEVELS - 1


def seen(**counts: int) -> Habits:
    habits = Habits()
    for name, count in counts.items():
        for _ in range(count):
            habits.saw(Choice(name))
    return habits


def test_the_chances_of_what_can_be_done_add_up_to_one() -> None:
    for habits in (Habits(), seen(fold=9, call=1, check=3, bet=30)):
        for level in range(LEVELS):
            for group in ((Choice.FOLD, Choice.CALL, Choice.RAISE), (Choice.CHECK, Choice.BET)):
                assert sum(habits.chance(choice, level) for choice in group) == pytest.approx(1.0)
                assert all(0.0 < habits.chance(choice, level) < 1.0 for choice in group)


def test_a_stranger_folds_weak_hands_and_bets_strong_ones() -> None:
    stranger = Habits()
    assert stranger.fold(WORST) > 2 * stranger.fold(BEST)
    assert stranger.chance(Choice.RAISE, BEST) > 2 * stranger.chance(Choice.RAISE, WORST)
    assert stranger.chance(Choice.BET, BEST) > 2 * stranger.chance(Choice.BET, WORST)


def test_what_is_seen_soon_outweighs_the_usual() -> None:
    assert seen(call=30).rate(Choice.FOLD) < 0.07
    assert seen(fold=30).rate(Choice.FOLD) > 0.85
    assert seen(check=1).rate(Choice.CALL) == Habits().rate(Choice.CALL), "another question was answered"


def test_who_shows_any_cards_after_a_raise_is_known_to_raise_with_any_cards() -> None:
    habits = seen(**{"raise": 20, "call": 20})
    before = habits.chance(Choice.RAISE, BEST) / habits.chance(Choice.RAISE, WORST)
    for level in range(LEVELS):
        for _ in range(4):
            habits.learn(Choice.RAISE, level)
            habits.learn(Choice.CALL, level)
    after = habits.chance(Choice.RAISE, BEST) / habits.chance(Choice.RAISE, WORST)
    assert before > 3.0
    assert after < 2.0


def test_who_shows_good_cards_only_is_known_to_fold_the_others() -> None:
    loose, tight = seen(fold=10, call=10), seen(fold=10, call=10)
    for number in range(20):
        loose.learn(Choice.CALL, number % LEVELS)
        tight.learn(Choice.CALL, BEST - number % 3)
    assert tight.fold(WORST) > loose.fold(WORST) + 0.1
    assert tight.fold(BEST) < loose.fold(BEST) - 0.1
