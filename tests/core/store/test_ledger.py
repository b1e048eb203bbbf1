"""The ledger in a database."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from gamehall.accounts.model import Account
from gamehall.errors import LedgerBroken, StoreError
from gamehall.ledger import BANK, Transfer, TransferKind, applied, buy_in
from gamehall.store.store import Store
from gamehall_sdk.errors import InsufficientFunds, UnknownAccount

MakeAccount = Callable[..., Account]


def _move(debit: str, credit: str, amount: int) -> Transfer:
    return Transfer(debit, credit, amount, TransferKind.CREDIT, None, 0)


def test_a_new_account_gets_its_chips_from_the_bank(store: Store, account: MakeAccount) -> None:
    account("anna", 100)
    assert store.ledger.balances() == {"account:1": 100, BANK: -100}
    store.ledger.check()


def test_a_hold_waits_in_transit_and_comes_back_once(store: Store, account: MakeAccount) -> None:
    anna = account("anna", 100)
    hold = store.ledger.hold(anna.id, 60, 7, 1)
    other = store.ledger.hold(anna.id, 40, 7, 1)
    assert hold.id != other.id
    assert store.ledger.balances() == {"transit:1": 100, BANK: -100}
    assert store.ledger.release(hold, 2) is True
    assert store.ledger.release(hold, 3) is False
    assert store.ledger.balances() == {"account:1": 60, "transit:1": 40, BANK: -100}
    store.ledger.check()


def test_a_hold_is_refused_with_balance_and_amount(store: Store, account: MakeAccount) -> None:
    anna = account("anna", 30)
    with pytest.raises(InsufficientFunds, match=r"^The balance is 30 chips; 50 are needed\.$"):
        store.ledger.hold(anna.id, 50, 7, 1)
    with pytest.raises(UnknownAccount):
        store.ledger.hold(99, 50, 7, 1)
    assert store.ledger.balances() == {"account:1": 30, BANK: -30}


def test_holds_at_once_cannot_spend_chips_twice(store: Store, account: MakeAccount) -> None:
    anna = account("anna", 100)
    outcomes: list[bool] = []

    def hold() -> None:
        try:
            store.ledger.hold(anna.id, 40, 7, 1)
            outcomes.append(True)
        except InsufficientFunds:
            outcomes.append(False)

    threads = [threading.Thread(target=hold) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count(True) == 2
    store.ledger.check()


def test_a_settled_hold_neither_buys_in_again_nor_comes_back(store: Store, account: MakeAccount) -> None:
    anna = account("anna", 100)
    hold = store.ledger.hold(anna.id, 30, 7, 1)
    store.ledger.hold(anna.id, 30, 7, 1)
    store.ledger.transfer([buy_in(hold, 2)])
    with pytest.raises(StoreError, match="once only"):
        store.ledger.transfer([buy_in(hold, 2)])
    assert store.ledger.release(hold, 3) is False
    assert store.ledger.balances() == {"account:1": 40, "transit:1": 30, "table:7": 30, BANK: -100}


def test_at_the_start_everything_in_transit_goes_back(store: Store, account: MakeAccount) -> None:
    anna, bob = account("anna", 100), account("bob", 100)
    settled = store.ledger.hold(anna.id, 10, 7, 1)
    store.ledger.transfer([buy_in(settled, 2)])
    holds = [store.ledger.hold(anna.id, 20, 7, 1), store.ledger.hold(bob.id, 30, 8, 1)]
    released = store.ledger.hold(bob.id, 5, 8, 1)
    store.ledger.release(released, 2)
    assert store.ledger.return_all(9) == holds
    assert store.ledger.return_all(9) == []
    assert store.ledger.balances() == {"account:1": 90, "account:2": 100, "table:7": 10, BANK: -200}
    store.ledger.check()


def test_chips_go_to_no_account_that_does_not_exist(store: Store, account: MakeAccount) -> None:
    anna = account("anna", 1)
    store.accounts.delete(anna.id, 0)
    for number in (anna.id, 99):
        with pytest.raises(UnknownAccount):
            store.ledger.transfer([_move(BANK, f"account:{number}", 5)])
    store.ledger.check()


KEYS = (BANK, "table:1", "table:2", "transit:1", "transit:2")
MOVES = st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS), st.integers(1, 1000)).filter(lambda m: m[0] != m[1])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(MOVES.map(lambda move: _move(*move)), max_size=4), max_size=12))
def test_random_transfers_conserve_and_are_all_or_nothing(store: Store, groups: list[list[Transfer]]) -> None:
    model: dict[str, int] = {}
    for group in groups:
        try:
            model = applied(model, group)
        except InsufficientFunds as error:
            with pytest.raises(InsufficientFunds, match=str(error)):
                store.ledger.transfer(group)
        else:
            store.ledger.transfer(group)
        assert store.ledger.balances() == {key: balance for key, balance in model.items() if balance}
    store.ledger.check()
    # One store serves all examples: leave it as it was.
    store.ledger.transfer([_move(key, BANK, balance) for key, balance in model.items() if balance > 0])


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("UPDATE ledger_balance SET balance = balance + 1 WHERE ledger_key = 'table:1'", "sum .* is 1 chips"),
        ("DELETE FROM ledger_entry", "its entries make 0"),
    ],
)
def test_broken_books_are_noticed(store: Store, damage: str, sentence: str) -> None:
    store.ledger.transfer([_move(BANK, "table:1", 5)])
    with store.database.write() as connection:
        connection.execute(text(damage))
    with pytest.raises(LedgerBroken, match=sentence):
        store.ledger.check()
