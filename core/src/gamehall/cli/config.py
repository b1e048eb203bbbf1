"""``gamehall config``: the settings file written, shown, and made from the older server's."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any, Final

import attrs
import typer

from gamehall import settings
from gamehall.cli import output
from gamehall.errors import CommandError

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

_OWNER_ONLY: Final = 0o600
File = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help=f"The settings file; default {settings.DEFAULT_FILE}.")
]
"""The option ``--config``, for every command that needs settings."""


def read(file: Path | None, **flags: object) -> settings.Settings:
    """The settings in force: *file*, the environment, then *flags*."""
    return settings.load(file, os.environ, flags)


@app.callback()
def config() -> None:
    """Write, show and import settings."""


@app.command()
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write.")] = Path(settings.DEFAULT_FILE),
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a commented settings file with every setting and its default."""
    _write(file, settings.render_default(), force=force)


@app.command("import")
def import_(
    old: Annotated[Path, typer.Argument(metavar="SERVER.CONF", help="The older server's settings.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write.")] = Path(settings.DEFAULT_FILE),
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a settings file from the older server's server.conf."""
    from gamehall import server_conf

    imported = server_conf.convert(old)
    _write(file, imported.toml, force=force)
    for note in imported.notes:
        output.done(f"- {note}")


@app.command()
def show(file: File = None, as_json: output.Json = False) -> None:
    """Show every setting with the value that is in force."""
    current = read(file)
    values: dict[str, Any] = {}
    for field in attrs.fields(settings.Settings):
        values[field.name] = getattr(current, field.name)
    # Without user and password; a default is shown as what it stands for.
    values["database"] = settings.describe_database(current.database_url)
    if as_json:
        output.document({name: str(value) if isinstance(value, Path) else value for name, value in values.items()})
        return
    rows = [{"setting": name, "value": _shown(value)} for name, value in values.items()]
    output.table({"setting": "setting", "value": "value"}, rows, empty="")


def _shown(value: object) -> str:
    return str(value) if isinstance(value, Path) else json.dumps(value, ensure_ascii=False)


def _write(file: Path, text: str, *, force: bool) -> None:
    flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL)
    try:
        # It may hold the database's password.
        number = os.open(file, flags, _OWNER_ONLY)
    except FileExistsError:
        raise CommandError(f"{file} is there already; --force writes over it.") from None
    with os.fdopen(number, "w", encoding="utf-8") as target:
        target.write(text)
    if force:
        file.chmod(_OWNER_ONLY)
    output.done(f"wrote {file}")
