"""Tables in a database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamehall.accounts.model import Account
from gamehall.archive import NewTable, StoredTable
from gamehall.journal import Entry, RoundRecord, RoundSeat
from gamehall.ledger import buy_in, cash_out
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


def test_stakes_are_bought_in_won_and_not_cashed_out(
    store: Store, table: MakeTable, account: Callable[..., Account]
) -> None:
    one, other = table(), table()
    anna, bert, cleo = (account(name, 100) for name in ("anna", "bert", "cleo"))
    holds = [store.ledger.hold(who.id, chips, at.id, 1) for who, chips, at in ((anna, 50, one), (bert, 60, one))]
    store.journal.write([Entry(one.id, 1, 0, "join", b"{}", "", transfers=(buy_in(holds[0], 2),))])
    assert store.tables.stakes(one.id) == {anna.id: 50}
    top_up = store.ledger.hold(anna.id, 10, one.id, 1)
    transfers = (buy_in(holds[1], 2), buy_in(top_up, 2))
    store.journal.write([Entry(one.id, 2, 0, "join", b"{}", "", transfers=transfers)])
    elsewhere = store.ledger.hold(cleo.id, 70, other.id, 1)
    store.journal.write([Entry(other.id, 1, 0, "join", b"{}", "", transfers=(buy_in(elsewhere, 2),))])
    store.journal.write([Entry(one.id, 3, 0, "act", b"{}", "", record=_round(1, {anna.id: -15, bert.id: 15}))])
    store.journal.write([Entry(one.id, 4, 0, "act", b"{}", "", record=_round(2, {anna.id: -5, bert.id: 5}))])
    assert store.tables.stakes(one.id) == {anna.id: 40, bert.id: 80}
    assert store.tables.stakes(other.id) == {cleo.id: 70}
    out = (cash_out(one.id, bert.id, 80, 3),)
    store.journal.write([Entry(one.id, 5, 0, "part", b"{}", "", transfers=out, left=(bert.id,))])
    assert store.tables.stakes(one.id) == {anna.id: 40}
    assert store.ledger.balance(f"table:{one.id}") == 40
    store.journal.write([Entry(one.id, 6, 0, "part", b"{}", "", transfers=(cash_out(one.id, anna.id, 40, 3),))])
    assert store.tables.stakes(one.id) == {}


def test_who_returns_to_a_table_has_what_was_brought_again(
    store: Store, table: MakeTable, account: Callable[..., Account]
) -> None:
    one, anna = table(), account("anna", 100)
    for number in (1, 3):
        hold = store.ledger.hold(anna.id, 30, one.id, 1)
        store.journal.write([Entry(one.id, number, 0, "join", b"{}", "", transfers=(buy_in(hold, 2),))])
        assert store.tables.stakes(one.id) == {anna.id: 30}
        out = (cash_out(one.id, anna.id, 30, 3),)
        store.journal.write([Entry(one.id, number + 1, 0, "part", b"{}", "", transfers=out)])
        assert store.tables.stakes(one.id) == {}


def test_points_are_no_stakes(store: Store, table: MakeTable, account: Callable[..., Account]) -> None:
    one, anna, bert = table(), account("anna"), account("bert")
    store.journal.write([Entry(one.id, 1, 0, "act", b"{}", "", record=_round(1, {anna.id: 3, bert.id: -3}))])
    assert store.tables.stakes(one.id) == {}
    assert store.tables.stakes(99) == {}


def _round(number: int, payoffs: dict[int, int]) -> RoundRecord:
    seats = tuple(RoundSeat(at, who, f"p{who}", 1, won) for at, (who, won) in enumerate(payoffs.items()))
    house = RoundSeat(9, None, "a bot of the house", 2, 0)
    return RoundRecord(number, "coins", "coins", 0, 1, b"{}", (*seats, house))


def test_a_private_table_is_made_private(store: Store) -> None:
    made = store.tables.create(NewTable("p", "hello", "plain", "1", "{}", None, "hash"), 5)
    assert made.password_hash == "hash"
    assert store.tables.get(made.id) == made
    assert "hash" not in repr(NewTable("p", "hello", "plain", "1", "{}", None, "hash"))
