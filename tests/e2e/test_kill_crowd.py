"""Servers killed at random instants under the load of many tables, on both databases; the long runs are slow.

``./dev test tests/e2e/test_kill_crowd.py -m slow --log-cli-level=info`` kills 25 times under the load of 48 clients at
12 tables, and says how much was played.
"""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Final

import anyio
import anyio.to_thread
import pytest

from gamehall.plugins import Plugins
from gamehall.store.store import open_store
from tests.e2e.crowd import PLAYED, Crowd, check_books, check_store
from tests.e2e.running import Running, database_of, running
from tests.hosting import until
from tests.kept_journal import keep_journal
from tests.postgres import Cluster

SHORT = pytest.param(1, 3, id="short")
_PATIENCE_S: Final = 300.0
"""Four dozen accounts take their time on a small machine."""
LONG = pytest.param(25, 12, marks=pytest.mark.slow, id="long")


def crowd_of(tables: int, seed: int) -> Crowd:
    crowd = Crowd(Plugins().load(), tables, seed)
    assert PLAYED.keys() <= crowd.plugins.games.keys()
    return crowd


async def _serve_and_kill(
    folder: Path, url: str, crowd: Crowd, kills: int, instants: Random, cluster: Cluster | None = None
) -> None:
    """Start a server so often, let the crowd play, and kill it; where there is a cluster, restart it now and then."""
    entries = ",".join(
        sorted({crowd.plugins.owner("games", name).name for name in PLAYED if name in crowd.plugins.games})
    )
    variables = {
        "GAMEHALL_PLUGINS": f"{entries},poker",
        "GAMEHALL_RECOVERY_GRACE_S": "600",
        "GAMEHALL_DATABASE": url,
        "GAMEHALL_LOG_LEVEL": "warning",
    }
    for turn in range(kills + 1):
        async with running(folder, **variables) as server:
            if turn == 0:
                await crowd.enter(server.tcp)
            crowd.thrown_out()
            async with anyio.create_task_group() as group:
                group.start_soon(crowd.play, [server.tcp, server.tcp, server.ws])
                await until(lambda: crowd.all_back, _PATIENCE_S)
                if cluster is not None and turn % 3 == 1:
                    await _restart_database(cluster, crowd, server, instants)
                await _until_answered(crowd, instants.randint(20, 30 * len(crowd.sitters) // 4))
                await anyio.sleep(instants.uniform(0, 0.05))
                if turn < kills:
                    await server.kill()
                else:
                    assert await server.stop() == 0
            assert server.faults == []
        store = open_store(url)
        check_books(store, len(crowd.sitters))
        store.close()


async def _until_answered(crowd: Crowd, more: int) -> None:
    goal = crowd.acknowledged + more
    await until(lambda: crowd.acknowledged >= goal, _PATIENCE_S)


async def _restart_database(cluster: Cluster, crowd: Crowd, server: Running, instants: Random) -> None:
    """The database dies or is stopped, and comes back; nobody is thrown out."""
    await anyio.to_thread.run_sync(cluster.stop, instants.choice(("fast", "immediate")))
    await anyio.sleep(instants.uniform(0, 0.5))
    await anyio.to_thread.run_sync(cluster.start)
    await _until_answered(crowd, 20)
    assert server.process.returncode is None
    assert crowd.all_back


@pytest.mark.parametrize(("kills", "tables"), [SHORT, LONG])
async def test_on_sqlite_nothing_that_was_acknowledged_is_lost(folder: Path, kills: int, tables: int) -> None:
    url = database_of(folder)
    keep_journal(url)
    crowd = crowd_of(tables, 1)
    await _serve_and_kill(folder, url, crowd, kills, Random(1))
    _check(url, crowd)


@pytest.mark.parametrize(("kills", "tables"), [SHORT, LONG])
async def test_on_postgresql_that_restarts_nothing_that_was_acknowledged_is_lost(
    folder: Path, cluster: Cluster, kills: int, tables: int
) -> None:
    url = cluster.database()
    keep_journal(url)
    crowd = crowd_of(tables, 2)
    await _serve_and_kill(folder, url, crowd, kills, Random(2), cluster)
    _check(url, crowd)


def _check(url: str, crowd: Crowd) -> None:
    store = open_store(url)
    inputs, rounds = check_store(store, crowd)
    store.close()
    assert inputs > crowd.acknowledged > 0
    assert rounds > len(crowd.sitters) // 4
    told = f"{len(crowd.sitters)} clients, {crowd.acknowledged} answers acknowledged, {inputs} inputs, {rounds} rounds"
    logging.getLogger(__name__).info(told)
