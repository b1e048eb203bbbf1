"""The settings file of the old poker server (``server.conf``), turned into ours.

The format: one ``key = value`` a line, spaces around ``=`` optional, the value in double quotes or bare, ``#``
begins a comment (at the start of a line, or after a space behind the value; a ``#`` inside a value belongs to it).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, quote

import attrs

from gamehall.errors import SettingsError
from gamehall.settings import describe_database, render

KEYS: Final = (
    "loggingconf",
    "pluginpaths",
    "auth_db_conn",
    "auth_db_username",
    "auth_db_password",
    "game_db_conn",
    "game_db_username",
    "game_db_password",
)
"""Every key of the old format."""

_QUOTED: Final = re.compile(r'"([^"]*)"\s*(#.*)?')
_COMMENT: Final = re.compile(r"(?:^|\s)#")
_JDBC: Final = re.compile(
    r"jdbc:postgresql:"
    r"(?://(?P<host>[A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])?(?::(?P<port>[0-9]{1,5}))?/)?"
    r"(?P<name>[^/?@:#\s]+)"
    r"(?:\?(?P<query>\S*))?"
)


@attrs.frozen
class Imported:
    """An old file in our form: the text of a settings file, and a sentence on each thing that was done or not."""

    toml: str = attrs.field(repr=False)
    """May hold the database password: write it to a file that only its owner can read."""
    notes: tuple[str, ...]


def parse(text: str, source: str) -> dict[str, str]:
    """The keys and values of an old file; *source* names it in errors.

    Raises :class:`SettingsError` with file and line number for a line of another form, an unknown key and a key
    given twice. No value is ever shown, since it may be a password.
    """
    values: dict[str, str] = {}
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        key, equals, rest = line.partition("=")
        key, where = key.strip(), f"{source}, line {number}"
        if not equals or not re.fullmatch(r"[A-Za-z_.\-]+", key):
            raise SettingsError(f"{where}: a line must be `key = value`, a comment or empty.")
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            raise SettingsError(f"{where}: unknown key {key!r}; {_advice(near)}")
        if key in values:
            raise SettingsError(f"{where}: {key} is given a second time.")
        values[key] = _value(rest.strip(), f"{where}: {key}")
    return values


def convert(path: Path) -> Imported:
    """The old file at *path* as our settings and notes. Raises :class:`SettingsError`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path}: the file cannot be read: {error.strerror}.") from error
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    values = parse(text, str(path))
    settings, notes = _database(values, str(path))
    notes += _plugins(values)
    if any(key.startswith("game_db_") for key in values):
        notes.append(
            "game_db_conn, game_db_username and game_db_password are not carried over: one database keeps accounts "
            "and games, in tables of their own."
        )
    if "loggingconf" in values:
        notes.append(
            f"loggingconf = {values['loggingconf']} is not carried over: it is a file of Java's logging; set "
            "log_level and log_format, or logging_config to a logging configuration of Python."
        )
    return Imported(render(settings), tuple(notes))


def database_url(conn: str, username: str = "", password: str = "") -> str:
    """A ``jdbc:postgresql:`` connection with its user as an SQLAlchemy URL.

    ``user`` and ``password`` in the connection's query count where *username* and *password* are empty; other
    parameters are left out. Raises :class:`SettingsError`, without the connection's text.
    """
    parts = _JDBC.fullmatch(conn)
    if parts is None or int(parts["port"] or 0) > 65535:  # noqa: PLR2004 - the highest port
        raise SettingsError("must be jdbc:postgresql://HOST:PORT/DATABASE; other databases are not taken over.")
    query = dict(parse_qsl(parts["query"] or ""))
    username = username or query.get("user", "")
    password = password or query.get("password", "")
    user = quote(username, safe="") + (f":{quote(password, safe='')}" if password else "")
    port = f":{parts['port']}" if parts["port"] else ""
    return f"postgresql+psycopg://{user}{'@' if user else ''}{parts['host'] or 'localhost'}{port}/{parts['name']}"


def _value(rest: str, where: str) -> str:
    if rest.startswith('"'):
        quoted = _QUOTED.fullmatch(rest)
        if quoted is None:
            raise SettingsError(f"{where}: the value must be closed by one double quote, with nothing after it.")
        return quoted[1]
    return _COMMENT.split(rest, maxsplit=1)[0].strip()


def _advice(near: list[str]) -> str:
    return f"did you mean {near[0]}?" if near else f"the keys are {', '.join(KEYS)}."


def _database(values: Mapping[str, str], source: str) -> tuple[dict[str, object], list[str]]:
    conn = values.get("auth_db_conn", "")
    if not conn:
        return {}, ["There is no auth_db_conn: the database is the default, an SQLite file in the data folder."]
    try:
        url = database_url(conn, values.get("auth_db_username", ""), values.get("auth_db_password", ""))
    except SettingsError as error:
        raise SettingsError(f"{source}: auth_db_conn {error}") from None
    became = (
        f"auth_db_conn, auth_db_username and auth_db_password became database = {describe_database(url)} (with user "
        "and password); tables of our own are made there, and `gamehall account import` takes the old accounts over "
        "from a CSV file."
    )
    notes = [became]
    dropped = sorted(
        {name for name, _ in parse_qsl(conn.partition("?")[2], keep_blank_values=True)} - {"user", "password"}
    )
    if dropped:
        notes.append(f"The parameters {', '.join(dropped)} of auth_db_conn are not carried over.")
    return {"database": url}, notes


def _plugins(values: Mapping[str, str]) -> list[str]:
    paths = [path.strip() for path in values.get("pluginpaths", "").split(",") if path.strip()]
    if not paths:
        return []
    names = ", ".join(path.removeprefix("file:") for path in paths)
    note = (
        f"pluginpaths is not carried over ({names}): games and bots are Python packages now; "
        "`gamehall install gamehall-holdem` adds one."
    )
    return [note]
