"""``gamehall uninstall``: packages out of the server's environment; it works when every plugin is broken."""

from __future__ import annotations

from typing import Annotated

import typer

from gamehall import install as packages
from gamehall.cli import output

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def uninstall(unwanted: Annotated[list[str], typer.Argument(metavar="PKG…", help="Names of packages.")]) -> None:
    """Remove packages from the environment that this server runs in; rounds that were played stay readable."""
    packages.uninstall(unwanted)
    output.done(f"removed {', '.join(unwanted)}")
