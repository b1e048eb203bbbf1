"""``gamehall tournament``: organise tournaments on a running server, and look how they stand in its store."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamehall.cli import config, output
from gamehall.cli.calling import Server, Stdin, TlsCa
from gamehall.errors import CommandError

if TYPE_CHECKING:
    from gamehall_sdk.tournament import TournamentSheet

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

Number = Annotated[int, typer.Argument(metavar="TOURNAMENT", help="The tournament's number.")]
Admin = Annotated[str, typer.Option(help="An admin's account.")]

_PLAYERS = {"place": "place", "name": "name", "kind": "kind", "stack": "stack", "table": "table", "prize": "prize"}


@app.callback()
def tournament() -> None:
    """Create, start, cancel, list and show tournaments."""


@app.command()
def create(  # noqa: PLR0917  # a typer command
    name: Annotated[str, typer.Argument(help="What it is called.")],
    game: Annotated[str, typer.Option(help="The game.")],
    server: Server,
    account: Admin,
    variant: Annotated[str, typer.Option(help="The game's variant; the first without it.")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="An option of the game or of its tables.")
    ] = None,
    buy_in: Annotated[int, typer.Option(help="Chips that each pays into the pool.")] = 0,
    stack: Annotated[int, typer.Option(help="Tournament chips of each at the start; 0 where points are played.")] = 0,
    seats: Annotated[int, typer.Option(help="The most at one table; 0: as many as the game has.")] = 0,
    least: Annotated[int, typer.Option(help="Entrants without which it is cancelled; 0: one small table.")] = 0,
    most: Annotated[int, typer.Option(help="Entrants that it takes; 0: one full table.")] = 0,
    sit_and_go: Annotated[bool, typer.Option("--sit-and-go", help="Start as soon as all places are taken.")] = False,
    at: Annotated[
        str | None, typer.Option(help="Start at this time, as in 2026-12-24T20:00; UTC unless named.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Rounds for each table; 0: until one has everything.")] = 0,
    level_hands: Annotated[int, typer.Option(help="Rounds after which the blinds rise; 0: by no number.")] = 0,
    level_seconds: Annotated[int, typer.Option(help="Seconds after which the blinds rise; 0: by no time.")] = 0,
    fill: Annotated[str, typer.Option(metavar="BOT", help="A bot for the places that are free at the start.")] = "",
    rated: Annotated[bool, typer.Option("--rated", help="Its rounds count for the leaderboard.")] = False,
    prizes: Annotated[str, typer.Option(help="Percent of the pool for each place, as in 50,30,20.")] = "",
    as_json: output.Json = False,
    tls_ca: TlsCa = None,
    stdin: Stdin = False,
) -> None:
    """Create a tournament on a running server, open for registration."""
    from gamehall_sdk.tournament import CreateTournament

    wanted = CreateTournament(
        name=name,
        game=game,
        variant=variant,
        options=_options(option or []),
        buyin=buy_in,
        stack=stack,
        seats=seats,
        least=least,
        most=most,
        sitandgo=sit_and_go,
        starts=None if at is None else _moment(at),
        deals=deals,
        levelhands=level_hands,
        levelseconds=level_seconds,
        fill=fill,
        rated=rated,
        prizes=_percents(prizes),
    )
    _told(_ask(server, account, wanted, tls_ca, stdin=stdin), as_json=as_json)


@app.command()
def start(
    number: Number,
    server: Server,
    account: Admin,
    as_json: output.Json = False,
    tls_ca: TlsCa = None,
    stdin: Stdin = False,
) -> None:
    """Start a tournament now."""
    from gamehall_sdk.tournament import StartTournament

    _told(_ask(server, account, StartTournament(number), tls_ca, stdin=stdin), as_json=as_json)


@app.command()
def cancel(
    number: Number,
    server: Server,
    account: Admin,
    as_json: output.Json = False,
    tls_ca: TlsCa = None,
    stdin: Stdin = False,
) -> None:
    """Cancel a tournament: everybody gets the buy-in back."""
    from gamehall_sdk.tournament import CancelTournament

    _told(_ask(server, account, CancelTournament(number), tls_ca, stdin=stdin), as_json=as_json)


@app.command()
def status(number: Number, as_json: output.Json = False, file: config.File = None) -> None:
    """Show how a tournament stands: players by place, tables, prizes."""
    import time

    from gamehall.cli.stored import opened
    from gamehall.sessions.tournament_office import sheet
    from gamehall.tournaments.play import Stage, Tournament

    with opened(file) as store:
        found = store.tournaments.get(number)
    if found is None:
        raise CommandError(f"There never was a tournament number {number}; `gamehall tournament list` lists them.")
    kept = Tournament.read(found.rules, found.state)
    level = kept.level(int(time.time() * 1000)) if kept.state.stage is Stage.RUNNING else 0
    _told(sheet(number, kept, level), as_json=as_json)


@app.command("list")
def list_(
    everything: Annotated[bool, typer.Option("--all", help="Those too that have ended.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="At most so many, the newest.")] = 50,
    as_json: output.Json = False,
    file: config.File = None,
) -> None:
    """List the tournaments."""
    import attrs

    from gamehall.cli.stored import opened
    from gamehall.sessions.tournament_office import row
    from gamehall.tournaments.play import Tournament

    with opened(file) as store:
        stored = store.tournaments.listing(ended=everything, limit=limit)[:limit]
    rows = [attrs.asdict(row(one.id, Tournament.read(one.rules, one.state))) for one in stored]
    if not as_json:
        for one in rows:
            one["starts"] = "when full" if one["sitandgo"] else one["starts"] and output.moment(one["starts"])
    columns = {"tournament": "tournament", "name": "name", "game": "game", "stage": "stage", "players": "players"}
    columns |= {"most": "of", "left": "left", "buyin": "buy-in", "pool": "pool", "starts": "starts"}
    output.listing(columns, rows, as_json=as_json, empty="There is no tournament.")


def _ask(server: str, account: str, command: Any, tls_ca: Path | None, *, stdin: bool) -> TournamentSheet:
    from gamehall.cli.account import password
    from gamehall.cli.running import run_async
    from gamehall_sdk.client import connect

    secret = password(stdin=stdin, confirm=False)

    async def work() -> TournamentSheet:
        async with connect(server, tls_ca=tls_ca) as client:
            await client.log_in(account, secret)
            found: TournamentSheet = await client.command(command)
            return found

    return run_async(work)


def _told(found: TournamentSheet, *, as_json: bool) -> None:
    import attrs

    if as_json:
        output.document(attrs.asdict(found))
        return
    about = found.row
    lines = [f"tournament {about.tournament}: {about.name}, {about.game} ({about.variant}), {about.stage}"]
    if found.why:
        lines.append(f"why:     {found.why}")
    lines.append(f"players: {about.players} of {about.most}, at tables of {found.seats}; buy-in {about.buyin}")
    if about.stage == "open":
        when = "when all places are taken" if about.sitandgo else "when it is told to"
        lines.append(f"starts:  {when if about.starts is None else output.moment(about.starts) + ' UTC'}")
    if about.stage == "running":
        lines.append(f"left:    {about.left}, level {found.level + 1}")
    if found.prizes:
        lines.append(f"prizes:  {', '.join(map(str, found.prizes))} of {about.pool}")
    for line in lines:
        output.done(line)
    rows = [attrs.asdict(one) for one in found.players]
    for one in rows:
        one["place"] = one["place"] or ""
        one["table"] = one["table"] or ""
    output.table(_PLAYERS, rows, empty="Nobody is registered yet.")


def _options(given: list[str]) -> dict[str, str]:
    pairs = [one.partition("=") for one in given]
    for name, equals, _ in pairs:
        if not (name and equals):
            raise CommandError(f"An option is KEY=VALUE, as in --option clock=move:10, not {name!r}.")
    return {name: text for name, _, text in pairs}


def _moment(text: str) -> int:
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"A time is as in 2026-12-24T20:00, not {text!r}.") from error
    at = found if found.tzinfo else found.replace(tzinfo=dt.UTC)
    return int(at.timestamp() * 1000)


def _percents(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in text.split(",")) if text else ()
    except ValueError as error:
        raise CommandError(f"Prizes are whole percents, as in 50,30,20, not {text!r}.") from error
