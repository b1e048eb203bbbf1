"""Talk at a table: lines of chat and voice clips, passed on to all who are there."""

from __future__ import annotations

import binascii

from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall, Handler, game_request
from gamehall.sessions.seat import Seat
from gamehall_sdk.errors import NotUnderstood, TextTooLong
from gamehall_sdk.wire import Chat, Message, Voice

__all__ = ["handlers"]


def handlers(hall: Hall) -> dict[type, Handler]:
    """What passes talk on."""

    async def chat(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        gameid, body = game_request(message)
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
        gameid, body = game_request(message)
        seat = hall.seat(connection, message, gameid)
        try:
            size = len(binascii.a2b_base64("".join(body.data.split()), strict_mode=True))
        except (binascii.Error, ValueError) as error:
            sentence = "a voice clip is base64 text"
            raise NotUnderstood(sentence) from error
        if not size:
            sentence = "a voice clip has at least one byte"
            raise NotUnderstood(sentence)
        most = hall.settings.voice_max_bytes
        if size > most:
            sentence = f"a voice clip has at most {most} bytes; this one has {size}"
            raise TextTooLong(sentence)
        _relay(hall, seat, body)

    return {Chat: chat, Voice: voice}


def _relay(hall: Hall, seat: Seat, body: Chat | Voice) -> None:
    for connection in hall.connections:
        for other in list(connection.tables.values()):
            if other.table is seat.table:
                other.talk(body)
