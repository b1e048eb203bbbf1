"""A server that is told to stop says goodbye and ends with 0, whoever does not listen; or within its bound with 1."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import httpx
import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from gamehall_sdk.client import Client, connect
from gamehall_sdk.errors import GamehallError, LoginFailed, ShuttingDown
from gamehall_sdk.lobby import KeepLogin
from tests.certificates import Papers, shown
from tests.e2e.running import Running, environment, running
from tests.hosting import PASSWORD, PATIENCE_S


@asynccontextmanager
async def guest(server: Running) -> AsyncIterator[tuple[Client, int]]:
    """Anna, and the table that she has made."""
    async with connect(server.tcp) as client:
        await client.create_account("anna", PASSWORD)
        await client.log_in("anna", PASSWORD)
        yield client, await client.create("hello", "table")


async def test_a_stop_is_told_to_who_listens_and_waits_for_nobody_else(tmp_path: Path) -> None:
    async with running(tmp_path / "data", GAMEHALL_LOG_LEVEL="debug", GAMEHALL_LOG_FORMAT="json") as server:
        host, _, port = server.tcp.removeprefix("tcp://").partition(":")
        silent = [await anyio.connect_tcp(host, int(at)) for at in (port, re.findall(r":(\d+)/", server.ws)[0])]
        async with guest(server) as (anna, table):
            await anna.join(table)
            token = (await anna.command(KeepLogin())).token
            async with connect(server.ws) as stranger:
                with pytest.raises(LoginFailed):
                    await stranger.log_in("anna", f"not {PASSWORD}")
            async with await anyio.connect_tcp(host, int(re.findall(r":(\d+)/", server.ws)[0])) as garbler:
                await garbler.send(b"this is no HTTP\r\n\r\n")
                assert b" 400 " in await garbler.receive()
            with pytest.raises(InvalidStatus):
                await open_socket(server.ws, origin=Origin("https://evil.example"), proxy=None)
            assert await server.stop() == 0
            with anyio.fail_after(PATIENCE_S), pytest.raises(GamehallError):
                await anna.available()
            assert isinstance(anna.parting, ShuttingDown)
        for stream in silent:
            await stream.aclose()
        assert server.faults == []
        lines = server.log.read_text(encoding="utf-8").splitlines()
        events = {json.loads(line)["event"] for line in lines}
        assert {"serving", "logged in", "login failed", "table opened", "seat taken"} <= events
        assert {"Invalid HTTP request received.", "foreign page refused"} <= events
        assert not [line for line in lines if PASSWORD in line or token in line]


@asynccontextmanager
async def stuck(folder: Path, **variables: str) -> AsyncIterator[Running]:
    """A server whose database is away, and which is told to stop with a move that is not stored."""
    async with running(folder, GAMEHALL_STORE_PATIENCE_S="3600", **variables) as server, guest(server) as (anna, table):
        with sqlite3.connect(folder / "gamehall.sqlite3", isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            async with anyio.create_task_group() as group:

                async def join() -> None:
                    with pytest.raises(GamehallError):
                        await anna.join(table)

                group.start_soon(join)
                await pending(server)
                server.process.send_signal(signal.SIGTERM)
                yield server
        other.close()


async def pending(server: Running) -> None:
    """Return when something waits for the database."""
    place = server.ws.replace("ws", "http", 1).removesuffix("/ws")
    async with httpx.AsyncClient(base_url=place, trust_env=False) as web:
        with anyio.fail_after(PATIENCE_S):
            while (await web.get("/readyz")).json()["status"] != "database away":  # noqa: ASYNC110
                await anyio.sleep(0.05)  # there is no event of it


async def test_a_stop_that_waits_for_a_database_ends_within_its_bound(tmp_path: Path) -> None:
    async with stuck(tmp_path / "data", GAMEHALL_STOP_LIMIT_S="1") as server:
        with anyio.fail_after(PATIENCE_S):
            assert await server.process.wait() == 1
        assert "the stop took too long" in server.log.read_text(encoding="utf-8")


@pytest.mark.slow
async def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    async with stuck(tmp_path / "data", GAMEHALL_STOP_LIMIT_S="3600") as server:
        assert server.process.stdout is not None
        said = b""
        with anyio.fail_after(PATIENCE_S):
            while b"Stopping" not in said:
                said += await server.process.stdout.receive()
            server.process.send_signal(signal.SIGTERM)
            assert await server.process.wait() == -signal.SIGTERM


async def test_a_signal_makes_it_read_a_renewed_certificate(tmp_path: Path) -> None:
    papers = Papers(tmp_path).issue()
    tls = {"GAMEHALL_TLS_CERT": str(papers.cert), "GAMEHALL_TLS_KEY": str(papers.key)}
    async with running(tmp_path / "data", **tls) as server:
        before = await anyio.to_thread.run_sync(shown, server.tcp, papers)
        papers.issue()
        server.process.send_signal(signal.SIGHUP)
        with anyio.fail_after(PATIENCE_S):
            while await anyio.to_thread.run_sync(shown, server.tcp, papers) == before:
                pass
        async with connect(server.ws, tls_ca=papers.ca) as client:
            await client.available()
        assert await server.stop() == 0
        assert server.faults == []


def test_a_certificate_that_cannot_be_used_ends_the_start_in_one_line(tmp_path: Path) -> None:
    papers = Papers(tmp_path).issue(days=(-30, -1))
    words = ["serve", "--data-dir", str(tmp_path / "data"), "--tcp-port", "0", "--web-port", "0"]
    words += ["--tls-cert", str(papers.cert), "--tls-key", str(papers.key)]
    done = subprocess.run(
        [sys.executable, "-m", "gamehall", *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
        timeout=PATIENCE_S,
    )
    sentence = f"gamehall: tls_cert: the certificate in {papers.cert} has expired; renew it.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
