"""What an account is, and what the service needs from the store."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, Protocol

import attrs

from gamehall_sdk.errors import AccountTypeForbidden


class AccountType(IntEnum):
    """What an account is marked as everywhere; the number travels as the wire's ``accounttype``."""

    PLAYER = 1
    BOT = 2
    OBSERVER = 3
    ADMIN = 4


CLIENT_TYPES: Final = (AccountType.PLAYER, AccountType.BOT)
"""The types that a client may give to the account it creates; an observer sees all hands, so an operator makes it."""
PLAYING_TYPES: Final = (AccountType.PLAYER, AccountType.BOT)
"""The types that take seats, and get the starting balance."""


@attrs.frozen
class Account:
    """An account as everybody in the server may know it."""

    id: int
    name: str
    kind: AccountType
    created_at_ms: int


@attrs.frozen
class AccountBalance:
    """An account with the chips that lie in it (chips at tables are not among them)."""

    account: Account
    balance: int


@attrs.frozen
class Credentials:
    """An account with its stored password; it does not leave the accounts service."""

    account: Account
    stored_password: str = attrs.field(repr=False)


@attrs.frozen
class NewAccount:
    """An account to be made: checked name, its identity, the stored form of its password, chips to issue."""

    name: str
    identity: str
    kind: AccountType
    stored_password: str = attrs.field(repr=False)
    balance: int = attrs.field(validator=attrs.validators.ge(0))


class AccountsPort(Protocol):
    """What the store does for accounts; each call is one transaction and may raise StoreUnavailable."""

    def add(self, accounts: Sequence[NewAccount], at_ms: int) -> list[Account]:
        """Make all of *accounts* and issue their chips, or none: raises NameTaken."""

    def find(self, identity: str) -> Credentials | None:
        """The account whose name has *identity*; None when there is none."""

    def by_id(self, account_id: int) -> Account | None:
        """The account with this number; None when there is none or it was deleted."""

    def set_password(self, account_id: int, stored: str, expected: str | None) -> bool:
        """Replace the stored password; with *expected* only when that is the present one. Tells if it was done."""

    def set_kind(self, account_id: int, kind: AccountType) -> bool:
        """Change the type; False when the account does not exist."""

    def delete(self, account_id: int, at_ms: int) -> bool:
        """Turn the account into a tombstone, its chips back to the bank; False when it does not exist.

        Raises AccountBusy while chips of it are at a table or on their way there.
        """

    def list_all(self) -> list[AccountBalance]:
        """All accounts that are not deleted, by number."""


def account_type(number: int) -> AccountType:
    """The type that the wire's *number* stands for. Raises AccountTypeForbidden."""
    try:
        return AccountType(number)
    except ValueError:
        names = ", ".join(f"{kind.value} ({kind.name.lower()})" for kind in CLIENT_TYPES)
        raise AccountTypeForbidden(f"There is no account type {number}; the types are {names}.") from None
