from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.installing import Environment, borrowing

KINDS = {
    "game": (["game", "sample-game"], "gamehall-sample-game"),
    "bot": (["bot", "sample", "--game", "hello"], "gamehall-bot-sample"),
    "poker-variant": (["poker-variant", "sample-poker"], "gamehall-sample-poker"),
}


# The pages of the tutorial make a bot and a variant too, and do the same with them.
@pytest.mark.parametrize(
    "kind", [kind if kind == "game" else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS]
)
def test_a_made_package_installs_passes_lints_plays_and_builds(kind: str, tmp_path: Path) -> None:
    words, distribution = KINDS[kind]
    here = borrowing(tmp_path / "environment")
    here.gamehall("new", *words, cwd=tmp_path).must()
    folder = tmp_path / distribution

    here.pip("install", "--no-build-isolation", "--editable", ".[dev]", cwd=folder).must()
    plugin = next(
        row for row in here.gamehall("plugins", "--json").must().document["plugins"] if _is(row, distribution)
    )
    assert plugin["state"] == "loaded"

    here.run("ruff", "check", ".", cwd=folder).must()
    here.run("ruff", "format", "--check", ".", cwd=folder).must()
    if kind != "game":  # the tutorial's page on publishing does both with a made game
        here.run("mypy", cwd=folder).must()
        here.run("pytest", "-q", "-p", "no:cacheprovider", cwd=folder).must()
    here.gamehall("check", distribution, "--only", "legal").must()
    _plays(here, plugin["name"], plugin["registers"])
    _builds(here, folder, plugin["registers"])


def _is(row: dict[str, str], distribution: str) -> bool:
    return row["distribution"] == distribution


def _plays(here: Environment, name: str, registers: dict[str, list[str]]) -> None:
    """A server has it, and rounds are played."""
    game = registers.get("games", ["hello"])[0]
    words = ["demo", "--seconds", "4", "--players", "2", "--pause", "0"]
    done = here.gamehall(*words, GAMEHALL_PLUGINS=f"{name},hello,bot-random").must()
    [line] = [line for line in done.out.splitlines() if line.startswith(f"{game}: ")]
    assert int(line.split()[1]) > 0
    bot = registers["bots"][0]
    played = here.gamehall(
        "arena", "run", "--game", game, "--bots", f"{bot},random", "--rounds", "6", "--workers", "1"
    ).must()
    assert bot in played.out


def _builds(here: Environment, folder: Path, registers: dict[str, list[str]]) -> None:
    here.run("python", "-m", "build", "--wheel", "--no-isolation", cwd=folder).must()
    [wheel] = (folder / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    package = folder.name.replace("-", "_")
    assert f"{package}/py.typed" in names
    assert not [name for name in names if "{" in name or name.endswith(".jinja")]
    if registers.get("games") == ["sample-game"]:
        assert {f"{package}/web/{name}" for name in ("view.js", "view.css", "texts/en.js")} <= set(names)


def test_a_long_name_and_title_lint_clean_too(tmp_path: Path) -> None:
    here = borrowing(tmp_path / "environment")
    for kind, more in (("game", []), ("poker-variant", []), ("bot", ["--game", "holdem"])):
        name = f"a-name-that-is-as-long-as-{kind[:4]}"
        here.gamehall("new", kind, name, "--title", "T" * 40, *more, cwd=tmp_path).must()
    done = here.run("ruff", "check", "--output-format", "json", ".", cwd=tmp_path)
    assert not [row for row in json.loads(done.out) if "gamehall-" in row["filename"]]
    here.run("ruff", "format", "--check", *[str(path) for path in tmp_path.glob("gamehall-*")]).must()
