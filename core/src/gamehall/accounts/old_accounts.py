"""Reads the old server's table ``account`` from a CSV file: name, password, type, balance.

The old balances are decimals; ours are whole chips. A balance that is not whole is refused unless
``chips_per_unit`` makes it so: with 100, 12.50 becomes 1250 chips. All rows are read, and every bad one is named.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final

import attrs

from gamehall.accounts.model import AccountType
from gamehall.accounts.names import check_old_name, identity
from gamehall.accounts.passwords import stored_old
from gamehall.errors import OldAccountsError
from gamehall_sdk.errors import BadName, BadPassword

COLUMNS: Final = ("name", "password", "type", "balance")
"""The columns, in their order where the file has no header line."""

_MOST_DIGITS: Final = 18
_MOST_CHIPS: Final = 10**15


@attrs.frozen
class OldAccount:
    """One row, checked; the balance in chips."""

    line: int
    name: str
    md5_hex: str = attrs.field(repr=False)
    kind: AccountType
    balance: int


def read(path: Path, chips_per_unit: int = 1) -> list[OldAccount]:
    """The rows of the file at *path* (UTF-8). Raises OldAccountsError, which names each bad row with its line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise OldAccountsError((f"{path}: the file cannot be read: {error.strerror}.",)) from error
    except UnicodeDecodeError as error:
        raise OldAccountsError((f"{path}: the file is not UTF-8 text, at byte {error.start}.",)) from error
    return parse(text, str(path), chips_per_unit)


def parse(text: str, source: str, chips_per_unit: int = 1) -> list[OldAccount]:
    """The rows in *text*; *source* names it in errors. Raises OldAccountsError."""
    rows: list[OldAccount] = []
    problems: list[str] = []
    first_line: dict[str, int] = {}
    for line, cells in _records(text, source):
        try:
            row = _row(line, cells, chips_per_unit)
        except (ValueError, BadName, BadPassword) as error:
            problems.append(f"{source}, line {line}: {error}")
            continue
        earlier = first_line.setdefault(identity(row.name), line)
        if earlier != line:
            problems.append(f"{source}, line {line}: the name {row.name!r} is that of line {earlier} already.")
        rows.append(row)
    if problems:
        raise OldAccountsError(tuple(problems))
    return rows


def _records(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Each record with the number of its first line, its cells in the order of COLUMNS."""
    # Split at line feeds only: a name may hold other characters that str.splitlines would split at.
    reader = csv.reader(re.findall(r"[^\n]*\n|[^\n]+", text.replace("\r\n", "\n")), strict=True)
    order: list[int] | None = None
    line = 1
    try:
        for cells in reader:
            start, line = line, reader.line_num + 1
            if not cells:
                continue
            names = [cell.strip().lower() for cell in cells]
            if order is None:
                header = sorted(names) == sorted(COLUMNS)
                order = [names.index(column) for column in COLUMNS] if header else list(range(len(COLUMNS)))
                if header:
                    continue
            yield start, [cells[at] for at in order] if len(cells) == len(COLUMNS) else cells
    except csv.Error as error:
        raise OldAccountsError((f"{source}, line {reader.line_num}: not a CSV row: {error}.",)) from error


def _row(line: int, cells: list[str], chips_per_unit: int) -> OldAccount:
    if len(cells) != len(COLUMNS):
        raise ValueError(f"a row has the {len(COLUMNS)} cells {', '.join(COLUMNS)}; this one has {len(cells)}.")
    name, md5_hex, kind, balance = cells
    check_old_name(name)
    stored_old(md5_hex)
    return OldAccount(line, name, md5_hex.strip().lower(), _kind(kind.strip()), _chips(balance.strip(), chips_per_unit))


def _kind(text: str) -> AccountType:
    if text not in {str(kind.value) for kind in AccountType}:
        known = ", ".join(f"{kind.value} ({kind.name.lower()})" for kind in AccountType)
        raise ValueError(f"the type must be one of {known}, not {text!r}.")
    return AccountType(int(text))


def _chips(text: str, chips_per_unit: int) -> int:
    if not text:
        # SQL's NULL, as PostgreSQL writes it into CSV.
        return 0
    if not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?", text) or len(text) > 2 * _MOST_DIGITS:
        raise ValueError(f"the balance must be a decimal number such as 1250 or 12.50, not {text!r}.")
    chips = Decimal(text) * chips_per_unit
    if chips != chips.to_integral_value():
        raise ValueError(
            f"the balance {text} makes {chips.normalize():f} chips, which is not whole; "
            "`--chips-per-unit 100` makes hundredths whole chips."
        )
    if not 0 <= chips <= _MOST_CHIPS:
        raise ValueError(f"the balance must be from 0 to {_MOST_CHIPS} chips, not {text}.")
    return int(chips)
