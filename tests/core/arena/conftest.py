from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamehall.arena.files import Memory
from gamehall.arena.limits import Failing, Fault, total
from gamehall.arena.plan import Mode, Plan, make_plan
from gamehall.arena.run import Here, run
from gamehall.plugins import Plugins
from tests.architecture.repository import ROOT
from tests.core.site import Site

Make = Callable[..., Plan]
Play = Callable[..., Memory]


def outcome(keeper: Memory) -> list[Any]:
    """The matches of a run, unit by unit."""
    return [keeper.units[number].matches for number in sorted(keeper.units)]


def faults(keeper: Memory) -> dict[tuple[int, Failing], Fault]:
    """The faults of a run, by entrant and kind."""
    every = [fault for unit in keeper.units.values() for match in unit.matches for fault in match.faults]
    return {(fault.entrant, fault.kind): fault for fault in total(every)}


@pytest.fixture
def odd(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The odd bots are installed, here and in every process that is started from here."""
    site.install("odd-bots", {"odd-bots": "tests.core.arena.odd_bots"})
    for name in [name for name in os.environ if name.startswith("GAMEHALL_")]:
        monkeypatch.delenv(name)
    path = [str(site.folder), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))
    monkeypatch.setattr(sys, "path", [str(site.folder), *sys.path])
    return site


@pytest.fixture
def make(odd: Site) -> Make:
    """Makes a plan for bots with commas between."""
    plugins = Plugins.from_environment(os.environ)

    def plan(bots: str, rounds: int, *, game: str = "hello", seed: int = 7, **more: Any) -> Plan:
        more.setdefault("mode", Mode.TRUSTED)
        return make_plan(plugins, game=game, bots=bots.split(","), rounds=rounds, seed=seed, **more)

    return plan


@pytest.fixture
def play(make: Make) -> Play:
    """Makes a plan and plays it in this process."""

    def played(bots: str, rounds: int, **more: Any) -> Memory:
        keeper = Memory()
        with Here() as workers:
            run(make(bots, rounds, **more), keeper, workers, lambda *_: None)
        return keeper

    return played


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"
