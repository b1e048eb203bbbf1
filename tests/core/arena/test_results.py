from __future__ import annotations

import math

import attrs
import numpy as np
import pytest
from scipy import stats

from gamehall.arena.files import Memory
from gamehall.arena.limits import Failing, Fault
from gamehall.arena.plan import Format, Plan
from gamehall.arena.results import estimate, results, tables, timing, unit_of
from gamehall.arena.run import stages
from gamehall.arena.work import Done, UnitDone
from tests.core.arena.test_schedule import a_plan


def outcome(plan: Plan, edge: float, *, spread: float = 1.0, shared: float = 0.0, seed: int = 3) -> Memory:
    """Invented results: entrant 0 wins *edge* from each of the others on average, with noise of *spread*.

    Of a deal's noise *shared* belongs to the seats, so that duplicate deals take it out.
    """
    rng = np.random.default_rng(seed)
    keeper = Memory()
    cards: dict[tuple[int, int], np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = {}
    for stage in stages(plan, keeper):
        for unit in stage:
            done = []
            for match in unit.matches:
                rows = []
                for deal in range(match.first_deal, match.first_deal + match.rounds):
                    size = len(match.seats)
                    luck = cards.setdefault((match.lineup, deal), rng.normal(0, shared, size))
                    won = rng.normal(0, spread, size) + luck
                    won += [edge if entrant == 0 else -edge / (size - 1) for entrant in match.seats]
                    whole = np.round((won - won.mean()) * 1000).astype(int)
                    whole[-1] -= whole.sum()
                    rows.append(tuple(whole.tolist()))
                fault = (Fault(1, Failing.ILLEGAL, "no"),) if match.number == 0 else ()
                done.append(Done(tuple(rows), (match.rounds,) * len(match.seats), fault))
            keeper.add(UnitDone(number=unit.number, matches=tuple(done), times={0: {80: 9, 120: 1}}, seconds=0.5))
    return keeper


def test_an_estimate_is_scipys() -> None:
    values = np.random.default_rng(1).normal(0.3, 2.0, 500)
    found = estimate(values, "t", 1)
    low, high = stats.t.interval(0.95, 499, values.mean(), stats.sem(values))
    assert (found.mean, found.low, found.high) == pytest.approx((values.mean(), low, high))
    drawn = estimate(values, "bootstrap", 1)
    assert drawn.low == pytest.approx(low, abs=0.03)
    assert drawn == estimate(values, "bootstrap", 1)


def test_an_estimate_of_little() -> None:
    assert math.isinf(estimate(np.asarray([1.0]), "t", 1).high)
    assert estimate(np.asarray([2.0, 2.0]), "t", 1).p == 0
    assert estimate(np.asarray([0.0, 0.0]), "t", 1).p == 1


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(5)
    held = sum(
        abs(one.mean) <= one.high - one.mean for one in (estimate(rng.normal(size=40), "t", 1) for _ in range(400))
    )
    assert 0.92 < held / 400 < 0.98


def test_bots_that_differ_are_told_apart() -> None:
    plan = a_plan(2, 2000)
    found = results(plan, outcome(plan, 0.2))
    assert [bot["name"] for bot in found["bots"]] == ["b0", "b1"]
    assert found["bots"][0]["mean"] == pytest.approx(-found["bots"][1]["mean"])
    assert found["bots"][0]["rating"]["mu"] > found["bots"][1]["rating"]["mu"]
    (pair,) = found["pairs"]
    assert pair["apart"]
    assert pair["low"] < 400 < pair["high"]
    assert found["verdict"][0].startswith("b0 is better than b1: ")
    assert found["bots"][1]["faults"] == {"illegal": {"count": 1, "first": "no"}}


def test_bots_that_do_not_differ_are_said_not_to() -> None:
    plan = a_plan(2, 400)
    found = results(plan, outcome(plan, 0.0))
    (pair,) = found["pairs"]
    assert not pair["apart"]
    assert found["verdict"][0].startswith("b0 and b1 cannot be told apart after 400 rounds; if the difference is as")


def test_the_advised_rounds_tell() -> None:
    plan = a_plan(2, 100)
    advised = results(plan, outcome(plan, 0.1, seed=4))["pairs"][0]["rounds_that_tell"]
    more = attrs.evolve(plan, rounds=3 * advised)
    assert results(more, outcome(more, 0.1))["pairs"][0]["apart"]


def test_equals_are_never_told_apart() -> None:
    plan = a_plan(2, 40)
    keeper = outcome(plan, 0.0, spread=0.0)
    assert results(plan, keeper)["verdict"] == [
        "b0 and b1 cannot be told apart after 40 rounds, and no number of rounds would tell, as they did equally well."
    ]


def test_duplicate_deals_cut_the_variance() -> None:
    plan = a_plan(2, 4000, duplicate=True)
    found = results(plan, outcome(plan, 0.05, spread=0.5, shared=2.0))
    assert found["deals"] == 2000
    # Of a variance of 2 (0.25 + 4) between two seats, the seats' part of 8 goes.
    assert found["variance"]["cut"] == pytest.approx(1 - 0.25 / 4.25, abs=0.02)
    assert found["variance"]["as_many_rounds"] == pytest.approx(17, rel=0.15)
    assert found["pairs"][0]["apart"]
    plain = a_plan(2, 4000)
    assert results(plain, outcome(plain, 0.05, spread=0.5, shared=2.0))["variance"] is None


def test_a_set_that_is_not_complete_is_left_out_of_a_duplicate_run() -> None:
    plan = a_plan(2, 480, duplicate=True)
    keeper = outcome(plan, 0.1)
    del keeper.units[max(keeper.units)]
    (table,) = tables(plan, keeper)
    assert len(table.won) < 240
    assert results(plan, keeper)["rounds"] > 2 * len(table.won)


def test_many_pairs_are_judged_more_strictly() -> None:
    plan = a_plan(6, 60, seats=2, format=Format.HEADS_UP)
    found = results(plan, outcome(plan, 0.0))
    assert len(found["pairs"]) == 15
    assert all(pair["p_corrected"] >= pair["p"] for pair in found["pairs"])


def test_a_run_without_a_round_has_results() -> None:
    plan = a_plan(2, 10)
    found = results(plan, Memory())
    assert [bot["mean"] for bot in found["bots"]] == [None, None]
    assert found["pairs"] == []


def test_poker_is_told_in_big_blinds() -> None:
    assert unit_of(a_plan(2, 1, stack=400, options={"bigblind": "4"})) == ("bb/100", 25.0)
    assert unit_of(a_plan(2, 1, stack=400)) == ("chips per round", 1.0)
    assert unit_of(a_plan(2, 1)) == ("points per round", 1.0)


def test_times_are_quantiles_of_what_was_timed() -> None:
    plan = a_plan(2, 40)
    spent = timing(plan, outcome(plan, 0.0))
    assert spent["bots"]["b0"]["p50_us"] == pytest.approx(0.1, rel=0.04)
    assert spent["bots"]["b0"]["p99_us"] == pytest.approx(1.0, rel=0.04)
    assert spent["bots"]["b1"]["p50_us"] is None
