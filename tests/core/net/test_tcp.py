"""TCP: frames that break, dribble and flood, and readers that do not read."""

from __future__ import annotations

import socket
import struct
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
import pytest

from gamehall.app import Server
from gamehall.net import tcp
from gamehall_sdk.client import connect
from gamehall_sdk.errors import (
    EmptyFrame,
    FrameTooLong,
    FrameTruncated,
    GamehallError,
    ServerFull,
    ShuttingDown,
)
from gamehall_sdk.table import AddBot, Ask, Dropped, Returned, RoundEnded
from gamehall_sdk.wire import AvailableGames, Message, Request, Response, frame, xml
from tests.hosting import PASSWORD, PATIENCE_S, Guests, guests, hosting, news_of, peer

SLOW = {"clock": "move:3600", "pause": "3600", "grace": "3600"}
ASK = xml.encode(Message(Request(AvailableGames())))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data", max_frame_bytes=300_000) as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (bytes(4), EmptyFrame),
        (b"\xff\xff\xff\xff" + b"x" * 100, FrameTooLong),
        (struct.pack(">I", 300_001), FrameTooLong),
        (b"GET / HTTP/1.1\r\n\r\n", FrameTooLong),
    ],
    ids=["zero", "minus one", "over the limit", "HTTP"],
)
async def test_case_67_a_broken_header_is_told_and_ends_that_connection_alone(
    server: Server, data: bytes, error: type[GamehallError]
) -> None:
    async with peer(server.tcp_address) as other, peer(server.tcp_address) as one:
        await one.raw(data)
        assert isinstance(await one.parting(), error)
        await other.send(Message(Request(AvailableGames())))
        await other.receive()


async def test_what_came_whole_before_a_broken_frame_is_answered(server: Server) -> None:
    async with peer(server.tcp_address) as one:
        await one.raw(frame(ASK) + frame(ASK) + bytes(4) + frame(ASK))
        assert isinstance(await one.parting(), EmptyFrame)
        assert len([message for message in one.met if isinstance(message.body, type(one.met[1].body))]) == 2


@pytest.mark.parametrize("data", [b"\x00\x00", struct.pack(">I", 100) + b"<mess"], ids=["in the header", "inside"])
async def test_case_73_the_end_inside_a_frame_is_told_and_the_seat_is_kept(
    server: Server, visit: Guests, data: bytes
) -> None:
    bob = await visit("bob")
    watching = await bob.join(await bob.create("hello", "one", SLOW), watch=True)
    alice = await visit("alice")
    await alice.join(watching.gameid)
    stream: anyio.abc.SocketStream = alice.transport._stream  # type: ignore[attr-defined]  # that of a TCP transport
    await stream.send(data)
    await stream.send_eof()
    with anyio.fail_after(PATIENCE_S):
        while alice.lost is None:
            await alice.heard()
    assert isinstance(alice.parting, FrameTruncated)
    assert (await news_of(watching, Dropped)).seat == 0
    await (await visit("alice", made=True)).join(watching.gameid)
    assert (await news_of(watching, Returned)).seat == 0


async def test_a_reset_in_the_middle_of_a_frame_is_as_any_loss(server: Server, visit: Guests) -> None:
    bob = await visit("bob")
    watching = await bob.join(await bob.create("hello", "one", SLOW), watch=True)
    alice = await visit("alice")
    await alice.join(watching.gameid)
    stream: Any = alice.transport
    sock = stream._stream.extra(anyio.abc.SocketAttribute.raw_socket)  # noqa: S610  # anyio's, not Django's
    await stream.send_bytes(b"\x00\x00")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    await stream.close()
    assert (await news_of(watching, Dropped)).seat == 0


async def test_case_71_a_header_that_dribbles_in_is_read(server: Server) -> None:
    async with peer(server.tcp_address) as one:
        for byte in frame(ASK)[:12]:
            await one.raw(bytes([byte]))
            await anyio.wait_all_tasks_blocked()
        await one.raw(frame(ASK)[12:])
        assert isinstance((await one.receive()).body, Response)


async def test_a_frame_of_just_the_limit_is_read(server: Server) -> None:
    async with peer(server.tcp_address) as one:
        await one.raw(frame(ASK[:-1] + b" " * (300_000 - len(ASK)) + b">"))
        await one.receive()
        assert (await one.refusal(b"x" * 300_000)).code == 400


async def test_a_reader_that_reads_nothing_is_dropped_and_the_others_go_on(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "outbound_bytes": 65_536,
        "chat_max_chars": 60_000,
        "messages_per_s": 1e6,
        "burst": 1_000_000,
    }
    async with hosting(tmp_path / "data", **settings) as server, guests(server) as visit:
        alice = await visit("alice")
        table = await alice.join(await alice.create("hello", "one", SLOW), seat=0)
        async with await anyio.connect_tcp(*_address(server)) as silent:
            raw = silent.extra(anyio.abc.SocketAttribute.raw_socket)  # noqa: S610  # anyio's, not Django's
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for words in (
                "<accountmanagement><create accountname='bob' password='{}' accounttype='1'/></accountmanagement>",
                "<authentication><login accountname='bob' password='{}'/></authentication>",
                "<game gameid='1'><join/></game>",
            ):
                await silent.send(frame(f"<message><request>{words.format(PASSWORD)}</request></message>".encode()))
            dropped = anyio.Event()

            async def talk() -> None:
                while not dropped.is_set():
                    await table.say("x" * 50_000)
                    await alice.details(table.gameid)
                    # What is told stays in bounds: nothing else is queued for the one who does not read.
                    assert all(one.waiting[1] <= 65_536 + 1000 for one in server.hall.connections)

            async with anyio.create_task_group() as group:
                group.start_soon(talk)
                assert (await news_of(table, Dropped)).seat == 1
                dropped.set()
        assert len(server.hall.connections) == 1


def _address(server: Server) -> tuple[str, int]:
    host, _, port = server.tcp_address.removeprefix("tcp://").partition(":")
    return host, int(port)


async def test_whoever_answers_when_asked_never_floods(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", messages_per_s=0.1, burst=8) as server, guests(server) as visit:
        alice, bob = await visit("alice"), await visit("bob")
        number = await alice.create("hello", "one", {"pause": "0"})

        async def play(table: Any) -> None:
            while True:
                news = await news_of(table, Ask, RoundEnded)
                if isinstance(news, RoundEnded) and news.number >= 40:
                    return
                if isinstance(news, Ask):
                    await table.respond(news.actions[0], news.turn)

        async with anyio.create_task_group() as group:
            for one in (await alice.join(number), await bob.join(number)):
                group.start_soon(play, one)


async def test_one_connection_too_many_is_told_so_and_bots_do_not_count(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", max_connections=2) as server, guests(server) as visit:
        alice = await visit("alice")
        table = await alice.join(await alice.create("hello", "one", SLOW))
        await table.command(AddBot("random"))
        async with connect(server.socket_address):
            for address in (server.tcp_address, server.socket_address):
                with pytest.raises(ServerFull, match="2 connections"):
                    async with connect(address):
                        pass
        with anyio.fail_after(PATIENCE_S):
            while len(server.hall.connections) > 2:
                await anyio.lowlevel.checkpoint()
        async with connect(server.tcp_address):
            pass


async def test_a_server_that_stops_tells_everybody_and_leaves_nobody_behind(tmp_path: Path) -> None:
    async with AsyncExitStack() as clients, anyio.create_task_group() as group:
        stop, ready = anyio.Event(), anyio.Event()
        servers: list[Server] = []

        async def serve() -> None:
            async with hosting(tmp_path / "data") as server:
                servers.append(server)
                ready.set()
                await stop.wait()

        group.start_soon(serve)
        await ready.wait()
        addresses = (servers[0].tcp_address, servers[0].socket_address)
        peers = [await clients.enter_async_context(peer(address)) for address in addresses]
        stop.set()
        for one in peers:
            assert isinstance(await one.parting(), ShuttingDown)
    assert not servers[0].hall.connections


async def test_a_machine_out_of_files_takes_connections_again_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Listener(socket.socket):
        """Fails twice, then has connections."""

        left = 2

        def accept(self) -> Any:
            if self.left:
                self.left -= 1
                raise OSError(24, "Too many open files")
            return super().accept()

    monkeypatch.setattr(tcp, "_NO_ROOM_S", 0.001)
    with anyio.fail_after(PATIENCE_S), Listener() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        async with anyio.create_task_group() as group:
            group.start_soon(tcp.serve, listener, server.hall)
            async with connect(f"tcp://127.0.0.1:{listener.getsockname()[1]}"):
                assert not listener.left
            group.cancel_scope.cancel()
