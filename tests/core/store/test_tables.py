"""Tables in a database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamehall.accounts.model import Account
from gamehall.archive import NewTable, StoredTable
from gamehall.journal import Entry
from gamehall.ledger import buy_in
from gamehall.store.store import Store
from gamehall_sdk.errors import TableNotEmpty, UnknownTable

MakeTable = Callable[[], StoredTable]


def test_a_table_is_read_back_as_it_was_made(store: Store, account: Callable[..., Account]) -> None:
    anna = account("anna")
    made = store.tables.create(NewTable("<b>", "holdem", "no-limit", "1.2", '{"blind": 2}', anna.id), 7)
    assert store.tables.get(made.id) == made
    assert (made.name, made.options, made.creator_id, made.created_at_ms) == ("<b>", '{"blind": 2}', anna.id, 7)
    assert (made.closed_at_ms, made.checkpoint, made.checkpoint_no, made.invitations) == (None, None, 0, "[]")
    assert store.tables.get(99) is None


def test_numbers_are_never_used_again_and_the_newest_come_first(store: Store, table: MakeTable) -> None:
    one, two, three = table(), table(), table()
    store.tables.close(two.id, 9)
    assert [t.id for t in store.tables.open_tables()] == [one.id, three.id]
    assert [t.id for t in store.tables.list_tables(2)] == [three.id, two.id]


def test_a_table_becomes_private_and_public(store: Store, table: MakeTable) -> None:
    one = table()
    store.tables.set_access(one.id, "hash", '["code"]')
    found = store.tables.get(one.id)
    assert found is not None
    assert (found.password_hash, found.invitations) == ("hash", '["code"]')
    assert "hash'" not in repr(found)
    store.tables.set_access(one.id, None, "[]")
    with pytest.raises(UnknownTable, match="99"):
        store.tables.set_access(99, None, "[]")


def test_a_table_with_chips_is_not_closed(store: Store, table: MakeTable, account: Callable[..., Account]) -> None:
    one, anna = table(), account("anna", 10)
    hold = store.ledger.hold(anna.id, 10, one.id, 1)
    store.journal.write([Entry(one.id, 1, 0, "join", b"{}", "", transfers=(buy_in(hold, 2),))])
    with pytest.raises(TableNotEmpty):
        store.tables.close(one.id, 9)
    assert [t.id for t in store.tables.open_tables()] == [one.id]


def test_only_an_open_table_is_closed(store: Store, table: MakeTable) -> None:
    one = table()
    store.tables.close(one.id, 9)
    for number in (one.id, 99):
        with pytest.raises(UnknownTable, match=f"no open table number {number}"):
            store.tables.close(number, 9)
