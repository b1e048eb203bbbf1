"""What all commands print alike: a table for a person, or with ``--json`` one JSON document for a program."""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import typer

_ENDLESS: Final = 10_000

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
"""The option ``--json``, for every command that lists something."""


def document(value: Any) -> None:
    """Print *value* as one JSON document."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def table(columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]], *, empty: str) -> None:
    """Print *rows* as a table; *columns* is each shown key with its heading, *empty* what to say of no rows."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not rows:
        typer.echo(empty)
        return
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for key, heading in columns.items():
        numbers = all(isinstance(row.get(key), int) for row in rows)
        drawn.add_column(heading, justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        # As Text: a name with brackets in it is a name, not markup.
        drawn.add_row(*(Text(_cell(row.get(key))) for key in columns))
    # For a program that reads it a row stays a line, however long.
    Console(width=None if sys.stdout.isatty() else _ENDLESS).print(drawn)


def listing(columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]], *, as_json: bool, empty: str) -> None:
    """Print *rows* as a JSON list when *as_json*, else as :func:`table`."""
    if as_json:
        document([dict(row) for row in rows])
    else:
        table(columns, rows, empty=empty)


def line(text: Any) -> None:
    """Print one line of rich text; for a program that reads it a line stays a line, however long."""
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else _ENDLESS, highlight=False).print(text)


def done(sentence: str) -> None:
    """Say what was done."""
    typer.echo(sentence)


def warn(sentence: str) -> None:
    """Say on stderr what the operator should know."""
    typer.echo(f"gamehall: {sentence}", err=True)


def moment(at_ms: int) -> str:
    """A time in UTC, for a person."""
    return dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC).strftime("%Y-%m-%d %H:%M:%S")


def _cell(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
