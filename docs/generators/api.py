"""A page for each module of the SDK, which mkdocstrings fills from its docstrings, and their list."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import gamehall_sdk
from generators.markdown import cell, made_from, prose, table

LEFT_OUT = ("gamehall_sdk.wire.", "gamehall_sdk.testing.", "gamehall_sdk.rl.")
"""Packages whose own module says all that is public."""


def pages() -> dict[str, str]:
    """The texts by path."""
    names = ["gamehall_sdk", *_modules()]
    found = {f"sdk/{name.removeprefix('gamehall_sdk.')}.md": _page(name) for name in names}
    rows = [
        (f"[`{name}`]({path.removeprefix('sdk/')})", cell(_summary(name)))
        for name, path in zip(names, list(found), strict=True)
    ]
    found["sdk/index.md"] = "\n".join(
        [
            "# SDK",
            "",
            made_from("the docstrings"),
            "",
            "All that an author of a game, a bot, a clock or a client builds on: `pip install gamehall-sdk`.",
            "",
            *table(("module", "what is in it"), rows),
            "",
        ]
    )
    return found


def _modules() -> list[str]:
    found = [one.name for one in pkgutil.walk_packages(gamehall_sdk.__path__, "gamehall_sdk.")]
    return sorted(name for name in found if not name.startswith(LEFT_OUT) and "._" not in name)


def _page(name: str) -> str:
    return "\n".join([f"# {name}", "", made_from("the docstrings"), "", f"::: {name}", ""])


def _summary(name: str) -> str:
    module = importlib.import_module(name)
    return prose(inspect.getdoc(module)).split("\n\n")[0]
