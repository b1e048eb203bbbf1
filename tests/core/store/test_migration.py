"""Migrations: from empty to the schema of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from gamehall.errors import StoreError
from gamehall.store.engine import open_database
from gamehall.store.migration import HEAD, migrate, revision
from gamehall.store.schema import metadata
from gamehall.store.store import Store, open_store


def test_the_migrated_database_has_the_schema_of_the_code(empty_url: str) -> None:
    store = open_store(empty_url)
    with store.database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert revision(connection) == HEAD
    store.close()


def test_the_migrated_tables_are_written_as_those_of_the_code(tmp_path: Path) -> None:
    statements = []
    for name, make in (("migrated", migrate), ("made", None)):
        database = open_database(f"sqlite:///{tmp_path}/{name}")
        if make is None:
            with database.write() as connection:
                metadata.create_all(connection)
        else:
            make(database)
        with database.read() as connection:
            rows = connection.execute(
                text("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' AND name NOT LIKE 'sqlite%'")
            )
            # Constraints may stand in another order, and a column that was added stands on no line of its own.
            statements.append({row.name: sorted(re.findall(r"\w[^,\n()]*\b", str(row.sql))) for row in rows})
        database.close()
    assert statements[0] == statements[1]


def test_the_last_script_is_the_revision_that_the_code_names() -> None:
    config = Config()
    config.set_main_option("script_location", "gamehall.store:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_migrating_again_changes_nothing(store: Store, database_url: str) -> None:
    store.tables.list_tables(1)
    migrate(store.database)
    again = open_store(database_url)
    again.close()


def test_a_database_of_a_newer_version_is_refused(store: Store, database_url: str) -> None:
    with store.database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"revision 9999, .* newer"):
        open_store(database_url)
