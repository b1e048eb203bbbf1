"""``gamehall demo``: a server in a fresh folder, a table of each game with bots at it, and a live view of them."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import attrs
import typer

from gamehall.app import Server, serve
from gamehall.cli import output
from gamehall.cli.running import run_async
from gamehall.logs import set_up
from gamehall.plugins import Plugins
from gamehall.settings import Settings
from gamehall_sdk.errors import GamehallError, ServerFault
from gamehall_sdk.game import Game

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gamehall.tables.machine import Outcome
    from gamehall.tables.table import Table

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_PLAYERS = 6
_REFRESH_S = 0.25
_GUEST = "guest"


@attrs.define
class _Show:
    """What is shown of one table."""

    table: Table
    since: float
    rounds: int = 0
    last: str = ""

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`."""
        if table is self.table and outcome.record is not None:
            self.rounds += 1
            names = [seat.name for seat in outcome.record.seats]
            won = zip(names, outcome.record.payoffs or (), strict=False)
            self.last = ", ".join(f"{name} {chips:+d}" for name, chips in won if chips > 0) or "nobody won"

    @property
    def rate(self) -> float:
        """Rounds a second since it was opened."""
        return self.rounds / max(time.monotonic() - self.since, 0.001)

    def to_act(self) -> str:
        """The names of those who are to act."""
        seats = {seat.seat: seat.name for seat in self.table.machine.flow.seats()}
        return ", ".join(seats.get(turn.seat, "?") for turn in self.table.machine.flow.turns())

    def state(self) -> str:
        """The round in the game's own words, or the scores."""
        view = self.table.machine.flow.view(None)
        if self.table.game.summary is not None and view is not None:
            return self.table.game.summary(view)
        return ", ".join(f"{seat.name} {seat.stack}" for seat in self.table.machine.flow.seats())


@app.command()
def demo(
    seconds: Annotated[float | None, typer.Option(min=0.1, help="End by itself after so many seconds.")] = None,
    players: Annotated[
        int, typer.Option(min=1, max=64, help="Bots at each table, where the game takes so many.")
    ] = _PLAYERS,
    pause: Annotated[float, typer.Option(min=0, max=60, help="Seconds between two rounds.")] = 0.2,
) -> None:
    """Run a server on this machine with bots at a table of each game, and watch. Ctrl-C ends it."""
    plugins = Plugins.from_environment(os.environ).load()
    if not plugins.games:
        output.warn("no game is installed; `gamehall install PACKAGE` adds one")
        raise typer.Exit(1)
    with tempfile.TemporaryDirectory(prefix="gamehall-demo-", ignore_cleanup_errors=True) as folder:
        run_async(lambda: _run(plugins, Path(folder), seconds, players, pause))


async def _run(plugins: Plugins, folder: Path, seconds: float | None, players: int, pause: float) -> None:
    settings = Settings(data_dir=folder, log_level="error")
    set_up(settings)
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        try:
            await _play(settings, plugins, signals, seconds, players, pause)
        except ServerFault:
            # The usual ports are taken: any others will do.
            await _play(attrs.evolve(settings, tcp_port=0, web_port=0), plugins, signals, seconds, players, pause)


async def _play(
    settings: Settings, plugins: Plugins, signals: Any, seconds: float | None, players: int, pause: float
) -> None:
    async with serve(settings, plugins) as server:
        password = secrets.token_urlsafe(6)
        await server.hall.accounts.create(_GUEST, password, 1, server.hall.timers.now_ms())
        shows: list[_Show] = []
        async with anyio.create_task_group() as group:
            for _, game in sorted(plugins.games.items()):
                shows.append(await _open(server, game, pause))
                for name in _bots(server, game, players):
                    group.start_soon(_seat, server, shows[-1].table, name)
        addresses = (
            f"Connect to {server.tcp_address} (XML) or {server.socket_address} (JSON); web page {server.web_address}",
            f"A guest may log in: {_GUEST}, password {password}. Ctrl-C ends the demo.",
        )
        await _watch(shows, addresses, signals, seconds)
    for show in shows:
        config = show.table.config
        output.done(
            f"{config.game}: {show.rounds} rounds, {show.rate:.1f} rounds/s, last: {show.last or 'none finished'}"
        )


async def _open(server: Server, game: Game, pause: float) -> _Show:
    table = await server.lobby.create(game.name, f"{game.title} with bots", {"pause": str(pause)}, None)
    show = _Show(table, time.monotonic())
    server.lobby.observers.append(show)
    return show


def _bots(server: Server, game: Game, players: int) -> list[str]:
    """Every kind of bot that plays *game*, in turn, to *players* of them or to as many as there are seats."""
    kinds = [name for name, kind in sorted(server.plugins.bots.items(), reverse=True) if kind.plays(game.name)]
    return list(islice(cycle(kinds), min(players, game.seats[1])))


async def _seat(server: Server, table: Table, name: str) -> None:
    try:
        await server.bots.seat(table, name, None)
    except GamehallError as error:
        output.warn(f"{table.config.name}: {error}")


async def _watch(shows: list[_Show], addresses: tuple[str, ...], signals: Any, seconds: float | None) -> None:
    with _screen(addresses) as draw, anyio.move_on_after(seconds):
        async with anyio.create_task_group() as group:

            async def until_signal() -> None:
                async for _ in signals:
                    group.cancel_scope.cancel()
                    return

            group.start_soon(until_signal)
            while True:
                draw(shows)
                await anyio.sleep(_REFRESH_S)


@contextmanager
def _screen(addresses: tuple[str, ...]) -> Iterator[Any]:
    """Gives what draws the tables: in place on a terminal; elsewhere the addresses are printed and nothing more."""
    if not sys.stdout.isatty():
        output.done("\n".join(addresses))
        yield lambda _: None
        return
    from rich.live import Live

    with Live(auto_refresh=False) as live:
        yield lambda shows: live.update(_drawn(shows, addresses), refresh=True)


def _drawn(shows: list[_Show], addresses: tuple[str, ...]) -> RenderableType:
    from rich import box
    from rich.console import Group
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading, justify in (
        ("table", "left"),
        ("round", "right"),
        ("rounds/s", "right"),
        ("to act", "left"),
        ("pot or score", "left"),
        ("last won", "left"),
    ):
        drawn.add_column(heading, justify=justify, overflow="ellipsis", no_wrap=heading in {"round", "rounds/s"})  # type: ignore[arg-type]  # a literal of rich's
    for show in shows:
        cells = (
            show.table.config.name,
            str(show.table.machine.round_number),
            f"{show.rate:.1f}",
            show.to_act(),
            show.state(),
            show.last,
        )
        drawn.add_row(*map(Text, cells))
    return Group(Text("Gamehall demo\n", style="bold"), drawn, Text("\n" + "\n".join(addresses)))
