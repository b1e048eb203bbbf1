"""What the engine adds to a server that has it: the command ``gamehall phh``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamehall_sdk.hookimpl import hookimpl

if TYPE_CHECKING:
    import typer

__all__ = ["register_commands"]


@hookimpl
def register_commands(app: typer.Typer) -> None:
    """``gamehall phh replay FILE…``."""
    from gamehall_poker.phh import command  # noqa: PLC0415  # the command line's library comes with the server

    app.add_typer(command.app, name="phh")
