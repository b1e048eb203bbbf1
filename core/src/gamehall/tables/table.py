"""The host of one table: a single task takes the inputs in order, stores each outcome, then tells it.

Nothing that an input caused leaves before its journal entry is stored. Whoever watches has a :class:`Viewer`;
handing something to one never waits, so that a slow reader slows nobody.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import anyio
import attrs
import structlog

from gamehall.journal import Entry, Journal, RoundRecord, RoundSeat
from gamehall.ledger import Hold, Transfer, buy_in, cash_out
from gamehall.tables.inputs import Close, Fault, Input, Join, Timer
from gamehall.tables.machine import Machine, Outcome
from gamehall.timers import Timers
from gamehall_sdk.errors import GamehallError, Refusal, ServerFault, TableClosed
from gamehall_sdk.flow import Spectators, TableOptions
from gamehall_sdk.table import Ask, Kind, Snapshot, Update

__all__ = ["Batch", "Host", "Observer", "Table", "Viewer"]

_log = structlog.get_logger(__name__)
_INBOX: Final = 256
_KIND_CODES: Final = {Kind.HUMAN: 1, Kind.BOT: 2}


@attrs.define(eq=False)
class Batch:
    """Events for one audience; ``encoded`` lets those who send it keep its bytes by codec."""

    parts: tuple[Any, ...]
    encoded: dict[str, bytes] = attrs.field(factory=dict)


class Viewer(Protocol):
    """Somebody who is told what happens at the table. No call may wait or raise."""

    account: int
    wants_views: bool
    """Whether each question brings the seat's view along."""

    def snapshot(self, snapshot: Snapshot) -> None:
        """All there is to know now; sent first, and again when the table had to be read anew."""

    def update(self, batch: Batch) -> None:
        """What changed."""

    def ask(self, ask: Ask) -> None:
        """The viewer's own seat is to act."""

    def ended(self, why: str) -> None:
        """The table is closed: nothing more will come."""


class Observer(Protocol):
    """Who is told of every table, after the commit: the lobby and the plugins' observers."""

    def changed(self, table: Table, outcome: Outcome) -> None:
        """Something happened at *table*."""


@attrs.frozen
class Host:
    """What a table needs from the server round it."""

    journal: Journal
    timers: Timers
    secret: Callable[[], bytes]
    """32 random bytes for a shuffle."""
    observers: list[Observer]
    reload: Callable[[int], Awaitable[Machine]]
    """Build the machine of a table from what is stored."""


Reply = Callable[[Outcome | GamehallError], None]


@attrs.define(eq=False)
class _Item:
    """Something to do in the table's task."""

    one: Input | None = None
    reply: Reply | None = None
    hold: Hold | None = None
    watch: Viewer | None = None
    """Watch from then on (after the input, if there is one)."""
    leave: Viewer | None = None
    fence: anyio.Event | None = None


class Table:
    """One running table; :meth:`run` is its task."""

    def __init__(self, machine: Machine, table_options: TableOptions, host: Host) -> None:
        """A table that is not running yet."""
        self.machine = machine
        self.config = machine.config
        self.game = machine.game
        self.options = table_options
        self.closed = False
        self.invited: set[int] = set()
        self._host = host
        self._viewers: list[Viewer] = []
        self._late: list[Batch] = []
        self._asked: dict[int, int] = {}
        self._alarm: tuple[int, Callable[[], None]] | None = None
        self._send, self._receive = anyio.create_memory_object_stream[_Item](_INBOX)

    # --- from outside, any task ---

    async def submit(self, one: Input, hold: Hold | None = None, watch: Viewer | None = None) -> Outcome:
        """Do *one* and return what it did, once that is stored and told. Raises what refused it."""
        done = anyio.Event()
        result: list[Outcome | GamehallError] = []

        def reply(got: Outcome | GamehallError) -> None:
            result.append(got)
            done.set()

        await self._put(_Item(one, reply, hold, watch))
        await done.wait()
        if isinstance(result[0], GamehallError):
            raise result[0]
        return result[0]

    async def post(self, one: Input, reply: Reply | None = None) -> None:
        """Like :meth:`submit`, but return when the input is queued; *reply* gets the result, in the table's task."""
        await self._put(_Item(one, reply))

    def push(self, one: Input) -> None:
        """Like :meth:`post`, without waiting: where the queue is full, *one* is forgotten."""
        if not self.closed:
            with contextlib.suppress(anyio.WouldBlock, anyio.BrokenResourceError, anyio.ClosedResourceError):
                self._send.send_nowait(_Item(one))

    async def watch(self, viewer: Viewer) -> None:
        """Tell *viewer* everything from now on, a snapshot first."""
        await self._put(_Item(watch=viewer))

    def leave(self, viewer: Viewer) -> None:
        """Tell *viewer* nothing any more."""
        if viewer in self._viewers:
            self._viewers.remove(viewer)

    async def settled(self) -> None:
        """Return when everything put before is done."""
        fence = anyio.Event()
        await self._put(_Item(fence=fence))
        await fence.wait()

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return sum(self.machine.flow.seat_of(viewer.account) is None for viewer in self._viewers)

    async def _put(self, item: _Item) -> None:
        if self.closed:
            sentence = "the table is closed"
            raise TableClosed(sentence)
        try:
            await self._send.send(item)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
            sentence = "the table is closed"
            raise TableClosed(sentence) from error

    # --- the table's task ---

    async def run(self) -> None:
        """Serve the table until it is closed; a failure of ours ends this table alone."""
        try:
            await self._serve()
        finally:
            self.closed = True
            self._cancel_alarm()
            self._drain()
            for viewer in self._viewers:
                viewer.ended("the table is closed")
            self._viewers.clear()

    async def void(self, fault: str, refunds: dict[int, int]) -> None:
        """In place of :meth:`run`, for a table that cannot go on: give the chips back by the books, and close it."""
        outcome = self.machine.freeze(fault, self._host.timers.now_ms(), refunds)
        await self._store(outcome, None, None)
        self._tell(outcome)
        await self._handle(Close(fault), None, None, None)

    async def _serve(self) -> None:
        if self.machine.awaits_deal:
            await self._deal()
        self._set_alarm()
        async for item in self._receive:
            await self._do(item)
            if self.closed:
                return
            self._set_alarm()

    async def _do(self, item: _Item) -> None:
        if item.fence is not None:
            item.fence.set()
        elif item.one is None and item.watch is not None:
            self._admit(item.watch)
        elif item.one is None:
            await self._ring()
        else:
            await self._handle(item.one, item.reply, item.hold, item.watch)

    async def _handle(self, one: Input, reply: Reply | None, hold: Hold | None, watch: Viewer | None) -> None:
        try:
            outcome = self.machine.handle(one, self._host.timers.now_ms())
            await self._store(outcome, one, hold)
        except Refusal as refusal:
            if reply is not None:
                reply(refusal)
            return
        if reply is not None:
            reply(outcome)
        self._tell(outcome)
        if watch is not None:
            self._admit(watch)
        if outcome.need_deal:
            await self._deal()
        if outcome.shut:
            await self._handle(Close(outcome.shut), None, None, None)

    async def _deal(self) -> None:
        while self.machine.awaits_deal:
            outcome = self.machine.deal(self._host.secret(), self._host.timers.now_ms())
            await self._store(outcome, None, None)
            self._tell(outcome)

    async def _ring(self) -> None:
        self._alarm = None
        while not self.closed and (name := self.machine.due(self._host.timers.now_ms())) is not None:
            self.machine.timers.pop(name)
            await self._handle(Timer(name), None, None, None)

    # --- storing ---

    async def _store(self, outcome: Outcome, one: Input | None, hold: Hold | None) -> None:
        entry = self._entry(outcome, hold if isinstance(one, Join) else None)
        try:
            await self._host.journal.commit(entry)
        except GamehallError as error:
            _log.error("journal entry not stored", table=self.config.id, number=entry.number, cause=str(error))
            await self._read_again()
            if isinstance(error, Refusal):
                raise
            sentence = "the server could not store this; nothing was changed"
            raise ServerFault(sentence) from error

    async def _read_again(self) -> None:
        """The machine is ahead of what is stored: take up the table as it is stored, and show it anew."""
        self.machine = await self._host.reload(self.config.id)
        self._late.clear()
        self._asked.clear()
        now_ms = self._host.timers.now_ms()
        for viewer in self._viewers:
            self._show(viewer, now_ms)

    def _entry(self, outcome: Outcome, hold: Hold | None) -> Entry:
        table_id = self.config.id
        transfers: list[Transfer] = []
        if hold is not None:
            transfers.append(buy_in(hold, outcome.at_ms))
        transfers += [cash_out(table_id, cash.account, cash.amount, outcome.at_ms) for cash in outcome.cash_outs]
        return Entry(
            table_id=table_id,
            number=outcome.number,
            at_ms=outcome.at_ms,
            kind=outcome.kind,
            body=outcome.body,
            digest=outcome.digest,
            transfers=tuple(transfers),
            record=_row(outcome),
            checkpoint=outcome.checkpoint,
            left=outcome.left,
            closed=outcome.closed,
        )

    # --- telling ---

    def _tell(self, outcome: Outcome) -> None:
        if outcome.said:
            public = Batch((Update(outcome.seq), *(say.event for say in outcome.said if say.audience is None)))
            private = {say.audience for say in outcome.said if say.audience is not None}
            own: dict[int, Batch] = {
                seat: Batch((Update(outcome.seq), *(s.event for s in outcome.said if s.audience in (None, seat))))
                for seat in private
            }
            for viewer in list(self._viewers):
                seat = self.machine.flow.seat_of(viewer.account)
                if seat is None and self.options.spectators is Spectators.DELAYED:
                    continue
                viewer.update(public if seat is None else own.get(seat, public))
            self._tell_late(public, outcome)
        self._ask()
        for observer in self._host.observers:
            observer.changed(self, outcome)
        if outcome.fault:
            _log.error("game failed, table frozen", table=self.config.id, game=self.game.name, cause=outcome.fault)
        if outcome.closed:
            self.closed = True

    def _tell_late(self, public: Batch, outcome: Outcome) -> None:
        """Spectators of a table that is shown late get a round when it is over."""
        if self.options.spectators is not Spectators.DELAYED:
            return
        self._late.append(public)
        if self.machine.flow.view(None) is None or outcome.closed:
            late, self._late = self._late, []
            for viewer in list(self._viewers):
                if self.machine.flow.seat_of(viewer.account) is None:
                    for batch in late:
                        viewer.update(batch)

    def _ask(self) -> None:
        turns = {turn.seat: turn.turn for turn in self.machine.flow.turns()}
        fresh = {seat for seat, turn in turns.items() if self._asked.get(seat) != turn}
        self._asked = turns
        for viewer in self._viewers:
            seat = self.machine.flow.seat_of(viewer.account)
            if seat in fresh:
                self._put_question(viewer, seat)

    def _put_question(self, viewer: Viewer, seat: int) -> None:
        try:
            ask = self.machine.ask(seat, with_view=viewer.wants_views)
        except GamehallError as error:
            self._fail(error)
            return
        if ask is not None:
            viewer.ask(ask)

    def _admit(self, viewer: Viewer) -> None:
        if viewer not in self._viewers:
            self._viewers.append(viewer)
        self._show(viewer, self._host.timers.now_ms())

    def _show(self, viewer: Viewer, now_ms: int) -> None:
        seat = self.machine.flow.seat_of(viewer.account)
        hide = seat is None and self.options.spectators is Spectators.DELAYED
        try:
            viewer.snapshot(self.machine.snapshot(seat, now_ms, hide_round=hide))
        except GamehallError as error:
            self._fail(error)
            return
        if seat is not None and seat in {turn.seat for turn in self.machine.flow.turns()}:
            self._put_question(viewer, seat)

    def _fail(self, error: GamehallError) -> None:
        """The game failed where nothing was to change: freeze the table by an input of its own."""
        self.push(Fault(str(error)))

    # --- timers ---

    def _set_alarm(self) -> None:
        at_ms = self.machine.next_deadline_ms()
        if self._alarm is not None:
            if self._alarm[0] == at_ms:
                return
            self._cancel_alarm()
        if at_ms is not None:
            self._alarm = (at_ms, self._host.timers.call_at(at_ms, self._wake))

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm[1]()
            self._alarm = None

    def _wake(self) -> None:
        try:
            self._send.send_nowait(_Item())
        except anyio.WouldBlock:
            self._alarm = None  # the inbox is full, so the task is awake and sets the alarm again

    def _drain(self) -> None:
        self._send.close()
        while True:
            try:
                item = self._receive.receive_nowait()
            except (anyio.WouldBlock, anyio.EndOfStream):
                break
            if item.reply is not None:
                item.reply(TableClosed("the table is closed"))
            if item.fence is not None:
                item.fence.set()
        self._receive.close()


def _row(outcome: Outcome) -> RoundRecord | None:
    record = outcome.record
    if record is None:
        return None
    payoffs = record.payoffs or (0,) * len(record.seats)
    return RoundRecord(
        round_no=record.number,
        game=record.game,
        variant=record.variant,
        started_at_ms=outcome.began_ms,
        ended_at_ms=outcome.at_ms,
        document=record.to_json(),
        seats=tuple(
            RoundSeat(seat.seat, seat.account, seat.name, _KIND_CODES[Kind(seat.kind)], won)
            for seat, won in zip(record.seats, payoffs, strict=True)
        ),
    )
