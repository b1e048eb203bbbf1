"""Bots in processes of their own: the good ones play as they do in the worker, the bad ones hurt nobody."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamehall.arena.limits import Failing, Limits
from gamehall.arena.plan import Mode
from tests.core.arena.conftest import Play, faults, outcome
from tests.core.arena.odd_bots import FINDINGS


@pytest.mark.parametrize(("game", "bots"), [("hello", "looker,listener,random"), ("holdem", "looker,listener")])
def test_the_same_bots_play_the_same_as_in_the_worker(play: Play, game: str, bots: str) -> None:
    trusted = play(bots, 60, game=game)
    isolated = play(bots, 60, game=game, mode=Mode.ISOLATED)
    assert outcome(isolated) == outcome(trusted)
    assert not faults(isolated)
    assert all(sum(bins.values()) for unit in isolated.units.values() for bins in unit.times.values())


BAD = {
    "unmade": (Failing.START, "RuntimeError: no model file here"),
    "illegal": (Failing.ILLEGAL, "'all in' was not among what was legal"),
    "raising": (Failing.ERROR, "KeyError: 'nobody knows'"),
    "crashing": (Failing.CRASH, "its process ended"),
    "hungry": (Failing.ERROR, "MemoryError"),
    "lying": (Failing.PROTOCOL, "it announced a message of"),
    "hanging": (Failing.TIMEOUT, "it did not answer within 0.1 s"),
}


def test_a_bad_bot_is_a_row_with_its_fault(play: Play) -> None:
    # All at one table, and the good one among them is hurt by none.
    keeper = play(f"first,{','.join(BAD)}", 8, mode=Mode.ISOLATED, limits=Limits(move_s=0.1))
    found = faults(keeper)
    assert list(found) == [(entrant, kind) for entrant, (kind, _) in enumerate(BAD.values(), start=1)]
    for (entrant, kind), (_, cause) in zip(found, BAD.values(), strict=True):
        assert found[entrant, kind].cause.startswith(cause)
    assert sum(len(match.payoffs) for unit in keeper.units.values() for match in unit.matches) == 8


def test_what_a_bot_prints_goes_nowhere(play: Play, capfd: pytest.CaptureFixture[str]) -> None:
    assert not faults(play("first,printing", 8, mode=Mode.ISOLATED))
    assert capfd.readouterr() == ("", "")


def test_a_bad_bot_has_the_same_faults_in_the_worker(play: Play) -> None:
    bots = "first,unmade,illegal,raising"
    trusted, isolated = play(bots, 8), play(bots, 8, mode=Mode.ISOLATED)
    assert [(one, fault.count) for one, fault in faults(trusted).items()] == [
        (one, fault.count) for one, fault in faults(isolated).items()
    ]
    assert [[done.payoffs for done in unit] for unit in outcome(trusted)] == [
        [done.payoffs for done in unit] for unit in outcome(isolated)
    ]


def test_a_bot_that_was_stopped_plays_its_other_matches_in_a_fresh_process(play: Play) -> None:
    # Eight matches in a unit: after each crash the others go on, and after three fresh processes all are over.
    keeper = play("first,crashing", 64, match_rounds=1, mode=Mode.ISOLATED)
    found = faults(keeper)[1, Failing.CRASH]
    assert found.count == 64
    causes = {fault.cause for unit in keeper.units.values() for match in unit.matches for fault in match.faults}
    assert causes == {"its process ended", "its process failed too often; the last time its process ended"}


def test_the_bank_of_a_match_is_kept(play: Play) -> None:
    keeper = play("first,slow", 40, mode=Mode.ISOLATED, match_rounds=20, limits=Limits(match_s=0.3))
    found = faults(keeper)[1, Failing.TIMEOUT]
    assert found.cause == "it used up its bank of 0.3 s for a match"
    assert found.count == 2
    asked = [match.decisions for unit in keeper.units.values() for match in unit.matches]
    assert all(min(one) < 8 for one in asked)


def test_a_start_that_takes_too_long_is_a_fault(play: Play) -> None:
    keeper = play("first,looker", 4, mode=Mode.ISOLATED, limits=Limits(start_s=0.01))
    assert {kind for _, kind in faults(keeper)} == {Failing.START}


def test_each_unit_has_fresh_processes(play: Play) -> None:
    keeper = play("first,remembering", 40, match_rounds=5, mode=Mode.ISOLATED, duplicate=True)
    units = [keeper.units[number] for number in sorted(keeper.units)]
    assert len(units) > 2
    # A bot that remembers in a global plays each unit's first match as if it were the first of all.
    first = [unit.matches[0] for unit in units if unit.number % 2 == units[0].number % 2]
    assert all(sum(match.decisions) == sum(first[0].decisions) for match in first)
    assert outcome(play("first,remembering", 40, match_rounds=5, mode=Mode.ISOLATED, duplicate=True)) == outcome(keeper)


def test_a_spy_finds_nothing(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tmp_path / "found"
    monkeypatch.setenv(FINDINGS, str(found))
    play("spy,random", 4, game="holdem", mode=Mode.ISOLATED)
    told = found.read_text().splitlines()
    assert told
    assert set(told) == {"0 []"}
    found.unlink()
    # The same spy in the worker finds the deck at once: it can see.
    play("spy,random", 2, game="holdem")
    assert not found.read_text().startswith("0 ")


def test_no_process_is_left(play: Play) -> None:
    before = set(_children(os.getpid()))
    play("hanging,crashing,looker", 6, mode=Mode.ISOLATED, limits=Limits(move_s=0.05))
    for _ in range(50):
        if not (left := set(_children(os.getpid())) - before):
            break
        time.sleep(0.1)
    assert not left


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_a_bot_forked_ends_with_it(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tmp_path / "children"
    monkeypatch.setenv(FINDINGS, str(found))
    play("forking,looker", 4, mode=Mode.ISOLATED)
    for _ in range(50):
        children = [int(line) for line in found.read_text(encoding="utf-8").splitlines()]
        if children and not any(_runs(child) for child in children):
            break
        time.sleep(0.1)
    assert children
    assert not any(_runs(child) for child in children)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_processes_end_when_the_arena_is_killed(play: Play, tmp_path: Path) -> None:
    words = ["arena", "run", "--game", "hello", "--bots", "hanging,looker", "--rounds", "4", "--workers", "1"]
    process = subprocess.Popen([sys.executable, "-m", "gamehall", *words], cwd=tmp_path, stderr=subprocess.DEVNULL)
    for _ in range(100):
        if len(children := _children(process.pid)) >= 4:
            break
        time.sleep(0.1)
    assert len(children) >= 4
    process.kill()
    process.wait()
    for _ in range(50):
        if not (alive := [child for child in children if _runs(child)]):
            break
        time.sleep(0.1)
    assert not alive


def _children(parent: int) -> list[int]:
    """The processes that descend from *parent*."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(entry.name)] = int(fields[1])
    found, level = [], [parent]
    while level:
        level = [child for child, above in parents.items() if above in level]
        found += level
    return found


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
