"""``gamehall table``: the tables of the server, from its store; closing one through the running server."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from gamehall.archive import StoredTable
from gamehall.cli import config, output
from gamehall.cli.calling import Server, Stdin, TlsCa
from gamehall.cli.stored import opened
from gamehall.errors import CommandError

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

Number = Annotated[int, typer.Argument(metavar="TABLE", help="The table's number.")]


@app.callback()
def table() -> None:
    """List, show and close tables."""


@app.command("list")
def list_(
    everything: Annotated[bool, typer.Option("--all", help="Closed tables too.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="At most so many, the newest.")] = 50,
    as_json: output.Json = False,
    file: config.File = None,
) -> None:
    """List the open tables."""
    with opened(file) as store:
        found = store.tables.list_tables(limit) if everything else store.tables.open_tables()[-limit:]
        chips = store.ledger.balances()
    rows = [
        {
            "id": one.id,
            "name": one.name,
            "game": one.game,
            "variant": one.variant,
            "chips": chips.get(f"table:{one.id}", 0),
            "private": one.password_hash is not None,
            "opened": output.moment(one.created_at_ms),
            "closed": None if one.closed_at_ms is None else output.moment(one.closed_at_ms),
        }
        for one in found
    ]
    columns = {
        "id": "table",
        "name": "name",
        "game": "game",
        "variant": "variant",
        "chips": "chips",
        "opened": "opened",
    }
    if everything:
        columns["closed"] = "closed"
    output.listing(columns, rows, as_json=as_json, empty="No table is open.")


@app.command()
def show(number: Number, as_json: output.Json = False, file: config.File = None) -> None:
    """Show one table: its options, its chips, and its last rounds."""
    with opened(file) as store:
        found = _found(store.tables.get(number), number)
        chips = store.ledger.balance(f"table:{number}")
        rounds = store.rounds.list_rounds(table_id=number, limit=5)
        inputs = store.tables.entries_after(number, found.checkpoint_no)
    last = inputs[-1].number if inputs else found.checkpoint_no
    shown = {
        "id": found.id,
        "name": found.name,
        "game": found.game,
        "variant": found.variant,
        "options": json.loads(found.options),
        "opened": output.moment(found.created_at_ms),
        "closed": None if found.closed_at_ms is None else output.moment(found.closed_at_ms),
        "private": found.password_hash is not None,
        "chips": chips,
        "inputs": last,
        "last_rounds": [{"id": one.id, "results": {seat.name: seat.payoff for seat in one.seats}} for one in rounds],
    }
    if as_json:
        output.document(shown)
        return
    for key, value in shown.items():
        typer.echo(f"{key + ':':12} {_words(value)}")


@app.command()
def close(
    number: Number,
    server: Server,
    account: Annotated[str, typer.Option(help="An admin's account, or that of the table's creator.")],
    tls_ca: TlsCa = None,
    stdin: Stdin = False,
) -> None:
    """Close a table: a running round is void, everybody gets their chips back."""
    from gamehall.cli.account import password
    from gamehall.cli.running import run_async
    from gamehall_sdk.client import connect

    secret = password(stdin=stdin, confirm=False)

    async def work() -> None:
        async with connect(server, tls_ca=tls_ca) as client:
            await client.log_in(account, secret)
            await client.delete(number)
        output.done(f"table {number} is closed")

    run_async(work)


def _found(stored: StoredTable | None, number: int) -> StoredTable:
    if stored is None:
        raise CommandError(f"There was never a table number {number}; `gamehall table list --all` lists them.")
    return stored


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case dict():
            return ", ".join(f"{name}={text}" for name, text in value.items())
        case list():
            return "; ".join(_words(one) for one in value)
        case _:
            return str(value)
