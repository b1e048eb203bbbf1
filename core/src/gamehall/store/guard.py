"""One server at a time works on a database.

An SQLite file lies in the data folder, which is locked. A PostgreSQL database may be named by servers on any machine,
so a server holds an advisory lock there, on a connection of its own: the database lets go of it when the server dies.
"""

from __future__ import annotations

import time
from typing import Final, Protocol

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from gamehall.errors import DatabaseInUse
from gamehall.store.engine import Database, renamed_errors

__all__ = ["Guard", "guard"]

# Any number that nothing else locks; the migrations lock its neighbour.
_LOCK: Final = 0x67616D6568616C6D
_PAUSE_S: Final = 0.05
# A server whose machine is gone says no goodbye; so the database finds out within half a minute.
_LIVELINESS: Final = ("tcp_keepalives_idle = 15", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3")


class Guard(Protocol):
    """Keeps other servers off a database."""

    @property
    def backend(self) -> int:
        """The number of the database's process that holds the lock; 0 where there is none."""

    def keep(self) -> None:
        """Make sure of the lock; call it every few seconds, since it is lost when the database restarts.

        Raises DatabaseInUse when another server has taken it since, StoreUnavailable when the database is away.
        """

    def release(self) -> None:
        """Let go of it."""


def guard(database: Database, *, patience_s: float = 5.0) -> Guard:
    """Take the lock of *database*, within *patience_s*: a server that was just killed may be held to be alive.

    Raises DatabaseInUse, StoreUnavailable.
    """
    if database.engine.dialect.name != "postgresql":
        return _NoGuard()
    taken = _AdvisoryLock(database)
    taken.take(patience_s)
    return taken


class _NoGuard:
    backend = 0

    def keep(self) -> None:
        """See :class:`Guard`."""

    def release(self) -> None:
        """See :class:`Guard`."""


class _AdvisoryLock:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self.backend = 0

    def take(self, patience_s: float) -> None:
        end = time.monotonic() + patience_s
        while not self._try():
            if time.monotonic() >= end:
                sentence = (
                    "The database is in use by another server; stop that one first. One whose machine went down lets "
                    "go of it within half a minute."
                )
                raise DatabaseInUse(sentence)
            time.sleep(_PAUSE_S)

    def keep(self) -> None:
        """See :class:`Guard`."""
        if self._connection is not None:
            try:
                self._connection.execute(text("SELECT 1"))
            except DBAPIError:
                self.release()
            else:
                return
        self.take(0)

    def release(self) -> None:
        """See :class:`Guard`."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # Not back to the pool, where it would hold the lock on.
            connection.invalidate()
            connection.close()

    def _try(self) -> bool:
        with renamed_errors():
            self._connection = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            try:
                taken = self._ask(self._connection)
            except BaseException:
                self.release()
                raise
        if not taken:
            self.release()
        return taken

    def _ask(self, connection: Connection) -> bool:
        for setting in _LIVELINESS:
            connection.execute(text(f"SET {setting}"))
        self.backend = connection.scalar(text("SELECT pg_backend_pid()")) or 0
        return bool(connection.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": _LOCK}))
