"""Tournaments in the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from gamehall.ledger import Transfer
from gamehall.store.engine import Database
from gamehall.store.ledger import book
from gamehall.store.schema import tournament, tournament_entry
from gamehall.tournaments.port import StoredTournament


class TournamentStore:
    """Implements :class:`gamehall.tournaments.port.TournamentsPort`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, name: str, game: str, rules: bytes, state: bytes, stage: str, at_ms: int) -> int:
        """Keep a new one; its number."""
        values = {"name": name, "game": game, "rules": rules, "state": state, "phase": stage}
        made = insert(tournament).returning(tournament.c.id)
        with self._database.write() as connection:
            number: int = connection.scalars(made, {**values, "created_at_ms": at_ms, "saved_at_ms": at_ms}).one()
            return number

    def save(
        self,
        number: int,
        state: bytes,
        stage: str,
        at_ms: int,
        *,
        transfers: Sequence[Transfer] = (),
        entrants: Collection[int] | None = None,
        ended: bool = False,
    ) -> None:
        """Keep its state with the chips that moved, and its *entrants* where they changed; all or nothing."""
        change = update(tournament).where(tournament.c.id == number)
        values: dict[str, Any] = {"state": state, "phase": stage, "saved_at_ms": at_ms}
        if ended:
            values["ended_at_ms"] = at_ms
        with self._database.write() as connection:
            connection.execute(change.values(values))
            book(connection, transfers)
            if entrants is not None or ended:
                connection.execute(delete(tournament_entry).where(tournament_entry.c.tournament_id == number))
            if entrants and not ended:
                rows = [{"tournament_id": number, "account_id": account} for account in entrants]
                connection.execute(insert(tournament_entry), rows)

    def get(self, number: int) -> StoredTournament | None:
        """One tournament; None when there never was one."""
        with self._database.read() as connection:
            row = connection.execute(select(tournament).where(tournament.c.id == number)).one_or_none()
            return None if row is None else _stored(row)

    def listing(self, *, ended: bool, limit: int = 1000) -> list[StoredTournament]:
        """Those that have not ended, by number; or the newest of all."""
        query = select(tournament)
        if ended:
            query = query.order_by(tournament.c.id.desc()).limit(limit)
        else:
            query = query.where(tournament.c.ended_at_ms.is_(None)).order_by(tournament.c.id)
        with self._database.read() as connection:
            return [_stored(row) for row in connection.execute(query)]


def _stored(row: Row[Any]) -> StoredTournament:
    return StoredTournament(
        id=row.id,
        name=row.name,
        game=row.game,
        rules=row.rules,
        state=row.state,
        stage=row.phase,
        created_at_ms=row.created_at_ms,
        saved_at_ms=row.saved_at_ms,
        ended_at_ms=row.ended_at_ms,
    )
