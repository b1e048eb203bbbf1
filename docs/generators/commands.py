"""``cli.md``: every built-in command with its arguments and options, from the command line itself."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

import typer

from gamehall.cli import COMMANDS
from generators.markdown import cell, code, made_from, prose, table


def page() -> str:
    """The page's text."""
    lines = [
        "# Command line",
        "",
        made_from("the commands' help"),
        "",
        "`gamehall` runs one command and turns a fault into one line. Exit codes: 0 done, 1 refused or failed, 2 used",
        "wrongly, 130 interrupted. `GAMEHALL_DEBUG=1` shows the traceback of what went wrong. Packages may add",
        "commands by the hook [`register_commands`](hooks.md#register_commands).",
        "",
    ]
    for name in COMMANDS:
        command = typer.main.get_command(importlib.import_module(f"gamehall.cli.{name.replace('-', '_')}").app)
        lines += _command(f"gamehall {name}", command, 2)
    return "\n".join(lines)


def _command(words: str, command: Any, level: int) -> Iterator[str]:
    yield from ("#" * level + f" {words}", "", prose(inspect.cleandoc(command.help or "")), "")
    parameters = [one for one in command.params if not getattr(one, "hidden", False) and one.name != "help"]
    rows = [_row(one) for one in parameters]
    if rows:
        yield from table(("name", "takes", "default", "what it is"), rows)
        yield ""
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        yield from _command(f"{words} {name}", inner, level + 1)


def _row(parameter: Any) -> tuple[str, ...]:
    argument = parameter.param_type_name == "argument"
    shown = str(parameter.metavar or parameter.name.upper()) if argument else ", ".join(parameter.opts)
    needed = " *(needed)*" if parameter.required and not argument else ""
    takes = "" if not argument and parameter.is_flag else _kind(parameter.type_descriptor.annotation, parameter)
    default = parameter.default
    told = "" if default in (None, False, (), []) or callable(default) else getattr(default, "value", default)
    return code(shown), cell(takes), code(told), cell(prose(parameter.help)) + needed


def _kind(annotation: Any, parameter: Any) -> str:
    """What a parameter takes, in a word or two."""
    inner = [one for one in get_args(annotation) if one is not type(None)]
    if inner:
        some = " (several)" if get_origin(annotation) in (list, tuple) else ""
        return _kind(inner[0], parameter) + some
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return ", ".join(str(one.value) for one in annotation)
    words = {int: "whole number", float: "number", str: "text", Path: "path", bool: "true or false"}
    kind = words.get(annotation, "text")
    least, most = getattr(parameter, "min", None), getattr(parameter, "max", None)
    if least is None:
        return kind
    return f"{kind} from {least:g}" + ("" if most is None else f" to {most:g}")
