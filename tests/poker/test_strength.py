"""Hand strength, against the published counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_poker.strength import EVAL7_CARDS, best_of_all, evaluate, hand_name, strength
from gamehall_sdk.cards import DECK, Card, cards

FIVE_CARD_COUNTS = {
    "Straight Flush": 40,
    "Quads": 624,
    "Full House": 3744,
    "Flush": 5108,
    "Straight": 10200,
    "Trips": 54912,
    "Two Pair": 123552,
    "Pair": 1098240,
    "High Card": 1302540,
}
"""Of the 2,598,960 five-card hands; the four royal flushes are among the straight flushes."""


SEVEN_CARD_COUNTS = {
    "Straight Flush": 41584,
    "Quads": 224848,
    "Full House": 3473184,
    "Flush": 4047644,
    "Straight": 6180020,
    "Trips": 6461620,
    "Two Pair": 31433400,
    "Pair": 58627800,
    "High Card": 23294460,
}
"""Of the 133,784,560 seven-card hands; 4,324 of the straight flushes are royal."""
SIX_CARD_COUNTS = {
    "Straight Flush": 1844,
    "Quads": 14664,
    "Full House": 165984,
    "Flush": 205792,
    "Straight": 361620,
    "Trips": 732160,
    "Two Pair": 2532816,
    "Pair": 9730740,
    "High Card": 6612900,
}
"""Of the 20,358,520 six-card hands; 188 of the straight flushes are royal."""
FIVE_CARD_CLASSES = {
    "Straight Flush": 10,
    "Quads": 156,
    "Full House": 156,
    "Flush": 1277,
    "Straight": 10,
    "Trips": 858,
    "Two Pair": 858,
    "Pair": 2860,
    "High Card": 1277,
}
"""How many strengths there are in each class."""
SEVEN_CARD_CLASSES = FIVE_CARD_CLASSES | {"Trips": 575, "Two Pair": 763, "Pair": 1470, "High Card": 407}
"""How many of them seven cards reach."""


def counted(size: int) -> tuple[Counter[str], Counter[str], int]:
    """How many hands of *size* cards, and how many strengths, are in each class; and how many hands are the best."""
    seen = Counter(map(evaluate, combinations(EVAL7_CARDS, size)))
    hands: Counter[str] = Counter()
    for value, count in seen.items():
        hands[hand_name(value)] += count
    return hands, Counter(map(hand_name, seen)), seen[max(seen)]


def test_our_cards_and_eval7s_are_the_same_cards() -> None:
    assert [str(card) for card in EVAL7_CARDS] == [str(card) for card in DECK]


def test_all_five_card_hands_fall_into_the_published_classes() -> None:
    hands, classes, royal = counted(5)
    assert hands == FIVE_CARD_COUNTS
    assert classes == FIVE_CARD_CLASSES
    assert classes.total() == 7462
    assert royal == 4


@pytest.mark.slow
def test_all_six_card_hands_fall_into_the_published_classes() -> None:
    hands, _, royal = counted(6)
    assert hands == SIX_CARD_COUNTS
    assert royal == 188


@pytest.mark.slow
def test_all_seven_card_hands_fall_into_the_published_classes() -> None:
    hands, classes, royal = counted(7)
    assert hands == SEVEN_CARD_COUNTS
    assert classes == SEVEN_CARD_CLASSES
    assert classes.total() == 4824
    assert royal == 4324


@given(st.permutations(DECK))
def test_seven_cards_are_as_strong_as_their_best_five(deck: list[Card]) -> None:
    hand = deck[:7]
    assert strength(hand) == max(strength(five) for five in combinations(hand, 5))
    assert best_of_all([hand[:2], deck[7:9]], hand[2:]) == [strength(hand), strength(hand[2:] + deck[7:9])]


def test_a_board_that_plays_ties_all() -> None:
    board = cards("As Ks Qs Js Ts")
    assert len(set(best_of_all([cards("2c3d"), cards("AhAd")], board))) == 1
