from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.site import Site


def made(site: Site) -> list[str]:
    return sorted(path.name for path in site.folder.iterdir())


def test_a_game_is_made_with_everything_that_belongs_to_it(site: Site) -> None:
    done = site.run("new", "game", "dice-duel", "--title", "Dice & duel")
    assert done.code == 0, done.err
    assert done.out.splitlines()[0] == "gamehall-dice-duel is made. Next:"
    folder = site.folder / "gamehall-dice-duel"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    source = "src/gamehall_dice_duel"
    assert files == {
        ".github/workflows/ci.yml",
        ".gitignore",
        "README.md",
        "pyproject.toml",
        *(f"{source}/{name}.py" for name in ("__init__", "bot", "messages", "options", "plugin", "round")),
        f"{source}/py.typed",
        *(f"{source}/web/{name}" for name in ("texts/en.js", "view.css", "view.js")),
        "tests/test_conformance.py",
        "tests/test_rules.py",
    }
    assert 'title="Dice & duel"' in (folder / source / "plugin.py").read_text()
    assert not [path for path in files if "{{" in (folder / path).read_text() and "workflows" not in path]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["game", "No Good"], "'No Good' is no name: a lower-case letter"),
        (["game", "dash-"], "'dash-' is no name"),
        (["game", "x" * 33], "is no name"),
        (["game", "hello"], "A game called 'hello' is installed already."),
        (["poker-variant", "holdem"], "A game called 'holdem' is installed already."),
        (["bot", "random", "--game", "hello"], "A bot called 'random' is installed already."),
        (["bot", "quick", "--game", "helo"], "No game 'helo' is installed; did you mean 'hello'?"),
        (["game", "sdk"], "A package called gamehall-sdk is installed already."),
        (["game", "chess", "--title", 'a "b"'], "A title has 1 to 40 characters"),
        (["game", "chess", "--into", "nowhere"], "nowhere is no folder."),
    ],
)
def test_what_cannot_be_made_is_refused_before_anything_is_written(site: Site, words: list[str], sentence: str) -> None:
    before = made(site)
    done = site.run("new", *words)
    assert done.code == 1
    assert sentence in done.err
    assert made(site) == before


def test_nothing_is_overwritten(site: Site) -> None:
    folder = site.folder / "gamehall-chess"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    done = site.run("new", "game", "chess")
    assert done.code == 1
    assert done.err == "gamehall: gamehall-chess exists already; nothing is overwritten.\n"
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


def test_a_python_package_of_the_name_is_in_the_way(site: Site) -> None:
    (site.folder / "gamehall_chess.py").write_text("")
    assert "A Python package called gamehall_chess is there already." in site.run("new", "game", "chess").err


def test_without_copier_it_says_what_to_install(site: Site, tmp_path: Path) -> None:
    (site.folder / "copier.py").write_text("raise ImportError")
    done = site.process("new", "game", "chess")
    assert "needs copier, which is not installed: pip install 'gamehall-sdk[new]'" in done.err
