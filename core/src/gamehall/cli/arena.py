"""``gamehall arena``: bots against each other, and what came of it."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gamehall.arena.limits import Limits, OnFault
from gamehall.arena.plan import Format, Mode, Plan, make_plan
from gamehall.cli import output
from gamehall.errors import CommandError
from gamehall.plugins import Plugins

if TYPE_CHECKING:
    from gamehall.arena.files import Memory, RunFolder
    from gamehall.arena.run import Workers

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

_NEEDED = ("numpy", "scipy", "openskill")
_POLICY = {
    OnFault.DEFAULT: "A fault cost the default action in its place.",
    OnFault.FORFEIT: "A fault cost the rest of its match.",
}


@app.callback()
def arena() -> None:
    """Let bots play against each other, fairly and repeatably, and compare them."""


@app.command()
def run(  # noqa: PLR0917  # typer makes options of them
    game: Annotated[str | None, typer.Option(help="The game, as in `gamehall plugins`.")] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(help="Bots with commas between; `cmd:./mybot` is a program of its own. May be repeated."),
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="Rounds for each line-up, rounded up to whole rotations.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed gives the same result. Random without.")
    ] = None,
    variant: Annotated[str, typer.Option(help="The variant of the game; its first without.")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    form: Annotated[Format, typer.Option("--format", help="Who meets whom.")] = Format.SEATS_ROTATE,
    seats: Annotated[int | None, typer.Option(min=1, help="Seats at a table, for round-robin and ladder.")] = None,
    duplicate: Annotated[bool, typer.Option("--duplicate", help="Play each deal in every rotation of seats.")] = False,
    stack: Annotated[int | None, typer.Option(help="Chips at the start of each round; the most without.")] = None,
    match: Annotated[int | None, typer.Option(min=1, help="Rounds that a bot lives and remembers.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Worker processes; one for each core without.")] = None,
    dask: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster at ADDRESS.")] = None,
    trusted: Annotated[
        bool, typer.Option("--trusted", help="Run the bots in the workers: faster, without limits.")
    ] = False,
    on_fault: Annotated[OnFault, typer.Option(help="What a fault costs: a default action, or the match.")] = (
        OnFault.DEFAULT
    ),
    start_limit: Annotated[float, typer.Option(min=0.1, help="Seconds for a bot to start.")] = Limits().start_s,
    move_limit: Annotated[float, typer.Option(min=0.001, help="Seconds for a decision.")] = Limits().move_s,
    match_limit: Annotated[
        float, typer.Option(min=0, help="Seconds for all decisions of a match; 0: no limit.")
    ] = Limits().match_s,
    memory: Annotated[int, typer.Option(min=0, help="Megabytes for a bot's process; 0: no limit.")] = (
        Limits().memory_mb
    ),
    interval: Annotated[Literal["t", "bootstrap"], typer.Option(help="How confidence intervals are made.")] = "t",
    out: Annotated[Path | None, typer.Option(help="Keep records and results in this new folder.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="DIR", help="Go on with the run in this folder.")] = None,
    times: Annotated[bool, typer.Option("--times", help="Add times to --json; they differ from run to run.")] = False,
    as_json: output.Json = False,
) -> None:
    """Play rounds between bots and compare them. Ctrl-C keeps what is done; --resume goes on."""
    from gamehall.arena.files import Memory, RunFolder

    check_packages()
    keeper: Memory | RunFolder
    if resume is not None:
        if game or bots or rounds or out:
            raise CommandError("--resume takes everything from the folder's plan; leave --game, --bots and so on out.")
        keeper = RunFolder.open(resume)
        plan = keeper.plan
    else:
        if not game or not bots or rounds is None:
            raise CommandError("Say --game, --bots and --rounds, or --resume DIR.")
        plan = make_plan(
            Plugins.from_environment(os.environ),
            game=game,
            bots=split_bots(bots),
            rounds=rounds,
            seed=secrets.randbits(64) if seed is None else seed,
            variant=variant,
            options=_options(option or []),
            form=form,
            seats=seats,
            duplicate=duplicate,
            match_rounds=match,
            stack=stack,
            mode=Mode.TRUSTED if trusted else Mode.ISOLATED,
            on_fault=on_fault,
            limits=Limits(start_limit, move_limit, match_limit, memory),
        )
        keeper = Memory() if out is None else RunFolder.create(out, plan)
    stopped = _play(plan, keeper, lambda: _workers(plan, workers, dask))
    _tell(plan, keeper, method=interval, as_json=as_json, times=times)
    if stopped:
        kept = f"go on with `--resume {keeper.path}`" if isinstance(keeper, RunFolder) else "nothing was written"
        output.warn(f"stopped before the end; {kept}")
        raise typer.Exit(130)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    interval: Annotated[Literal["t", "bootstrap"], typer.Option(help="How confidence intervals are made.")] = "t",
    png: Annotated[bool, typer.Option("--png", help="Also write each plot as PNG.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Also write the tables as CSV.")] = False,
) -> None:
    """Write DIR/report.html, one page with plots and tables that needs nothing else."""
    from gamehall.arena.files import RunFolder

    check_packages("matplotlib")
    from gamehall.arena.report import write_report

    for path in write_report(RunFolder.open(folder), method=interval, png=png, csv=csv):
        output.done(f"written: {path}")


@app.command()
def show(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    interval: Annotated[Literal["t", "bootstrap"], typer.Option(help="How confidence intervals are made.")] = "t",
    times: Annotated[bool, typer.Option("--times", help="Add times to --json.")] = False,
    as_json: output.Json = False,
) -> None:
    """Show the results of a run, finished or not."""
    from gamehall.arena.files import RunFolder

    check_packages()
    keeper = RunFolder.open(folder)
    _tell(keeper.plan, keeper, method=interval, as_json=as_json, times=times, write=False)


def split_bots(words: list[str]) -> list[str]:
    r"""The bots of ``--bots``, separated by commas; a comma inside a command is written ``\,``."""
    parts = [part for word in words for part in re.split(r"(?<!\\),", word)]
    return [part.strip().replace("\\,", ",") for part in parts if part.strip()]


def _options(words: list[str]) -> dict[str, str]:
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"--option {word!r} is not NAME=VALUE.")
        found[name.strip()] = value.strip()
    return found


def check_packages(*more: str) -> None:
    """Raise CommandError, which says what to install, when a package that the figures need is missing."""
    missing = [name for name in (*_NEEDED, *more) if importlib.util.find_spec(name) is None]
    if missing:
        raise CommandError(f"The arena needs {', '.join(missing)}: `gamehall install gamehall[arena]`.")


def _workers(plan: Plan, count: int | None, dask: str | None) -> Workers:
    from gamehall.arena.run import Cluster, Here, Processes
    from gamehall.arena.schedule import lineups, units

    if dask is not None:
        return Cluster(dask)
    most = len(units(plan, lineups(plan))) if plan.format is not Format.LADDER else plan.rounds
    count = min(count or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else count or 1, most)
    return Here() if count <= 1 else Processes(count)


def _play(plan: Plan, keeper: Memory | RunFolder, start: Callable[[], Workers]) -> bool:
    """Play what is left; whether the user stopped it."""
    from gamehall.arena.run import run as play
    from gamehall.arena.schedule import rounds_of

    had = sum(len(match.payoffs) for unit in keeper.units.values() for match in unit.matches)
    if had >= rounds_of(plan):
        return False
    try:
        with _progress(rounds_of(plan), had) as advance, start() as workers:
            play(plan, keeper, workers, lambda unit, _: advance(unit.rounds))
    except KeyboardInterrupt:
        return True
    return False


@contextlib.contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr with rate and time left, where a person sees it."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    rate = TextColumn("{task.fields[rate]}")
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("rounds"),
        rate,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, completed=done, rate="")

        def advance(rounds: int) -> None:
            progress.advance(task, rounds)
            speed = progress.tasks[0].finished_speed or progress.tasks[0].speed
            progress.update(task, rate=f"{speed:,.0f}/s" if speed else "")

        yield advance


def _tell(
    plan: Plan, keeper: Memory | RunFolder, *, method: str, as_json: bool, times: bool, write: bool = True
) -> None:
    import json

    from gamehall.arena.files import RESULTS, TIMING, RunFolder
    from gamehall.arena.results import results, timing

    found, spent = results(plan, keeper, method=method), timing(plan, keeper)
    if write and isinstance(keeper, RunFolder):
        keeper.write(RESULTS, json.dumps(found, indent=2, ensure_ascii=False).encode() + b"\n")
        keeper.write(TIMING, json.dumps(spent, indent=2, ensure_ascii=False).encode() + b"\n")
    if as_json:
        output.document(found | {"timing": spent} if times else found)
        return
    _print(found, spent)


def _print(found: dict[str, Any], spent: dict[str, Any]) -> None:
    rows = [
        {
            "name": bot["name"],
            "mean": _number(bot["mean"]),
            "interval": f"{_number(bot['low'])} to {_number(bot['high'])}",
            "rating": f"{bot['rating']['mu']:.1f} ± {bot['rating']['sigma']:.1f}",
            "decisions": bot["decisions"],
            "times": _times(spent["bots"][bot["name"]]),
            "faults": ", ".join(f"{kind} {one['count']}" for kind, one in bot["faults"].items()) or "none",
        }
        for bot in found["bots"]
    ]
    columns = {
        "name": "bot",
        "mean": found["unit"],
        "interval": "95 % interval",
        "rating": "rating",
        "decisions": "decisions",
        "times": "p50 / p99",
        "faults": "faults",
    }
    title = f"{found['game']} ({found['variant']}), {found['rounds']} rounds, seed {found['seed']}, {found['mode']}"
    output.done(title + (f", {found['deals']} duplicate deals" if found["duplicate"] else ""))
    output.table(columns, rows, empty="No bot has played.")
    for bot in found["bots"]:
        for kind, one in bot["faults"].items():
            output.done(f"{bot['name']}: {kind}, the first time: {one['first']}")
    if any(bot["faults"] for bot in found["bots"]):
        output.done(_POLICY[OnFault(found["on_fault"])])
    if len(found["pairs"]) > 1:
        _print_pairs(found)
    if found["variance"]:
        variance = found["variance"]
        output.done(
            f"Duplicate deals cut the variance by {variance['cut'] or 0:.0%}: "
            f"as good as {variance['as_many_rounds'] or 1:.2g} times the rounds."
        )
    if "ladder" in found:
        output.done(f"The ladder: {' > '.join(found['ladder'])}")
    for sentence in found["verdict"]:
        output.done(sentence)


def _print_pairs(found: dict[str, Any]) -> None:
    rows = [
        {
            "a": pair["a"],
            "b": pair["b"],
            "rounds": pair["rounds"],
            "difference": _number(pair["difference"]),
            "interval": f"{_number(pair['low'])} to {_number(pair['high'])}",
            "p": f"{pair['p_corrected']:.2g}",
            "apart": "yes" if pair["apart"] else "no",
        }
        for pair in found["pairs"]
    ]
    columns = {"a": "bot", "b": "against", "rounds": "rounds", "difference": f"better by {found['unit']}"}
    columns |= {"interval": "95 % interval", "p": "p", "apart": "told apart"}
    output.table(columns, rows, empty="")


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:+.4g}"


def _times(bot: dict[str, Any]) -> str:
    return " / ".join("?" if bot[key] is None else _duration(bot[key]) for key in ("p50_us", "p99_us"))


def _duration(microseconds: float) -> str:
    for limit, divisor, unit in ((1e3, 1, "µs"), (1e6, 1e3, "ms")):
        if microseconds < limit:
            return f"{microseconds / divisor:.3g} {unit}"
    return f"{microseconds / 1e6:.3g} s"
