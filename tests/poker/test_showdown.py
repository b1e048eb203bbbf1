"""Who shows, and in which order."""

from __future__ import annotations

from gamehall_poker.pots import Pot
from gamehall_poker.showdown import must_show, show_order


def test_the_last_aggressor_shows_first() -> None:
    assert show_order([0, 2, 3, 5], 3) == [3, 5, 0, 2]


def test_without_a_bet_the_first_left_of_the_button_shows_first() -> None:
    assert show_order([1, 2, 5], -1) == [1, 2, 5]


def test_an_aggressor_who_is_out_shows_nothing() -> None:
    assert show_order([1, 2], 4) == [1, 2]


def test_a_beaten_hand_is_mucked_and_a_tie_is_shown() -> None:
    pots = [Pot(100, (0, 1, 2, 3))]
    assert must_show([1, 2, 3, 0], [([7, 5, 4, 5], pots)]) == [True, False, True, True]


def test_a_hand_that_wins_only_a_side_pot_is_shown() -> None:
    pots = [Pot(90, (0, 1, 2)), Pot(40, (1, 2))]
    assert must_show([0, 1, 2], [([9, 5, 4], pots)]) == [True, True, False]
