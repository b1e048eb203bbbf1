"""The operator's settings: defaults, then ``gamehall.toml``, then ``GAMEHALL_…`` variables, then flags.

Each setting is a field of :class:`Settings`; its help, its limits and its default stand in one place, from which
the checks, the error sentences and the commented file of ``gamehall config init`` are made.
"""

from __future__ import annotations

import difflib
import json
import math
import re
import stat
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import attrs

from gamehall.addresses import Networks
from gamehall.errors import SettingsError

DEFAULT_FILE: Final = "gamehall.toml"
"""The settings file that is looked for in the working directory."""
ENVIRONMENT_PREFIX: Final = "GAMEHALL_"
"""What the name of an environment variable begins with."""
NOT_SETTINGS: Final = frozenset({"GAMEHALL_DEBUG", "GAMEHALL_PLUGINS", "GAMEHALL_TRACE_PLUGINS"})
"""Variables with the prefix that other parts read; they are no settings and no errors."""

_BASE64_GROWTH: Final = 4 / 3
_ENVELOPE_BYTES: Final = 4096
_SHOWN_CHARS: Final = 60


def describe_database(url: str) -> str:
    """*url* for a person to read: without user, password and query, whatever is wrong with it.

    >>> describe_database("postgresql+psycopg://anna:secret@db.example:5432/games?sslmode=require")
    'postgresql+psycopg://db.example:5432/games'
    """
    scheme, separator, rest = url.partition("://")
    if not separator or not re.fullmatch(r"[a-z0-9+]+", scheme):
        return "(no database URL)"
    if scheme.startswith("sqlite"):
        return f"{scheme}://{rest.partition('?')[0]}"
    # Only what is certainly a host and a database is shown: a password with an unescaped "/", "?" or "@" in it
    # moves the parts of the URL, and then none of them is shown.
    parts = re.fullmatch(r"(?:[^@/?#]*@)?(?P<shown>[\w.\-]*(?::\d+)?(?:/[\w.\-]*)?)(?:\?[^@]*)?", rest)
    return f"{scheme}://{parts['shown'] if parts else '…'}"


@attrs.frozen
class Rule:
    """What one setting is and may be; it stands in the metadata of the setting's field under ``rule``."""

    kind: type
    help: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    example: str = ""
    """Shown in the commented file where the default is empty."""
    pattern: str = ""
    """What a text must match."""
    form: str = ""
    """The pattern in words."""
    secret: bool = False
    """Never shown in an error."""

    @property
    def allowed(self) -> str:
        """What is allowed, as the end of the sentence "must be …"."""
        if self.choices:
            return " or ".join(f'"{choice}"' for choice in self.choices)
        if self.kind is bool:
            return "true or false"
        if self.kind in (int, float):
            noun = "a whole number" if self.kind is int else "a number"
            return f"{noun} from {self.least:.15g} to {self.most:.15g}"
        if self.kind is Path:
            return "a path"
        return self.form or "a text"


def _setting(default: Any, text: str, *, kind: type | None = None, show: Any = True, **limits: Any) -> Any:
    rule = Rule(kind=kind or type(default), help=text, **limits)
    return attrs.field(default=default, repr=show, metadata={"rule": rule})


@attrs.frozen(kw_only=True)
class Settings:
    """All settings of a server, checked; read them with :func:`load`."""

    data_dir: Path = _setting(
        Path("gamehall-data"),
        "Folder of everything the server keeps. In a file, a path is relative to that file.",
        kind=Path,
    )
    database: str = _setting(
        "",
        "Where accounts, chips, tables and rounds are kept. Empty: the file gamehall.sqlite3 in data_dir. A URL with "
        "a password belongs in a file that only the server's user can read, or in GAMEHALL_DATABASE.",
        example="postgresql+psycopg://user:password@host:5432/gamehall",
        pattern=r"(sqlite:///.+|postgresql(\+psycopg)?://.+|)",
        form="empty, sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST:PORT/NAME",
        secret=True,
        show=describe_database,
    )
    durability: Literal["process", "power"] = _setting(
        "process",
        "What an acknowledged move survives: a killed server (process), or a power cut too (power; slower).",
        choices=("process", "power"),
    )
    store_retry_s: float = _setting(
        2.0, "Longest pause between attempts while the database is away, in seconds.", least=0.01, most=60
    )
    store_patience_s: float = _setting(
        30.0,
        "How long a move waits for a database that is away before it is refused, in seconds.",
        least=0,
        most=3600,
    )
    host: str = _setting(
        "127.0.0.1",
        "Address to listen on; 0.0.0.0 for all of IPv4, :: for all of IPv6.",
        pattern=r"[A-Za-z0-9.:\-]+",
        form="a host name or an address",
    )
    tcp_port: int = _setting(7001, "Port of the XML protocol; 0 takes any free one.", least=0, most=65535)
    web_port: int = _setting(7080, "Port of the web page and WebSocket; 0 takes any free one.", least=0, most=65535)
    tls_cert: Path | None = _setting(
        None,
        "Certificate with its chain, in PEM format: with it both ports speak TLS and nothing else. Empty: no TLS here.",
        kind=Path,
        example="games.example.crt",
    )
    tls_key: Path | None = _setting(
        None,
        "Private key of tls_cert, in PEM format and without a password.",
        kind=Path,
        example="games.example.key",
    )
    allowed_origins: str = _setting(
        "",
        "Other sites whose pages may connect here, with spaces between them; the server's own page always may, and so "
        "may programs, which name no site.",
        example="https://club.example https://www.club.example:8443",
        pattern=r"(https?://[A-Za-z0-9.\-\[\]:]+( +https?://[A-Za-z0-9.\-\[\]:]+)*|)",
        form="empty, or origins like https://club.example with spaces between them",
    )
    max_connections: int = _setting(1000, "Connections at one time.", least=1, most=100_000)
    max_connections_per_address: int = _setting(
        100, "Connections at one time from one address (of IPv6: from one network of 64 bits).", least=1, most=100_000
    )
    trusted_addresses: str = _setting(
        "127.0.0.0/8, ::1",
        "Addresses and networks that no limit per address is for, with commas: this machine, a proxy in front of the "
        "web port. A proxy's own clients are told apart where it sends X-Forwarded-For.",
        pattern=r"[0-9A-Fa-f.:/, ]*",
        form="addresses and networks with commas between them",
    )
    login_deadline_s: float = _setting(
        120.0,
        "How long a connection may be silent while nobody is logged in on it, in seconds.",
        least=1,
        most=86_400,
    )
    frame_deadline_s: float = _setting(
        30.0, "How long one message over TCP may be on its way, in seconds.", least=0.1, most=3600
    )
    max_frame_bytes: int = _setting(
        1_048_576, "Longest message of a client, in bytes.", least=1024, most=64 * 1024 * 1024
    )
    outbound_messages: int = _setting(
        1000, "Messages that may wait for a slow reader before it is dropped.", least=10, most=1_000_000
    )
    outbound_bytes: int = _setting(
        4_194_304, "Bytes that may wait for a slow reader before it is dropped.", least=65_536, most=1_073_741_824
    )
    messages_per_s: float = _setting(
        50.0, "Messages a second that one connection may send in the long run.", least=0.1, most=1_000_000
    )
    burst: int = _setting(
        200,
        "Messages that one connection may send at once. A long message counts as one for each 4 KiB; the answer to "
        "a question of the server's does not count.",
        least=1,
        most=1_000_000,
    )
    address_messages_per_s: float = _setting(
        1000.0,
        "Messages a second that all connections of one address together may send in the long run; and requests of "
        "the web page's files, which are counted apart.",
        least=0.1,
        most=1_000_000,
    )
    address_burst: int = _setting(
        5000, "Messages that all connections of one address together may send at once.", least=1, most=1_000_000
    )
    max_tables_per_connection: int = _setting(
        200, "Tables that one connection may sit at or watch at one time.", least=1, most=1_000_000
    )
    max_tables: int = _setting(10_000, "Open tables that people's requests may bring about.", least=1, most=1_000_000)
    max_tables_per_account: int = _setting(
        50, "Open tables that one account may have made; admins may make more.", least=1, most=1_000_000
    )
    chat_max_chars: int = _setting(500, "Longest chat line, in characters.", least=1, most=100_000)
    voice_max_bytes: int = _setting(
        200_000, "Longest voice clip, in bytes; 0 turns voice off.", least=0, most=16 * 1024 * 1024
    )
    login_attempts: int = _setting(
        5,
        "Failed logins for one name from one address within login_window_s before that address has to wait.",
        least=1,
        most=1000,
    )
    login_window_s: float = _setting(60.0, "The span in which failed logins count, in seconds.", least=1, most=86_400)
    address_login_attempts: int = _setting(
        50,
        "Failed logins from one address within login_window_s, for whatever names, before it has to wait.",
        least=1,
        most=1_000_000,
    )
    new_accounts_per_hour: int = _setting(
        100, "Accounts that one address may make in an hour.", least=1, most=1_000_000
    )
    starting_balance: int = _setting(
        10_000, "Chips issued to each new player or bot account.", least=0, most=1_000_000_000_000
    )
    recovery_grace_s: float = _setting(
        30.0,
        "After a restart, how long players have to come back before their clocks run, in seconds.",
        least=0,
        most=3600,
    )
    game_limit_s: float = _setting(
        2.0,
        "How long one call of a game's code may take before it is broken off and its table frozen, in seconds.",
        least=0.05,
        most=3600,
    )
    stop_limit_s: float = _setting(
        60.0,
        "How long a stop may take, in seconds; after that the server ends as if it was killed, which loses nothing.",
        least=1,
        most=3600,
    )
    move_limit_s: float = _setting(5.0, "How long a bot of the server may think, in seconds.", least=0.01, most=3600)
    max_bots: int = _setting(
        200, "Bots of the server that people may have sit at tables at one time.", least=0, most=100_000
    )
    bot_memory_mb: int = _setting(
        512, "Memory of one process of the server's that runs a bot or an adviser, in MiB.", least=64, most=1_048_576
    )
    answer_limit_s: float = _setting(
        2.0,
        "How long an adviser, or another message extension, may take for an answer, in seconds.",
        least=0.01,
        most=60,
    )
    questions_per_min: int = _setting(
        30, "Questions that one account may ask advisers and other message extensions in a minute.", least=1, most=6000
    )
    robots: str = _setting(
        "",
        "Robots of the FSM dialect that have no account: empty for none, loopback for those on this machine, or a "
        "token that a robot gives as its password.",
        pattern=r"(|loopback|[!-~]{16,256})",
        form="empty, loopback or a token of 16 characters or more",
        secret=True,
        show=False,
    )
    strict_plugins: bool = _setting(False, "Refuse to start when a plugin fails, instead of leaving it out.")
    log_level: Literal["debug", "info", "warning", "error"] = _setting(
        "info", "What is logged.", choices=("debug", "info", "warning", "error")
    )
    log_format: Literal["text", "json"] = _setting("text", "How it is logged.", choices=("text", "json"))
    logging_config: Path | None = _setting(
        None,
        "A logging configuration of Python (a JSON file for logging.config.dictConfig) that replaces the two above.",
        kind=Path,
        example="logging.json",
    )

    @property
    def database_url(self) -> str:
        """The database as a URL, the default filled in; it may hold a password, so it is not for showing."""
        if self.database:
            return self.database
        return f"sqlite:///{(self.data_dir / 'gamehall.sqlite3').absolute()}"


def rules() -> Mapping[str, Rule]:
    """Every setting's name and rule, in the order of the file."""
    return {field.name: field.metadata["rule"] for field in attrs.fields(Settings)}


def load(
    toml_path: Path | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> Settings:
    """The settings from all sources; a later one overrides an earlier one.

    Without *toml_path*, ``gamehall.toml`` in the working directory is read when it exists. Variables that are
    empty and flags that are None count as not given. Raises :class:`SettingsError`.
    """
    values: dict[str, Any] = {}
    if toml_path is not None or Path(DEFAULT_FILE).exists():
        values |= _from_file(toml_path or Path(DEFAULT_FILE))
    for variable, text in (environ or {}).items():
        if variable.startswith(ENVIRONMENT_PREFIX) and variable not in NOT_SETTINGS and text:
            key = variable.removeprefix(ENVIRONMENT_PREFIX).lower()
            values[key] = _checked(f"environment variable {variable}", key, _parsed(key, text))
    for key, value in (flags or {}).items():
        if value is not None:
            where = f"flag --{key.replace('_', '-')}"
            values[key] = _checked(where, key, _parsed(key, value) if isinstance(value, str) else value)
    settings = Settings(**values)
    if settings.voice_max_bytes * _BASE64_GROWTH + _ENVELOPE_BYTES > settings.max_frame_bytes:
        raise SettingsError(
            f"voice_max_bytes = {settings.voice_max_bytes} does not fit into max_frame_bytes = "
            f"{settings.max_frame_bytes}: a clip travels a third longer than it is."
        )
    try:
        Networks.read(settings.trusted_addresses)
    except ValueError as error:
        raise SettingsError(f"trusted_addresses: {error}; write for example 127.0.0.0/8, ::1.") from error
    if (settings.tls_cert is None) != (settings.tls_key is None):
        there, missing = ("tls_cert", "tls_key") if settings.tls_key is None else ("tls_key", "tls_cert")
        raise SettingsError(f"{there} is set and {missing} is not; TLS needs a certificate and its key.")
    return settings


def exposed_password(toml_path: Path) -> str | None:
    """A warning when the file holds a database password and everybody on the machine can read it."""
    database = _document(toml_path).get("database")
    if not isinstance(database, str) or not re.search(r"://[^/@]*:[^@]+@|[?&]password=", database):
        return None
    if not toml_path.stat().st_mode & stat.S_IROTH:
        return None
    return f"{toml_path} holds the database password and everybody can read it; `chmod 600 {toml_path}` is safer."


def render(values: Mapping[str, object]) -> str:
    """A commented settings file: *values* set, all others shown as comments with their defaults."""
    lines = ["# Settings of a Gamehall server. A line without # in front of it is in force.", ""]
    for field in attrs.fields(Settings):
        rule: Rule = field.metadata["rule"]
        limits = "" if rule.kind is Path else f" ({rule.allowed})"
        lines += textwrap.wrap(rule.help + limits, 100, initial_indent="# ", subsequent_indent="# ")
        if field.name in values:
            lines.append(f"{field.name} = {_toml_value(values[field.name])}")
        else:
            lines.append(f"#{field.name} = {_toml_value(field.default or rule.example or field.default)}")
        lines.append("")
    return "\n".join(lines)


def render_default() -> str:
    """The commented settings file with nothing set: what ``gamehall config init`` writes."""
    return render({})


def _document(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{path}: the settings file cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: the settings file is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        # Not chained: the error's own document would carry the database password into a traceback's locals.
        raise SettingsError(f"{path}: not a TOML file: {error}.") from None


def _from_file(path: Path) -> Iterator[tuple[str, Any]]:
    for key, value in _document(path).items():
        checked = _checked(str(path), key, value)
        yield key, path.parent / checked if isinstance(checked, Path) else checked


def _parsed(key: str, text: str) -> object:
    """A variable's or a flag's text as the type of its setting; the text itself when it is none."""
    rule = rules().get(key)
    kind = rule.kind if rule else str
    try:
        if kind is int:
            return int(text) if text.isascii() else text
        if kind is float:
            return float(text)
    except ValueError:
        return text
    if kind is bool:
        known = {
            "1": True,
            "true": True,
            "yes": True,
            "on": True,
            "0": False,
            "false": False,
            "no": False,
            "off": False,
        }
        return known.get(text.strip().lower(), text)
    return text


def _checked(where: str, key: str, value: object) -> object:
    rule = rules().get(key)
    if rule is None:
        near = difflib.get_close_matches(key, rules(), n=1)
        advice = f"did you mean {near[0]}?" if near else "`gamehall config init` writes a file with all of them."
        raise SettingsError(f"{where}: there is no setting {key!r}; {advice}")
    good = _as_kind(rule, value)
    if good is None:
        shown = repr(value)
        shown = shown if len(shown) <= _SHOWN_CHARS else shown[:_SHOWN_CHARS] + "…"
        told = "" if rule.secret else f", not {shown}"
        raise SettingsError(f"{where}: {key} must be {rule.allowed}{told}.")
    return good


def _as_kind(rule: Rule, value: object) -> object | None:
    """*value* as the rule's type, or None when the rule does not allow it."""
    if rule.kind is bool:
        return value if isinstance(value, bool) else None
    if rule.kind in (int, float):
        if isinstance(value, bool) or not isinstance(value, int if rule.kind is int else (int, float)):
            return None
        inside = math.isfinite(value) and (rule.least or 0) <= value <= (rule.most or math.inf)
        return rule.kind(value) if inside else None
    if rule.kind is Path and isinstance(value, (str, Path)) and str(value) and "\0" not in str(value):
        return Path(value)
    if rule.kind is not str or not isinstance(value, str):
        return None
    if rule.choices:
        return value if value in rule.choices else None
    return value if re.fullmatch(rule.pattern or ".*", value) else None


def _toml_value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case _:
            # A JSON string is a TOML basic string but for DEL, which TOML wants escaped.
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
