"""Keeps a database's whole journal: a trigger puts aside what the server deletes, for a test to look through."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from gamehall.archive import StoredEntry
from gamehall.store.store import Store, open_store

_TABLE: Final = "CREATE TABLE kept_journal AS SELECT * FROM journal WHERE 0 = 1"
_SQLITE: Final = (
    _TABLE,
    """CREATE TRIGGER keep_journal BEFORE DELETE ON journal BEGIN INSERT INTO kept_journal
    SELECT OLD.table_id, OLD.number, OLD.at_ms, OLD.kind, OLD.body, OLD.digest; END""",
)
_POSTGRESQL: Final = (
    _TABLE,
    """CREATE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO kept_journal SELECT OLD.*; RETURN OLD; END $$""",
    "CREATE TRIGGER keep_journal BEFORE DELETE ON journal FOR EACH ROW EXECUTE FUNCTION keep_journal()",
)


def keep_journal(url: str) -> None:
    """Make the database at *url*, and the folder of a file; it keeps what is deleted from its journal from now on."""
    store = open_store(url)
    with store.database.write() as connection:
        for command in _POSTGRESQL if connection.dialect.name == "postgresql" else _SQLITE:
            connection.execute(text(command))
    store.close()


def whole_journal(store: Store, table_id: int) -> list[StoredEntry]:
    """All entries that a table ever had, in order."""
    query = text("SELECT * FROM kept_journal WHERE table_id = :table_id ORDER BY number")
    with store.database.read() as connection:
        kept = [
            StoredEntry(row.table_id, row.number, row.at_ms, row.kind, bytes(row.body), row.digest)
            for row in connection.execute(query, {"table_id": table_id})
        ]
    return [*kept, *store.tables.entries_after(table_id, kept[-1].number if kept else 0)]
