"""``hooks.md``: every hook that a plugin may answer."""

from __future__ import annotations

import inspect

from gamehall import hookspecs
from gamehall_sdk import INTERFACE, OLDEST_INTERFACE
from generators.markdown import made_from, prose


def page() -> str:
    """The page's text."""
    lines = [
        "# Hooks",
        "",
        made_from("`gamehall.hookspecs`"),
        "",
        prose(inspect.getdoc(hookspecs)),
        "",
        f"The interface is version {INTERFACE}; packages that were built for version {OLDEST_INTERFACE} and later are",
        "loaded. See [how an interface moves on](../how-to/interface-version.md).",
        "",
        "A plugin is a module that the entry point of its package names, in the group `gamehall`:",
        "",
        "    [project.entry-points.gamehall]",
        '    mygame = "gamehall_mygame.plugin"',
        "",
    ]
    for name, hook in vars(hookspecs).items():
        if hasattr(hook, "gamehall_spec"):
            signature = str(inspect.signature(hook)).replace("'", "")
            lines += [f"## {name}", "", f"    {name}{signature}", "", prose(inspect.getdoc(hook)), ""]
    return "\n".join(lines)
