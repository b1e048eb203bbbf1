"""Accounts in a database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamehall.accounts.model import Account, AccountType, NewAccount
from gamehall.archive import StoredTable
from gamehall.journal import Entry, RoundRecord, RoundSeat
from gamehall.ledger import BANK
from gamehall.store.store import Store
from gamehall_sdk.errors import AccountBusy, NameTaken

MakeAccount = Callable[..., Account]


def test_an_account_is_found_by_its_identity(store: Store) -> None:
    [made] = store.accounts.add([NewAccount("Anna", "anna", AccountType.BOT, "stored", 0)], 5)
    assert made == Account(made.id, "Anna", AccountType.BOT, 5)
    found = store.accounts.find("anna")
    assert found is not None
    assert (found.account, found.stored_password) == (made, "stored")
    assert store.accounts.find("Anna") is None
    assert store.accounts.by_id(made.id) == made
    assert store.accounts.by_id(99) is None
    assert "stored" not in repr(found)


def test_a_second_of_one_identity_is_refused_with_all_of_its_group(store: Store, account: MakeAccount) -> None:
    account("anna", 10)
    group = [NewAccount(name, name, AccountType.PLAYER, "stored", 5) for name in ("bob", "anna")]
    with pytest.raises(NameTaken, match="'anna' is taken"):
        store.accounts.add(group, 5)
    assert [(row.account.name, row.balance) for row in store.accounts.list_all()] == [("anna", 10)]


def test_a_password_is_replaced_only_over_the_expected_one(store: Store, account: MakeAccount) -> None:
    anna = account("anna")
    assert not store.accounts.set_password(anna.id, "new", "other")
    assert store.accounts.set_password(anna.id, "new", "stored")
    assert store.accounts.set_password(anna.id, "newer", None)
    assert not store.accounts.set_password(99, "new", None)
    found = store.accounts.find("anna")
    assert found is not None
    assert found.stored_password == "newer"


def test_a_type_is_changed(store: Store, account: MakeAccount) -> None:
    anna = account("anna")
    assert store.accounts.set_kind(anna.id, AccountType.ADMIN)
    assert not store.accounts.set_kind(99, AccountType.ADMIN)
    found = store.accounts.by_id(anna.id)
    assert found is not None
    assert found.kind is AccountType.ADMIN


def test_a_deleted_account_leaves_its_rounds_and_gives_back_its_chips(
    store: Store, account: MakeAccount, table: Callable[[], StoredTable]
) -> None:
    anna, one = account("anna", 70), table()
    record = RoundRecord(1, "hello", "plain", 1, 2, b"{}", (RoundSeat(0, anna.id, "anna", 1, 0),))
    store.journal.write([Entry(one.id, 1, 0, "act", b"{}", "", record=record)])
    assert store.accounts.delete(anna.id, 9)
    assert not store.accounts.delete(anna.id, 9)
    assert store.ledger.balances() == {}
    assert store.accounts.list_all() == []
    assert not store.accounts.set_password(anna.id, "new", None)
    assert not store.accounts.set_kind(anna.id, AccountType.ADMIN)
    [found] = store.rounds.list_rounds(account_id=anna.id)
    assert found.seats[0].name == "anna"
    assert account("anna").id > anna.id
    store.ledger.check()


def test_an_account_with_chips_on_their_way_is_not_deleted(store: Store, account: MakeAccount) -> None:
    anna = account("anna", 70)
    hold = store.ledger.hold(anna.id, 20, 1, 1)
    with pytest.raises(AccountBusy, match="joining"):
        store.accounts.delete(anna.id, 9)
    assert store.accounts.find("anna") is not None
    assert store.ledger.balances() == {"account:1": 50, "transit:1": 20, BANK: -70}
    store.ledger.release(hold, 2)
    assert store.accounts.delete(anna.id, 9)
