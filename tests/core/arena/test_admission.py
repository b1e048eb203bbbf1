from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from gamehall.arena.admission import PAUSE_S, admit, is_admitted, read
from gamehall.arena.limits import Limits
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from tests.core.site import Site


@pytest.fixture
def plugins(odd: Site) -> Plugins:
    return Plugins.from_environment(os.environ)


def test_a_good_bot_is_admitted(plugins: Plugins, tmp_path: Path) -> None:
    found = admit(plugins, tmp_path, "looker", "hello", now=lambda: 1000.0)
    assert found.admitted
    assert found.faults == {}
    # At a table of two and at one of six, 24 rounds in each seat.
    assert (found.rounds, found.decisions) == (24 * 2 + 24 * 6, 24 * 2 * 2 + 24 * 6 * 6)
    assert found.package == "odd-bots 1.0"
    assert found.p50_us is not None
    assert read(tmp_path) == {"looker@hello": found}
    assert is_admitted(plugins, tmp_path, "looker", "hello")
    assert not is_admitted(plugins, tmp_path, "looker", "holdem")
    assert not is_admitted(plugins, tmp_path, "first", "hello")


def test_a_bad_bot_is_not(plugins: Plugins, tmp_path: Path) -> None:
    found = admit(plugins, tmp_path, "hanging", "hello", limits=Limits(move_s=0.02))
    assert not found.admitted
    assert found.faults["timeout"] > 0
    assert found.cause == "it did not answer within 0.02 s"
    assert not is_admitted(plugins, tmp_path, "hanging", "hello")


def test_a_refusal_names_the_limit_and_the_seconds(plugins: Plugins, tmp_path: Path) -> None:
    admit(plugins, tmp_path, "unmade", "hello", now=lambda: 1000.0)
    sentence = (
        f"unmade was tried at hello 18 s ago, and the limit is one trial in {PAUSE_S} s; again in {PAUSE_S - 18} s."
    )
    with pytest.raises(CommandError, match=re.escape(sentence)):
        admit(plugins, tmp_path, "unmade", "hello", now=lambda: 1018.9)
    admit(plugins, tmp_path, "unmade", "hello", now=lambda: 1000.0 + PAUSE_S)


@pytest.mark.parametrize(
    ("bot", "game", "says"),
    [
        ("lookr", "hello", "did you mean 'looker'?"),
        ("looker", "helo", "did you mean 'hello'?"),
        ("cmd:./x", "hello", "Only an installed bot"),
    ],
)
def test_what_is_not_there_is_said(plugins: Plugins, tmp_path: Path, bot: str, game: str, says: str) -> None:
    with pytest.raises(CommandError, match=re.escape(says)):
        admit(plugins, tmp_path, bot, game)
