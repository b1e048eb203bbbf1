"""Group commit: what waits together is stored together, and a fault stays with its own entry."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anyio
import attrs
import pytest
from anyio.lowlevel import checkpoint

from gamehall.archive import NewTable
from gamehall.errors import JournalGap
from gamehall.journal import GROUP_LIMIT, Entry, Journal
from gamehall.ledger import cash_out
from gamehall.store.store import open_store
from gamehall_sdk.errors import InsufficientFunds, ShuttingDown, StoreUnavailable

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Memory:
    """A store in memory whose writes wait until they are let through."""

    def __init__(self) -> None:
        self.stored: dict[tuple[int, int], Entry] = {}
        self.groups: list[list[tuple[int, int]]] = []
        self.begun = threading.Semaphore(0)
        self.gate = threading.Event()
        self.gate.set()
        self.faults: list[Exception] = []
        """Raised by the next writes, one each, before anything is stored."""
        self.lost_answers = 0
        """So many writes store and then say that the database is away."""
        self.lost_with: Exception | None = None
        """What they say instead."""
        self.bad: set[tuple[int, int]] = set()

    def write(self, entries: Sequence[Entry]) -> None:
        self.begun.release()
        assert self.gate.wait(10)
        if self.faults:
            raise self.faults.pop(0)
        keys = [(entry.table_id, entry.number) for entry in entries]
        assert not self.stored.keys() & set(keys)
        if self.bad & set(keys):
            raise InsufficientFunds("too little")
        self.groups.append(keys)
        self.stored |= dict(zip(keys, entries, strict=True))
        if self.lost_answers:
            self.lost_answers -= 1
            raise self.lost_with or StoreUnavailable("gone after the commit")

    def last_numbers(self, table_ids: Iterable[int]) -> dict[int, int]:
        return {at: max((n for t, n in self.stored if t == at), default=0) for at in table_ids}

    def holds(self, entry: Entry) -> bool:
        return self.stored.get((entry.table_id, entry.number)) == entry


def _entry(table_id: int, number: int = 1, **more: Any) -> Entry:
    return Entry(table_id, number, 0, "act", b"{}", "digest", **more)


@asynccontextmanager
async def running(journal: Journal) -> AsyncIterator[None]:
    async with anyio.create_task_group() as group:
        await group.start(journal.run)
        yield
        await journal.stop()


class Outcomes:
    """Commits entries in tasks of their own, and keeps what came of each."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.of: dict[tuple[int, int], Exception | None] = {}

    async def commit(self, entry: Entry) -> None:
        key = (entry.table_id, entry.number)
        try:
            await self._journal.commit(entry)
            self.of[key] = None
        except Exception as error:  # noqa: BLE001 - that is what is asked
            self.of[key] = error


async def _until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(10):
        while not condition():
            await checkpoint()


async def _begun(port: Memory) -> None:
    assert await anyio.to_thread.run_sync(lambda: port.begun.acquire(timeout=10))


async def test_what_collects_during_a_write_is_the_next_group() -> None:
    port = Memory()
    journal = Journal(port)
    outcomes = Outcomes(journal)
    port.gate.clear()
    async with running(journal), anyio.create_task_group() as group:
        group.start_soon(outcomes.commit, _entry(1))
        await _begun(port)
        for table_id in range(2, 52):
            group.start_soon(outcomes.commit, _entry(table_id))
        await _until(lambda: journal.pending == 50)
        assert outcomes.of == {}
        port.gate.set()
    assert [len(keys) for keys in port.groups] == [1, 50]
    assert set(outcomes.of.values()) == {None}
    assert len(outcomes.of) == 51


async def test_a_group_is_bounded() -> None:
    port = Memory()
    journal = Journal(port)
    outcomes = Outcomes(journal)
    port.gate.clear()
    async with running(journal), anyio.create_task_group() as group:
        group.start_soon(outcomes.commit, _entry(1))
        await _begun(port)
        for table_id in range(2, GROUP_LIMIT + 12):
            group.start_soon(outcomes.commit, _entry(table_id))
        await _until(lambda: journal.pending == GROUP_LIMIT + 10)
        port.gate.set()
    assert [len(keys) for keys in port.groups] == [1, GROUP_LIMIT, 10]


async def test_only_the_faulty_entry_fails() -> None:
    port = Memory()
    port.bad = {(3, 1)}
    journal = Journal(port)
    outcomes = Outcomes(journal)
    port.gate.clear()
    async with running(journal), anyio.create_task_group() as group:
        group.start_soon(outcomes.commit, _entry(1))
        await _begun(port)
        for entry in (_entry(2), _entry(3), _entry(3, 2), _entry(4)):
            group.start_soon(outcomes.commit, entry)
            await _until(lambda: journal.pending > 0)
        await _until(lambda: journal.pending == 4)
        port.gate.set()
    failed = {key: type(error) for key, error in outcomes.of.items() if error}
    assert failed == {(3, 1): InsufficientFunds, (3, 2): JournalGap}
    assert set(port.stored) == {(1, 1), (2, 1), (4, 1)}
    assert journal.healthy


async def test_a_table_goes_on_with_the_same_number_after_a_fault() -> None:
    port = Memory()
    port.bad = {(1, 1)}
    journal = Journal(port)
    async with running(journal):
        with pytest.raises(InsufficientFunds):
            await journal.commit(_entry(1))
        port.bad = set()
        await journal.commit(_entry(1))
        await journal.commit(_entry(1, 2))
    assert set(port.stored) == {(1, 1), (1, 2)}


async def test_numbers_have_no_gaps_and_are_not_used_twice() -> None:
    port = Memory()
    port.stored = {(1, n): _entry(1, n) for n in (1, 2)}
    journal = Journal(port)
    async with running(journal):
        for number in (4, 9):
            with pytest.raises(JournalGap, match=f"Entry {number} of table 1 does not follow entry 2"):
                await journal.commit(_entry(1, number))
        with pytest.raises(JournalGap):
            await journal.commit(attrs.evolve(_entry(1, 2), body=b"other"))
        await journal.commit(_entry(1, 3))


async def test_while_the_database_is_away_it_tries_again_and_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    port = Memory()
    port.faults = [StoreUnavailable("away")] * 4
    pauses: list[tuple[float, bool]] = []

    async def pause(seconds: float) -> None:
        pauses.append((seconds, journal.healthy))

    journal = Journal(port, longest_pause_s=0.15, pause=pause)
    async with running(journal):
        await journal.commit(_entry(1))
        assert journal.healthy
    assert pauses == [(0.05, False), (0.1, False), (0.15, False), (0.15, False)]
    assert set(port.stored) == {(1, 1)}
    told = capsys.readouterr().out
    assert [told.count(event) for event in ("database away", "cause=away", "database back")] == [1, 1, 1]


async def test_its_patience_has_an_end_and_the_next_entry_tries_again() -> None:
    port = Memory()
    port.faults = [StoreUnavailable("away")] * 4

    async def pause(seconds: float) -> None:
        await checkpoint()

    journal = Journal(port, patience_s=0.3, pause=pause)
    async with running(journal):
        with pytest.raises(StoreUnavailable, match="away"):
            await journal.commit(_entry(1))
        assert not journal.healthy
        await journal.commit(_entry(1))
        assert journal.healthy


async def test_an_entry_that_was_stored_before_the_answer_was_lost_is_not_stored_twice() -> None:
    port = Memory()
    port.lost_answers = 1

    async def pause(seconds: float) -> None:
        await checkpoint()

    journal = Journal(port, pause=pause)
    async with running(journal):
        await journal.commit(_entry(1))
        await journal.commit(_entry(1, 2))
    assert port.groups == [[(1, 1)], [(1, 2)]]


async def test_a_cancelled_waiter_breaks_nothing() -> None:
    port = Memory()
    journal = Journal(port)
    outcomes = Outcomes(journal)
    port.gate.clear()
    async with running(journal), anyio.create_task_group() as group:
        with anyio.CancelScope() as under_way, anyio.CancelScope() as waiting:
            async with anyio.create_task_group() as doomed:
                doomed.start_soon(outcomes.commit, _entry(1))
                await _begun(port)
                doomed.start_soon(outcomes.commit, _entry(2))
                await _until(lambda: journal.pending == 1)
                waiting.cancel()
                under_way.cancel()
        assert journal.pending == 0
        group.start_soon(outcomes.commit, _entry(3))
        await _until(lambda: journal.pending == 1)
        port.gate.set()
    assert outcomes.of == {(3, 1): None}
    assert set(port.stored) == {(1, 1), (3, 1)}


async def test_stop_stores_what_waits_and_takes_no_more() -> None:
    port = Memory()
    journal = Journal(port)
    outcomes = Outcomes(journal)
    port.gate.clear()
    async with anyio.create_task_group() as group:
        await group.start(journal.run)
        group.start_soon(outcomes.commit, _entry(1))
        await _begun(port)
        group.start_soon(outcomes.commit, _entry(2))
        await _until(lambda: journal.pending == 1)
        group.start_soon(journal.stop)
        await checkpoint()
        with pytest.raises(ShuttingDown):
            await journal.commit(_entry(3))
        port.gate.set()
    assert outcomes.of == {(1, 1): None, (2, 1): None}


async def test_a_cancelled_writer_wakes_all_who_wait() -> None:
    port = Memory()
    port.faults = [StoreUnavailable("away")] * 100
    paused = anyio.Event()

    async def pause(seconds: float) -> None:
        paused.set()
        await anyio.sleep_forever()

    journal = Journal(port, pause=pause)
    outcomes = Outcomes(journal)
    async with anyio.create_task_group() as waiters, anyio.create_task_group() as group:
        await group.start(journal.run)
        waiters.start_soon(outcomes.commit, _entry(1))
        await paused.wait()
        waiters.start_soon(outcomes.commit, _entry(2))
        await _until(lambda: journal.pending == 1)
        group.cancel_scope.cancel()
    assert [type(error) for error in outcomes.of.values()] == [StoreUnavailable, StoreUnavailable]


async def test_over_a_real_store_the_overdrawing_table_alone_fails(database_url: str) -> None:
    store = open_store(database_url)
    tables = [store.tables.create(NewTable("t", "hello", "plain", "1", "{}", None), 0).id for _ in range(8)]
    journal = Journal(store.journal)
    outcomes = Outcomes(journal)
    async with running(journal), anyio.create_task_group() as group:
        for table_id in tables:
            transfers = (cash_out(table_id, 1, 5, 0),) if table_id == tables[3] else ()
            group.start_soon(outcomes.commit, _entry(table_id, transfers=transfers))
    assert {key[0] for key, error in outcomes.of.items() if error} == {tables[3]}
    assert isinstance(outcomes.of[tables[3], 1], InsufficientFunds)
    last = store.journal.last_numbers(tables)
    assert last == {table_id: 0 if table_id == tables[3] else 1 for table_id in tables}
    store.close()


async def test_what_was_stored_before_the_store_failed_in_an_unknown_way_is_not_forgotten() -> None:
    port = Memory()
    port.lost_answers, port.lost_with = 1, ZeroDivisionError("after the commit")
    journal = Journal(port)
    async with running(journal):
        with pytest.raises(ZeroDivisionError):
            await journal.commit(_entry(1, 1))
        # Its table reads what is stored, and goes on from there.
        assert port.last_numbers([1]) == {1: 1}
        await journal.commit(_entry(1, 2))
    assert sorted(port.stored) == [(1, 1), (1, 2)]
