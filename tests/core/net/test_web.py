"""The web side: WebSocket limits, and what the plain pages say."""

from __future__ import annotations

import base64
import contextlib
import os
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gamehall.app import Server
from gamehall_sdk.table import Ask
from gamehall_sdk.wire import AvailableGames, Message, Request, json
from tests.hosting import PATIENCE_S, guests, hosting, news_of, peer

TOO_BIG = 1009


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data", max_frame_bytes=300_000) as one:
        yield one


async def closed_with(socket: ClientConnection) -> int | None:
    """The code with which the server closes."""
    with anyio.fail_after(PATIENCE_S):
        try:
            while True:
                await socket.recv()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else None


async def test_case_69_a_message_over_the_limit_is_closed_with_1009(server: Server) -> None:
    async with (
        connect(server.socket_address, proxy=None, max_size=None) as socket,
        peer(server.socket_address) as other,
    ):
        await socket.send(" " * 300_001)
        assert await closed_with(socket) == TOO_BIG
        await other.send(Message(Request(AvailableGames())))
        await other.receive()


async def test_case_69_fragments_that_sum_to_more_than_the_limit_are_closed_with_1009(server: Server) -> None:
    async def parts() -> AsyncIterator[str]:
        for _ in range(40):
            yield " " * 10_000

    async with connect(server.socket_address, proxy=None, max_size=None) as socket:
        with contextlib.suppress(ConnectionClosed):
            await socket.send(parts())
        assert await closed_with(socket) == TOO_BIG


async def test_case_69_a_frame_that_announces_2_to_the_63_bytes_is_closed_with_1009(server: Server) -> None:
    host, _, port = server.web_address.removeprefix("http://").partition(":")
    async with await anyio.connect_tcp(host, int(port)) as stream:
        key = base64.b64encode(os.urandom(16)).decode()
        await stream.send(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        with anyio.fail_after(PATIENCE_S):
            while b"welcome" not in await stream.receive():
                pass
        await stream.send(bytes([0x81, 0xFF]) + struct.pack(">Q", 1 << 63) + bytes(4))
        data = b""
        with anyio.fail_after(PATIENCE_S):
            while b"\x88" not in data or len(data) < data.index(b"\x88") + 4:
                data += await stream.receive()
        at = data.index(b"\x88")
        assert struct.unpack(">H", data[at + 2 : at + 4])[0] == TOO_BIG
    async with peer(server.socket_address):
        pass


async def test_a_message_of_just_the_limit_and_one_in_bytes_are_read(server: Server) -> None:
    ask = json.encode(Message(Request(AvailableGames())))
    async with connect(server.socket_address, proxy=None) as socket:
        await socket.recv()
        for text in (ask.decode() + " " * (300_000 - len(ask)), ask):
            await socket.send(text)
            assert "availablegames" in str(await socket.recv())


async def test_health_and_figures(server: Server) -> None:
    async with guests(server) as visit, httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web:
        await (await visit("alice")).create("hello", "one")
        health = (await web.get("/healthz")).json()
        assert (health["status"], health["tables"], health["connections"]) == ("ok", 1, 1)
        figures = await web.get("/metrics")
        assert figures.headers["content-type"].startswith("text/plain")
        assert 'gamehall_inputs_total{kind="open"} 1.0' in figures.text
        assert "gamehall_connections 1.0" in figures.text
        assert (await web.get("/nothing")).status_code == 404


async def test_the_figures_tell_how_long_actions_take(server: Server) -> None:
    async with guests(server) as visit, httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web:
        alice, bob = await visit("alice"), await visit("bob")
        number = await alice.create("hello", "one", {"pause": "3600"})
        for table in (await alice.join(number), await bob.join(number)):
            ask = await news_of(table, Ask)
            await table.act(ask.actions[0], ask.turn)
        text = (await web.get("/metrics")).text
        assert "gamehall_action_told_seconds_count 2.0" in text
        assert 'gamehall_action_told_seconds_bucket{le="+Inf"} 2.0' in text
