from __future__ import annotations

import json

import attrs
import pytest

from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.game import Game
from gamehall_sdk.record import Recording, SeatRecord
from gamehall_sdk.round import Setup
from gamehall_sdk.testing import GAME_CHECKS, Limits, Status, check_game, deal
from tests.sdk.testing import bidding
from tests.sdk.testing.broken_games import BROKEN, SLOW

LIMITS = Limits(examples=60, most_actions=300)
CASES = [(check, name, game) for check, some in BROKEN.items() for name, game in some]


@pytest.mark.parametrize(("check", "name", "game"), CASES, ids=[f"{check}-{name}" for check, name, _ in CASES])
def test_a_broken_game_is_caught_by_the_check_that_was_made_for_it(check: str, name: str, game: Game) -> None:
    report = check_game(game, limits=LIMITS, only=[check])
    assert report.failed == (check,), report


@pytest.mark.parametrize("game", [HELLO, bidding.GAME], ids=["hello", "bidding"])
def test_a_sound_game_passes_every_check(game: Game) -> None:
    report = check_game(game, limits=LIMITS)
    assert report.ok, [result.fault for result in report.results if result.fault]
    assert [result.check for result in report.results] == [check.name for check in GAME_CHECKS]


def test_every_check_but_the_measuring_has_a_game_that_it_catches() -> None:
    assert set(BROKEN) == {check.name for check in GAME_CHECKS if check.body is not None}
    assert len(CASES) >= 15


def test_what_is_slow_is_a_warning() -> None:
    report = check_game(SLOW, only=["speed"])
    [result] = report.results
    assert report.ok
    assert result.status is Status.WARNED
    assert result.detail.startswith("a view takes ")


def broken(check: str, name: str) -> Game:
    return dict(BROKEN[check])[name]


def test_a_failure_is_shrunk_to_the_shortest_round_that_shows_it() -> None:
    [result] = check_game(broken("secrecy", "KeepingShowsTheCard"), limits=LIMITS).results[11:12]
    fault = result.fault
    assert fault is not None
    # The first who keeps shows; nobody need have done anything before, and two players are enough.
    assert (fault.seats, fault.actions) == ((0, 1), ((0, {"keep": {}}),))
    assert "told to seat 1 by Shown before the round is over" in fault.sentence or "a spectator" in fault.sentence


def test_the_same_seed_finds_the_same() -> None:
    game = broken("legal", "SwappingAnAceIsListedAndRefused")
    faults = [check_game(game, seed=7, limits=LIMITS, only=["legal"]).results[0].fault for _ in range(2)]
    assert faults[0] is not None
    assert faults[0] == faults[1]


def test_a_fault_can_be_seen_again_from_what_is_told_of_it() -> None:
    game = broken("legal", "SwappingAnAceIsListedAndRefused")
    fault = check_game(game, limits=LIMITS, only=["legal"]).results[0].fault
    assert fault is not None
    assert fault.deal is not None
    options = game.options()
    cards = deal(game, fault.variant, options, fault.deal)
    setup = Setup(variant=fault.variant, options=options, seats=fault.seats, stacks=fault.stacks, deal=cards)
    # An ace lies before whoever is to act after the fault's actions.
    assert cards[len(fault.actions)].rank == 12
    Recording(game, setup, tuple(SeatRecord(seat, 1, "x", "bot") for seat in fault.seats))


def test_a_report_is_a_json_document() -> None:
    report = check_game(broken("payoffs", "TheHouseTakesOne"), limits=LIMITS, only=["payoffs", "ends"])
    document = json.loads(json.dumps(report.as_json()))
    assert document["ok"] is False
    assert [row["status"] for row in document["results"]] == ["passed", "failed"]
    fault = document["results"][1]["fault"]
    assert "sum to -1, not to 0" in fault["sentence"]
    assert fault["seats"] == [0, 1]
    assert all(isinstance(action, dict) for _, action in fault["actions"])


def test_what_the_rules_raise_is_told_with_its_place() -> None:
    report = check_game(broken("ends", "EightPlayersAreTooMany"), limits=LIMITS, only=["ends"])
    fault = report.results[0].fault
    assert fault is not None
    assert fault.sentence == "raises IndexError: no room"
    assert "broken_games.py" in fault.traceback
    assert len(fault.seats) == 8


def test_reveals_that_a_game_names_are_no_leak() -> None:
    game = broken("secrecy", "KeepingShowsTheCard")
    shown = attrs.evolve(game, reveals=(game.events[3],))
    fault = check_game(shown, limits=LIMITS, only=["secrecy"]).results[0].fault
    # The event is allowed now, but the view does not follow it: nothing that is compared differs.
    assert fault is None


def test_a_check_ends_when_its_time_is_over() -> None:
    report = check_game(HELLO, limits=Limits(examples=100_000, budget_s=0.2), only=["legal"])
    assert report.ok
    assert 0.1 < report.results[0].seconds < 20
