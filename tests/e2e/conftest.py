"""Fixtures of the tests with a whole server."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamehall.plugins import Plugins
from gamehall_sdk.game import Game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "data"


@pytest.fixture(scope="session")
def games() -> dict[str, Game]:
    """The games that the clients know."""
    return dict(Plugins(["hello", "holdem"]).games)
