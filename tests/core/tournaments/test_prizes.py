"""What the places are worth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall.tournaments.prizes import check_shares, paid_places, prizes, shares


@pytest.mark.parametrize(
    ("entrants", "paid"), [(2, 1), (5, 1), (6, 2), (8, 2), (9, 3), (16, 3), (17, 4), (100, 14), (1000, 126)]
)
def test_so_many_places_are_paid(entrants: int, paid: int) -> None:
    assert paid_places(entrants) == paid


def test_a_nine_seat_sit_and_go() -> None:
    assert prizes(900, shares(9, 100), {account: account for account in range(1, 10)}) == {1: 407, 2: 283, 3: 210}


def test_those_who_share_a_place_share_what_it_and_the_next_are_worth() -> None:
    assert prizes(101, (50, 30, 20), {7: 1, 8: 2, 9: 2, 4: 4}) == {7: 51, 8: 25, 9: 25}
    assert prizes(100, (50, 30, 20), {7: 1, 8: 1, 9: 3}) == {7: 40, 8: 40, 9: 20}
    assert prizes(3, (1,), {7: 1, 8: 1}) == {7: 2, 8: 1}


def test_no_pool_no_prizes() -> None:
    assert prizes(0, shares(9, 0), {1: 1, 2: 2}) == {}


@pytest.mark.parametrize(
    ("percents", "wrong"),
    [
        ([50, 30, 20], None),
        ([100], None),
        ([60, 30], "sum to 100"),
        ([110, -10], "whole percents"),
        ([40, 60], "above"),
    ],
)
def test_an_organisers_percents_are_checked(percents: list[int], wrong: str | None) -> None:
    found = check_shares(percents)
    assert found is None if wrong is None else wrong in str(found)


@given(st.integers(2, 400), st.integers(1, 10_000))
def test_every_paid_place_gets_its_buy_in_back_and_less_than_the_one_above(entrants: int, buy_in: int) -> None:
    won = prizes(entrants * buy_in, shares(entrants, buy_in), {one: one for one in range(1, entrants + 1)})
    assert sum(won.values()) == entrants * buy_in
    assert len(won) == paid_places(entrants)
    amounts = [won[place] for place in sorted(won)]
    assert amounts == sorted(amounts, reverse=True)
    assert amounts[-1] >= buy_in


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(1, 100), min_size=1, max_size=8),
    st.lists(st.integers(0, 3), min_size=1, max_size=12),
)
def test_the_pool_is_paid_to_the_last_chip(pool: int, weights: list[int], scores: list[int]) -> None:
    places = {one: 1 + sum(other > score for other in scores) for one, score in enumerate(scores)}
    won = prizes(pool, sorted(weights, reverse=True), places)
    assert sum(won.values()) == pool
    assert all(chips > 0 for chips in won.values())
    for one, chips in won.items():
        for other, less in won.items():
            if places[one] == places[other]:
                assert abs(chips - less) <= 1
