"""Draw, breaking and balancing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall.tournaments.seating import Move, draw, freed, moves, table_count


@pytest.mark.parametrize(
    ("players", "least", "most", "tables"),
    [
        (2, 2, 9, 1),
        (9, 2, 9, 1),
        (10, 2, 9, 2),
        (27, 2, 9, 3),
        (28, 2, 9, 4),
        (8, 4, 4, 2),
        (5, 4, 4, None),
        (7, 3, 4, 2),
        (1, 2, 9, None),
        (5, 3, 4, None),
        (0, 2, 9, None),
    ],
)
def test_as_few_tables_as_can_be(players: int, least: int, most: int, tables: int | None) -> None:
    assert table_count(players, least, most) == tables


def test_the_table_with_the_highest_number_is_broken_once_there_are_chairs() -> None:
    assert freed({1: 6, 2: 6, 3: 6}, 9) == 3
    assert freed({1: 7, 2: 6, 3: 6}, 9) is None
    assert freed({1: 9}, 9) is None


def test_a_table_that_plays_is_not_broken_yet_and_loses_nobody() -> None:
    seated = {1: [1, 2], 2: [3, 4], 3: [5]}
    assert moves(seated, 4, [1, 2], Random(1)) == []
    assert moves(seated, 4, [3], Random(1)) == [Move(5, 3, 1)]
    # Table 2 plays: it is broken when it rests.
    assert moves(seated, 9, [3], Random(1)) == [Move(5, 3, 1)]
    assert {move.entrant for move in moves(seated, 9, [2, 3], Random(1))} == {3, 4, 5}


def test_a_player_goes_to_the_smallest_table_until_all_are_even() -> None:
    seated = {1: [1, 2, 3, 4, 5], 2: [6, 7], 3: [8, 9, 10, 11]}
    found = moves(seated, 5, [1], Random(1))
    assert [(move.source, move.target) for move in found] == [(1, 2)]
    assert moves(seated, 5, [2], Random(1)) == []


@given(st.integers(2, 60), st.integers(2, 10), st.integers())
def test_a_draw_seats_everybody_once_and_evenly(players: int, most: int, seed: int) -> None:
    tables = table_count(players, 1, most)
    assert tables is not None
    drawn = draw(range(players), tables, Random(seed))
    assert sorted(one for table in drawn for one in table) == list(range(players))
    sizes = [len(table) for table in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= most


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8), st.integers(9, 10), st.data())
def test_moves_lose_nobody_and_make_tables_that_rest_even(sizes: list[int], most: int, data: st.DataObject) -> None:
    seated: dict[int, list[int]] = {}
    for number, size in enumerate(sizes, start=1):
        seated[number] = [number * 100 + one for one in range(size)]
    resting = data.draw(st.lists(st.sampled_from(sorted(seated)), unique=True))
    found = moves(seated, most, resting, Random(1))
    after = {table: set(here) for table, here in seated.items()}
    for move in found:
        assert move.source in resting
        assert move.source != move.target
        after[move.source].remove(move.entrant)
        after[move.target].add(move.entrant)
    assert sorted(one for here in after.values() for one in here) == sorted(
        one for here in seated.values() for one in here
    )
    assert all(len(here) <= most for here in after.values())
    if set(resting) == set(seated):
        left = [len(here) for here in after.values() if here]
        assert not left or max(left) - min(left) <= 1
        assert len(left) <= max(1, -(-sum(sizes) // most))
