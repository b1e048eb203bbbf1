"""A table whose game fails, or its host: nobody else notices, and no chip is lost."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from gamehall.tables.inputs import Command, Fault, Part
from gamehall.tables.machine import FAILED, Outcome
from gamehall_hello.messages import Keep
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.errors import (
    GameFault,
    GamehallError,
    ServerFault,
    TableClosed,
    TableFrozen,
)
from gamehall_sdk.table import Frozen, Phase, Snapshot, TurnStarted
from tests.doubles import House, Watcher, act, buy, pair
from tests.games import Bet, Check, Trap, coins

pytestmark = pytest.mark.anyio


# --- faults ---


async def test_a_game_that_fails_freezes_its_table_and_the_chips_go_back() -> None:
    trap = Trap()
    async with House().running() as house:
        table = await pair(house, coins(trap), 50, linger="60")
        other = await pair(house)
        watcher = Watcher(99)
        await table.watch(watcher)
        trap.arm("apply")
        with pytest.raises(GameFault, match=f"^{FAILED}$"):
            await act(table, 10, Check())
        events = watcher.take()
        assert Frozen(FAILED) in events
        assert "ace of spades" not in str(events)
        assert house.store.stakes(1) == {}
        assert "ace of spades" in house.seen.outcomes[-1].fault
        with pytest.raises(TableFrozen):
            await act(table, 10, Check())
        with pytest.raises(TableFrozen):
            await buy(table, 12, 50)
        await act(other, 10, Keep())
        await house.advance(60_000)
        assert table.closed
        assert not other.closed


async def test_a_join_that_makes_the_game_fail_brings_no_chips_and_no_watcher() -> None:
    trap = Trap()
    async with House().running() as house:
        table = await house.open(coins(trap))
        await buy(table, 10, 50)
        trap.arm("plan")
        watcher = Watcher(11)
        with pytest.raises(GameFault):
            await buy(table, 11, 60, watcher)
        assert watcher.log == []
        moved = [(one.kind, one.amount) for entry in house.store.entries[1] for one in entry.transfers]
        assert moved == [("buy-in", 50), ("cash-out", 50)]


@pytest.mark.parametrize("part", ["view", "legal"])
async def test_a_game_that_cannot_show_itself_freezes_its_table(part: str) -> None:
    trap = Trap()
    async with House().running() as house:
        table = await pair(house, coins(trap), 50)
        trap.arm(part)
        watcher = Watcher(10)
        await table.watch(watcher)
        await table.settled()
        await table.settled()
        assert table.machine.flow.phase is Phase.FROZEN
        assert [type(one) for one in watcher.log][:1] == [Snapshot]
        assert house.store.stakes(1) == {}
        assert [entry.kind for entry in house.store.entries[1]].count("fault") == 1


async def test_rules_that_changed_under_a_running_table_void_it_by_the_books() -> None:
    trap = Trap()
    async with House().running() as house:
        table = await pair(house, coins(trap), 50)
        watcher = Watcher(10)
        await table.watch(watcher)
        await table.settled()
        seq = watcher.seqs[-1]
        house.store.away = 4
        trap.arm("round")
        with pytest.raises(GamehallError):
            await act(table, 10, Check())
        house.store.away = 0
        while not table.closed or "the table is closed" not in watcher.log:
            await anyio.lowlevel.checkpoint()
        assert house.store.stakes(1) == {}
        assert [entry.kind for entry in house.store.entries[1]][-2:] == ["fault", "close"]
        assert watcher.seqs == sorted(set(watcher.seqs))
        assert watcher.seqs[-1] > seq
        assert Frozen(FAILED) in watcher.take()
        assert not house.failures


async def test_a_failure_of_ours_ends_one_table_and_gives_its_chips_back() -> None:
    async with House().running() as house:
        table = await pair(house, coins(), 50, pause="1")
        other = await pair(house, coins(), 50, pause="9")
        for account in (10, 11):
            await act(table, account, Check())

        def no_secret() -> bytes:
            raise OSError("no randomness")

        object.__setattr__(house.host, "secret", no_secret)
        await house.advance(1000)
        while not table.closed:
            await anyio.lowlevel.checkpoint()
        assert house.store.stakes(1) == {}
        assert house.store.entries[1][-1].closed
        assert not other.closed
        assert house.store.stakes(2) == {10: 50, 11: 50}


async def test_whoever_waits_for_an_answer_gets_one_when_the_table_fails() -> None:
    async with House().running() as house:
        table = await house.open(HELLO)

        def handle(*_: Any) -> Outcome:
            raise RuntimeError("a bug of ours")

        table.machine.handle = handle  # type: ignore[assignment,method-assign]  # a bug of ours
        with pytest.raises(ServerFault, match=r"^the table failed$"):
            await buy(table, 10, 0)


async def test_a_table_that_comes_back_with_a_fault_is_voided_and_closed() -> None:
    trap = Trap()
    house = House()
    async with house.running():
        table = await pair(house, coins(trap), 50)
        await act(table, 10, Bet())
    trap.arm("apply")
    async with House(house.store, house.timers).running() as again:
        [back] = again.come_back(house)
        with pytest.raises(TableClosed):
            await back.submit(Part(10))
        assert house.store.stakes(1) == {}
        kinds = [entry.kind for entry in house.store.entries[1]]
        assert kinds[-2:] == ["fault", "close"]
        assert house.store.entries[1][-2].left == (10, 11)
        assert not again.failures


async def test_a_fault_from_outside_freezes_once() -> None:
    async with House().running() as house:
        table = await pair(house, coins(), 50)
        outcome = await table.submit(Fault("the operator says so"))
        assert outcome.fault == "the operator says so"
        with pytest.raises(TableFrozen):
            await table.submit(Fault("again"))


async def test_commands_go_through_the_table() -> None:
    async with House().running() as house:
        table = await pair(house)
        await table.submit(Command(10, {"sitout": {}}))
        assert table.machine.flow.seats()[0].out


async def test_a_new_turn_is_announced_to_all() -> None:
    async with House().running() as house:
        table = await pair(house)
        watcher = Watcher(99)
        await table.watch(watcher)
        await act(table, 10, Keep())
        assert TurnStarted(1, 2, 20.0) in watcher.take()
