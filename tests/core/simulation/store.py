"""The store in memory: what is committed is there at once, and survives a crash; all else is up to the dice.

It does what the real one does, which a test holds it to: the same seed over SQLite gives the same world.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import attrs

from gamehall.accounts.model import Account, AccountBalance, AccountType, Credentials, NewAccount
from gamehall.archive import NewTable, RoundSummary, StoredEntry, StoredRound, StoredTable
from gamehall.errors import StoreError
from gamehall.journal import Entry
from gamehall.ledger import (
    BANK,
    Hold,
    Transfer,
    TransferKind,
    account_key,
    applied,
    table_key,
    transit_key,
)
from gamehall_sdk.errors import AccountBusy, NameTaken, TableNotEmpty, UnknownAccount

__all__ = ["MemoryStore"]


@attrs.define(eq=False)
class MemoryStore:
    """All ports at once, over dictionaries."""

    everybody: dict[int, Credentials] = attrs.field(factory=dict)
    chips: dict[str, int] = attrs.field(factory=dict)
    booked: list[Transfer] = attrs.field(factory=list)
    open_holds: dict[int, Hold] = attrs.field(factory=dict)
    """Those that are not settled."""
    held: int = 0
    all_tables: dict[int, StoredTable] = attrs.field(factory=dict)
    journals: dict[int, list[Entry]] = attrs.field(factory=lambda: defaultdict(list))
    kept: dict[int, dict[int, Entry]] = attrs.field(factory=lambda: defaultdict(dict))
    """What the journals ever held."""
    stake: set[tuple[int, int]] = attrs.field(factory=set)
    rounds: list[StoredRound] = attrs.field(factory=list)

    # --- accounts ---

    def add(self, accounts: Sequence[NewAccount], at_ms: int) -> list[Account]:
        taken = {name_of(one) for one in self.everybody.values()}
        for new in accounts:
            if new.identity in taken:
                raise NameTaken(f"The name {new.name!r} is taken.")
        made = []
        for new in accounts:
            account = Account(len(self.everybody) + 1, new.name, new.kind, at_ms)
            self.everybody[account.id] = Credentials(account, new.stored_password)
            if new.balance:
                self._book([Transfer(BANK, account_key(account.id), new.balance, TransferKind.ISSUE, None, at_ms)])
            made.append(account)
        return made

    def find(self, identity: str) -> Credentials | None:
        return next((one for one in self.everybody.values() if name_of(one) == identity), None)

    def by_id(self, account_id: int) -> Account | None:
        found = self.everybody.get(account_id)
        return None if found is None else found.account

    def set_password(self, account_id: int, stored: str, expected: str | None) -> bool:
        raise NotImplementedError

    def set_kind(self, account_id: int, kind: AccountType) -> bool:
        raise NotImplementedError

    def delete(self, account_id: int, at_ms: int) -> bool:
        raise AccountBusy("Nobody is deleted here.")

    def list_all(self) -> list[AccountBalance]:
        return [AccountBalance(one.account, self.balance(account_key(at))) for at, one in self.everybody.items()]

    # --- ledger ---

    def transfer(self, transfers: Iterable[Transfer]) -> None:
        self._book(list(transfers))

    def hold(self, account_id: int, amount: int, table_id: int, at_ms: int) -> Hold:
        if account_id not in self.everybody:
            raise UnknownAccount(f"There is no account number {account_id}.")
        moved = Transfer(account_key(account_id), transit_key(account_id), amount, TransferKind.HOLD, table_id, at_ms)
        self._book([moved])
        self.held += 1
        self.open_holds[self.held] = Hold(self.held, account_id, table_id, amount)
        return self.open_holds[self.held]

    def release(self, hold: Hold, at_ms: int) -> bool:
        if hold.id not in self.open_holds:
            return False
        source, target = transit_key(hold.account_id), account_key(hold.account_id)
        self._book([Transfer(source, target, hold.amount, TransferKind.RELEASE, hold.table_id, at_ms, hold.id)])
        return True

    def return_all(self, at_ms: int) -> list[Hold]:
        holds = list(self.open_holds.values())
        for hold in holds:
            self.release(hold, at_ms)
        return holds

    def balance(self, key: str) -> int:
        return self.chips.get(key, 0)

    def balances(self) -> dict[str, int]:
        return {key: chips for key, chips in self.chips.items() if chips}

    def check(self) -> None:
        assert sum(self.chips.values()) == 0
        assert applied({}, self.booked) == self.chips

    def _book(self, transfers: Sequence[Transfer]) -> None:
        """All or nothing."""
        settled = [transfer.hold_id for transfer in transfers if transfer.hold_id is not None]
        if len(set(settled)) < len(settled) or any(hold_id not in self.open_holds for hold_id in settled):
            raise StoreError("A hold of chips can be settled once only.")
        self.chips = applied(self.chips, transfers)
        for hold_id in settled:
            del self.open_holds[hold_id]
        self.booked += transfers

    # --- journal ---

    def write(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.table_id not in self.all_tables or entry.number in self.kept[entry.table_id]:
                raise StoreError("A journal entry names an unknown table or account, or exists already.")
        before = self.chips, self.open_holds.copy(), len(self.booked)
        try:
            self._book([transfer for entry in entries for transfer in entry.transfers])
            for entry in entries:
                if entry.closed and self.balance(table_key(entry.table_id)):
                    raise TableNotEmpty(f"Table {entry.table_id} cannot close: chips lie there.")
        except Exception:
            self.chips, self.open_holds = before[:2]
            del self.booked[before[2] :]
            raise
        for entry in entries:
            self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        number = entry.table_id
        self.journals[number].append(entry)
        self.kept[number][entry.number] = entry
        bought = {int(one.debit.partition(":")[2]) for one in entry.transfers if one.kind is TransferKind.BUY_IN}
        self.stake |= {(number, account) for account in bought}
        self.stake -= {(number, account) for account in entry.left}
        if entry.record is not None:
            row = entry.record
            about = (row.round_no, row.game, row.variant, row.started_at_ms, row.ended_at_ms, row.seats)
            summary = RoundSummary(len(self.rounds) + 1, number, *about)
            self.rounds.append(StoredRound(summary, row.document))
        if entry.checkpoint is not None:
            table = self.all_tables[number]
            state = attrs.evolve(table, checkpoint=entry.checkpoint, checkpoint_no=entry.number)
            self.all_tables[number] = state
            self.journals[number] = [one for one in self.journals[number] if one.number >= entry.number]
        if entry.closed:
            self.all_tables[number] = attrs.evolve(self.all_tables[number], closed_at_ms=entry.at_ms)

    def last_numbers(self, table_ids: Iterable[int]) -> dict[int, int]:
        return {number: max(self.kept[number], default=0) for number in table_ids}

    def holds(self, entry: Entry) -> bool:
        there = {one.number: one for one in self.journals[entry.table_id]}.get(entry.number)
        return there is not None and (there.body, there.digest) == (entry.body, entry.digest)

    # --- tables ---

    def create(self, table: NewTable, at_ms: int) -> StoredTable:
        made = StoredTable(
            id=len(self.all_tables) + 1,
            name=table.name,
            game=table.game,
            variant=table.variant,
            game_version=table.game_version,
            options=table.options,
            creator_id=table.creator_id,
            password_hash=table.password_hash,
            invitations="[]",
            created_at_ms=at_ms,
            closed_at_ms=None,
            checkpoint=None,
            checkpoint_no=0,
        )
        self.all_tables[made.id] = made
        return made

    def get(self, table_id: int) -> StoredTable | None:
        return self.all_tables.get(table_id)

    def open_tables(self) -> list[StoredTable]:
        return [table for table in self.all_tables.values() if table.closed_at_ms is None]

    def list_tables(self, limit: int) -> list[StoredTable]:
        return sorted(self.all_tables.values(), key=lambda table: -table.id)[:limit]

    def entries_after(self, table_id: int, number: int) -> list[StoredEntry]:
        return [
            StoredEntry(table_id, one.number, one.at_ms, one.kind, one.body, one.digest)
            for one in self.journals[table_id]
            if one.number > number
        ]

    def stakes(self, table_id: int) -> dict[int, int]:
        stakes: dict[int, int] = {}
        for one in self.booked:
            if one.table_id == table_id and one.kind is TransferKind.BUY_IN:
                account = int(one.debit.partition(":")[2])
                stakes[account] = stakes.get(account, 0) + one.amount
            elif one.table_id == table_id and one.kind is TransferKind.CASH_OUT:
                stakes[int(one.credit.partition(":")[2])] -= one.amount
        for found in self.rounds:
            for seat in found.summary.seats if found.summary.table_id == table_id else ():
                if seat.account_id in stakes:
                    stakes[seat.account_id] += seat.payoff
        return {account: chips for account, chips in sorted(stakes.items()) if chips}

    def newest_rounds(self, table_id: int, limit: int) -> list[tuple[int, bytes]]:
        there = [one for one in self.rounds if one.summary.table_id == table_id]
        return [(one.summary.round_no, one.document) for one in there[-limit:]]

    def set_access(self, table_id: int, password_hash: str | None, invitations: str) -> None:
        table = self.all_tables[table_id]
        self.all_tables[table_id] = attrs.evolve(table, password_hash=password_hash, invitations=invitations)

    def close(self, table_id: int, at_ms: int) -> None:
        raise NotImplementedError

    def prune(self, table_id: int | None = None) -> int:
        for table in self.all_tables.values():
            if table.closed_at_ms is not None and table_id in (None, table.id):
                self.journals[table.id].clear()
        return 0


def name_of(one: Credentials) -> str:
    """The identity of an account; the names here are plain."""
    return one.account.name.lower()


@attrs.frozen
class Port:
    """One port of a store, with something that happens *around* each call: a delay is not its affair, a fault is."""

    behind: object
    around: Callable[[Callable[..., object], str], Callable[..., object]]

    def __getattr__(self, name: str) -> object:
        return self.around(getattr(self.behind, name), name)
