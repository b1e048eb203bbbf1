"""What tests of every level share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from gamehall.store.store import open_store
from tests.postgres import Cluster

# Enough to find what is broken in a change; `--hypothesis-profile=default` tries thrice as many.
hypothesis.settings.register_profile("quick", max_examples=30, deadline=None)
hypothesis.settings.load_profile("quick")


LONGEST = {"docs", "e2e", "packages", "templates"}
"""Folders whose tests take up to half a minute each: first, so that no worker waits for another one's last."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Stable: inside of both parts the order stays.
    items.sort(key=lambda item: item.path.parent.name not in LONGEST)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL, with the tables of the server ready to be copied."""
    made = Cluster.make()
    url = made.database(empty=True)
    open_store(url).close()
    made.template = url.rpartition("/")[2]
    yield made
    made.remove()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the tables of the server."""
    file = tmp_path_factory.mktemp("template") / "gamehall.sqlite3"
    open_store(f"sqlite:///{file}").close()
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with the server's tables and nothing in them, one of each kind."""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.emptied()
    template: Path = request.getfixturevalue("sqlite_template")
    return f"sqlite:///{shutil.copy(template, tmp_path / 'g.sqlite3')}"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without a table, one of each kind."""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.database(empty=True)
    return f"sqlite:///{tmp_path / 'empty.sqlite3'}"
