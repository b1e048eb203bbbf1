from __future__ import annotations

import random

import attrs
import pytest

from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.bot import BotKind
from gamehall_sdk.testing import BOT_CHECKS, Limits, Status, check_bot
from tests.sdk.testing import bidding
from tests.sdk.testing.broken_bots import BROKEN, SOUND

LIMITS = Limits(examples=30, move_s=0.05, grace_s=0)
GAMES = (HELLO, bidding.GAME)
CASES = [(check, kind) for check, some in BROKEN.items() for kind in some]


@pytest.mark.parametrize(("check", "kind"), CASES, ids=[f"{check}-{kind.name}" for check, kind in CASES])
def test_a_broken_bot_is_caught_by_the_check_that_was_made_for_it(check: str, kind: BotKind) -> None:
    report = check_bot(kind, GAMES, limits=LIMITS, only=[check])
    assert report.failed == (check,), report


def test_a_sound_bot_passes_every_check() -> None:
    # A loaded machine may pause for a moment.
    report = check_bot(SOUND, GAMES, limits=attrs.evolve(LIMITS, move_s=5))
    assert report.ok, report
    assert [result.check for result in report.results] == [check.name for check in BOT_CHECKS]


def test_every_check_has_a_bot_that_it_catches() -> None:
    assert set(BROKEN) == {check.name for check in BOT_CHECKS}


def test_a_bot_whose_games_are_not_here_is_not_judged() -> None:
    report = check_bot(attrs.evolve(SOUND, games=("chess",)), GAMES)
    assert {result.status for result in report.results} == {Status.SKIPPED}
    assert report.results[0].detail == "none of its games is here: chess"
    assert report.ok


def test_checking_leaves_the_callers_random_numbers_alone() -> None:
    random.seed(5)
    before = random.getstate()
    check_bot(SOUND, GAMES, limits=Limits(examples=2), only=["deterministic"])
    assert random.getstate() == before
