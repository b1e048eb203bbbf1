"""Faults that are not the client's: of a game, of the database, our own. Others go on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from gamehall.app import Server
from gamehall_sdk.errors import (
    GameFault,
    Refusal,
    ServerFault,
    StoreUnavailable,
    TableClosed,
    TableFrozen,
    UnknownTable,
    WrongSession,
)
from gamehall_sdk.table import Ask, Frozen, RoundStarted
from tests.hosting import Guests, books_balance, guests, hosting, news_of, plugins

SLOW = {"clock": "move:3600", "pause": "3600", "grace": "3600"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data", plugins("tests.core.sessions.faulty")) as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def test_a_game_that_raises_freezes_its_own_table_only(
    server: Server, visit: Guests, capsys: pytest.CaptureFixture[str]
) -> None:
    alice, bob = await visit("alice"), await visit("bob")
    number, other = await alice.create("faulty", "one", SLOW), await alice.create("hello", "two", SLOW)
    first, second = await alice.join(number, seat=0), await bob.join(number, seat=1)
    sound = [await alice.join(other, seat=0), await bob.join(other, seat=1)]
    ask = await news_of(first, Ask)
    with pytest.raises(Refusal) as caught:
        await first.act(ask.actions[1], ask.turn)
    assert caught.value.code in (GameFault.code, TableFrozen.code)
    assert "void" in (await news_of(second, Frozen)).why
    assert "ZeroDivisionError" in capsys.readouterr().out
    with pytest.raises((TableFrozen, WrongSession, UnknownTable)):
        await second.act(ask.actions[0])
    await news_of(sound[1], RoundStarted)
    await sound[0].respond((await news_of(sound[0], Ask)).actions[1])
    assert await news_of(sound[1], Ask)
    await books_balance(server)


async def test_a_game_that_cannot_show_itself_freezes_its_own_table_only(
    server: Server, visit: Guests, capsys: pytest.CaptureFixture[str]
) -> None:
    alice, bob = await visit("alice"), await visit("bob")
    number = await alice.create("blind", "one", SLOW)
    first = await alice.join(number, seat=0, views=True)
    await bob.join(number, seat=1, views=True)
    await news_of(first, Frozen)
    assert "LookupError" in capsys.readouterr().out
    assert (await bob.listing("hello")) == ()


async def test_a_database_that_is_away_refuses_and_nothing_is_lost(
    server: Server, visit: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = await visit("alice")
    number = await alice.create("holdem", "one", SLOW)

    def away(*_: Any) -> Any:
        raise StoreUnavailable("The database does not answer now.")

    with monkeypatch.context() as patched:
        patched.setattr(server.hall.ledger._port, "hold", away)
        with pytest.raises(StoreUnavailable, match="database"):
            await alice.join(number, buy_in=100)
    await alice.join(number, buy_in=100)
    await books_balance(server)


async def test_a_fault_of_our_own_is_logged_and_the_client_is_told_no_more_than_that(
    server: Server, visit: Guests, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    alice = await visit("alice")

    def broken(*_: Any) -> Any:
        raise KeyError("secret detail")

    with monkeypatch.context() as patched:
        patched.setattr(server.lobby, "listing", broken)
        with pytest.raises(ServerFault) as caught:
            await alice.listing()
    assert "secret" not in str(caught.value)
    assert "secret detail" in capsys.readouterr().out
    assert await alice.listing() == ()


async def test_a_join_that_waits_while_its_table_closes_is_refused_and_gets_its_chips_back(
    server: Server, visit: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = await visit("alice"), await visit("bob")
    number = await alice.create("holdem", "one", SLOW)
    journal, began, gate = server.hall.journal, anyio.Event(), anyio.Event()

    async def commit(*entries: Any) -> None:
        if entries[0].kind == "close":
            began.set()
            await gate.wait()
        await type(journal).commit(journal, *entries)

    monkeypatch.setattr(journal, "commit", commit)
    refused: list[Exception] = []

    async def join() -> None:
        try:
            await bob.join(number, buy_in=100)
        except Refusal as error:
            refused.append(error)

    async with anyio.create_task_group() as group:
        group.start_soon(alice.delete, number)
        await began.wait()
        group.start_soon(join)
        while not [key for key in await server.hall.ledger.balances() if key.startswith("transit:")]:
            await anyio.lowlevel.checkpoint()
        gate.set()
    assert [type(error) for error in refused] == [TableClosed]
    await books_balance(server)
