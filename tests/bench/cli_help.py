"""How long ``gamehall --help`` takes, from the start of the process to its end; at most 0.3 s is wanted."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import Any

WANTED_S = 0.3
ROUNDS = 15
QUICK_ROUNDS = 3


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the median of some starts; the first warms the disk cache and does not count."""
    spans = [_once("-m", "gamehall", "--help") for _ in range((QUICK_ROUNDS if quick else ROUNDS) + 1)][1:]
    bare = [_once("-c", "") for _ in spans]
    detail = (
        f"median of {len(spans)}; fastest {min(spans):.3f}, slowest {max(spans):.3f}; "
        f"Python alone {statistics.median(bare):.3f}; wanted: at most {WANTED_S}"
    )
    return [{"name": "cli-help", "value": round(statistics.median(spans), 4), "unit": "s", "detail": detail}]


def _once(*words: str) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin
