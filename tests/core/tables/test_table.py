"""The host of a table, over a store in memory and a clock in the test's hands."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from gamehall.tables.inputs import Act, Close, Connection, GiveUp, Part
from gamehall.tables.machine import Machine, Outcome
from gamehall_hello.messages import Keep
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.errors import (
    InsufficientFunds,
    OutOfTurn,
    ServerFault,
    ShuttingDown,
    StoreUnavailable,
    TableClosed,
)
from gamehall_sdk.table import Ask, Closed, Joined, Phase, Snapshot
from tests.doubles import House, VirtualTimers, Watcher, act, buy, pair, shown

pytestmark = pytest.mark.anyio


# --- stored before told ---


async def test_nothing_is_told_before_it_is_stored() -> None:
    async with House().running() as house:
        table = await house.open(HELLO)
        watcher = Watcher(99)
        await table.watch(watcher)
        await table.settled()
        watcher.log.clear()
        watcher.check = lambda: checks.append(len(house.store.entries[1]) == table.machine.number)
        checks: list[bool] = []
        house.store.hold()
        async with anyio.create_task_group() as group:
            group.start_soon(buy, table, 10, 0)
            await house.store.reached()
            for _ in range(20):
                await anyio.lowlevel.checkpoint()
            assert watcher.log == []
            house.store.let_go()
        await buy(table, 11, 0)
        await act(table, 10, Keep())
        await table.settled()
        assert [type(event) for event in watcher.take()][:1] == [Joined]
        assert checks
        assert all(checks)


async def test_an_answer_comes_when_it_is_stored() -> None:
    async with House().running() as house:
        table = await house.open(HELLO)
        house.store.hold()
        answered = anyio.Event()

        async def ask() -> None:
            await buy(table, 10, 0)
            answered.set()

        async with anyio.create_task_group() as group:
            group.start_soon(ask)
            await house.store.reached()
            assert not answered.is_set()
            house.store.let_go()
        assert answered.is_set()


async def test_who_looks_between_inputs_sees_what_is_stored_and_nothing_newer() -> None:
    def refuse(machine: Machine) -> None:
        raise OutOfTurn(f"it is round {machine.round_number}")

    seen: list[int] = []
    async with House().running() as house:
        table = await house.open(HELLO)

        async def look() -> None:
            seen.append(await table.look(lambda machine: len(machine.flow.seats())))

        house.store.hold()
        async with anyio.create_task_group() as group:
            group.start_soon(buy, table, 10, 0)
            await house.store.reached()
            assert len(table.machine.flow.seats()) == 1
            group.start_soon(look)
            for _ in range(20):
                await anyio.lowlevel.checkpoint()
            assert not seen
            house.store.let_go()
        assert seen == [1]
        with pytest.raises(OutOfTurn, match="round 0"):
            await table.look(refuse)
        await table.submit(Close("enough"))
        with pytest.raises(TableClosed):
            await look()


async def test_what_was_stored_and_not_told_is_there_after_a_crash() -> None:
    house = House()
    async with house.running():
        table = await pair(house)
        watcher = Watcher(10)
        await table.watch(watcher)
        await table.settled()
        watcher.log.clear()
        await table.post(Act(10, {"keep": {}}))
        # Killed between the commit and the telling: the entry is stored, its answer still on the way.
        while len(house.store.entries[1]) < 5:
            await anyio.lowlevel.checkpoint()
        house.group.cancel_scope.cancel()
    assert not [one for one in watcher.log if isinstance(one, Ask)]
    async with House(house.store, house.timers).running() as again:
        [back] = again.come_back(house)
        await again.settle()
        assert [turn.seat for turn in back.machine.flow.turns()] == [1]
        with pytest.raises(OutOfTurn):
            await act(back, 10, Keep())


# --- time ---


async def test_a_silent_seat_is_played_for_when_its_time_is_over() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7", pause="1")
        await house.advance(6999)
        assert [turn.seat for turn in table.machine.flow.turns()] == [0]
        await house.advance(1)
        assert [turn.seat for turn in table.machine.flow.turns()] == [1]
        await house.advance(7000)
        assert table.machine.flow.phase is Phase.PAUSING
        await house.advance(1000)
        assert table.machine.round_number == 2


async def test_there_is_one_alarm_and_it_is_cancelled_with_the_table() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7")
        await table.submit(Connection(11, up=False))
        await table.settled()
        assert house.timers.armed == [house.timers.now + 7000]
        await act(table, 10, Keep())
        await table.settled()
        assert len(house.timers.armed) == 1
        await table.submit(Close("enough"))
        while house.timers.armed:
            await anyio.lowlevel.checkpoint()


async def test_an_empty_table_is_closed_after_a_while() -> None:
    async with House().running() as house:
        table = await house.open(HELLO, linger="60")
        watcher = Watcher(99)
        await table.watch(watcher)
        await house.advance(60_000)
        assert table.closed
        assert Closed("nobody was here") in watcher.take()
        assert house.store.entries[1][-1].closed


async def test_after_a_restart_timers_begin_anew() -> None:
    house = House()
    async with house.running():
        await pair(house, clock="move:7")
        await house.advance(5000)
    house.timers.now += 3_600_000
    async with House(house.store, house.timers).running() as again:
        [table] = again.come_back(house)
        await again.advance(6999)
        assert [turn.turn for turn in table.machine.flow.turns()] == [1]
        await again.advance(1)
        assert [turn.turn for turn in table.machine.flow.turns()] == [2]
        assert [entry.kind for entry in again.store.entries[1]][-2:] == ["resume", "timer"]


async def test_a_deal_that_was_due_when_the_server_died_is_dealt_when_it_is_back() -> None:
    house = House()
    async with house.running():
        # Where spectators are told late, the deal is an entry by itself.
        table = await house.open(HELLO, spectators="delayed")
        await buy(table, 10, 0)
        async with anyio.create_task_group() as group:
            group.start_soon(buy, table, 11, 0)
            while len(house.store.entries[1]) < 3:
                await anyio.lowlevel.checkpoint()
            house.group.cancel_scope.cancel()
    assert [entry.kind for entry in house.store.entries[1]] == ["open", "join", "join"]
    async with House(house.store, house.timers).running() as again:
        [back] = again.come_back(house)
        await again.settle()
        assert back.machine.flow.phase is Phase.PLAYING


class Hurried(VirtualTimers):
    """Time that goes on whenever it is looked at."""

    def now_ms(self) -> int:
        self.now += 2
        return self.now


async def test_a_clock_and_a_pause_of_nothing_leave_others_a_word() -> None:
    async with House(timers=Hurried()).running() as house:
        table = await pair(house, clock="move:0.001", pause="0", misses="0")
        done = anyio.Event()

        async def run_the_clock() -> None:
            while not done.is_set():
                house.timers.fire_next(house.timers.now_ms())
                await anyio.lowlevel.checkpoint()

        async with anyio.create_task_group() as group:
            group.start_soon(run_the_clock)
            while table.machine.round_number < 5:
                await anyio.lowlevel.checkpoint()
            await table.submit(Close("enough"))
            done.set()
        assert table.closed


# --- the store is away ---


async def test_what_cannot_be_stored_is_refused_and_everybody_sees_the_table_as_it_is() -> None:
    async with House().running() as house:
        table = await pair(house)
        mine, other = Watcher(10), Watcher(99)
        for watcher in (mine, other):
            await table.watch(watcher)
        await table.settled()
        before = shown(table, 0)
        mine.take(), other.take()
        house.store.away = -1
        with pytest.raises(StoreUnavailable):
            await act(table, 10, Keep())
        house.store.away = 0
        assert shown(table, 0) == before
        assert [type(one) for one in mine.take()] == [Snapshot, Ask]
        assert [type(one) for one in other.take()] == [Snapshot]
        await act(table, 10, Keep())
        assert [type(one) for one in mine.take()] == [type(one) for one in other.take()]
        assert len(house.store.entries[1]) == 5


async def test_an_answer_that_was_lost_is_found_again() -> None:
    async with House().running() as house:
        table = await pair(house)
        watcher = Watcher(99)
        await table.watch(watcher)
        await table.settled()
        watcher.take()
        house.store.lost_answers = 1
        house.store.away = 0
        house.journal._patience_s = 0
        with pytest.raises(StoreUnavailable):
            await act(table, 10, Keep())
        [snapshot] = watcher.take()
        assert [turn.seat for turn in snapshot.turns] == [1]
        await act(table, 11, Keep())


async def test_while_nobody_knows_what_is_stored_nothing_is_done_or_shown() -> None:
    async with House().running() as house:
        table = await pair(house)
        mine, late = Watcher(10), Watcher(99)
        await table.watch(mine)
        await table.settled()
        mine.take()
        house.store.away, house.store.unreadable = -1, True
        for account in (10, 11):
            with pytest.raises(StoreUnavailable):
                await act(table, account, Keep())
        await table.watch(late)
        await table.settled()
        assert (mine.take(), late.take()) == ([], [])
        assert house.timers.armed == [house.timers.now + 1000]
        house.store.away, house.store.unreadable = 0, False
        await house.advance(1000)
        assert [type(one) for one in mine.take()] == [Snapshot, Ask]
        assert [type(one) for one in late.take()] == [Snapshot]
        await act(table, 10, Keep())
        assert len(house.store.entries[1]) == 5


async def test_a_deal_that_cannot_be_stored_is_dealt_when_the_store_is_back() -> None:
    async with House().running() as house:
        table = await house.open(HELLO, spectators="delayed")
        watcher = Watcher(10)
        await buy(table, 10, 0, watcher)
        await house.settle()
        watcher.take()
        write = house.store.write

        def only_joins(entries: Any) -> None:
            if any(entry.kind == "deal" for entry in entries):
                raise StoreUnavailable("away")
            write(entries)

        house.store.write = only_joins  # type: ignore[method-assign]  # it is the test's
        await buy(table, 11, 0)
        await house.settle()
        assert table.machine.awaits_deal
        assert house.timers.armed == [house.timers.now + 1000]
        with pytest.raises(OutOfTurn):
            await table.submit(GiveUp(10))
        house.store.write = write  # type: ignore[method-assign]  # as above
        await house.advance(1000)
        assert table.machine.flow.phase is Phase.PLAYING
        assert [one.turn for one in watcher.asks] == [1]
        assert not house.failures


@pytest.mark.parametrize("comes", [False, True])
async def test_a_close_that_cannot_be_stored_comes_later_unless_somebody_came(comes: bool) -> None:
    async with House().running() as house:
        table = await house.open(HELLO, linger="5")
        write = house.store.write

        def no_close(entries: Any) -> None:
            if any(entry.kind == "close" for entry in entries):
                raise StoreUnavailable("away")
            write(entries)

        house.store.write = no_close  # type: ignore[method-assign]  # it is the test's
        await house.advance(5000)
        assert not table.closed
        if comes:
            await buy(table, 10, 0)
        house.store.write = write  # type: ignore[method-assign]  # as above
        await house.advance(5000)
        assert table.closed is not comes
        assert not house.failures


async def test_the_end_of_waiting_and_the_close_are_stored_together() -> None:
    async with House().running() as house:
        groups: list[list[str]] = []
        table = await house.open(HELLO, linger="5")
        write = house.store.write

        def noting(entries: Any) -> None:
            groups.append([entry.kind for entry in entries])
            write(entries)

        house.store.write = noting  # type: ignore[method-assign]  # it is the test's
        await house.advance(5000)
        assert table.closed
        assert groups == [["timer", "close"]]


async def test_a_table_whose_opening_cannot_be_stored_is_closed_later() -> None:
    async with House().running() as house:
        write = house.store.write

        def no_open(entries: Any) -> None:
            raise StoreUnavailable("away")

        house.store.write = no_open  # type: ignore[method-assign]  # it is the test's
        with pytest.raises(StoreUnavailable):
            await house.open(HELLO, linger="5")
        house.store.write = write  # type: ignore[method-assign]  # as above
        await house.advance(1000)
        assert [entry.kind for entry in house.store.entries[1]] == ["close"]
        assert not house.failures


async def test_a_fault_of_the_store_with_an_entry_is_answered_as_ours() -> None:
    async with House().running() as house:
        table = await pair(house)
        house.store.faults = [OverflowError("too much")]
        with pytest.raises(ServerFault, match=r"^the server could not store this; nothing was changed$"):
            await act(table, 10, Keep())
        house.store.faults = [InsufficientFunds("too little")]
        with pytest.raises(InsufficientFunds):
            await act(table, 10, Keep())
        await act(table, 10, Keep())


async def test_while_the_server_stops_inputs_are_refused_and_nothing_spins() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7", pause="0")
        await house.journal.stop()
        with pytest.raises(ShuttingDown):
            await act(table, 10, Keep())
        await house.advance(20_000)
        assert len(house.timers.armed) == 1
        assert len(house.store.entries[1]) == 4


async def test_timers_that_could_not_be_stored_come_again() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7")
        house.store.away = -1
        await house.advance(7000)
        assert [turn.turn for turn in table.machine.flow.turns()] == [1]
        house.store.away = 0
        await house.advance(7000)
        assert [turn.turn for turn in table.machine.flow.turns()] == [2]


async def test_a_table_that_was_closed_behind_a_lost_answer_ends() -> None:
    async with House().running() as house:
        table = await house.open(HELLO)
        watcher = Watcher(99)
        await table.watch(watcher)
        await table.settled()
        house.journal._patience_s = 0
        house.store.lost_answers = 1
        with pytest.raises(StoreUnavailable):
            await table.submit(Close("enough"))
        while not table.closed:
            await anyio.lowlevel.checkpoint()
        await anyio.lowlevel.checkpoint()
        assert watcher.log[-1] == "the table is closed"


# --- endings ---


async def test_closing_tells_everybody_and_refuses_what_comes_later() -> None:
    async with House().running() as house:
        table = await pair(house)
        watcher = Watcher(99)
        await table.watch(watcher)
        outcome = await table.submit(Close("enough"))
        assert outcome.closed
        while "the table is closed" not in watcher.log:
            await anyio.lowlevel.checkpoint()
        assert Closed("enough") in watcher.take()
        for call in (
            lambda: act(table, 10, Keep()),
            lambda: table.watch(watcher),
            lambda: table.post(Part(10)),
            table.settled,
        ):
            with pytest.raises(TableClosed, match=r"^the table is closed$"):
                await call()
        table.push(Part(10))
        assert house.store.entries[1][-1].closed


async def test_what_waits_when_the_table_closes_is_refused() -> None:
    async with House().running() as house:
        table = await pair(house)
        results: list[Any] = []
        house.store.hold()
        late = Watcher(98)
        async with anyio.create_task_group() as group:
            await table.post(Close("enough"), results.append)
            await table.post(Act(10, {"keep": {}}), results.append)
            await table.watch(late)
            group.start_soon(table.settled)
            await house.store.reached()
            house.store.let_go()
        assert [type(one) for one in results] == [Outcome, TableClosed]
        assert late.log == ["the table is closed"]


async def test_the_inbox_has_an_end() -> None:
    async with House().running() as house:
        table = await pair(house)
        results: list[Any] = []
        house.store.hold()
        await table.post(Connection(10, up=False), results.append)
        await house.store.reached()
        for _ in range(256):
            await table.post(Part(99), results.append)
        table.push(Part(11))
        with anyio.move_on_after(0) as scope:
            await table.post(Part(99), results.append)
        assert scope.cancelled_caught
        house.store.let_go()
        await table.settled()
        assert len(results) == 257
        assert table.machine.flow.seat_of(11) == 1
