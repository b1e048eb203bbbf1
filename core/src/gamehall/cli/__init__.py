"""The command line: one file for each command or group, imported when that command runs.

To add one, write ``cli/NAME.py`` with a ``typer.Typer`` called ``app``, and name it in :data:`COMMANDS`.
"""

from __future__ import annotations

import importlib
import os
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

COMMANDS: Final = {
    "serve": "Run the server.",
    "demo": "Run a server with a table of each game and bots at it, and watch.",
    "new": "Begin a game, a bot or a poker variant from a template.",
    "check": "Check that a game or a bot keeps what its interface promises.",
    "doctor": "Check that everything is there that the server needs.",
    "plugins": "List the installed plugins, what each adds, and why one was left out.",
    "install": "Install packages into the environment that this server runs in.",
    "uninstall": "Remove packages from the environment that this server runs in.",
    "account": "Create, change, list and delete accounts.",
    "table": "List, show and close tables.",
    "history": "List, show and replay finished rounds.",
    "tournament": "Create, start, cancel, list and show tournaments.",
    "bot": "List bots, and run one at a table of any server.",
    "arena": "Let bots play against each other, fairly and repeatably, and compare them.",
    "config": "Write, show and import settings.",
}
"""Each built-in command, in the order of ``--help``; its code is ``gamehall.cli.NAME``."""


class _Root(TyperGroup):
    """Knows the built-in commands by name only, and asks plugins for a command that is not among them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # Stand-ins: their names are what a mistyped command is compared with.
        self.commands = {name: TyperCommand(name, help=line) for name, line in COMMANDS.items()}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name; its module is imported now."""
        if cmd_name in COMMANDS:
            return typer.main.get_command(importlib.import_module(f"gamehall.cli.{cmd_name}").app)
        # A shell that completes a line must not wait for plugins.
        return None if ctx.resilient_parsing or cmd_name.startswith("-") else _of_plugins(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # typer calls it so
        """The list of commands in ``--help``, made without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # as above
        """A word on plugins in ``--help``, from metadata alone."""
        from gamehall.plugin_metadata import discover

        count = sum(not plugin.builtin for plugin in discover().found)
        if count:
            plugins = "1 installed plugin" if count == 1 else f"{count} installed plugins"
            formatter.write_paragraph()
            formatter.write_text(f"{plugins} may add commands; `gamehall plugins` lists them.")


def root() -> Any:
    """The whole command line, as typer's command object."""
    return typer.main.get_command(_app)


def _of_plugins(name: str) -> Any:
    """The command *name* of a plugin, or ``None``; what failed on the way is told on stderr."""
    from gamehall.plugins import Plugins

    plugins = Plugins.from_environment(os.environ)
    found = None
    for _, app in plugins.answer("register_commands", lambda: typer.Typer(add_completion=False), "app"):
        found = found or typer.main.get_group(app).commands.get(name)
    if found is None:
        for failure in plugins.failures:
            who = failure.entry_point or failure.distribution
            typer.echo(f"gamehall: plugin {who} was left out: {failure.cause}", err=True)
    return found


def _version(wanted: bool) -> None:
    if wanted:
        import importlib.metadata

        from gamehall_sdk import INTERFACE

        typer.echo(f"gamehall {importlib.metadata.version('gamehall')} (plugin interface {INTERFACE})")
        raise typer.Exit


_app = typer.Typer(cls=_Root, rich_markup_mode=None, no_args_is_help=True)


@_app.callback()
def _gamehall(
    version: bool = typer.Option(False, "--version", help="Print the version.", is_eager=True, callback=_version),
) -> None:
    """A game server that knows no game: every game, bot and clock is a package of its own."""
