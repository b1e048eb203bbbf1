from __future__ import annotations

from pathlib import Path

import pytest

from tests import installing


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheels of every package of the repository."""
    return installing.wheels(tmp_path_factory)
