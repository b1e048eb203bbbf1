"""The measuring of a game: how long an action and a view take."""

from __future__ import annotations

import random
import time
from typing import Final

from gamehall_sdk.game import Game
from gamehall_sdk.testing.case import Case, Limits, tables_of
from gamehall_sdk.testing.report import Status

__all__ = ["measure"]

_BUDGET_S: Final = 1.0
_MOST_ROUNDS: Final = 200


def measure(game: Game, limits: Limits, seed: int) -> tuple[Status, str]:
    """Play for a moment at the biggest table; the mean times of an action and a view, and whether they are slow."""
    table = max(tables_of(game), key=lambda one: one.players)
    dice = random.Random(seed)  # noqa: S311  # a measurement
    applying = viewing = 0.0
    actions = views = 0
    until = time.perf_counter() + _BUDGET_S
    for _ in range(_MOST_ROUNDS):
        play = Case(game, table, dice, limits).play()
        while not play.over and time.perf_counter() < until:
            seat = dice.choice(play.round.to_act)
            action = play.round.legal(seat).choose(dice)
            start = time.perf_counter()
            play.round.apply(seat, action)
            between = time.perf_counter()
            play.round.view(seat)
            applying += between - start
            viewing += time.perf_counter() - between
            actions += 1
            views += 1
        if time.perf_counter() >= until:
            break
    apply_ms, view_ms = (1000 * spent / max(1, count) for spent, count in ((applying, actions), (viewing, views)))
    detail = f"{apply_ms:.3f} ms an action, {view_ms:.3f} ms a view, {table.players} players"
    slow = [
        f"{what} takes {ms:.1f} ms, more than {most:g}"
        for what, ms, most in (("an action", apply_ms, limits.apply_ms), ("a view", view_ms, limits.view_ms))
        if ms > most
    ]
    return (Status.WARNED, f"{'; '.join(slow)} ({detail})") if slow else (Status.PASSED, detail)
