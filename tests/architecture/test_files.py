from __future__ import annotations

import re
from pathlib import Path

from tests.architecture.repository import FOLDERS, ROOT, files

MOST_LINES = 600
TEXTS = (".py", ".md", ".toml", ".xsd", ".xml", ".json", ".html", ".css", ".js", ".csv", ".txt", ".conf", "")
OF_ONE_MACHINE = re.compile(r"(?<![\w.~}/:-])/(?:work|root|home|Users|opt)/\w")


def test_no_module_is_longer_than_anyone_reads() -> None:
    long = {str(path.relative_to(ROOT)): lines for path in files(".py") if (lines := _lines(path)) > MOST_LINES}
    assert not long


def test_no_file_names_a_path_of_one_machine() -> None:
    texts = {path: path.read_text(encoding="utf-8", errors="ignore") for path in files(*TEXTS)}
    assert not [str(path.relative_to(ROOT)) for path, text in texts.items() if OF_ONE_MACHINE.search(text)]


def test_modules_are_named_for_what_they_hold() -> None:
    assert not [
        path for path in files(".py") if path.stem in {"utils", "util", "common", "manager", "helper", "helpers"}
    ]


def test_the_root_holds_only_the_folders_of_the_design() -> None:
    there = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))}
    assert there - {"data", "dist", "build"} <= set(FOLDERS)


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py") if "data" not in path.parts}
    assert not [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").exists()]


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())
