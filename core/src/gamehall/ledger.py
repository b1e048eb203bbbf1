"""The books: every movement of chips is a transfer from one ledger account to another.

Ledger accounts are texts: ``bank`` issues chips, so its balance is the negative of all that was issued;
``account:ID`` is what a person or bot has; ``table:ID`` is what lies at a table (the escrow); ``transit:ID`` is what
left an account while a table decides on its joining; ``tournament:ID`` is what was paid to enter it. The sum of all is
always 0, and only the bank is negative.

The way of a buy-in: (a) :meth:`Ledger.hold` moves the chips into transit, in a transaction of its own; (b) the
table's journal entry commits together with :func:`buy_in`, or the join is refused and :meth:`Ledger.release` gives
them back; (c) :func:`cash_out` goes with the entry that caused it; (d) at the server's start
:meth:`Ledger.return_all` gives back what is still in transit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Final, Protocol, TypeVar

import anyio.to_thread
import attrs

from gamehall.errors import CommandError
from gamehall_sdk.errors import InsufficientFunds

BANK: Final = "bank"
"""The ledger account that issues chips; its balance is never positive."""
MAX_CHIPS: Final = 10**15
"""The largest single transfer."""

_T = TypeVar("_T")


class TransferKind(StrEnum):
    """Why chips moved."""

    ISSUE = "issue"
    """To a new account."""
    CREDIT = "credit"
    """By an operator; a debit when it goes to the bank."""
    HOLD = "hold"
    RELEASE = "release"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    ENTRY = "entry"
    """To a tournament's pool."""
    REFUND = "refund"
    """From a tournament's pool, whoever withdrew or was there when it was cancelled."""
    PRIZE = "prize"
    REMOVE = "remove"
    """Back to the bank, from a deleted account."""


def account_key(account_id: int) -> str:
    """The ledger account of an account."""
    return f"account:{account_id}"


def table_key(table_id: int) -> str:
    """The ledger account of a table's escrow."""
    return f"table:{table_id}"


def tournament_key(tournament_id: int) -> str:
    """The ledger account of a tournament's pool."""
    return f"tournament:{tournament_id}"


def transit_key(account_id: int) -> str:
    """The ledger account of an account's chips on their way to a table."""
    return f"transit:{account_id}"


def _other_than_debit(transfer: Transfer, _: object, credit: str) -> None:
    if credit == transfer.debit:
        raise ValueError("a transfer goes to another ledger account than it comes from")


@attrs.frozen
class Transfer:
    """*amount* chips (1 to MAX_CHIPS) leave the ledger account *debit* and arrive at *credit*.

    ``hold_id`` names the hold that a buy-in or a release settles; the store lets a hold be settled once only.
    """

    debit: str
    credit: str = attrs.field(validator=_other_than_debit)
    amount: int = attrs.field(validator=[attrs.validators.ge(1), attrs.validators.le(MAX_CHIPS)])
    kind: TransferKind
    table_id: int | None
    at_ms: int
    hold_id: int | None = None


@attrs.frozen
class Hold:
    """Chips of an account that are on their way to a table."""

    id: int
    account_id: int
    table_id: int
    amount: int


def buy_in(hold: Hold, at_ms: int) -> Transfer:
    """The held chips arrive at the table: commit it with the journal entry that seats the player."""
    source, target = transit_key(hold.account_id), table_key(hold.table_id)
    return Transfer(source, target, hold.amount, TransferKind.BUY_IN, hold.table_id, at_ms, hold.id)


def cash_out(table_id: int, account_id: int, amount: int, at_ms: int) -> Transfer:
    """Chips go from the table to an account: commit it with the journal entry that caused it."""
    return Transfer(table_key(table_id), account_key(account_id), amount, TransferKind.CASH_OUT, table_id, at_ms)


def entry_fee(tournament_id: int, account_id: int, amount: int, at_ms: int) -> Transfer:
    """A buy-in goes into a tournament's pool: commit it with the registration."""
    source, target = account_key(account_id), tournament_key(tournament_id)
    return Transfer(source, target, amount, TransferKind.ENTRY, None, at_ms)


def from_pool(tournament_id: int, account_id: int, amount: int, kind: TransferKind, at_ms: int) -> Transfer:
    """A refund or a prize goes from a tournament's pool to an account: commit it with what caused it."""
    return Transfer(tournament_key(tournament_id), account_key(account_id), amount, kind, None, at_ms)


def deltas(transfers: Iterable[Transfer]) -> dict[str, int]:
    """What *transfers* together change, for each ledger account they touch; the values sum to 0."""
    changed: dict[str, int] = {}
    for transfer in transfers:
        changed[transfer.debit] = changed.get(transfer.debit, 0) - transfer.amount
        changed[transfer.credit] = changed.get(transfer.credit, 0) + transfer.amount
    return changed


def applied(balances: Mapping[str, int], transfers: Iterable[Transfer]) -> dict[str, int]:
    """The balances after *transfers*. Raises InsufficientFunds when a ledger account but the bank would overdraw."""
    after = dict(balances)
    for key, delta in sorted(deltas(transfers).items()):
        after[key] = after.get(key, 0) + delta
        if after[key] < 0 and key != BANK:
            raise overdrawn(key, balances.get(key, 0), -delta)
    return after


def overdrawn(key: str, balance: int, amount: int) -> InsufficientFunds:
    """The refusal for taking *amount* out of a ledger account that has only *balance*."""
    whose = "The balance" if key.startswith("account:") else f"The balance of {key}"
    return InsufficientFunds(f"{whose} is {balance} chips; {amount} are needed.")


class LedgerPort(Protocol):
    """What the store does for the ledger; each call is one transaction and may raise StoreUnavailable."""

    def transfer(self, transfers: Iterable[Transfer]) -> None:
        """Book all or nothing. Raises InsufficientFunds; UnknownAccount when chips would go to a deleted account."""

    def hold(self, account_id: int, amount: int, table_id: int, at_ms: int) -> Hold:
        """Move chips from the account into transit. Raises InsufficientFunds, UnknownAccount."""

    def release(self, hold: Hold, at_ms: int) -> bool:
        """Move held chips back; False, and nothing done, when the hold is settled already."""

    def return_all(self, at_ms: int) -> list[Hold]:
        """Release every hold that is not settled; returns them."""

    def balance(self, key: str) -> int:
        """The balance of one ledger account; 0 for one that was never used."""

    def balances(self) -> dict[str, int]:
        """The balances of all ledger accounts that are not 0."""

    def check(self) -> None:
        """Raise LedgerBroken when the books do not balance."""


class Ledger:
    """The ledger for callers on the event loop: each call runs in a worker thread."""

    def __init__(self, port: LedgerPort) -> None:
        self._port = port

    async def hold(self, account_id: int, amount: int, table_id: int, at_ms: int) -> Hold:
        """Move *amount* chips from the account into transit. Raises InsufficientFunds, UnknownAccount."""
        return await _in_thread(lambda: self._port.hold(account_id, amount, table_id, at_ms))

    async def release(self, hold: Hold, at_ms: int) -> bool:
        """Give held chips back; False when the hold is settled already (the buy-in was committed after all)."""
        return await _in_thread(lambda: self._port.release(hold, at_ms))

    async def return_all(self, at_ms: int) -> list[Hold]:
        """Give back everything that is in transit: at the server's start, before any table runs."""
        return await _in_thread(lambda: self._port.return_all(at_ms))

    async def credit(self, account_id: int, amount: int, at_ms: int) -> int:
        """Issue chips to an account, or take them back when *amount* is negative; returns the new balance.

        Raises InsufficientFunds when the account has fewer than are taken, UnknownAccount, and CommandError when
        the amount is over MAX_CHIPS.
        """
        if abs(amount) > MAX_CHIPS:
            raise CommandError(f"At most {MAX_CHIPS} chips move at one time, not {abs(amount)}.")
        key = account_key(account_id)
        if amount:
            source, target = (BANK, key) if amount > 0 else (key, BANK)
            transfer = Transfer(source, target, abs(amount), TransferKind.CREDIT, None, at_ms)
            await _in_thread(lambda: self._port.transfer([transfer]))
        return await self.balance(account_id)

    async def balance(self, account_id: int) -> int:
        """The chips in an account; those at tables are not among them."""
        return await _in_thread(lambda: self._port.balance(account_key(account_id)))

    async def table_balance(self, table_id: int) -> int:
        """The chips at a table."""
        return await _in_thread(lambda: self._port.balance(table_key(table_id)))

    async def total_issued(self) -> int:
        """All chips that exist."""
        return -await _in_thread(lambda: self._port.balance(BANK))

    async def balances(self) -> dict[str, int]:
        """The balances of all ledger accounts that are not 0."""
        return await _in_thread(self._port.balances)

    async def check(self) -> None:
        """Raise LedgerBroken when the sum is not 0, an account but the bank is negative, or entries disagree."""
        await _in_thread(self._port.check)


async def _in_thread(work: Callable[[], _T]) -> _T:
    return await anyio.to_thread.run_sync(work)
