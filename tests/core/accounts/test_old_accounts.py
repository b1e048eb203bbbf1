"""The old account table, from CSV."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamehall.accounts.model import AccountType
from gamehall.accounts.old_accounts import OldAccount, parse, read
from gamehall.errors import OldAccountsError

MD5 = "0123456789abcdef0123456789abcdef"


def _problems(text: str, chips_per_unit: int = 1) -> tuple[str, ...]:
    with pytest.raises(OldAccountsError) as caught:
        parse(text, "old.csv", chips_per_unit)
    return caught.value.problems


def test_rows_with_and_without_a_header() -> None:
    rows = [OldAccount(2, "anna", MD5, AccountType.PLAYER, 100), OldAccount(3, "bob, jr", MD5, AccountType.BOT, 0)]
    text = f'anna,{MD5.upper()},1,100\n"bob, jr",{MD5},2,\n'
    assert parse(f"name,password,type,balance\n{text}", "x") == rows
    assert [(row.line, row.name) for row in parse(text, "x")] == [(1, "anna"), (2, "bob, jr")]


def test_a_header_gives_the_order_of_the_columns() -> None:
    [row] = parse(f"Balance,Type,Name,Password\r\n7,4,anna,{MD5}\r\n", "x")
    assert (row.name, row.kind, row.balance) == ("anna", AccountType.ADMIN, 7)


def test_decimals_become_whole_chips_or_are_refused() -> None:
    text = f"anna,{MD5},1,12.50\n"
    assert parse(text, "x", 100)[0].balance == 1250
    assert parse(f"anna,{MD5},1,12.00\n", "x")[0].balance == 12
    [problem] = _problems(text)
    assert problem.startswith("old.csv, line 1: the balance 12.50 makes 12.5 chips, which is not whole")
    assert "--chips-per-unit 100" in problem


@pytest.mark.parametrize("balance", ["-1", "1e9", "NaN", "1_000", '"12,5"', "9" * 30, "9" * 16, "abc"])
def test_other_balances_are_refused(balance: str) -> None:
    [problem] = _problems(f"anna,{MD5},1,{balance}\n")
    assert "line 1: the balance" in problem


def test_every_bad_row_is_named_with_its_line() -> None:
    text = f'anna,{MD5},1,1\n\nbob,{MD5[:-1]},1,1\ncarl,{MD5},5,1\n" dora",{MD5},1,1\nemil,{MD5},1\nANNA,{MD5},1,1\n'
    problems = _problems(text)
    assert [problem.split(":")[0] for problem in problems] == [f"old.csv, line {n}" for n in (3, 4, 5, 6, 7)]
    assert "line 1 already" in problems[-1]
    assert MD5[:-1] not in "".join(problems)


def test_a_quoted_name_over_two_lines_is_refused_at_its_first() -> None:
    problems = _problems(f'anna,{MD5},1,1\n"bo\nb",{MD5},1,1\ncarl,{MD5},9,1\n')
    assert [problem.split(":")[0] for problem in problems] == ["old.csv, line 2", "old.csv, line 4"]


def test_broken_csv_is_named() -> None:
    [problem] = _problems(f'anna,{MD5},1,1\n"bob"x,{MD5},1,1\n')
    assert problem.startswith("old.csv, line 2: not a CSV row")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_text(f"väinö,{MD5},1,1\n", encoding="utf-8-sig")
    assert read(path)[0].name == "väinö"
    path.write_bytes(b"v\xe4in\xf6")
    with pytest.raises(OldAccountsError, match="not UTF-8"):
        read(path)
    with pytest.raises(OldAccountsError, match="cannot be read"):
        read(tmp_path / "none.csv")
