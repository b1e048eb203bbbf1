"""A run as one HTML page that needs nothing else, and its plots and tables as PNG and CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from gamehall.arena.files import RunFolder
from gamehall.arena.plots import STYLE, plots, short
from gamehall.arena.results import results, tables, timing

REPORT: Final = "report.html"
_TITLES: Final = {
    "winnings": "Winnings over the rounds, with 95 % bands",
    "pairs": "Pair by pair (* told apart)",
    "ratings": "Ratings",
    "times": "Decision times",
}
_STYLE: Final = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child, td.text { text-align: left; } svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { body { background: #fff; } }
"""
_BOT_COLUMNS: Final = ("name", "rounds", "mean", "low", "high", "sd", "mu", "sigma", "decisions", "p50_us", "p99_us")
_PAIR_COLUMNS: Final = (
    "a",
    "b",
    "rounds",
    "mean_a",
    "mean_b",
    "difference",
    "low",
    "high",
    "p_corrected",
    "apart",
    "rounds_that_tell",
)


def write_report(folder: RunFolder, *, method: str = "t", png: bool = False, csv: bool = False) -> list[Path]:
    """Write the page (with *png* each plot too, with *csv* the tables) into the run's folder; what was written."""
    plan = folder.plan
    found, spent = results(plan, folder, method=method), timing(plan, folder)
    figures = plots(plan, found, spent, tables(plan, folder))
    bots = _bots(found, spent)
    files: dict[str, bytes] = {REPORT: _page(found, bots, figures).encode()}
    if png:
        files |= {f"{name}.png": _drawn(figure, "png") for name, figure in figures.items()}
    if csv:
        files |= {
            "bots.csv": _csv(_bot_columns(bots), bots),
            "pairs.csv": _csv(_PAIR_COLUMNS, found["pairs"]),
        }
    for name, document in files.items():
        folder.write(name, document)
    return [folder.path / name for name in files]


def _bots(found: dict[str, Any], spent: dict[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for bot in found["bots"]:
        row = {**bot, **bot["rating"], **spent["bots"][bot["name"]]}
        rows.append(row | {f"faults_{kind}": one["count"] for kind, one in bot["faults"].items()})
    return rows


def _bot_columns(bots: Sequence[Mapping[str, Any]]) -> list[str]:
    faults = sorted({key for bot in bots for key in bot if key.startswith("faults_")})
    return [*_BOT_COLUMNS, *faults]


def _page(found: dict[str, Any], bots: Sequence[Mapping[str, Any]], figures: Mapping[str, Figure]) -> str:
    title = f"{found['game']} ({found['variant']}): {' · '.join(bot['name'] for bot in found['bots'])}"
    facts = [
        f"{found['rounds']} rounds",
        f"{found['deals']} deals" + (", each in every rotation of the seats" if found["duplicate"] else ""),
        f"format {found['format']}, {found['seats']} seats",
        f"bots {found['mode']}",
        f"seed {found['seed']}",
        f"results in {found['unit']}, intervals of 95 % ({found['interval']})",
    ]
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape('; '.join(facts))}.</p>",
        "<h2>Verdict</h2><ul>",
        *(f"<li>{escape(sentence)}</li>" for sentence in found["verdict"]),
        "</ul><h2>Bots</h2>",
        _table(_bot_columns(bots), bots),
    ]
    causes = [(bot["name"], kind, one) for bot in found["bots"] for kind, one in bot["faults"].items()]
    if causes:
        parts.append("<h2>Faults</h2><ul>")
        parts += [
            "<li>" + escape(f"{name}: {kind}, {one['count']} times; the first: {one['first']}") + "</li>"
            for name, kind, one in causes
        ]
        parts.append("</ul>")
    if found["variance"]:
        variance = found["variance"]
        parts.append(
            f"<p>The duplicate deals cut the variance by {variance['cut'] or 0:.0%}: these rounds are as good as "
            f"{variance['as_many_rounds'] or 1:.3g} times as many without.</p>"
        )
    for name, figure in figures.items():
        parts.append(f"<h2>{_TITLES[name]}</h2>{_svg(figure)}")
    parts += ["<h2>Pairs</h2>", _table(_PAIR_COLUMNS, found["pairs"]), "</body></html>", ""]
    return "\n".join(parts)


def _table(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    head = "".join(f"<th>{escape(column.replace('_', ' '))}</th>" for column in columns)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{' class=text' if isinstance(row.get(column), str) else ''}>{escape(_cell(row.get(column)))}</td>"
            for column in columns
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return short(value) if isinstance(value, float) else str(value)


def _csv(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, extrasaction="ignore", restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _drawn(figure: Figure, form: str) -> bytes:
    stream = io.BytesIO()
    # Without a date, the same figures make the same bytes.
    with mpl.rc_context(STYLE):
        figure.savefig(stream, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)
    return stream.getvalue()


def _svg(figure: Figure) -> str:
    """The drawing as it stands inside a page: without the head of a document of its own."""
    text = _drawn(figure, "svg").decode()
    return re.sub(r"\A.*?(?=<svg)", "", text, flags=re.DOTALL)
