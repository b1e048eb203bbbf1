from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gamehall.arena.files import RunFolder
from gamehall.arena.plots import short
from gamehall.arena.report import write_report
from gamehall.arena.run import Here, run
from tests.core.arena.conftest import Make


@pytest.fixture
def keeper(make: Make, folder: Path) -> RunFolder:
    plan = make("looker,illegal,cmd:true <b>&", 60, duplicate=True)
    keeper = RunFolder.create(folder, plan)
    with Here() as workers:
        run(plan, keeper, workers, lambda *_: None)
    return keeper


def test_the_page_needs_nothing_else(keeper: RunFolder) -> None:
    (page,) = write_report(keeper)
    text = page.read_text(encoding="utf-8")
    HTMLParser().feed(text)
    assert text.count("<svg") == text.count("</svg>") == 4
    assert not re.search(r"<(script|link|img)\b", text)
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert "cannot be told apart" in text or "is better than" in text
    assert "cut the variance" in text
    assert "cmd:true &lt;b&gt;&amp;" in text
    assert "<b>" not in text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (57_912.4, 4, "57,912"),
        (-1761.7, 3, "-1,762"),
        (880.94, 4, "880.9"),
        (999.96, 3, "1,000"),
        (0.0123456, 4, "0.01235"),
        (0.0, 3, "0"),
    ],
)
def test_figures_are_written_as_people_write_them(value: float, digits: int, text: str) -> None:
    assert short(value, digits) == text


def test_two_reports_of_one_run_are_the_same(keeper: RunFolder) -> None:
    (page,) = write_report(keeper)
    first = page.read_bytes()
    write_report(keeper)
    assert page.read_bytes() == first


def test_plots_and_tables_are_written_too(keeper: RunFolder) -> None:
    paths = write_report(keeper, png=True, csv=True)
    names = {path.name for path in paths}
    assert names == {"report.html", "winnings.png", "pairs.png", "ratings.png", "times.png", "bots.csv", "pairs.csv"}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths if path.suffix == ".png")
    with (keeper.path / "bots.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["name"] for row in rows} == {"looker", "illegal", "cmd:true <b>&"}
    assert {row["name"]: row["faults_illegal"] for row in rows}["looker"] == ""
    with (keeper.path / "pairs.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 3
