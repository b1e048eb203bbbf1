"""A server under load: accepted actions a second, how soon the last seat hears, memory, and recovery after a kill.

The server is one process on one core, with a fresh SQLite folder, its journal on disk and every message checked
against the schema; the clients (:mod:`tests.bench.load`) are in this process on another core, over TCP with XML, at
tables of four without a pause. They play hello, where every fourth action ends a round, so that records and deals are
the larger part, and Gongzhu, where every 52nd does. The machine may be shared: beside the figures by the clock there
are those by the server's processor time, which do not depend on who else is at work.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import psutil
import uvloop

from gamehall.accounts.model import AccountType, NewAccount
from gamehall.accounts.tokens import LIFETIME_S
from gamehall.store.store import open_store
from tests.bench.load import SEATS, Account, Crowd

GAMES = ("hello", "gongzhu")
"""What is played in the measurement of speed."""
PLAYED = (25, 8.0)
"""Tables and seconds of the measurement of speed."""
CROWDED = (1000, 8.0)
"""Tables and seconds of the measurement of size."""
QUICK = ((5, 1.5), (40, 1.5))
_SPARE_FILES = 512
_SETTINGS = """
messages_per_s = 1000000
burst = 1000000
log_level = "error"
max_connections = 100000
recovery_grace_s = 600
"""


@attrs.define
class ServerProcess:
    """The server, and what it has used."""

    process: psutil.Popen
    address: tuple[str, int]
    start_s: float
    """From its start until it took connections."""

    def cpu_s(self) -> float:
        """Seconds of processor time so far."""
        used = self.process.cpu_times()
        return float(used.user + used.system)

    def memory(self) -> int:
        """Bytes that are its own."""
        return int(self.process.memory_full_info().uss)


@attrs.frozen
class Used:
    """How much of its core each side used."""

    wall_s: float
    server_s: float
    clients_s: float

    def __str__(self) -> str:
        """As a part of the detail."""
        return f"server {self.server_s / self.wall_s:.0%} of its core, clients {self.clients_s / self.wall_s:.0%}"


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure speed with 25 tables, size and recovery with 1,000; or get a first impression."""
    (tables, seconds), (many, long_s) = QUICK if quick else (PLAYED, CROWDED)
    _allow_files(2 * many * SEATS + _SPARE_FILES)
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) > 1:
        os.sched_setaffinity(0, cores[1:])
    try:
        rows = []
        for game in GAMES:
            with tempfile.TemporaryDirectory(prefix="gamehall-bench-") as folder:
                rows += uvloop.run(_speed(Path(folder), game, tables, seconds, cores[:1]))
        with tempfile.TemporaryDirectory(prefix="gamehall-bench-") as folder:
            rows += uvloop.run(_size(Path(folder), many, long_s, cores[:1]))
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
    return rows


async def _speed(folder: Path, game: str, tables: int, seconds: float, cores: list[int]) -> list[dict[str, Any]]:
    with _server(folder, cores, accounts := _accounts(folder, tables * SEATS)) as server:
        crowd = Crowd(server.address, tables, accounts, game)
        await crowd.connect()
        await crowd.log_in()
        await crowd.create()
        await crowd.sit(slice(None))
        full = await _drive(server, crowd, seconds, 0, f"server-{game}")
        half = await _drive(server, crowd, seconds, full[0]["value"] / 2, f"server-{game}-half")
    return full + half


async def _size(folder: Path, tables: int, seconds: float, cores: list[int]) -> list[dict[str, Any]]:
    accounts = _accounts(folder, tables * SEATS)
    clients = tables * SEATS
    with _server(folder, cores, accounts) as server:
        crowd = Crowd(server.address, tables, accounts)
        empty = server.memory()
        await crowd.connect()
        await crowd.log_in()
        connected = server.memory()
        await crowd.create()
        opened = server.memory()
        await crowd.sit(slice(SEATS - 1))
        seated = server.memory()
        await crowd.sit(slice(SEATS - 1, None))
        full = await _drive(server, crowd, seconds, 0, "server-crowded")
        half = await _drive(server, crowd, seconds, full[0]["value"] / 2, "server-crowded-half")
        playing = server.memory()
        server.process.kill()
        crowd.drop()
    with _server(folder, cores, []) as again:
        recovery_cpu_s = again.cpu_s()
        crowd = Crowd(again.address, tables, accounts)
        await crowd.connect()
        await crowd.log_in()
    in_play = f"a seated session {(seated - opened) / clients / 1000:.1f} kB more; {playing / 1e6:.0f} MB in play"
    return [
        *full,
        *half,
        _row("server-connection", (connected - empty) / clients / 1000, "kB", f"each of {clients} logged in, idle"),
        _row("server-table", (opened - connected) / tables / 1000, "kB", f"each of {tables} open, idle; {in_play}"),
        _row("server-recovery", again.start_s, "s", f"{tables} tables in play, killed; from starting Python to ready"),
        _row("server-recovery-cpu", recovery_cpu_s, "cpu-s", "the server's processor time till then"),
    ]


async def _drive(server: ServerProcess, crowd: Crowd, seconds: float, rate: float, name: str) -> list[dict[str, Any]]:
    before = time.perf_counter(), server.cpu_s(), time.process_time()
    crowd.tally.acts = 0
    driven = asyncio.create_task(crowd.drive(seconds, rate))
    tally = await driven
    after = time.perf_counter(), server.cpu_s(), time.process_time()
    used = Used(*(b - a for a, b in zip(before, after, strict=True)))
    if tally.refused or not tally.acts:
        sentence = f"{len(tally.refused)} actions refused, {tally.acts} accepted: {tally.refused[:1]}"
        raise RuntimeError(sentence)
    p50, p99 = (1000 * tally.delays[int(len(tally.delays) * share)] for share in (0.5, 0.99))
    # The first part of the drive warms up; the processor's time is of all of it.
    acts = tally.acts / seconds
    per_cpu = acts * used.wall_s / used.server_s
    where = f"{len(crowd.tables)} tables of {SEATS}, XML over TCP, journal on SQLite"
    pace = f"at {rate:,.0f}/s" if rate else "without a pause"
    return [
        _row(name, acts, "actions/s", f"{where}, {pace}; {used}"),
        _row(f"{name}-cpu", per_cpu, "actions/cpu-s", f"{1e6 / per_cpu:.0f} µs of the server's processor an action"),
        _row(f"{name}-p50", p50, "ms", "from an action sent to the last seat told"),
        _row(f"{name}-p99", p99, "ms", "from an action sent to the last seat told"),
    ]


def _row(name: str, value: float, unit: str, detail: str) -> dict[str, Any]:
    return {"name": name, "value": round(value, 2), "unit": unit, "detail": detail}


def _accounts(folder: Path, count: int) -> list[Account]:
    """Accounts with login tokens, put straight into the store: hashes of passwords would take minutes."""
    store = open_store(f"sqlite:///{folder / 'gamehall.sqlite3'}")
    now_ms = int(time.time() * 1000)
    try:
        names = [f"load{number}" for number in range(count)]
        new = [NewAccount(name, name, AccountType.PLAYER, "of load", 1000) for name in names]
        made = store.accounts.add(new, now_ms)
        accounts = [Account(one.name, f"ght_{one.id:043d}") for one in made]
        for one, account in zip(made, accounts, strict=True):
            digest = hashlib.sha256(account.token.encode()).hexdigest()
            store.tokens.put(one.id, digest, now_ms + LIFETIME_S * 1000)
    finally:
        store.close()
    return accounts


@contextmanager
def _server(folder: Path, cores: list[int], _accounts: list[Account]) -> Iterator[ServerProcess]:
    settings = folder / "bench.toml"
    settings.write_text(_SETTINGS, encoding="utf-8")
    flags = ["--config", str(settings), "--tcp-port", "0", "--web-port", "0", "--data-dir", str(folder)]
    began = time.perf_counter()
    process = psutil.Popen([sys.executable, "-m", "gamehall", "serve", *flags], stdout=subprocess.PIPE, text=True)
    if cores:
        process.cpu_affinity(cores)
    try:
        ready = process.stdout.readline()
        found = re.search(r"tcp://([\w.]+):(\d+)", ready)
        if found is None:
            sentence = f"the server did not start: {ready!r}"
            raise RuntimeError(sentence)
        yield ServerProcess(process, (found[1], int(found[2])), time.perf_counter() - began)
    finally:
        if process.is_running():
            process.terminate()
        process.wait(30)
        process.stdout.close()


def _allow_files(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


if __name__ == "__main__":
    for row in run(quick="--quick" in sys.argv):
        print(row)
