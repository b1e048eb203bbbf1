"""``gamehall history stats``: what finished rounds come to, by the game's own reckoning."""

from __future__ import annotations

import csv
import os
import sys
from typing import Annotated, Any, Final

import typer

from gamehall.cli import config, output
from gamehall.cli.stored import opened
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall_sdk.game import Game, Report
from gamehall_sdk.record import KeptRound, read

_PLAIN: Final = Report({"name": "player", "rounds": "rounds", "won": "won"}, lambda rounds: _plain(list(rounds)))
"""For a game that has no statistics of its own."""


def stats(
    game: Annotated[str, typer.Option(help="The game.")],
    account: Annotated[str | None, typer.Option(help="Only what this account did.")] = None,
    table: Annotated[int | None, typer.Option(help="Only rounds of the table of this number.")] = None,
    report: Annotated[str, typer.Option(help="Which of the game's reports.")] = "statistics",
    as_json: output.Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values, a line of names first.")] = False,
    file: config.File = None,
) -> None:
    """Print who played how much and won what; other reports of a game by their names."""
    found = _report(_game(game), report)
    with opened(file) as store:
        names = {one.account.id: one.account.name for one in store.accounts.list_all()}
        number = next((key for key, name in names.items() if name == account), None)
        if account is not None and number is None:
            raise CommandError(f"There is no account named {account!r}.")
        kept = store.rounds.documents(game=game, table_id=table, account_id=number)
        rounds = (KeptRound(one.summary.id, one.summary.ended_at_ms, read(one.document)) for one in kept)
        rows = found.rows(rounds)
    if number is not None:
        rows = [row for row in rows if row.get("account", number) == number]
    for row in rows:
        if "account" in row:
            row["account"] = names.get(row["account"], row.get("name", ""))
    if as_csv:
        writer = csv.DictWriter(sys.stdout, list(rows[0]) if rows else list(found.columns))
        writer.writeheader()
        writer.writerows(rows)
        return
    output.listing(found.columns, rows, as_json=as_json, empty="No such round is finished yet.")


def _game(name: str) -> Game:
    games = Plugins.from_environment(os.environ).games
    if name not in games:
        raise CommandError(f"No installed package has a game {name!r}; there are {', '.join(sorted(games)) or 'none'}.")
    return games[name]


def _report(game: Game, name: str) -> Report:
    reports = {"statistics": _PLAIN, **game.reports}
    if name not in reports:
        raise CommandError(f"{game.title} has no report {name!r}; there are {', '.join(reports)}.")
    return reports[name]


def _plain(rounds: list[KeptRound]) -> list[dict[str, Any]]:
    rows: dict[int, dict[str, Any]] = {}
    for kept in rounds:
        if kept.record.payoffs is None:
            continue
        for seat, won in zip(kept.record.seats, kept.record.payoffs, strict=True):
            row = rows.setdefault(seat.account, {"account": seat.account, "name": seat.name, "rounds": 0, "won": 0})
            row["rounds"] += 1
            row["won"] += won
    return sorted(rows.values(), key=lambda row: (-row["rounds"], row["account"]))
