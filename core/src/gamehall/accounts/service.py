"""The accounts service: make, log in, change, delete.

Hashing and the database run in worker threads, so the event loop never waits for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import anyio.to_thread

from gamehall.accounts.model import (
    CLIENT_TYPES,
    PLAYING_TYPES,
    Account,
    AccountBalance,
    AccountsPort,
    AccountType,
    Credentials,
    NewAccount,
    account_type,
)
from gamehall.accounts.names import MAX_OLD_CHARS, check_old_name, checked_name, identity
from gamehall.accounts.old_accounts import OldAccount
from gamehall.accounts.passwords import NO_PASSWORD, Passwords, check_new, stored_old
from gamehall.accounts.throttle import Throttle
from gamehall.token_buckets import Allowance, Buckets, whole_seconds
from gamehall_sdk.errors import (
    AccountTypeForbidden,
    BadName,
    GamehallError,
    LoginFailed,
    NameTaken,
    TooManyAttempts,
    UnknownAccount,
)

_HASHES_AT_ONCE: Final = 2
_HOUR_S: Final = 3600.0

_T = TypeVar("_T")


class Accounts:
    """Accounts over a store. Every method that takes a time takes UTC milliseconds.

    All methods may raise StoreUnavailable. *login_attempts* failed logins for one name at one address are allowed
    within *login_window_s*, and *address_login_attempts* of one address for all names; an address may make
    *new_accounts_per_hour*. *starting_balance* chips are issued to each new player or bot account.
    """

    def __init__(
        self,
        port: AccountsPort,
        passwords: Passwords,
        *,
        login_attempts: int,
        login_window_s: float,
        starting_balance: int,
        address_login_attempts: int = 50,
        new_accounts_per_hour: int = 100,
    ) -> None:
        self._port = port
        self._passwords = passwords
        self._throttle = Throttle(login_attempts, login_window_s, address_login_attempts)
        self._registered: Buckets[str] = Buckets(Allowance(new_accounts_per_hour, _HOUR_S, new_accounts_per_hour))
        self._starting_balance = starting_balance
        # A hash takes 64 MiB: a flood of logins must not take them all at once.
        self._hashing = anyio.CapacityLimiter(_HASHES_AT_ONCE)

    async def register(self, name: str, password: str, kind: int, at_ms: int, address: str = "") -> Account:
        """Make an account for a client at *address* (empty: not counted), which may be a player or a bot.

        Raises BadName, BadPassword, NameTaken, AccountTypeForbidden, TooManyAttempts.
        """
        if account_type(kind) not in CLIENT_TYPES:
            raise AccountTypeForbidden("Only an operator makes accounts of observers and admins.")
        wait_ms = self._registered.take(address, at_ms) if address else 0
        if wait_ms:
            raise TooManyAttempts(
                "Your address has made too many accounts (new_accounts_per_hour); "
                f"try again in {whole_seconds(wait_ms)} s."
            )
        try:
            return await self.create(name, password, kind, at_ms)
        except GamehallError:
            self._registered.give_back(address, at_ms)
            raise

    async def create(self, name: str, password: str, kind: int, at_ms: int) -> Account:
        """Make an account of any type, for an operator.

        Raises BadName, BadPassword, NameTaken, AccountTypeForbidden.
        """
        wanted = account_type(kind)
        shown = checked_name(name)
        check_new(password)
        if await self._find(shown) is not None:
            raise NameTaken(f"The name {shown!r} is taken.")
        stored = await self._hash(lambda: self._passwords.hash(password))
        balance = self._starting_balance if wanted in PLAYING_TYPES else 0
        new = NewAccount(shown, identity(shown), wanted, stored, balance)
        [account] = await _in_thread(lambda: self._port.add([new], at_ms))
        return account

    async def house(self, name: str, at_ms: int) -> Account:
        """The account of one of the server's own bots, made when there is none; no password fits it."""
        known = await self._find(name)
        if known is not None:
            return known.account
        new = NewAccount(name, identity(name), AccountType.BOT, NO_PASSWORD, 0)
        [account] = await _in_thread(lambda: self._port.add([new], at_ms))
        return account

    async def robot(self, name: str, at_ms: int) -> Account:
        """The account of a robot that has no password, made when there is none. Raises BadName, NameTaken."""
        known = await self._find(name)
        if known is not None:
            if known.account.kind is AccountType.BOT and known.stored_password == NO_PASSWORD:
                return known.account
            raise NameTaken(f"The name {name!r} is that of an account with a password.")
        shown = checked_name(name)
        new = NewAccount(shown, identity(shown), AccountType.BOT, NO_PASSWORD, 0)
        [account] = await _in_thread(lambda: self._port.add([new], at_ms))
        return account

    async def authenticate(self, name: str, password: str, at_ms: int, address: str = "") -> Account:
        """The account that *name* and *password* belong to; failures count for *address* too, unless it is empty.

        Raises LoginFailed (the same for a wrong password and an unknown name), TooManyAttempts.
        """
        return (await self._authenticated(name, password, at_ms, address)).account

    async def change_password(self, name: str, old: str, new: str, at_ms: int, address: str = "") -> Account:
        """Replace the password after checking the old one. Raises LoginFailed, TooManyAttempts, BadPassword."""
        check_new(new)
        known = await self._authenticated(name, old, at_ms, address)
        stored = await self._hash(lambda: self._passwords.hash(new))
        if not await _in_thread(lambda: self._port.set_password(known.account.id, stored, known.stored_password)):
            raise LoginFailed("The password was changed elsewhere at the same time; log in again.")
        return known.account

    async def reset_password(self, name: str, new: str) -> Account:
        """Replace the password without the old one, for an operator. Raises UnknownAccount, BadPassword."""
        check_new(new)
        account = await self.get(name)
        stored = await self._hash(lambda: self._passwords.hash(new))
        if not await _in_thread(lambda: self._port.set_password(account.id, stored, None)):
            raise _unknown(name)
        return account

    async def set_type(self, name: str, kind: int) -> Account:
        """Change the type, for an operator. Raises UnknownAccount, AccountTypeForbidden."""
        wanted = account_type(kind)
        account = await self.get(name)
        if not await _in_thread(lambda: self._port.set_kind(account.id, wanted)):
            raise _unknown(name)
        return Account(account.id, account.name, wanted, account.created_at_ms)

    async def delete_own(self, name: str, password: str, at_ms: int) -> Account:
        """Delete an account after checking its password.

        Raises LoginFailed, TooManyAttempts, AccountBusy. Returns the account that was.
        """
        account = await self.authenticate(name, password, at_ms)
        if not await _in_thread(lambda: self._port.delete(account.id, at_ms)):
            raise _unknown(name)
        return account

    async def delete(self, name: str, at_ms: int) -> Account:
        """Delete an account, for an operator. Raises UnknownAccount, AccountBusy. Returns the account that was.

        The name becomes free, the password is gone, the remaining chips go back to the bank; the account's rounds
        stay readable.
        """
        account = await self.get(name)
        if not await _in_thread(lambda: self._port.delete(account.id, at_ms)):
            raise _unknown(name)
        return account

    async def get(self, name: str) -> Account:
        """The account of this name, in any spelling of it. Raises UnknownAccount."""
        known = await self._find(name)
        if known is None:
            raise _unknown(name)
        return known.account

    async def by_id(self, account_id: int) -> Account | None:
        """The account with this number; None when there is none or it was deleted."""
        return await _in_thread(lambda: self._port.by_id(account_id))

    async def list_all(self) -> list[AccountBalance]:
        """All accounts with their balances, by number."""
        return await _in_thread(self._port.list_all)

    async def import_old(self, rows: Sequence[OldAccount], at_ms: int) -> list[Account]:
        """Take over accounts of the old server, all or none. Raises NameTaken."""
        new = [NewAccount(row.name, identity(row.name), row.kind, stored_old(row.md5_hex), row.balance) for row in rows]
        return await _in_thread(lambda: self._port.add(new, at_ms))

    async def _authenticated(self, name: str, password: str, at_ms: int, address: str) -> Credentials:
        # Longer names cannot exist; cut, so that a client cannot fill the memory with them.
        key = identity(name[: MAX_OLD_CHARS + 1])
        self._throttle.attempt(key, address, at_ms)
        known = await self._find(name)
        stored = known.stored_password if known else None
        shown = known.account.name if known else name
        verdict = await self._hash(lambda: self._passwords.verify(stored, shown, password))
        if known is None or not verdict.fits:
            raise LoginFailed("The name and the password do not belong together.")
        self._throttle.good(key, address, at_ms)
        if verdict.replacement is None:
            return known
        better = verdict.replacement
        # Only over the form just verified: a password that was changed meanwhile must stay.
        if await _in_thread(lambda: self._port.set_password(known.account.id, better, known.stored_password)):
            return Credentials(known.account, better)
        return known

    async def _find(self, name: str) -> Credentials | None:
        try:
            check_old_name(name)
        except BadName:
            # No account has such a name, and some of its characters no database takes.
            return None
        key = identity(name)
        return await _in_thread(lambda: self._port.find(key))

    async def _hash(self, work: Callable[[], _T]) -> _T:
        return await anyio.to_thread.run_sync(work, limiter=self._hashing)


async def _in_thread(work: Callable[[], _T]) -> _T:
    return await anyio.to_thread.run_sync(work)


def _unknown(name: str) -> UnknownAccount:
    return UnknownAccount(f"There is no account named {name[:MAX_OLD_CHARS]!r}.")
