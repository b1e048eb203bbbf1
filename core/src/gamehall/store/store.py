"""The store as the server opens it: one database, brought up to date, and what implements each port."""

from __future__ import annotations

from typing import Literal

import attrs

from gamehall.store.accounts import AccountStore
from gamehall.store.engine import Database, open_database
from gamehall.store.journal import JournalStore
from gamehall.store.ledger import LedgerStore
from gamehall.store.migration import migrate
from gamehall.store.rounds import RoundStore
from gamehall.store.tables import TableStore
from gamehall.store.tokens import TokenStore
from gamehall.store.tournaments import TournamentStore


@attrs.frozen(eq=False)
class Store:
    """The parts of the store over one database; threads may share them."""

    database: Database
    accounts: AccountStore
    ledger: LedgerStore
    journal: JournalStore
    tables: TableStore
    rounds: RoundStore
    tokens: TokenStore
    tournaments: TournamentStore

    def close(self) -> None:
        """Close all connections."""
        self.journal.close()
        self.database.close()


def open_store(url: str, durability: Literal["process", "power"] = "process") -> Store:
    """Open the database at *url*, make or migrate its tables, and give the parts.

    Raises StoreUnavailable when it does not answer, StoreError when it is of another kind or newer than this code.
    """
    database = open_database(url, durability)
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return Store(
        database=database,
        accounts=AccountStore(database),
        ledger=LedgerStore(database),
        journal=JournalStore(database),
        tables=TableStore(database),
        rounds=RoundStore(database),
        tokens=TokenStore(database),
        tournaments=TournamentStore(database),
    )
