"""A game that misbehaves, whatever it does, loses its own table, is named in the log, and hurts nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gamehall.app import Server
from gamehall_sdk.errors import GameFault, Refusal, TableFrozen
from gamehall_sdk.table import Ask, Frozen
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
