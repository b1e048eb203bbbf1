"""What is read back from the store: tables with their journals, and finished rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import attrs

from gamehall.journal import RoundSeat


@attrs.frozen
class NewTable:
    """A table to be made."""

    name: str
    game: str
    variant: str
    game_version: str
    """The version of the game's package, noticed when a replay differs."""
    options: str
    """JSON text."""
    creator_id: int | None
    """None for a table of the server's own."""
    password_hash: str | None = attrs.field(default=None, repr=False)
    """Set for a private table: it is private from the first moment."""


@attrs.frozen
class StoredTable:
    """A table as the store keeps it; its life is in its checkpoint and the journal after it."""

    id: int
    name: str
    game: str
    variant: str
    game_version: str
    options: str
    creator_id: int | None
    password_hash: str | None = attrs.field(repr=False)
    """Set for a private table."""
    invitations: str = attrs.field(repr=False)
    """JSON text; whatever the lobby put there."""
    created_at_ms: int
    closed_at_ms: int | None
    checkpoint: bytes | None = attrs.field(repr=False)
    """The table's state after entry ``checkpoint_no``; None before the first one."""
    checkpoint_no: int
    """0 before the first checkpoint."""


@attrs.frozen
class StoredEntry:
    """A journal entry as it was committed, for a replay."""

    table_id: int
    number: int
    at_ms: int
    kind: str
    body: bytes = attrs.field(repr=False)
    digest: str


@attrs.frozen
class RoundSummary:
    """A finished round without its document."""

    id: int
    table_id: int
    round_no: int
    game: str
    variant: str
    started_at_ms: int
    ended_at_ms: int
    seats: tuple[RoundSeat, ...]
    rated: bool = False


@attrs.frozen
class StoredRound:
    """A finished round with the document from which it can be replayed."""

    summary: RoundSummary
    document: bytes = attrs.field(repr=False)


class TablesPort(Protocol):
    """Tables in the store; each call is one transaction and may raise StoreUnavailable."""

    def create(self, table: NewTable, at_ms: int) -> StoredTable:
        """Make a table and give it its number."""

    def get(self, table_id: int) -> StoredTable | None:
        """One table, closed or not; None when it was never made."""

    def open_tables(self) -> list[StoredTable]:
        """All tables that are not closed, by number: what recovery starts from."""

    def list_tables(self, limit: int) -> list[StoredTable]:
        """The newest *limit* tables, closed ones among them, newest first."""

    def entries_after(self, table_id: int, number: int) -> list[StoredEntry]:
        """The journal of a table after entry *number*, in order."""

    def stakes(self, table_id: int) -> dict[int, int]:
        """What each account has at a table by the books: bought in, won in recorded rounds, not cashed out.

        Only accounts with chips there are named; a table where points are played has none.
        """

    def newest_rounds(self, table_id: int, limit: int) -> list[tuple[int, bytes]]:
        """Number and document of the newest *limit* rounds of a table, in the order in which they were played."""

    def set_access(self, table_id: int, password_hash: str | None, invitations: str) -> None:
        """Make a table private or public. Raises UnknownTable."""

    def close(self, table_id: int, at_ms: int) -> None:
        """Close a table that no task runs. Raises UnknownTable, and TableNotEmpty while chips lie there."""

    def prune(self, table_id: int | None = None) -> int:
        """Delete what is left of the journal of a closed table, or of all of them; tells how many entries."""


class RoundsPort(Protocol):
    """Finished rounds in the store; each call is one transaction and may raise StoreUnavailable."""

    def list_rounds(
        self,
        *,
        game: str | None = None,
        table_id: int | None = None,
        account_id: int | None = None,
        rated: bool | None = None,
        before_id: int | None = None,
        limit: int = 50,
    ) -> Sequence[RoundSummary]:
        """The newest *limit* rounds that fit all that is given, newest first; *before_id* turns the page."""

    def newest(self, game: str, *, rated: bool | None = None) -> int:
        """The number of the game's last round; 0 when there is none."""

    def documents(
        self,
        *,
        game: str | None = None,
        table_id: int | None = None,
        account_id: int | None = None,
        page: int = 500,
    ) -> Iterator[StoredRound]:
        """All rounds that fit all that is given, the oldest first, read by pages."""

    def get(self, round_id: int) -> StoredRound | None:
        """One round with its document; None when there is none."""
