"""``gamehall history show ROUND --transcript``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gamehall_hello.plugin import GAME as HELLO
from gamehall_holdem.plugin import GAME as HOLDEM
from gamehall_sdk.game import Game
from gamehall_stud.plugin import GAME as STUD
from tests.core.cli.test_history_export import played
from tests.core.site import Done

Command = Callable[..., Done]


@pytest.fixture
def show(gamehall: Command, tmp_path: Path) -> Callable[..., Done]:
    def run(game: Game, *words: str) -> Done:
        path = tmp_path / f"{game.name}.json"
        path.write_bytes(played(game).to_json())
        return gamehall("history", "show", str(path), "--transcript", *words)

    return run


def test_a_hand_of_stud_in_words(show: Callable[..., Done]) -> None:
    done = show(STUD)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[:4] == [
        "stud (fl), round 1",
        "Seat 0: anna0 (player), 100.",
        "Seat 1: anna1 (player), 100.",
        "anna1 deals.",
    ]
    assert "anna0 posts the ante, 1." in lines
    assert any("brings it in for 2." in line for line in lines)
    assert not [line for line in lines if "face down" in line], "what nobody else saw is not told"
    assert lines[-2:] in (["anna0: +1.", "anna1: -1."], ["anna0: -1.", "anna1: +1."])


def test_a_seats_own_account_has_its_cards(show: Callable[..., Done]) -> None:
    lines = show(STUD, "--seat", "1").out.splitlines()
    assert [line for line in lines if "face down" in line and line.startswith("anna1 gets ")]
    assert not [line for line in lines if "face down" in line and line.startswith("anna0")]
    done = show(STUD, "--seat", "5")
    assert (done.code, "Nobody sat in seat 5 in this round; the seats are 0, 1." in done.err) == (1, True)


def test_other_games_have_their_words_or_plain_ones(show: Callable[..., Done]) -> None:
    assert "anna1 has the button." in show(HOLDEM).out
    assert "anna0: kept" in show(HELLO, "--json").document["lines"]
