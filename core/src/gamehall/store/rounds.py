"""Finished rounds in the database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, func, insert, select

from gamehall.archive import RoundSummary, StoredRound
from gamehall.journal import RoundRecord, RoundSeat
from gamehall.store.engine import Database
from gamehall.store.rows import Rows
from gamehall.store.schema import round_, round_seat

_ADD_ROUND: Final = (
    insert(round_).values({name: bindparam(name) for name in round_.c.keys() if name != "id"}).inline()  # noqa: SIM118
)
_ADD_SEAT: Final = (
    insert(round_seat)
    .values(
        {
            **{name: bindparam(name) for name in round_seat.c.keys()},  # noqa: SIM118  # columns, not a dict
            "round_id": select(round_.c.id)
            .where(round_.c.table_id == bindparam("of_table"), round_.c.round_no == bindparam("of_round"))
            .scalar_subquery(),
        }
    )
    .inline()
)


def round_rows(records: Sequence[tuple[int, RoundRecord]]) -> tuple[Rows, Rows]:
    """What stores finished rounds, each with the number of its table."""
    rounds = [
        (
            table_id,
            record.round_no,
            record.game,
            record.variant,
            record.started_at_ms,
            record.ended_at_ms,
            record.document,
            record.rated,
        )
        for table_id, record in records
    ]
    seats = [
        (table_id, record.round_no, seat.seat, seat.account_id, seat.name, seat.kind, seat.payoff)
        for table_id, record in records
        for seat in record.seats
    ]
    return (_ADD_ROUND, rounds), (_ADD_SEAT, seats)


class RoundStore:
    """Implements :class:`gamehall.archive.RoundsPort`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_rounds(
        self,
        *,
        game: str | None = None,
        table_id: int | None = None,
        account_id: int | None = None,
        rated: bool | None = None,
        before_id: int | None = None,
        limit: int = 50,
    ) -> list[RoundSummary]:
        """The newest *limit* rounds that fit all that is given, newest first; *before_id* turns the page."""
        columns = [column for column in round_.c if column is not round_.c.document]
        query = select(*columns).order_by(round_.c.id.desc()).limit(limit)
        if game is not None:
            query = query.where(round_.c.game == game)
        if table_id is not None:
            query = query.where(round_.c.table_id == table_id)
        if account_id is not None:
            sat = select(round_seat.c.round_id).where(round_seat.c.account_id == account_id)
            query = query.where(round_.c.id.in_(sat))
        if rated is not None:
            query = query.where(round_.c.rated.is_(rated))
        if before_id is not None:
            query = query.where(round_.c.id < before_id)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
            seats = _seats(connection, [row.id for row in rows])
        return [_summary(row, seats[row.id]) for row in rows]

    def newest(self, game: str, *, rated: bool | None = None) -> int:
        """The number of the game's last round; 0 when there is none."""
        query = select(func.max(round_.c.id)).where(round_.c.game == game)
        if rated is not None:
            query = query.where(round_.c.rated.is_(rated))
        with self._database.read() as connection:
            return connection.scalar(query) or 0

    def documents(
        self,
        *,
        game: str | None = None,
        table_id: int | None = None,
        account_id: int | None = None,
        page: int = 500,
    ) -> Iterator[StoredRound]:
        """All rounds that fit all that is given, the oldest first, read by pages."""
        query = select(round_).order_by(round_.c.id).limit(page)
        if game is not None:
            query = query.where(round_.c.game == game)
        if table_id is not None:
            query = query.where(round_.c.table_id == table_id)
        if account_id is not None:
            sat = select(round_seat.c.round_id).where(round_seat.c.account_id == account_id)
            query = query.where(round_.c.id.in_(sat))
        last = 0
        while True:
            with self._database.read() as connection:
                rows = connection.execute(query.where(round_.c.id > last)).all()
                seats = _seats(connection, [row.id for row in rows])
            yield from (StoredRound(_summary(row, seats[row.id]), row.document) for row in rows)
            if len(rows) < page:
                return
            last = rows[-1].id

    def get(self, round_id: int) -> StoredRound | None:
        """One round with its document; None when there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(round_).where(round_.c.id == round_id)).one_or_none()
            if row is None:
                return None
            seats = _seats(connection, [round_id])
        return StoredRound(_summary(row, seats[round_id]), row.document)


def _seats(connection: Connection, round_ids: list[int]) -> dict[int, list[RoundSeat]]:
    found: dict[int, list[RoundSeat]] = {round_id: [] for round_id in round_ids}
    query = select(round_seat).where(round_seat.c.round_id.in_(round_ids))
    for row in connection.execute(query.order_by(round_seat.c.round_id, round_seat.c.seat)):
        found[row.round_id].append(RoundSeat(row.seat, row.account_id, row.name, row.kind, row.payoff))
    return found


def _summary(row: Row[Any], seats: list[RoundSeat]) -> RoundSummary:
    return RoundSummary(
        id=row.id,
        table_id=row.table_id,
        round_no=row.round_no,
        game=row.game,
        variant=row.variant,
        started_at_ms=row.started_at_ms,
        ended_at_ms=row.ended_at_ms,
        seats=tuple(seats),
        rated=row.rated,
    )
