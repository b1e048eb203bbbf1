"""The host of one table: a single task takes the inputs in order, stores each outcome, then tells it.

Nothing that an input caused leaves before its journal entry is stored. Whoever watches is told by the table's
:class:`~gamehall.tables.audience.Audience`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final, Protocol, TypeVar

import anyio
import attrs
import structlog

from gamehall.journal import Entry, Journal, RoundRecord, RoundSeat
from gamehall.ledger import Hold, Transfer, buy_in, cash_out
from gamehall.tables.audience import Audience, Batch, Viewer
from gamehall.tables.inbox import Inbox
from gamehall.tables.inputs import Close, Fault, Input, Open, Resume, Timer
from gamehall.tables.machine import FAILED, Bound, Machine, Outcome, unbound
from gamehall.tables.recovery import Recovered
from gamehall.tables.rest import Rest, rest_of
from gamehall.timers import Timers
from gamehall_sdk.errors import GameFault, GamehallError, Refusal, ServerFault, StoreUnavailable, TableClosed
from gamehall_sdk.flow import Say, TableOptions
from gamehall_sdk.game import Reveal
from gamehall_sdk.record import RecordError
from gamehall_sdk.table import Kind, Phase, SecretRevealed

__all__ = ["Batch", "Host", "Milestones", "Observer", "Table", "Viewer"]

T = TypeVar("T")

_log = structlog.get_logger(__name__)
_INBOX: Final = 256
_RETRY_MS: Final = 1000
"""How long after a failure of the store it is tried again, when nobody asks before."""
_KIND_CODES: Final = {Kind.HUMAN: 1, Kind.BOT: 2}


class Observer(Protocol):
    """Who is told of every table, after the commit: the lobby and the plugins' observers."""

    def changed(self, table: Table, outcome: Outcome) -> None:
        """Something happened at *table*."""


class Milestones:
    """An :class:`Observer` that tells *observers* of what is more than an action within a round."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`Observer`."""
        more = outcome.record is not None or outcome.left or outcome.cash_outs or outcome.fault or outcome.closed
        if more or outcome.kind != "act":
            _tell_all(self._observers, table, outcome)


def _tell_all(observers: Sequence[Observer], table: Table, outcome: Outcome) -> None:
    for observer in observers:
        try:
            observer.changed(table, outcome)
        except Exception:  # noqa: BLE001  # an observer's fault is its own
            _log.exception("observer failed", table=table.config.id)


@attrs.frozen
class Host:
    """What a table needs from the server round it."""

    journal: Journal
    timers: Timers
    secret: Callable[[], bytes]
    """32 random bytes for a shuffle."""
    observers: list[Observer]
    reload: Callable[[int], Awaitable[Recovered]]
    """Build the machine of a table from what is stored."""
    refunds: Callable[[int], Awaitable[dict[int, int]]]
    """What the books say each account has at a table."""
    secrets: Callable[[int], Awaitable[Sequence[SecretRevealed]]]
    """The secrets behind the recorded rounds of a table, the newest if there are many."""
    bound: Bound = unbound
    """What runs the games' code."""


Reply = Callable[[Outcome | GamehallError], None]


class _SpoiltError(Exception):
    """What is stored cannot be played on."""


@attrs.define(eq=False)
class _Item:
    """Something to do in the table's task."""

    one: Input | None = None
    reply: Reply | None = None
    hold: Hold | None = None
    watch: Viewer | None = None
    """Watch from then on (after the input, if there is one)."""
    since_ms: int = 0
    """When it was put into the queue."""
    fence: anyio.Event | None = None
    look: Callable[[], None] | None = None
    means: Any = None
    """What the input's payload says, where it has been read already."""

    def answer(self, result: Outcome | GamehallError) -> None:
        """Tell the result to whoever waits for it, once."""
        reply, self.reply = self.reply, None
        if reply is not None:
            try:
                reply(result)
            except Exception:  # noqa: BLE001  # whoever waits may fail, the table goes on
                _log.exception("reply failed")
        if self.fence is not None:
            self.fence.set()


class Table:
    """One running table; :meth:`run` is its task."""

    def __init__(self, machine: Machine, table_options: TableOptions, host: Host) -> None:
        """A table that is not running yet."""
        machine.bound = host.bound
        self.machine = machine
        self.config = machine.config
        self.game = machine.game
        self.options = table_options
        self.closed = False
        self.rest: Rest | None = rest_of(machine.flow) if table_options.tournament else None
        """Of a tournament's table: where it rests, as it is stored; ``None`` while a round is played."""
        self.invited: set[int] = set()
        self.since_ms = 0
        """Since when the input that is told now had waited to be taken, for observers."""
        self._host = host
        self._audience = Audience(machine, table_options.spectators, host.timers.now_ms, self.fail)
        self._coming: list[Viewer] = []
        """Viewers that wait in the inbox: whoever leaves before is not let in."""
        self._stale = False
        """The machine is not what is stored; it has to be read again."""
        self._unclosed: Close | None = None
        """What nobody waits for, and could not be stored: it is tried again."""
        self._failing = False
        self._alarm: tuple[int, Callable[[], None]] | None = None
        self._ringing = False
        """The alarm has gone off, and the task is to hear of it."""
        self._inbox: Inbox[_Item] = Inbox(_INBOX)

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

    async def post(self, one: Input, reply: Reply | None = None, means: Any = None) -> None:
        """Like :meth:`submit`, but return when the input is queued; *reply* gets the result, in the table's task.

        *means* is what the input's payload says, where the caller has read it.
        """
        await self._put(_Item(one, reply, means=means))

    def offer(self, one: Input, reply: Reply | None = None, means: Any = None) -> bool:
        """Like :meth:`post`, without waiting; false where the queue is full, and then *one* is not taken."""
        self._must_be_open()
        if self._inbox.full:
            return False
        self._inbox.add(_Item(one, reply, since_ms=self._host.timers.now_ms(), means=means))
        return True

    def push(self, one: Input) -> None:
        """Like :meth:`post`, without waiting: where the queue is full, *one* is forgotten."""
        with contextlib.suppress(TableClosed):
            self.offer(one)

    async def watch(self, viewer: Viewer) -> None:
        """Tell *viewer* everything from now on, a snapshot first."""
        await self._put(_Item(watch=viewer))

    def leave(self, viewer: Viewer) -> None:
        """Tell *viewer* nothing any more."""
        self._audience.leave(viewer)
        self._coming = [one for one in self._coming if one is not viewer]

    async def settled(self) -> None:
        """Return when everything put before is done."""
        fence = anyio.Event()
        await self._put(_Item(fence=fence))
        await fence.wait()

    async def look(self, see: Callable[[Machine], T]) -> T:
        """What *see* finds between two inputs: of what is stored and told, and nothing newer.

        Raises TableClosed, StoreUnavailable, and what *see* refuses with.
        """
        done = anyio.Event()
        found: list[T] = []
        refused: list[GamehallError] = []

        def look() -> None:
            try:
                found.append(see(self.machine))
            except GamehallError as error:
                refused.append(error)

        def reply(got: Outcome | GamehallError) -> None:
            if isinstance(got, GamehallError):
                refused.append(got)
            done.set()

        await self._put(_Item(look=look, reply=reply))
        await done.wait()
        if not found:
            raise refused[0]
        return found[0]

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return self._audience.spectators

    async def _put(self, item: _Item) -> None:
        self._must_be_open()
        item.since_ms = self._host.timers.now_ms()
        if item.watch is not None:
            self._coming.append(item.watch)
        await self._inbox.put(item)
        if self.closed:
            # It waited for a place in the queue while the table closed.
            self._drain()

    def _must_be_open(self) -> None:
        if self.closed:
            sentence = "the table is closed"
            raise TableClosed(sentence)

    # --- the table's task ---

    async def run(self) -> None:
        """Serve the table until it is closed; a failure of ours ends this table alone, and its chips go back."""
        with self._ending():
            try:
                await self._serve()
            except _SpoiltError as error:
                await self._void(str(error))
            except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever it is, chips may not stay here
                _log.exception("table failed", table=self.config.id, game=self.game.name)
                self._take_up((await self._host.reload(self.config.id)).machine)
                await self._void(f"the server failed at this table ({type(error).__name__})")

    async def void(self, fault: str) -> None:
        """In place of :meth:`run`, for a table that cannot go on: give the chips back by the books, and close it."""
        with self._ending():
            await self._void(fault)

    @contextlib.contextmanager
    def _ending(self) -> Iterator[None]:
        why = "the table is closed"
        try:
            yield
        except anyio.get_cancelled_exc_class():
            why = "the server stops"
            raise
        finally:
            self.closed = True
            self._cancel_alarm()
            self._drain()
            self._audience.end(why)

    async def _serve(self) -> None:
        if self.machine.flow.turns():
            await self._handle(_Item(Resume()))
        if self.machine.awaits_deal:
            await self._deal()
        self._set_alarm()
        while True:
            item = await self._inbox.get()
            try:
                await self._do(item)
            finally:
                item.answer(TableClosed("the table is closed") if self.closed else ServerFault("the table failed"))
            if self.closed:
                return
            self._set_alarm()

    async def _do(self, item: _Item) -> None:
        """Do what *item* says; before that, read the table again where that is due, and deal."""
        if item.watch is not None:
            if not any(one is item.watch for one in self._coming):
                item.watch = None
            self._coming = [one for one in self._coming if one is not item.watch]
        if self._stale and not await self._read_again():
            item.answer(StoreUnavailable("the database does not answer now; try again in a moment"))
            if item.one is None and item.watch is not None:
                self._audience.expect(item.watch)
            return
        if self.machine.awaits_deal:
            await self._deal()
        if self.closed:
            return
        if item.one is not None:
            await self._handle(item)
        elif item.watch is not None:
            self._audience.admit(item.watch)
        elif item.look is not None:
            item.look()
        else:
            await self._ring()

    async def _handle(self, item: _Item) -> None:
        one = item.one
        assert one is not None  # noqa: S101  # the callers' care
        now_ms = self._host.timers.now_ms()
        try:
            outcome = self.machine.handle(one, now_ms, item.means)
            outcomes = [outcome]
            if outcome.shut:
                # In one write: a server that died between the two would come back with a table that nobody closes.
                outcomes.append(self.machine.handle(Close(outcome.shut), now_ms))
            elif outcome.need_deal and not (item.watch or self._audience.late):
                # In one write, and told in one go: not where somebody is to see the table, or a round, before it.
                outcomes.append(self.machine.deal(self._host.secret(), now_ms))
            await self._store(outcomes, item.hold)
        except Refusal as refusal:
            if isinstance(refusal, StoreUnavailable):
                self._note_unclosed(one, item)
            item.answer(refusal)
            return
        failed = outcome.fault and not isinstance(one, Fault)
        item.answer(GameFault(FAILED) if failed else outcome)
        self.since_ms = item.since_ms or outcome.at_ms
        if outcomes[-1].closed:
            outcomes[-1] = await self._revealing(outcomes[-1])
        self._tell(*outcomes)
        if item.watch is not None and not failed:
            self._audience.admit(item.watch)
        if outcomes[-1].need_deal:
            await self._deal()

    def _note_unclosed(self, one: Input, item: _Item) -> None:
        """*one* could not be stored: a close that nobody waits for is due, a table that was not opened is no use."""
        if isinstance(one, Close) and item.reply is None:
            self._unclosed = one
        elif isinstance(one, Open):
            self._unclosed = Close("it could not be opened")

    async def _deal(self) -> None:
        """Deal the round that waits for it; what cannot be stored now is tried again later."""
        outcome = self.machine.deal(self._host.secret(), self._host.timers.now_ms())
        with contextlib.suppress(Refusal):
            await self._store([outcome])
            self.since_ms = outcome.at_ms
            self._tell(outcome)

    async def _ring(self) -> None:
        """Do what is due; only so many timers at once as are armed, so that others are heard between them."""
        self._ringing = False
        close, self._unclosed = self._unclosed, None
        # Who has come meanwhile keeps the table open, unless it is being stopped.
        if close is not None and (self.machine.flow.stopping or not self.machine.places):
            await self._handle(_Item(close))
            return
        self._audience.tick(self._host.timers.now_ms())
        for _ in range(len(self.machine.timers)):
            name = self.machine.due(self._host.timers.now_ms())
            if name is None or self.closed or self._stale or self.machine.awaits_deal:
                return
            self.machine.timers.pop(name)
            await self._handle(_Item(Timer(name)))

    async def _void(self, fault: str) -> None:
        self._audience.go_on(self.machine)
        refunds = await self._host.refunds(self.config.id)
        now_ms = self._host.timers.now_ms()
        outcome = self.machine.freeze(fault, now_ms, refunds)
        await self._host.journal.commit(self._entry(outcome, None))
        self._tell(await self._revealing(outcome))
        if not outcome.closed:
            outcome = self.machine.handle(Close(FAILED), now_ms)
            await self._host.journal.commit(self._entry(outcome, None))
            self._tell(await self._revealing(outcome))

    # --- storing ---

    async def _store(self, outcomes: Sequence[Outcome], hold: Hold | None = None) -> None:
        """Store *outcomes*, the first with what is on *hold* for it.

        Raises a Refusal when that failed; the table is then as it is stored, or stale.
        """
        first, *more = outcomes
        entries = [self._entry(first, hold), *[self._entry(one, None) for one in more]]
        try:
            await self._host.journal.commit(*entries)
        except Exception as error:
            numbers = [entry.number for entry in entries]
            _log.warning("journal entries not stored", table=self.config.id, numbers=numbers, cause=str(error))
            self._stale = self._failing = True
            await self._read_again()
            if isinstance(error, Refusal):
                raise
            sentence = "the server could not store this; nothing was changed"
            raise ServerFault(sentence) from error
        self._failing = False

    async def _read_again(self) -> bool:
        """Take up the table as it is stored, and show it anew; false while the store does not answer."""
        try:
            back = await self._host.reload(self.config.id)
        except GamehallError as error:
            _log.warning("table not read again", table=self.config.id, cause=str(error))
            return False
        self._take_up(back.machine)
        if back.fault:
            raise _SpoiltError(back.fault)
        self._stale = False
        self.closed = self.machine.flow.phase is Phase.CLOSED
        self._note_rest()
        self._audience.show(self.machine)
        return True

    def _take_up(self, machine: Machine) -> None:
        machine.bound = self._host.bound
        self.machine = machine

    def _entry(self, outcome: Outcome, hold: Hold | None) -> Entry:
        table_id = self.config.id
        transfers: list[Transfer] = []
        if hold is not None and not outcome.fault:
            transfers.append(buy_in(hold, outcome.at_ms))
        if not self.options.tournament:  # its chips are no money
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

    async def _revealing(self, outcome: Outcome) -> Outcome:
        """*outcome*; where it closes the table, with the secrets that its game kept till then told before."""
        if not outcome.closed or self.game.reveal is not Reveal.CLOSE:
            return outcome
        try:
            secrets = await self._host.secrets(self.config.id)
        except (GamehallError, RecordError) as error:
            # Whoever played finds them with the rounds, too.
            _log.warning("secrets not told", table=self.config.id, cause=str(error))
            return outcome
        dump = self.game.table_payloads.dump_json
        return attrs.evolve(outcome, said=(*(Say(None, one, dump(one)) for one in secrets), *outcome.said))

    def _tell(self, *outcomes: Outcome) -> None:
        self._audience.tell(*outcomes)
        self._note_rest()
        for outcome in outcomes:
            if outcome.fault:
                _log.error("game failed, table frozen", table=self.config.id, game=self.game.name, cause=outcome.fault)
            _tell_all(self._host.observers, self, outcome)
            if outcome.closed:
                self.closed = True

    def _note_rest(self) -> None:
        if self.options.tournament:
            self.rest = None if self.closed else rest_of(self.machine.flow)

    def fail(self, error: BaseException) -> None:
        """The game failed where nothing was to change: freeze the table by an input of its own."""
        self.push(Fault(str(error) or type(error).__name__))

    # --- timers ---

    def _set_alarm(self) -> None:
        at_ms = None if self._ringing else self._next_ms()
        if at_ms is None:
            self._cancel_alarm()
            return
        if self._alarm is not None:
            # One that goes off too early does no harm, and costs less than to set it anew at each turn.
            if self._alarm[0] <= at_ms:
                return
            self._cancel_alarm()
        self._alarm = (at_ms, self._host.timers.call_at(at_ms, self._wake))

    def _next_ms(self) -> int | None:
        if self._stale or self._unclosed or self.machine.awaits_deal:
            return self._host.timers.now_ms() + (_RETRY_MS if self._failing else 0)
        due = (self.machine.next_deadline_ms(), self._audience.next_tick_ms())
        return min((at_ms for at_ms in due if at_ms is not None), default=None)

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm[1]()
            self._alarm = None

    def _wake(self) -> None:
        self._alarm = None
        if not self._inbox.full:  # where it is, the task is awake and sets the alarm again
            self._inbox.add(_Item())
            self._ringing = True

    def _drain(self) -> None:
        while len(self._inbox):
            item = self._inbox.pop()
            item.answer(TableClosed("the table is closed"))
            if item.watch is not None:
                self._audience.expect(item.watch)


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
        rated=record.rated,
        seats=tuple(
            RoundSeat(seat.seat, seat.account, seat.name, _KIND_CODES[Kind(seat.kind)], won)
            for seat, won in zip(record.seats, payoffs, strict=True)
        ),
    )
