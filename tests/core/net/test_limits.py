"""What one connection, and one address, may do: floods, crowds, silence and dribbled bytes."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from json import dumps, loads
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gamehall_sdk.client import connect as client_of
from gamehall_sdk.errors import (
    Flood,
    FrameTooSlow,
    GamehallError,
    LoginFailed,
    NeverLoggedIn,
    TooManyAttempts,
    TooManyConnections,
    TooManyMessages,
    TooManyTables,
)
from gamehall_sdk.transport import Disconnected
from gamehall_sdk.wire import AvailableGames, Message, Request, Response, StateUpdate, frame, xml
from tests.hosting import PASSWORD, PATIENCE_S, Peer, error_of, guests, hosting, peer, until

ASK = Message(Request(AvailableGames()))
NOBODY: dict[str, Any] = {"trusted_addresses": ""}
"""Loopback is as any address."""


async def refused(one: Peer) -> list[GamehallError]:
    """All that was refused until the server closed, what it said last included."""
    await one.until(lambda message: isinstance(message.body, StateUpdate))
    await one.gone()
    return [error for message in one.met if (error := error_of(message, strict=False)) is not None]


@pytest.mark.parametrize("address", ["tcp", "socket"])
async def test_a_flood_is_refused_by_a_sentence_and_then_closes_the_connection_that_makes_it(
    tmp_path: Path, address: str
) -> None:
    async with hosting(tmp_path / "data", messages_per_s=1.0, burst=20) as server:
        url = getattr(server, f"{address}_address")
        async with peer(url) as calm, peer(url) as one:
            if address == "tcp":
                await one.raw(frame(xml.encode(ASK)) * 500)
            else:
                with contextlib.suppress(Disconnected):
                    for _ in range(100):
                        await one.send(ASK)
            *early, last = await refused(one)
            assert {type(error) for error in early} == {TooManyMessages}
            assert 20 <= len(early) <= 25
            assert "one connection may send 1 a second" in str(early[0])
            assert "(messages_per_s); this one was not carried out, try again in 1 s" in str(early[0])
            assert isinstance(last, Flood)
            assert 20 <= len(one.met) - 2 - len(early) <= 25
            await calm.send(ASK)
            await calm.receive()


async def test_a_message_that_came_too_early_is_answered_in_its_own_form_and_can_be_sent_again(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", messages_per_s=20.0, burst=2) as server, client_of(server.tcp_address) as one:
        await one.create_account("alice", PASSWORD)
        await one.log_in("alice", PASSWORD)

        async def come_and_go() -> None:
            for _ in range(20):
                await one.log_out()
                await one.log_in("alice", PASSWORD)

        with pytest.raises(TooManyMessages, match="in 1 s"):
            await come_and_go()
        await anyio.sleep(1)  # what the sentence says
        await one.available()


async def test_all_connections_of_an_address_share_its_limit_and_a_trusted_address_has_none(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"address_messages_per_s": 0.1, "address_burst": 30}
    async with hosting(tmp_path / "data", **limits, **NOBODY) as server:
        async with peer(server.tcp_address) as first, peer(server.socket_address) as second:
            for _ in range(12):
                await first.send(ASK)
                await first.receive()
            asked = 0
            while isinstance((await _ask(second)).body, Response) and error_of(second.met[-1], strict=False) is None:
                asked += 1
            assert asked + 12 in range(20, 31)
            assert "your address may send 0.1 a second" in str(error_of(second.met[-1]))
            assert "(address_messages_per_s)" in str(error_of(second.met[-1]))
        # To come back fills nothing.
        async with peer(server.tcp_address) as again:
            assert isinstance(await again.refusal(ASK), TooManyMessages)
    async with hosting(tmp_path / "trusting", **limits) as server, peer(server.tcp_address) as one:
        for _ in range(60):
            assert error_of(await _ask(one), strict=False) is None


async def _ask(one: Peer) -> Message:
    await one.send(ASK)
    return await one.receive()


async def test_one_address_has_so_many_connections_and_gets_the_place_of_one_that_goes(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", max_connections_per_address=2, **NOBODY) as server:
        async with peer(server.tcp_address), peer(server.socket_address):
            for address in (server.tcp_address, server.socket_address):
                with pytest.raises(TooManyConnections, match=r"2 connections here.*\(max_connections_per_address\)"):
                    async with client_of(address):
                        pass
        await until(lambda: not server.hall.connections)
        async with peer(server.tcp_address), peer(server.socket_address):
            pass
        await until(lambda: not server.hall.gate._addresses)


async def test_whoever_is_silent_and_never_logs_in_is_closed_and_whoever_did_is_not(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", login_deadline_s=1.0) as server, guests(server) as visit:
        alice = await visit("alice")
        async with peer(server.tcp_address) as one, peer(server.socket_address) as two:
            for silent in (one, two):
                gone = await silent.parting()
                assert isinstance(gone, NeverLoggedIn)
                assert "1 s (login_deadline_s)" in str(gone)
        await alice.listing()
        await alice.log_out()
        with anyio.fail_after(PATIENCE_S):
            while alice.lost is None:
                await alice.heard()
        assert isinstance(alice.parting, NeverLoggedIn)
        assert not server.hall.gate._silent


@pytest.mark.parametrize(
    "begin", [lambda one: one.raw(b"\x00"), lambda one: one.raw(frame(xml.encode(ASK))[:9])], ids=["header", "frame"]
)
async def test_a_frame_that_never_ends_is_closed_and_one_that_does_is_read(
    tmp_path: Path, begin: Callable[[Peer], Awaitable[None]]
) -> None:
    async with (
        hosting(tmp_path / "data", frame_deadline_s=0.5) as server,
        peer(server.tcp_address) as one,
        peer(server.tcp_address) as other,
    ):
        await begin(one)
        for _ in range(3):
            await other.raw(frame(xml.encode(ASK)) + frame(xml.encode(ASK))[:7])
            await other.receive()
            await other.raw(frame(xml.encode(ASK))[7:])
            await other.receive()
        slow = await one.parting()
        assert isinstance(slow, FrameTooSlow)
        assert "0.5 s (frame_deadline_s)" in str(slow)
        await _ask(other)


async def test_a_request_that_dribbles_in_is_closed_and_a_whole_one_is_answered(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", frame_deadline_s=0.5) as server:
        host, _, port = server.web_address.removeprefix("http://").partition(":")
        async with await anyio.connect_tcp(host, int(port)) as slow, await anyio.connect_tcp(host, int(port)) as other:
            await slow.send(b"GET /healthz HTTP/1.1\r\nHost: ")
            await other.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\n")
            assert b"200 OK" in await other.receive()
            for one in (slow, other):
                with anyio.fail_after(PATIENCE_S), contextlib.suppress(anyio.BrokenResourceError, anyio.EndOfStream):
                    while await one.receive():
                        pass
        async with peer(server.socket_address) as lasting:
            await anyio.sleep(1.2)
            assert error_of(await _ask(lasting), strict=False) is None


async def test_an_address_has_so_many_web_connections_and_websockets_do_not_count_twice(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", max_connections_per_address=2, **NOBODY) as server:
        host, _, port = server.web_address.removeprefix("http://").partition(":")
        get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        async with contextlib.AsyncExitStack() as some:
            for _ in range(2):
                await some.enter_async_context(peer(server.socket_address))
            streams = [await some.enter_async_context(await anyio.connect_tcp(host, int(port))) for _ in range(3)]
            for stream, status in zip(streams, (b"200 OK", b"200 OK", b"503 "), strict=True):
                await stream.send(get)
                assert status in await stream.receive()
        async with await anyio.connect_tcp(host, int(port)) as stream:
            await stream.send(get)
            assert b"200 OK" in await stream.receive()


async def test_files_of_the_page_are_asked_for_only_so_fast(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"address_messages_per_s": 0.1, "address_burst": 3}
    async with hosting(tmp_path / "data", **limits, **NOBODY) as server, httpx.AsyncClient(trust_env=False) as web:
        answers = [await web.get(f"{server.web_address}/healthz") for _ in range(4)]
        assert [one.status_code for one in answers] == [200, 200, 200, 429]
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 10
        assert "(address_messages_per_s)" in answers[-1].text
        async with peer(server.socket_address):
            pass


async def test_no_peer_passes_for_another_by_a_proxys_header(tmp_path: Path) -> None:
    """Only trusted addresses say on whose behalf they speak; else an address would have as many limits as it likes."""
    async with (
        hosting(tmp_path / "data", max_connections_per_address=1, **NOBODY) as server,
        peer(server.socket_address),
    ):
        headers = {"X-Forwarded-For": "198.51.100.7"}
        async with connect(server.socket_address, proxy=None, additional_headers=headers) as socket:
            assert f'"errorcode":{TooManyConnections.code}' in str(await socket.recv())


# --- accounts and tables ---


async def test_guesses_at_one_address_do_not_lock_the_owner_out_at_another(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", login_attempts=3, login_window_s=3600.0) as server:
        async with client_of(server.tcp_address) as thief:
            await thief.create_account("alice", PASSWORD)
            for _ in range(3):
                with pytest.raises(LoginFailed):
                    await thief.log_in("alice", "guess")
            with pytest.raises(TooManyAttempts, match=r"\(login_attempts\)"):
                await thief.log_in("alice", PASSWORD)
        # What a trusted proxy says of its client's address is believed.
        async with connect(
            server.socket_address, proxy=None, additional_headers={"X-Forwarded-For": "198.51.100.7"}
        ) as owner:
            await owner.recv()
            login = {"request": {"authentication": {"login": {"accountname": "alice", "password": PASSWORD}}}}
            await owner.send(dumps(login))
            assert '"success":true' in str(await owner.recv())


async def test_one_address_guesses_at_many_names_and_makes_many_accounts_only_so_fast(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"address_login_attempts": 4, "login_window_s": 3600.0, "new_accounts_per_hour": 2}
    async with hosting(tmp_path / "data", **limits, **NOBODY) as server, client_of(server.tcp_address) as one:
        for number in range(4):
            with pytest.raises(LoginFailed):
                await one.log_in(f"name {number}", "guess")
        with pytest.raises(TooManyAttempts, match=r"\(address_login_attempts\); try again in 900 s"):
            await one.log_in("another", "guess")
        await one.create_account("one", PASSWORD)
        with pytest.raises(GamehallError, match="taken"):
            await one.create_account("ONE", PASSWORD)
        await one.create_account("two", PASSWORD)
        with pytest.raises(TooManyAttempts, match=r"\(new_accounts_per_hour\); try again in 1800 s"):
            await one.create_account("three", PASSWORD)


async def test_a_connection_is_at_so_many_tables(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", max_tables_per_connection=2) as server, guests(server) as visit:
        alice = await visit("alice")
        first, second, third = [await alice.create("hello", f"table {number}") for number in range(3)]
        table = await alice.join(first)
        await alice.join(second, watch=True)
        with pytest.raises(TooManyTables, match=r"2 tables.*\(max_tables_per_connection\)"):
            await alice.join(third, watch=True)
        await alice.join(second)
        await table.leave()
        await alice.join(third)


async def test_an_account_and_the_server_have_so_many_open_tables(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path / "data", max_tables=4, max_tables_per_account=2) as server,
        guests(server) as visit,
    ):
        alice, bob, admin = await visit("alice"), await visit("bob"), await visit("root", 4)
        first = await alice.create("hello", "one")
        await alice.create("hello", "two")
        with pytest.raises(TooManyTables, match=r"2 open tables.*\(max_tables_per_account\)"):
            await alice.create("hello", "three")
        await alice.delete(first)
        await alice.create("hello", "three")
        await bob.create("hello", "four")
        await admin.create("hello", "five")
        with pytest.raises(TooManyTables, match=r"4 tables.*\(max_tables\)"):
            await bob.create("hello", "six")


async def test_an_address_has_so_many_websockets_of_dialects_too(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", **NOBODY, max_connections_per_address=3) as server:
        address = server.socket_address.replace("/ws", "/socket.io/?EIO=4&transport=websocket")
        async with contextlib.AsyncExitStack() as stack:
            # Nobody has said who plays there.
            open_ones = [await stack.enter_async_context(connect(address, proxy=None)) for _ in range(3)]
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, proxy=None)
            assert refused.value.response.status_code == 503
            assert b"max_connections_per_address" in (refused.value.response.body or b"")
            async with peer(server.socket_address):
                pass
            await open_ones[0].close()

            async def comes_in() -> None:
                while True:
                    with contextlib.suppress(InvalidStatus):
                        await stack.enter_async_context(connect(address, proxy=None))
                        return

            with anyio.fail_after(PATIENCE_S):
                await comes_in()


async def test_so_many_poll_a_dialect_and_the_server_keeps_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamehall_hearts.dialect.arena._MOST_SOCKETS", 3)
    async with (
        hosting(tmp_path / "data") as server,
        httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web,
    ):
        url = "/socket.io/?EIO=4&transport=polling"
        answers = [await web.get(url) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 503, 503]
        session = loads(answers[0].text[1:])["sid"]
        assert (await web.post(f"{url}&sid={session}", content="40")).status_code == 200
