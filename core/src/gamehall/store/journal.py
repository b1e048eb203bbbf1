"""The journal in the database: a group of entries with all they carry, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gamehall.errors import StoreError
from gamehall.journal import Entry
from gamehall.ledger import TransferKind, table_key
from gamehall.store.engine import Database, insert_or_skip
from gamehall.store.ledger import balance_of, book
from gamehall.store.rounds import round_rows
from gamehall.store.rows import Rows, RowWriter, execute_rows
from gamehall.store.schema import game_table, journal, table_stake
from gamehall_sdk.errors import TableNotEmpty

_ENTRY: Final = insert(journal).values({name: bindparam(name) for name in journal.c.keys()})  # noqa: SIM118  # columns
_CHECKPOINT: Final = (
    update(game_table)
    .where(game_table.c.id == bindparam("of_table"))
    .values(checkpoint=bindparam("state"), checkpoint_no=bindparam("covered"))
)
# But for the entry with the checkpoint itself: whoever does not know whether it was stored asks for it.
_COVERED: Final = delete(journal).where(
    journal.c.table_id == bindparam("of_table"), journal.c.number < bindparam("covered")
)
_LEFT: Final = delete(table_stake).where(
    table_stake.c.table_id == bindparam("of_table"), table_stake.c.account_id == bindparam("of_account")
)


class JournalStore:
    """Implements :class:`gamehall.journal.JournalPort`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = RowWriter(database)

    def close(self) -> None:
        """Give the connection back that the journal keeps."""
        self._writer.close()

    def write(self, entries: Sequence[Entry]) -> None:
        """Store all entries with all they carry, or none.

        Raises StoreUnavailable when the database is away. Any other error means a faulty entry: InsufficientFunds,
        TableNotEmpty (closed with chips), StoreError (no such table, a number or a round that exists already).
        """
        try:
            if all(map(_is_plain, entries)):
                self._writer.write(_rows(entries))
                return
            with self._database.write() as connection:
                # The chips before the rounds, which name accounts: so everybody locks in one order.
                book(connection, [transfer for entry in entries for transfer in entry.transfers])
                execute_rows(connection, _rows(entries))
                _stakes(connection, entries)
                for entry in entries:
                    if entry.closed:
                        close_table(connection, entry.table_id, entry.at_ms)
        except IntegrityError as error:
            raise StoreError("A journal entry names an unknown table or account, or exists already.") from error

    def last_numbers(self, table_ids: Iterable[int]) -> dict[int, int]:
        """The number of the last entry of each table; 0 where there is none."""
        last = dict.fromkeys(table_ids, 0)
        newest = select(journal.c.table_id, func.max(journal.c.number).label("number"))
        covered = select(game_table.c.id, game_table.c.checkpoint_no).where(game_table.c.id.in_(last))
        with self._database.read() as connection:
            # After pruning, the checkpoint alone may know.
            last |= {row.id: row.checkpoint_no for row in connection.execute(covered)}
            query = newest.where(journal.c.table_id.in_(last)).group_by(journal.c.table_id)
            last |= {row.table_id: max(row.number, last[row.table_id]) for row in connection.execute(query)}
        return last

    def holds(self, entry: Entry) -> bool:
        """Whether an entry of this table, number, body and digest is stored."""
        query = select(journal.c.body, journal.c.digest).where(
            journal.c.table_id == entry.table_id, journal.c.number == entry.number
        )
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
            return row is not None and (row.body, row.digest) == (entry.body, entry.digest)


def _rows(entries: Sequence[Entry]) -> list[Rows]:
    """The entries, the rounds that they finished, and their checkpoints."""
    rows = [(one.table_id, one.number, one.at_ms, one.kind, one.body, one.digest) for one in entries]
    rounds = round_rows([(one.table_id, one.record) for one in entries if one.record is not None])
    # A later checkpoint of a table replaces an earlier one of the same group.
    latest = {one.table_id: one for one in entries if one.checkpoint is not None}.values()
    return [
        (_ENTRY, rows),
        *rounds,
        (_CHECKPOINT, [(one.checkpoint, one.number, one.table_id) for one in latest]),
        # What a checkpoint covers is not needed any more: finished rounds are kept as records.
        (_COVERED, [(one.table_id, one.number) for one in latest]),
    ]


def _is_plain(entry: Entry) -> bool:
    """Whether nobody comes, leaves or is paid with it, as with nearly all entries."""
    return not (entry.transfers or entry.left or entry.closed)


def _stakes(connection: Connection, entries: Sequence[Entry]) -> None:
    """Keep who has chips at which table: added by a buy-in, taken away when the entry says so."""
    for entry in entries:
        bought: list[dict[str, Any]] = [
            {"table_id": entry.table_id, "account_id": int(transfer.debit.partition(":")[2])}
            for transfer in entry.transfers
            if transfer.kind is TransferKind.BUY_IN
        ]
        if bought:
            connection.execute(insert_or_skip(connection, table_stake), bought)
        if entry.left:
            connection.execute(_LEFT, [{"of_table": entry.table_id, "of_account": who} for who in entry.left])


def close_table(connection: Connection, table_id: int, at_ms: int) -> None:
    """Close a table. Raises TableNotEmpty while chips lie there, since nobody could get them back."""
    chips = balance_of(connection, table_key(table_id))
    if chips:
        raise TableNotEmpty(f"Table {table_id} cannot close: {chips} chips lie there.")
    connection.execute(delete(table_stake).where(table_stake.c.table_id == table_id))
    connection.execute(
        update(game_table)
        .where(game_table.c.id == table_id, game_table.c.closed_at_ms.is_(None))
        .values(closed_at_ms=at_ms)
    )
