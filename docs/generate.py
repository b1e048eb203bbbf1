"""Write the reference pages that are made from the code; ``--check`` only says which are stale."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from gamehall import errors as operator_errors
from gamehall_sdk import errors

REFERENCE = Path(__file__).parent / "reference"
FAMILIES = (errors.GamehallError, errors.ProtocolError, errors.Refusal)


def errors_page() -> str:
    """``errors.md``: every error with its number and when it happens."""
    mine = _defined(errors)
    protocol = [error for error in mine if issubclass(error, errors.ProtocolError)]
    refusals = [error for error in mine if issubclass(error, errors.Refusal)]
    return "\n".join(
        [
            "# Errors",
            "",
            "<!-- Made from the code by `./dev docs`; edit the docstrings instead. -->",
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


PAGES: dict[str, Callable[[], str]] = {"errors.md": errors_page}


def main() -> int:
    """Write the pages, or with ``--check`` give 1 when one is not what the code says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when a page is stale")
    check = parser.parse_args().check
    stale = []
    for name, page in PAGES.items():
        path = REFERENCE / name
        text = page()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"docs/reference/{name} {'is stale; `./dev docs` writes it anew' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
