"""``gamehall plugins``: what is installed, what each adds, and why one was left out."""

from __future__ import annotations

import os
from typing import Annotated, Any

import attrs
import typer

from gamehall.cli import output
from gamehall.errors import PluginError
from gamehall.plugin_metadata import Failure, Found
from gamehall.plugins import Plugins

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def plugins(
    as_json: output.Json = False,
    strict: Annotated[bool, typer.Option("--strict-plugins", help="Exit with 1 when anything was left out.")] = False,
) -> None:
    """List the installed plugins, what each adds, and why one was left out."""
    every = Plugins.from_environment(os.environ).load()
    rows = rows_of(every)
    if as_json:
        output.document({"plugins": rows, "failures": [attrs.asdict(failure) for failure in every.failures]})
    else:
        shown = [row | {"adds": row["cause"] or "; ".join(_adds(row["registers"]))} for row in rows]
        columns = {"name": "plugin", "distribution": "package", "version": "version", "state": "state", "adds": "adds"}
        output.table(columns, shown, empty="No plugins are installed.")
    if strict and every.failures:
        raise PluginError(f"{len(every.failures)} plugins or packages were left out")


def rows_of(every: Plugins) -> list[dict[str, Any]]:
    """One row for each installed plugin and each thing that should have been one."""
    failed = {(failure.distribution, failure.entry_point): failure for failure in every.failures}
    rows = [_row(every, plugin, failed.pop((plugin.distribution, plugin.name), None)) for plugin in every.installed]
    rest = [Found(failure.distribution, failure.entry_point, "", failure.version) for failure in failed.values()]
    return rows + [_row(every, one, failed[one.distribution, one.name]) for one in rest]


def _row(every: Plugins, plugin: Found, failure: Failure | None) -> dict[str, Any]:
    chosen = plugin in every.found
    return {
        "name": plugin.name,
        "distribution": plugin.distribution,
        "version": plugin.version,
        "module": plugin.value,
        "state": "failed" if failure else "loaded" if chosen else "not chosen",
        "registers": every.registered(plugin) if chosen and not failure else {},
        "cause": failure.cause if failure else "",
    }


def _adds(registers: dict[str, list[str]]) -> list[str]:
    return [f"{plural}: {', '.join(names)}" for plural, names in registers.items()]
