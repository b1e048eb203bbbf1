"""The ledger in the database: entries, and balances that change in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, cast, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gamehall.errors import LedgerBroken, StoreError
from gamehall.ledger import (
    BANK,
    Hold,
    Transfer,
    TransferKind,
    account_key,
    deltas,
    overdrawn,
    transit_key,
)
from gamehall.store.engine import Database, insert_or_skip
from gamehall.store.schema import account, ledger_balance, ledger_entry
from gamehall_sdk.errors import UnknownAccount

_ADD: Final = (
    update(ledger_balance)
    .where(ledger_balance.c.ledger_key == bindparam("changed"))
    .values(balance=ledger_balance.c.balance + bindparam("delta", type_=BigInteger))
)
_SETTLED: Final = ledger_entry.alias("settled")


def book(connection: Connection, transfers: Sequence[Transfer]) -> None:
    """Write the entries of *transfers* and change the balances.

    Raises InsufficientFunds when a ledger account but the bank would overdraw, StoreError when a hold was settled
    before; the transaction is to be rolled back then.
    """
    if not transfers:
        return
    _move(connection, deltas(transfers))
    try:
        connection.execute(insert(ledger_entry), [_row(transfer) for transfer in transfers])
    except IntegrityError as error:
        raise StoreError("A hold of chips can be settled once only.") from error


def balance_of(connection: Connection, key: str) -> int:
    """The balance of one ledger account; 0 for one that was never used."""
    found = connection.scalar(select(ledger_balance.c.balance).where(ledger_balance.c.ledger_key == key))
    return found or 0


class LedgerStore:
    """Implements :class:`gamehall.ledger.LedgerPort`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def transfer(self, transfers: Iterable[Transfer]) -> None:
        """Book all or nothing. Raises InsufficientFunds, UnknownAccount."""
        booked = list(transfers)
        with self._database.write() as connection:
            for key in {t.credit for t in booked} | {t.debit for t in booked}:
                prefix, _, number = key.partition(":")
                if prefix == "account":
                    _require_account(connection, int(number))
            book(connection, booked)

    def hold(self, account_id: int, amount: int, table_id: int, at_ms: int) -> Hold:
        """Move chips from the account into transit. Raises InsufficientFunds, UnknownAccount."""
        source, target = account_key(account_id), transit_key(account_id)
        transfer = Transfer(source, target, amount, TransferKind.HOLD, table_id, at_ms)
        with self._database.write() as connection:
            _require_account(connection, account_id)
            _move(connection, deltas([transfer]))
            hold_id = connection.scalars(insert(ledger_entry).returning(ledger_entry.c.id), _row(transfer)).one()
            return Hold(hold_id, account_id, table_id, amount)

    def release(self, hold: Hold, at_ms: int) -> bool:
        """Move held chips back; False, and nothing done, when the hold is settled already."""
        back = _release(hold, at_ms)
        with self._database.write() as connection:
            # Locked first: who settles it at this moment is waited for.
            _lock(connection, [back.debit, back.credit])
            if connection.scalar(select(exists().where(ledger_entry.c.hold_id == hold.id))):
                return False
            book(connection, [back])
            return True

    def return_all(self, at_ms: int) -> list[Hold]:
        """Release every hold that is not settled; returns them."""
        with self._database.write() as connection:
            open_holds = _open_holds(connection)
            book(connection, [_release(hold, at_ms) for hold in open_holds])
            return open_holds

    def balance(self, key: str) -> int:
        """The balance of one ledger account; 0 for one that was never used."""
        with self._database.read() as connection:
            return balance_of(connection, key)

    def balances(self) -> dict[str, int]:
        """The balances of all ledger accounts that are not 0."""
        with self._database.read() as connection:
            return _balances(connection)

    def check(self) -> None:
        """Raise LedgerBroken when the sum is not 0, one but the bank is negative, or entries disagree."""
        with self._database.read() as connection:
            balances = _balances(connection)
            moved = _moved(connection)
        if sum(balances.values()):
            raise LedgerBroken(f"The sum of all ledger accounts is {sum(balances.values())} chips, not 0.")
        for key, balance in balances.items():
            if balance < 0 and key != BANK:
                raise LedgerBroken(f"The ledger account {key} has {balance} chips.")
        for key in sorted(balances.keys() | moved.keys()):
            if balances.get(key, 0) != moved.get(key, 0):
                raise LedgerBroken(
                    f"The ledger account {key} has {balances.get(key, 0)} chips, its entries make {moved.get(key, 0)}."
                )


def _release(hold: Hold, at_ms: int) -> Transfer:
    source, target = transit_key(hold.account_id), account_key(hold.account_id)
    return Transfer(source, target, hold.amount, TransferKind.RELEASE, hold.table_id, at_ms, hold.id)


def _row(transfer: Transfer) -> dict[str, object]:
    return {
        "at_ms": transfer.at_ms,
        "debit": transfer.debit,
        "credit": transfer.credit,
        "amount": transfer.amount,
        "kind": transfer.kind.value,
        "table_id": transfer.table_id,
        "hold_id": transfer.hold_id,
    }


def _move(connection: Connection, changed: dict[str, int]) -> None:
    """Change the balances. Raises InsufficientFunds for the first ledger account but the bank that would overdraw."""
    had = _lock(connection, changed)
    for key, balance in had.items():
        if balance + changed[key] < 0 and key != BANK:
            raise overdrawn(key, balance, -changed[key])
    connection.execute(_ADD, [{"changed": key, "delta": changed[key]} for key in had])


def _lock(connection: Connection, wanted: Iterable[str]) -> dict[str, int]:
    """The balances of these ledger accounts, which nobody else changes before the transaction is over."""
    # In one order everywhere, so that two transactions cannot wait for each other.
    keys = sorted(wanted)
    connection.execute(insert_or_skip(connection, ledger_balance), [{"ledger_key": k, "balance": 0} for k in keys])
    query = select(ledger_balance).where(ledger_balance.c.ledger_key.in_(keys)).order_by(ledger_balance.c.ledger_key)
    return {row.ledger_key: row.balance for row in connection.execute(query.with_for_update())}


def _require_account(connection: Connection, account_id: int) -> None:
    query = select(account.c.id).where(account.c.id == account_id, account.c.deleted_at_ms.is_(None))
    # No stronger lock than to keep it from being deleted: the journal, which has locked the chips already, may name
    # the account in a round's record, and would wait for who waits for it.
    if connection.scalar(query.with_for_update(key_share=True)) is None:
        raise UnknownAccount(f"There is no account number {account_id}.")


def _open_holds(connection: Connection) -> list[Hold]:
    """The holds that are not settled: looked for only among accounts with chips in transit."""
    in_transit = select(ledger_balance.c.ledger_key).where(
        ledger_balance.c.balance > 0, ledger_balance.c.ledger_key.startswith("transit:", autoescape=True)
    )
    keys = list(connection.scalars(in_transit))
    if not keys:
        return []
    settled = exists().where(_SETTLED.c.hold_id == ledger_entry.c.id)
    query = select(ledger_entry).where(
        ledger_entry.c.kind == TransferKind.HOLD.value, ledger_entry.c.credit.in_(keys), ~settled
    )
    return [
        Hold(row.id, int(row.credit.partition(":")[2]), row.table_id, row.amount)
        for row in connection.execute(query.order_by(ledger_entry.c.id))
    ]


def _balances(connection: Connection) -> dict[str, int]:
    rows = connection.execute(select(ledger_balance).where(ledger_balance.c.balance != 0))
    return {row.ledger_key: row.balance for row in rows}


def _moved(connection: Connection) -> dict[str, int]:
    """Each ledger account's balance as its entries make it."""
    moved: dict[str, int] = {}
    for side, sign in ((ledger_entry.c.credit, 1), (ledger_entry.c.debit, -1)):
        # PostgreSQL sums big integers as decimals.
        total = cast(func.sum(ledger_entry.c.amount), BigInteger).label("total")
        for row in connection.execute(select(side.label("side"), total).group_by(side)):
            moved[row.side] = moved.get(row.side, 0) + sign * row.total
    return moved
