"""What is legal: lists, ranges, a fair choice, and the sentence for what is not."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.round import Legal, Range, illegal


@attrs.frozen
class Fold:
    pass


@attrs.frozen
class RaiseTo:
    amount: int


@attrs.frozen
class BetOf:
    amount: int


LEGAL = Legal((Fold(),), (Range(RaiseTo, 4, 10),))


@pytest.mark.parametrize(
    ("action", "legal"),
    [
        (Fold(), True),
        (RaiseTo(4), True),
        (RaiseTo(10), True),
        (RaiseTo(3), False),
        (RaiseTo(11), False),
        (BetOf(5), False),
        (5, False),
        (None, False),
        (Fold, False),
    ],
)
def test_what_is_legal(action: object, legal: bool) -> None:
    assert (action in LEGAL) is legal


def test_nothing_is_owed_when_nothing_is_legal() -> None:
    assert LEGAL
    assert Legal((), LEGAL.ranges)
    assert not Legal()
    assert Fold() not in Legal()


@given(st.randoms(use_true_random=False))
def test_a_choice_is_legal(rng: random.Random) -> None:
    assert LEGAL.choose(rng) in LEGAL


def test_each_kind_is_chosen_as_often_and_each_amount_too() -> None:
    rng = random.Random(1)
    chosen = Counter(LEGAL.choose(rng) for _ in range(7000))
    assert abs(chosen[Fold()] - 3500) < 200
    assert all(abs(chosen[RaiseTo(amount)] - 500) < 100 for amount in range(4, 11))


@pytest.mark.parametrize(
    ("action", "legal", "sentence"),
    [
        (RaiseTo(3), LEGAL, "raise to 3 is below the minimum 4; legal: Fold, RaiseTo from 4 to 10"),
        (BetOf(5), Legal((Fold(), BetOf(2))), "BetOf 5 is not legal now; legal: Fold, BetOf 2"),
        (Fold(), Legal(), "Fold is not possible: the seat owes no action"),
        ("x", Legal((Fold(),)), "'x' is not legal now; legal: Fold"),
    ],
)
def test_a_refusal_says_what_would_be_right(action: object, legal: Legal, sentence: str) -> None:
    error = illegal(action, legal)
    assert isinstance(error, IllegalAction)
    assert str(error) == sentence
