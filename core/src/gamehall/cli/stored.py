"""What the commands that read the store share: opening it by the settings, and finding a round."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gamehall.cli import config
from gamehall.errors import CommandError
from gamehall.store.store import Store, open_store
from gamehall_sdk.record import RecordError, RoundRecord, read


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
    """The record of a round by its number in the store, or out of a JSON file. Raises CommandError."""
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
