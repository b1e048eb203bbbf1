"""A group of journal entries, with all they carry, in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from gamehall.accounts.model import Account
from gamehall.archive import StoredEntry, StoredTable
from gamehall.errors import StoreError
from gamehall.journal import Entry, RoundRecord, RoundSeat
from gamehall.ledger import BANK, buy_in, cash_out
from gamehall.store.store import Store
from gamehall_sdk.errors import AccountBusy, InsufficientFunds, TableNotEmpty

MakeAccount = Callable[..., Account]
MakeTable = Callable[[], StoredTable]


def _entry(table_id: int, number: int, **more: Any) -> Entry:
    return Entry(table_id, number, 1000 + number, "act", f'{{"n": {number}}}'.encode(), f"d{number}", **more)


def _record(round_no: int, *seats: RoundSeat) -> RoundRecord:
    return RoundRecord(round_no, "hello", "plain", 10, 20, b'{"round": true}', seats)


def test_entries_are_read_back_in_order_after_the_checkpoint(store: Store, table: MakeTable) -> None:
    one, two = table(), table()
    store.journal.write(
        [_entry(one.id, 1), _entry(two.id, 1), _entry(one.id, 2, checkpoint=b"state"), _entry(one.id, 3)]
    )
    found = store.tables.open_tables()
    assert [(t.id, t.checkpoint, t.checkpoint_no) for t in found] == [(one.id, b"state", 2), (two.id, None, 0)]
    assert store.tables.entries_after(one.id, 2) == [StoredEntry(one.id, 3, 1003, "act", b'{"n": 3}', "d3")]
    assert [entry.number for entry in store.tables.entries_after(one.id, 0)] == [2, 3]


def test_the_last_checkpoint_of_a_group_stays(store: Store, table: MakeTable) -> None:
    one = table()
    store.journal.write([_entry(one.id, 1, checkpoint=b"a"), _entry(one.id, 2, checkpoint=b"b")])
    found = store.tables.get(one.id)
    assert found is not None
    assert (found.checkpoint, found.checkpoint_no) == (b"b", 2)


def test_last_numbers_and_copies(store: Store, table: MakeTable) -> None:
    one, two = table(), table()
    store.journal.write([_entry(one.id, 1), _entry(one.id, 2)])
    assert store.journal.last_numbers([one.id, two.id, 99]) == {one.id: 2, two.id: 0, 99: 0}
    assert store.journal.holds(_entry(one.id, 2))
    assert not store.journal.holds(attrs.evolve(_entry(one.id, 2), body=b"{}"))
    assert not store.journal.holds(_entry(one.id, 3))


def test_a_checkpoint_takes_the_place_of_the_entries_before_it(store: Store, table: MakeTable) -> None:
    one, other = table(), table()
    store.journal.write([_entry(other.id, number) for number in (1, 2)])
    store.journal.write([_entry(one.id, 1), _entry(one.id, 2, checkpoint=b"state"), _entry(one.id, 3)])
    assert [entry.number for entry in store.tables.entries_after(one.id, 0)] == [2, 3]
    # Its writer may not know yet whether it is stored.
    assert store.journal.holds(_entry(one.id, 2, checkpoint=b"state"))
    store.journal.write([_entry(one.id, 4, checkpoint=b"later")])
    assert [entry.number for entry in store.tables.entries_after(one.id, 0)] == [4]
    assert store.journal.last_numbers([one.id]) == {one.id: 4}
    assert len(store.tables.entries_after(other.id, 0)) == 2


def test_the_journal_of_closed_tables_is_pruned(store: Store, table: MakeTable) -> None:
    tables = [table() for _ in range(4)]
    for one in tables:
        store.journal.write([_entry(one.id, 1), _entry(one.id, 2, closed=one is not tables[3])])
    assert store.tables.prune(tables[3].id) == 0
    assert store.tables.prune(tables[0].id) == 2
    assert store.tables.prune() == 4
    assert [len(store.tables.entries_after(one.id, 0)) for one in tables] == [0, 0, 0, 2]


def test_chips_move_with_the_entry(store: Store, table: MakeTable, account: MakeAccount) -> None:
    one, anna = table(), account("anna", 100)
    hold = store.ledger.hold(anna.id, 60, one.id, 1)
    store.journal.write([_entry(one.id, 1, transfers=(buy_in(hold, 2),))])
    assert store.ledger.balances() == {"account:1": 40, f"table:{one.id}": 60, BANK: -100}
    with pytest.raises(AccountBusy, match="sits at a table"):
        store.accounts.delete(anna.id, 9)
    store.journal.write([_entry(one.id, 2, transfers=(cash_out(one.id, anna.id, 60, 3),), left=(anna.id,))])
    assert store.ledger.balances() == {"account:1": 100, BANK: -100}
    store.ledger.check()
    assert store.accounts.delete(anna.id, 9)


def test_an_overdraft_stores_nothing_of_the_group(store: Store, table: MakeTable, account: MakeAccount) -> None:
    one, anna = table(), account("anna", 100)
    with pytest.raises(InsufficientFunds, match=rf"^The balance of table:{one.id} is 0 chips; 5 are needed\.$"):
        store.journal.write([_entry(one.id, 1), _entry(one.id, 2, transfers=(cash_out(one.id, anna.id, 5, 3),))])
    assert store.tables.entries_after(one.id, 0) == []
    assert store.ledger.balances() == {"account:1": 100, BANK: -100}


def test_a_table_that_nobody_made_and_a_number_that_is_there_are_refused(store: Store, table: MakeTable) -> None:
    one = table()
    store.journal.write([_entry(one.id, 1)])
    for entry in (_entry(one.id, 1), _entry(99, 1)):
        with pytest.raises(StoreError, match="unknown table or account, or exists already"):
            store.journal.write([entry])


def test_a_round_is_stored_with_its_seats(store: Store, table: MakeTable, account: MakeAccount) -> None:
    one, anna = table(), account("anna")
    seats = (RoundSeat(0, anna.id, "anna", 1, 5), RoundSeat(3, None, "tight", 2, -5))
    store.journal.write([_entry(one.id, 1, record=_record(1, *seats)), _entry(one.id, 2, record=_record(2))])
    second, first = store.rounds.list_rounds()
    assert (first.round_no, first.seats, first.ended_at_ms) == (1, seats, 20)
    assert (second.round_no, second.seats) == (2, ())
    found = store.rounds.get(first.id)
    assert found is not None
    assert (found.summary, found.document) == (first, b'{"round": true}')
    with pytest.raises(StoreError):
        store.journal.write([_entry(one.id, 3, record=_record(2))])


def test_closing_needs_an_empty_table(store: Store, table: MakeTable, account: MakeAccount) -> None:
    one, anna = table(), account("anna", 100)
    hold = store.ledger.hold(anna.id, 60, one.id, 1)
    store.journal.write([_entry(one.id, 1, transfers=(buy_in(hold, 2),))])
    with pytest.raises(TableNotEmpty, match="60 chips lie there"):
        store.journal.write([_entry(one.id, 2, closed=True)])
    store.journal.write([_entry(one.id, 2, transfers=(cash_out(one.id, anna.id, 60, 3),), closed=True)])
    assert store.tables.open_tables() == []
    found = store.tables.get(one.id)
    assert found is not None
    assert found.closed_at_ms == 1002
    assert store.accounts.delete(anna.id, 9)
