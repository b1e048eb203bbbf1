"""Accounts with a cheap hash, over a store of their own."""

from __future__ import annotations

from collections.abc import Iterator

import argon2
import pytest

from gamehall.accounts.passwords import Passwords
from gamehall.accounts.service import Accounts
from gamehall.store.store import Store, open_store


@pytest.fixture(scope="session")
def passwords() -> Passwords:
    return Passwords(argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def accounts(store: Store, passwords: Passwords) -> Accounts:
    return Accounts(store.accounts, passwords, login_attempts=3, login_window_s=60, starting_balance=500)
