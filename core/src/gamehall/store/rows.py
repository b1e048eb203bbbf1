"""Rows that are written all the time: the driver gets them as they are, where SQLAlchemy would look at each value."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Connection, Delete, Dialect, Insert, PoolProxiedConnection, Update
from sqlalchemy.exc import DBAPIError, IntegrityError

from gamehall.store.engine import Database, renamed_errors

_AT_ONCE = (32, 8, 4, 2, 1)
"""How many rows a statement has: few kinds of statements, and few calls of the driver, each of which lets go of the
interpreter, so that another core may take it away."""
Statement = Insert | Update | Delete
Rows = tuple[Statement, Sequence[tuple[Any, ...]]]
"""A statement, a constant of its module, and the values for each time it is done, in the order of its text."""


class RowWriter:
    """Writes rows in transactions of their own, on a connection that is kept for them; one call at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: PoolProxiedConnection | None = None

    def write(self, parts: Iterable[Rows]) -> None:
        """Do all of *parts*, or nothing.

        Raises StoreUnavailable when the database is away. A broken constraint leaves as SQLAlchemy's IntegrityError.
        """
        dialect = self._database.engine.dialect
        with self._database.turn(), renamed_errors():
            connection = self._connection = self._connection or self._database.engine.raw_connection()
            try:
                with _wrapped_errors(dialect):
                    cursor: Any = connection.cursor()
                    if dialect.name == "sqlite":
                        cursor.execute("BEGIN IMMEDIATE")
                    _execute(cursor, dialect, parts)
                    connection.commit()
            except IntegrityError:
                connection.rollback()
                raise
            except BaseException:
                # Whatever state it is in, the next call takes another one.
                self._connection = None
                connection.invalidate()
                raise

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def execute_rows(connection: Connection, parts: Iterable[Rows]) -> None:
    """Do all of *parts* within the transaction of *connection*."""
    with _wrapped_errors(connection.dialect):
        _execute(connection.connection.cursor(), connection.dialect, parts)


def _execute(cursor: Any, dialect: Dialect, parts: Iterable[Rows]) -> None:
    for statement, rows in parts:
        if not rows:
            continue
        if dialect.name != "sqlite" or not isinstance(statement, Insert):
            cursor.executemany(_text(statement, dialect), rows)
            continue
        at = 0
        for count in _AT_ONCE:
            while len(rows) - at >= count:
                text = _text_of_several(statement, dialect, count)
                cursor.execute(text, list(itertools.chain.from_iterable(rows[at : at + count])))
                at += count


@cache
def _text_of_several(statement: Statement, dialect: Dialect, count: int) -> str:
    head, values = _text(statement, dialect).split(" VALUES ", 1)
    return f"{head} VALUES {', '.join([values] * count)}"


@cache
def _text(statement: Statement, dialect: Dialect) -> str:
    build: Any = type(dialect)
    positional = build(paramstyle="format" if dialect.name == "postgresql" else "qmark")
    return str(statement.compile(dialect=positional))


@contextmanager
def _wrapped_errors(dialect: Dialect) -> Iterator[None]:
    """Errors of the driver as SQLAlchemy would raise them."""
    try:
        yield
    except dialect.loaded_dbapi.Error as error:
        raise DBAPIError.instance(None, None, error, dialect.loaded_dbapi.Error, dialect=dialect) from error
