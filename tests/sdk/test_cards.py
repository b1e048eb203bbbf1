"""Cards are small integers that print and read as words."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_sdk.cards import BIG_JOKER, CARDS, DECK, RANKS, SMALL_JOKER, SUITS, Card, cards, text

ANY = st.sampled_from(CARDS)


@pytest.mark.parametrize(
    ("number", "word", "rank", "suit"),
    [(0, "2s", 0, 0), (12, "As", 12, 0), (13, "2h", 0, 1), (26, "2d", 0, 2), (39, "2c", 0, 3), (51, "Ac", 12, 3)],
)
def test_the_seeds_numbering(number: int, word: str, rank: int, suit: int) -> None:
    card = Card(word)
    assert (card, str(card), card.rank, card.suit) == (number, word, rank, suit)


def test_jokers_rank_above_the_ace_and_have_a_suit_of_their_own() -> None:
    small, big = Card("JP"), Card("JG")
    assert (small, big) == (SMALL_JOKER, BIG_JOKER) == (52, 53)
    assert Card("As").rank < small.rank < big.rank
    assert small.suit == big.suit == 4


def test_the_deck_has_each_card_once_in_canonical_order() -> None:
    assert list(DECK) == list(range(52))
    assert [str(card) for card in DECK] == [rank + suit for suit in SUITS for rank in RANKS]
    assert list(CARDS) == list(range(54))


@given(ANY, st.booleans())
def test_a_card_is_read_from_its_text_in_either_case_and_from_its_number(card: Card, upper: bool) -> None:
    word = str(card).upper() if upper else str(card).lower()
    assert Card(word) == Card(int(card)) == card
    assert str(Card(word)) == repr(card) == str(card)


@pytest.mark.parametrize("word", ["10s", "10S", " Ts ", "ts"])
def test_a_ten_may_be_written_in_full(word: str) -> None:
    assert str(Card(word)) == "Ts"


@pytest.mark.parametrize("word", ["", "A", "sA", "1s", "11s", "10", "Asx", "JJ"])
def test_other_words_are_no_cards(word: str) -> None:
    with pytest.raises(ValueError, match=f"^'{word}' is not a card; write a rank 23456789TJQKA and a suit shdc, like"):
        Card(word)


@pytest.mark.parametrize("number", [-1, 54, 1000])
def test_other_numbers_are_no_cards(number: int) -> None:
    with pytest.raises(ValueError, match=rf"^{number} is not a card number; they run from 0 \(2s\) to 51 \(Ac\)"):
        Card(number)


@given(st.lists(ANY, max_size=20), st.sampled_from(["", " ", ",", ", "]))
def test_several_cards_are_read_back_from_their_text(hand: list[Card], between: str) -> None:
    assert cards(between.join(map(str, hand))) == tuple(hand)
    assert cards(text(hand)) == tuple(hand)


def test_the_first_word_that_is_no_card_is_named() -> None:
    assert cards("10s 10h, As") == (8, 21, 12)
    for line, word in (("As Kx Qy", "Kx"), ("AsK", "K")):
        with pytest.raises(ValueError, match=f"^'{word}' is not a card"):
            cards(line)


@given(ANY)
def test_a_card_survives_copying_and_pickling(card: Card) -> None:
    for again in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):  # noqa: S301  # our own
        assert (again, type(again)) == (card, Card)
