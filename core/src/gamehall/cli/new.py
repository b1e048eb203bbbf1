"""``gamehall new``: a folder with a whole small package, to change into one's own game or bot."""

from __future__ import annotations

import difflib
import importlib.metadata
import importlib.util
import keyword
import os
import re
from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from gamehall.cli import output
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall_sdk import INTERFACE
from gamehall_sdk.game import Game

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}[a-z0-9]")
_TITLE: Final = re.compile(r"[^\"'\\{}\n]{1,40}")
_WIDTH: Final = 120

Name = Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and dashes.")]
Title = Annotated[str | None, typer.Option(help="What people read; made from the name without it.")]
Into = Annotated[Path, typer.Option(metavar="FOLDER", help="Where the package's folder is made.")]


@app.callback()
def new() -> None:
    """Begin a game, a bot or a poker variant from a template."""


@app.command()
def game(name: Name, title: Title = None, into: Into = Path()) -> None:
    """Make a package with a small game, a bot that plays it, a browser view, and tests."""
    plugins = _plugins()
    _must_be_free(name, ("game", plugins.games), ("bot", _from(plugins.bots, f"{name}-careful")))
    _make("game", name, f"gamehall-{name}", title, into)


@app.command()
def bot(
    name: Name,
    game: Annotated[str, typer.Option(help="The installed game that it plays.")],
    title: Title = None,
    into: Into = Path(),
) -> None:
    """Make a package with a bot that plays an installed game, and tests."""
    plugins = _plugins()
    _must_be_free(name, ("bot", plugins.bots))
    played = plugins.games.get(game)
    if played is None:
        near = difflib.get_close_matches(game, plugins.games, 1)
        advice = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(sorted(plugins.games)) or 'none'}"
        raise CommandError(f"No game {game!r} is installed; {advice}")
    about = {
        "game": game,
        "requires": plugins.owner("games", game).distribution,
        "imports": _imports(played),
        "actions": sorted(action.__name__ for action in played.actions),
        "view": played.view.__name__,
    }
    _make("bot", name, f"gamehall-bot-{name}", title, into, **about)


@app.command()
def poker_variant(name: Name, title: Title = None, into: Into = Path()) -> None:
    """Make a package with a poker variant on the poker engine, a bot that plays it, and tests."""
    plugins = _plugins()
    _must_be_free(name, ("game", plugins.games), ("bot", _from(plugins.bots, f"{name}-eager")))
    _make("poker-variant", name, f"gamehall-{name}", title, into, requires="gamehall-poker")


def _plugins() -> Plugins:
    return Plugins.from_environment(os.environ).load()


def _from(names: Iterable[str], wanted: str) -> list[str]:
    """The last part of *wanted* is what a template adds to a name: it is taken when the whole is."""
    return [wanted.rpartition("-")[0]] if wanted in names else []


def _must_be_free(name: str, *taken: tuple[str, Iterable[str]]) -> None:
    if not _NAME.fullmatch(name):
        raise CommandError(
            f"{name!r} is no name: a lower-case letter, then letters, digits or dashes, not a dash at the end, "
            "2 to 32 in all."
        )
    for kind, names in taken:
        if name in names:
            raise CommandError(f"A {kind} called {name!r} is installed already.")


def _must_be_new(distribution: str, package: str, folder: Path) -> None:
    if folder.exists() or folder.is_symlink():
        raise CommandError(f"{folder} exists already; nothing is overwritten.")
    if not folder.parent.is_dir():
        raise CommandError(f"{folder.parent} is no folder.")
    try:
        importlib.metadata.distribution(distribution)
    except importlib.metadata.PackageNotFoundError:
        pass
    else:
        raise CommandError(f"A package called {distribution} is installed already.")
    if keyword.iskeyword(package) or importlib.util.find_spec(package) is not None:
        raise CommandError(f"A Python package called {package} is there already.")


def _make(kind: str, name: str, distribution: str, title: str | None, into: Path, **about: Any) -> None:
    try:
        import copier
    except ImportError as error:
        sentence = "gamehall new needs copier, which is not installed: pip install 'gamehall-sdk[new]'"
        raise CommandError(sentence) from error
    if title is not None and not _TITLE.fullmatch(title):
        raise CommandError("A title has 1 to 40 characters, and no quotes, backslashes or braces.")
    folder = into / distribution
    _must_be_new(distribution, distribution.replace("-", "_"), folder)
    data = {"kind": kind, "name": name, "interface": INTERFACE, **about} | ({"title": title} if title else {})
    with as_file(files("gamehall_sdk") / "templates") as templates:
        copier.run_copy(str(templates), folder, data=data, defaults=True, quiet=True)
    extra = "" if into == Path() else f"{into}{os.sep}"
    output.done(f"{folder} is made. Next:")
    output.done(f"  pip install -e '{extra}{distribution}[dev]'")
    output.done(f"  gamehall check {name}")
    output.done(f"  pytest {extra}{distribution}")


def _imports(game: Game) -> list[str]:
    """The import lines for a game's actions and view, as a formatter leaves them."""
    modules: dict[str, set[str]] = defaultdict(set)
    for kind in (*game.actions, game.view):
        modules[kind.__module__].add(kind.__name__)
    lines = []
    for module, names in sorted(modules.items()):
        line = f"from {module} import {', '.join(sorted(names))}"
        if len(line) > _WIDTH:
            line = "\n    ".join([f"from {module} import (", *(f"{name}," for name in sorted(names))]) + "\n)"
        lines.append(line)
    return lines
