"""What stands in for the server round a table: a clock, a store, viewers. All stand still until a test moves them."""

from __future__ import annotations

import heapq
import itertools
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.lowlevel
import anyio.to_thread
import attrs

from gamehall.archive import StoredEntry, StoredTable
from gamehall.journal import Entry, Journal
from gamehall.ledger import Hold, TransferKind
from gamehall.tables.audience import Batch
from gamehall.tables.inputs import Act, Join, Open
from gamehall.tables.machine import Outcome, TableConfig
from gamehall.tables.recovery import Recovered, new_machine, recover
from gamehall.tables.table import Host, Table
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.clock import CLOCKS
from gamehall_sdk.errors import StoreUnavailable
from gamehall_sdk.game import Game
from gamehall_sdk.table import Ask, Kind, Snapshot, Update

CLOCK_KINDS = {kind.name: kind for kind in CLOCKS}
AWAY = StoreUnavailable("The database does not answer now.")


class VirtualTimers:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self._calls: list[tuple[int, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._cancelled: set[int] = set()

    def now_ms(self) -> int:
        return self.now

    def call_at(self, at_ms: int, call: Callable[[], None]) -> Callable[[], None]:
        number = next(self._count)
        heapq.heappush(self._calls, (at_ms, number, call))
        return lambda: self._cancelled.add(number)

    @property
    def armed(self) -> list[int]:
        """When calls are due."""
        return sorted(at_ms for at_ms, number, _ in self._calls if number not in self._cancelled)

    def fire_next(self, end_ms: int) -> bool:
        """Make the next call that is due until *end_ms*; whether there was one."""
        while self._calls and self._calls[0][0] <= end_ms:
            at_ms, number, call = heapq.heappop(self._calls)
            if number not in self._cancelled:
                self.now = max(self.now, at_ms)
                call()
                return True
        return False


class MemoryStore:
    """A :class:`~gamehall.journal.JournalPort` in memory that can wait, be away, or lose its answer."""

    def __init__(self) -> None:
        self.entries: dict[int, list[Entry]] = {}
        self._gate = threading.Event()
        self._gate.set()
        self._begun = threading.Event()
        self.away = 0
        """So many attempts find no database; -1: all."""
        self.lost_answers = 0
        """So many writes are done and then seem to have failed."""
        self.faults: list[Exception] = []
        """What the next writes fail with."""
        self.unreadable = False
        """Whether tables cannot be read."""

    def hold(self) -> None:
        """Let writes wait from now on."""
        self._begun.clear()
        self._gate.clear()

    async def reached(self) -> None:
        """Return when a write waits."""
        assert await anyio.to_thread.run_sync(self._begun.wait, 10)

    def let_go(self) -> None:
        """Let writes go on."""
        self._gate.set()

    def write(self, entries: Sequence[Entry]) -> None:
        self._begun.set()
        assert self._gate.wait(10)
        if self.away:
            self.away -= 1
            raise AWAY
        if self.faults:
            raise self.faults.pop(0)
        for entry in entries:
            self.entries.setdefault(entry.table_id, []).append(entry)
        if self.lost_answers:
            self.lost_answers -= 1
            raise AWAY

    def last_numbers(self, table_ids: Iterable[int]) -> dict[int, int]:
        return {table_id: len(self.entries.get(table_id, [])) for table_id in table_ids}

    def holds(self, entry: Entry) -> bool:
        there = self.entries.get(entry.table_id, [])
        return entry.number <= len(there) and there[entry.number - 1].body == entry.body

    def stakes(self, table_id: int) -> dict[int, int]:
        """What each account has at the table by the transfers and records there."""
        stakes: dict[int, int] = {}
        for entry in self.entries.get(table_id, []):
            for transfer in entry.transfers:
                bought = transfer.kind is TransferKind.BUY_IN
                account = int((transfer.debit if bought else transfer.credit).partition(":")[2])
                stakes[account] = stakes.get(account, 0) + (transfer.amount if bought else -transfer.amount)
            for seat in entry.record.seats if entry.record else ():
                assert seat.account_id is not None
                stakes[seat.account_id] = stakes.get(seat.account_id, 0) + seat.payoff
        return {account: chips for account, chips in stakes.items() if chips}


@attrs.define(eq=False)
class Watcher:
    """A viewer that keeps what it is told."""

    account: int
    wants_views: bool = False
    sees_all: bool = False
    tick_ms: int = 0
    log: list[Any] = attrs.field(factory=list)
    check: Callable[[], None] = lambda: None
    """Called with everything that comes."""

    def snapshot(self, snapshot: Snapshot) -> None:
        self.check()
        self.log.append(snapshot)

    def update(self, batch: Batch) -> None:
        self.check()
        self.log.append(batch)

    def tick(self, event: Any) -> None:
        self.check()
        self.log.append(event)

    def ask(self, ask: Ask) -> None:
        self.check()
        self.log.append(ask)

    def ended(self, why: str) -> None:
        self.check()
        self.log.append(why)

    def take(self) -> list[Any]:
        """What came since last asked; of updates the events without their head."""
        log, self.log = self.log, []
        flat: list[Any] = []
        for one in log:
            flat += [part for part in one.parts if not isinstance(part, Update)] if isinstance(one, Batch) else [one]
        return flat

    @property
    def seqs(self) -> list[int]:
        """The numbers of what came, in order."""
        return [
            one.seq if isinstance(one, Snapshot) else one.parts[0].seq
            for one in self.log
            if not isinstance(one, Ask | str)
        ]

    @property
    def asks(self) -> list[Ask]:
        return [one for one in self.log if isinstance(one, Ask)]


@attrs.define
class Seen:
    """An observer that keeps what it is told."""

    outcomes: list[Outcome] = attrs.field(factory=list)
    fails: bool = False

    def changed(self, table: Table, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        if self.fails:
            raise ZeroDivisionError


class House:
    """Runs tables over a memory store; a new house on the same store is the server after a restart."""

    def __init__(self, store: MemoryStore | None = None, timers: VirtualTimers | None = None) -> None:
        self.store = store or MemoryStore()
        self.timers = timers or VirtualTimers()
        self.seen = Seen()
        self.secrets = itertools.count()
        self.tables: list[Table] = []
        self.made: dict[int, tuple[TableConfig, Game]] = {}
        self.failures: list[Exception] = []

        async def no_pause(_seconds: float) -> None:
            await anyio.lowlevel.checkpoint()

        self.journal = Journal(self.store, patience_s=0.1, pause=no_pause)
        self.host = Host(self.journal, self.timers, self.secret, [self.seen], self.reload, self.refunds)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[House]:
        """While the server runs; it is killed at the end of the block."""
        async with anyio.create_task_group() as group:
            self.group = group
            await group.start(self.journal.run)
            with anyio.fail_after(20):
                yield self
            group.cancel_scope.cancel()

    def secret(self) -> bytes:
        return next(self.secrets).to_bytes(32, "big")

    async def reload(self, table_id: int) -> Recovered:
        await anyio.lowlevel.checkpoint()
        if self.store.unreadable:
            raise AWAY
        return self.read(table_id)

    async def refunds(self, table_id: int) -> dict[int, int]:
        return self.store.stakes(table_id)

    def read(self, table_id: int) -> Recovered:
        """A table as it is stored."""
        config, game = self.made[table_id]
        entries = self.store.entries.get(table_id, [])
        last = next((entry for entry in reversed(entries) if entry.checkpoint), None)
        stored = StoredTable(
            id=table_id,
            name=config.name,
            game=config.game,
            variant=config.variant,
            game_version="1",
            options=json.dumps(config.options),
            creator_id=config.creator,
            password_hash=None,
            invitations="[]",
            created_at_ms=0,
            closed_at_ms=None,
            checkpoint=last.checkpoint if last else None,
            checkpoint_no=last.number if last else 0,
        )
        after = [
            StoredEntry(table_id, one.number, one.at_ms, one.kind, one.body, one.digest)
            for one in entries[stored.checkpoint_no :]
        ]
        return recover(stored, after, {game.name: game}, CLOCK_KINDS, self.timers.now_ms())

    async def open(self, game: Game, **options: str) -> Table:
        """A new table, open."""
        table_id = len(self.made) + 1
        config = TableConfig(table_id, "a table", game.name, game.variant(""), options, 1)
        machine, settings = new_machine(game, config, CLOCK_KINDS)
        self.made[table_id] = (machine.config, game)
        table = self.start(Table(machine, settings, self.host))
        await table.submit(Open())
        return table

    def start(self, table: Table, fault: str = "") -> Table:
        async def run() -> None:
            try:
                await (table.void(fault) if fault else table.run())
            except Exception as error:  # noqa: BLE001  # the test looks at them
                self.failures.append(error)

        self.tables.append(table)
        self.group.start_soon(run)
        return table

    def come_back(self, dead: House) -> list[Table]:
        """Bring the tables of a dead house back."""
        self.made = dead.made
        tables = []
        for table_id in self.made:
            back = self.read(table_id)
            tables.append(self.start(Table(back.machine, back.options, self.host), back.fault))
        return tables

    async def settle(self) -> None:
        """Return when nobody has anything to do before time moves."""
        for table in self.tables:
            if not table.closed:
                await table.settled()

    async def advance(self, ms: int) -> None:
        """Let time pass, call by call."""
        await self.settle()
        end = self.timers.now + ms
        while self.timers.fire_next(end):
            await self.settle()
        self.timers.now = end


def join(account: int, stack: int = 0, seat: int | None = None) -> Join:
    """A person's wish for a seat."""
    return Join(account, f"p{account}", Kind.HUMAN, seat, stack)


async def pair(house: House, game: Game = HELLO, stack: int = 0, **options: str) -> Table:
    """A table where 10 and 11 play."""
    table = await house.open(game, **options)
    for account in (10, 11):
        await buy(table, account, stack)
    await table.settled()
    return table


async def buy(table: Table, account: int, stack: int, watch: Watcher | None = None) -> Outcome:
    """Sit down, with chips in transit where some are given."""
    hold = Hold(account, account, table.config.id, stack) if stack else None
    return await table.submit(join(account, stack), hold, watch)


async def act(table: Table, account: int, action: Any, turn: int | None = None) -> Outcome:
    """Answer."""
    return await table.submit(Act(account, table.game.payloads.dump_json(action), turn))


def shown(table: Table, viewer: int | None) -> Snapshot:
    """What the viewer would be shown."""
    return table.machine.snapshot(viewer, 0)
