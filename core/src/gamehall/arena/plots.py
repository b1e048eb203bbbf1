"""The plots of a run, drawn by matplotlib; each gives a figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from gamehall.arena.plan import Plan
from gamehall.arena.results import Table, unit_of

POINTS: Final = 400
"""Points of a line at most."""
_SIZE: Final = (8.0, 4.2)
_DARK: Final = 0.7
"""The share of the greatest value from which a cell is too dark for black letters."""
_Z: Final = 1.959964
"""The normal quantile of a 95 % band."""
STYLE: Final[Any] = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "grid.alpha": 0.3,
    # Texts stay texts, and two drawings of the same figures are the same to the byte.
    "svg.fonttype": "none",
    "svg.hashsalt": "gamehall",
}


def short(value: float, digits: int = 4) -> str:
    """*value* with so many *digits*, or as a whole number where it has as many before the point."""
    return f"{value:,.0f}" if abs(value) >= 10**digits - 0.5 else f"{value:,.{digits}g}"


def plots(plan: Plan, found: dict[str, Any], spent: dict[str, Any], tables: Sequence[Table]) -> dict[str, Figure]:
    """All plots by name: ``winnings``, ``pairs``, ``ratings``, ``times``."""
    with mpl.rc_context(STYLE):
        return {
            "winnings": winnings(plan, tables),
            "pairs": pairs(found),
            "ratings": ratings(found),
            "times": times(spent),
        }


def winnings(plan: Plan, tables: Sequence[Table]) -> Figure:
    """What each bot has won over its rounds, with a 95 % band for the total."""
    figure = Figure(figsize=_SIZE)
    axes = figure.add_subplot()
    unit, scale = unit_of(plan)
    chips = unit.removesuffix("/100").removesuffix(" per round")
    for entrant, label in enumerate(plan.labels):
        mine = [table for table in tables if entrant in table.entrants]
        if not mine:
            continue
        # What a hundred rounds are told in, a single round is a hundredth of.
        factor = scale / 100 if unit.endswith("/100") else scale
        won = np.concatenate([table.of(entrant) * table.rounds for table in mine]) * factor
        rounds = np.concatenate([np.full(len(table.won), table.rounds) for table in mine]).cumsum()
        total = won.cumsum()
        count = np.arange(1, len(won) + 1)
        variance = (won**2).cumsum() / count - (total / count) ** 2
        band = _Z * np.sqrt(np.maximum(variance, 0) * count)
        at = np.unique(np.linspace(0, len(won) - 1, min(POINTS, len(won))).astype(int))
        (line,) = axes.plot(rounds[at], total[at], label=label, linewidth=1.4)
        axes.fill_between(rounds[at], (total - band)[at], (total + band)[at], color=line.get_color(), alpha=0.15)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("rounds")
    axes.set_ylabel(f"won ({chips})")
    axes.legend(loc="best")
    return figure


def pairs(found: dict[str, Any]) -> Figure:
    """Row against column: by how much the row's bot did better, with a star where the two are told apart."""
    names = [bot["name"] for bot in found["bots"]]
    grid = np.full((len(names), len(names)), np.nan)
    stars = set()
    for pair in found["pairs"]:
        a, b = names.index(pair["a"]), names.index(pair["b"])
        grid[a, b], grid[b, a] = pair["difference"], -pair["difference"]
        if pair["apart"]:
            stars |= {(a, b), (b, a)}
    side = max(3.6, 1.0 + 0.75 * len(names))
    figure = Figure(figsize=(side + 1.4, side))
    axes = figure.add_subplot()
    axes.grid(visible=False)
    most = float(np.nanmax(np.abs(grid))) if found["pairs"] else 1.0
    image = axes.imshow(grid, cmap="RdYlGn", vmin=-(most or 1.0), vmax=most or 1.0)
    for row in range(len(names)):
        for column in range(len(names)):
            if not math.isnan(grid[row, column]):
                value = float(grid[row, column])
                text = ("+" * (value > 0) + short(value, 3)) + "*" * ((row, column) in stars)
                colour = "white" if abs(value) > _DARK * most else "black"
                axes.text(column, row, text, ha="center", va="center", fontsize=8, color=colour)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    figure.colorbar(image, label=f"row better than column by ({found['unit']})")
    return figure


def ratings(found: dict[str, Any]) -> Figure:
    """Each bot's OpenSkill rating, with three sigmas."""
    bots = sorted(found["bots"], key=lambda bot: bot["rating"]["mu"])
    figure = Figure(figsize=(_SIZE[0], 1.2 + 0.45 * len(bots)))
    axes = figure.add_subplot()
    axes.barh(
        [bot["name"] for bot in bots],
        [bot["rating"]["mu"] for bot in bots],
        xerr=[3 * bot["rating"]["sigma"] for bot in bots],
        color="#4c78a8",
        capsize=3,
    )
    axes.set_xlabel("rating: mu, and 3 sigma to each side")
    return figure


def times(spent: dict[str, Any]) -> Figure:
    """How long decisions took: the share that was done within a time."""
    figure = Figure(figsize=_SIZE)
    axes = figure.add_subplot()
    for name, bins in spent["bins_us"].items():
        if bins:
            at = np.asarray([one[0] for one in bins])
            shares = np.asarray([one[1] for one in bins], dtype=np.float64).cumsum()
            axes.step(at, shares / shares[-1], where="post", label=name)
            axes.legend(loc="lower right")
    axes.set_xscale("log")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("microseconds for a decision")
    axes.set_ylabel("share of decisions")
    return figure
