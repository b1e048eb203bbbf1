"""Chips at a table over the real database: whatever happens when, none is made and none is lost."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import anyio
import pytest

from gamehall.ledger import account_key, table_key
from gamehall.tables.inputs import Act, Close, Join, Part, Timer
from gamehall.tables.table import Table
from gamehall_sdk.errors import BadBuyIn, GamehallError, InsufficientFunds, Refusal
from gamehall_sdk.record import read, replay
from gamehall_sdk.table import Kind, Phase
from tests.games import Bet, Call, Check, Fold, Trap, coins
from tests.premises import Premises

pytestmark = pytest.mark.anyio

SEEDS = 5
TABLES = 4
TIMINGS = 50
"""At each table; a thousand in all."""


async def test_chips_go_to_the_table_and_come_back(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna, bert = here.account("anna", 100), here.account("bert", 100)
        table = await here.lobby.create("coins", "t", {}, None)
        await here.sit(table, anna, 50)
        await here.sit(table, bert, 60)
        assert here.store.ledger.balances() | {"bank": 0} == {
            "bank": 0,
            account_key(anna): 50,
            account_key(bert): 40,
            table_key(table.config.id): 110,
        }
        await table.submit(Act(anna, {"bet": {}}))
        await table.submit(Act(bert, {"fold": {}}))
        await table.submit(Part(anna))
        assert here.store.ledger.balance(account_key(anna)) == 101
        await table.submit(Part(bert))
        assert here.store.ledger.balance(account_key(bert)) == 99
        here.store.ledger.check()
        [row] = here.store.rounds.list_rounds()
        assert [seat.payoff for seat in row.seats] == [1, -1]
        stored = here.store.rounds.get(row.id)
        assert stored is not None
        assert replay(read(stored.document), coins()).payoffs == {0: 1, 1: -1}


async def test_a_join_that_is_refused_gives_the_chips_back(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna = here.account("anna", 100)
        table = await here.lobby.create("coins", "t", {}, None)
        with pytest.raises(BadBuyIn):
            await here.sit(table, anna, 5)
        with pytest.raises(InsufficientFunds):
            await here.sit(table, anna, 101)
        hello = await here.lobby.create("hello", "h", {}, None)
        with pytest.raises(BadBuyIn):
            await here.sit(hello, anna, 5)
        assert here.store.ledger.balance(account_key(anna)) == 100
        here.store.ledger.check()


async def test_a_hold_is_settled_once(tmp_path: Path) -> None:
    async with Premises(tmp_path / "g").running() as here:
        anna = here.account("anna", 100)
        table = await here.lobby.create("coins", "t", {}, None)
        await here.sit(table, anna, 50)
        hold = await here.ledger.hold(anna, 20, table.config.id, 0)
        await here.ledger.release(hold, 0)
        with pytest.raises(Refusal):
            await table.submit(Join(anna, "anna", Kind.HUMAN, None, 20, hold.id), hold)
        assert {seat.stack for seat in table.machine.flow.seats()} == {50}
        assert here.store.tables.stakes(table.config.id) == {anna: 50}
        here.store.ledger.check()


async def test_a_game_that_fails_gives_the_chips_back_in_the_ledger(tmp_path: Path) -> None:
    trap = Trap()
    async with Premises(tmp_path / "g", games=[coins(trap)]).running() as here:
        anna, bert, cleo = (here.account(name, 100) for name in ("anna", "bert", "cleo"))
        table = await here.lobby.create("coins", "t", {"linger": "1"}, None)
        await here.sit(table, anna, 50)
        await here.sit(table, bert, 60)
        trap.arm("buy_in")
        with pytest.raises(GamehallError):
            await here.sit(table, cleo, 60)
        assert [here.store.ledger.balance(account_key(one)) for one in (anna, bert, cleo)] == [100, 100, 100]
        here.store.ledger.check()
        await here.advance(1000)
        assert here.store.tables.open_tables() == []


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_case_85_a_leave_at_any_moment_loses_no_chip_and_stops_no_round(tmp_path: Path, seed: int) -> None:
    """A thousand random timings of leaving, joining, acting and dealing, with the books checked after each step."""
    async with Premises(tmp_path / "g").running() as here:
        tables = [
            await here.lobby.create("coins", f"t{at}", {"pause": "1", "linger": "0", "comeback": "0"}, None)
            for at in range(TABLES)
        ]
        crowds = [[here.account(f"a{at}.{one}", 10_000) for one in range(3)] for at in range(TABLES)]
        issued = await here.ledger.total_issued()
        async with anyio.create_task_group() as group:
            for at, table in enumerate(tables):
                group.start_soon(_come_and_go, here, table, crowds[at], random.Random(TABLES * seed + at))
        for table, crowd in zip(tables, crowds, strict=True):
            assert table.machine.round_number > TIMINGS / 10
            await table.submit(Close("enough"))
            assert here.store.tables.stakes(table.config.id) == {}
            assert here.store.ledger.balance(table_key(table.config.id)) == 0
            assert sum(here.store.ledger.balance(account_key(one)) for one in crowd) == 30_000
        here.store.ledger.check()
        assert await here.ledger.total_issued() == issued
        assert not [outcome.fault for outcome in here.seen.outcomes if outcome.fault]


async def _come_and_go(here: Premises, table: Table, crowd: list[int], rng: random.Random) -> None:
    leaves = 0
    while leaves < TIMINGS:
        sitting = [account for account in crowd if table.machine.flow.seat_of(account) is not None]
        # What comes at the same moment, in any order: a leave among other things.
        wishes: list[Any] = []
        for account in crowd:
            if account not in sitting:
                if rng.random() < 0.7:
                    wishes.append(("sit", account))
            elif len(sitting) > 1 and rng.random() < 0.25:
                wishes.append(Part(account))
                leaves += 1
        wishes += [Timer("pause")] if table.machine.flow.phase is Phase.PAUSING and rng.random() < 0.6 else []
        for turn in table.machine.flow.turns():
            account = next(one for one in crowd if table.machine.flow.seat_of(one) == turn.seat)
            action = rng.choice([Check(), Bet(), Call(), Fold()])
            wishes.append(Act(account, table.game.payloads.dump_json(action)))
        rng.shuffle(wishes)
        async with anyio.create_task_group() as group:
            for wish in wishes:
                group.start_soon(_do, here, table, wish)
        await here.ledger.check()
        at_table = here.store.ledger.balance(table_key(table.config.id))
        assert at_table == sum(seat.stack for seat in table.machine.flow.seats())
        assert sum(here.store.tables.stakes(table.config.id).values()) == at_table
        assert table.machine.flow.phase is not Phase.FROZEN
    # Every round ends: whoever still sits is played for by the clock.
    number = table.machine.round_number
    for _ in range(10):
        for turn in table.machine.flow.turns():
            await _do(here, table, Timer(f"turn:{turn.seat}:{turn.turn}"))
        if table.machine.flow.phase is not Phase.PLAYING or table.machine.round_number > number:
            return
    raise AssertionError("the round does not end")


async def _do(here: Premises, table: Table, wish: Any) -> None:
    try:
        if isinstance(wish, tuple):
            await here.sit(table, wish[1], 20)
        else:
            await table.submit(wish)
    except Refusal:
        return
