"""A connection's session at one table: turns what the table tells into messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, Final, TypeVar

import attrs
import structlog

from gamehall.sessions.connection import Connection
from gamehall.sessions.errands import Errands
from gamehall.tables.table import Batch, Table
from gamehall.tables.watchdog import GameOverran
from gamehall_sdk.errors import ServerFault
from gamehall_sdk.flow import Spectators
from gamehall_sdk.game import Game
from gamehall_sdk.interpreter import Interpreter
from gamehall_sdk.table import Ask, Sight, Sights, Snapshot, Transcript, Viewed
from gamehall_sdk.wire import (
    MAX_FRAME_BYTES,
    Action,
    Chat,
    Custom,
    Envelope,
    GameRequest,
    GameStateUpdate,
    Message,
    Request,
    StateUpdate,
    UpdatedGameState,
    Voice,
)

__all__ = ["Seat"]

_log = structlog.get_logger(__name__)
_ENVELOPES: Final = 4096
T = TypeVar("T")


class Seat:
    """A :class:`~gamehall.tables.table.Viewer` that is a session. It is silent until :meth:`open`."""

    def __init__(
        self,
        connection: Connection,
        session: int,
        table: Table,
        account: int,
        end: Callable[[Seat], None],
        *,
        wants_views: bool,
    ) -> None:
        """The session numbered *session*; *end* is called when the table ends it."""
        self.connection = connection
        self.session = session
        self.table = table
        self.account = account
        self.wants_views = wants_views
        self.wants_all_views = False
        """Whether each batch of events brings the viewer's view along."""
        self.sees_all = False
        """Whether it is told what any seat is told, as long as it has none itself."""
        self.tick_ms = 0
        """How often it is told how long the open turns still have; 0: never."""
        self.writes = False
        """Whether each batch of events brings an account in words along."""
        self.interpreter: Interpreter | None = None
        """What says everything in other payloads, where the session asked for that."""
        self._end = end
        self.errands = Errands()
        self.on_ask: Callable[[Ask], None] | None = None
        self.most_s: float | None = None
        """For no longer than this it may think, whatever the table's clock says."""
        self._held: list[Callable[[], None]] | None = []
        self._is_plain = False
        """Whether it is open, and told just what others are told."""

    @property
    def gameid(self) -> int:
        """The table's number."""
        return self.table.config.id

    def open(self) -> None:
        """Send what was held back, so that nothing of the table comes before the answer to the join."""
        held, self._held = self._held or [], None
        for send in held:
            send()
        self._is_plain = not (self.interpreter or self.writes or self.wants_all_views or self.sees_all)

    def speak_through(self, interpreter: Interpreter) -> None:
        """Say everything in the payloads of *interpreter*."""
        self.interpreter = interpreter
        self.wants_views = True
        self.wants_all_views = self.sees_all = False

    def snapshot(self, snapshot: Snapshot) -> None:
        """See :class:`~gamehall.tables.table.Viewer`."""
        if self.interpreter is not None:
            self._say(self._interpreted(self.interpreter.snapshot, snapshot))
            return
        parts: tuple[Any, ...] = (snapshot,)
        if self.wants_all_views and snapshot.view is None:
            parts = (snapshot, self._viewed())
        if self.sees_all:
            parts = (*parts, self._sights())
        self._send(lambda: self._update(UpdatedGameState(parameters=parts)))

    def update(self, batch: Batch) -> None:
        """See :class:`~gamehall.tables.table.Viewer`."""
        if self._is_plain:
            self._pass_on(batch)
            return
        if self.interpreter is not None:
            self._say(self._interpreted(self.interpreter.update, batch.parts))
        elif self.writes or self.wants_all_views or self.sees_all:
            parts = batch.parts
            if self.writes:
                parts = (*parts, *self._transcript(parts))
            if self.wants_all_views:
                parts = (*parts, self._viewed())
            if self.sees_all:
                parts = (*parts, self._sights())
            self._send(lambda: self._update(UpdatedGameState(parameters=parts)))
        else:
            self._send(lambda: self._pass_on(batch))

    def _pass_on(self, batch: Batch) -> None:
        """What others hear too, to the byte, but for the session."""
        self.connection.send_shared(self.session, batch.encoded, self._news, batch)

    def _news(self, codec: ModuleType, batch: Batch) -> bytes:
        part, written = codec.part, batch.written
        if written is None:
            return _update_of(codec, self.gameid).body(map(part, batch.parts))
        known = written.setdefault(codec.__name__, {})
        parts = [known.get(id(one)) or known.setdefault(id(one), part(one)) for one in batch.parts]
        return _update_of(codec, self.gameid).body(parts)

    def tick(self, event: Any) -> None:
        """See :class:`~gamehall.tables.table.Viewer`."""
        if self.interpreter is None:
            self._send(lambda: self._update(UpdatedGameState(parameters=(event,))))

    def _transcript(self, events: tuple[Any, ...]) -> tuple[Transcript, ...]:
        """What those *events* of the round say in words."""
        game = self.table.game
        names = {seat.seat: seat.name for seat in self.table.machine.flow.seats()}
        try:
            lines = self._bounded(lambda: _lines(game, names, events))
        except GameOverran as error:
            self.table.fail(error)
            return ()
        except Exception:  # noqa: BLE001  # as in _viewed
            _log.exception("transcript failed", table=self.gameid)
            return ()
        return (Transcript(lines),) if lines else ()

    def _viewed(self) -> Viewed:
        """What this viewer may know now: of a round being played, or of the last one as it ended."""
        flow = self.table.machine.flow
        seat = flow.seat_of(self.account)
        late = seat is None and self.table.options.spectators is Spectators.DELAYED

        def look() -> Viewed:
            view = None if late else flow.view(seat)
            return Viewed(flow.last_view(seat) if view is None else view, () if late else flow.turns())

        try:
            return self._bounded(look)
        except GameOverran as error:
            self.table.fail(error)
            return Viewed()
        except Exception:  # noqa: BLE001  # whatever a game's code raises
            # The table finds a fault of its game by itself; to show less is no harm.
            _log.exception("view failed", table=self.gameid)
            return Viewed()

    def _sights(self) -> Sights:
        """All hands of the round being played; none for one who sits here by now."""
        flow = self.table.machine.flow
        if flow.seat_of(self.account) is not None:
            return Sights()
        try:
            views = self._bounded(lambda: [(one.seat, flow.view(one.seat)) for one in flow.seats()])
        except GameOverran as error:
            self.table.fail(error)
            return Sights()
        except Exception:  # noqa: BLE001  # as above
            _log.exception("view failed", table=self.gameid)
            return Sights()
        return Sights(tuple(Sight(seat, view) for seat, view in views if view is not None))

    def ask(self, ask: Ask) -> None:
        """See :class:`~gamehall.tables.table.Viewer`."""
        if self.most_s is not None and self.most_s < ask.seconds:
            ask = attrs.evolve(ask, seconds=self.most_s)
        parts = (ask,) if self.interpreter is None else self._interpreted(self.interpreter.ask, ask)
        self.connection.expect()
        self._send(lambda: self._put(parts))
        if self.on_ask is not None:
            self.on_ask(ask)

    def ended(self, why: str) -> None:  # noqa: ARG002  # the table's last event has told why
        """See :class:`~gamehall.tables.table.Viewer`."""
        self._end(self)

    def talk(self, body: Chat | Voice) -> None:
        """Pass on what somebody at the table said."""
        self._send(lambda: self._update(body))

    def tell(self, payload: Any) -> None:
        """Tell this session alone something beside the table's events, unless it has ended."""
        if self.connection.tables.get(self.session) is self:
            self._send(lambda: self._update(Custom(payload)))

    def _interpreted(self, say: Callable[[Any], Sequence[Any]], what: Any) -> tuple[Any, ...]:
        """*what* in the interpreter's payloads; where that fails, the connection does not live on without them."""
        try:
            return self._bounded(lambda: tuple(say(what)))
        except GameOverran as error:
            self.table.fail(error)
            return ()
        except Exception:  # noqa: BLE001  # whatever a game's code raises
            _log.exception("interpreter failed", table=self.gameid, game=self.table.game.name)
            sentence = f"the server could not say this in the payloads of {type(self.interpreter).__name__}"
            self.connection.close(ServerFault(sentence))
            return ()

    def _say(self, parts: tuple[Any, ...]) -> None:
        if parts:
            self._send(lambda: self._update(UpdatedGameState(parameters=parts)))

    def _update(self, body: UpdatedGameState | Chat | Voice | Custom) -> None:
        self._show(Message(StateUpdate(GameStateUpdate(self.gameid, body)), self.session))

    def _show(self, message: Message) -> None:
        self._send_written(self.connection.encode, message)

    def _put(self, parts: tuple[Any, ...]) -> None:
        self._send_written(self.connection.written, self._question, parts)

    def _question(self, parts: tuple[Any, ...]) -> bytes:
        codec = self.connection.codec
        body = _question_of(codec, self.gameid).body(map(codec.part, parts))
        return bytes(codec.address(body, self.session))

    def _send_written(self, write: Callable[..., bytes | None], *given: Any) -> None:
        """Send what a game's code may have had a hand in: one that cannot be written in time, or in size, failed."""
        try:
            payload = self.table.machine.bound(write, self.table.config, *given)
        except GameOverran as error:
            self.table.fail(error)
            return
        if payload is None:
            return
        if len(payload) > MAX_FRAME_BYTES:
            size, seat = len(payload), self.table.machine.flow.seat_of(self.account)
            who = "a spectator" if seat is None else f"seat {seat}"
            sentence = f"what {who} is to be shown comes to {size} bytes; a message has at most {MAX_FRAME_BYTES}"
            self.table.fail(RuntimeError(sentence))
            return
        self.connection.send_encoded(payload)

    def _bounded(self, call: Callable[[], T]) -> T:
        return self.table.machine.bound(call, self.table.config)

    def _send(self, send: Callable[[], None]) -> None:
        if self._held is not None:
            self._held.append(send)
        else:
            send()


@lru_cache(_ENVELOPES)
def _update_of(codec: ModuleType, gameid: int) -> Envelope:
    """News of a table."""
    return Envelope(codec, lambda parts: StateUpdate(GameStateUpdate(gameid, UpdatedGameState(parameters=parts))))


@lru_cache(_ENVELOPES)
def _question_of(codec: ModuleType, gameid: int) -> Envelope:
    """A question at a table."""
    return Envelope(codec, lambda parts: Request(GameRequest(gameid, Action(parts))))


def _lines(game: Game, names: dict[int, str], events: tuple[Any, ...]) -> tuple[str, ...]:
    tell = game.transcript(names)
    return tuple([line for event in events if type(event) in game.events and (line := tell(event))])
