"""``errors.md``: every error with its number and when it happens."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from gamehall import errors as operator_errors
from gamehall_sdk import errors
from generators.markdown import made_from

FAMILIES = (errors.GamehallError, errors.ProtocolError, errors.Refusal)


def page() -> str:
    """The page's text."""
    mine = _defined(errors)
    protocol = [error for error in mine if issubclass(error, errors.ProtocolError)]
    refusals = [error for error in mine if issubclass(error, errors.Refusal)]
    return "\n".join(
        [
            "# Errors",
            "",
            made_from("the docstrings"),
            "",
            "Every error that a client is told of has a number that never changes its meaning; it travels as",
            '`errorcode` beside `success="false"` and a sentence that says what was wrong and what would be right.',
            "",
            "## Refusals",
            "",
            "What was asked for was not done, nothing was changed, and the connection lives on.",
            "",
            *_rows(refusals),
            "",
            "## Errors that end the connection",
            "",
            "The framing or the order of messages was broken, so what follows on that connection cannot be trusted.",
            "",
            *_rows(protocol),
            "",
            "## Errors of commands",
            "",
            "These are told to the operator on the command line and never travel to a client.",
            "",
            *_rows(_defined(operator_errors)),
            "",
        ]
    )


def _defined(module: object) -> list[type[errors.GamehallError]]:
    classes = [one for one in vars(module).values() if inspect.isclass(one) and issubclass(one, errors.GamehallError)]
    own = [one for one in classes if one.__module__ == getattr(module, "__name__", "") and one not in FAMILIES]
    return sorted(own, key=lambda error: error.code)


def _rows(some: Iterable[type[errors.GamehallError]]) -> list[str]:
    lines = ["| code | name | when |", "|--:|---|---|"]
    for error in some:
        when = (inspect.getdoc(error) or "").split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
        lines.append(f"| {error.code} | `{error.__name__}` | {when} |")
    return lines
