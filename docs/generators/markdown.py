"""What the pages' texts have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence


def made_from(what: str) -> str:
    """The note at a page's head."""
    return f"<!-- Made from the code by `./dev docs`; edit {what} instead. -->"


def cell(text: object) -> str:
    """A text in a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def code(text: object) -> str:
    """A word of code in a table; a dash for nothing."""
    return f"`{cell(text)}`" if str(text) else ""


def prose(docstring: str | None) -> str:
    """A docstring's reStructuredText roles as Markdown code."""
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?([\w]+)`", r"`\1`", docstring or "")
    return re.sub(r"``([^`]+)``", r"`\1`", text).strip()


def table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """The lines of a table."""
    return [f"| {' | '.join(headings)} |", "|" + "---|" * len(headings), *(f"| {' | '.join(row)} |" for row in rows)]
