from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from gamehall.arena.files import RunFolder
from gamehall.arena.plan import Plan
from gamehall.arena.run import Here, run, stages
from gamehall.arena.work import UnitDone, encode_plan, work
from gamehall.errors import CommandError
from tests.core.arena.conftest import Make


@pytest.fixture
def plan(make: Make) -> Plan:
    return make("looker,last", 40, match_rounds=5)


def done(plan: Plan, path: Path) -> list[UnitDone]:
    """The units of *plan*, in a folder that has none of them yet."""
    keeper = RunFolder.create(path, plan)
    document = encode_plan(plan)
    return [work(document, unit, keep=True) for stage in stages(plan, keeper) for unit in stage]


def test_what_is_added_is_there_again(plan: Plan, folder: Path) -> None:
    units = done(plan, folder)
    keeper = RunFolder.open(folder)
    for unit in units[:3]:
        keeper.add(unit)
    again = RunFolder.open(folder)
    assert again.plan == plan
    assert again.rounds == sum(len(match.payoffs) for unit in units[:3] for match in unit.matches)
    assert {number: unit.matches for number, unit in again.units.items()} == {
        unit.number: unit.matches for unit in units[:3]
    }
    assert [dict(match) for match in again.matches()] == [dict(match) for match in keeper.matches()]


def test_a_unit_counts_once(plan: Plan, folder: Path) -> None:
    units = done(plan, folder)
    keeper = RunFolder.open(folder)
    keeper.add(units[0])
    size = (folder / "units.jsonl").stat().st_size
    keeper.add(units[0])
    assert (folder / "units.jsonl").stat().st_size == size
    assert len(keeper.units) == 1


@pytest.mark.parametrize("torn", [1, 20, 200])
def test_a_torn_line_is_played_again(plan: Plan, folder: Path, torn: int) -> None:
    units = done(plan, folder)
    keeper = RunFolder.open(folder)
    for unit in units:
        keeper.add(unit)
    path = folder / "units.jsonl"
    path.write_bytes(path.read_bytes()[:-torn])
    keeper = RunFolder.open(folder)
    assert sorted(keeper.units) == [unit.number for unit in units[:-1]]
    keeper.add(units[-1])
    assert sorted(RunFolder.open(folder).units) == [unit.number for unit in units]
    matches = list(RunFolder.open(folder).matches())
    assert sum(len(match["rounds"]) for match in matches) == 40


def test_a_full_disk_keeps_what_was_written(plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    units = done(plan, folder)
    keeper = RunFolder.open(folder)
    keeper.add(units[0])
    calls: list[Any] = []

    def full(end: int) -> None:
        calls.append(end)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(CommandError, match=r"the disk is full; \d+ rounds are kept, and `--resume"):
            keeper.add(units[1])
    assert calls
    assert sorted(RunFolder.open(folder).units) == [0]
    with Here() as workers:
        run(plan, keeper := RunFolder.open(folder), workers, lambda *_: None)
    assert keeper.rounds == 40


def test_a_folder_holds_one_run(plan: Plan, folder: Path) -> None:
    RunFolder.create(folder, plan)
    with pytest.raises(CommandError, match="holds a run already; `--resume"):
        RunFolder.create(folder, plan)
    with pytest.raises(CommandError, match="holds no run"):
        RunFolder.open(folder.parent)
    (folder / "plan.json").write_text("{}")
    with pytest.raises(CommandError, match="not the plan of a run"):
        RunFolder.open(folder)


def test_damaged_records_are_named(plan: Plan, folder: Path) -> None:
    units = done(plan, folder)
    keeper = RunFolder.open(folder)
    keeper.add(units[0])
    path = folder / "records-000.jsonl.gz"
    path.write_bytes(b"\0" * path.stat().st_size)
    with pytest.raises(CommandError, match=r"records-000.jsonl.gz is damaged at byte 0"):
        list(keeper.matches())
