"""How long the poker adviser thinks about 5,000 trials, the simulation alone; at most 150 ms is wanted."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from gamehall_adviser.chance import quick_chance
from gamehall_adviser.drawing import draw_chance
from gamehall_adviser.plugin import TRIALS
from gamehall_adviser.spot import Holding, Spot
from gamehall_poker.ranking import high
from gamehall_sdk.cards import cards

WANTED_MS = 150
ROUNDS = 9
QUICK_ROUNDS = 2
OTHERS = 5


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the first decision at a six-handed table of hold'em, draw and stud."""
    shown = [(card,) for card in cards("Kd 7c 8h 2s 3d")]
    holdem = Spot(Holding(cards("As Ah"), 0), (Holding((), 2),) * OTHERS, (), 5, ())
    draw = Spot(Holding(cards("As Ah Qd 8c 3c"), 0), (Holding((), 5),) * OTHERS, (), 0, (), changes=1)
    stud = Spot(Holding(cards("As Ah Qd"), 4), tuple([Holding(card, 6) for card in shown]), (), 0, ())
    kinds: dict[str, Callable[[random.Random], float]] = {
        "holdem": lambda rng: quick_chance(holdem, TRIALS, rng),
        "draw": lambda rng: draw_chance(draw, high, TRIALS, rng, low=False),
        "stud": lambda rng: quick_chance(stud, TRIALS, rng),
    }
    return [_row(name, work, QUICK_ROUNDS if quick else ROUNDS) for name, work in kinds.items()]


def _row(name: str, work: Callable[[random.Random], float], rounds: int) -> dict[str, Any]:
    spans = []
    for seed in range(rounds):
        begin = time.perf_counter()
        work(random.Random(seed))
        spans.append(1000 * (time.perf_counter() - begin))
    detail = (
        f"{TRIALS:,} trials, six players; median of {rounds}; slowest {max(spans):.0f}; wanted: at most {WANTED_MS}"
    )
    return {"name": f"adviser-{name}", "value": round(statistics.median(spans), 1), "unit": "ms", "detail": detail}
