"""Equity by simulation, against known figures."""

from __future__ import annotations

import random

import pytest

from gamehall_bot_tight.equity import equity
from gamehall_sdk.cards import cards


def test_aces_win_85_percent_against_one_random_hand() -> None:
    assert equity(cards("AsAh"), (), 1, 4000, random.Random(1)) == pytest.approx(0.852, abs=0.02)


def test_aces_win_about_half_against_five() -> None:
    assert equity(cards("AsAh"), (), 5, 4000, random.Random(1)) == pytest.approx(0.49, abs=0.03)


def test_a_sure_winner_wins_and_a_board_that_plays_is_shared() -> None:
    assert equity(cards("AsKs"), cards("QsJsTs2d3c"), 3, 100, random.Random(1)) == 1.0
    assert equity(cards("2d3c"), cards("AsKsQsJsTs"), 1, 100, random.Random(1)) == 0.5


def test_the_same_seed_gives_the_same_figure() -> None:
    figures = {equity(cards("9s8s"), cards("7s6dKh"), 2, 100, random.Random(3)) for _ in range(3)}
    assert len(figures) == 1
