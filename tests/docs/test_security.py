"""Every claim of the page on security names what holds it, and that is there."""

from __future__ import annotations

import re

from tests.installing import ROOT

PAGE = (ROOT / "docs/explanation/security.md").read_text(encoding="utf-8")
SOURCES = (ROOT / "core/src/gamehall", ROOT / "sdk/src/gamehall_sdk", ROOT)


def test_every_promise_names_a_test_that_is_there() -> None:
    rows = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| ") and "promise" not in line]
    assert len(rows) > 20
    for promise, _, shown in rows:
        named = re.findall(r"`(tests/[\w/.]+)`", shown)
        assert named, promise
        assert not [one for one in named if not (ROOT / one).exists()], promise


def test_every_module_that_it_names_is_there() -> None:
    named = set(re.findall(r"`([\w/]+\.py)`", PAGE))
    assert len(named) > 20
    assert not [one for one in named if not any((source / one).is_file() for source in SOURCES)]


def test_how_to_report_says_where_and_which_versions() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "## Report a fault" in text
    assert "## Supported versions" in text
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / link).exists(), link
