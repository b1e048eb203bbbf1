"""Stud on the command line: out as PHH, in again, and without the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.site import Site
from tests.stud.test_export import played


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_a_round_is_exported_as_phh_and_replayed(site: Site, tmp_path: Path) -> None:
    record = played("fl", 3)
    (tmp_path / "round.json").write_bytes(record.to_json())
    done = site.run("history", "export", "round.json", "--format", "phh", "--out", "round.phh")
    assert (done.code, done.err) == (0, "")
    assert 'variant = "F7S"' in (tmp_path / "round.phh").read_text()
    replayed = site.process("phh", "replay", "round.phh")
    assert replayed.code == 0, replayed.err


def test_without_the_package_a_round_can_be_read_all_the_same(site: Site, tmp_path: Path) -> None:
    record = played("nl", 3).to_json().replace(b'"game":"stud"', b'"game":"gone"')
    (tmp_path / "round.json").write_bytes(record)
    plain = site.run("history", "show", "round.json", "--transcript")
    assert (plain.code, plain.err) == (0, "")
    assert any(line.endswith("posted, kind ante, amount 1") for line in plain.out.splitlines())
