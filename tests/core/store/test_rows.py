"""The connection that the journal keeps: it outlives faulty rows, and is replaced when it is broken."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import attrs
import pytest

from gamehall.archive import NewTable
from gamehall.errors import StoreError
from gamehall.journal import Entry, RoundRecord, RoundSeat
from gamehall.store.store import Store, open_store
from gamehall_sdk.errors import StoreUnavailable
from tests.postgres import Cluster


def _table(store: Store) -> int:
    return store.tables.create(NewTable("t", "hello", "plain", "1", "{}", None), 0).id


def _entry(table_id: int, number: int) -> Entry:
    return Entry(table_id, number, 0, "act", b"{}", "digest")


def test_of_a_group_with_a_faulty_row_nothing_is_stored_and_the_next_one_is(store: Store) -> None:
    one, two = _table(store), _table(store)
    store.journal.write([_entry(one, 1)])
    with pytest.raises(StoreError):
        store.journal.write([_entry(two, 1), _entry(one, 1)])
    assert store.journal.last_numbers([one, two]) == {one: 1, two: 0}
    store.journal.write([_entry(two, 1), _entry(one, 2)])
    assert store.journal.last_numbers([one, two]) == {one: 2, two: 1}


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 15, 33, 47, 100])
def test_a_group_of_any_size_is_stored_whole_and_in_order(store: Store, count: int) -> None:
    seats = tuple(RoundSeat(seat, None, f"p{seat}", 2, seat - 1) for seat in range(3))
    table = _table(store)
    store.journal.write(
        [
            attrs.evolve(
                _entry(table, number),
                body=b"%d" % number,
                record=RoundRecord(number, "hello", "plain", 0, number, b'{"number":%d}' % number, seats),
            )
            for number in range(1, count + 1)
        ]
    )
    assert [entry.body for entry in store.tables.entries_after(table, 0)] == [
        b"%d" % one for one in range(1, count + 1)
    ]
    rounds = list(store.rounds.documents(table_id=table))
    assert [one.document for one in rounds] == [b'{"number":%d}' % one for one in range(1, count + 1)]
    assert all(one.summary.seats == seats for one in rounds)


def test_while_another_process_writes_the_journal_is_refused_and_then_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamehall.store.engine.BUSY_TIMEOUT_MS", 1)
    store = open_store(f"sqlite:///{tmp_path}/g")
    table = _table(store)
    store.journal.write([_entry(table, 1)])
    other = sqlite3.connect(tmp_path / "g", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match=r"^The database does not answer now \(database is locked\)\.$"):
        store.journal.write([_entry(table, 2)])
    other.execute("ROLLBACK")
    other.close()
    store.journal.write([_entry(table, 2)])
    assert store.journal.last_numbers([table]) == {table: 2}
    store.close()


def test_a_connection_that_the_database_closed_is_replaced(cluster: Cluster) -> None:
    store = open_store(cluster.emptied())
    table = _table(store)
    store.journal.write([_entry(table, 1)])
    cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gamehall'")
    with pytest.raises(StoreUnavailable, match=r"^The database does not answer now"):
        store.journal.write([_entry(table, 2)])
    store.journal.write([_entry(table, 2)])
    assert store.journal.last_numbers([table]) == {table: 2}
    store.close()
