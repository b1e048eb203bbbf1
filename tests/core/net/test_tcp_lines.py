"""How TCP connections carry what is said, on Python's own loop and on uvloop: pieces, order, and readers that wait."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
import pytest

from gamehall.app import Server
from gamehall_sdk.errors import ShuttingDown
from gamehall_sdk.wire import AvailableGames, FrameReader, GameList, Message, Request, frame, xml
from tests.hosting import Peer, error_of, hosting, peer, until

BIG = 1 << 20


@pytest.fixture(params=[False, True], ids=["asyncio", "uvloop"], scope="module")
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    if request.param:
        pytest.importorskip("uvloop")
    return "asyncio", {"use_uvloop": request.param}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    limits: dict[str, Any] = {"outbound_bytes": 8 * BIG, "messages_per_s": 1e6, "burst": 1_000_000}
    async with hosting(tmp_path / "data", **limits) as one:
        yield one


def asking(number: int) -> Message:
    """A request that is answered at once, or by a task: both kinds in turn."""
    return Message(Request(AvailableGames() if number % 3 else GameList("nothing")))


async def answers(one: Peer, count: int) -> list[str]:
    return [type((await one.receive()).body.body).__name__ for _ in range(count)]  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [1, 3, 7, 64, 100_000])
async def test_requests_in_pieces_of_any_size_are_answered_in_their_order(server: Server, size: int) -> None:
    async with peer(server.tcp_address) as one:
        data = b"".join(frame(xml.encode(asking(number))) for number in range(6))
        for at in range(0, len(data), size):
            await one.raw(data[at : at + size])
        async with peer(server.tcp_address) as other:
            await other.send(asking(1))
            await other.receive()
        assert await answers(one, 6) == [
            "GeneralResponse" if number % 3 == 0 else "AvailableGamesResponse" for number in range(6)
        ]


async def test_what_is_told_in_one_go_arrives_whole_and_in_order(server: Server) -> None:
    async with peer(server.tcp_address) as one:
        [connection] = server.hall.connections
        said = [f"<m>{number}</m>".encode() * (1 + number * 70) for number in range(60)]
        for payload in said:
            connection.send_encoded(payload)
        reader = FrameReader(BIG)
        heard: list[bytes] = []
        while len(heard) < len(said):
            stream: anyio.abc.SocketStream = one.transport._stream  # type: ignore[attr-defined]  # that of TCP
            heard += reader.feed(await stream.receive())
        assert heard == said
        assert connection.waiting == (0, 0)


async def test_a_reader_that_rests_hears_everything_when_it_goes_on(server: Server) -> None:
    async with await anyio.connect_tcp(*_address(server)) as slow:
        reader, heard = FrameReader(BIG), []
        heard += reader.feed(await slow.receive())
        [connection] = server.hall.connections
        said = [bytes([65 + number]) * 300_000 for number in range(26)]
        for payload in said:
            connection.send_encoded(payload)
            await anyio.lowlevel.checkpoint()
        await anyio.wait_all_tasks_blocked()
        # What the peer has not taken is in the connection's own bounds, not in a buffer behind them.
        assert connection.waiting[1] > BIG
        while len(heard) < 1 + len(said):
            heard += reader.feed(await slow.receive())
        assert heard[1:] == said
        await until(lambda: connection.waiting == (0, 0))


async def test_one_that_never_reads_is_dropped_and_its_connection_ends(server: Server) -> None:
    async with await anyio.connect_tcp(*_address(server)) as silent:
        raw = silent.extra(anyio.abc.SocketAttribute.raw_socket)  # noqa: S610  # anyio's, not Django's
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await silent.receive()
        [connection] = server.hall.connections
        while not connection.closing:
            connection.send_encoded(b"x" * BIG)
            await anyio.lowlevel.checkpoint()
        with anyio.fail_after(20):
            await server.hall.emptied()


async def test_last_words_come_after_all_that_was_said_before(server: Server) -> None:
    async with peer(server.tcp_address) as one:
        [connection] = server.hall.connections
        for number in range(5):
            connection.send(asking(number))
        connection.close(ShuttingDown("the server stops"))
        met = [await one.receive() for _ in range(6)]
        assert met[:5] == [asking(number) for number in range(5)]
        assert isinstance(error_of(met[5]), ShuttingDown)
        await one.gone()


async def test_a_request_before_the_end_of_what_a_peer_sends_is_answered(server: Server) -> None:
    async with peer(server.tcp_address) as one:
        stream: anyio.abc.SocketStream = one.transport._stream  # type: ignore[attr-defined]  # as above
        await one.raw(frame(xml.encode(asking(0))) + frame(xml.encode(asking(1))))
        await stream.send_eof()
        assert await answers(one, 2) == ["GeneralResponse", "AvailableGamesResponse"]
        await one.gone()
        await server.hall.emptied()


def _address(server: Server) -> tuple[str, int]:
    host, _, port = server.tcp_address.removeprefix("tcp://").partition(":")
    return host, int(port)
