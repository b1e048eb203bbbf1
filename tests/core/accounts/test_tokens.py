from __future__ import annotations

import itertools

import pytest

from gamehall.accounts.model import Account, AccountType, NewAccount
from gamehall.accounts.tokens import LIFETIME_S, Tokens
from gamehall.store.store import Store

NOW = 1_000_000


@pytest.fixture
def alice(store: Store) -> Account:
    [alice] = store.accounts.add([NewAccount("Alice", "alice", AccountType.PLAYER, "stored one", 0)], NOW)
    return alice


@pytest.fixture
def tokens(store: Store) -> Tokens:
    numbers = itertools.count()
    return Tokens(store.tokens, lambda: f"{next(numbers):043d}")


async def test_a_token_stands_in_for_the_password(tokens: Tokens, alice: Account) -> None:
    token = await tokens.issue(alice.id, NOW)
    assert await tokens.redeem("Alice", token, NOW) == alice
    assert await tokens.redeem("ALICE", token, NOW + 1) == alice


async def test_only_for_its_own_account(tokens: Tokens, alice: Account, store: Store) -> None:
    store.accounts.add([NewAccount("Bob", "bob", AccountType.PLAYER, "stored two", 0)], NOW)
    token = await tokens.issue(alice.id, NOW)
    assert await tokens.redeem("Bob", token, NOW) is None
    assert await tokens.redeem("nobody", token, NOW) is None


@pytest.mark.parametrize("word", ["", "secret", "ght_", "ght_" + "x" * 43, "ght_" + "0" * 44, "\ud800"])
async def test_other_words_are_no_tokens(tokens: Tokens, alice: Account, word: str) -> None:
    await tokens.issue(alice.id, NOW)
    assert await tokens.redeem("Alice", word, NOW) is None


async def test_it_ends_after_its_time(tokens: Tokens, alice: Account) -> None:
    token = await tokens.issue(alice.id, NOW)
    end = NOW + LIFETIME_S * 1000
    assert await tokens.redeem("Alice", token, end - 1) == alice
    assert await tokens.redeem("Alice", token, end) is None


async def test_a_new_one_ends_the_old(tokens: Tokens, alice: Account) -> None:
    first = await tokens.issue(alice.id, NOW)
    second = await tokens.issue(alice.id, NOW)
    assert await tokens.redeem("Alice", first, NOW) is None
    assert await tokens.redeem("Alice", second, NOW) == alice


async def test_it_is_forgotten_on_request(tokens: Tokens, alice: Account) -> None:
    token = await tokens.issue(alice.id, NOW)
    await tokens.forget(alice.id)
    assert await tokens.redeem("Alice", token, NOW) is None


async def test_it_ends_with_the_password(tokens: Tokens, alice: Account, store: Store) -> None:
    token = await tokens.issue(alice.id, NOW)
    store.accounts.set_password(alice.id, "stored anew", None)
    assert await tokens.redeem("Alice", token, NOW) is None


async def test_it_ends_with_the_account(tokens: Tokens, alice: Account, store: Store) -> None:
    token = await tokens.issue(alice.id, NOW)
    store.accounts.delete(alice.id, NOW)
    assert await tokens.redeem("Alice", token, NOW) is None
    # For an account that is gone there is none to be had.
    again = await tokens.issue(alice.id, NOW)
    assert await tokens.redeem("Alice", again, NOW) is None


async def test_the_store_keeps_no_token(tokens: Tokens, alice: Account, store: Store) -> None:
    token = await tokens.issue(alice.id, NOW)
    with store.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM login_token").all()
    assert len(rows) == 1
    assert token not in str(rows)
