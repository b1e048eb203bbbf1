"""The accounts service over a real store."""

from __future__ import annotations

import hashlib

import anyio
import pytest

from gamehall.accounts.model import AccountType
from gamehall.accounts.old_accounts import OldAccount, parse
from gamehall.accounts.service import Accounts
from gamehall.ledger import account_key
from gamehall.store.store import Store
from gamehall_sdk.errors import (
    AccountTypeForbidden,
    BadName,
    BadPassword,
    LoginFailed,
    NameTaken,
    TooManyAttempts,
    UnknownAccount,
)

WORD = "correct horse"

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_client_makes_a_player_or_a_bot(accounts: Accounts, store: Store) -> None:
    made = [await accounts.register(name, WORD, kind, 7) for kind, name in enumerate(("a", "b"), start=1)]
    assert [account.kind for account in made] == [AccountType.PLAYER, AccountType.BOT]
    assert made[0].created_at_ms == 7
    balances = [store.ledger.balance(account_key(account.id)) for account in made]
    assert balances == [500, 500]
    store.ledger.check()


@pytest.mark.parametrize("kind", [3, 4, 0, 99, -1])
async def test_a_client_makes_nothing_else(accounts: Accounts, kind: int) -> None:
    with pytest.raises(AccountTypeForbidden):
        await accounts.register("anna", WORD, kind, 0)


async def test_an_operator_makes_an_admin(accounts: Accounts) -> None:
    assert (await accounts.create("root", WORD, 4, 0)).kind is AccountType.ADMIN


async def test_bad_names_and_passwords_are_refused(accounts: Accounts) -> None:
    with pytest.raises(BadName):
        await accounts.register("an\nna", WORD, 1, 0)
    with pytest.raises(BadPassword):
        await accounts.register("anna", "short", 1, 0)
    assert await accounts.list_all() == []


async def test_a_name_is_taken_in_all_its_spellings(accounts: Accounts) -> None:
    await accounts.register("Anna", WORD, 1, 0)
    for name in ("Anna", "anna", "\uff21NNA"):
        with pytest.raises(NameTaken, match="is taken"):
            await accounts.register(name, WORD, 1, 0)


async def test_many_at_once_make_one_account(accounts: Accounts) -> None:
    outcomes: list[str] = []

    async def register() -> None:
        try:
            await accounts.register("anna", WORD, 1, 0)
            outcomes.append("made")
        except NameTaken:
            outcomes.append("taken")

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(register)
    assert sorted(outcomes) == ["made", *["taken"] * 7]


async def test_login_takes_any_spelling_of_the_name(accounts: Accounts) -> None:
    made = await accounts.register("Anna", WORD, 1, 0)
    assert await accounts.authenticate("aNNa", WORD, 0) == made


async def test_a_wrong_password_and_an_unknown_name_look_the_same(accounts: Accounts) -> None:
    await accounts.register("anna", WORD, 1, 0)
    sentences = set()
    for name in ("anna", "nobody", "\ud800", "x" * 100_000):
        with pytest.raises(LoginFailed) as caught:
            await accounts.authenticate(name, "wrong password", 0)
        sentences.add(str(caught.value))
    assert len(sentences) == 1


async def test_guessing_is_slowed_down_for_known_and_unknown_names(accounts: Accounts) -> None:
    await accounts.register("anna", WORD, 1, 0)
    for name in ("anna", "nobody"):
        for _ in range(3):
            with pytest.raises(LoginFailed):
                await accounts.authenticate(name, "wrong password", 0)
        with pytest.raises(TooManyAttempts, match="20 s"):
            await accounts.authenticate(name.upper(), WORD, 0)
    assert (await accounts.authenticate("anna", WORD, 60_000)).name == "anna"


async def test_guesses_at_once_do_not_slip_through(accounts: Accounts) -> None:
    await accounts.register("anna", WORD, 1, 0)
    outcomes: list[type[Exception]] = []

    async def guess() -> None:
        try:
            await accounts.authenticate("anna", "wrong password", 0)
        except (LoginFailed, TooManyAttempts) as error:
            outcomes.append(type(error))

    async with anyio.create_task_group() as group:
        for _ in range(10):
            group.start_soon(guess)
    assert outcomes.count(LoginFailed) == 3


async def test_the_password_changes_with_the_old_one(accounts: Accounts) -> None:
    await accounts.register("anna", WORD, 1, 0)
    with pytest.raises(LoginFailed):
        await accounts.change_password("anna", "wrong password", "another word", 0)
    with pytest.raises(BadPassword):
        await accounts.change_password("anna", WORD, "short", 0)
    await accounts.change_password("anna", WORD, "another word", 0)
    with pytest.raises(LoginFailed):
        await accounts.authenticate("anna", WORD, 0)
    assert (await accounts.authenticate("anna", "another word", 0)).name == "anna"


async def test_an_operator_changes_password_and_type(accounts: Accounts) -> None:
    await accounts.register("anna", WORD, 1, 0)
    await accounts.reset_password("anna", "another word")
    assert (await accounts.set_type("anna", 4)).kind is AccountType.ADMIN
    assert (await accounts.authenticate("anna", "another word", 0)).kind is AccountType.ADMIN
    with pytest.raises(AccountTypeForbidden):
        await accounts.set_type("anna", 5)
    for attempt in (accounts.reset_password("bob", WORD), accounts.set_type("bob", 1), accounts.delete("bob", 0)):
        with pytest.raises(UnknownAccount, match="'bob'"):
            await attempt


async def test_a_deleted_account_is_gone_and_its_name_free(accounts: Accounts, store: Store) -> None:
    made = await accounts.register("anna", WORD, 1, 0)
    with pytest.raises(LoginFailed):
        await accounts.delete_own("anna", "wrong password", 0)
    assert await accounts.delete_own("anna", WORD, 0) == made
    with pytest.raises(LoginFailed):
        await accounts.authenticate("anna", WORD, 0)
    assert await accounts.by_id(made.id) is None
    assert store.ledger.balances() == {}
    again = await accounts.register("anna", WORD, 1, 0)
    assert again.id != made.id
    assert [row.account.id for row in await accounts.list_all()] == [again.id]


async def test_an_old_account_moves_to_argon2_at_its_first_good_login(accounts: Accounts, store: Store) -> None:
    md5_hex = hashlib.md5(b"Annaab", usedforsecurity=False).hexdigest()
    [made] = await accounts.import_old([OldAccount(1, "Anna", md5_hex, AccountType.PLAYER, 70)], 0)
    before = store.accounts.find("anna")
    assert before is not None
    assert before.stored_password.startswith("md5$")
    with pytest.raises(LoginFailed):
        await accounts.authenticate("anna", "abc", 0)
    assert await accounts.authenticate("anna", "ab", 0) == made
    after = store.accounts.find("anna")
    assert after is not None
    assert after.stored_password.startswith("$argon2id$")
    assert await accounts.authenticate("anna", "ab", 0) == made
    assert [row.balance for row in await accounts.list_all()] == [70]


async def test_an_import_is_all_or_nothing(accounts: Accounts, store: Store) -> None:
    await accounts.register("anna", WORD, 1, 0)
    rows = parse(f"bob,{'0' * 32},1,5\nANNA,{'0' * 32},1,5\n", "x.csv")
    with pytest.raises(NameTaken, match="'ANNA'"):
        await accounts.import_old(rows, 0)
    assert [row.account.name for row in await accounts.list_all()] == ["anna"]
    store.ledger.check()
