"""The lobby over a real database: opening tables, who gets in, and everything back after a restart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from gamehall.archive import NewTable
from gamehall.journal import Entry
from gamehall.ledger import account_key, table_key
from gamehall.tables.inputs import Act, Close, Join, Part
from gamehall.tables.machine import FAILED
from gamehall.tables.table import Table
from gamehall_hello.messages import Keep
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.errors import (
    BadName,
    BadOption,
    GamehallError,
    OutOfTurn,
    StoreUnavailable,
    TableClosed,
    UnknownGame,
    UnknownTable,
)
from gamehall_sdk.game import Game, Reveal
from gamehall_sdk.shuffle import commitment
from gamehall_sdk.table import Closed, Kind, Phase, RoundStarted, SecretRevealed, Snapshot
from tests.doubles import AWAY, Watcher
from tests.games import Bet, Check, Trap, coins, morra
from tests.line import seen
from tests.premises import Premises

pytestmark = pytest.mark.anyio


async def act(table: Table, account: int, action: Any) -> None:
    await table.submit(Act(account, table.game.payloads.dump_json(action)))


async def gone(here: Premises, table_id: int) -> None:
    while table_id in here.lobby.tables:
        await anyio.lowlevel.checkpoint()


# --- opening ---


async def test_a_table_is_opened_stored_and_found(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna = here.account("anna")
        table = await here.lobby.create("morra", "  Friday   night ", {"variant": "long", "pause": "1"}, anna)
        assert (table.config.name, table.config.variant, table.config.creator) == ("Friday night", "long", anna)
        assert here.lobby.table(table.config.id) is table
        stored = here.store.tables.get(table.config.id)
        assert stored is not None
        assert (stored.name, stored.game, stored.variant, stored.game_version) == ("Friday night", "morra", "long", "1")
        assert json.loads(stored.options) == table.config.options
        assert table.config.options["pause"] == "1"
        assert table.machine.number == 1


@pytest.mark.parametrize(
    ("game", "name", "values", "error", "sentence"),
    [
        ("chess", "t", {}, UnknownGame, "no game 'chess' is installed here; there are: coins, hello, morra"),
        ("morra", "t", {"variant": "x"}, UnknownGame, "Morra has no variant 'x'; there are: short, long"),
        ("hello", "t", {"variant": "x"}, UnknownGame, "Hello has no variant 'x'; there are: hello"),
        ("hello", "", {}, BadName, "a table's name has 1 to 80 printable characters"),
        ("hello", " \t ", {}, BadName, "a table's name has 1 to 80 printable characters"),
        ("hello", "x" * 81, {}, BadName, "a table's name has 1 to 80 printable characters"),
        ("hello", "a\x00b", {}, BadName, "a table's name has 1 to 80 printable characters"),
        ("hello", "a\u202eb", {}, BadName, "a table's name has 1 to 80 printable characters"),
        ("hello", "t", {"pauze": "1"}, BadOption, "there is no option 'pauze'; did you mean 'pause'?"),
        ("hello", "t", {"pause": "x"}, BadOption, "option 'pause' is 'x'; it must be a number from 0 to 3600"),
        ("hello", "t", {"seats": "9"}, BadOption, "option 'seats' is 9; Hello has 2 to 8 seats (0: as many as it has)"),
        ("hello", "t", {"clock": "move"}, BadOption, "clock 'move' is not of the form move:SECONDS-FOR-EACH-DECISION"),
    ],
)
async def test_what_cannot_be_opened_is_refused_and_leaves_nothing(
    tmp_path: Path, game: str, name: str, values: dict[str, str], error: type[GamehallError], sentence: str
) -> None:
    async with Premises(tmp_path / "g").running() as here:
        with pytest.raises(error) as refused:
            await here.lobby.create(game, name, values, None)
        assert str(refused.value).startswith(sentence)
        assert here.store.tables.open_tables() == []
        assert here.lobby.tables == {}


async def test_names_of_every_script_and_markup_are_names(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        for name in ("<img src=x onerror=alert(1)>", "Pöytä 日本", "x" * 80):
            assert (await here.lobby.create("hello", name, {}, None)).config.name == name


async def test_a_server_without_games_says_so(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g", games=()).running() as here:
        here.lobby.games = {}
        with pytest.raises(UnknownGame, match="there are: none; an operator adds one with `gamehall install PACKAGE`"):
            await here.lobby.create("hello", "t", {}, None)


async def test_tables_are_listed_by_game_and_variant(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        one = await here.lobby.create("hello", "one", {}, None)
        two = await here.lobby.create("morra", "two", {"variant": "long"}, None)
        three = await here.lobby.create("morra", "three", {}, None)
        assert here.lobby.listing(None, None) == [one, two, three]
        assert here.lobby.listing("morra", None) == [two, three]
        assert here.lobby.listing("morra", "long") == [two]
        assert here.lobby.listing("chess", None) == []
        await two.submit(Close("enough"))
        assert here.lobby.listing(None, None) == [one, three]
        with pytest.raises(UnknownTable, match=rf"^there is no open table number {two.config.id}$"):
            here.lobby.table(two.config.id)
        await gone(here, two.config.id)
        assert [stored.id for stored in here.store.tables.open_tables()] == [one.config.id, three.config.id]


async def test_a_table_whose_opening_is_not_stored_is_refused_and_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Premises(tmp_path / "g").running() as here:
        write = here.store.journal.write
        monkeypatch.setattr(type(here.store.journal), "write", _away)
        with pytest.raises(StoreUnavailable):
            await here.lobby.create("hello", "t", {}, None)
        monkeypatch.setattr(type(here.store.journal), "write", lambda self, entries: write(entries))
        await here.advance(1000)
        for number in list(here.lobby.tables):
            await gone(here, number)


def _away(_self: object, _entries: list[Entry]) -> None:
    raise AWAY


# --- private tables ---


async def test_a_private_table_lets_in_whom_it_should(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna, bert, cleo, dora = (here.account(name) for name in ("anna", "bert", "cleo", "dora"))
        table = await here.lobby.create("hello", "t", {"password": "xyzzy"}, anna)
        may = here.lobby.may_enter
        assert here.lobby.is_private(table)
        assert await may(table, anna, "")
        assert not await may(table, bert, "")
        assert not await may(table, bert, "plugh")
        assert await may(table, bert, "xyzzy")
        await here.lobby.invite(table, cleo)
        assert await may(table, cleo, "")
        await here.sit(table, dora)
        assert await may(table, dora, "")
        assert "xyzzy" not in str(table.config)
        stored = here.store.tables.get(table.config.id)
        assert stored is not None
        assert "xyzzy" not in stored.options
        public = await here.lobby.create("hello", "t", {}, anna)
        assert not here.lobby.is_private(public)
        assert await may(public, bert, "")


async def test_a_private_table_is_private_in_the_same_moment_in_which_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Premises(tmp_path / "g").running() as here:
        create = here.store.tables.create

        def and_die(_self: object, table: NewTable, at_ms: int) -> Any:
            create(table, at_ms)
            raise OSError("killed")

        monkeypatch.setattr(type(here.store.tables), "create", and_die)
        with pytest.raises(OSError, match="killed"):
            await here.lobby.create("hello", "t", {"password": "xyzzy"}, None)
    monkeypatch.undo()
    async with Premises(tmp_path / "g", here.timers).running() as again:
        [table] = await again.lobby.recover()
        await again.settle()
        assert again.lobby.is_private(table)
        assert table.machine.number == 1


async def test_passwords_and_invitations_outlive_a_restart(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna, bert = here.account("anna"), here.account("bert")
        table = await here.lobby.create("hello", "t", {"password": "xyzzy"}, None)
        await here.lobby.invite(table, anna)
    async with Premises(tmp_path / "g", here.timers).running() as again:
        [back] = await again.lobby.recover()
        may = again.lobby.may_enter
        assert [await may(back, anna, ""), await may(back, bert, ""), await may(back, bert, "xyzzy")] == [
            True,
            False,
            True,
        ]


# --- after a restart ---


async def test_every_table_goes_on_where_it_was(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna, bert = here.account("anna", 100), here.account("bert", 100)
        tables = [
            await here.lobby.create(game, game, {"clock": "move:7"}, None) for game in ("hello", "coins", "morra")
        ]
        for table in tables:
            chips = 50 if table.config.game == "coins" else 0
            for account in (anna, bert):
                await here.sit(table, account, chips)
            await table.settled()
        await act(tables[0], anna, Keep())
        await act(tables[1], anna, Bet())
        before = [seen(table.machine, 0) for table in tables]
        numbers = [table.machine.number for table in tables]
    here.timers.now += 3_600_000
    async with Premises(tmp_path / "g", here.timers).running() as again:
        back = await again.lobby.recover()
        assert [seen(table.machine, 0) for table in back] == before
        await again.settle()
        assert [table.machine.number for table in back] == [number + 1 for number in numbers]
        again.store.ledger.check()
        # Turns have the recovery's grace on top.
        await again.advance(11_999)
        assert [len(table.machine.flow.turns()) for table in back] == [1, 1, 2]
        await again.advance(1)
        assert [table.machine.flow.phase for table in back] == [Phase.PAUSING] * 3
        with pytest.raises(GamehallError):
            await act(back[0], anna, Keep())


async def test_who_does_not_come_back_after_a_restart_loses_the_seat(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna, bert = here.account("anna", 100), here.account("bert", 100)
        table = await here.lobby.create("coins", "t", {"clock": "move:600", "grace": "30"}, None)
        for account in (anna, bert):
            await here.sit(table, account, 50)
    async with Premises(tmp_path / "g", here.timers).running() as again:
        tables = await again.lobby.recover()
        await again.lobby.drop_connections(tables)
        await again.settle()
        [back] = tables
        assert [seat.connected for seat in back.machine.flow.seats()] == [False, False]
        await again.advance(30_000)
        assert back.machine.flow.seats() == ()
        assert again.store.tables.stakes(back.config.id) == {}
        again.store.ledger.check()


async def test_a_table_that_ends_while_connections_are_dropped_hurts_nobody(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        table = await here.lobby.create("hello", "t", {}, None)
        await here.sit(table, here.account("anna"))
        table.closed = True
        await here.lobby.drop_connections([table])
        table.closed = False


async def test_chips_that_were_on_their_way_are_back_after_a_restart(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna = here.account("anna", 100)
        table = await here.lobby.create("coins", "t", {}, None)
        await here.ledger.hold(anna, 50, table.config.id, 0)
    again = Premises(tmp_path / "g", here.timers)
    assert [hold.amount for hold in again.returned] == [50]
    assert again.store.ledger.balance(account_key(anna)) == 100
    again.store.close()


async def test_a_missing_game_leaves_its_table_alone_and_the_others_come_back(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna = here.account("anna", 100)
        gone_for_now = await here.lobby.create("coins", "c", {}, None)
        await here.sit(gone_for_now, anna, 50)
        other = await here.lobby.create("hello", "h", {}, None)
    async with Premises(tmp_path / "g", here.timers, [HELLO]).running() as without:
        assert [table.config.id for table in await without.lobby.recover()] == [other.config.id]
        assert without.store.ledger.balance(table_key(gone_for_now.config.id)) == 50
    async with Premises(tmp_path / "g", here.timers).running() as again:
        back = await again.lobby.recover()
        assert [table.config.id for table in back] == [gone_for_now.config.id, other.config.id]
        assert back[0].machine.flow.seats()[0].stack == 50


def _cannot_begin(*_: object) -> Any:
    raise AttributeError("no flow today")


async def test_a_game_that_cannot_even_begin_does_not_keep_the_server_down(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        await here.lobby.create("coins", "c", {}, None)
        other = await here.lobby.create("hello", "h", {}, None)
    async with Premises(tmp_path / "g", here.timers, [coins(flow=_cannot_begin), HELLO]).running() as again:
        assert [table.config.id for table in await again.lobby.recover()] == [other.config.id]


async def test_a_table_that_cannot_go_on_is_voided_and_its_chips_go_back_by_the_books(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna, bert = here.account("anna", 100), here.account("bert", 100)
        table = await here.lobby.create("coins", "t", {"pause": "1"}, None)
        for account in (anna, bert):
            await here.sit(table, account, 50)
        for account in (anna, bert):
            await act(table, account, Check())
        [record] = here.store.rounds.list_rounds()
        won = {seat.account_id: seat.payoff for seat in record.seats}
        await here.advance(1000)
        await act(table, bert, Bet())
    trap = Trap()
    trap.arm("round")
    async with Premises(tmp_path / "g", here.timers, [coins(trap)]).running() as again:
        [back] = await again.lobby.recover()
        with pytest.raises(TableClosed):
            await again.sit(back, anna, 10)
        await gone(again, table.config.id)
        assert [again.store.ledger.balance(account_key(one)) for one in (anna, bert)] == [
            100 + won[anna],
            100 + won[bert],
        ]
        again.store.ledger.check()
        assert again.store.tables.open_tables() == []
        faults = [outcome.fault for outcome in again.seen.outcomes if outcome.fault]
        assert faults == ["input 8 (deal) fails now: ZeroDivisionError: the ace of spades"]


async def test_a_frozen_table_stays_frozen_and_closes(tmp_path: Path) -> None:
    trap = Trap()
    async with Premises(tmp_path / "g", games=[coins(trap)]).running() as here:
        anna, bert = here.account("anna", 100), here.account("bert", 100)
        table = await here.lobby.create("coins", "t", {"linger": "60"}, None)
        for account in (anna, bert):
            await here.sit(table, account, 50)
        trap.arm("apply")
        with pytest.raises(GamehallError, match=FAILED):
            await act(table, anna, Check())
    async with Premises(tmp_path / "g", here.timers).running() as again:
        [back] = await again.lobby.recover()
        assert back.machine.flow.phase is Phase.FROZEN
        await again.advance(60_000)
        assert again.store.tables.open_tables() == []


# --- killed at any moment ---


async def _one_evening(here: Premises, table: Table, accounts: list[int]) -> None:
    """Some rounds with everything in them."""
    anna, bert, cleo = accounts
    await here.sit(table, anna, 50)
    await here.sit(table, bert, 60)
    for number in range(3):
        await table.settled()
        for _ in range(4):
            turns = table.machine.flow.turns()
            if not turns:
                break
            account = next(one for one in accounts if table.machine.flow.seat_of(one) == turns[0].seat)
            await act(table, account, Check())
        if number == 0:
            await here.sit(table, cleo, 40)
            await here.sit(table, anna, 10)
        if number == 1:
            await table.submit(Part(bert))
        await here.advance(1000)
    await table.submit(Close("enough"))


@pytest.mark.parametrize("moment", range(1, 22))
async def test_whenever_the_server_is_killed_a_table_comes_back_as_it_was_stored(
    tmp_path: Path, moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server dies right after entry *moment* is stored, before anything of it is told."""
    here = Premises(tmp_path / "g")
    stored = 0
    told: list[Any] = []
    expected: dict[int | None, Snapshot] = {}
    async with here.running():
        accounts = [here.account(name, 100) for name in ("anna", "bert", "cleo")]
        issued = await here.ledger.total_issued()
        commit = here.journal.commit

        async def and_die(*entries: Entry) -> None:
            nonlocal stored
            await commit(*entries)
            before, stored = stored, stored + len(entries)
            if before < moment <= stored:
                expected.update(seen(here.lobby.tables[entries[0].table_id].machine, 0))
                told.extend(watcher.log)
                here.group.cancel_scope.cancel()
                await anyio.lowlevel.checkpoint()

        monkeypatch.setattr(here.journal, "commit", and_die)
        watcher = Watcher(99)
        table = await here.lobby.create("coins", "t", {"pause": "1", "clock": "bank:5+30"}, None)
        await table.watch(watcher)
        await _one_evening(here, table, accounts)
    again = Premises(tmp_path / "g", here.timers)
    async with again.running():
        again.store.ledger.check()
        assert await again.ledger.total_issued() == issued
        tables = await again.lobby.recover()
        if tables:
            assert seen(tables[0].machine, 0) == expected
            assert tables[0].machine.number == stored
            await again.settle()
            assert not tables[0].machine.awaits_deal
            stacks = sum(seat.stack for seat in tables[0].machine.flow.seats())
            assert again.store.ledger.balance(table_key(tables[0].config.id)) == stacks
            await tables[0].submit(Close("enough"))
        else:
            assert expected[None].phase is Phase.CLOSED
        again.store.ledger.check()
        assert sum(again.store.ledger.balance(account_key(account)) for account in accounts) == issued
        assert [one for one in watcher.log if not isinstance(one, str)] == told
    if told:
        assert max(one.seq for one in told if isinstance(one, Snapshot)) <= stored


async def test_an_answer_given_before_the_kill_still_holds_after_it(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna, bert = here.account("anna"), here.account("bert")
        table = await here.lobby.create("hello", "t", {}, None)
        for account in (anna, bert):
            await here.sit(table, account)
        await act(table, anna, Keep())
    async with Premises(tmp_path / "g", here.timers).running() as again:
        [back] = await again.lobby.recover()
        with pytest.raises(OutOfTurn):
            await act(back, anna, Keep())
        await act(back, bert, Keep())


async def test_the_next_game_needs_no_restart(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        games: dict[str, Game] = {"morra": morra()}
        here.lobby.games = games
        with pytest.raises(UnknownGame):
            await here.lobby.create("hello", "t", {}, None)
        games["hello"] = HELLO
        table = await here.lobby.create("hello", "t", {}, None)
        await table.submit(Join(1, "p", Kind.HUMAN))


# --- what is not kept, and what is told at the end ---


async def test_a_journal_does_not_grow_with_the_rounds_and_ends_with_the_table(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        table = await here.lobby.create("hello", "one", {"pause": "0"}, None)
        for number in (1, 2):
            await here.sit(table, here.account(f"p{number}"))
        for _ in range(20):
            for account in (1, 2):
                await act(table, account, Keep())
        number = table.config.id
        assert table.machine.number > 60
        assert len(here.store.tables.entries_after(number, 0)) <= 4
        table.push(Close("enough"))
        await gone(here, number)
        while here.store.tables.entries_after(number, 0):
            await anyio.lowlevel.checkpoint()
        assert len(here.store.rounds.list_rounds(table_id=number)) == 21  # the last one is void


async def test_a_server_that_was_killed_at_a_close_prunes_at_its_next_start(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        table = await here.lobby.create("hello", "one", {}, None)
        number = table.config.id
        await table.settled()
    before = Premises(tmp_path / "g")
    last = before.store.journal.last_numbers([number])[number]
    before.store.journal.write([Entry(number, last + 1, 5, "close", b"{}", "", closed=True)])
    before.store.close()
    async with Premises(tmp_path / "g").running() as here:
        await here.lobby.recover()
        assert here.store.tables.entries_after(number, 0) == []


async def test_secrets_that_a_game_keeps_are_told_when_its_table_closes(tmp_path: Path) -> None:
    secretive = coins(reveal=Reveal.CLOSE)
    async with Premises(tmp_path / "g", games=[secretive]).running() as here:
        watcher = Watcher(99)
        table = await here.lobby.create("coins", "one", {"pause": "0"}, None)
        await table.watch(watcher)
        for number in (1, 2):
            await here.sit(table, here.account(f"p{number}", 100), 50)
        for _ in range(6):
            await act(table, table.machine.flow.turns()[0].seat + 1, Check())
        await table.settled()
        begun = {one.number: one.commitment for one in watcher.take() if isinstance(one, RoundStarted)}
        table.push(Close("enough"))
        await gone(here, table.config.id)
        events = watcher.take()
        told = [one for one in events if isinstance(one, SecretRevealed)]
        assert {one.number: commitment(bytes.fromhex(one.secret)) for one in told} == begun
        assert len(begun) == 4  # three that were played, and the one that the end made void
        assert isinstance(events[events.index(told[-1]) :][-2], Closed)


async def test_a_round_says_its_secret_itself_where_nothing_stays_hidden(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        watcher = Watcher(99)
        table = await here.lobby.create("hello", "one", {"pause": "0", "rounds": "1"}, None)
        await table.watch(watcher)
        for number in (1, 2):
            await here.sit(table, here.account(f"p{number}"))
        for account in (1, 2):
            await act(table, account, Keep())
        table.push(Close("enough"))
        await gone(here, table.config.id)
        assert [one.number for one in watcher.take() if isinstance(one, SecretRevealed)] == [1]
