"""Tables in the database, and the journal read back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Select, delete, func, insert, select, update

from gamehall.archive import NewTable, StoredEntry, StoredTable
from gamehall.ledger import TransferKind
from gamehall.store.engine import Database
from gamehall.store.journal import close_table
from gamehall.store.schema import game_table, journal, ledger_entry, round_, round_seat
from gamehall_sdk.errors import UnknownTable


class TableStore:
    """Implements :class:`gamehall.archive.TablesPort`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, table: NewTable, at_ms: int) -> StoredTable:
        """Make a table and give it its number."""
        values = {
            "name": table.name,
            "game": table.game,
            "variant": table.variant,
            "game_version": table.game_version,
            "options": table.options,
            "creator_id": table.creator_id,
            "password_hash": table.password_hash,
            "invitations": "[]",
            "created_at_ms": at_ms,
            "checkpoint_no": 0,
        }
        with self._database.write() as connection:
            return _table(connection.execute(insert(game_table).returning(game_table), values).one())

    def get(self, table_id: int) -> StoredTable | None:
        """One table, closed or not; None when it was never made."""
        with self._database.read() as connection:
            row = connection.execute(select(game_table).where(game_table.c.id == table_id)).one_or_none()
            return None if row is None else _table(row)

    def open_tables(self) -> list[StoredTable]:
        """All tables that are not closed, by number: what recovery starts from."""
        query = select(game_table).where(game_table.c.closed_at_ms.is_(None)).order_by(game_table.c.id)
        with self._database.read() as connection:
            return [_table(row) for row in connection.execute(query)]

    def list_tables(self, limit: int) -> list[StoredTable]:
        """The newest *limit* tables, closed ones among them, newest first."""
        query = select(game_table).order_by(game_table.c.id.desc()).limit(limit)
        with self._database.read() as connection:
            return [_table(row) for row in connection.execute(query)]

    def entries_after(self, table_id: int, number: int) -> list[StoredEntry]:
        """The journal of a table after entry *number*, in order."""
        query = select(journal).where(journal.c.table_id == table_id, journal.c.number > number)
        with self._database.read() as connection:
            return [
                StoredEntry(row.table_id, row.number, row.at_ms, row.kind, row.body, row.digest)
                for row in connection.execute(query.order_by(journal.c.number))
            ]

    def stakes(self, table_id: int) -> dict[int, int]:
        """What each account has at a table by the books: bought in, won in recorded rounds, not cashed out."""
        bought, paid = (_moved(table_id, kind) for kind in (TransferKind.BUY_IN, TransferKind.CASH_OUT))
        won = (
            select(round_seat.c.account_id, func.sum(round_seat.c.payoff))
            .join(round_, round_.c.id == round_seat.c.round_id)
            .where(round_.c.table_id == table_id, round_seat.c.account_id.is_not(None))
            .group_by(round_seat.c.account_id)
        )
        with self._database.read() as connection:
            stakes = {_number(row.debit): int(row.total) for row in connection.execute(bought)}
            for row in connection.execute(paid):
                stakes[_number(row.credit)] -= int(row.total)
            for account_id, total in connection.execute(won):
                # Who never bought in played for points.
                if account_id in stakes:
                    stakes[account_id] += int(total)
        return {account_id: chips for account_id, chips in sorted(stakes.items()) if chips}

    def newest_rounds(self, table_id: int, limit: int) -> list[tuple[int, bytes]]:
        """Number and document of the newest *limit* rounds of a table, in the order in which they were played."""
        query = select(round_.c.round_no, round_.c.document).where(round_.c.table_id == table_id)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(round_.c.round_no.desc()).limit(limit)).all()
        return [(row.round_no, row.document) for row in reversed(rows)]

    def set_access(self, table_id: int, password_hash: str | None, invitations: str) -> None:
        """Make a table private or public. Raises UnknownTable."""
        change = update(game_table).where(game_table.c.id == table_id)
        with self._database.write() as connection:
            done = connection.execute(change.values(password_hash=password_hash, invitations=invitations))
            if not done.rowcount:
                raise _unknown(table_id)

    def close(self, table_id: int, at_ms: int) -> None:
        """Close a table that no task runs. Raises UnknownTable, and TableNotEmpty while chips lie there."""
        query = select(game_table.c.id).where(game_table.c.id == table_id, game_table.c.closed_at_ms.is_(None))
        with self._database.write() as connection:
            if connection.scalar(query) is None:
                raise _unknown(table_id)
            close_table(connection, table_id, at_ms)

    def prune(self, table_id: int | None = None) -> int:
        """Delete what is left of the journal of a closed table, or of all of them; tells how many entries."""
        closed = select(game_table.c.id).where(game_table.c.closed_at_ms.is_not(None))
        if table_id is not None:
            closed = closed.where(game_table.c.id == table_id)
        with self._database.write() as connection:
            return connection.execute(delete(journal).where(journal.c.table_id.in_(closed))).rowcount


def _moved(table_id: int, kind: TransferKind) -> Select[Any]:
    """The sum of the chips that each account moved to (or from) a table."""
    of = ledger_entry.c.debit if kind is TransferKind.BUY_IN else ledger_entry.c.credit
    total = func.sum(ledger_entry.c.amount).label("total")
    return select(of, total).where(ledger_entry.c.table_id == table_id, ledger_entry.c.kind == kind.value).group_by(of)


def _number(key: str) -> int:
    """The account in ``account:7`` or ``transit:7``."""
    return int(key.partition(":")[2])


def _table(row: Row[Any]) -> StoredTable:
    return StoredTable(
        id=row.id,
        name=row.name,
        game=row.game,
        variant=row.variant,
        game_version=row.game_version,
        options=row.options,
        creator_id=row.creator_id,
        password_hash=row.password_hash,
        invitations=row.invitations,
        created_at_ms=row.created_at_ms,
        closed_at_ms=row.closed_at_ms,
        checkpoint=row.checkpoint,
        checkpoint_no=row.checkpoint_no,
    )


def _unknown(table_id: int) -> UnknownTable:
    return UnknownTable(f"There is no open table number {table_id}.")
