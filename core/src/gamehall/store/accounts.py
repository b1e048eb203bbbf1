"""Accounts in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, String, cast, exists, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from gamehall.accounts.model import Account, AccountBalance, AccountType, Credentials, NewAccount
from gamehall.accounts.names import HOUSE
from gamehall.ledger import BANK, Transfer, TransferKind, account_key, transit_key
from gamehall.store.engine import Database
from gamehall.store.ledger import balance_of, book
from gamehall.store.schema import account, ledger_balance, table_stake, tournament_entry
from gamehall_sdk.errors import AccountBusy, NameTaken


class AccountStore:
    """Implements :class:`gamehall.accounts.model.AccountsPort`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, accounts: Sequence[NewAccount], at_ms: int) -> list[Account]:
        """Make all of *accounts* and issue their chips, or none. Raises NameTaken."""
        with self._database.write() as connection:
            made = [_add(connection, new, at_ms) for new in accounts]
            issued = [
                Transfer(BANK, account_key(one.id), new.balance, TransferKind.ISSUE, None, at_ms)
                for one, new in zip(made, accounts, strict=True)
                if new.balance
            ]
            book(connection, issued)
            return made

    def find(self, identity: str) -> Credentials | None:
        """The account whose name has *identity*; None when there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(account).where(account.c.identity == identity)).one_or_none()
            return None if row is None else Credentials(_account(row), row.password)

    def by_id(self, account_id: int) -> Account | None:
        """The account with this number; None when there is none or it was deleted."""
        query = select(account).where(account.c.id == account_id, account.c.deleted_at_ms.is_(None))
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
            return None if row is None else _account(row)

    def set_password(self, account_id: int, stored: str, expected: str | None) -> bool:
        """Replace the stored password; with *expected* only when that is the present one. Tells if it was done."""
        change = update(account).where(account.c.id == account_id, account.c.deleted_at_ms.is_(None))
        if expected is not None:
            change = change.where(account.c.password == expected)
        with self._database.write() as connection:
            return connection.execute(change.values(password=stored)).rowcount == 1

    def set_kind(self, account_id: int, kind: AccountType) -> bool:
        """Change the type; False when the account does not exist."""
        change = update(account).where(account.c.id == account_id, account.c.deleted_at_ms.is_(None))
        with self._database.write() as connection:
            return connection.execute(change.values(kind=kind.value)).rowcount == 1

    def delete(self, account_id: int, at_ms: int) -> bool:
        """Turn the account into a tombstone, its chips back to the bank; False when it does not exist.

        Raises AccountBusy while chips of it are at a table or on their way there.
        """
        change = update(account).where(account.c.id == account_id, account.c.deleted_at_ms.is_(None))
        with self._database.write() as connection:
            gone = connection.execute(change.values(identity=None, password=None, deleted_at_ms=at_ms))
            if not gone.rowcount:
                return False
            _refuse_busy(connection, account_id)
            left = balance_of(connection, account_key(account_id))
            if left:
                book(connection, [Transfer(account_key(account_id), BANK, left, TransferKind.REMOVE, None, at_ms)])
            return True

    def house_bots(self) -> dict[int, str]:
        """The accounts of the server's own bots: number to the bot's name."""
        query = select(account.c.id, account.c.name).where(account.c.name.startswith(HOUSE, autoescape=True))
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return {row.id: row.name.removeprefix(HOUSE).rpartition(".")[0] for row in rows}

    def list_all(self) -> list[AccountBalance]:
        """All accounts that are not deleted, by number."""
        key = literal("account:") + cast(account.c.id, String)
        query = (
            select(account, func.coalesce(ledger_balance.c.balance, 0).label("balance"))
            .outerjoin(ledger_balance, ledger_balance.c.ledger_key == key)
            .where(account.c.deleted_at_ms.is_(None))
            .order_by(account.c.id)
        )
        with self._database.read() as connection:
            return [AccountBalance(_account(row), row.balance) for row in connection.execute(query)]


def _add(connection: Connection, new: NewAccount, at_ms: int) -> Account:
    values = {
        "name": new.name,
        "identity": new.identity,
        "password": new.stored_password,
        "kind": new.kind.value,
        "created_at_ms": at_ms,
    }
    try:
        return _account(connection.execute(insert(account).returning(account), values).one())
    except IntegrityError as error:
        raise NameTaken(f"The name {new.name!r} is taken.") from error


def _refuse_busy(connection: Connection, account_id: int) -> None:
    if connection.scalar(select(exists().where(table_stake.c.account_id == account_id))):
        raise AccountBusy("The account sits at a table; leave the table first.")
    if connection.scalar(select(exists().where(tournament_entry.c.account_id == account_id))):
        raise AccountBusy("The account is in a tournament; withdraw from it, or wait until it is over.")
    if balance_of(connection, transit_key(account_id)):
        raise AccountBusy("The account is joining a table; try again when it has left.")


def _account(row: Row[Any]) -> Account:
    return Account(row.id, row.name, AccountType(row.kind), row.created_at_ms)
