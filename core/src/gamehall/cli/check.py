"""``gamehall check``: the conformance kit over installed games and bots, or over a folder that is being worked on."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import attrs
import typer

from gamehall.cli import output
from gamehall.cli.unpacked import look
from gamehall.errors import CommandError
from gamehall.plugins import Plugins

if TYPE_CHECKING:
    from rich.text import Text

    from gamehall_sdk.testing import Limits, Report, Result

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_MARKS: Final = {
    "passed": ("✓", "green"),
    "warned": ("!", "yellow"),
    "failed": ("✗", "bold red"),
    "skipped": ("-", "dim"),
}


@attrs.frozen
class _Subject:
    """A game or a bot, and how its checks are run one by one."""

    kind: str
    name: str
    package: str
    asked: str
    """What it was asked for by."""
    runs: tuple[Callable[[], Result], ...]


@app.command()
def check(
    what: Annotated[
        str,
        typer.Argument(metavar="NAME|PATH", help="A game, a bot or a package by name, or a package's folder."),
    ],
    seed: Annotated[int, typer.Option(help="Another seed looks at other rounds.")] = 0,
    examples: Annotated[int, typer.Option(min=1, help="Rounds that each check plays.")] = 100,
    only: Annotated[list[str] | None, typer.Option(metavar="CHECK", help="Only this check; may be repeated.")] = None,
    move_s: Annotated[float, typer.Option(min=0.001, help="Seconds that a bot may think about one action.")] = 0.5,
    as_json: output.Json = False,
) -> None:
    """Check that a game or a bot keeps what its interface promises; exit with 1 when it does not."""
    from gamehall_sdk.testing import Limits, MissingPackage

    plugins, mine = _find(what)
    limits = Limits(examples=examples, move_s=move_s)
    try:
        subjects = _subjects(what, plugins, mine, seed, limits, set(only or ()))
        reports = [_run(subject, seed, as_json=as_json) for subject in subjects]
    except MissingPackage as missing:
        raise CommandError(f"{missing}") from missing
    if as_json:
        output.document({"ok": all(report.ok for report in reports), "reports": [one.as_json() for one in reports]})
    if not all(report.ok for report in reports):
        raise typer.Exit(1)


def _find(what: str) -> tuple[Plugins, list[tuple[str, str]]]:
    """The plugins, and which games and bots of them are meant: (``games`` or ``bots``, name)."""
    path = Path(what)
    if os.sep in what or path.suffix == ".py" or path.is_dir():
        plugins, found = look(path)
        mine = plugins.registered(found)
        return plugins, [(plural, name) for plural in ("games", "bots") for name in mine.get(plural, [])]
    plugins = Plugins.from_environment(os.environ).load()
    named = [(plural, what) for plural in ("games", "bots") if what in getattr(plugins, plural)]
    if named:
        return plugins, named
    for plugin in plugins.found:
        if what in (plugin.distribution, plugin.name):
            there = plugins.registered(plugin)
            named += [(plural, name) for plural in ("games", "bots") for name in there.get(plural, [])]
    if named:
        return plugins, named
    names = sorted({*plugins.games, *plugins.bots})
    near = difflib.get_close_matches(what, names, 1)
    advice = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names) or 'none'}"
    cause = next((one.cause for one in plugins.failures if what in (one.distribution, one.entry_point)), "")
    raise CommandError(f"{what} was left out: {cause}" if cause else f"No game or bot is called {what!r}; {advice}")


def _subjects(
    what: str, plugins: Plugins, mine: list[tuple[str, str]], seed: int, limits: Limits, only: set[str]
) -> Iterator[_Subject]:
    from gamehall_sdk.testing import BOT_CHECKS, GAME_CHECKS, run_bot_check, run_game_check

    if not mine:
        raise CommandError("There is nothing to check: it registers no game and no bot.")
    known = {check.name for check in (*GAME_CHECKS, *BOT_CHECKS)}
    if unknown := only - known:
        raise CommandError(f"No check is called {min(unknown)!r}; there are: {', '.join(sorted(known))}")
    for plural, name in mine:
        package = plugins.owner(plural, name).distribution
        if plural == "games":
            game = plugins.games[name]
            runs = tuple(
                partial(run_game_check, one, game, seed=seed, limits=limits)
                for one in GAME_CHECKS
                if not only or one.name in only
            )
            yield _Subject("game", name, package, what, runs)
        else:
            bot = plugins.bots[name]
            played = [game for game in plugins.games.values() if bot.plays(game.name)]
            runs = tuple(
                partial(run_bot_check, one, bot, played, seed=seed, limits=limits)
                for one in BOT_CHECKS
                if not only or one.name in only
            )
            yield _Subject("bot", name, package, what, runs)


def _run(subject: _Subject, seed: int, *, as_json: bool) -> Report:
    from rich.text import Text

    from gamehall_sdk.testing import Report

    say: Callable[[Any], None] = (lambda _text: None) if as_json else output.line
    say(Text(f"{subject.name} ({subject.kind} of {subject.package}), seed {seed}", style="bold"))
    results: list[Result] = []
    for run in subject.runs:
        results.append(run())
        for text in _lines(results[-1], subject, seed):
            say(text)
    return Report(kind=subject.kind, name=subject.name, seed=seed, results=tuple(results))


def _lines(result: Result, subject: _Subject, seed: int) -> Iterator[Text]:
    from rich.text import Text

    mark, style = _MARKS[result.status]
    head = Text.assemble("  ", (mark, style), f" {result.check:<14}")
    if result.fault is None:
        yield head.append(f"{result.title}; " if result.status == "passed" else "").append(
            f"{result.detail or 'done'} ({result.seconds:.1f} s)", style="dim" if result.status == "passed" else style
        )
        return
    yield head.append(f"NOT TRUE that {result.title}", style=style)
    for line in result.fault.lines():
        yield Text(f"      {line}")
    yield Text(f"      again: gamehall check {subject.asked} --only {result.check} --seed {seed}", style="dim")
