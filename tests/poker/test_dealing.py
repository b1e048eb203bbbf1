from __future__ import annotations

import random
from collections import Counter

from gamehall_poker.dealing import draw
from gamehall_sdk.cards import DECK


def test_a_draw_is_of_different_cards_and_the_rest_stays() -> None:
    cards = list(DECK)
    rng = random.Random(1)
    for count in (0, 1, 7, 52):
        drawn = draw(cards, count, rng.random)
        assert len(drawn) == len(set(drawn)) == count
        assert sorted(cards) == list(DECK)


def test_there_are_no_more_than_there_are() -> None:
    assert sorted(draw([3, 1, 2], 5, random.Random(1).random)) == [1, 2, 3]


def test_every_hand_is_equally_likely() -> None:
    rng = random.Random(2)
    cards = [0, 1, 2, 3]
    found = Counter(frozenset(draw(cards, 2, rng.random)) for _ in range(6000))
    assert len(found) == 6
    assert all(900 < count < 1100 for count in found.values())
