"""The journal: every input of a table is stored, with all that it moved, before anything it caused leaves.

Many tables commit at once, and one transaction for each would be slow. So there is one writer: it takes all entries
that wait, stores them in one transaction in a thread of its own, and wakes those who wait for them; while it writes,
the next group collects (group commit).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Final, Protocol

import anyio
import attrs
import structlog
from anyio.abc import TaskStatus

from gamehall.errors import JournalGap
from gamehall.ledger import Transfer
from gamehall.one_thread import OneThread
from gamehall_sdk.errors import ShuttingDown, StoreUnavailable

_log = structlog.get_logger(__name__)
GROUP_LIMIT: Final = 256
"""The most commits of one transaction."""

_FIRST_PAUSE_S: Final = 0.05


@attrs.define
class RoundSeat:
    """Who sat where in a finished round, and what it won (negative: lost), in chips or points."""

    seat: int
    account_id: int | None
    """None for a bot of the server's own."""
    name: str
    kind: int
    """The account type's number: 1 player, 2 bot."""
    payoff: int


@attrs.frozen
class RoundRecord:
    """A finished round: the document from which it can be replayed, and what lists and searches need."""

    round_no: int
    """Counts the table's rounds from 1."""
    game: str
    variant: str
    started_at_ms: int
    ended_at_ms: int
    document: bytes = attrs.field(repr=False)
    """JSON."""
    seats: tuple[RoundSeat, ...]
    rated: bool = False


@attrs.define
class Entry:
    """One input of one table, with everything that must be stored together with it."""

    table_id: int
    number: int
    """Counts the table's inputs from 1, without gaps."""
    at_ms: int
    kind: str
    body: bytes = attrs.field(repr=False)
    """The input, as JSON."""
    digest: str
    """A hash of the events that the input caused, so that a replay under changed rules is noticed."""
    transfers: tuple[Transfer, ...] = ()
    record: RoundRecord | None = None
    """The round that this input finished."""
    checkpoint: bytes | None = attrs.field(default=None, repr=False)
    """The table's state after this input, between rounds: recovery starts from the last one."""
    left: tuple[int, ...] = ()
    """Accounts that hold no seat at the table from now on; until then they cannot be deleted."""
    closed: bool = False
    """The table closes with this entry; no chips may lie there after its transfers."""


class JournalPort(Protocol):
    """What the store does for the journal; called from worker threads, one call at a time."""

    def write(self, entries: Sequence[Entry]) -> None:
        """Store all entries with all they carry, or none, in one transaction.

        Raises StoreUnavailable when the database is away; any other error means that one of the entries is faulty.
        """

    def last_numbers(self, table_ids: Iterable[int]) -> dict[int, int]:
        """The number of the last entry of each table; 0 where there is none."""

    def holds(self, entry: Entry) -> bool:
        """Whether an entry of this table, number, body and digest is stored."""


Errors = list[Exception | None]
"""For each entry of a group what was wrong with it."""

InThread = Callable[[Callable[[], Errors]], Awaitable[Errors]]


@attrs.define(eq=False)
class _Waiter:
    entries: tuple[Entry, ...]
    done: asyncio.Future[Exception | None]

    def wake(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_result(error)


class Journal:
    """Group commit over a store: start :meth:`run` in a task group, then any task may :meth:`commit`.

    While the database is away, the writer tries again after pauses that double up to *longest_pause_s*; entries
    that have waited for *patience_s* in pauses are refused. *pause* sleeps, *in_thread* makes a call outside of the
    event loop (tests pass their own).
    """

    def __init__(
        self,
        port: JournalPort,
        *,
        longest_pause_s: float = 2.0,
        patience_s: float = 30.0,
        pause: Callable[[float], Awaitable[None]] = anyio.sleep,
        in_thread: InThread | None = None,
    ) -> None:
        self._port = port
        self._longest_pause_s = longest_pause_s
        self._patience_s = patience_s
        self._pause = pause
        self._thread = OneThread("journal")
        self._in_thread: InThread = in_thread or self._thread.call
        self._waiting: deque[_Waiter] = deque()
        self._last: dict[int, int] = {}
        self._wake = asyncio.Event()
        self._ended = anyio.Event()
        self._running = self._stopping = False
        self._healthy = True

    @property
    def healthy(self) -> bool:
        """False while the database does not answer."""
        return self._healthy

    @property
    def pending(self) -> int:
        """How many entries wait for the writer to take them."""
        return sum(len(waiter.entries) for waiter in self._waiting)

    async def commit(self, *entries: Entry) -> None:
        """Return once *entries* are stored: of one table, one after the other.

        Raises what the store found wrong with it (InsufficientFunds for an overdrawing transfer), JournalGap when
        its number does not follow the table's last, ShuttingDown after :meth:`stop`: then it is not stored.
        What comes behind a refused one is not stored either. After StoreUnavailable, or when the caller is cancelled,
        they may be stored or not: read the table again.
        """
        if self._stopping:
            raise ShuttingDown("The server is stopping; nothing more is stored.")
        waiter = _Waiter(entries, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self._wake.set()
        try:
            error = await waiter.done
        except asyncio.CancelledError:
            # Cancelled before the writer took it: nobody would hear of it, so it is withdrawn.
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            raise
        if error is not None:
            raise error

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """The writer: runs until :meth:`stop` has stored all that waits, or until it is cancelled."""
        self._running = True
        group: list[_Waiter] = []
        try:
            task_status.started()
            while await self._more():
                # What else this turn of the loop brings, and the messages that have come by now, are of the same group.
                await asyncio.sleep(0)
                group = [self._waiting.popleft() for _ in range(min(GROUP_LIMIT, len(self._waiting)))]
                errors = iter(await self._stored([entry for waiter in group for entry in waiter.entries]))
                for waiter in group:
                    own = list(islice(errors, len(waiter.entries)))
                    waiter.wake(next((error for error in own if error is not None), None))
        finally:
            self._running, self._stopping = False, True
            for waiter in (*group, *self._waiting):
                waiter.wake(StoreUnavailable("The journal's writer was stopped."))
            self._waiting.clear()
            self._thread.end()
            self._ended.set()

    async def stop(self) -> None:
        """Take no more entries, store those that wait, and end the writer."""
        self._stopping = True
        self._wake.set()
        if self._running:
            await self._ended.wait()

    async def _more(self) -> bool:
        while not self._waiting and not self._stopping:
            self._wake.clear()
            await self._wake.wait()
        return bool(self._waiting)

    async def _stored(self, entries: list[Entry]) -> Errors:
        """Store *entries*, with patience; the error of each that was not."""
        pause_s, waited_s = _FIRST_PAUSE_S, 0.0
        while True:
            try:
                errors = await self._in_thread(partial(self._attempt, entries))
            except StoreUnavailable as error:
                if self._healthy:
                    _log.warning("database away", cause=str(error), waiting=len(entries))
                self._healthy = False
                # Part of them may be stored all the same, when only the answer was lost.
                for entry in entries:
                    self._last.pop(entry.table_id, None)
                if waited_s >= self._patience_s:
                    return [StoreUnavailable(str(error)) for _ in entries]
            except Exception as error:  # noqa: BLE001 - whatever the store raises, the writer must live on
                return [error] * len(entries)
            else:
                if not self._healthy:
                    _log.info("database back")
                self._healthy = True
                return errors
            pause_s = min(pause_s, self._longest_pause_s)
            await self._pause(pause_s)
            waited_s += pause_s
            pause_s *= 2

    def _attempt(self, entries: list[Entry]) -> Errors:
        """One attempt, in the thread. Raises StoreUnavailable only."""
        unknown = {entry.table_id for entry in entries if entry.table_id not in self._last}
        if unknown:
            self._last |= self._port.last_numbers(unknown)
        fresh, errors, last = self._in_order(entries)
        try:
            if fresh:
                self._port.write(fresh)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one of them is faulty; which one is found below
            if len(entries) == 1:
                # Whether it is stored all the same, only the store knows.
                self._last.pop(entries[0].table_id, None)
                return [error]
            # One by one, so that only the faulty one fails.
            return [self._attempt([entry])[0] for entry in entries]
        self._last |= last
        for entry in entries:
            if entry.closed:
                self._last.pop(entry.table_id, None)
        return errors

    def _in_order(self, entries: list[Entry]) -> tuple[list[Entry], Errors, dict[int, int]]:
        """What is to be stored, for each entry the error when its number does not follow, and each table's new last.

        A stored copy of an entry counts as following.
        """
        fresh: list[Entry] = []
        errors: Errors = []
        last: dict[int, int] = {}
        for entry in entries:
            stored = self._last[entry.table_id]
            before = last.get(entry.table_id, stored)
            if entry.number == before + 1:
                last[entry.table_id] = entry.number
                fresh.append(entry)
                errors.append(None)
            elif entry.number <= stored and self._port.holds(entry):
                errors.append(None)
            else:
                sentence = f"Entry {entry.number} of table {entry.table_id} does not follow entry {before}."
                errors.append(JournalGap(sentence))
        return fresh, errors, last
