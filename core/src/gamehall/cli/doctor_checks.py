"""What ``gamehall doctor`` looks at; each check gives one finding or some, and changes nothing."""

from __future__ import annotations

import ipaddress
import os
import shutil
import socket
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import attrs

from gamehall.errors import CommandError, FolderInUse, SettingsError, StoreError
from gamehall.folder_lock import LOCK_FILE, lock_folder
from gamehall.net import tls
from gamehall.plugins import Plugins
from gamehall.settings import DEFAULT_FILE, Settings, describe_database, exposed_password, load
from gamehall.store.engine import Database, open_database
from gamehall.store.migration import HEAD, revision
from gamehall_sdk.errors import GamehallError, StoreUnavailable

__all__ = ["Finding", "examine"]

State = Literal["ok", "warning", "failed"]

_DAY_S: Final = 86_400
_RENEW_DAYS: Final = 14
_FREE_BYTES: Final = (100 * 2**20, 2**30)
"""Less than the first is a failure, less than the second a warning."""
_SPARE_FILES: Final = 100
"""Files that a server has open besides its connections."""
_APART_S: Final = 5.0
_RELEASED: Final = 1_767_225_600
"""2026-01-01: no right clock shows less."""


@attrs.frozen
class Finding:
    """What one check found: one line."""

    check: str
    state: State
    detail: str


Told = Iterator[tuple[State, str]]


def examine(file: Path | None, environ: Mapping[str, str], only: Sequence[str] = ()) -> list[Finding]:
    """What is found by all checks, or by those named in *only*. Raises CommandError for a name that is none."""
    if unknown := [name for name in only if name not in {"settings", *_CHECKS}]:
        raise CommandError(f"There is no check {unknown[0]!r}; there are settings, {', '.join(_CHECKS)}.")
    try:
        settings = load(file, environ)
    except SettingsError as error:
        return [Finding("settings", "failed", str(error))]
    found = [Finding("settings", *one) for one in _settings(file)]
    for name, check in _CHECKS.items():
        if not only or name in only:
            found += [Finding(name, *one) for one in _guarded(check, settings)]
    return [one for one in found if not only or one.check in only]


def _guarded(check: Callable[[Settings], Told], settings: Settings) -> Told:
    try:
        yield from check(settings)
    except (GamehallError, OSError) as error:
        yield "failed", str(error)


def _settings(file: Path | None) -> Told:
    path = file or Path(DEFAULT_FILE)
    if not path.exists():
        yield "ok", f"all defaults: there is no {path}"
        return
    exposed = exposed_password(path)
    yield ("warning", exposed) if exposed else ("ok", f"{path} is right")


def _folder(settings: Settings) -> Told:
    folder = settings.data_dir.absolute()
    there = folder
    while not there.exists():
        there = there.parent
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        yield "failed", f"{there} cannot be written to: {error.strerror}"
        return
    if there != folder:
        yield "ok", f"{folder} is made at the first start"
    else:
        yield _permissions(folder)
    free = shutil.disk_usage(there).free
    least, little = _FREE_BYTES
    state: State = "failed" if free < least else "warning" if free < little else "ok"
    yield state, f"{free / 2**30:.1f} GiB are free on its disk"


def _permissions(folder: Path) -> tuple[State, str]:
    mode = folder.stat().st_mode
    if mode & stat.S_IWOTH:
        return "failed", f"everybody can write to {folder}; `chmod o-w {folder}` ends that"
    for path in folder.glob("*.sqlite3*"):
        if path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
            return "failed", f"everybody can read {path}, which holds password hashes; `chmod 600 {path}` ends that"
    return "ok", f"{folder} can be written to, and not by everybody"


def _database(settings: Settings) -> Told:
    url = settings.database_url
    shown = describe_database(url)
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///").partition("?")[0]).exists():
        yield "ok", f"{shown} is made at the first start"
        return
    database = open_database(url, settings.durability)
    try:
        with database.read() as connection:
            at = revision(connection)
        yield "ok", f"{shown} answers"
        yield _writes(database, empty=at is None)
    finally:
        database.close()
    yield _migrated(at)


class _Undone(Exception):  # it is no error
    """Ends a transaction without leaving anything."""


def _writes(database: Database, *, empty: bool) -> tuple[State, str]:
    change = (
        "CREATE TABLE gamehall_doctor (number INTEGER)"
        if empty
        else "UPDATE alembic_version SET version_num = version_num"
    )
    try:
        with database.write() as connection:
            connection.exec_driver_sql(change)
            raise _Undone
    except _Undone:
        return "ok", "it can be written to"
    except (StoreError, StoreUnavailable) as error:
        return "failed", f"it cannot be written to: {error}"


def _migrated(at: str | None) -> tuple[State, str]:
    if at is None:
        return "ok", "it is empty; its tables are made at the first start"
    if at == HEAD:
        return "ok", f"its tables are of this version (revision {at})"
    if at.isdigit() and at < HEAD:
        return "warning", f"its tables are of revision {at}; the next start brings them to {HEAD}, so back up before it"
    return "failed", f"its tables are of revision {at}, which a newer version wrote; this one knows {HEAD}"


def _plugins(settings: Settings) -> Told:
    plugins = Plugins.from_environment(os.environ).load()
    state: State = "failed" if settings.strict_plugins else "warning"
    for failure in plugins.failures:
        yield state, f"{failure.entry_point or failure.distribution} is left out: {failure.cause}"
    games = ", ".join(sorted(plugins.games))
    if games:
        yield "ok", f"{len(plugins.found)} loaded; games: {games}"
    else:
        yield "warning", "no game is installed; `gamehall install PACKAGE` adds one"


def _ports(settings: Settings) -> Told:
    running = _is_running(settings.data_dir)
    for name, port in (("XML", settings.tcp_port), ("web", settings.web_port)):
        try:
            _try_port(settings.host, port)
        except OSError as error:
            if running:
                yield "ok", f"{settings.host}:{port} ({name}) is taken, and the server of this folder runs"
            else:
                yield "failed", f"{settings.host}:{port} ({name}) cannot be listened on: {error.strerror}"
        else:
            yield "ok", f"{settings.host}:{port} ({name}) is free"
    if settings.tls_cert is None and not _is_loopback(settings.host):
        yield "warning", f"{settings.host} can be reached from other machines, and without TLS; see how-to/tls"


def _try_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(1)


def _is_running(folder: Path) -> bool:
    if not (folder / LOCK_FILE).exists():
        return False
    try:
        with lock_folder(folder):
            return False
    except FolderInUse:
        return True


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _tls(settings: Settings) -> Told:
    loaded = tls.load(settings)
    if loaded is None or settings.tls_key is None:
        yield "ok", "no certificate is set: connections are not encrypted here"
        return
    left = (loaded.certificate.expires_at - time.time()) / _DAY_S
    names = ", ".join(loaded.certificate.names) or "no host"
    detail = f"{settings.tls_cert} is for {names}, and valid for {left:.0f} more days"
    yield ("warning", f"{detail}: renew it") if left < _RENEW_DAYS else ("ok", detail)
    if settings.tls_key.stat().st_mode & stat.S_IROTH:
        yield "failed", f"everybody can read {settings.tls_key}; `chmod 600 {settings.tls_key}` ends that"


def _limits(settings: Settings) -> Told:
    try:
        import resource  # not there on Windows
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    needed = settings.max_connections + _SPARE_FILES
    if most != resource.RLIM_INFINITY and most < needed:
        yield "warning", f"{most} open files are allowed, and max_connections needs {needed}; raise `ulimit -n`"
    else:
        yield "ok", f"enough open files are allowed for {settings.max_connections} connections"


def _clock(settings: Settings) -> Told:
    now = time.time()
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if now < _RELEASED:
        yield "failed", f"it shows {shown}, which is long past"
        return
    apart = _apart(settings, now) if settings.database_url.startswith("postgresql") else 0.0
    if abs(apart) > _APART_S:
        side = "ahead of" if apart > 0 else "behind"
        yield "failed", f"it shows {shown}, which is {abs(apart):.0f} s {side} the database's"
    else:
        yield "ok", f"it shows {shown}"


def _apart(settings: Settings, now: float) -> float:
    """How many seconds *now* is ahead of the database's clock."""
    database = open_database(settings.database_url, settings.durability)
    try:
        with database.read() as connection:
            theirs = connection.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp())").scalar_one()
    finally:
        database.close()
    return now - float(theirs)


_CHECKS: Final[dict[str, Callable[[Settings], Told]]] = {
    "folder": _folder,
    "database": _database,
    "plugins": _plugins,
    "ports": _ports,
    "tls": _tls,
    "limits": _limits,
    "clock": _clock,
}
