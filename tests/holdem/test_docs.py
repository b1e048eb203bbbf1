"""The page about the table says what the code does."""

from __future__ import annotations

import re
from enum import IntEnum
from pathlib import Path

import pytest

from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import GAME
from gamehall_holdem.stages import mermaid
from gamehall_holdem.texas_codes import ActionCode, EventCode, LimitCode, StageCode, StateCode
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.options import describe

PAGE = (Path(__file__).parents[2] / "docs/explanation/holdem-table.md").read_text(encoding="utf-8")


def test_the_picture_is_drawn_from_the_table_of_stages() -> None:
    assert f"```mermaid\n{mermaid()}\n```" in PAGE


def test_the_timers_have_the_defaults_that_the_page_names() -> None:
    forms = {one.name: one.default for one in (*describe(TableOptions), *describe(HoldemOptions))}
    forms.update(GAME.table_defaults)
    rows = re.findall(r"^\| [a-z ]+ \| `(\w+)` \| `?([^ |`]+)", PAGE, re.MULTILINE)
    assert len(rows) == 6
    assert {name: forms[name] for name, _ in rows} == dict(rows)


def test_every_option_that_the_page_names_is_one() -> None:
    known = {one.name for one in (*describe(TableOptions), *describe(HoldemOptions))}
    named = set(re.findall(r"`(\w+)=[^`]+`", PAGE))
    assert named
    assert named <= known


@pytest.mark.parametrize(
    ("field", "codes"),
    [
        ("`index`, `lastaction`", ActionCode),
        ("`stage`", StageCode),
        ("`limitstyle`", LimitCode),
        ("`mystate`", StateCode),
        ("event `type`", EventCode),
    ],
)
def test_the_numbers_of_the_older_protocol_are_all_listed(field: str, codes: type[IntEnum]) -> None:
    words = ", ".join(f"{code.value} {code.name.lower().replace('_', ' ')}" for code in codes)
    assert f"| {field} | {words} |" in PAGE
