"""Another wire protocol on the web port: a plugin's application, with clients that reach the sessions from inside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from gamehall.app import Server
from gamehall.net.dialects import HallBridge
from gamehall_sdk.dialect import Bridge, Dialect
from gamehall_sdk.errors import GamehallError, LoggedInElsewhere, LoginFailed, NameTaken, ServerFull, ShuttingDown
from gamehall_sdk.hookimpl import hookimpl
from gamehall_sdk.table import Joined, Snapshot
from tests.hosting import PASSWORD, guests, hosting, news_of, plugins

PEER = "127.0.0.1:4711"
ELSEWHERE = "192.0.2.7:4711"


def _tables(bridge: Bridge) -> Any:
    async def tables(request: Request) -> PlainTextResponse:
        async with bridge.connect(PEER) as client:
            await client.create_account(request.path_params["name"], PASSWORD)
            await client.log_in(request.path_params["name"], PASSWORD)
            rows = await client.listing()
            return PlainTextResponse(f"{client.name}: {[row.name for row in rows]}")

    return Starlette(routes=[Route("/tables/{name}", tables)])


def _broken(bridge: Bridge) -> Any:
    raise ValueError("it cannot be made")


@hookimpl
def register_dialects() -> list[Dialect]:
    """Two dialects of this test: one that works, one that does not."""
    return [
        Dialect(name="plain", title="Plain", path="/plain", make=_tables),
        Dialect(name="broken", title="Broken", path="/broken", make=_broken),
    ]


async def test_a_dialect_is_served_at_its_path_and_a_broken_one_is_left_out(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", plugins("tests.core.net.test_dialects")) as server:
        await server.lobby.create("hello", "here", {}, None)
        async with httpx.AsyncClient(base_url=server.web_address) as http:
            assert (await http.get("/plain/tables/anna")).text == "anna: ['here']"
            assert (await http.get("/broken/tables/anna")).status_code == 404
            assert (await http.get("/healthz")).status_code == 200
        assert not server.hall.connections


def bridge_to(server: Server, group: anyio.abc.TaskGroup) -> HallBridge:
    return HallBridge(server.hall, group)


async def test_a_client_of_a_dialect_sits_with_those_of_other_protocols(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server, guests(server) as visit:
        anna = await visit("anna")
        number = await anna.create("hello", "here", {"ready": "true"})
        table = await anna.join(number)
        async with anyio.create_task_group() as group, bridge_to(server, group).connect(PEER) as client:
            await client.create_account("ben", PASSWORD)
            await client.log_in("ben", PASSWORD)
            mine = await client.join(number, seat=3)
            assert isinstance(await anext(mine), Snapshot)
            assert mine.seat == 3
            joined = await news_of(table, Joined)
            assert joined.name == "ben"
        assert not [one for one in server.hall.connections if one.peer == PEER]


async def test_the_same_limits_hold_for_it(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", max_connections=1) as server, anyio.create_task_group() as group:
        bridge = bridge_to(server, group)
        async with bridge.connect(PEER) as client:
            with pytest.raises(ServerFull):
                async with bridge.connect(PEER):
                    pass
            await client.create_account("anna", PASSWORD)
            with pytest.raises(LoginFailed):
                await client.log_in("anna", "guessed it")


async def test_it_is_told_when_it_is_closed(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server, anyio.create_task_group() as group:
        bridge = bridge_to(server, group)
        async with bridge.connect(PEER) as client, bridge.connect(PEER) as other:
            await client.create_account("anna", PASSWORD)
            await client.log_in("anna", PASSWORD)
            await other.log_in("anna", PASSWORD)
            with anyio.fail_after(10):
                while client.lost is None:
                    await client.heard()
            assert isinstance(client.parting, LoggedInElsewhere)
            with pytest.raises(LoggedInElsewhere):
                await client.listing()
        server.hall.stopping = True
        with pytest.raises(ShuttingDown):
            async with bridge.connect(PEER):
                pass


@pytest.mark.parametrize(
    ("robots", "peer", "token", "let_in"),
    [
        ("", PEER, "", False),
        ("loopback", PEER, "", True),
        ("loopback", "[::1]:80", "", True),
        ("loopback", ELSEWHERE, "", False),
        ("loopback", "unknown:0", "", False),
        ("loopback", ELSEWHERE, "loopback", False),
        ("a-token-of-16-chars", ELSEWHERE, "a-token-of-16-chars", True),
        ("a-token-of-16-chars", PEER, "another", False),
    ],
)
async def test_robots_without_an_account_need_the_operators_leave(
    tmp_path: Path, robots: str, peer: str, token: str, let_in: bool
) -> None:
    async with hosting(tmp_path / "data", robots=robots) as server, anyio.create_task_group() as group:
        bridge = bridge_to(server, group)
        assert bridge.lets_in(peer, token) is let_in
        async with bridge.connect(peer) as client:
            if not let_in:
                with pytest.raises(LoginFailed):
                    await bridge.enlist(client, "Miss.if0", peer, token)
                return
            await bridge.enlist(client, "Miss.if0", peer, token)
            assert (client.name, client.kind) == ("Miss.if0", 2)
            async with bridge.connect(peer) as other:
                with pytest.raises(LoginFailed, match="connected already"):
                    await bridge.enlist(other, "Miss.if0", peer, token)


async def test_a_robot_takes_nobodys_name(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", robots="loopback") as server, anyio.create_task_group() as group:
        bridge = bridge_to(server, group)
        async with bridge.connect(PEER) as client:
            await client.create_account("anna", PASSWORD)
            await client.create_account("robby", PASSWORD, 2)
            for name in ("anna", "ANNA", "robby", "~greedy.1"):
                with pytest.raises(GamehallError) as caught:
                    await bridge.enlist(client, name, PEER, "")
                assert isinstance(caught.value, NameTaken) or "begin with ~" in str(caught.value)


async def test_work_that_fails_is_logged_and_ends_alone(tmp_path: Path) -> None:
    async def fails() -> None:
        raise RuntimeError("a fault of the dialect's")

    async with hosting(tmp_path / "data") as server, anyio.create_task_group() as group:
        bridge_to(server, group).start(fails)
        await anyio.lowlevel.checkpoint()
        assert server.hall.healthy
