"""A game that misbehaves, whatever it does, loses its own table, is named in the log, and hurts nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from gamehall.app import Server
from gamehall_sdk.client import Client, TableSession
from gamehall_sdk.errors import GameFault, Refusal, ServerFault, TableFrozen
from gamehall_sdk.lobby import ListRounds, ReplayRound
from gamehall_sdk.table import Ask, Closed, Frozen, RoundEnded
from tests.core.sessions.bad_games import TROUBLE
from tests.hosting import Guests, books_balance, guests, hosting, news_of, plugins

SLOW = {"clock": "move:3600", "pause": "3600", "grace": "3600"}


@pytest.fixture
async def server(tmp_path: Path, cause: str) -> AsyncIterator[Server]:
    limit_s = 0.3 if "GameOverran" in cause else 60.0
    async with hosting(tmp_path / "data", plugins("tests.core.sessions.bad_games"), game_limit_s=limit_s) as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


@pytest.mark.parametrize(
    ("game", "cause"),
    [
        ("endless", "GameOverran: it took more than 0.3 s (game_limit_s)"),
        ("careless", "GameOverran: it took more than 0.3 s (game_limit_s)"),
        ("sleepy", "GameOverran: it took more than 0.3 s (game_limit_s)"),
        ("recursive", "RecursionError"),
        ("hungry", "MemoryError"),
        ("exits", "GameQuit: it raised SystemExit"),
        ("gushing", "bytes; at most 524288 are told"),
        ("staring", "GameOverran: it took more than 0.3 s (game_limit_s)"),
        ("vast", "bytes; a message has at most 1048576"),
    ],
)
async def test_a_game_that_misbehaves_is_frozen_and_named_and_others_play_on(
    server: Server, visit: Guests, capsys: pytest.CaptureFixture[str], game: str, cause: str
) -> None:
    alice, bob = await visit("alice"), await visit("bob", address=server.socket_address)
    number, other = await alice.create(game, "one", SLOW), await alice.create("sound", "two", SLOW)
    first, second = await alice.join(number, seat=0), await bob.join(number, seat=1, views=True)
    sound = [await alice.join(other, seat=0), await bob.join(other, seat=1)]
    ask = await news_of(first, Ask)
    try:
        await first.act(ask.actions[1], ask.turn)
    except Refusal as refusal:
        assert refusal.code in (GameFault.code, TableFrozen.code)  # noqa: PT017  # where only the view fails, it is done
    assert "void" in (await news_of(second, Frozen)).why
    told = capsys.readouterr().out
    assert cause in told
    assert f"game={game} table={number}" in told
    if "GameOverran" in cause:
        assert "game takes too long" in told
        assert "bad_games.py" in told
    await sound[0].respond((await news_of(sound[0], Ask)).actions[1])
    assert await news_of(sound[1], Ask)
    assert not bob.lost
    await books_balance(server)


@pytest.fixture
def moody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], AbstractAsyncContextManager[Server]]]:
    """Starts a server over the same data as before."""
    yield lambda: hosting(tmp_path / "data", plugins("tests.core.sessions.bad_games"), game_limit_s=0.5)
    TROUBLE.clear()


async def seated(visit: Guests, *, made: bool = False) -> tuple[Client, Client, TableSession, TableSession]:
    """Alice and bob at a table of Moody, which is made if they are."""
    alice, bob = await visit("alice", made=made), await visit("bob", made=made)
    number = 1 if made else await alice.create("moody", "one", SLOW | {"pause": "0"})
    return alice, bob, await alice.join(number, seat=0), await bob.join(number, seat=1)


async def nod(table: TableSession) -> None:
    ask = await news_of(table, Ask)
    await table.act(ask.actions[0], ask.turn)


async def others_play_on(alice: Client, bob: Client) -> None:
    number = await alice.create("hello", "another", SLOW)
    first, second = await alice.join(number, seat=0), await bob.join(number, seat=1)
    for table in (first, second):
        await table.respond((await news_of(table, Ask)).actions[0])
    await news_of(first, RoundEnded)
    assert "another" in [row.name for row in await alice.listing()]


async def test_an_action_whose_class_does_not_come_back_costs_its_table(
    moody: Callable[[], AbstractAsyncContextManager[Server]], capsys: pytest.CaptureFixture[str]
) -> None:
    async with moody() as server, guests(server) as visit:
        alice, bob, first, second = await seated(visit)
        ask = await news_of(first, Ask)
        # The client's own copy of the class is made before, in the very same process.
        action = ask.actions[0]
        TROUBLE.add("payload")
        with pytest.raises(GameFault):
            await first.act(action, ask.turn)
        TROUBLE.clear()
        assert "void" in (await news_of(second, Frozen)).why
        await others_play_on(alice, bob)
    assert "game=moody" in capsys.readouterr().out


@pytest.mark.parametrize("harm", ["seats", "no seats"])
async def test_a_flow_that_cannot_say_who_sits_there_keeps_nobody_from_the_others(
    moody: Callable[[], AbstractAsyncContextManager[Server]], capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    async with moody() as server, guests(server) as visit:
        alice, bob, _, second = await seated(visit)
        number = await alice.create("hello", "another", SLOW)
        TROUBLE.add(harm)
        with pytest.raises(ServerFault):
            await bob.details(1)
        assert [row.gameid for row in await bob.listing()] == [number]
        await news_of(second, Frozen, Closed)
        await others_play_on(alice, bob)
    told = capsys.readouterr().out
    assert "game failed, table frozen" in told
    assert "event loop stands still" in told or harm != "seats"


async def test_a_round_that_does_not_come_back_is_no_replay_and_keeps_nobody(
    moody: Callable[[], AbstractAsyncContextManager[Server]], capsys: pytest.CaptureFixture[str]
) -> None:
    async with moody() as server, guests(server) as visit:
        alice, bob, first, second = await seated(visit)
        await nod(first)
        await nod(second)
        await news_of(first, RoundEnded)
        [row] = (await bob.command(ListRounds(1))).rounds
        TROUBLE.add("apply")
        for _ in range(3):
            with pytest.raises(GameFault, match="game_limit_s"):
                await bob.command(ReplayRound(row.round))
        TROUBLE.clear()
        await bob.command(ReplayRound(row.round))
        await others_play_on(alice, bob)
    assert "game=moody" in capsys.readouterr().out


@pytest.mark.parametrize("harm", ["apply", "load", "no seats"])
async def test_a_table_that_cannot_be_brought_back_keeps_no_server_from_starting(
    moody: Callable[[], AbstractAsyncContextManager[Server]], capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    async with moody() as server, guests(server) as visit:
        _, _, first, second = await seated(visit)
        for table in (first, second, first):
            await nod(table)
    TROUBLE.add(harm)
    async with moody() as server, guests(server) as visit:
        alice, bob = await visit("alice", made=True), await visit("bob", made=True)
        await others_play_on(alice, bob)
        assert 1 not in [row.gameid for row in await alice.listing()]
    told = capsys.readouterr().out
    assert ("table not brought back" if harm == "no seats" else "game failed, table frozen") in told
    assert "game takes too long" in told or harm == "no seats"
