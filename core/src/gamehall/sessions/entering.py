"""Coming to a table: a new seat, one's own seat again, more chips, or a place to watch from."""

from __future__ import annotations

import contextlib
import functools
from typing import Final

import anyio
import structlog

from gamehall.accounts.model import Account, AccountType
from gamehall.accounts.names import HOUSE
from gamehall.ledger import Hold
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall.sessions.seat import Seat
from gamehall.tables.inputs import Connection as Reach
from gamehall.tables.inputs import Join
from gamehall.tables.table import Table
from gamehall_sdk.errors import (
    BadOption,
    Forbidden,
    GamehallError,
    NotLoggedIn,
    SpectatorsForbidden,
    TableClosed,
    TooManyTables,
    WrongTablePassword,
)
from gamehall_sdk.flow import Spectators
from gamehall_sdk.lobby import Entered
from gamehall_sdk.table import Kind
from gamehall_sdk.wire import GameResponse, JoinResponse, Message, Response

__all__ = ["enter"]

_log = structlog.get_logger(__name__)
_JOIN_WORDS: Final = ("seat", "buyin", "password", "watch", "views", "hands", "ready", "ticks", "transcript")
_MOST_DIGITS: Final = 15
_LEAST_TICK_S: Final = 0.2
_MOST_TICK_S: Final = 60.0


async def enter(hall: Hall, connection: Connection, account: Account, table: Table, words: dict[str, str]) -> None:
    """Let the account in: take a seat, come back to its seat, add chips, or watch; and answer the join.

    Raises UnknownTable, WrongTablePassword, SpectatorsForbidden, Forbidden, BadOption, InsufficientFunds, and what
    the table's flow refuses.
    """
    known = (*_JOIN_WORDS, *table.game.interpreters)
    unknown = [word for word in words if word not in known]
    if unknown:
        sentence = f"a join has no parameter {unknown[0]!r}; there are {', '.join(known)}"
        raise BadOption(sentence)
    await _admit(hall, connection, account, table, words.get("password", ""))
    async with hall.alone(account.id):
        if connection.closing:
            sentence = "the connection is being closed"
            raise NotLoggedIn(sentence)
        most = hall.settings.max_tables_per_connection
        if len(connection.tables) >= most and all(seat.table is not table for seat in connection.tables.values()):
            sentence = f"you are at {most} tables, as many as a connection may be at (max_tables_per_connection)"
            raise TooManyTables(sentence)
        await _enter(hall, connection, account, table, words)


async def _admit(hall: Hall, connection: Connection, account: Account, table: Table, password: str) -> None:
    if connection.bot_at is not None:
        if connection.bot_at != table.config.id:
            sentence = f"this bot was started for table {connection.bot_at}"
            raise Forbidden(sentence)
    elif not await hall.lobby.may_enter(table, account.id, password):
        sentence = "the table is private: give its password, or ask its creator for an invitation"
        raise WrongTablePassword(sentence)


async def _enter(hall: Hall, connection: Connection, account: Account, table: Table, words: dict[str, str]) -> None:
    session = hall.new_session(connection)
    seat = Seat(connection, session, table, account.id, hall.end, wants_views="views" in words)
    seat.wants_all_views = words.get("views") == "all"
    seat.tick_ms = _tick_ms(words)
    seat.writes = "transcript" in words
    for name, make in table.game.interpreters.items():
        if name in words:
            seat.speak_through(make())
    seat.sees_all = "hands" in words and _may_see_all(account, table)
    if connection.bot_at is not None and hall.bots is not None:
        seat.on_ask = functools.partial(hall.bots.asked, seat)
        seat.most_s = hall.settings.move_limit_s
    old = [one for one in connection.tables.values() if one.table is table]
    try:
        await _take_place(hall, account, table, seat, words)
    except GamehallError:
        hall.end(seat)
        raise
    except BaseException:
        # Cancelled: the table may seat the account all the same, with nobody behind it.
        with anyio.CancelScope(shield=True):
            await _settle(table)
            hall.end(seat)
            await hall.away(account.id, table)
        raise
    for one in old:
        hall.end(one)
    if table.closed:
        hall.end(seat)
        sentence = "the table was closed at this moment"
        raise TableClosed(sentence)
    connection.tables[session] = seat
    place = table.machine.flow.seat_of(account.id)
    entered = Entered(session, table.config.game, table.config.variant, place)
    response = JoinResponse(success=True, parameters=(entered,))
    connection.send(Message(Response(GameResponse(table.config.id, response)), connection.lobby))
    seat.open()


def _may_see_all(account: Account, table: Table) -> bool:
    """An operator's observer sees all hands while it has no seat. Raises Forbidden for others."""
    if account.kind not in (AccountType.OBSERVER, AccountType.ADMIN):
        sentence = "only an observer's account, which an operator gives, watches with all hands"
        raise Forbidden(sentence)
    _log.info("watched with all hands", table=table.config.id, account=account.name)
    return True


async def _take_place(hall: Hall, account: Account, table: Table, seat: Seat, words: dict[str, str]) -> None:
    buy_in = await _buy_in(hall, account, table, words)
    if table.machine.flow.seat_of(account.id) is not None and not buy_in:
        await table.submit(Reach(account.id, up=True), watch=seat)
        return
    if "watch" in words:
        if table.options.spectators is Spectators.NOBODY and account.kind is not AccountType.ADMIN:
            sentence = "this table lets nobody watch"
            raise SpectatorsForbidden(sentence)
        await table.watch(seat)
        await table.settled()
        return
    if table.options.tournament:
        sentence = f"only entrants of tournament {table.options.tournament} sit here; join with the parameter watch"
        raise Forbidden(sentence)
    if account.kind is AccountType.OBSERVER:
        sentence = "an observer's account watches; join with the parameter watch"
        raise Forbidden(sentence)
    await _sit(hall, account, table, seat, words, buy_in)


async def _sit(hall: Hall, account: Account, table: Table, seat: Seat, words: dict[str, str], chips: int) -> None:
    place, says_ready = _number(words, "seat"), words.get("ready") == "ask"
    hold: Hold | None = None
    if chips > 0:
        if seat.connection.bot_at is not None:
            await _fund(hall, account, min(chips, _limits(table)[1]))
        hold = await hall.ledger.hold(account.id, chips, table.config.id, hall.timers.now_ms())
    kind = Kind.BOT if account.kind is AccountType.BOT else Kind.HUMAN
    name = account.name.removeprefix(HOUSE)
    master = hall.bots.master(account.id) if hall.bots is not None else ""
    wish = Join(account.id, name, kind, place, chips, hold.id if hold else None, master, says_ready)
    try:
        await table.submit(wish, hold=hold, watch=seat)
    except BaseException as error:
        if hold is not None:
            with anyio.CancelScope(shield=True):
                if not isinstance(error, GamehallError):
                    await _settle(table)
                await _release(hall, hold)
        raise


async def _settle(table: Table) -> None:
    """Wait until the table has done what it was given."""
    with contextlib.suppress(TableClosed):
        await table.settled()


async def _release(hall: Hall, hold: Hold) -> None:
    """Give the held chips back, unless they were bought in after all; at the latest, the next start does it."""
    try:
        await hall.ledger.release(hold, hall.timers.now_ms())
    except GamehallError as error:
        _log.error("chips stay in transit", account=hold.account_id, amount=hold.amount, cause=str(error))


def _limits(table: Table) -> tuple[int, int]:
    """The least and the most that the table takes as a buy-in."""
    buy_in = table.game.buy_in
    return (0, 0) if buy_in is None else buy_in(table.machine.flow.options)


async def _buy_in(hall: Hall, account: Account, table: Table, words: dict[str, str]) -> int:
    """The chips of a join: a number, or as few or as many as the table takes and the account has.

    The two words are for a new seat or an empty stack; whoever has chips here comes back to them.
    """
    if table.options.tournament:
        return 0
    word = words.get("buyin")
    if word not in ("least", "most"):
        return _number(words, "buyin") or 0
    place = table.machine.flow.seat_of(account.id)
    if any(view.seat == place and view.stack > 0 for view in table.machine.flow.seats()):
        return 0
    least, most = _limits(table)
    if word == "least" or account.name.startswith(HOUSE):
        return least if word == "least" else most
    return max(least, min(most, await hall.ledger.balance(account.id)))


async def _fund(hall: Hall, account: Account, chips: int) -> None:
    """The house stakes its own bots."""
    missing = chips - await hall.ledger.balance(account.id)
    if missing > 0:
        await hall.ledger.credit(account.id, missing, hall.timers.now_ms())


def _tick_ms(words: dict[str, str]) -> int:
    """How often a viewer is told of the clocks."""
    text = words.get("ticks")
    if text is None:
        return 0
    try:
        seconds = float(text or 1)
    except ValueError:
        seconds = 0.0
    if not _LEAST_TICK_S <= seconds <= _MOST_TICK_S:
        sentence = f"parameter 'ticks' is {text[:40]!r}; it must be seconds, from {_LEAST_TICK_S} to {_MOST_TICK_S}"
        raise BadOption(sentence)
    return round(seconds * 1000)


def _number(words: dict[str, str], name: str) -> int | None:
    text = words.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        sentence = f"parameter {name!r} is {text[:40]!r}; it must be a whole number, 0 or more"
        raise BadOption(sentence)
    return int(text)
