"""A run on a real cluster: a scheduler and two workers in processes of their own, one of which is killed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamehall.arena.files import RunFolder
from gamehall.arena.results import results
from gamehall.arena.run import Cluster, Here, run
from gamehall.arena.schedule import rounds_of
from gamehall.errors import CommandError
from tests.core.arena.conftest import Make

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")


@contextlib.contextmanager
def a_cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, and its workers."""
    dask = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
    ]
    processes = [subprocess.Popen(dask, cwd=folder, stderr=subprocess.PIPE, text=True)]
    try:
        assert processes[0].stderr is not None
        address = ""
        for line in processes[0].stderr:
            if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
                address = found[1]
                break
        assert address
        for number in range(workers):
            command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1"]
            command += ["--no-dashboard", "--local-directory", str(folder / f"worker{number}")]
            processes.append(
                subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
            )
        from distributed import Client

        with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers, timeout=60)
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


def test_a_killed_worker_loses_nothing_and_counts_nothing_twice(make: Make, folder: Path, tmp_path: Path) -> None:
    plan = make("looker,last,listener", 900, match_rounds=5)
    keeper = RunFolder.create(folder, plan)
    killed: list[int] = []
    told: list[int] = []
    with a_cluster(tmp_path, 2) as (address, processes), Cluster(address) as workers:
        assert workers.count == 2

        def kill(unit: object, done: object) -> None:
            told.append(len(keeper.units))
            if len(keeper.units) == 3:
                # In the middle of a unit: it is at its third by now.
                os.kill(processes[0].pid, signal.SIGKILL)
                killed.append(processes[0].pid)

        run(plan, keeper, workers, kill)
    assert killed
    assert told == list(range(1, len(keeper.units) + 1))
    assert RunFolder.open(folder).rounds == rounds_of(plan) == 900
    assert sum(len(match["rounds"]) for match in keeper.matches()) == 900
    alone = RunFolder.create(folder / "alone", plan)
    with Here() as here:
        run(plan, alone, here, lambda *_: None)
    assert results(plan, keeper) == results(plan, alone)
    assert [dict(one) for one in keeper.matches()] == [dict(one) for one in alone.matches()]


def test_a_cluster_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(CommandError, match=r"There is no Dask scheduler at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9", patience_s=1)
