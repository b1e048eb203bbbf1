"""Paused tables: timers that stand still, through restarts; and ticks, which are no inputs."""

from __future__ import annotations

import anyio
import pytest

from gamehall.tables.inputs import Command, Connection
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_hello.messages import Keep
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.errors import TablePaused
from gamehall_sdk.table import Phase, Ticked
from tests.doubles import House, Watcher, act, pair

pytestmark = pytest.mark.anyio


async def say(table: Table, command: str, account: int = 10) -> Outcome:
    return await table.submit(Command(account, {command: {}}, host=True))


def turns(table: Table) -> list[tuple[int, float]]:
    """Who is to act, with the seconds left."""
    now_ms = table._host.timers.now_ms()
    return [(turn.seat, turn.seconds) for turn in table.machine.turns(now_ms)]


async def test_timers_of_play_stand_still_and_go_on_with_what_they_had() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7")
        await house.advance(3000)
        await say(table, "pause")
        await house.advance(100_000)
        assert turns(table) == [(0, 4.0)]
        with pytest.raises(TablePaused):
            await act(table, 10, Keep())
        await say(table, "resume")
        await house.advance(3999)
        assert turns(table)[0][0] == 0
        await house.advance(1)
        assert turns(table) == [(1, 7.0)]


async def test_who_answered_during_the_pause_is_asked_again() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7")
        watcher = Watcher(10)
        await table.watch(watcher)
        await say(table, "pause", 11)
        await house.settle()
        [first] = watcher.asks
        with pytest.raises(TablePaused):
            await act(table, 10, Keep(), first.turn)
        await say(table, "resume", 11)
        await house.settle()
        assert watcher.asks == [first, first]
        await act(table, 10, Keep(), first.turn)


async def test_whoever_is_gone_loses_the_seat_all_the_same() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7", grace="30")
        await say(table, "pause")
        await table.submit(Connection(10, up=False))
        await house.advance(30_001)
        await house.settle()
        assert not table.machine.flow.paused, "who has paused it is gone"


async def test_a_paused_table_is_paused_after_a_restart_and_goes_on_from_there() -> None:
    dead = House()
    async with dead.running():
        table = await pair(dead, clock="move:7")
        await act(table, 10, Keep())
        await act(table, 11, Keep())
        await dead.advance(2000)
        await say(table, "pause")
    async with House(dead.store, dead.timers).running() as house:
        [table] = house.come_back(dead)
        await house.advance(100_000)
        assert table.machine.flow.paused
        assert table.machine.flow.turns()
        await say(table, "resume")
        seat = turns(table)[0][0]
        await house.advance(7000)
        assert turns(table)[0][0] != seat, "after a restart a turn begins anew, and then ends"
    assert not dead.failures


async def test_a_stop_closes_the_table_when_its_round_is_over() -> None:
    async with House().running() as house:
        table = await pair(house, clock="move:7", pause="1")
        await say(table, "stop")
        assert not table.closed
        await act(table, 10, Keep())
        await act(table, 11, Keep())
        with anyio.fail_after(5):
            while not table.closed:
                await anyio.lowlevel.checkpoint()
        assert table.machine.flow.phase is Phase.CLOSED
        kinds = [entry.kind for entry in house.store.entries[table.config.id]]
        assert kinds[-2:] == ["act", "close"]


async def test_ticks_come_at_their_interval_while_a_clock_runs_and_are_not_stored() -> None:
    async with House().running() as house:
        table = await pair(house, HELLO, clock="move:7", pause="5")
        watcher, other = Watcher(99, tick_ms=1000), Watcher(98)
        await table.watch(watcher)
        await table.watch(other)
        await house.advance(0)
        before = len(house.store.entries[table.config.id])
        watcher.take()
        await house.advance(3000)
        seconds = [one.turns[0].seconds for one in watcher.take() if isinstance(one, Ticked)]
        assert seconds == [6.0, 5.0, 4.0]
        assert len(house.store.entries[table.config.id]) == before
        await say(table, "pause")
        await house.advance(5000)
        assert not [one for one in watcher.take() if isinstance(one, Ticked)]
        await say(table, "resume")
        for account in (10, 11):
            await act(table, account, Keep())
        watcher.take()
        await house.advance(4000)
        assert not [one for one in watcher.take() if isinstance(one, Ticked)], "nobody is to act"
        assert not [one for one in other.take() if isinstance(one, Ticked)]


async def test_who_is_told_a_round_late_hears_no_clock() -> None:
    async with House().running() as house:
        table = await pair(house, HELLO, clock="move:7", spectators="delayed")
        watcher, player = Watcher(99, tick_ms=1000), Watcher(10, tick_ms=1000)
        await table.watch(watcher)
        await table.watch(player)
        await house.advance(3000)
        assert not [one for one in watcher.take() if isinstance(one, Ticked)]
        assert [one for one in player.take() if isinstance(one, Ticked)]
