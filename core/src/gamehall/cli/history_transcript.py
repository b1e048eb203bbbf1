"""A finished round told in words, for ``gamehall history show ROUND --transcript``."""

from __future__ import annotations

from gamehall_sdk.errors import Refusal
from gamehall_sdk.game import Game
from gamehall_sdk.record import RoundRecord, load
from gamehall_sdk.transcript import plain_line

__all__ = ["written"]


def written(record: RoundRecord, game: Game | None, seat: int | None) -> list[str]:
    """The lines of an account of *record*: who sat where, what everybody (or *seat*) was told, who won.

    In the words of *game*, as far as it still knows the events; in plain ones otherwise.
    """
    table = f" of table {record.table}" if record.table else ""
    names = {one.seat: one.name or f"seat {one.seat}" for one in record.seats}
    lines = [f"{record.game} ({record.variant}), round {record.number}{table}"]
    lines += [f"Seat {one.seat}: {names[one.seat]} ({one.kind}), {one.stack}." for one in record.seats]
    tell = None if game is None else game.transcript(names)
    for audience, event in record.events:
        if audience not in (None, seat):
            continue
        try:
            line = plain_line(event, names) if game is None or tell is None else tell(load(event, game.payloads))
        except Refusal:
            line = plain_line(event, names)
        lines += [line] if line else []
    if record.payoffs is None:
        return [*lines, f"The round is void: {record.void}."]
    return [*lines, *[f"{names[one.seat]}: {won:+d}." for one, won in zip(record.seats, record.payoffs, strict=True)]]
