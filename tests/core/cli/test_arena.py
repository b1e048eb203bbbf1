from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamehall.arena.run import Here
from gamehall.cli.arena import split_bots
from tests.core.arena.conftest import odd
from tests.core.site import Done, Site

__all__ = ["odd"]

Command = Callable[..., Done]
RUN = ("arena", "run", "--game", "hello", "--bots", "looker,last", "--rounds", "60", "--seed", "7", "--trusted")


@pytest.fixture
def here(odd: Site, gamehall: Command) -> Command:
    """Commands with the odd bots installed, and one worker."""

    def run(*words: str) -> Done:
        return gamehall(*words, *(["--workers", "1"] if words[:2] == ("arena", "run") else []))

    return run


def test_a_run_is_told_as_a_table(here: Command) -> None:
    done = here(*RUN)
    assert done.code == 0, done.err
    assert "hello (hello), 60 rounds, seed 7, trusted" in done.out
    assert "looker" in done.out
    assert "cannot be told apart after 60 rounds" in done.out or "is better than" in done.out


def test_a_run_is_told_as_json_and_is_the_same_again(here: Command) -> None:
    done = here(*RUN, "--json", "--duplicate")
    assert done.code == 0, done.err
    document = done.document
    assert {bot["name"] for bot in document["bots"]} == {"looker", "last"}
    assert document["deals"] * 2 == document["rounds"] == 60
    assert document["variance"]["cut"] is not None
    assert here(*RUN, "--json", "--duplicate").out == done.out
    assert "timing" in here(*RUN, "--json", "--times").document


def test_a_run_is_kept_and_shown(here: Command) -> None:
    assert here(*RUN, "--out", "run").code == 0
    shown = here("arena", "show", "run", "--json").document
    assert shown == json.loads(Path("run/results.json").read_text(encoding="utf-8"))
    again = here(*RUN, "--out", "run")
    assert again.code == 1
    assert again.err == "gamehall: run holds a run already; `--resume run` goes on with it.\n"
    resumed = here("arena", "run", "--resume", "run", "--json")
    assert resumed.document == shown
    bootstrap = here("arena", "show", "run", "--json", "--interval", "bootstrap").document
    assert bootstrap["interval"] == "bootstrap"
    assert here("arena", "report", "run").out == "written: run/report.html\n"


def test_its_rounds_are_history(here: Command) -> None:
    here(*RUN, "--out", "run")
    done = here("history", "show", "run:60")
    assert done.code == 0, done.err
    assert done.out.startswith("hello (hello), round 60\n")
    assert here("history", "replay", "run:1").document["ok"]
    lines = here("history", "export", "run", "--out", "rounds.jsonl")
    assert lines.code == 0, lines.err
    every = [json.loads(line) for line in Path("rounds.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["number"] for one in every] == list(range(1, 61))
    assert here("history", "show", "run:61").err == "gamehall: run has no round 61; its rounds are 1 to 60.\n"


def test_a_bot_that_always_fails_is_a_row(here: Command) -> None:
    done = here("arena", "run", "--game", "hello", "--bots", "unmade,raising,illegal", "--rounds", "6", "--seed", "1")
    assert done.code == 0, done.err
    for row in ("start 3", "error 6", "illegal 6", "KeyError: 'nobody knows'"):
        assert row in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "hello"], "Say --game, --bots and --rounds, or --resume DIR."),
        ([*RUN[2:], "--resume", "x"], "--resume takes everything from the folder's plan"),
        (["--resume", "nowhere"], "nowhere holds no run of the arena: No such file or directory."),
        ([*RUN[2:], "--option", "x"], "--option 'x' is not NAME=VALUE."),
        ([*RUN[2:], "--dask", "tcp://127.0.0.1:x"], "There is no Dask scheduler at tcp://127.0.0.1:x"),
    ],
)
def test_what_is_asked_wrongly_is_one_sentence(here: Command, words: list[str], says: str) -> None:
    done = here("arena", "run", *words)
    assert done.code == 1
    assert says in done.err
    assert len(done.err.splitlines()) == 1


def test_a_missing_package_is_named(here: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "scipy" else found(name))
    assert here(*RUN).err == "gamehall: The arena needs scipy: `gamehall install gamehall[arena]`.\n"


def test_an_interrupt_is_told_and_kept(here: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    submit = Here.submit
    calls = []

    def stop(self: Here, *arguments: Any, **more: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return submit(self, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Here, "submit", stop)
        done = here(*RUN, "--match", "5", "--out", "run", "--json")
    assert done.code == 130
    assert 0 < done.document["rounds"] < 60
    assert done.err.endswith("gamehall: stopped before the end; go on with `--resume run`\n")
    assert here("arena", "run", "--resume", "run", "--json").out == here(*RUN, "--match", "5", "--json").out


def test_a_bot_is_admitted_by_a_command(here: Command) -> None:
    done = here("bot", "admit", "last", "--game", "hello")
    assert (done.code, done.err) == (0, "")
    assert done.out == "last may sit at rated tables of hello: 960 decisions without a fault.\n"
    again = here("bot", "admit", "last", "--game", "hello")
    assert again.code == 1
    assert "the limit is one trial in 60 s; again in" in again.err
    bad = here("bot", "admit", "unmade", "--game", "hello", "--json")
    assert bad.code == 1
    assert bad.document["faults"] == {"start": 40}


@pytest.mark.parametrize(
    ("words", "bots"),
    [
        (["a,b", "c"], ["a", "b", "c"]),
        (["cmd:./x -v 1,random"], ["cmd:./x -v 1", "random"]),
        ([r"cmd:./x 1\,2,b"], ["cmd:./x 1,2", "b"]),
        ([" a , ,b"], ["a", "b"]),
    ],
)
def test_bots_are_split_at_commas(words: list[str], bots: list[str]) -> None:
    assert split_bots(words) == bots
