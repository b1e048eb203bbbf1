from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamehall.arena.files import Memory, RunFolder
from gamehall.arena.plan import Format, Mode
from gamehall.arena.results import results
from gamehall.arena.run import Here, Processes, ladder_order, run
from gamehall.arena.work import UnitDone
from gamehall.errors import CommandError
from gamehall_sdk.errors import GameFault
from tests.core.arena.conftest import Make, Play


@pytest.mark.parametrize("more", [{"duplicate": True, "form": Format.HEADS_UP}, {"mode": Mode.ISOLATED}])
def test_the_workers_change_nothing(make: Make, folder: Path, more: dict[str, object]) -> None:
    bots = "listener,looker" if "mode" in more else "listener,looker,last"
    plan = make(bots, 24, match_rounds=2, **more)
    found = []
    for at, count in enumerate((1, 2)):
        keeper = RunFolder.create(folder / str(at), plan)
        with Here() if count == 1 else Processes(count) as workers:
            run(plan, keeper, workers, lambda *_: None)
        found.append((json.dumps(results(plan, keeper)), [dict(match) for match in keeper.matches()]))
    assert found[0] == found[1]


def test_a_lost_worker_process_is_replaced(make: Make) -> None:
    plan = make("looker,last", 400, match_rounds=5)
    keeper, alone = Memory(), Memory()
    killed = []
    with Processes(2) as workers:

        def kill(*_: object) -> None:
            if len(keeper.units) == 2:
                process = next(iter(workers._pool._processes))
                os.kill(process, signal.SIGKILL)
                killed.append(process)

        run(plan, keeper, workers, kill)
    with Here() as here:
        run(plan, alone, here, lambda *_: None)
    assert killed
    assert results(plan, keeper) == results(plan, alone)


def test_what_is_done_is_not_done_again(make: Make, folder: Path) -> None:
    plan = make("looker,last", 80, match_rounds=5)
    keeper = RunFolder.create(folder, plan)

    def stop(*_: object) -> None:
        if len(keeper.units) == 3:
            raise KeyboardInterrupt

    with Here() as workers, pytest.raises(KeyboardInterrupt):
        run(plan, keeper, workers, stop)
    keeper = RunFolder.open(folder)
    assert len(keeper.units) == 3
    more: list[UnitDone] = []
    with Here() as workers:
        run(plan, keeper, workers, lambda _, done: more.append(done))
    assert len(more) + 3 == len(keeper.units)
    whole = Memory()
    with Here() as workers:
        run(plan, whole, workers, lambda *_: None)
    assert results(plan, keeper) == results(plan, whole)


def test_the_better_climbs_the_ladder(make: Make) -> None:
    # In hello whoever swaps a low card is better than whoever never does; see the bots' `act`.
    plan = make("looker,first,last", 60, form=Format.LADDER, match_rounds=10)
    keeper = Memory()
    with Here() as workers:
        run(plan, keeper, workers, lambda *_: None)
    order = ladder_order(plan, keeper)
    assert sorted(order) == [0, 1, 2]
    found = results(plan, keeper)
    assert found["ladder"] == [plan.labels[entrant] for entrant in order]
    assert found["rounds"] == 3 * 60


def test_a_game_that_fails_ends_the_run(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from gamehall_hello.round import HelloRound

    def broken(self: HelloRound, viewer: int | None) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(HelloRound, "view", broken)
    for mode in Mode:
        with Here() as workers, pytest.raises(GameFault, match="ZeroDivisionError"):
            run(make("looker,last", 4, mode=mode), Memory(), workers, lambda *_: None)


def test_other_rules_than_the_plan_are_refused(make: Make, play: Play) -> None:
    import attrs

    plan = attrs.evolve(make("looker,last", 4), version=99)
    with Here() as workers, pytest.raises(CommandError, match="of version 99 of hello"):
        run(plan, Memory(), workers, lambda *_: None)
    plan = attrs.evolve(make("looker,last", 4), game="hallo")
    with Here() as workers, pytest.raises(CommandError, match="the game 'hallo' is not installed"):
        run(plan, Memory(), workers, lambda *_: None)


def _hear_ctrl_c() -> None:
    """A job that a shell began in the background would ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_keeps_what_is_done_and_resume_goes_on(make: Make, folder: Path, tmp_path: Path) -> None:
    words = ["arena", "run", "--game", "hello", "--bots", "slow,last", "--rounds", "48", "--match", "2", "--seed", "7"]
    command = [sys.executable, "-m", "gamehall", *words, "--workers", "2", "--json", "--out", str(folder)]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,  # noqa: PLW1509  # one call of the system, and no thread holds a lock it needs
    )
    units = folder / "units.jsonl"
    for _ in range(200):
        if units.exists() and units.read_bytes().count(b"\n") >= 2:
            break
        time.sleep(0.05)
    # As the terminal does: to all processes of the group.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert f"go on with `--resume {folder}`" in err
    assert "Traceback" not in err
    assert 0 < json.loads(out)["rounds"] < 48
    plan = RunFolder.open(folder).plan
    keeper, whole = RunFolder.open(folder), Memory()
    with Here() as workers:
        run(plan, keeper, workers, lambda *_: None)
    fast = make("looker,last", 48, match_rounds=2, mode=Mode.ISOLATED)
    with Here() as workers:
        run(fast, whole, workers, lambda *_: None)
    assert [unit.matches for _, unit in sorted(keeper.units.items())] == [
        unit.matches for _, unit in sorted(whole.units.items())
    ]
