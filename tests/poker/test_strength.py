"""Hand strength, against the published counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from gamehall_poker.strength import EVAL7_CARDS, best_of_all, hand_name, strength
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


def test_our_cards_and_eval7s_are_the_same_cards() -> None:
    assert [str(card) for card in EVAL7_CARDS] == [str(card) for card in DECK]


def test_all_five_card_hands_fall_into_the_published_classes() -> None:
    import eval7

    seen = Counter(map(eval7.evaluate, combinations(EVAL7_CARDS, 5)))
    assert len(seen) == 7462
    counts: Counter[str] = Counter()
    for value, count in seen.items():
        counts[hand_name(value)] += count
    assert counts == FIVE_CARD_COUNTS
    assert seen[max(seen)] == 4, "the royal flushes"


@given(st.permutations(DECK))
def test_seven_cards_are_as_strong_as_their_best_five(deck: list[Card]) -> None:
    hand = deck[:7]
    assert strength(hand) == max(strength(five) for five in combinations(hand, 5))
    assert best_of_all([hand[:2], deck[7:9]], hand[2:]) == [strength(hand), strength(hand[2:] + deck[7:9])]


def test_a_board_that_plays_ties_all() -> None:
    board = cards("As Ks Qs Js Ts")
    assert len(set(best_of_all([cards("2c3d"), cards("AhAd")], board))) == 1
