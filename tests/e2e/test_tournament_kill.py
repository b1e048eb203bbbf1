"""A server that is killed in the middle of a tournament, and started again on the same folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from gamehall.accounts.model import AccountType
from gamehall.accounts.passwords import Passwords
from gamehall.accounts.service import Accounts
from gamehall.ledger import BANK
from gamehall.tournaments.play import Stage, Tournament
from gamehall_sdk.client import Client, connect
from gamehall_sdk.game import Game
from gamehall_sdk.table import RoundEnded
from gamehall_sdk.tournament import CreateTournament, DescribeTournament, StartTournament, TournamentSheet
from tests.e2e.running import Running, running, stored
from tests.hosting import PASSWORD, PATIENCE_S, news_of

ENTRANTS = 4
STACK = 300
# Callers lose no more than the blinds in a hand, and there is time between hands: it is not over before the kill.
FILL = "caller"
PLUGINS = {"GAMEHALL_PLUGINS": "holdem,bot-caller"}
QUICK = {"pause": "0.1", "clock": "move:600"}


async def test_a_tournament_goes_on_to_its_end(folder: Path, games: dict[str, Game]) -> None:
    folder.mkdir()  # noqa: ASYNC240  # nothing runs yet
    await _admin(folder)
    async with running(folder, **PLUGINS) as server:
        async with _organiser(server, games) as admin:
            sheet = await admin.command(
                CreateTournament(
                    name="Night",
                    game="holdem",
                    buyin=50,
                    stack=STACK,
                    seats=3,
                    most=ENTRANTS,
                    fill=FILL,
                    levelhands=3,
                    options=QUICK,
                )
            )
            number = sheet.row.tournament
            await admin.command(StartTournament(number))
            await _rounds(admin, number, 2)
        await server.kill()
        assert server.faults == []
    before = _kept(folder, number)
    assert before.state.stage is Stage.RUNNING
    async with running(folder, **PLUGINS) as server:
        async with _organiser(server, games) as admin:
            with anyio.fail_after(PATIENCE_S):
                while (await _sheet(admin, number)).row.stage != "over":
                    await admin.heard()
        await server.stop()
        assert server.faults == []
    last = _kept(folder, number)
    entrants = last.state.entrants.values()
    assert (last.state.stage, last.state.seed) == (Stage.OVER, before.state.seed)
    places = sorted(one.place for one in entrants)
    # Two who lose equal stacks in one round share a place.
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert places.count(1) == 1
    assert [one.stack for one in entrants if one.place == 1] == [ENTRANTS * STACK]
    store = stored(folder)
    store.ledger.check()
    balances = store.ledger.balances()
    assert set(balances) <= {BANK, *(f"account:{one}" for one in range(1, 100))}
    assert store.tables.open_tables() == []
    store.close()


async def _admin(folder: Path) -> None:
    store = stored(folder)
    accounts = Accounts(store.accounts, Passwords(), login_attempts=9, login_window_s=9, starting_balance=0)
    await accounts.create("admin", PASSWORD, AccountType.ADMIN, 1)
    store.close()


@asynccontextmanager
async def _organiser(server: Running, games: dict[str, Game]) -> AsyncIterator[Client]:
    """A connection of the admin's, that follows the lobby."""
    async with connect(server.ws, games) as client:
        await client.log_in("admin", PASSWORD)
        await client.listing()
        yield client


async def _sheet(client: Client, number: int) -> TournamentSheet:
    found: TournamentSheet = await client.command(DescribeTournament(number))
    return found


async def _rounds(client: Client, number: int, rounds: int) -> None:
    """Watch a table of the tournament until so many rounds are over there."""
    with anyio.fail_after(PATIENCE_S):
        while not (tables := [one.gameid for one in (await _sheet(client, number)).players if one.gameid]):
            await client.heard()
    table = await client.join(tables[0], watch=True)
    for _ in range(rounds):
        await news_of(table, RoundEnded)


def _kept(folder: Path, number: int) -> Tournament:
    store = stored(folder)
    found = store.tournaments.get(number)
    store.close()
    assert found is not None
    return Tournament.read(found.rules, found.state)
