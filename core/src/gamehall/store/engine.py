"""The connection to the database: SQLite or PostgreSQL, transactions, and foreign errors renamed to ours."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, Literal

import attrs
from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from gamehall.errors import StoreError
from gamehall_sdk.errors import StoreUnavailable

BUSY_TIMEOUT_MS: Final = 5000
"""How long SQLite waits for another process that writes."""

# A database that is gone without a word is noticed: libpq's own patience is two hours. The URL may say otherwise.
_PATIENCE: Final = {
    "application_name": "gamehall",
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
_READ_ONLY: Final = "gamehall_read_only"


@attrs.frozen(eq=False)
class Database:
    """An engine with our transactions. Threads may share it; on SQLite the writers of one process take turns."""

    engine: Engine
    _turn: threading.Lock | None

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that is committed at the end, or rolled back when an error leaves it.

        Raises StoreUnavailable when the database is away. A broken constraint leaves as SQLAlchemy's
        IntegrityError, for the caller to say what it means.
        """
        with self.turn(), renamed_errors(), self.engine.begin() as connection:
            yield connection

    def turn(self) -> AbstractContextManager[object]:
        """Within it no other thread of this process writes, where only one can."""
        # SQLite has one writer. Waiting for it here is fair and wakes at once; its own waiting is a sleep.
        return self._turn or nullcontext()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads, all from one moment. Raises StoreUnavailable."""
        with renamed_errors(), self.engine.connect() as connection:
            options: dict[str, Any] = {_READ_ONLY: True}
            if self.engine.dialect.name == "postgresql":
                # Otherwise each statement would see a moment of its own.
                options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            reading = connection.execution_options(**options)
            with reading.begin():
                yield reading

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def open_database(url: str, durability: Literal["process", "power"] = "process") -> Database:
    """The database at *url* (``sqlite:///FILE`` or ``postgresql+psycopg://…``), not connected to yet.

    ``durability="power"`` asks it to have each commit on the disk before it returns. A new SQLite file can be read
    by its owner only. Raises StoreError for another kind of database, StoreUnavailable when a folder cannot be made.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        # Not chained: SQLAlchemy's sentence shows the URL with its password.
        raise StoreError("The database setting is no database URL.") from None
    match parsed.get_backend_name():
        case "sqlite":
            return _open_sqlite(parsed, durability)
        case "postgresql":
            return _open_postgresql(parsed, durability)
        case other:
            raise StoreError(f"Databases of the kind {other} are not supported; use sqlite or postgresql.")


def insert_or_skip(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that leaves rows alone which exist already, in the database's own dialect."""
    build = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return build(table).on_conflict_do_nothing()


def _open_sqlite(url: URL, durability: str) -> Database:
    if not url.database or url.database == ":memory:":
        raise StoreError("The SQLite database must be a file: sqlite:///FILE.")
    path = Path(url.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Made here, not by SQLite, which would let everybody read the password hashes.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreUnavailable(f"The database file {path} cannot be opened: {error.strerror}.") from error
    # The connection that was used last is used again: what another one wrote, each must read anew.
    engine = create_engine(
        url, hide_parameters=True, pool_use_lifo=True, connect_args={"timeout": BUSY_TIMEOUT_MS / 1000}
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _record: object) -> None:
        # Transactions are begun below: sqlite3 itself would begin them late, and then lose to another writer.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if durability == 'power' else 'NORMAL'}")
        connection.execute("PRAGMA foreign_keys = ON")
        # 40 MB of log between checkpoints: a page that changes with every move is then copied once for many.
        connection.execute("PRAGMA wal_autocheckpoint = 10000")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = connection.get_execution_options().get(_READ_ONLY)
        connection.exec_driver_sql("BEGIN DEFERRED" if reading else "BEGIN IMMEDIATE")

    return Database(engine, threading.Lock())


def _open_postgresql(url: URL, durability: str) -> Database:
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    given = {name: value for name, value in _PATIENCE.items() if name not in url.query}
    try:
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=True, pool_use_lifo=True, connect_args=given)
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs psycopg: install gamehall[postgresql].") from error
    if durability == "power":

        @event.listens_for(engine, "connect")
        def _connected(connection: Any, _record: object) -> None:
            connection.execute("SET synchronous_commit = on")
            connection.commit()

    return Database(engine, None)


@contextmanager
def renamed_errors() -> Iterator[None]:
    """Rename SQLAlchemy's errors, at this one seam."""
    try:
        yield
    except IntegrityError:
        raise
    except (OperationalError, InterfaceError, PoolTimeoutError) as error:
        raise StoreUnavailable(f"The database does not answer now{_cause(error)}.") from error
    except DatabaseError as error:
        if error.connection_invalidated:
            raise StoreUnavailable(f"The database does not answer now{_cause(error)}.") from error
        raise StoreError(f"The database cannot be used{_cause(error)}.") from error
    except SQLAlchemyError as error:
        raise StoreError(f"The database cannot be used ({type(error).__name__}).") from error


def _cause(error: SQLAlchemyError) -> str:
    if not isinstance(error, DBAPIError) or error.orig is None:
        return ""
    return f" ({str(error.orig).strip().splitlines()[0].rstrip('.')})" if str(error.orig).strip() else ""
