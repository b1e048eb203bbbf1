from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT

SDK = ROOT / "sdk/src/gamehall_sdk"
MODULES = [
    path
    for path in sorted(SDK.rglob("*.py"))
    if "templates" not in path.relative_to(SDK).parts
    and not any(part.startswith("_") and part != "__init__.py" for part in path.relative_to(SDK).parts)
]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SDK).as_posix())
def test_a_module_of_the_sdk_says_what_is_public(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined = _defined(tree)
    public = _all(tree)
    if public is None:
        assert path.name == "__init__.py"
        assert not defined
        return
    assert set(public) <= defined | _for_the_type_checker(tree) | _imported(tree)
    assert defined <= set(public)
    assert public == sorted(public, key=_rank)


def _all(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "__all__" for target in node.targets):
            names: list[str] = ast.literal_eval(node.value)
            return names
    return None


def _defined(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                names.add(node.name)
            case ast.Assign():
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return {name for name in names if not name.startswith("_")} - _for_the_type_checker(tree)


def _for_the_type_checker(tree: ast.Module) -> set[str]:
    """Type variables and aliases: a module may make them public, and need not."""
    names: set[str] = set()
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec"))):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                names.add(name)
    return names


def _imported(tree: ast.Module) -> set[str]:
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name for node in imports for alias in node.names}


def _rank(name: str) -> tuple[int, list[tuple[bool, int, str]]]:
    """Constants, then classes, then functions; numbers by size, as ruff sorts."""
    kind = 0 if name.isupper() else 1 if name[:1].isupper() else 2
    parts = re.findall(r"\d+|\D+", name)
    return kind, [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]
