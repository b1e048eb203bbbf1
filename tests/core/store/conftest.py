"""A fresh store for each test, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from gamehall.accounts.model import Account, AccountType, NewAccount
from gamehall.archive import NewTable, StoredTable
from gamehall.store.store import Store, open_store


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
