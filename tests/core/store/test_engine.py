"""The connection: pragmas, file mode, transactions, errors."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from gamehall.errors import StoreError
from gamehall.store.engine import open_database
from gamehall.store.schema import account
from gamehall.store.store import open_store
from gamehall_sdk.errors import StoreUnavailable

ROW = {"name": "anna", "identity": "anna", "password": "sEcret", "kind": 1, "created_at_ms": 0}


@pytest.mark.parametrize(("durability", "synchronous"), [("process", 1), ("power", 2)])
def test_sqlite_is_set_up_for_a_server(tmp_path: Path, durability: str, synchronous: int) -> None:
    database = open_database(f"sqlite:///{tmp_path}/g", "power" if durability == "power" else "process")
    with database.read() as connection:
        found = [
            connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        ]
    database.close()
    assert found == ["wal", 1, 5000, synchronous]


def test_a_new_file_can_be_read_by_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = open_store(f"sqlite:///{tmp_path}/data/g")
        modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert modes == {0o600}


def test_an_error_rolls_back(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/g")
    with pytest.raises(IntegrityError), store.database.write() as connection:
        [connection.execute(insert(account), row) for row in (ROW, ROW)]
    assert store.accounts.list_all() == []
    store.close()


def test_errors_show_no_values(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/g")
    with pytest.raises(IntegrityError) as caught, store.database.write() as connection:
        connection.execute(insert(account), [ROW, ROW])
    assert "sEcret" not in str(caught.value)
    store.close()


def test_a_database_that_another_process_holds_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamehall.store.engine.BUSY_TIMEOUT_MS", 1)
    store = open_store(f"sqlite:///{tmp_path}/g")
    other = sqlite3.connect(tmp_path / "g", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match=r"^The database does not answer now \(database is locked\)\.$"):
        store.accounts.delete(1, 0)
    assert store.accounts.list_all() == []
    other.execute("ROLLBACK")
    other.close()
    assert store.accounts.delete(1, 0) is False
    store.close()


def test_writers_of_one_process_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamehall.store.engine.BUSY_TIMEOUT_MS", 0)
    store = open_store(f"sqlite:///{tmp_path}/g")

    def write(first: int) -> None:
        for number in range(first, first + 20):
            with store.database.write() as connection:
                connection.execute(insert(account), [ROW | {"identity": str(number)}])

    threads = [threading.Thread(target=write, args=(100 * number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.accounts.list_all()) == 120
    store.close()


def test_what_cannot_be_opened_is_said_without_the_url(tmp_path: Path) -> None:
    for url in ("sEcret", "mysql://u:sEcret@h/d", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(StoreError) as caught:
            open_database(url)
        assert "sEcret" not in str(caught.value)
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        open_database(f"sqlite:///{tmp_path}/file/g")


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "g").write_bytes(b"no database at all " * 100)
    with pytest.raises(StoreError, match="not a database"):
        open_store(f"sqlite:///{tmp_path}/g")
