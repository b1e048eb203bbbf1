"""A fresh store for each test: SQLite, and also the database that ``TEST_DATABASE_URL`` names, which is emptied."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from gamehall.accounts.model import Account, AccountType, NewAccount
from gamehall.archive import NewTable, StoredTable
from gamehall.store.engine import open_database
from gamehall.store.schema import metadata
from gamehall.store.store import Store, open_store

URLS = ["sqlite", *filter(None, [os.environ.get("TEST_DATABASE_URL")])]


@pytest.fixture(params=URLS, ids=lambda url: url.partition(":")[0].partition("+")[0])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'g.sqlite3'}"
    database = open_database(request.param)
    with database.write() as connection:
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    database.close()
    return str(request.param)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def account(store: Store) -> Callable[..., Account]:
    """Makes an account: ``account("anna", 100)``."""

    def make(name: str, balance: int = 0, kind: AccountType = AccountType.PLAYER) -> Account:
        [made] = store.accounts.add([NewAccount(name, name, kind, "stored", balance)], 5)
        return made

    return make


@pytest.fixture
def table(store: Store) -> Callable[[], StoredTable]:
    """Makes a table."""
    return lambda: store.tables.create(NewTable("one", "hello", "plain", "1.0", '{"n": 1}', None), 5)
