"""The old server's settings file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gamehall.errors import SettingsError
from gamehall.server_conf import KEYS, convert, database_url, parse
from gamehall.settings import load

# In the form of the listing in the old server's manual, with our own values.
EXAMPLE = """\
loggingconf = "logging.properties"
pluginpaths = file:../plugins/bin/poker.jar,file:../plugins/bin/hello.jar

# Authentication database settings
auth_db_conn=jdbc:postgresql://db.example:80/account
auth_db_username=anna
auth_db_password=sEcret@/1

# Game logging database
game_db_conn=jdbc:postgresql://db.example:80/statistics
game_db_username=anna
game_db_password=sEcret@/2
"""


def test_the_old_listing_is_read() -> None:
    values = parse(EXAMPLE, "server.conf")
    assert tuple(values) == KEYS
    assert values["loggingconf"] == "logging.properties"
    assert values["pluginpaths"] == "file:../plugins/bin/poker.jar,file:../plugins/bin/hello.jar"
    assert values["auth_db_password"] == "sEcret@/1"


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("auth_db_password=a", "a"),
        ("  auth_db_password   =   a b  ", "a b"),
        ('auth_db_password = "a b"', "a b"),
        ('auth_db_password="a # b" # why', "a # b"),
        ("auth_db_password = a#b", "a#b"),
        ("auth_db_password = a # why", "a"),
        ("auth_db_password = a=b", "a=b"),
        ("auth_db_password =", ""),
        ('auth_db_password = ""', ""),
        ("auth_db_password = # why", ""),
        ('auth_db_password = a"b', 'a"b'),
    ],
)
def test_a_value_is_bare_or_in_double_quotes(line: str, value: str) -> None:
    assert parse(f"\ufeff# first\r\n\r\n{line}\r\n", "x") == {"auth_db_password": value}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("sEcret", "server.conf, line 2: a line must be `key = value`"),
        ("auth db = sEcret", "server.conf, line 2: a line must be `key = value`"),
        (
            "auth_db_pasword = sEcret",
            "server.conf, line 2: unknown key 'auth_db_pasword'; did you mean auth_db_password?",
        ),
        ("zzz = sEcret", "server.conf, line 2: unknown key 'zzz'; the keys are loggingconf,"),
        ("auth_db_username = sEcret", "server.conf, line 2: auth_db_username is given a second time."),
        ('auth_db_password = "sEcret', "server.conf, line 2: auth_db_password: the value must be closed"),
        ('auth_db_password = "sEcret" x', "server.conf, line 2: auth_db_password: the value must be closed"),
    ],
)
def test_a_bad_line_is_named_by_its_number_and_never_shown(line: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(f"auth_db_username = anna\n{line}\n", "server.conf")
    assert sentence in str(caught.value)
    assert "sEcret" not in str(caught.value)


@pytest.mark.parametrize(
    ("conn", "url"),
    [
        ("jdbc:postgresql://h:5432/d", "postgresql+psycopg://u:p%40%2F@h:5432/d"),
        ("jdbc:postgresql://h/d", "postgresql+psycopg://u:p%40%2F@h/d"),
        ("jdbc:postgresql://[::1]:1/d", "postgresql+psycopg://u:p%40%2F@[::1]:1/d"),
        ("jdbc:postgresql:///d", "postgresql+psycopg://u:p%40%2F@localhost/d"),
        ("jdbc:postgresql:d", "postgresql+psycopg://u:p%40%2F@localhost/d"),
    ],
)
def test_the_jdbc_form_becomes_a_url(conn: str, url: str) -> None:
    assert database_url(conn, "u", "p@/") == url


def test_user_and_password_may_stand_in_the_jdbc_query() -> None:
    conn = "jdbc:postgresql://h/d?user=u&password=a%26b"
    assert database_url(conn) == "postgresql+psycopg://u:a%26b@h/d"
    assert database_url("jdbc:postgresql://h/d") == "postgresql+psycopg://h/d"


@pytest.mark.parametrize(
    "conn", ["jdbc:mysql://h/sEcret", "postgresql://u:sEcret@h/d", "jdbc:postgresql://h:99999/d", ""]
)
def test_another_database_is_refused(conn: str) -> None:
    with pytest.raises(SettingsError) as caught:
        database_url(conn)
    assert "sEcret" not in str(caught.value)


def test_the_file_becomes_ours_with_a_note_on_each_thing(tmp_path: Path) -> None:
    path = tmp_path / "server.conf"
    path.write_text(EXAMPLE)
    imported = convert(path)
    url = "postgresql+psycopg://anna:sEcret%40%2F1@db.example:80/account"
    assert tomllib.loads(imported.toml) == {"database": url}
    notes = "\n".join(imported.notes)
    for word in ("auth_db_conn", "pluginpaths", "game_db_conn", "loggingconf", "db.example:80/account"):
        assert word in notes
    assert "sEcret" not in notes
    assert "sEcret" not in repr(imported)
    ours = tmp_path / "gamehall.toml"
    ours.write_text(imported.toml)
    assert load(ours).database == url


def test_dropped_connection_parameters_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "server.conf"
    path.write_text("auth_db_conn = jdbc:postgresql://h/d?ssl=true&user=u\n")
    assert "The parameters ssl of auth_db_conn are not carried over." in convert(path).notes


def test_an_empty_file_leaves_the_default_database(tmp_path: Path) -> None:
    path = tmp_path / "server.conf"
    path.write_text("# nothing\n")
    assert tomllib.loads(convert(path).toml) == {}


def test_errors_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        convert(tmp_path / "none.conf")
    path = tmp_path / "server.conf"
    path.write_bytes("auth_db_conn = jdbc:oracle:sEcret\nauth_db_password = ä".encode("latin-1"))
    with pytest.raises(SettingsError, match=r"server\.conf: auth_db_conn must be jdbc:postgresql"):
        convert(path)
