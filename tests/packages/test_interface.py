"""The promise of ``docs/how-to/interface-version.md``: how the SDK changes without breaking its authors.

A package that was built for version 1 meets an SDK that the page's steps have made version 2, and then one that has
given version 1 up; all three are real distributions.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.installing import ROOT, Environment, borrowing, build

SDK = ROOT / "sdk"
BUILT_FOR_1 = """
import attrs
from gamehall_hello.messages import Dealt, Keep, Kept, Shown, Swap, Swapped, Table
from gamehall_hello.round import HelloRound
from gamehall_sdk.game import Game, Variant
from gamehall_sdk.hookimpl import hookimpl

GAMEHALL_INTERFACE = 1

@attrs.frozen
class Options:
    pass

GAME = Game(
    name="elder", title="Elder", rules=("As hello.",), seats=(2, 8), variants=(Variant("elder", "Elder"),),
    options=Options, actions=(Keep, Swap), events=(Dealt, Kept, Swapped, Shown), view=Table, round=HelloRound,
)

@hookimpl
def register_games():
    return [GAME]

@hookimpl
def table_changed(table_id):
    pass
"""
PROJECT = """
[project]
name = "gamehall-elder"
version = "1.0"
dependencies = ["gamehall-sdk"]
[project.entry-points.gamehall]
elder = "gamehall_elder"
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
"""


def elder(folder: Path) -> Path:
    """The wheel of a package that was built for version 1."""
    (folder / "gamehall_elder").mkdir(parents=True)
    (folder / "gamehall_elder/__init__.py").write_text(BUILT_FOR_1)
    (folder / "pyproject.toml").write_text(PROJECT)
    build(folder, folder)
    [wheel] = folder.glob("*.whl")
    return wheel


def next_sdk(folder: Path, *, oldest: int) -> Path:
    """The wheel of an SDK of version 2: one more field of a game, with a default."""
    source = folder / f"sdk-{oldest}"
    shutil.copytree(SDK, source, ignore=shutil.ignore_patterns("__pycache__"))
    change(source / "src/gamehall_sdk/__init__.py", r"^INTERFACE: Final = 1$", "INTERFACE: Final = 2")
    change(
        source / "src/gamehall_sdk/__init__.py", r"^OLDEST_INTERFACE: Final = 1$", f"OLDEST_INTERFACE: Final = {oldest}"
    )
    change(source / "src/gamehall_sdk/game.py", r"^    xsd: bytes", '    mood: str = "calm"\n    xsd: bytes')
    change(source / "pyproject.toml", r'^version = ".*"$', 'version = "99.0"')
    build(folder, source)
    [wheel] = folder.glob("gamehall_sdk-99.0-*.whl")
    return wheel


def change(path: Path, pattern: str, text: str) -> None:
    before = path.read_text(encoding="utf-8")
    after, count = re.subn(pattern, text, before, count=1, flags=re.MULTILINE)
    assert count == 1, pattern
    path.write_text(after, encoding="utf-8")


@pytest.mark.parametrize("oldest", [1, 2])
def test_a_package_built_for_the_version_before(oldest: int, tmp_path: Path) -> None:
    here = borrowing(tmp_path / "environment")
    here.pip("install", "--no-deps", str(elder(tmp_path / "elder"))).must()
    assert state(here) == ("loaded", "")
    # The newer SDK lies before the borrowed one on the path.
    here.pip("install", "--no-deps", "--ignore-installed", str(next_sdk(tmp_path, oldest=oldest))).must()
    assert "interface 2" in here.gamehall("--version").must().out
    if oldest == 1:
        assert state(here) == ("loaded", "")
        here.gamehall("check", "elder", "--examples", "5", "--only", "ends").must()
    else:
        assert state(here) == ("failed", "built for interface 1, this SDK speaks 2")
        # Nothing else suffers.
        assert "hello" in here.gamehall("plugins").must().out


def state(here: Environment) -> tuple[str, str]:
    rows = here.gamehall("plugins", "--json").must().document["plugins"]
    [row] = [row for row in rows if row["name"] == "elder"]
    return row["state"], row["cause"]
