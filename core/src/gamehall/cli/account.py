"""``gamehall account``: make, change, list and delete accounts; import those of the older server."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import anyio
import attrs
import typer

from gamehall.accounts import old_accounts
from gamehall.accounts.model import AccountType
from gamehall.accounts.passwords import Passwords
from gamehall.accounts.service import Accounts
from gamehall.cli import config, output
from gamehall.errors import CommandError
from gamehall.ledger import Ledger
from gamehall.store.store import open_store

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


class Type(StrEnum):
    """An account's type as an operator types it."""

    PLAYER = "player"
    BOT = "bot"
    OBSERVER = "observer"
    ADMIN = "admin"


Name = Annotated[str, typer.Argument(help="The account's name, in any spelling of it.")]
Stdin = Annotated[bool, typer.Option("--password-stdin", help="Read the password from the first line of stdin.")]


@attrs.frozen
class _Books:
    """What the commands of this group work on."""

    accounts: Accounts
    ledger: Ledger


@app.callback()
def account() -> None:
    """Create, change, list and delete accounts."""


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="The new account's name.")],
    kind: Annotated[Type, typer.Option("--type", help="What it is marked as everywhere.")] = Type.PLAYER,
    stdin: Stdin = False,
    file: config.File = None,
) -> None:
    """Create an account of any type; the password is asked for."""
    secret = password(stdin=stdin)

    async def work(books: _Books) -> None:
        made = await books.accounts.create(name, secret, AccountType[kind.name], _now_ms())
        output.done(f"created {kind} {made.name!r}, number {made.id}")

    _run(file, work)


@app.command("list")
def list_(as_json: output.Json = False, file: config.File = None) -> None:
    """List all accounts with their chips (those at tables are not among them)."""

    async def work(books: _Books) -> None:
        rows = [
            {
                "id": one.account.id,
                "name": one.account.name,
                "type": one.account.kind.name.lower(),
                "balance": one.balance,
                "created_at_ms": one.account.created_at_ms,
            }
            for one in await books.accounts.list_all()
        ]
        columns = {"id": "number", "name": "name", "type": "type", "balance": "chips"}
        output.listing(columns, rows, as_json=as_json, empty="There are no accounts.")

    _run(file, work)


@app.command()
def passwd(name: Name, stdin: Stdin = False, file: config.File = None) -> None:
    """Set a new password, without the old one."""
    secret = password(stdin=stdin)

    async def work(books: _Books) -> None:
        changed = await books.accounts.reset_password(name, secret)
        output.done(f"{changed.name!r} has a new password")

    _run(file, work)


@app.command("set-type")
def set_type(name: Name, kind: Annotated[Type, typer.Argument(metavar="TYPE")], file: config.File = None) -> None:
    """Change what an account is marked as: player, bot, observer or admin."""

    async def work(books: _Books) -> None:
        changed = await books.accounts.set_type(name, AccountType[kind.name])
        output.done(f"{changed.name!r} is of type {kind} now")

    _run(file, work)


@app.command(context_settings={"ignore_unknown_options": True})
def credit(
    name: Name,
    amount: Annotated[int, typer.Argument(help="Chips to give; below 0 to take back.")],
    file: config.File = None,
) -> None:
    """Give chips to an account, or take them back with a negative amount."""

    async def work(books: _Books) -> None:
        known = await books.accounts.get(name)
        balance = await books.ledger.credit(known.id, amount, _now_ms())
        output.done(f"{known.name!r} has {balance} chips now")

    _run(file, work)


@app.command()
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether it is meant.")] = False,
    file: config.File = None,
) -> None:
    """Delete an account: its chips go back to the bank, its name becomes free, its rounds stay readable."""
    if not yes:
        typer.confirm(f"Delete the account {name!r}?", abort=True)

    async def work(books: _Books) -> None:
        deleted = await books.accounts.delete(name, _now_ms())
        output.done(f"deleted {deleted.name!r}")

    _run(file, work)


@app.command("import")
def import_(
    table: Annotated[Path, typer.Argument(metavar="FILE.csv", help="The older server's table of accounts.")],
    chips_per_unit: Annotated[int, typer.Option(min=1, help="Chips for 1 of the older server's balance.")] = 1,
    file: config.File = None,
) -> None:
    """Import accounts of the older server, all or none; each moves to a safe password at its first good login."""
    rows = old_accounts.read(table, chips_per_unit)

    async def work(books: _Books) -> None:
        made = await books.accounts.import_old(rows, _now_ms())
        output.done(f"imported {len(made)} accounts with {sum(row.balance for row in rows)} chips")

    _run(file, work)


def password(*, stdin: bool, confirm: bool = True) -> str:
    """The password: the first line of stdin, or typed at the terminal, twice with *confirm*. Raises CommandError."""
    if stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise CommandError("There is no terminal to ask for the password; --password-stdin reads it from stdin.")
    typed: str = typer.prompt("Password", hide_input=True, confirmation_prompt=confirm)
    return typed


def _run(file: Path | None, work: Callable[[_Books], Coroutine[Any, Any, None]]) -> None:
    async def opened() -> None:
        async with _books(file) as books:
            await work(books)

    anyio.run(opened)


@contextlib.asynccontextmanager
async def _books(file: Path | None) -> AsyncIterator[_Books]:
    chosen = config.read(file)
    store = open_store(chosen.database_url, chosen.durability)
    try:
        accounts = Accounts(
            store.accounts,
            Passwords(),
            login_attempts=chosen.login_attempts,
            login_window_s=chosen.login_window_s,
            starting_balance=chosen.starting_balance,
        )
        yield _Books(accounts, Ledger(store.ledger))
    finally:
        store.close()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
