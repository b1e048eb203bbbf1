from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall.arena.plan import Entrant, Format, Plan
from gamehall.arena.schedule import (
    Lineup,
    bot_seed,
    ladder_step,
    ladder_steps,
    lineups,
    matches,
    rounds_of,
    units,
)


def a_plan(bots: int, rounds: int, **more: object) -> Plan:
    given: dict[str, object] = {
        "game": "hello",
        "version": 1,
        "variant": "hello",
        "options": {},
        "entrants": tuple(Entrant(f"b{number}", "random") for number in range(bots)),
        "rounds": rounds,
        "seed": 1,
        "seats": bots,
        "match_rounds": 12,
    }
    return Plan(**(given | more))  # type: ignore[arg-type]


@given(bots=st.integers(2, 6), rounds=st.integers(1, 400), duplicate=st.booleans())
def test_everybody_sits_everywhere_equally_often(bots: int, rounds: int, duplicate: bool) -> None:
    plan = a_plan(bots, rounds, duplicate=duplicate)
    (lineup,) = lineups(plan)
    sat: Counter[tuple[int, int]] = Counter()
    for match in matches(plan, lineup):
        for seat, entrant in enumerate(match.seats):
            sat[entrant, seat] += match.rounds
    assert len(sat) == bots * bots
    assert len(set(sat.values())) == 1
    assert sum(sat.values()) == rounds_of(plan) * bots
    assert rounds <= rounds_of(plan) < rounds + bots


@given(bots=st.integers(2, 5), rounds=st.integers(1, 300))
def test_a_deal_is_played_once_or_in_every_rotation(bots: int, rounds: int) -> None:
    for duplicate, times in ((False, 1), (True, bots)):
        plan = a_plan(bots, rounds, duplicate=duplicate)
        (lineup,) = lineups(plan)
        played: dict[int, list[tuple[int, ...]]] = {}
        for match in matches(plan, lineup):
            for deal in range(match.first_deal, match.first_deal + match.rounds):
                played.setdefault(deal, []).append(match.seats)
        assert sorted(played) == list(range(len(played)))
        assert {len(seats) for seats in played.values()} == {times}
        if duplicate:
            assert all(
                sorted(by_seat) == list(range(bots))
                for seats in played.values()
                for by_seat in zip(*seats, strict=True)
            )


def test_neighbours_change_from_set_to_set() -> None:
    plan = a_plan(5, 20_000, match_rounds=10)
    left_of = Counter(
        (match.seats[seat], match.seats[(seat + 1) % 5])
        for match in matches(plan, lineups(plan)[0])
        for seat in range(5)
    )
    assert len(left_of) == 20
    assert max(left_of.values()) < 1.5 * min(left_of.values())


def test_a_unit_never_sees_a_deal_twice_and_all_units_are_all_matches() -> None:
    plan = a_plan(3, 5000, duplicate=True)
    found = units(plan, lineups(plan))
    assert [unit.number for unit in found] == list(range(len(found)))
    for unit in found:
        deals = [match.first_deal for match in unit.matches]
        assert len(set(deals)) == len(deals)
        assert len({(match.lineup, match.rotation) for match in unit.matches}) == 1
    assert sum(unit.rounds for unit in found) == rounds_of(plan)


def test_line_ups_by_format() -> None:
    assert lineups(a_plan(4, 10)) == (Lineup(0, (0, 1, 2, 3)),)
    pairs = lineups(a_plan(4, 10, seats=2, format=Format.HEADS_UP))
    assert [lineup.entrants for lineup in pairs] == list(combinations(range(4), 2))
    threes = a_plan(4, 10, seats=3, format=Format.ROUND_ROBIN)
    assert [lineup.entrants for lineup in lineups(threes)] == list(combinations(range(4), 3))
    assert rounds_of(threes) == 4 * 12


@pytest.mark.parametrize("count", range(2, 9))
def test_a_ladder_of_two_sorts_any_order(count: int) -> None:
    plan = a_plan(count, 10, seats=2, format=Format.LADDER)
    order = list(range(count))[::-1]
    for step in range(ladder_steps(plan)):
        for lineup in ladder_step(plan, step, order, 0):
            at = order.index(lineup.entrants[0])
            assert tuple(order[at : at + 2]) == lineup.entrants
            order[at : at + 2] = sorted(lineup.entrants)
    assert order == list(range(count))


@pytest.mark.parametrize("count", range(4, 17))
def test_a_ladder_of_four_reaches_from_bottom_to_top(count: int) -> None:
    plan = a_plan(count, 10, seats=4, format=Format.LADDER)
    order = list(range(count))[::-1]
    for step in range(ladder_steps(plan)):
        for lineup in ladder_step(plan, step, order, 0):
            at = order.index(lineup.entrants[0])
            order[at : at + 4] = sorted(lineup.entrants)
    assert order[0] == 0


def test_bots_seeds_differ() -> None:
    plan = a_plan(3, 300)
    (lineup,) = lineups(plan)
    seeds = [bot_seed(1, match, seat) for match in matches(plan, lineup) for seat in range(3)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 for seed in seeds)
