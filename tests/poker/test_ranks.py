"""The rankings beside the usual one, and what open cards are worth."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_poker.ranks import (
    ace_to_five,
    deuce_to_seven,
    eight_or_better,
    low_name,
    omaha_eight_or_better,
    open_strength,
    shows_pair,
    two_and_three,
)
from gamehall_poker.strength import strength
from gamehall_sdk.cards import DECK, Card, cards

decks = st.permutations(DECK)


def one(rank: object, hole: str, board: str = "") -> int:
    [value] = rank([cards(hole)], cards(board))  # type: ignore[operator]  # any ranking
    assert isinstance(value, int)
    return value


@given(decks)
def test_omaha_is_the_best_of_two_and_three(deck: list[Card]) -> None:
    hole, board = deck[:4], deck[4:9]
    fives = [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    assert two_and_three([hole], board) == [max(map(strength, fives))]


def test_omaha_one_card_of_a_suit_is_no_flush() -> None:
    assert one(two_and_three, "As2c3d4h", "KsQsTs9s7d") < one(two_and_three, "8s6s3d4h", "KsQsTs9s7d")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7s5h4c3d2c", "7s6h4c3d2c"),
        ("8s6h4c3d2c", "8s7h4c3d2c"),
        ("Ks9h4c3d2c", "As5h4c3d2c"),
        ("KsQhJcTd8c", "As5h4c3d2c"),
        ("As5h4c3d2c", "As6h4c3d2c"),
        ("As6h4c3d2c", "2s2h5c4d3c"),
        ("2s2h5c4d3c", "6s5h4c3d2c"),
        ("6s5h4c3d2c", "7s5s4s3s2s"),
        ("As5h4c3d2c", "As5s4s3s2s"),
        ("As5s4s3s2s", "As6s4s3s2s"),
        ("KsQsJsTs8s", "As5s4s3s2s"),
    ],
)
def test_deuce_to_seven_straights_flushes_and_aces_are_bad(better: str, worse: str) -> None:
    assert one(deuce_to_seven, better) > one(deuce_to_seven, worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As2h3c4d5sKhQc", "As2h3c4d6sKhQc"),
        ("As2s3s4s5s", "As2h3c4d6s"),
        ("8s7h6c5d4c", "9s4h3c2dAc"),
        ("KsQhJcTd9c", "AsAh2c3d4c"),
        ("2s2h3c4d5c", "3s3h2cAd4c"),
        ("AsAh2c2d3c", "AsAhAc2d3c"),
    ],
)
def test_ace_to_five_straights_and_flushes_count_for_nothing(better: str, worse: str) -> None:
    assert one(ace_to_five, better) > one(ace_to_five, worse)


@given(decks)
def test_ace_to_five_is_the_best_five_of_seven(deck: list[Card]) -> None:
    hand = deck[:7]
    assert ace_to_five([hand], ()) == [max(ace_to_five([five], ())[0] for five in combinations(hand, 5))]


def test_eight_or_better_needs_five_different_ranks_up_to_eight() -> None:
    assert one(eight_or_better, "As2h3c4d9sKhQc") == 0
    assert one(eight_or_better, "As2h3c4d4s2dAc") == 0
    assert one(eight_or_better, "As2h3c4d8sKhQc") > one(eight_or_better, "2s3h5c7d8cKhQc") > 0
    assert low_name(one(eight_or_better, "As2h3c4d8sKhQc")) == "8-4-3-2-A"


def test_omaha_eight_uses_two_and_three_too() -> None:
    assert one(omaha_eight_or_better, "As2hKcQd", "3c4d5sKhQc") > 0
    assert one(omaha_eight_or_better, "AsKhKcQd", "2c3c4d5sQc") == 0


@pytest.mark.parametrize(
    ("higher", "lower"),
    [("AsKs", "AhQh"), ("2s2h", "AsKs"), ("2s2h3c3d", "AsAhKcQd"), ("2s2h2c", "AsAhKc"), ("2s2h2c2d", "AsAhAcKd")],
)
def test_open_cards_rank_by_pairs_and_ranks(higher: str, lower: str) -> None:
    assert open_strength(cards(higher)) > open_strength(cards(lower))


def test_low_boards_take_the_ace_for_the_lowest() -> None:
    assert open_strength(cards("As5h"), low=True) < open_strength(cards("2s5h"), low=True)
    assert open_strength(cards("KsQh"), low=True) < open_strength(cards("AsAh"), low=True)


def test_a_pair_shows() -> None:
    assert shows_pair(cards("2s2h"))
    assert not shows_pair(cards("2s3s"))
