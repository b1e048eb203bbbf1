"""``gamehall doctor``: whether everything that the server needs is there, and as it should be."""

from __future__ import annotations

import os
from typing import Annotated, Final

import attrs
import typer

from gamehall.cli import config, output

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_STYLES: Final = {"ok": "green", "warning": "yellow", "failed": "bold red"}


@app.command()
def doctor(
    only: Annotated[list[str] | None, typer.Option("--only", metavar="CHECK", help="Only these checks.")] = None,
    as_json: output.Json = False,
    file: config.File = None,
) -> None:
    """Check settings, data folder, database, plugins, ports, TLS files, limits and clock; exit 1 when one fails."""
    from gamehall.cli.doctor_checks import examine

    findings = examine(file, os.environ, only or ())
    healthy = all(one.state != "failed" for one in findings)
    if as_json:
        output.document({"ok": healthy, "checks": [attrs.asdict(one) for one in findings]})
    else:
        from rich.text import Text

        for one in findings:
            output.line(Text.assemble((f"{one.state:8}", _STYLES[one.state]), f"{one.check:9} {one.detail}"))
    if not healthy:
        raise typer.Exit(1)
