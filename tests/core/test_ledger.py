"""The books, by plain calls and over a store."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall.accounts.model import AccountType, NewAccount
from gamehall.errors import CommandError
from gamehall.ledger import BANK, MAX_CHIPS, Hold, Ledger, Transfer, TransferKind, applied, buy_in, cash_out, deltas
from gamehall.store.store import open_store
from gamehall_sdk.errors import InsufficientFunds, UnknownAccount

KEYS = (BANK, "account:1", "account:2", "table:1", "transit:1")
MOVES = st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS), st.integers(1, MAX_CHIPS)).filter(
    lambda m: m[0] != m[1]
)


def _move(debit: str, credit: str, amount: int) -> Transfer:
    return Transfer(debit, credit, amount, TransferKind.CREDIT, None, 0)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def ledger(database_url: str) -> AsyncIterator[Ledger]:
    store = open_store(database_url)
    store.accounts.add([NewAccount("anna", "anna", AccountType.PLAYER, "", 100)], 0)
    yield Ledger(store.ledger)
    store.close()


@given(st.lists(MOVES))
def test_transfers_neither_make_nor_lose_chips(moves: list[tuple[str, str, int]]) -> None:
    transfers = [_move(*move) for move in moves]
    assert sum(deltas(transfers).values()) == 0
    balances: dict[str, int] = {}
    for transfer in transfers:
        try:
            balances = applied(balances, [transfer])
        except InsufficientFunds:
            continue
        assert sum(balances.values()) == 0
        assert all(balance >= 0 for key, balance in balances.items() if key != BANK)


@pytest.mark.parametrize("amount", [0, -1, MAX_CHIPS + 1])
def test_an_amount_is_positive_and_bounded(amount: int) -> None:
    with pytest.raises(ValueError, match="amount"):
        _move(BANK, "account:1", amount)


def test_a_transfer_has_two_sides() -> None:
    with pytest.raises(ValueError, match="another ledger account"):
        _move(BANK, BANK, 1)


def test_an_overdraft_says_balance_and_amount() -> None:
    with pytest.raises(InsufficientFunds, match=r"^The balance of table:1 is 3 chips; 4 are needed\.$"):
        applied({"table:1": 3, BANK: -3}, [_move("table:1", "account:1", 4)])


def test_the_transfers_of_a_table() -> None:
    assert buy_in(Hold(9, 1, 7, 50), 3) == Transfer("transit:1", "table:7", 50, TransferKind.BUY_IN, 7, 3, 9)
    assert cash_out(7, 1, 50, 3) == Transfer("table:7", "account:1", 50, TransferKind.CASH_OUT, 7, 3)


@pytest.mark.anyio
async def test_an_operator_credits_and_debits(ledger: Ledger) -> None:
    assert await ledger.credit(1, 50, 0) == 150
    assert await ledger.credit(1, -150, 0) == 0
    assert await ledger.credit(1, 0, 0) == 0
    assert await ledger.total_issued() == 0
    with pytest.raises(InsufficientFunds):
        await ledger.credit(1, -1, 0)
    with pytest.raises(UnknownAccount):
        await ledger.credit(2, 1, 0)
    with pytest.raises(CommandError):
        await ledger.credit(1, MAX_CHIPS + 1, 0)
    await ledger.check()


@pytest.mark.anyio
async def test_the_way_of_a_buy_in_that_is_refused(ledger: Ledger) -> None:
    hold = await ledger.hold(1, 60, 7, 0)
    assert (await ledger.balance(1), await ledger.table_balance(7), await ledger.total_issued()) == (40, 0, 100)
    assert await ledger.release(hold, 0)
    hold = await ledger.hold(1, 60, 7, 0)
    assert await ledger.return_all(0) == [hold]
    assert await ledger.balances() == {"account:1": 100, BANK: -100}
