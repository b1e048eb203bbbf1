"""``gamehall install``: packages into the server's environment, and what they add to it."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from gamehall import install as packages
from gamehall.cli import output
from gamehall.errors import CommandError, PluginError
from gamehall.plugin_metadata import Found, discover

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_REPORT_S = 120


@app.command()
def install(
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="PKG…", help="Names, requirements, wheels or folders.")
    ] = None,
    editable: Annotated[
        list[str] | None,
        typer.Option("--editable", "-e", metavar="FOLDER", help="A folder to install so that edits count at once."),
    ] = None,
    upgrade: Annotated[bool, typer.Option("--upgrade", "-U", help="Take the newest version.")] = False,
) -> None:
    """Install packages into the environment that this server runs in, and list what they add to it."""
    if not wanted and not editable:
        raise typer.BadParameter("name a package, or a folder with --editable")
    before = set(discover().found)
    packages.install(wanted or [], editable=editable or [], upgrade=upgrade)
    asked = {packages.distribution_name(package) for package in wanted or []}
    importlib.invalidate_caches()
    _report([plugin for plugin in discover().found if plugin not in before or plugin.distribution in asked])


def _report(new: Sequence[Found]) -> None:
    if not new:
        output.warn("installed, but nothing in it adds a plugin that was not here before.")
        return
    every = _loaded()
    names = {(plugin.distribution, plugin.name) for plugin in new}
    rows = [row for row in every if (row["distribution"], row["name"]) in names]
    for row in rows:
        adds = "; ".join(f"{plural}: {', '.join(some)}" for plural, some in row["registers"].items())
        output.done(f"{row['name']} of {row['distribution']} {row['version']}: {row['cause'] or adds or row['state']}")
    failed = [row["name"] for row in rows if row["state"] == "failed"]
    if failed:
        raise PluginError(f"installed, but {', '.join(failed)} cannot be used.")


def _loaded() -> list[dict[str, Any]]:
    """What ``gamehall plugins`` lists; a new process looks, since this one has the old packages in memory."""
    command = [sys.executable, "-m", "gamehall", "plugins", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_REPORT_S)  # noqa: S603  # itself
    if done.returncode:
        raise CommandError(f"installed, but what it adds cannot be listed: {done.stderr.strip()}")
    rows: list[dict[str, Any]] = json.loads(done.stdout)["plugins"]
    return rows
