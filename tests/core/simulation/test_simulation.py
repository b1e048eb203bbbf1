"""Three hundred worlds, and that a world notices when something is wrong with the server in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gamehall.journal import Entry, Journal
from gamehall.plugins import Plugins
from gamehall.store.store import open_store
from gamehall.tables.audience import Audience, _Batches
from gamehall.tables.machine import Machine
from gamehall_sdk.table import Snapshot
from tests.core.simulation.loop import StandsStillError, counted
from tests.core.simulation.run import BrokenError, Told, simulate

SEEDS = 300
CHUNK = 25


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    """Every game that is installed."""
    return Plugins().load()


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_everything_holds_in_every_world(plugins: Plugins, first: int) -> None:
    told = [simulate(seed, plugins) for seed in range(first, first + CHUNK)]
    assert sum(one.rounds for one in told) > CHUNK
    assert sum(one.crashes for one in told) > CHUNK
    assert sum(one.acts for one in told) > CHUNK


def test_a_seed_is_one_world_in_any_process() -> None:
    program = (
        "from gamehall.plugins import Plugins\nfrom tests.core.simulation.run import simulate\n"
        "plugins = Plugins().load()\nprint([simulate(seed, plugins) for seed in (5, 6)])"
    )
    said = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(said) == 1
    assert "Told(seed=6" in said.pop()


@pytest.mark.parametrize("seed", [3, 8, 21])
def test_the_store_in_memory_does_what_the_real_one_does(plugins: Plugins, tmp_path: Path, seed: int) -> None:
    store = open_store(f"sqlite:///{tmp_path}/g")
    real = simulate(seed, plugins, store=store)
    store.close()
    assert real == simulate(seed, plugins)


def worlds(plugins: Plugins) -> list[Told]:
    return [simulate(seed, plugins) for seed in range(20)]


def test_a_server_that_answers_before_it_stores_is_found_out(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Journal.commit

    async def commit(self: Journal, *entries: Entry) -> None:
        if entries[0].kind == "act" and entries[0].number % 7 == 0:
            return
        await right(self, *entries)

    monkeypatch.setattr(Journal, "commit", commit)
    with pytest.raises(
        BrokenError, match=r"acknowledged and not in the journal|not brought back|does not follow|by the table's books"
    ):
        worlds(plugins)


def test_a_server_that_tells_all_to_all_is_found_out(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Batches, "of", lambda self, seat: self.everything)
    monkeypatch.setattr(Audience, "_seat", lambda self, watcher: None)
    with pytest.raises(BrokenError, match=r"heard|told"):
        worlds(plugins)


def test_a_snapshot_with_anothers_cards_is_found_out(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Machine.snapshot

    def snapshot(self: Machine, viewer: int | None, now_ms: int, **named: Any) -> Snapshot:
        other = next((seat.seat for seat in self.flow.seats() if seat.seat != viewer), viewer)
        return right(self, other, now_ms, **named)

    monkeypatch.setattr(Machine, "snapshot", snapshot)
    with pytest.raises(BrokenError, match="was told"):
        worlds(plugins)


def test_chips_that_vanish_are_found_out(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    from gamehall_holdem.flow import HoldemFlow

    right = HoldemFlow.seats

    def seats(self: HoldemFlow) -> Any:
        import attrs

        return tuple(attrs.evolve(seat, stack=max(0, seat.stack - 1)) for seat in right(self))

    monkeypatch.setattr(HoldemFlow, "seats", seats)
    with pytest.raises(BrokenError, match="chips lie there"):
        worlds(plugins)


def test_a_world_whose_tasks_keep_each_other_awake_is_broken_off() -> None:
    with counted() as make:
        loop = make()

        def again() -> None:
            loop.call_soon(again)

        again()
        with pytest.raises(StandsStillError):
            loop.run_forever()
        loop.close()
