"""The repository as the tests of this folder see it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("core", "sdk", "plugins", "bots", "tests", "docs")
MADE = {"__pycache__", "node_modules", "dist", "build"}


def files(*suffixes: str) -> Iterator[Path]:
    """Every file of ours with one of *suffixes*, and those at the root."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            hidden = any(part in MADE or part.startswith(".") for part in path.relative_to(ROOT).parts)
            if path.is_file() and path.suffix in suffixes and not hidden:
                yield path
    # In a second worktree .git is a file.
    ours = (path for path in sorted(ROOT.iterdir()) if path.is_file() and path.name != ".git")
    yield from (path for path in ours if path.suffix in suffixes)


def packages() -> list[Path]:
    """The folder of every package."""
    return sorted(path.parent for path in ROOT.glob("*/pyproject.toml")) + sorted(
        path.parent for path in ROOT.glob("*/*/pyproject.toml")
    )


def project(folder: Path) -> dict[str, Any]:
    """The pyproject.toml in *folder*."""
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


def module(folder: Path) -> Path:
    """The import package in a package's folder."""
    [found] = [path.parent for path in (folder / "src").glob("*/__init__.py")]
    return found
