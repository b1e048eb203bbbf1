"""Requests at a table: join, watch, act, talk, command, leave."""

from __future__ import annotations

import binascii
import functools
from typing import Any, Final

from gamehall.accounts.model import Account, AccountType
from gamehall.ledger import Hold
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import BotSeats, Hall, Handler
from gamehall.sessions.lobby_requests import texts
from gamehall.sessions.seat import Seat
from gamehall.tables.inputs import Act, Command, GiveUp, Join, Part
from gamehall.tables.inputs import Connection as Reach
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_sdk.errors import (
    BadOption,
    BadPayload,
    Forbidden,
    GamehallError,
    NotSeated,
    NotUnderstood,
    Refusal,
    SpectatorsForbidden,
    TextTooLong,
    UnknownBot,
    WrongTablePassword,
)
from gamehall_sdk.flow import Spectators
from gamehall_sdk.lobby import Entered
from gamehall_sdk.table import AddBot, Done, Invite, Kind, RemoveBot
from gamehall_sdk.wire import (
    Action,
    ActionResponse,
    Chat,
    Custom,
    EventResponse,
    GameRequest,
    GameResponse,
    JoinResponse,
    Message,
    PartResponse,
    Raw,
    Request,
    Response,
    Voice,
)
from gamehall_sdk.wire import Join as JoinRequest
from gamehall_sdk.wire import Part as PartRequest

__all__ = ["enter", "handlers"]

_JOIN_WORDS: Final = ("seat", "buyin", "password", "watch", "views")


def handlers(hall: Hall) -> dict[type, Handler]:
    """What answers the requests at tables."""

    async def join(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        gameid, body = _game(message)
        table = hall.lobby.table(gameid)
        await enter(hall, connection, account, table, texts(body.parameters))

    async def part(connection: Connection, message: Message) -> None:
        gameid, _ = _game(message)
        seat = hall.seat(connection, message, gameid)
        if seat.table.machine.flow.seat_of(seat.account) is not None:
            await seat.table.submit(Part(seat.account))
        connection.send(Message(Response(GameResponse(seat.gameid, PartResponse(success=True))), seat.session))
        hall.end(seat)

    async def act(connection: Connection, message: Message) -> None:
        gameid, body = _game(message)
        seat = hall.seat(connection, message, gameid)
        asked = isinstance(message.body, Response)
        turn, action = _action(seat, body.parameters)

        def reply(result: Outcome | GamehallError) -> None:
            if isinstance(result, GamehallError):
                hall.refuse(connection, message, result)
            elif not asked:
                connection.send(
                    Message(Response(GameResponse(seat.gameid, ActionResponse(success=True))), seat.session)
                )

        def bot_reply(result: Outcome | GamehallError) -> None:
            reply(result)
            if isinstance(result, Refusal):
                seat.table.push(GiveUp(seat.account))

        input_ = Act(seat.account, action, turn)
        await seat.table.post(input_, bot_reply if connection.house_bot else reply)

    async def chat(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        gameid, body = _game(message)
        seat = hall.seat(connection, message, gameid)
        if not body.message.strip():
            sentence = "a chat line has at least one character"
            raise NotUnderstood(sentence)
        most = hall.settings.chat_max_chars
        if len(body.message) > most:
            sentence = f"a chat line has at most {most} characters; this one has {len(body.message)}"
            raise TextTooLong(sentence)
        _relay(hall, seat, Chat(body.message, account.name, body.type))

    async def voice(connection: Connection, message: Message) -> None:
        gameid, body = _game(message)
        seat = hall.seat(connection, message, gameid)
        try:
            size = len(binascii.a2b_base64("".join(body.data.split()), strict_mode=True))
        except (binascii.Error, ValueError) as error:
            sentence = "a voice clip is base64 text"
            raise NotUnderstood(sentence) from error
        most = hall.settings.voice_max_bytes
        if size > most:
            sentence = f"a voice clip has at most {most} bytes; this one has {size}"
            raise TextTooLong(sentence)
        _relay(hall, seat, body)

    async def custom(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        gameid, body = _game(message)
        seat = hall.seat(connection, message, gameid)
        command = seat.table.game.table_payloads.load(body.payload)
        await _command(hall, seat, account, command)
        connection.send(Message(Response(GameResponse(seat.gameid, Custom(Done()))), seat.session))

    async def empty(connection: Connection, message: Message) -> None:
        gameid, _ = _game(message)
        hall.logged_in(connection)
        sentence = f"the request about table {gameid} is empty; it needs one of action, join, part, chat, voice, custom"
        raise NotUnderstood(sentence)

    return {
        JoinRequest: join,
        PartRequest: part,
        Action: act,
        ActionResponse: act,
        EventResponse: act,
        Chat: chat,
        Voice: voice,
        Custom: custom,
        GameRequest: empty,
    }


async def enter(hall: Hall, connection: Connection, account: Account, table: Table, words: dict[str, str]) -> Seat:
    """Let the account in: take a seat, come back to its seat, add chips, or watch; and answer the join.

    Raises UnknownTable, WrongTablePassword, SpectatorsForbidden, Forbidden, BadOption, InsufficientFunds, and what
    the table's flow refuses.
    """
    unknown = [word for word in words if word not in _JOIN_WORDS]
    if unknown:
        sentence = f"a join has no parameter {unknown[0]!r}; there are {', '.join(_JOIN_WORDS)}"
        raise BadOption(sentence)
    if not await hall.lobby.may_enter(table, account.id, words.get("password", "")):
        sentence = "the table is private: give its password, or ask its creator for an invitation"
        raise WrongTablePassword(sentence)
    session = hall.new_session(connection)
    seat = Seat(connection, session, table, account.id, wants_views="views" in words)
    if connection.house_bot and hall.bots is not None:
        seat.on_ask = functools.partial(hall.bots.asked, seat)
    old = [one for one in connection.tables.values() if one.table is table]
    try:
        await _take_place(hall, account, table, seat, words)
    except BaseException:
        hall.end(seat)
        raise
    for one in old:
        hall.end(one)
    connection.tables[session] = seat
    place = table.machine.flow.seat_of(account.id)
    entered = Entered(session, table.config.game, table.config.variant, place)
    response = JoinResponse(success=True, parameters=(entered,))
    connection.send(Message(Response(GameResponse(table.config.id, response)), connection.lobby))
    seat.open()
    return seat


async def _take_place(hall: Hall, account: Account, table: Table, seat: Seat, words: dict[str, str]) -> None:
    buy_in = _number(words, "buyin") or 0
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
    if account.kind is AccountType.OBSERVER:
        sentence = "an observer's account watches; join with the parameter watch"
        raise Forbidden(sentence)
    hold: Hold | None = None
    if buy_in > 0:
        if seat.connection.house_bot:
            await _fund(hall, account, buy_in)
        hold = await hall.ledger.hold(account.id, buy_in, table.config.id, hall.timers.now_ms())
    kind = Kind.BOT if account.kind is AccountType.BOT else Kind.HUMAN
    name = account.name.removeprefix("~")
    wish = Join(account.id, name, kind, _number(words, "seat"), buy_in, hold.id if hold else None)
    try:
        await table.submit(wish, hold=hold, watch=seat)
    except GamehallError:
        if hold is not None:
            await hall.ledger.release(hold, hall.timers.now_ms())
        raise


async def _fund(hall: Hall, account: Account, chips: int) -> None:
    """The house stakes its own bots."""
    missing = chips - await hall.ledger.balance(account.id)
    if missing > 0:
        await hall.ledger.credit(account.id, missing, hall.timers.now_ms())


def _number(words: dict[str, str], name: str) -> int | None:
    text = words.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        sentence = f"parameter {name!r} is {text[:40]!r}; it must be a whole number, 0 or more"
        raise BadOption(sentence)
    return int(text)


async def _command(hall: Hall, seat: Seat, account: Account, command: Any) -> None:
    table = seat.table
    host = account.id == table.config.creator or account.kind is AccountType.ADMIN
    if isinstance(command, AddBot | RemoveBot | Invite) and not host:
        sentence = "only the table's creator or an admin does that"
        raise Forbidden(sentence)
    match command:
        case AddBot(name, place):
            await _bots(hall).seat(table, name, place)
        case RemoveBot(place):
            await _bots(hall).unseat(table, place)
        case Invite(name):
            guest = await hall.accounts.get(name)
            await hall.lobby.invite(table, guest.id)
        case _:
            if table.machine.flow.seat_of(account.id) is None:
                sentence = "that is for those who sit at the table"
                raise NotSeated(sentence)
            payload = table.game.table_payloads.dump_json(command)
            await table.submit(Command(account.id, payload, host))


def _bots(hall: Hall) -> BotSeats:
    if hall.bots is None:
        sentence = "this server runs no bots of its own"
        raise UnknownBot(sentence)
    return hall.bots


def _action(seat: Seat, parameters: tuple[Any, ...]) -> tuple[int | None, dict[str, Any]]:
    """The turn that is named, if one is, and the one action, checked against the game's schema."""
    turn: int | None = None
    actions: list[Raw] = []
    for raw in parameters:
        text = raw.text() if raw.name == "turn" else None
        if text is None:
            actions.append(raw)
        elif text.isascii() and text.isdigit():
            turn = int(text)
        else:
            sentence = f"turn is {text[:40]!r}; it must be the number of the turn that is answered"
            raise BadPayload(sentence)
    if len(actions) != 1:
        sentence = f"an action is one payload (and turn, if you like); these are {len(actions)}"
        raise BadPayload(sentence)
    payloads = seat.table.game.payloads
    return turn, payloads.dump_json(payloads.load(actions[0]))


def _game(message: Message) -> tuple[int, Any]:
    match message.body:
        case Request(GameRequest(gameid, body)) | Response(GameResponse(gameid, body)):
            return gameid, body
    sentence = "the routing brings game messages only"
    raise AssertionError(sentence)


def _relay(hall: Hall, seat: Seat, body: Chat | Voice) -> None:
    for connection in hall.connections:
        for other in list(connection.tables.values()):
            if other.table is seat.table:
                other.talk(body)
