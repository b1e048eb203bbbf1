from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from gamehall.archive import RoundSummary
from gamehall.arena.leaderboard import leaderboard
from gamehall.journal import RoundSeat
from tests.core.cli.conftest import gamehall
from tests.core.site import Done

__all__ = ["gamehall"]


def a_round(number: int, seats: list[tuple[int | None, str, int]]) -> RoundSummary:
    return RoundSummary(
        id=number,
        table_id=1,
        round_no=number,
        game="hello",
        variant="hello",
        started_at_ms=0,
        ended_at_ms=0,
        seats=tuple(RoundSeat(at, account, name, 1, won) for at, (account, name, won) in enumerate(seats)),
    )


def test_who_wins_more_leads() -> None:
    rng = random.Random(1)
    rounds = [
        a_round(number, [(1, "Anna", won), (2, "Bert", -won)])
        for number in range(200)
        for won in [1 if rng.random() < 0.7 else -1]
    ]
    first, second = leaderboard(rounds, {})
    assert (first.name, first.rounds, first.kind) == ("Anna", 200, "player")
    assert first.ordinal > second.ordinal
    assert first.mean == -second.mean == pytest.approx(first.won / 200)
    assert first.half_width == pytest.approx(0.13, abs=0.02)
    assert leaderboard(rounds[::-1], {}) == [first, second]


def test_a_player_is_an_account_and_a_bot_its_name() -> None:
    found = leaderboard(
        [
            a_round(1, [(1, "Anna", 1), (7, "tight.1", -1)]),
            a_round(2, [(1, "Anne", 2), (8, "tight.2", -3), (9, "tight.3", 1)]),
        ],
        {7: "tight", 8: "tight", 9: "tight"},
    )
    assert [(one.name, one.rounds, one.won) for one in found] == [("Anne", 2, 3), ("tight", 3, -3)]


def test_one_round_has_no_interval_and_none_no_leader() -> None:
    assert leaderboard([], {}) == []
    assert leaderboard([a_round(1, [(1, "Anna", 0)])], {})[0].half_width is None


def test_the_command_reads_the_servers_rounds(gamehall: Callable[..., Done]) -> None:
    done = gamehall("history", "leaderboard", "--game", "hello")
    assert (done.code, done.out) == (0, "No round of hello is finished yet.\n")
    assert gamehall("history", "leaderboard", "--game", "hello", "--json").document == []
