"""``gamehall history``: the finished rounds: list, show, play again, check the shuffle."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from gamehall.cli import config, output
from gamehall.cli.history_export import export
from gamehall.cli.history_leaderboard import leaderboard
from gamehall.cli.history_stats import stats
from gamehall.cli.history_transcript import written
from gamehall.cli.stored import opened, record_of
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall_sdk import record as records
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.game import Game
from gamehall_sdk.record import RecordError, RoundRecord
from gamehall_sdk.shuffle import commitment, shuffle

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

What = Annotated[
    str,
    typer.Argument(
        metavar="ROUND", help="A round's number, a file with a round's record, or DIR:NUMBER of an arena's run."
    ),
]


app.command()(export)
app.command()(leaderboard)
app.command()(stats)


@app.callback()
def history() -> None:
    """List, show and replay finished rounds."""


@app.command("list")
def list_(
    game: Annotated[str | None, typer.Option(help="Only rounds of this game.")] = None,
    table: Annotated[int | None, typer.Option(help="Only rounds of the table of this number.")] = None,
    account: Annotated[str | None, typer.Option(help="Only rounds in which this account sat.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="At most so many, the newest.")] = 20,
    as_json: output.Json = False,
    file: config.File = None,
) -> None:
    """List the newest rounds."""
    with opened(file) as store:
        number = None
        if account is not None:
            rows = store.accounts.list_all()
            number = next((row.account.id for row in rows if row.account.name == account), None)
            if number is None:
                raise CommandError(f"There is no account named {account!r}.")
        found = store.rounds.list_rounds(game=game, table_id=table, account_id=number, limit=limit)
    rows_ = [
        {
            "id": one.id,
            "game": one.game,
            "variant": one.variant,
            "table": one.table_id,
            "number": one.round_no,
            "ended": output.moment(one.ended_at_ms),
            "seats": [f"{seat.name} {seat.payoff:+d}" for seat in one.seats],
        }
        for one in found
    ]
    columns = {"id": "round", "game": "game", "table": "table", "number": "no.", "ended": "ended", "seats": "results"}
    output.listing(columns, rows_, as_json=as_json, empty="No round is finished yet.")


@app.command()
def show(
    what: What,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="In words, as everybody at the table could follow it.")
    ] = False,
    seat: Annotated[
        int | None, typer.Option(min=0, help="With --transcript: with what this seat alone was told.")
    ] = None,
    as_json: output.Json = False,
    file: config.File = None,
) -> None:
    """Show a round: who sat where, what happened, who won. It needs no package of the game."""
    found = record_of(what, file)
    if transcript:
        _tell(found, seat, as_json=as_json)
        return
    if as_json:
        typer.echo(found.to_json().decode())
        return
    title = f"{found.game} ({found.variant}), round {found.number}"
    typer.echo(title + (f" of table {found.table}" if found.table else ""))
    for one in found.seats:
        typer.echo(f"  seat {one.seat}: {one.name} ({one.kind}), {one.stack}")
    for audience, event in found.events:
        told = "" if audience is None else f"  [to seat {audience}]"
        typer.echo(f"  {_line(event)}{told}")
    if found.payoffs is None:
        typer.echo(f"void: {found.void}")
        return
    for one, won in zip(found.seats, found.payoffs, strict=True):
        typer.echo(f"  {one.name}: {won:+d}")


@app.command()
def replay(what: What, file: config.File = None) -> None:
    """Play a round again by the rules as they are installed; print one JSON document; exit 1 when it differs."""
    found = record_of(what, file)
    answer: dict[str, Any] = {"round": what, "game": found.game, "number": found.number, "ok": True, "error": None}
    try:
        done = records.replay(found, _game(found))
        net = done.payoffs or {}
        answer["events"] = len(found.events)
        answer["payoffs"] = {str(seat.seat): net.get(seat.seat, 0) for seat in found.seats}
        answer["view"] = _game(found).payloads.dump_json(done.view(None))
    except (RecordError, IllegalAction) as error:
        answer |= {"ok": False, "error": str(error)}
    output.document(answer)
    if not answer["ok"]:
        raise typer.Exit(1)


@app.command()
def verify(
    what: What,
    told: Annotated[
        str | None, typer.Option("--commitment", metavar="HEX", help="What was told before the deal: it must fit too.")
    ] = None,
    file: config.File = None,
) -> None:
    """Check that a round's deal is the shuffle of its secret, and print the commitment that was told before it."""
    found = record_of(what, file)
    if not found.secret:
        raise CommandError("The record has no secret: its deal was given, not shuffled.")
    game = _game(found)
    secret = bytes.fromhex(found.secret)
    deck = game.deck(found.variant, records.setup(found, game).options)
    dealt = tuple(str(Card(card)) for card in shuffle(deck, secret))
    if dealt != found.deal:
        at = next(place for place, (was, now) in enumerate(zip(found.deal, dealt, strict=True)) if was != now)
        raise CommandError(
            f"The deal is NOT the shuffle of the secret: card {at} is {found.deal[at]}, not {dealt[at]}."
        )
    promised = commitment(secret)
    if told is not None and told.strip().lower() != promised:
        sentence = f"The secret is NOT the one promised: its commitment is {promised}, not the {told} that was told."
        raise CommandError(sentence)
    output.done(f"The deal is the shuffle of the secret. Commitment: {promised}")


def _game(found: RoundRecord) -> Game:
    game = Plugins.from_environment(os.environ).games.get(found.game)
    if game is None:
        advice = f" It was played with {found.package}: `gamehall install {found.package}`." if found.package else ""
        raise CommandError(f"The round is of {found.game!r}, and no installed package has that game.{advice}")
    return game


def _tell(found: RoundRecord, seat: int | None, *, as_json: bool) -> None:
    """Print the round in words: the game's own, or plain ones where its package is not installed."""
    if seat is not None and seat not in [one.seat for one in found.seats]:
        seats = ", ".join(str(one.seat) for one in found.seats)
        raise CommandError(f"Nobody sat in seat {seat} in this round; the seats are {seats}.")
    lines = written(found, Plugins.from_environment(os.environ).games.get(found.game), seat)
    if as_json:
        output.document({"game": found.game, "number": found.number, "lines": lines})
        return
    for line in lines:
        typer.echo(line)


def _line(event: dict[str, Any]) -> str:
    ((name, body),) = event.items()
    words = [f"{key} {_value(value)}" for key, value in body.items()] if isinstance(body, dict) else [str(body)]
    return f"{name}: {', '.join(words)}" if words else name


def _value(value: Any) -> str:
    return " ".join(map(_value, value)) if isinstance(value, list) else str(value)
