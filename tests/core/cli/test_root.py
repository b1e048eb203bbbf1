from __future__ import annotations

import subprocess
import sys

import pytest

from gamehall import __main__
from gamehall.cli import COMMANDS
from gamehall.errors import CommandError
from tests.core.site import Site

HELLO = """
import typer
from gamehall_sdk.hookimpl import hookimpl

@hookimpl
def register_commands(app: typer.Typer) -> None:
    @app.command()
    def greet(name: str) -> None:
        "Say hello."
        print(f"hello {name}")
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(site: Site, name: str) -> None:
    done = site.run(name, "--help")
    assert done.code == 0, done.err
    assert done.out.startswith(f"Usage: gamehall {name}")
    assert COMMANDS[name].endswith(".")


def test_help_lists_the_commands_without_importing_them() -> None:
    probe = "import sys; from gamehall.__main__ import run; run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert all(name in done.stdout for name in COMMANDS)
    imported = set(done.stderr.split())
    assert not imported & {f"gamehall.cli.{name}" for name in COMMANDS}
    assert not imported & {"rich", "sqlalchemy", "anyio", "pluggy", "lxml", "gamehall.plugins"}


def test_version(site: Site) -> None:
    done = site.process("--version")
    assert (done.code, done.out.split()[0]) == (0, "gamehall")
    assert "plugin interface 1" in done.out


@pytest.mark.parametrize("words", [["config", "nope"], ["account", "create"], ["plugins", "--nope"], ["uninstall"], []])
def test_wrong_use_ends_with_2(site: Site, words: list[str]) -> None:
    assert site.run(*words).code == 2


def test_a_mistyped_command_is_guessed(site: Site) -> None:
    done = site.run("acount", GAMEHALL_PLUGINS="")
    assert done.code == 2
    assert "Did you mean 'account'" in done.err


def test_a_refusal_is_one_line_and_ends_with_1(site: Site) -> None:
    done = site.run("uninstall", "surely-not-there")
    assert (done.code, done.out, done.err) == (1, "", "gamehall: surely-not-there is not installed.\n")


def test_debug_shows_the_traceback(site: Site) -> None:
    done = site.process("uninstall", "surely-not-there", GAMEHALL_DEBUG="1")
    assert done.code == 1
    assert "Traceback" in done.err


def test_a_plugin_adds_a_command(site: Site) -> None:
    site.install("greeter", {"greeter": "greeter"}, {"greeter.py": HELLO})
    site.install("bad", {"bad": "bad_plugin"}, {"bad_plugin.py": "1 / 0"})
    done = site.process("greet", "Anna", GAMEHALL_PLUGINS="greeter,bad")
    assert (done.code, done.out, done.err) == (0, "hello Anna\n", "")


def test_a_command_that_nobody_has_tells_of_plugins_that_were_left_out(site: Site) -> None:
    site.install("bad", {"bad": "bad_plugin"}, {"bad_plugin.py": "1 / 0"})
    done = site.run("greet", GAMEHALL_PLUGINS="bad")
    assert done.code == 2
    assert "gamehall: plugin bad was left out: ZeroDivisionError: division by zero\n" in done.err
    assert "No such command 'greet'" in done.err


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        (CommandError("It cannot be."), ["It cannot be."]),
        (FileNotFoundError(2, "No such file", "here.toml"), ["here.toml: No such file"]),
        (ExceptionGroup("two", [CommandError("One."), CommandError("Two.")]), ["One.", "Two."]),
        (
            ValueError("odd\nthing"),
            ["this should not have happened: ValueError: odd thing (GAMEHALL_DEBUG=1 shows where)"],
        ),
    ],
)
def test_a_fault_is_told_in_sentences(error: Exception, lines: list[str]) -> None:
    assert list(__main__._sentences(error)) == lines
