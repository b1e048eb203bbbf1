"""Brings a database to the schema of this code, with Alembic, from scripts that are part of the package."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, inspect, text

from gamehall.errors import StoreError
from gamehall.store.engine import Database

HEAD: Final = "0003"
"""The revision of the schema that this code works with."""

_SCRIPTS: Final = "gamehall.store:migrations"
# Any number that nothing else locks: servers that start at once migrate one after the other.
_LOCK: Final = 0x67616D6568616C6C


def migrate(database: Database) -> None:
    """Run the migrations that are missing, all in one transaction.

    Raises StoreError when the database was written by a newer version, StoreUnavailable when it does not answer.
    """
    with database.read() as connection:
        if revision(connection) == HEAD:
            return
    with database.write() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        _upgrade(connection)


def revision(connection: Connection) -> str | None:
    """The revision that the database is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def _upgrade(connection: Connection) -> None:
    # Imported here: it takes a tenth of a second, and most starts have nothing to migrate.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", _SCRIPTS)
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            f"The database is at revision {revision(connection)}, which this version of Gamehall does not know; "
            "it was written by a newer one."
        ) from error
