from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.installing import ROOT


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "zensical"), "build", "--strict", "--clean"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)


def copy(folder: Path) -> Path:
    """The documentation, and the sources that its reference is made from, in a folder of the test's own."""
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "sdk/src", folder / "sdk/src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "zensical.toml", folder)
    return folder


def test_the_pages_build_strictly(tmp_path: Path) -> None:
    done = build(copy(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "build/docs"
    assert "A game from nothing to the browser" in (site / "tutorial/game.html").read_text(encoding="utf-8")
    assert "What a seat may do now" in (site / "reference/sdk/round.html").read_text(encoding="utf-8")


def test_a_broken_link_fails_the_build(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    with (folder / "docs/index.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](tutorial/nowhere.md)\n")
    assert build(folder).returncode != 0
