"""A bot as an ordinary client of any server: it sits down, says what the table waits for, and keeps its chair."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from gamehall.app import Server
from gamehall_sdk.bot import Bot
from gamehall_sdk.client import Client
from gamehall_sdk.errors import TableFull
from gamehall_sdk.playing import play
from gamehall_sdk.table import Ask, Joined, Phase, PhaseChanged, RoundEnded, Snapshot
from tests.hosting import PATIENCE_S, Guests, books_balance, guests, hosting, news_of

QUICK = {"pause": "0", "clock": "move:60"}


class Calm(Bot):
    """Plays the first legal action, or the last."""

    def __init__(self, seed: int, at: int = 0) -> None:
        super().__init__(seed)
        self.at = at
        self.told: list[Any] = []

    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:
        self.told.append((seat, game, variant, options["pause"]))

    def hear(self, event: Any) -> None:
        self.told.append(event)

    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        assert view is not None
        return legal.actions[self.at]


class Wild(Calm):
    """Puts in all it has."""

    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        if legal.ranges:
            return legal.ranges[0].action(legal.ranges[0].most)
        return next(one for one in legal.actions if type(one).__name__ in ("Call", "Check"))


async def test_a_connection_that_is_lost_before_the_table_is_seen_is_the_end(
    visit: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await visit("anna")
    number = await anna.create("hello", "one", QUICK)
    join = Client.join

    async def join_and_lose(*arguments: Any, **named: Any) -> Any:
        table = await join(*arguments, **named)
        await anna.transport.close()
        table._news.clear()
        return table

    monkeypatch.setattr(Client, "join", join_and_lose)
    with anyio.fail_after(PATIENCE_S):
        assert await play(anna, Calm(1), number) == 0


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as one:
        yield one


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Guests]:
    async with guests(server) as some:
        yield some


async def over(table: Any) -> None:
    while (await news_of(table, PhaseChanged)).phase is not Phase.OVER:
        pass


async def test_two_bots_play_a_match_where_everybody_must_be_ready(server: Server, visit: Guests) -> None:
    host = await visit("host")
    number = await host.create("hello", "one", QUICK | {"ready": "true", "rounds": "3", "pause": "0"})
    watching = await host.join(number, watch=True)
    first, second = Calm(1), Calm(2)
    rounds: list[int] = []
    one, two = await visit("one"), await visit("two", 2, address=server.socket_address)

    async def run(client: Any, bot: Bot) -> None:
        rounds.append(await play(client, bot, number))

    async with anyio.create_task_group() as group:
        group.start_soon(run, one, first)
        await news_of(watching, Joined)
        group.start_soon(run, two, second)
        await over(watching)
        for client in (one, two):
            await next(iter(client.tables.values())).leave()
        with anyio.move_on_after(5):
            while len(rounds) < 2:
                await anyio.lowlevel.checkpoint()
    assert rounds == [3, 3]
    assert first.told[0] == (0, "hello", "hello", "0")
    assert sum(isinstance(event, RoundEnded) for event in second.told) == 3
    assert not [event for event in first.told if isinstance(event, Ask | Snapshot)]


async def test_a_bot_that_lost_all_buys_in_again_and_its_number_of_chips_is_kept(server: Server, visit: Guests) -> None:
    host = await visit("host")
    number = await host.create("holdem", "one", QUICK | {"rounds": "30", "mostbuyin": "50"})
    watching = await host.join(number, watch=True)
    clients = [await visit(name) for name in ("one", "two", "three")]
    async with anyio.create_task_group() as group:
        for client, chips in zip(clients, (None, 40, 50), strict=True):
            group.start_soon(_play, client, number, chips)
        await over(watching)
        group.cancel_scope.cancel()
    await books_balance(server)
    balances = await server.hall.ledger.balances()
    assert sum(chips for key, chips in balances.items() if key.startswith("account:")) < 4 * 10_000 - 140


async def _play(client: Any, number: int, chips: int | None) -> None:
    await play(client, Wild(1), number, buy_in=chips)


async def test_a_bot_takes_its_own_seat_up_again_without_adding_chips(server: Server, visit: Guests) -> None:
    host = await visit("host")
    number = await host.create("holdem", "one", QUICK)
    client = await visit("one")
    await client.join(number, seat=4, buy_in=60)
    for chips in (None, 100):
        with anyio.move_on_after(0.2):
            await play(client, Calm(1), number, buy_in=chips)
        [seat] = server.lobby.table(number).machine.flow.seats()
        assert (seat.seat, seat.stack, seat.connected) == (4, 60, True)
    full = await host.create("hello", "two", {"seats": "2"})
    for name in ("ann", "ben"):
        await (await visit(name)).join(full)
    with pytest.raises(TableFull):
        await play(client, Calm(1), full)
