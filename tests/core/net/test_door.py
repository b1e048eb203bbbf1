"""The web port's door: foreign pages stay outside, no answer is without its headers, and it says how things stand."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gamehall.app import Server, say_goodbye
from gamehall.errors import SettingsError
from gamehall.net.door import Door, may_enter
from gamehall.settings import load
from tests.hosting import PATIENCE_S, guests, hosting

CLUB = frozenset({"https://club.example"})


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    async with hosting(tmp_path_factory.mktemp("door") / "data", allowed_origins="https://club.example") as one:
        yield one


@pytest.mark.parametrize(
    ("origin", "host", "enters"),
    [
        (None, "games.example", True),
        ("http://games.example", "games.example", True),
        ("https://games.example", "games.example", True),
        ("https://games.example", "games.example:443", True),
        ("http://games.example:7080", "games.example:7080", True),
        ("HTTP://Games.Example", "games.example:80", True),
        ("http://[::1]:7080", "[::1]:7080", True),
        ("https://club.example", "games.example", True),
        ("https://club.example:443", "games.example", True),
        ("http://club.example", "games.example", False),
        ("https://club.example:8443", "games.example", False),
        ("https://evil.example", "games.example", False),
        ("https://games.example.evil.example", "games.example", False),
        ("http://games.example:7081", "games.example:7080", False),
        ("null", "games.example", False),
        ("null", "null", False),
        ("", "", False),
        ("file://", "", False),
        ("http://", "", False),
        ("http://games.example:port", "games.example:port", False),
        ("http://user@games.example", "evil.example", False),
    ],
)
def test_which_pages_may_open_a_websocket(origin: str | None, host: str, enters: bool) -> None:
    assert may_enter(origin, host, CLUB) is enters


@pytest.mark.parametrize("text", ["club.example", "https://club.example/", "ftp://club.example", "*"])
def test_an_origin_is_a_scheme_and_a_host(text: str) -> None:
    with pytest.raises(SettingsError, match="allowed_origins must be empty, or origins like https://club"):
        load(flags={"allowed_origins": text})


async def test_a_page_of_a_foreign_site_gets_no_websocket(server: Server) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(server.socket_address, proxy=None, origin="https://evil.example")  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    assert b"allowed_origins" in (refused.value.response.body or b"")
    for origin in (server.web_address, "https://club.example", None):
        async with connect(server.socket_address, proxy=None, origin=origin) as socket:  # type: ignore[arg-type]
            assert "welcome" in str(await socket.recv())


async def test_the_door_is_before_the_routes_of_dialects_too(server: Server) -> None:
    address = server.socket_address.replace("/ws", "/socket.io/?EIO=4&transport=websocket")
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, proxy=None, origin="https://evil.example")  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    for origin in (server.web_address, "https://club.example", None):
        async with connect(address, proxy=None, origin=origin) as socket:  # type: ignore[arg-type]
            assert "pingInterval" in str(await socket.recv())


async def test_requests_of_foreign_pages_are_refused_and_those_of_allowed_ones_may_be_read(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web:
        for path in ("/socket.io/?EIO=4&transport=polling", "/", "/healthz"):
            for origin in ("https://evil.example", "null"):
                refused = await web.get(path, headers={"Origin": origin})
                assert refused.status_code == 403
                assert "allowed_origins" in refused.text
                is_protected(refused.headers)
                assert "access-control-allow-origin" not in refused.headers
        for origin in ("https://club.example", server.web_address):
            polled = await web.get("/socket.io/?EIO=4&transport=polling", headers={"Origin": origin})
            assert polled.status_code == 200
            assert polled.headers["access-control-allow-origin"] == origin
            assert "access-control-allow-credentials" not in polled.headers


async def test_no_answer_leaves_without_its_headers(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web:
        for path in ("/", "/healthz", "/readyz", "/metrics", "/assets.json", "/nothing", "/web/0/main.js"):
            is_protected((await web.get(path)).headers)


def is_protected(headers: httpx.Headers) -> None:
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    policy = headers["content-security-policy"]
    assert all(part in policy for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"))
    assert "server" not in headers
    assert "set-cookie" not in headers


async def test_a_script_needs_no_policy_of_a_page(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web:
        listing = (await web.get("/assets.json")).json()
        base = next(base for base in listing if base.startswith("/web/"))
        headers = (await web.get(f"{base}main.js")).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in headers


# --- ready or not ---


async def test_a_server_that_starts_says_so_to_whoever_asks() -> None:
    door = Door("")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=door), base_url="http://games.example") as web:
        for path in ("/readyz", "/healthz", "/"):
            answer = await web.get(path)
            assert (answer.status_code, answer.json()) == (503, {"status": "starting"})
            assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_server_is_ready_until_its_database_is_away_or_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamehall.store.engine.BUSY_TIMEOUT_MS", 20)
    async with (
        hosting(tmp_path / "data", store_retry_s=0.01) as server,
        httpx.AsyncClient(base_url=server.web_address, trust_env=False) as web,
        guests(server) as visit,
    ):

        async def says(status: str) -> int:
            with anyio.fail_after(PATIENCE_S):
                while (answer := await web.get("/readyz")).json() != {"status": status}:
                    pass
            return answer.status_code

        assert await says("ready") == 200
        anna = await visit("anna")
        table = await anna.create("hello", "table")
        # Another program keeps the database to itself.
        with sqlite3.connect(server.settings.data_dir / "gamehall.sqlite3", isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            async with anyio.create_task_group() as group:
                group.start_soon(anna.join, table)
                assert await says("database away") == 503
                other.execute("ROLLBACK")
            assert await says("ready") == 200
        other.close()
        await say_goodbye(server.hall)
        assert await says("stopping") == 503
        assert (await web.get("/healthz")).status_code == 200
