"""What SQLite's one writer gives for nothing, and PostgreSQL's many must be shown to keep."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from sqlalchemy import event, text

from gamehall.accounts.model import AccountType, NewAccount
from gamehall.archive import NewTable
from gamehall.errors import DatabaseInUse, StoreError
from gamehall.journal import Entry, RoundRecord, RoundSeat
from gamehall.ledger import Hold, account_key, buy_in, cash_out, table_key, transit_key
from gamehall.store.engine import open_database
from gamehall.store.guard import guard
from gamehall.store.store import Store, open_store
from gamehall_sdk.errors import AccountBusy, InsufficientFunds, StoreUnavailable
from tests.postgres import Cluster


@pytest.fixture
def store(cluster: Cluster) -> Iterator[Store]:
    opened = open_store(cluster.emptied())
    yield opened
    opened.close()


def _account(store: Store, name: str = "anna", balance: int = 100) -> int:
    [made] = store.accounts.add([NewAccount(name, name, AccountType.PLAYER, "stored", balance)], 0)
    return made.id


def _table(store: Store) -> int:
    return store.tables.create(NewTable("t", "hello", "plain", "1", "{}", None), 0).id


@contextmanager
def after_statement(store: Store, number: int, do: Callable[[], Any]) -> Iterator[None]:
    """Within the block, *do* happens on another connection after the *number*-th statement of this thread."""
    me, seen = threading.get_ident(), [0]

    def done(*_: Any) -> None:
        if threading.get_ident() == me:
            seen[0] += 1
            if seen[0] == number:
                with ThreadPoolExecutor(1) as other:
                    other.submit(do).result(20)

    event.listen(store.database.engine, "after_cursor_execute", done)
    try:
        yield
    finally:
        event.remove(store.database.engine, "after_cursor_execute", done)
    assert seen[0] >= number


@pytest.mark.parametrize("after", [1, 2])
def test_the_books_are_read_at_one_moment(store: Store, after: int) -> None:
    anna = _account(store)
    with after_statement(store, after, lambda: store.ledger.hold(anna, 5, 1, 0)):
        store.ledger.check()


@pytest.mark.parametrize("after", [1, 2])
def test_an_account_whose_chips_reach_a_table_while_it_is_deleted_stays(store: Store, after: int) -> None:
    anna, table_id = _account(store), _table(store)
    hold = store.ledger.hold(anna, 5, table_id, 0)
    entry = Entry(table_id, 1, 0, "join", b"{}", "", (buy_in(hold, 0),))

    # It may have to wait for the deletion; then it comes after it, which is as good.
    url = store.database.engine.url.update_query_dict({"options": "-c lock_timeout=100ms"})
    other = open_store(url.render_as_string(hide_password=False))

    def arrive() -> None:
        with suppress(StoreUnavailable):
            other.journal.write([entry])

    with after_statement(store, after, arrive), pytest.raises(AccountBusy):
        store.accounts.delete(anna, 0)
    other.close()
    assert store.accounts.by_id(anna) is not None


def test_a_hold_that_is_settled_while_it_is_released_is_not_released(store: Store) -> None:
    anna, table_id = _account(store), _table(store)
    for number in range(1, 21):
        hold = store.ledger.hold(anna, 5, table_id, 0)
        entry = Entry(table_id, number, 0, "join", b"{}", "", (buy_in(hold, 0), cash_out(table_id, anna, 5, 0)))
        barrier = threading.Barrier(2)

        def settle(entry: Entry = entry, barrier: threading.Barrier = barrier) -> bool:
            barrier.wait(10)
            try:
                store.journal.write([entry])
            except (InsufficientFunds, StoreError):
                return False
            return True

        def release(hold: Hold = hold, barrier: threading.Barrier = barrier) -> bool:
            barrier.wait(10)
            return store.ledger.release(hold, 0)

        with ThreadPoolExecutor(2) as both:
            done = [both.submit(settle), both.submit(release)]
            assert sorted(one.result(20) for one in done) == [False, True]
        if not done[0].result():
            store.journal.write([Entry(table_id, number, 0, "part", b"{}", "")])
    assert store.ledger.balances() == {account_key(anna): 100, "bank": -100}


def test_joins_and_the_journal_never_wait_for_each_other_in_a_ring(store: Store) -> None:
    # A hold locks an account, then its chips; a round's record comes with chips, then names the account.
    people = [_account(store, name) for name in ("anna", "bert")]
    tables = [_table(store), _table(store)]
    barrier = threading.Barrier(3)

    def play(table_id: int) -> None:
        for number in range(1, 31):
            if number % 10 == 1:
                barrier.wait(20)
            holds = [store.ledger.hold(who, 2, table_id, 0) for who in people]
            seats = tuple(RoundSeat(at, who, "n", 1, 0) for at, who in enumerate(people))
            record = RoundRecord(number, "hello", "", 0, 0, b"{}", seats)
            back = tuple(cash_out(table_id, who, 2, 0) for who in people)
            moved = (*(buy_in(hold, 0) for hold in holds), *back)
            store.journal.write([Entry(table_id, number, 0, "x", b"{}", "", moved, record, left=tuple(people))])

    def join() -> None:
        for number in range(30):
            if number % 10 == 0:
                barrier.wait(20)
            for who in people:
                assert store.ledger.release(store.ledger.hold(who, 1, tables[0], 0), 0)

    with ThreadPoolExecutor(3) as all_three:
        for one in [*(all_three.submit(play, table_id) for table_id in tables), all_three.submit(join)]:
            one.result(60)
    store.ledger.check()
    assert [store.ledger.balance(key(who)) for who in people for key in (account_key, transit_key)] == [100, 0] * 2
    assert [store.ledger.balance(table_key(table_id)) for table_id in tables] == [0, 0]


def test_a_database_that_is_stopped_is_unavailable_and_is_found_again(cluster: Cluster) -> None:
    store = open_store(cluster.database())
    anna = _account(store)
    cluster.stop("immediate")
    try:
        with pytest.raises(StoreUnavailable, match=r"^The database does not answer now \(.+\)\.$"):
            store.ledger.hold(anna, 5, 1, 0)
        with pytest.raises(StoreUnavailable):
            store.accounts.by_id(anna)
    finally:
        cluster.start()
    assert store.ledger.balance(account_key(anna)) == 100
    store.ledger.hold(anna, 5, 1, 0)
    store.close()


def test_a_connection_that_breaks_within_a_transaction_makes_the_database_unavailable(cluster: Cluster) -> None:
    store = open_store(cluster.emptied())
    with store.database.read() as connection:
        number = connection.scalar(text("SELECT pg_backend_pid()"))

    def cut() -> None:
        cluster.execute(f"SELECT pg_terminate_backend({number})")

    # The pool gives the same connection again.
    with after_statement(store, 1, cut), pytest.raises(StoreUnavailable):
        _account(store)
    assert [one.account.name for one in store.accounts.list_all()] == []
    assert _account(store)
    store.close()


def test_a_wrong_password_is_said_without_the_url(cluster: Cluster) -> None:
    url = cluster.url("postgres").replace(":not%20secret@", ":sEcret@")
    with pytest.raises(StoreUnavailable, match="password authentication failed") as caught:
        open_store(url)
    assert "sEcret" not in str(caught.value)


def test_one_server_at_a_time_works_on_a_database(cluster: Cluster) -> None:
    url = cluster.emptied()
    first, second = open_database(url), open_database(url)
    kept = guard(first, patience_s=0)
    with pytest.raises(DatabaseInUse, match="another server"):
        guard(second, patience_s=0)
    kept.release()
    other = guard(second, patience_s=0)
    other.release()
    first.close()
    second.close()


def test_a_server_that_lost_its_database_takes_it_again_unless_another_has_it(cluster: Cluster) -> None:
    url = cluster.emptied()
    first, second = open_database(url), open_database(url)
    kept = guard(first, patience_s=0)
    kept.keep()
    cluster.execute(f"SELECT pg_terminate_backend({kept.backend})")
    kept.keep()
    with pytest.raises(DatabaseInUse):
        guard(second, patience_s=0)
    cluster.execute(f"SELECT pg_terminate_backend({kept.backend})")
    other = guard(second, patience_s=5)
    with pytest.raises(DatabaseInUse):
        kept.keep()
    for one in (kept, other):
        one.release()
    first.close()
    second.close()


def test_sqlite_needs_no_guard(tmp_path: Any) -> None:
    database = open_database(f"sqlite:///{tmp_path}/g")
    guard(database, patience_s=0).keep()
    guard(database, patience_s=0).release()
    database.close()
