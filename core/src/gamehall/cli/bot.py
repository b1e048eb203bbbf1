"""``gamehall bot``: the installed bots, and one of them playing at a table of any server."""

from __future__ import annotations

import difflib
import os
import secrets
from typing import Annotated

import typer

from gamehall.cli import config, output
from gamehall.cli.calling import Server, Stdin, TlsCa
from gamehall.errors import CommandError
from gamehall.plugins import Plugins

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def bot() -> None:
    """List bots, and run one at a table of any server."""


@app.command("list")
def list_(
    game: Annotated[str | None, typer.Option(help="Only bots that play this game.")] = None,
    as_json: output.Json = False,
) -> None:
    """List the installed bots."""
    plugins = Plugins.from_environment(os.environ)
    rows = [
        {
            "name": name,
            "title": kind.title or name,
            "games": list(kind.games),
            "package": plugins.owner("bots", name).distribution,
        }
        for name, kind in sorted(plugins.bots.items())
        if game is None or kind.plays(game)
    ]
    columns = {"name": "bot", "title": "title", "games": "plays", "package": "package"}
    output.listing(columns, rows, as_json=as_json, empty="No bot is installed; `gamehall install PACKAGE` adds one.")


@app.command()
def run(  # noqa: PLR0917  # a typer command
    name: Annotated[str, typer.Argument(metavar="BOT", help="The bot's name, as in `gamehall bot list`.")],
    server: Server,
    account: Annotated[str, typer.Option(help="The bot's account on that server.")],
    table: Annotated[int | None, typer.Option(help="The number of the table to sit down at.")] = None,
    tournament: Annotated[int | None, typer.Option(help="The number of the tournament to enter.")] = None,
    seat: Annotated[int | None, typer.Option(help="The seat; any free one without it.")] = None,
    buy_in: Annotated[int | None, typer.Option(help="Chips to sit down with; the most allowed without it.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes its random choices the same each time.")] = None,
    create: Annotated[bool, typer.Option("--create", help="Make the account first.")] = False,
    tls_ca: TlsCa = None,
    stdin: Stdin = False,
) -> None:
    """Play at a table, or in a tournament, until that is over or the bot has left; a client like any other."""
    from gamehall.cli.account import password
    from gamehall.cli.running import run_async
    from gamehall_sdk.client import connect
    from gamehall_sdk.playing import play, play_tournament

    if (table is None) == (tournament is None):
        raise CommandError("Say either --table NUMBER or --tournament NUMBER.")
    plugins = Plugins.from_environment(os.environ)
    kind = plugins.bots.get(name)
    if kind is None:
        near = difflib.get_close_matches(name, plugins.bots, 1)
        advice = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(sorted(plugins.bots)) or 'none'}"
        raise CommandError(f"No bot {name!r} is installed; {advice}")
    secret = password(stdin=stdin, confirm=create)
    player = kind.make(secrets.randbits(48) if seed is None else seed)

    async def work() -> str:
        async with connect(server, plugins.games, tls_ca) as client:
            if create:
                await client.create_account(account, secret, 2)
            await client.log_in(account, secret)
            if tournament is not None:
                output.done(f"{account} ({name}) enters tournament {tournament}")
                end = await play_tournament(client, player, tournament)
                return f"place {end.place} of {end.row.players}" if end.place else f"the tournament is {end.row.stage}"
            assert table is not None  # noqa: S101  # one of the two is there
            output.done(f"{account} ({name}) sits down at table {table}")
            return f"{await play(client, player, table, seat=seat, buy_in=buy_in)} rounds played"

    output.done(run_async(work))


@app.command()
def admit(
    name: Annotated[str, typer.Argument(metavar="BOT", help="The bot's name, as in `gamehall bot list`.")],
    game: Annotated[str, typer.Option(help="The game it is to be tried at.")],
    as_json: output.Json = False,
    file: config.File = None,
) -> None:
    """Try a bot in a fixed set of rounds under limits; without a fault it may sit at rated tables. Exit 1 otherwise."""
    import attrs

    from gamehall.arena import admission
    from gamehall.cli.arena import check_packages

    check_packages()
    folder = config.read(file).data_dir
    found = admission.admit(Plugins.from_environment(os.environ), folder, name, game)
    if as_json:
        output.document(attrs.asdict(found))
    elif found.admitted:
        output.done(f"{name} may sit at rated tables of {game}: {found.decisions} decisions without a fault.")
    else:
        faults = ", ".join(f"{kind} {count}" for kind, count in found.faults.items())
        output.done(f"{name} may not sit at rated tables of {game}: {faults}; the first: {found.cause}")
    if not found.admitted:
        raise typer.Exit(1)
