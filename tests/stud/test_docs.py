"""The page about stud says what the code does."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from gamehall_sdk.flow import TableOptions
from gamehall_sdk.options import describe
from gamehall_stud.messages import AUDIENCES
from gamehall_stud.options import StudOptions
from gamehall_stud.round import STUD_KINDS
from tests.stud.test_hsp import ACTIONS, ORDER

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/stud-table.md").read_text(encoding="utf-8")
README = (ROOT / "plugins/poker-stud/README.md").read_text(encoding="utf-8")


def wire(kind: type) -> str:
    return kind.__name__.lower()


def mermaid() -> str:
    """The picture of the order; the actions of a turn are one box."""
    lines = ["stateDiagram-v2", "    state action {"]
    lines += [f"        {wire(kind)}" for kind in ACTIONS]
    lines.append("    }")
    pairs = {
        ("action" if before in ACTIONS else wire(before), "action" if one in ACTIONS else wire(one)): None
        for before, after in ORDER.items()
        for one in after
    }
    lines += [f"    {before} --> {after}" for before, after in pairs]
    return "\n".join(lines)


def rows() -> list[str]:
    """A row for each event: its name in the diagram, its name here, whom it is told."""
    found = []
    for kind, audience in AUDIENCES.items():
        said = re.search(r"HSP_[A-Z_]+", inspect.getdoc(kind) or "")
        found.append(f"| {said[0] if said else '“game_over”'} | `{wire(kind)}` | {audience} |")
    return found


def test_the_picture_is_drawn_from_the_table_of_the_order() -> None:
    assert f"```mermaid\n{mermaid()}\n```" in PAGE


def test_every_event_has_its_row() -> None:
    assert [line for line in PAGE.splitlines() if re.match(r"\| (HSP_|“game_over”)", line)] == rows()


def test_variants_and_options_are_those_that_there_are() -> None:
    for text in (PAGE, README):
        assert all(f"`{name}`" in text for name in STUD_KINDS)
    known = {one.name for one in (*describe(TableOptions), *describe(StudOptions))}
    named = {word.replace("_", "") for word in re.findall(r"^\| ((?:`\w+`(?:, )?)+)", README, re.MULTILINE)}
    names = {one for word in named for one in re.findall(r"`(\w+)`", word)}
    assert names == {one.name for one in describe(StudOptions)}
    assert set(re.findall(r"`(\w+)=[^`]+`", PAGE)) <= known
