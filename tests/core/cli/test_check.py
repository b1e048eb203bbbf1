from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.site import Site

ROOT = Path(__file__).resolve().parents[3]
BROKEN = """
import attrs
from gamehall_hello.plugin import GAME
from gamehall_hello.round import HelloRound
from gamehall_sdk.hookimpl import hookimpl

class Wrong(HelloRound):
    def default(self, seat):
        return None

@hookimpl
def register_games():
    return [attrs.evolve(GAME, name="wrong", round=Wrong)]
"""


def test_an_installed_game_is_checked_line_by_line(site: Site) -> None:
    done = site.run("check", "hello", "--examples", "10")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0] == "hello (game of gamehall-hello), seed 0"
    assert lines[1].startswith("  ✓ description   the plugin says what")
    assert len(lines) == 16


def test_all_of_a_package_is_checked(site: Site) -> None:
    done = site.run("check", "gamehall-bot-greedy", "--examples", "4", "--json")
    assert done.code == 0, done.err
    [report] = done.document["reports"]
    assert (report["kind"], report["name"], report["ok"]) == ("bot", "greedy", True)


def test_a_folder_is_checked_without_installing_it(site: Site) -> None:
    done = site.run("check", str(ROOT / "plugins/hello"), "--only", "legal")
    assert done.code == 0, done.err
    assert done.out.startswith("hello (game of gamehall-hello), seed 0\n  ✓ legal")


def test_a_failure_is_told_with_its_round_and_exits_with_1(site: Site) -> None:
    (site.folder / "wrong.py").write_text(BROKEN, encoding="utf-8")
    done = site.run("check", "wrong.py", "--only", "default", "--only", "ends", "--seed", "3")
    assert done.code == 1
    assert "✓ ends" in done.out
    assert "  ✗ default       NOT TRUE that the action for a silent seat is legal" in done.out
    assert "      default(0) is None, which is not among" in done.out
    assert "      variant hello, seats 0 1, deal 0" in done.out
    assert done.out.endswith("      again: gamehall check wrong.py --only default --seed 3\n")
    document = site.run("check", "wrong.py", "--only", "default", "--json")
    assert document.code == 1
    [report] = document.document["reports"]
    assert report["results"][0]["fault"]["sentence"].startswith("default(0) is None")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["helo"], "No game or bot is called 'helo'; did you mean 'hello'?"),
        (["hello", "--only", "luck"], "No check is called 'luck'; there are: default, description"),
        (["./nowhere"], "there is no such file or folder."),
        (["."], "a package's folder has one."),
    ],
)
def test_what_cannot_be_checked_is_one_sentence(site: Site, words: list[str], sentence: str) -> None:
    done = site.run("check", *words)
    assert done.code == 1
    assert sentence in done.err


def test_a_package_that_does_not_load_is_told_with_its_cause(site: Site) -> None:
    site.install("bad", {"bad": "bad_plugin"}, {"bad_plugin.py": "1 / 0", "lone.py": "import nothing_like_it"})
    assert "bad was left out: ZeroDivisionError" in site.run("check", "bad").err
    assert "lone.py cannot be used: ModuleNotFoundError" in site.run("check", "lone.py").err
