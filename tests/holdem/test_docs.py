"""The page about the table says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import GAME
from gamehall_holdem.stages import mermaid
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
