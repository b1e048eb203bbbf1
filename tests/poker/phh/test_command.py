"""The command ``gamehall phh replay``."""

from __future__ import annotations

import io
import itertools
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from gamehall_poker.phh.command import replay_file
from gamehall_poker.plugin import register_commands

GOOD = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.5, 1]
min_bet = 1
starting_stacks = [100, 100]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'p2 cbr 3', 'p1 f']
"""
KEYS = ["file", "hand", "ok", "error", "pots", "won", "finishing_stacks"]


def run(*files: Path) -> tuple[int, list[dict[str, Any]]]:
    app = typer.Typer()
    register_commands(app)
    done = CliRunner().invoke(app, ["phh", "replay", *map(str, files)])
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.phh"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_one_json_line_for_each_hand(good: Path) -> None:
    code, rows = run(good, good)
    assert (code, len(rows)) == (0, 2)
    assert list(rows[0]) == KEYS
    assert rows[0] == {
        "file": str(good),
        "hand": None,
        "ok": True,
        "error": None,
        "pots": [{"amount": 1, "eligible": ["p2"]}],
        "won": [0, 1],
        "finishing_stacks": [99, 101],
    }


def test_an_error_names_file_hand_and_token_and_gives_nothing_half(good: Path, tmp_path: Path) -> None:
    path = tmp_path / "mixed.phhs"
    path.write_text(f"[1]\n{GOOD}\n[2]\n{GOOD.replace('cbr 3', 'cbr 1.5')}\n[3]\n{GOOD}", encoding="utf-8")
    code, rows = run(path, good)
    assert code == 1
    assert [row["ok"] for row in rows] == [True, False, True, True]
    assert [row["hand"] for row in rows] == [1, 2, 3, None]
    wrong = rows[1]
    assert wrong["error"].startswith(
        f"{path}, hand 2: action 3 'p2 cbr 1.5': raise to 1.5 is below the minimum 2; legal:"
    )
    assert [wrong[key] for key in KEYS[4:]] == [None, None, None]


def test_the_error_of_the_issue_in_its_words(tmp_path: Path) -> None:
    path = tmp_path / "low.phh"
    text = (
        GOOD.replace("0.5, 1]", "50, 100]")
        .replace("[100, 100]", "[1000, 1000]")
        .replace("min_bet = 1", "min_bet = 100")
    )
    path.write_text(text.replace("cbr 3", "cbr 150") + "hand = 7\n", encoding="utf-8")
    _, [row] = run(path)
    sentence = "raise to 150 is below the minimum 200; legal: Fold, Call, RaiseTo from 200 to 1000"
    assert row["error"] == f"{path}, hand 7: action 3 'p2 cbr 150': {sentence}"


def test_a_stack_that_the_file_does_not_tell_finishes_as_null() -> None:
    [row] = replay_file("x", io.StringIO(GOOD.replace("[100, 100]", "[inf, 100]")))
    assert (row["ok"], row["won"], row["finishing_stacks"]) == (True, [0, 1], [None, 101])


def test_a_collection_of_any_length_is_replayed_in_bounded_memory() -> None:
    hands = itertools.chain.from_iterable((f"[{number}]\n", *GOOD.splitlines(keepends=True)) for number in range(700))
    rows = replay_file("x", hands)
    assert next(rows)["ok"]
    tracemalloc.start()
    assert all(row["ok"] for row in itertools.islice(rows, 100))
    before, _ = tracemalloc.get_traced_memory()
    assert sum(row["ok"] for row in rows) == 599
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 300_000, "bytes more after 600 hands, of which caches may take some"


def test_broken_toml_spoils_only_its_own_hand(tmp_path: Path) -> None:
    path = tmp_path / "broken.phhs"
    path.write_text(f"[1]\n{GOOD}\n[2]\nvariant = NT\n[3]\n{GOOD}", encoding="utf-8")
    code, rows = run(path)
    assert (code, [row["ok"] for row in rows]) == (1, [True, False, True])
    assert "hand 2: not TOML" in rows[1]["error"]
    assert "line 10" in rows[1]["error"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "binary.phh").write_bytes(b"\xff\xfe")
    (tmp_path / "empty.phh").write_text("", encoding="utf-8")
    code, rows = run(tmp_path / "none.phh", tmp_path / "binary.phh", tmp_path / "empty.phh", tmp_path)
    assert code == 1
    assert [row["ok"] for row in rows] == [False] * 4
    assert "cannot be read" in rows[0]["error"]
    assert "not UTF-8" in rows[1]["error"]
    assert "no hand" in rows[2]["error"]
    assert "cannot be read" in rows[3]["error"]


def test_money_is_printed_exactly() -> None:
    text = GOOD.replace("'p2 cbr 3', 'p1 f'", "'p2 f'").replace("[100, 100]", "[100.25, 100]")
    [row] = replay_file("x", io.StringIO(text))
    assert row["finishing_stacks"] == [100.75, 99.5]
    assert row["won"] == [0.5, 0]
