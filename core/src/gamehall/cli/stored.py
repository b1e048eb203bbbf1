"""What the commands that read the store share: opening it by the settings, and finding a round."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gamehall.cli import config
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall.store.store import Store, open_store
from gamehall_sdk.record import RecordError, RoundRecord, read

if TYPE_CHECKING:
    from gamehall.arena.rounds import RunRounds


@contextmanager
def opened(file: Path | None) -> Iterator[Store]:
    """The store that the settings name, closed at the end of the block."""
    chosen = config.read(file)
    store = open_store(chosen.database_url, chosen.durability)
    try:
        yield store
    finally:
        store.close()


def record_of(what: str, file: Path | None) -> RoundRecord:
    """The record of a round: by its number in the store, out of a JSON file, or ``DIR:NUMBER`` of an arena's run.

    Raises CommandError.
    """
    folder, colon, number = what.rpartition(":")
    if colon and number.isascii() and number.isdigit() and (Path(folder) / "plan.json").is_file():
        return run_rounds(Path(folder)).one(int(number))
    if what.isascii() and what.isdigit():
        with opened(file) as store:
            found = store.rounds.get(int(what))
        if found is None:
            raise CommandError(f"There is no round number {what}; `gamehall history list` lists them.")
        document = found.document
    else:
        try:
            document = Path(what).read_bytes()
        except OSError as error:
            raise CommandError(
                f"{what} is no round's number, and no file that can be read: {error.strerror}."
            ) from error
    try:
        return read(document)
    except RecordError as error:
        raise CommandError(f"{what}: {error}.") from error


def run_rounds(folder: Path) -> RunRounds:
    """The rounds of the arena's run in *folder*. Raises CommandError."""
    from gamehall.arena.files import RunFolder
    from gamehall.arena.rounds import RunRounds

    return RunRounds(RunFolder.open(folder), Plugins.from_environment(os.environ))
