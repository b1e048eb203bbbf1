"""A connection's session at one table: turns what the table tells into messages."""

from __future__ import annotations

from collections.abc import Callable

from gamehall.sessions.connection import Connection
from gamehall.tables.table import Batch, Table
from gamehall_sdk.table import Ask, Snapshot
from gamehall_sdk.wire import (
    Action,
    Chat,
    GameRequest,
    GameStateUpdate,
    Message,
    Request,
    StateUpdate,
    UpdatedGameState,
    Voice,
)

__all__ = ["Seat"]


class Seat:
    """A :class:`~gamehall.tables.table.Viewer` that is a session. It is silent until :meth:`open`."""

    def __init__(self, connection: Connection, session: int, table: Table, account: int, *, wants_views: bool) -> None:
        """The session numbered *session*."""
        self.connection = connection
        self.session = session
        self.table = table
        self.account = account
        self.wants_views = wants_views
        self.on_ask: Callable[[Ask], None] | None = None
        self._held: list[Callable[[], None]] | None = []

    @property
    def gameid(self) -> int:
        """The table's number."""
        return self.table.config.id

    def open(self) -> None:
        """Send what was held back, so that nothing of the table comes before the answer to the join."""
        held, self._held = self._held or [], None
        for send in held:
            send()

    def snapshot(self, snapshot: Snapshot) -> None:
        """See :class:`~gamehall.tables.table.Viewer`."""
        self._send(lambda: self._update(UpdatedGameState(parameters=(snapshot,))))

    def update(self, batch: Batch) -> None:
        """See :class:`~gamehall.tables.table.Viewer`."""
        self._send(lambda: self._update(UpdatedGameState(parameters=batch.parts)))

    def ask(self, ask: Ask) -> None:
        """See :class:`~gamehall.tables.table.Viewer`."""
        message = Message(Request(GameRequest(self.gameid, Action((ask,)))), self.session)
        self._send(lambda: self.connection.send(message))
        if self.on_ask is not None:
            self.on_ask(ask)

    def ended(self, why: str) -> None:  # noqa: ARG002  # the table's last event has told why
        """See :class:`~gamehall.tables.table.Viewer`."""
        self.connection.tables.pop(self.session, None)

    def talk(self, body: Chat | Voice) -> None:
        """Pass on what somebody at the table said."""
        self._send(lambda: self._update(body))

    def _update(self, body: UpdatedGameState | Chat | Voice) -> None:
        self.connection.send(Message(StateUpdate(GameStateUpdate(self.gameid, body)), self.session))

    def _send(self, send: Callable[[], None]) -> None:
        if self._held is not None:
            self._held.append(send)
        else:
            send()
