"""Write the reference pages that are made from the code; ``--check`` only says which are stale."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from generators import api, commands, errors, hooks, messages, settings

REFERENCE = Path(__file__).parent / "reference"


def pages() -> dict[str, str]:
    """Every page's text by its path under ``reference/``."""
    return {
        "cli.md": commands.page(),
        "errors.md": errors.page(),
        "hooks.md": hooks.page(),
        "settings.md": settings.page(),
        **messages.pages(),
        **api.pages(),
    }


def main() -> int:
    """Write the pages, or with ``--check`` give 1 when one is not what the code says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when a page is stale")
    check = parser.parse_args().check
    made = pages()
    stale = [name for name, text in made.items() if _read(REFERENCE / name) != text]
    left = [path for path in (REFERENCE / "sdk").glob("*.md") if f"sdk/{path.name}" not in made]
    if not check:
        for name in stale:
            path = REFERENCE / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made[name], encoding="utf-8")
        for path in left:
            path.unlink()
    for name in [*stale, *(f"sdk/{path.name}" for path in left)]:
        print(f"docs/reference/{name} {'is stale; `./dev docs` writes it anew' if check else 'written'}")
    return 1 if check and (stale or left) else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
