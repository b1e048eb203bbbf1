from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.repository import ROOT, module, packages, project

WORKSPACE = project(ROOT)
each_package = pytest.mark.parametrize("folder", packages(), ids=lambda folder: folder.relative_to(ROOT).as_posix())


@each_package
def test_a_package_is_typed_and_described(folder: Path) -> None:
    assert (module(folder) / "py.typed").exists()
    assert (folder / "README.md").exists()
    metadata = project(folder)["project"]
    assert metadata["license"] == "MIT"
    assert metadata["requires-python"] == WORKSPACE["project"]["requires-python"]


@each_package
def test_the_workspace_knows_the_package(folder: Path) -> None:
    name, source = project(folder)["project"]["name"], module(folder)
    tools = WORKSPACE["tool"]
    assert name in WORKSPACE["project"]["dependencies"]
    assert name in tools["uv"]["sources"]
    assert source.name in tools["importlinter"]["root_packages"]
    assert source.name in tools["ruff"]["lint"]["isort"]["known-first-party"]
    assert source.parent.relative_to(ROOT).as_posix() in tools["mypy"]["mypy_path"]


@each_package
def test_entry_points_name_modules_of_the_package(folder: Path) -> None:
    for value in project(folder)["project"].get("entry-points", {}).get("gamehall", {}).values():
        assert value.split(".")[0] == module(folder).name
        assert (module(folder).parent / (value.replace(".", "/") + ".py")).exists()
