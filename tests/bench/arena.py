"""The arena with random bots at no-limit hold'em: in the workers, and in processes of their own.

*Trusted* is measured beside the Round alone (:mod:`tests.bench.round_holdem`), six-handed and heads-up, with one
worker and with two; engines take turns and the best slice of each counts, since the machine's noise only ever takes
away. *Isolated* is a whole run on two workers with bots that look at their views, from its first process to its last.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gamehall.arena.files import Memory
from gamehall.arena.plan import Mode, Plan, make_plan
from gamehall.arena.run import Processes
from gamehall.arena.run import run as play
from gamehall.arena.schedule import lineups, units
from gamehall.arena.work import encode_plan, forget, work
from gamehall.plugins import Plugins
from tests.architecture.repository import ROOT
from tests.bench.round_holdem import CHIPS, play_ours
from tests.core.site import Site

WORKERS = 2


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure both."""
    slices, seconds = (2, 0.3) if quick else (7, 1.0)
    return [_trusted(slices, seconds), _isolated(4_000 if quick else 60_000)]


def _trusted(slices: int, seconds: float) -> dict[str, Any]:
    detail: dict[str, Any] = {}
    value = 0.0
    for count, name in ((6, "6-max"), (2, "heads-up")):
        alone, kept, bare = 0.0, 0.0, 0.0
        for _ in range(slices):
            begun = time.perf_counter()
            figures = play_ours(count, seconds)
            bare = max(bare, figures.actions / (time.perf_counter() - begun))
            alone = max(alone, rate(count, seconds, keep=False))
            kept = max(kept, rate(count, seconds, keep=True))
        two = max(_together(count, seconds) for _ in range(slices))
        value = value or alone
        detail[name] = {
            "decisions/s": round(alone),
            "Round alone": round(bare),
            "share": round(alone / bare, 2),
            "with records": round(kept / bare, 2),
            "two workers": round(two),
            "gain": round(two / alone, 2),
        }
    return {"name": "arena-trusted", "value": round(value), "unit": "decisions/s", "detail": detail}


def a_plan(bots: list[str], rounds: int, mode: Mode) -> Plan:
    """A run of hold'em."""
    plugins = Plugins.from_environment(os.environ)
    return make_plan(plugins, game="holdem", bots=bots, rounds=rounds, seed=1, stack=CHIPS, mode=mode)


def rate(count: int, seconds: float, *, keep: bool, begin: float = 0.0) -> float:
    """Decisions a second of one worker, from *begin* (wall clock) on; the game is loaded before."""
    plan = a_plan(["random"] * count, 1_000_000, Mode.TRUSTED)
    document, every = encode_plan(plan), units(plan, lineups(plan))
    small = units(a_plan(["random"] * count, 4 * count, Mode.TRUSTED), lineups(plan))
    work(document, small[0], keep=keep)
    time.sleep(max(0.0, begin - time.time()))
    begun = time.perf_counter()
    decisions = 0
    for unit in every:
        done = work(document, unit, keep=keep)
        decisions += sum(sum(match.decisions) for match in done.matches)
        if time.perf_counter() - begun >= seconds:
            break
    spent = time.perf_counter() - begun
    forget()
    return decisions / spent


def _together(count: int, seconds: float) -> float:
    """Decisions a second of two workers at the same time."""
    with ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("spawn")) as pool:
        begin = time.time() + 2.5
        found = [pool.submit(rate, count, seconds, keep=False, begin=begin) for _ in range(WORKERS)]
        return sum(one.result() for one in found)


def _isolated(rounds: int) -> dict[str, Any]:
    detail: dict[str, Any] = {"workers": WORKERS, "rounds": rounds}
    value = 0.0
    with _lookers():
        for name, bots in (
            ("heads-up", ["looker"] * 2),
            ("6-max", ["looker"] * 6),
            ("6-max, not looking", ["random"] * 6),
        ):
            plan = a_plan(bots, rounds, Mode.ISOLATED)
            keeper = Memory()
            begun, before = time.perf_counter(), os.times()
            with Processes(WORKERS) as workers:
                play(plan, keeper, workers, lambda *_: None)
            spent, after = time.perf_counter() - begun, os.times()
            decisions = sum(sum(match.decisions) for unit in keeper.units.values() for match in unit.matches)
            cpu = sum(after[:4]) - sum(before[:4])
            detail[name] = {"decisions/s": round(decisions / spent), "CPU s": round(cpu, 1), "s": round(spent, 1)}
            value = value or decisions / spent
    return {"name": "arena-isolated", "value": round(value), "unit": "decisions/s", "detail": detail}


@contextmanager
def _lookers() -> Iterator[None]:
    """With the tests' bots installed, of which one is random but looks at its view."""
    with tempfile.TemporaryDirectory(prefix="gamehall-bench-") as folder:
        Site(Path(folder)).install("odd-bots", {"odd-bots": "tests.core.arena.odd_bots"})
        before = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, str(ROOT), *filter(None, [before])])
        sys.path.insert(0, folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
            if before is None:
                del os.environ["PYTHONPATH"]
            else:
                os.environ["PYTHONPATH"] = before
