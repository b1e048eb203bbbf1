"""Tournaments on a real server, over sockets, with bots to the end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any
from unittest import mock

import anyio
import msgspec
import pytest

from gamehall.app import Server
from gamehall.arena import admission
from gamehall.tournaments.play import State, Tournament
from gamehall_hello.messages import Keep, Swap
from gamehall_sdk import record
from gamehall_sdk.client import Client, TableSession
from gamehall_sdk.errors import (
    AccountBusy,
    AlreadySeated,
    BadOption,
    Forbidden,
    GameFault,
    InsufficientFunds,
    UnknownTournament,
    WrongPhase,
)
from gamehall_sdk.lobby import ListLeaders
from gamehall_sdk.playing import play_tournament
from gamehall_sdk.table import AddBot, Ask, Back, Closed, Ready, RoundEnded, SteppedOut
from gamehall_sdk.tournament import (
    CancelTournament,
    CreateTournament,
    DescribeTournament,
    ListTournaments,
    RegisterTournament,
    StartTournament,
    TournamentChanged,
    TournamentSeated,
    TournamentSheet,
    WithdrawTournament,
)
from tests.hosting import PASSWORD, PATIENCE_S, Guests, books_balance, guests, hosting, news_of, plugins, told, until

QUICK = {"pause": "0", "clock": "move:600"}


async def organise(made: Guests, **wanted: Any) -> TournamentSheet:
    admin = await made("admin", 4)
    found: TournamentSheet = await admin.command(CreateTournament(name="Sunday", **wanted))
    return found


async def play_all(server: Server, made: Guests, number: int, count: int) -> dict[str, TournamentSheet]:
    """So many programs enter, one of them by JSON, and play to the end; what each heard of it last."""
    results: dict[str, TournamentSheet] = {}

    async def enter(name: str, client: Client, seed: int) -> None:
        results[name] = await play_tournament(client, server.plugins.bots["random"].make(seed), number)

    clients = [await made(f"bot{one}", 2, address="" if one else server.socket_address) for one in range(count)]
    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as group:
            for seed, client in enumerate(clients):
                group.start_soon(enter, f"bot{seed}", client, seed)
    return results


def check_ranking(tournament: Tournament) -> None:
    """Everybody is ranked, and the pool is paid."""
    entrants = list(tournament.state.entrants.values())
    places = sorted(one.place for one in entrants)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert sum(one.prize for one in entrants) == tournament.pool


async def test_a_sit_and_go_is_played_to_one_winner(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        sheet = await organise(
            made, game="holdem", buyin=100, stack=200, most=4, sitandgo=True, levelhands=4, options=QUICK
        )
        results = await play_all(server, made, sheet.row.tournament, 4)
        tournament = await server.director.find(sheet.row.tournament)
        check_ranking(tournament)
        winner = next(one for one in tournament.state.entrants.values() if one.place == 1)
        assert winner.stack == 800
        assert await server.hall.ledger.balance(winner.account) == 10_000 - 100 + 400
        assert {results[one.name].place for one in tournament.state.entrants.values()} == {1, 2, 3, 4}
        await books_balance(server)
        await until(lambda: not server.lobby.tables)
        rounds = server.store.rounds.documents()
        kept = [record.read(one.document) for one in rounds]
        assert {one.tournament for one in kept} == {sheet.row.tournament}
        assert all(int(one.options["bigblind"]) == 2 * 2 ** ((one.number - 1) // 4) for one in kept)


async def test_many_tables_become_one(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        sheet = await organise(
            made, game="holdem", buyin=10, stack=100, most=11, seats=4, sitandgo=True, levelhands=3, options=QUICK
        )
        number = sheet.row.tournament
        seen: list[tuple[int, int]] = []
        keep = server.store.tournaments.save

        def watched(of: int, state: bytes, *words: Any, **more: Any) -> None:
            found = msgspec.json.decode(state, type=State)
            seen.append((len(found.tables), sum(one.stack for one in found.entrants.values())))
            keep(of, state, *words, **more)

        with mock.patch.object(server.store.tournaments, "save", watched):
            await play_all(server, made, number, 11)
        tournament = await server.director.find(number)
        check_ranking(tournament)
        await books_balance(server)
        tables = [count for count, _ in seen if count]
        assert (tables[0], tables[-1]) == (3, 1)
        assert tables == sorted(tables, reverse=True)
        # Between two looks, a table whose round is over is not yet counted with the others.
        assert seen[-1][1] == 11 * 100


async def test_a_tournament_of_deals_in_a_trick_game(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        sheet = await organise(
            made, game="hearts", buyin=5, most=8, deals=2, sitandgo=True, prizes=(100,), options=QUICK
        )
        results = await play_all(server, made, sheet.row.tournament, 8)
        tournament = await server.director.find(sheet.row.tournament)
        check_ranking(tournament)
        last = results["bot0"]
        assert [one.stack for one in last.players] == sorted((one.stack for one in last.players), reverse=True)
        counted = Counter(one.summary.table_id for one in server.store.rounds.documents())
        assert list(counted.values()) == [2, 2]


async def test_bots_of_the_server_take_the_free_places(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        sheet = await organise(
            made, game="hello", deals=2, most=4, seats=2, fill="random", buyin=3, options={"pause": "0"}
        )
        number = sheet.row.tournament
        anna = await made("anna")
        await anna.command(RegisterTournament(number))
        admin = await made("host", 4)
        await admin.command(StartTournament(number))
        with anyio.fail_after(PATIENCE_S):
            await play_tournament(anna, server.plugins.bots["random"].make(1), number)
            while (await admin.command(DescribeTournament(number))).row.stage != "over":
                await admin.heard()
        tournament = await server.director.find(number)
        check_ranking(tournament)
        assert sorted(one.name for one in tournament.state.entrants.values()) == [
            "anna",
            "random.1",
            "random.2",
            "random.3",
        ]
        await books_balance(server)


async def test_entries_are_held_and_come_back(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        number = (await organise(made, game="hello", deals=2, most=4, seats=2, buyin=300)).row.tournament
        anna, bert = await made("anna"), await made("bert", address=server.socket_address)
        balances = server.hall.ledger.balances
        assert (await anna.command(RegisterTournament(number))).registered
        assert (await bert.command(RegisterTournament(number))).row.players == 2
        assert (await balances())[f"tournament:{number}"] == 600
        with pytest.raises(AlreadySeated, match="registered already"):
            await anna.command(RegisterTournament(number))
        with pytest.raises(AccountBusy, match="in a tournament"):
            await anna.delete_account("anna", PASSWORD)
        await anna.command(WithdrawTournament(number))
        assert (await balances())[f"tournament:{number}"] == 300
        with pytest.raises(Forbidden, match="admin"):
            await bert.command(CancelTournament(number))
        carl = await made("carl", 4)
        sheet = await carl.command(CancelTournament(number))
        assert (sheet.row.stage, sheet.why) == ("cancelled", "cancelled by carl")
        assert f"tournament:{number}" not in await balances()
        await books_balance(server)
        with pytest.raises(UnknownTournament):
            await anna.command(RegisterTournament(number))
        await anna.delete_account("anna", PASSWORD)
        poor = await made("poor")
        number = (await carl.command(CreateTournament(name="dear", game="hello", deals=1, buyin=10_001))).row.tournament
        with pytest.raises(InsufficientFunds):
            await poor.command(RegisterTournament(number))
        assert [one.tournament for one in (await poor.command(ListTournaments())).tournaments] == [number]
        assert len((await poor.command(ListTournaments(ended=True))).tournaments) == 2


async def test_too_few_at_its_time_is_called_off(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        anna = await made("anna")
        await anna.listing()
        starts = server.hall.timers.now_ms() + 300
        number = (await organise(made, game="hello", deals=2, buyin=300, starts=starts)).row.tournament
        await anna.command(RegisterTournament(number))
        while (await told(anna, TournamentChanged)).row.stage != "cancelled":
            pass
        sheet = await anna.command(DescribeTournament(number))
        assert sheet.why == "1 are registered; 2 to 8 are needed, at tables of 2 to 8"
        await books_balance(server)


async def test_nobody_else_sits_at_its_tables_and_its_player_may_go_and_come(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        number = (await organise(made, game="holdem", stack=100, sitandgo=True, most=2, options=QUICK)).row.tournament
        anna, bert, carl = await made("anna"), await made("bert"), await made("carl")
        await anna.listing()
        for one in (anna, bert):
            await one.command(RegisterTournament(number))
        seated = await told(anna, TournamentSeated)
        with pytest.raises(Forbidden, match=f"only entrants of tournament {number}"):
            await carl.join(seated.gameid, buy_in="most")
        with pytest.raises(BadOption, match="opened by the tournament"):
            await carl.create("holdem", "mine", {"tournament": number})
        watching = await carl.join(seated.gameid, watch=True)
        table = await anna.join(seated.gameid, buy_in="most")
        assert table.seat == seated.seat
        assert (await anext(table)).seats[seated.seat].stack == 100
        with pytest.raises(WrongPhase, match="a tournament leads this table"):
            await table.command(Ready(ready=False))
        await table.leave()
        gone = await news_of(watching, SteppedOut)
        assert (gone.seat, gone.why) == (seated.seat, "left; the seat plays by default")
        await anna.join(seated.gameid)
        assert (await news_of(watching, Back)).seat == seated.seat
        admin = await made("host", 4)
        with pytest.raises(Forbidden, match=f"tournament {number} closes its tables"):
            await admin.delete(seated.gameid)
        await admin.command(CancelTournament(number))
        await news_of(watching, Closed)


async def test_only_admitted_bots_sit_at_rated_tables(tmp_path: Path) -> None:
    async with hosting(tmp_path) as server, guests(server) as made:
        anna = await made("anna")
        number = await anna.create("hello", "rated", {"rated": "true", "pause": "0"})
        table = await anna.join(number)
        sentence = "not admitted to rated tables of hello; an operator tries it with `gamehall bot admit random"
        with pytest.raises(Forbidden, match=sentence):
            await table.command(AddBot("random"))
        with pytest.raises(Forbidden, match=sentence):
            await organise(made, game="hello", deals=1, fill="random", rated=True)
        [listed] = await anna.listing()
        assert listed.additionalinfo is not None
        assert ("rated", "true") in [(raw.name, raw.text()) for raw in listed.additionalinfo.other.parameters]
        admission.admit(server.plugins, tmp_path, "random", "hello")
        await table.command(AddBot("random"))
        ask = await news_of(table, Ask)
        await table.act(ask.actions[0], ask.turn)
        await news_of(table, RoundEnded)
        assert [one.rated for one in server.store.rounds.list_rounds(game="hello", rated=True)] == [True]
        assert server.store.rounds.list_rounds(game="hello", rated=False) == []
        leaders = await anna.command(ListLeaders("hello", rated=True))
        assert {one.name for one in leaders.leaders} == {"anna", "random"}


async def test_a_table_that_fails_is_replaced_and_at_the_third_time_it_is_called_off(tmp_path: Path) -> None:
    async with hosting(tmp_path, plugins("tests.core.sessions.faulty")) as server, guests(server) as made:
        anna, bert = await made("anna"), await made("bert")
        await made("admin", 4)
        for number, (faults, stage) in enumerate(((1, "over"), (3, "cancelled")), start=1):
            admin = await made("admin", made=True)
            wanted = CreateTournament(
                name="Holes", game="faulty", deals=1, most=2, buyin=50, sitandgo=True, options=QUICK
            )
            await admin.command(wanted)
            for one in (anna, bert):
                await one.listing()
                await one.command(RegisterTournament(number))
            for _ in range(faults):
                seats = [await one.join((await told(one, TournamentSeated)).gameid) for one in (anna, bert)]
                asked = await first_asked(seats)
                with pytest.raises(GameFault):
                    await asked.act(Swap())
            if stage == "over":
                seats = [await one.join((await told(one, TournamentSeated)).gameid) for one in (anna, bert)]
                for _ in seats:
                    await (await first_asked(seats)).act(Keep())
            with anyio.fail_after(PATIENCE_S):
                while (await anna.command(DescribeTournament(number))).row.stage != stage:
                    await anna.heard()
            await books_balance(server)
        tournament = await server.director.find(1)
        check_ranking(tournament)
        assert (await server.director.find(2)).state.why == "its tables fail"
        assert sum([await server.hall.ledger.balance(one) for one in tournament.state.entrants]) == 20_000


async def first_asked(tables: list[TableSession]) -> TableSession:
    """The one of *tables* that is asked next."""
    found: list[TableSession] = []
    async with anyio.create_task_group() as group:

        async def wait(table: TableSession) -> None:
            await news_of(table, Ask)
            found.append(table)
            group.cancel_scope.cancel()

        for table in tables:
            group.start_soon(wait, table)
    return found[0]
