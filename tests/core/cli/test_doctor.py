"""``gamehall doctor`` finds what is wrong, says it in one line, and exits with 1 when a server could not run."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gamehall.folder_lock import lock_folder
from gamehall.store.store import open_store
from tests.certificates import Papers
from tests.core.site import Done
from tests.postgres import Cluster

Gamehall = Callable[..., Done]


@pytest.fixture
def found(gamehall: Gamehall) -> Callable[..., list[tuple[str, str]]]:
    """What one check finds: states and sentences."""

    def ask(check: str, **variables: str) -> list[tuple[str, str]]:
        done = gamehall("doctor", "--only", check, "--json", **variables)
        told = json.loads(done.out)
        assert told["ok"] is (done.code == 0)
        assert told["ok"] is all(one["state"] != "failed" for one in told["checks"])
        assert {one["check"] for one in told["checks"]} == {check}
        return [(one["state"], one["detail"]) for one in told["checks"]]

    return ask


def test_before_the_first_start_all_is_well(gamehall: Gamehall) -> None:
    done = gamehall("doctor", GAMEHALL_TCP_PORT="0", GAMEHALL_WEB_PORT="0")
    lines = done.out.splitlines()
    assert done.code == 0, done.out
    assert [line.split()[1] for line in lines] == [
        *("settings", "folder", "folder", "database", "plugins", "ports", "ports", "tls", "limits", "clock")
    ]
    assert not Path("gamehall-data").exists()
    assert gamehall("doctor", "--only", "teeth").code == 1


def test_a_setting_that_may_not_be_is_the_only_finding(gamehall: Gamehall) -> None:
    done = gamehall("doctor", GAMEHALL_TCP_PORT="many")
    assert done.code == 1
    assert done.out.splitlines()[0].startswith("failed  settings  environment variable GAMEHALL_TCP_PORT")


def test_a_database_is_reached_written_to_and_left_as_it_was(
    found: Callable[..., list[tuple[str, str]]], tmp_path: Path
) -> None:
    place = tmp_path / "gamehall-data" / "gamehall.sqlite3"
    url = f"sqlite:///{place}"
    assert found("database") == [("ok", f"{url} is made at the first start")]
    open_store(url).close()
    assert [state for state, _ in found("database")] == ["ok", "ok", "ok"]
    with sqlite3.connect(place) as database:
        tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
        assert "gamehall_doctor" not in tables
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    assert found("database")[-1][0] == "warning"
    with sqlite3.connect(place) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert found("database")[-1] == (
        "failed",
        "its tables are of revision 9999, which a newer version wrote; this one knows 0003",
    )
    place.write_bytes(b"no database" * 1000)
    assert found("database")[0][0] == "failed"


def test_a_postgresql_is_looked_at_too(found: Callable[..., list[tuple[str, str]]], cluster: Cluster) -> None:
    url = cluster.database()
    assert [state for state, _ in found("database", GAMEHALL_DATABASE=url)] == ["ok", "ok", "ok"]
    assert [state for state, _ in found("clock", GAMEHALL_DATABASE=url)] == ["ok"]
    cluster.execute("CREATE ROLE reader LOGIN PASSWORD 'x'")
    cluster.execute("GRANT pg_read_all_data TO reader")
    told = found("database", GAMEHALL_DATABASE=re.sub("//.*@", "//reader:x@", url))
    assert [state for state, _ in told] == ["ok", "failed", "ok"]
    assert told[1][1].startswith("it cannot be written to: The database cannot be used (permission denied for table")
    empty = cluster.database(empty=True)
    assert found("database", GAMEHALL_DATABASE=empty)[-1][1] == "it is empty; its tables are made at the first start"
    with pytest.MonkeyPatch.context() as patch:
        now = time.time()
        patch.setattr("gamehall.cli.doctor_checks.time.time", lambda: now + 60)
        ((state, sentence),) = found("clock", GAMEHALL_DATABASE=url)
    assert state == "failed"
    assert "60 s ahead of the database's" in sentence or "59 s ahead of the database's" in sentence


def test_a_database_that_is_away_fails(found: Callable[..., list[tuple[str, str]]]) -> None:
    url = "postgresql+psycopg://anna:secret@127.0.0.1:1/gamehall"
    ((state, sentence),) = found("database", GAMEHALL_DATABASE=url)
    assert state == "failed"
    assert sentence.startswith("The database does not answer now")
    assert "secret" not in sentence


def test_what_everybody_can_read_or_write_fails(found: Callable[..., list[tuple[str, str]]], tmp_path: Path) -> None:
    folder = tmp_path / "gamehall-data"
    open_store(f"sqlite:///{folder / 'gamehall.sqlite3'}").close()
    assert found("folder")[0] == ("ok", f"{folder} can be written to, and not by everybody")
    (folder / "gamehall.sqlite3").chmod(0o644)
    assert "holds password hashes" in found("folder")[0][1]
    folder.chmod(0o777)
    assert found("folder")[0] == ("failed", f"everybody can write to {folder}; `chmod o-w {folder}` ends that")


def test_a_port_that_is_taken_fails_unless_the_server_of_the_folder_has_it(
    found: Callable[..., list[tuple[str, str]]], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        sentence = f"127.0.0.1:{port} (XML) cannot be listened on: Address already in use"
        assert found("ports", GAMEHALL_TCP_PORT=port, GAMEHALL_WEB_PORT="0")[0] == ("failed", sentence)
        with lock_folder(tmp_path / "gamehall-data"):
            assert found("ports", GAMEHALL_TCP_PORT=port, GAMEHALL_WEB_PORT="0")[0][0] == "ok"
        assert found("ports", GAMEHALL_TCP_PORT=port, GAMEHALL_WEB_PORT="0")[0][0] == "failed"


def test_other_machines_without_tls_are_a_warning(found: Callable[..., list[tuple[str, str]]], tmp_path: Path) -> None:
    open_to_all = {"GAMEHALL_HOST": "0.0.0.0", "GAMEHALL_TCP_PORT": "0", "GAMEHALL_WEB_PORT": "0"}  # noqa: S104
    assert found("ports", **open_to_all)[-1][0] == "warning"
    papers = Papers(tmp_path).issue()
    tls = {"GAMEHALL_TLS_CERT": str(papers.cert), "GAMEHALL_TLS_KEY": str(papers.key)}
    assert {state for state, _ in found("ports", **open_to_all, **tls)} == {"ok"}


def test_a_certificate_that_ends_soon_is_a_warning_and_one_that_has_ended_a_failure(
    found: Callable[..., list[tuple[str, str]]], tmp_path: Path
) -> None:
    papers = Papers(tmp_path).issue()
    papers.key.chmod(0o600)
    tls = {"GAMEHALL_TLS_CERT": str(papers.cert), "GAMEHALL_TLS_KEY": str(papers.key)}
    ((state, sentence),) = found("tls", **tls)
    assert (state, sentence) == ("ok", f"{papers.cert} is for localhost, 127.0.0.1, and valid for 90 more days")
    papers.issue(days=(-80, 10))
    assert found("tls", **tls)[0][0] == "warning"
    papers.key.chmod(0o644)
    assert found("tls", **tls)[1] == ("failed", f"everybody can read {papers.key}; `chmod 600 {papers.key}` ends that")
    papers.issue(days=(-80, -1))
    assert found("tls", **tls) == [("failed", f"tls_cert: the certificate in {papers.cert} has expired; renew it.")]


def test_the_plugins_that_are_left_out_are_named(found: Callable[..., list[tuple[str, str]]]) -> None:
    told = found("plugins", GAMEHALL_PLUGINS="hello,chess")
    assert [state for state, _ in told] == ["warning", "ok"]
    assert "chess" in told[0][1]
    assert "games: hello" in told[1][1]
    strict = found("plugins", GAMEHALL_PLUGINS="hello,chess", GAMEHALL_STRICT_PLUGINS="1")
    assert [state for state, _ in strict] == ["failed", "ok"]
    assert found("plugins", GAMEHALL_PLUGINS="bot-random")[-1][0] == "warning"


def test_a_settings_file_with_a_password_that_everybody_reads_is_a_warning(
    found: Callable[..., list[tuple[str, str]]], tmp_path: Path
) -> None:
    file = tmp_path / "gamehall.toml"
    file.write_text('database = "postgresql+psycopg://anna:secret@db.example/gamehall"\n')
    file.chmod(0o644)
    assert found("settings")[0][0] == "warning"
    file.chmod(0o600)
    assert found("settings") == [("ok", "gamehall.toml is right")]
