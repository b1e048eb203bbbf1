"""Faults of packages as installers leave them: real distributions, one environment, one look at all of them.

What each hand-written kind of fault does is in ``tests/core/test_plugins.py``; here the installer has written them.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.installing import Environment, borrowing

CLOCK = """
from gamehall_sdk.clock import ClockKind, PerMove
from gamehall_sdk.hookimpl import hookimpl

@hookimpl
def register_timers():
    return [ClockKind({name!r}, ("seconds",), PerMove)]
"""
GAME = """
import attrs
from gamehall_hello.plugin import GAME
from gamehall_sdk.hookimpl import hookimpl

@hookimpl
def register_games():
    return [attrs.evolve(GAME, name="twin")]
"""
FAULTS: dict[str, tuple[str | None, str]] = {
    "fault-import": ("from gamehall_sdk import nothing_like_it", "ImportError: cannot import name 'nothing_like_it'"),
    "fault-missing": ("import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'"),
    "fault-exit": ("import sys; sys.exit(3)", "it tried to end the whole program (SystemExit: 3)"),
    "fault-interface": ("GAMEHALL_INTERFACE = 99\n" + GAME, "built for interface 99, this SDK speaks "),
    "fault-no-module": (None, "ModuleNotFoundError: No module named 'fault_no_module'"),
}
"""Distribution to the text of its module and the cause that is told."""


def wheel(folder: Path, name: str, text: str | None, entry_points: str | None = None) -> Path:
    """A wheel with one module and an entry point for it."""
    module = name.replace("-", "_")
    path = folder / f"{module}-1.0-py3-none-any.whl"
    info = f"{module}-1.0.dist-info"
    texts = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": entry_points or f"[gamehall]\n{name} = {module}\n",
        f"{info}/RECORD": "",
    }
    if text is not None:
        texts[f"{module}.py"] = text
    with zipfile.ZipFile(path, "w") as archive:
        for inside, content in texts.items():
            archive.writestr(inside, content)
    return path


def editable(folder: Path, name: str) -> Path:
    """A project whose folder also has what an older build left in it, so that the path shows it twice."""
    module = name.replace("-", "_")
    source = folder / name / "src"
    (source / module).mkdir(parents=True)
    (source / module / "__init__.py").write_text(CLOCK.format(name=name))
    (folder / name / "pyproject.toml").write_text(
        f'[project]\nname = "{name}"\nversion = "1.0"\n[project.entry-points.gamehall]\n{name} = "{module}"\n'
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
    )
    left = source / f"{module}.egg-info"
    left.mkdir()
    (left / "PKG-INFO").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (left / "entry_points.txt").write_text(f"[gamehall]\n{name} = {module}\n")
    return folder / name


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment where everything is installed that can be wrong, and something good."""
    folder = tmp_path_factory.mktemp("faults")
    environment = borrowing(folder / "environment")
    paths = [wheel(folder, name, text) for name, (text, _) in FAULTS.items()]
    paths += [wheel(folder, "twin-one", GAME), wheel(folder, "twin-two", GAME)]
    paths.append(wheel(folder, "good", CLOCK.format(name="sand")))
    environment.pip("install", "--no-deps", *map(str, paths)).must()
    twice = editable(folder, "seen-twice")
    environment.pip("install", "--no-deps", "--no-build-isolation", "--editable", str(twice)).must()
    site = next(environment.folder.glob("[Ll]ib/**/site-packages"))
    # An installer refuses to write this one, and a crash in the middle leaves it.
    broken = wheel(folder, "fault-entry-points", "", "[gamehall\nx = y\n")
    zipfile.ZipFile(broken).extractall(site)
    stray = site / "stray.egg-info"
    stray.mkdir()
    (stray / "entry_points.txt").write_text("[gamehall]\nstray = stray_plugin\n")
    return environment


@pytest.fixture(scope="module")
def rows(here: Environment) -> dict[str, list[dict[str, Any]]]:
    """What ``gamehall plugins`` lists, by distribution."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in here.gamehall("plugins", "--json").must().document["plugins"]:
        found.setdefault(row["distribution"], []).append(row)
    return found


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_listed_with_its_cause(rows: dict[str, list[dict[str, Any]]], name: str) -> None:
    [row] = rows[name]
    assert row["state"] == "failed"
    assert row["cause"].startswith(FAULTS[name][1])
    assert row["version"] == "1.0"


def test_what_is_good_is_loaded_all_the_same(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert [row["registers"] for row in rows["good"]] == [{"clocks": ["sand"]}]
    assert rows["gamehall-hello"][0]["state"] == "loaded"


def test_of_two_packages_with_one_game_the_second_is_left_out(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert rows["twin-one"][0]["registers"] == {"games": ["twin"]}
    assert rows["twin-two"][0]["cause"] == "its game 'twin' is already registered by twin-one of twin-one"


def test_an_editable_package_that_the_path_shows_twice_counts_once(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert [row["registers"] for row in rows["seen-twice"]] == [{"clocks": ["seen-twice"]}]


def test_a_malformed_file_and_a_stray_folder_are_named(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert rows["fault-entry-points"][0]["cause"].startswith("its entry_points.txt cannot be read: ")
    assert "No module named 'stray_plugin'" in rows["stray"][0]["cause"]


def test_the_server_starts_and_strict_refuses(here: Environment, tmp_path: Path) -> None:
    with here.serving(tmp_path / "data") as lines:
        assert lines[-1].startswith("Web page")
    words = ["serve", "--strict-plugins", "--data-dir", str(tmp_path / "data"), "--tcp-port", "0", "--web-port", "0"]
    assert here.gamehall(*words).must(1).err.startswith("gamehall: plugin ")


def test_a_fault_can_be_uninstalled(here: Environment) -> None:
    here.gamehall("uninstall", "fault-exit").must()
    assert "fault-exit" not in here.gamehall("plugins").must().out
