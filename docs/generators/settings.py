"""``settings.md``: every setting with its limits and default."""

from __future__ import annotations

import attrs

from gamehall.settings import ENVIRONMENT_PREFIX, NOT_SETTINGS, Settings, rules
from generators.markdown import cell, code, made_from, table


def page() -> str:
    """The page's text."""
    defaults = {field.name: field.default for field in attrs.fields(Settings)}
    rows = []
    for name, rule in rules().items():
        default = defaults[name]
        shown = "" if default in (None, "") else str(default).lower() if isinstance(default, bool) else str(default)
        rows.append((f"`{name}`", code(shown), cell(rule.allowed), cell(rule.help)))
    return "\n".join(
        [
            "# Settings",
            "",
            made_from("the settings' help"),
            "",
            "A setting is read from, in rising order: its default, `gamehall.toml` in the working directory (or the",
            f"file that `--config` names), the environment as `{ENVIRONMENT_PREFIX}` with the name in upper case, and",
            "the flags of the command. `gamehall config init` writes a file with all of them explained, and",
            "`gamehall config show` tells which values are in force.",
            "",
            *table(("setting", "default", "may be", "what it is"), rows),
            "",
            f"Further variables, which are no settings: {', '.join(f'`{name}`' for name in sorted(NOT_SETTINGS))}.",
            "",
        ]
    )
