"""``gamehall phh``: replays hands of PHH files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import typer

from gamehall_poker.phh.hand import PhhError
from gamehall_poker.phh.reading import Section, parse, sections
from gamehall_poker.phh.replaying import Outcome, replay

__all__ = ["app", "replay_file"]

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def phh() -> None:
    """Replay poker hands written in the PHH format."""


@app.command("replay")
def replay_(
    files: list[Path] = typer.Argument(metavar="FILE…", help="Files .phh and .phhs; - reads standard input."),  # noqa: B008  # typer's defaults are calls
) -> None:
    """Play each hand by the rules of the engine, and print one JSON line for it; exit 1 when one does not fit.

    A line has "file", "hand", "ok", "error", "pots", "won" and "finishing_stacks", the lists by player (p1 first), in
    the file's own unit. Of a hand that does not fit nothing is given but the error, which names the field or action.

    Where all others folded, the winner's whole bet of the last street counts as returned, as PHH collections have it:
    it is in no pot, and not won. A stack that the file does not tell (inf) finishes as null.
    """
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # a text stream always has it
    good = True
    for path in files:
        for row in _rows(path):
            good = good and row["ok"]
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    if not good:
        raise typer.Exit(1)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if str(path) == "-":
        yield from replay_file("-", sys.stdin)
        return
    try:
        with path.open(encoding="utf-8") as lines:
            yield from replay_file(str(path), lines)
    except OSError as error:
        yield _row(str(path), None, f"{path}: the file cannot be read: {os.strerror(error.errno or 0)}")
    except UnicodeDecodeError as error:
        yield _row(str(path), None, f"{path}: the file is not UTF-8 at byte {error.start}")


def replay_file(name: str, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """A row for each hand of the file *name*, which is read as it goes."""
    none = True
    for section in sections(lines):
        none = False
        yield _replayed(name, section)
    if none:
        yield _row(name, None, f"{name}: there is no hand in the file")


def _replayed(name: str, section: Section) -> dict[str, Any]:
    label: int | str | None = section.number
    if section.number is not None and section.number.isascii() and section.number.isdigit():
        label = int(section.number)
    try:
        hand = parse(section)
        label = hand.hand
        return _row(name, label, None, replay(hand))
    except PhhError as error:
        return _row(name, label, f"{name}, hand {'without a number' if label is None else label}: {error}")


def _row(name: str, hand: int | str | None, error: str | None, outcome: Outcome | None = None) -> dict[str, Any]:
    row: dict[str, Any] = {"file": name, "hand": hand, "ok": error is None, "error": error}
    if outcome is None:
        return row | {"pots": None, "won": None, "finishing_stacks": None}
    pots = [
        {"amount": _plain(amount), "eligible": [f"p{player + 1}" for player in players]}
        for amount, players in outcome.pots
    ]
    return row | {"pots": pots, "won": _amounts(outcome.won), "finishing_stacks": _amounts(outcome.finishing_stacks)}


def _amounts(amounts: Sequence[int | Decimal | None]) -> list[int | float | None]:
    return [None if amount is None else _plain(amount) for amount in amounts]


def _plain(amount: int | Decimal) -> int | float:
    """An exact amount as a JSON number: the shortest that reads back as it."""
    return int(amount) if amount == int(amount) else float(amount)
