"""``gamehall history export``: finished rounds in a format that other programs read."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final

import attrs
import typer

from gamehall.cli import config
from gamehall.cli.stored import opened, record_of, run_rounds
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall_sdk.game import Export, Game
from gamehall_sdk.record import RecordError, RoundRecord, read

_JSON: Final = "json"
_EVERY: Final = 10_000_000


def export(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ROUND]...",
            help="As for `show`, or the folder of an arena's run: all its rounds. None: the stored ones that fit.",
        ),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", help="json, a record a line, or a format of the game's package: phh for poker.")
    ] = _JSON,
    game: Annotated[str | None, typer.Option(help="Only rounds of this game.")] = None,
    table: Annotated[int | None, typer.Option(help="Only stored rounds of the table of this number.")] = None,
    account: Annotated[str | None, typer.Option(help="Only stored rounds in which this account sat.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most so many stored rounds, the newest.")] = _EVERY,
    out: Annotated[Path | None, typer.Option(help="Write to this file, whole or not at all; else to stdout.")] = None,
    file: config.File = None,
) -> None:
    """Write rounds, the oldest first: as records (seats, deal, actions, events, results), or for other programs."""
    found = _named(what, file) if what else _stored(game, table, account, limit, file)
    _deliver(_written((record for record in found if game in (None, record.game)), format_), out)


def _named(what: Iterable[str], file: Path | None) -> Iterator[RoundRecord]:
    for one in what:
        if Path(one).is_dir():
            yield from run_rounds(Path(one))
        else:
            yield record_of(one, file)


def _stored(
    game: str | None, table: int | None, account: str | None, limit: int, file: Path | None
) -> Iterator[RoundRecord]:
    with opened(file) as store:
        number = None
        if account is not None:
            known = {row.account.name: row.account.id for row in store.accounts.list_all()}
            if account not in known:
                raise CommandError(f"There is no account named {account!r}.")
            number = known[account]
        summaries = store.rounds.list_rounds(game=game, table_id=table, account_id=number, limit=limit)
        for summary in reversed(summaries):
            stored = store.rounds.get(summary.id)
            if stored is not None:
                yield attrs.evolve(_read(stored.document, summary.id), table=summary.table_id)


def _read(document: bytes, number: int) -> RoundRecord:
    try:
        return read(document)
    except RecordError as error:
        raise CommandError(f"Round {number}: {error}.") from error


def _written(records: Iterable[RoundRecord], format_: str) -> Iterator[str]:
    if format_ == _JSON:
        for record in records:
            yield record.to_json().decode() + "\n"
        return
    rest = (record for record in records if record.payoffs is not None)
    first = next(rest, None)
    if first is None:
        return
    game, writer = _writer(first.game, format_)
    try:
        yield from writer(game, _of_one_game(first, rest))
    except ValueError as error:
        raise CommandError(f"This cannot be written as {format_}: {error}.") from error


def _of_one_game(first: RoundRecord, rest: Iterable[RoundRecord]) -> Iterator[RoundRecord]:
    yield first
    for record in rest:
        if record.game != first.game:
            raise CommandError(f"There are rounds of {first.game} and of {record.game}: choose with --game.")
        yield record


def _writer(name: str, format_: str) -> tuple[Game, Export]:
    game = Plugins.from_environment(os.environ).games.get(name)
    if game is None:
        raise CommandError(f"The rounds are of {name!r}, and no installed package has that game.")
    if format_ not in game.exports:
        known = ", ".join([_JSON, *game.exports])
        raise CommandError(f"Rounds of {name} cannot be written as {format_!r}; there are {known}.")
    return game, game.exports[format_]


def _deliver(texts: Iterable[str], out: Path | None) -> None:
    """Write all or nothing: first to a file beside, or to a temporary one."""
    if out is None:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as held:
            held.writelines(texts)
            held.seek(0)
            shutil.copyfileobj(held, sys.stdout)
        return
    part = out.with_name(out.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as held:
            held.writelines(texts)
        part.replace(out)
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
