"""A server under load: accepted actions a second, and how long an action takes to reach the last seat.

The server runs in a process of its own on a fresh SQLite folder, with the journal on disk and the XML checked both
ways; the clients are in this process, over TCP, at tables of four that play hello without a pause.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import attrs

from gamehall_hello.messages import Keep
from gamehall_hello.plugin import GAME
from gamehall_sdk.client import Client, TableSession, connect
from gamehall_sdk.table import Ask, TurnStarted

SEATS = 4
FULL = (25, 8.0)
QUICK = (5, 2.0)
_KEEP = Keep()


@attrs.define
class _Tally:
    acts: int = 0
    delays: list[float] = attrs.field(factory=list)
    """Seconds from an action sent to the news of it at the last seat."""


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure with 25 tables for 8 seconds, or a first impression."""
    tables, seconds = QUICK if quick else FULL
    with _server() as address:
        tally, memory = anyio.run(_load, address, tables, seconds)
    delays = sorted(tally.delays)
    p50, p99 = statistics.median(delays), delays[int(len(delays) * 0.99)]
    detail = (
        f"{tables} tables of {SEATS}, XML over TCP, journal on SQLite; clients in one process on the other core; "
        f"action to last seat p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms; {memory}"
    )
    return [{"name": "server", "value": round(tally.acts / seconds), "unit": "actions/s", "detail": detail}]


@contextmanager
def _server() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="gamehall-bench-") as folder:
        flags = ["--tcp-port", "0", "--web-port", "0", "--data-dir", folder]
        settings = Path(folder, "bench.toml")
        settings.write_text('messages_per_s = 1000000\nburst = 1000000\nlog_level = "error"\n', encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "gamehall", "serve", "--config", str(settings), *flags],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            ready = process.stdout.readline()
            found = re.search(r"tcp://[\w.:]+", ready)
            if found is None:
                sentence = f"the server did not start: {ready!r}"
                raise RuntimeError(sentence)
            yield found[0]
        finally:
            process.terminate()
            process.wait(20)


async def _load(address: str, tables: int, seconds: float) -> tuple[_Tally, str]:
    tally = _Tally()
    async with anyio.create_task_group() as group:
        starts = [anyio.Event() for _ in range(tables)]
        begin = anyio.Event()
        for number in range(tables):
            group.start_soon(_table, address, number, tally, starts[number], begin)
        for start in starts:
            await start.wait()
        begin.set()
        await anyio.sleep(seconds)
        group.cancel_scope.cancel()
    return tally, ""


async def _table(address: str, number: int, tally: _Tally, ready: anyio.Event, begin: anyio.Event) -> None:
    """Four clients at one table; each answers as soon as it is asked."""
    sent: dict[int, float] = {}
    told: dict[int, int] = {}
    async with anyio.create_task_group() as group:
        clients: list[Client] = []
        table_id = 0
        for seat in range(SEATS):
            client: Client = await group.start(_client, address, f"load{number}x{seat}")
            clients.append(client)
            if not table_id:
                words = {"pause": "0", "seats": str(SEATS), "minplayers": str(SEATS)}
                table_id = await client.create("hello", f"load {number}", words)
        sessions = [await client.join(table_id) for client in clients[:-1]]
        ready.set()
        await begin.wait()
        sessions.append(await clients[-1].join(table_id))
        for session in sessions:
            group.start_soon(_play, session, tally, sent, told)


async def _client(
    address: str, name: str, *, task_status: anyio.abc.TaskStatus[Client] = anyio.TASK_STATUS_IGNORED
) -> None:
    async with connect(address, {GAME.name: GAME}) as client:
        await client.create_account(name, "password of load")
        await client.log_in(name, "password of load")
        task_status.started(client)
        await anyio.sleep_forever()


async def _play(session: TableSession, tally: _Tally, sent: dict[int, float], told: dict[int, int]) -> None:
    last = 0
    async for news in session:
        if isinstance(news, Ask):
            sent[news.turn] = time.perf_counter()
            await session.respond(_KEEP, news.turn)
        elif isinstance(news, TurnStarted):
            # The next turn is the news of the action before it.
            if last in sent:
                told[last] = told.get(last, 0) + 1
                if told[last] == SEATS:
                    tally.acts += 1
                    tally.delays.append(time.perf_counter() - sent.pop(last))
                    del told[last]
            last = news.turn


if __name__ == "__main__":
    print(run())
