"""Run benchmarks by name: ``python -m tests.bench.run [NAME…] [--json] [--quick]``.

A benchmark is a module with ``run(quick=False)``, which gives rows ``{"name", "value", "unit", "detail"}``. Peers that
are installed are measured in the same run, and the detail says the ratio.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
from typing import Any

BENCHMARKS = {
    "round-holdem": "tests.bench.round_holdem",
    "round-holdem-hu": "tests.bench.round_holdem",
    "round-stud": "tests.bench.round_stud",
    "round-gongzhu": "tests.bench.round_tricks",
    "round-hearts": "tests.bench.round_tricks",
    "arena-trusted": "tests.bench.arena",
    "arena-isolated": "tests.bench.arena",
    "adviser": "tests.bench.adviser",
    "cli-help": "tests.bench.cli_help",
    "server": "tests.bench.server",
}
"""Each name and the module that measures it; a module may measure several names."""


def main() -> int:
    """Run the benchmarks that are named, or all; 1 when one failed."""
    parser = argparse.ArgumentParser(prog="./dev bench", description="Measure, and print one line for each figure.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; all when none is named")
    parser.add_argument("--json", action="store_true", help="one JSON object a line: name, value, unit, detail")
    parser.add_argument("--quick", action="store_true", help="a first impression instead of a figure")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark is called {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    names = given.names or [name for name, module in BENCHMARKS.items() if importlib.util.find_spec(module)]
    failed = False
    for module in dict.fromkeys(BENCHMARKS[name] for name in names):
        try:
            rows = importlib.import_module(module).run(quick=given.quick)
        except Exception as error:  # noqa: BLE001  # one that fails keeps no other from being measured
            print(f"bench: {module} failed: {type(error).__name__}: {error}", file=sys.stderr)
            failed = True
            continue
        for row in rows:
            # A module measures all of its names together; only those asked for are told.
            if row["name"] in names or row["name"] not in BENCHMARKS:
                print(json.dumps(row) if given.json else _line(row), flush=True)
    return int(failed)


def _line(row: dict[str, Any]) -> str:
    value = row["value"]
    figure = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"  # no decimals that mean nothing
    return f"{row['name']:<24} {figure:>12} {row['unit']:<12} {row.get('detail', '')}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
