"""Requests at a table: join, watch, act, talk, command, leave."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any, Final, TypeVar

from gamehall.accounts.model import Account, AccountType
from gamehall.sessions.connection import Connection
from gamehall.sessions.entering import enter
from gamehall.sessions.hall import BotSeats, Hall, Handler, QuickHandler, Rest, game_request
from gamehall.sessions.lobby_requests import texts
from gamehall.sessions.seat import Seat
from gamehall.tables.inputs import Act, Command, GiveUp, Part
from gamehall.tables.machine import FAILED, Outcome
from gamehall.tables.watchdog import GameOverran, GameQuit
from gamehall_sdk.errors import (
    BadPayload,
    Forbidden,
    GameFault,
    GamehallError,
    IllegalAction,
    NotSeated,
    NotUnderstood,
    Refusal,
    UnknownBot,
    UnknownPayload,
)
from gamehall_sdk.table import AddBot, Done, Invite, RemoveBot
from gamehall_sdk.wire import (
    Action,
    ActionResponse,
    Custom,
    EventResponse,
    GameRequest,
    GameResponse,
    Message,
    PartResponse,
    Raw,
    Response,
    wire_name,
)
from gamehall_sdk.wire import Join as JoinRequest
from gamehall_sdk.wire import Part as PartRequest

__all__ = ["handlers", "quick_handlers"]

_ADD_BOT: Final = wire_name(AddBot)

T = TypeVar("T")


def handlers(hall: Hall) -> dict[type, Handler]:
    """What answers the requests at tables."""

    async def join(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        gameid, body = game_request(message)
        table = hall.lobby.table(gameid)
        await enter(hall, connection, account, table, texts(body.parameters))

    async def part(connection: Connection, message: Message) -> None:
        gameid, _ = game_request(message)
        seat = hall.seat(connection, message, gameid)
        if seat.table.machine.flow.seat_of(seat.account) is not None:
            with contextlib.suppress(NotSeated):
                await seat.table.submit(Part(seat.account))
        connection.send(Message(Response(GameResponse(seat.gameid, PartResponse(success=True))), seat.session))
        hall.end(seat)

    async def custom(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        gameid, body = game_request(message)
        if message.sessionid == connection.lobby and gameid == 0 and hall.desk is not None:
            answer = await hall.desk.answer(account, body.payload)
            connection.send(Message(Response(GameResponse(0, Custom(answer))), connection.lobby))
            return
        seat = hall.seat(connection, message, gameid)

        async def do() -> None:
            await _said(hall, seat, account, body.payload)
            connection.send(Message(Response(GameResponse(seat.gameid, Custom(Done()))), seat.session))

        if body.payload.name != _ADD_BOT and not seat.errands.under_way:
            await do()
            return
        # A bot takes its time to start; meanwhile its master's turn may come at this table or at another.
        seat.errands.add(functools.partial(hall.finish, connection, message, do), hall.begin)

    async def empty(connection: Connection, message: Message) -> None:
        gameid, _ = game_request(message)
        hall.logged_in(connection)
        sentence = f"the request about table {gameid} is empty; it needs one of action, join, part, chat, voice, custom"
        raise NotUnderstood(sentence)

    return {
        JoinRequest: join,
        PartRequest: part,
        Custom: custom,
        GameRequest: empty,
    }


def quick_handlers(hall: Hall) -> dict[type, QuickHandler]:
    """What answers actions: most of what is said at tables, so that it waits only for a table that is behind."""

    def act(connection: Connection, message: Message) -> Rest | None:
        gameid, body = game_request(message)
        seat = hall.seat(connection, message, gameid)
        try:
            turn, action, payload = _heard(seat, _action, seat, body.parameters)
        except Refusal:
            _give_up(connection, seat, None)
            raise
        if payload is None:
            return functools.partial(command, connection, seat, action, asked=isinstance(message.body, Response))
        one, reply = Act(seat.account, payload, turn), functools.partial(replied, connection, message, seat, turn)
        if seat.table.offer(one, reply, action):
            return None
        return functools.partial(seat.table.post, one, reply, action)

    def replied(
        connection: Connection, message: Message, seat: Seat, turn: int | None, result: Outcome | GamehallError
    ) -> None:
        if isinstance(result, GamehallError):
            hall.refuse(connection, message, result)
            if isinstance(result, IllegalAction):
                _give_up(connection, seat, turn)
        elif not isinstance(message.body, Response):
            _acted(connection, seat)

    async def command(connection: Connection, seat: Seat, action: Any, *, asked: bool) -> None:
        await _command(hall, seat, hall.logged_in(connection), action)
        if not asked:
            _acted(connection, seat)

    return {Action: act, ActionResponse: act, EventResponse: act}


def _acted(connection: Connection, seat: Seat) -> None:
    connection.send(Message(Response(GameResponse(seat.gameid, ActionResponse(success=True))), seat.session))


def _give_up(connection: Connection, seat: Seat, turn: int | None) -> None:
    """A bot of the server's own that plays illegally has no second try, so that nobody waits for it."""
    if connection.bot_at is not None:
        seat.table.push(GiveUp(seat.account, turn))


async def _said(hall: Hall, seat: Seat, account: Account, payload: Raw) -> None:
    """A question to a message extension, or a command."""
    if hall.questions is not None and hall.questions.hears(seat.table, payload):
        await hall.questions.ask(seat, payload)
    else:
        command = _heard(seat, seat.table.game.table_payloads.load, payload)
        await _command(hall, seat, account, command)


async def _command(hall: Hall, seat: Seat, account: Account, command: Any) -> None:
    table = seat.table
    host = account.id == table.config.creator or account.kind is AccountType.ADMIN
    sits = table.machine.flow.seat_of(account.id) is not None
    adds = host or (sits and table.options.open_bots)
    if (isinstance(command, AddBot | RemoveBot) and not adds) or (isinstance(command, Invite) and not host):
        sentence = "only the table's creator or an admin does that"
        raise Forbidden(sentence)
    match command:
        case AddBot(name, place):
            await _bots(hall).seat(table, name, place, account.name)
        case RemoveBot(place):
            await _bots(hall).unseat(table, place)
        case Invite(name):
            guest = await hall.accounts.get(name)
            await hall.lobby.invite(table, guest.id)
        case _:
            if not sits:
                sentence = "that is for those who sit at the table"
                raise NotSeated(sentence)
            payload = table.game.table_payloads.dump_json(command)
            await table.submit(Command(account.id, payload, host))


def _bots(hall: Hall) -> BotSeats:
    if hall.bots is None:
        sentence = "this server runs no bots of its own"
        raise UnknownBot(sentence)
    return hall.bots


def _heard(seat: Seat, read: Callable[..., T], *given: Any) -> T:
    """What *read* gives, which makes instances of the game's classes; where those do not come back, the table ends."""
    try:
        return seat.table.machine.bound(read, seat.table.config, *given)
    except (GameOverran, GameQuit) as error:
        seat.table.fail(error)
        raise GameFault(FAILED) from error


def _action(seat: Seat, parameters: tuple[Any, ...]) -> tuple[int | None, Any, dict[str, Any] | None]:
    """The turn that is named, if one is, and the one action, checked against the game's schema; the same as JSON.

    What an interpreter hears may also be a command, and that has no JSON here.
    """
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
    game = seat.table.game
    if seat.interpreter is not None and actions[0] in seat.interpreter.payloads:
        action = seat.interpreter.read(seat.interpreter.payloads.load(actions[0]))
        return turn, action, game.payloads.dump_json(action) if isinstance(action, game.actions) else None
    action = game.payloads.load(actions[0])
    if not isinstance(action, game.actions):
        there = ", ".join(wire_name(kind) for kind in game.actions)
        sentence = f"{actions[0].name} is no action of {game.title}; there are {there}"
        raise UnknownPayload(sentence)
    return turn, action, game.payloads.dump_json(action)
