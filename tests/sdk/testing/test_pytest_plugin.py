from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

GOOD = """
import pytest
from gamehall_hello.plugin import GAME
from gamehall_bot_random.plugin import register_bots

@pytest.mark.conformance(GAME, examples=5)
def test_game(conformance):
    conformance()

@pytest.mark.conformance(register_bots()[0], games=[GAME], examples=5, only=["legal"])
def test_bot(conformance):
    assert "rounds" in conformance().detail
"""
BAD = """
import attrs
import pytest
from gamehall_hello.plugin import GAME
from gamehall_hello.round import HelloRound

class Wrong(HelloRound):
    @property
    def payoffs(self):
        won = super().payoffs
        return won and {seat: 0.5 for seat in won}

@pytest.mark.conformance(attrs.evolve(GAME, round=Wrong), examples=5, only=["payoffs"])
def test_game(conformance):
    conformance()
"""


def run(pytester: pytest.Pytester, text: str) -> pytest.RunResult:
    pytester.makepyfile(text)
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:xdist", "--strict-markers", "-v")


def test_each_check_is_a_test(pytester: pytest.Pytester) -> None:
    result = run(pytester, GOOD)
    result.stdout.fnmatch_lines(["*test_game?secrecy? PASSED*", "*test_bot?legal? PASSED*"])
    result.assert_outcomes(passed=16)


def test_a_failure_is_told_with_the_shortest_round(pytester: pytest.Pytester) -> None:
    result = run(pytester, BAD)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "not true that each seat gets a whole number, and chips sum to 0:",
            "  the payoff 0.5 is not a whole number",
            "  variant hello, seats 0 1, deal *",
            "  1. seat 0: keep",
            "  2. seat 1: keep",
        ]
    )


def test_the_fixture_says_what_it_needs(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_game(conformance): conformance()")
    result.stdout.fnmatch_lines(["*the fixture needs @pytest.mark.conformance(GAME)*"])


def test_a_run_that_does_not_use_it_imports_nothing_for_it() -> None:
    code = (
        "import json, sys, pytest; before = set(sys.modules); import gamehall_sdk.pytest_plugin; "
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(json.loads(done.stdout)) == {"gamehall_sdk", "gamehall_sdk.pytest_plugin"}


def test_without_hypothesis_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; from gamehall_sdk.testing.search import need; need()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "not installed: pip install 'gamehall-sdk[testing]'" in done.stderr
