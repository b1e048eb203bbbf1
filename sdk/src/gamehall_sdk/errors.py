"""Everything that can go wrong between a client and a server, each with a stable number.

Two families. A :class:`Refusal` is an answer: nothing was changed, the connection lives on. A
:class:`ProtocolError` ends the connection: what follows on it can no longer be trusted. The numbers travel as
``errorcode`` and never change their meaning; ``docs/reference/errors.md`` is made from this module.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "AccountBusy",
    "AccountDeleted",
    "AccountTypeForbidden",
    "AlreadyLoggedIn",
    "AlreadySeated",
    "BadBuyIn",
    "BadName",
    "BadOption",
    "BadPassword",
    "BadPayload",
    "BotFailed",
    "EmptyFrame",
    "Flood",
    "Forbidden",
    "ForbiddenMarkup",
    "FrameTooLong",
    "FrameTooSlow",
    "FrameTruncated",
    "GameFault",
    "GamehallError",
    "IllegalAction",
    "InsufficientFunds",
    "LocalProtocolError",
    "LoggedInElsewhere",
    "LoginFailed",
    "NameTaken",
    "NeverLoggedIn",
    "NoRound",
    "NotLoggedIn",
    "NotSeated",
    "NotUnderstood",
    "OutOfTurn",
    "ProtocolError",
    "Refusal",
    "RemoteProtocolError",
    "SchemaViolation",
    "SeatTaken",
    "ServerFault",
    "ServerFull",
    "ShuttingDown",
    "SlowReader",
    "SpectatorsForbidden",
    "StaleTurn",
    "StoreUnavailable",
    "TableClosed",
    "TableFrozen",
    "TableFull",
    "TableNotEmpty",
    "TablePaused",
    "TextTooLong",
    "TooManyAttempts",
    "TooManyConnections",
    "TooManyMessages",
    "TooManyQuestions",
    "TooManyTables",
    "UnknownAccount",
    "UnknownBot",
    "UnknownGame",
    "UnknownPayload",
    "UnknownSeat",
    "UnknownTable",
    "UnknownTournament",
    "WrongDirection",
    "WrongPhase",
    "WrongSession",
    "WrongTablePassword",
    "by_code",
]


class GamehallError(Exception):
    """The root of all errors of Gamehall; ``str(error)`` is one sentence for a person."""

    code: ClassVar[int] = 500


class ProtocolError(GamehallError):
    """The framing or the order of messages was broken."""


class LocalProtocolError(ProtocolError):
    """Our own side tried to send what the protocol does not allow: a bug here, not the peer's fault."""

    code = 510


class RemoteProtocolError(ProtocolError):
    """The peer broke the framing; its connection is closed."""

    code = 413


class FrameTooLong(RemoteProtocolError):
    """A frame announces more bytes than the limit; nothing of it is read."""

    code = 410


class EmptyFrame(RemoteProtocolError):
    """A frame announces zero bytes."""

    code = 411


class FrameTruncated(RemoteProtocolError):
    """The connection ended inside a frame."""

    code = 412


class FrameTooSlow(RemoteProtocolError):
    """A frame began and did not end in time."""

    code = 414


class Flood(RemoteProtocolError):
    """More messages came than the limits allow, and they went on coming after that was told again and again."""

    code = 420


class SlowReader(RemoteProtocolError):
    """The peer did not read what was sent to it, and its queue is full; it may reconnect and resume."""

    code = 421


class NeverLoggedIn(RemoteProtocolError):
    """Nobody logged in on the connection and nothing came on it for too long; connect again to log in."""

    code = 423


class Refusal(GamehallError):
    """Something asked for was not done; nothing was changed, and the connection lives on."""


class NameTaken(Refusal):
    """An account with this name (or one that differs only in case or form) exists already."""

    code = 101


class BadName(Refusal):
    """A name is empty, too long, or has characters that names may not have."""

    code = 102


class BadPassword(Refusal):
    """A new password is too short or too long."""

    code = 103


class UnknownAccount(Refusal):
    """No account has this name."""

    code = 104


class AccountTypeForbidden(Refusal):
    """A client asked for an account type that only an operator gives (observer, admin), or that does not exist."""

    code = 105


class AccountBusy(Refusal):
    """The account sits at a table, so it cannot be deleted now."""

    code = 106


class LoginFailed(Refusal):
    """The name and the password do not belong together."""

    code = 201


class NotLoggedIn(Refusal):
    """The request needs a login first."""

    code = 202


class AlreadyLoggedIn(Refusal):
    """This connection is logged in already; log out first."""

    code = 203


class LoggedInElsewhere(Refusal):
    """The account logged in on another connection, so this one was logged out and closed."""

    code = 204


class AccountDeleted(Refusal):
    """The account was deleted while it was logged in."""

    code = 205


class WrongSession(Refusal):
    """The session identifier is unknown or belongs to another connection."""

    code = 206


class TooManyAttempts(Refusal):
    """Too many failed logins for this name or from this address, or too many new accounts; wait a little."""

    code = 207


class Forbidden(Refusal):
    """The account may not do this: it is the table creator's or an admin's right."""

    code = 208


class UnknownTable(Refusal):
    """No open table has this number."""

    code = 301


class TableNotEmpty(Refusal):
    """A table with seated players is not deleted."""

    code = 302


class UnknownGame(Refusal):
    """No installed game has this name, or the game has no such variant."""

    code = 303


class BadOption(Refusal):
    """An option of the new table is unknown or has a value it may not have."""

    code = 304


class TableFull(Refusal):
    """Every seat is taken."""

    code = 305


class SeatTaken(Refusal):
    """Somebody sits there already."""

    code = 306


class UnknownSeat(Refusal):
    """The table has no seat of this number."""

    code = 307


class NotSeated(Refusal):
    """The request is for those who sit at the table."""

    code = 308


class AlreadySeated(Refusal):
    """The account already sits at this table."""

    code = 309


class InsufficientFunds(Refusal):
    """The account's balance is below the amount."""

    code = 310


class BadBuyIn(Refusal):
    """The buy-in lies outside what the table takes."""

    code = 311


class SpectatorsForbidden(Refusal):
    """The table lets nobody watch."""

    code = 312


class WrongTablePassword(Refusal):
    """The table is private, and neither the password nor an invitation fits."""

    code = 313


class TableFrozen(Refusal):
    """The table's game failed; its round was voided and the chips go back."""

    code = 314


class TableClosed(Refusal):
    """The table is closed or closing."""

    code = 315


class UnknownBot(Refusal):
    """No installed bot has this name, or it does not play this game."""

    code = 316


class BotFailed(Refusal):
    """The bot's process did not start or ended at once."""

    code = 317


class TablePaused(Refusal):
    """The table is paused; nobody can act before it is resumed."""

    code = 318


class UnknownTournament(Refusal):
    """No tournament has this number, or it has ended."""

    code = 319


class TooManyQuestions(Refusal):
    """More is asked of message extensions than the server allows: a few each minute, and one at a time."""

    code = 320


class TooManyTables(Refusal):
    """The account, or the server, has as many open tables as it may have."""

    code = 321


class IllegalAction(Refusal):
    """The rules do not allow the action now; the only error a game's round raises."""

    code = 331


class OutOfTurn(Refusal):
    """The seat owes no action now."""

    code = 332


class StaleTurn(Refusal):
    """The action answers a turn that is over."""

    code = 333


class NoRound(Refusal):
    """No round is being played at the table."""

    code = 334


class WrongPhase(Refusal):
    """The table is not in the phase of its life that the command needs."""

    code = 335


class NotUnderstood(Refusal):
    """The bytes are no well-formed XML or JSON document."""

    code = 400


class SchemaViolation(Refusal):
    """The document is well formed but not by the message schema."""

    code = 401


class ForbiddenMarkup(Refusal):
    """The document has a DTD, an entity or a processing instruction."""

    code = 402


class UnknownPayload(Refusal):
    """No installed package knows the payload element, or the table's game does not."""

    code = 403


class BadPayload(Refusal):
    """The payload element is known but not by its own schema."""

    code = 404


class TextTooLong(Refusal):
    """A chat line, a voice clip or a name is over its limit."""

    code = 405


class WrongDirection(Refusal):
    """Only a server sends messages of this kind."""

    code = 406


class TooManyMessages(Refusal):
    """The message came too early by a limit that the sentence names; it was not carried out, so send it again later."""

    code = 422


class ServerFault(Refusal):
    """The server failed at this request; the operator's log tells more."""

    code = 500


class ShuttingDown(Refusal):
    """The server is stopping; seats and hands are kept."""

    code = 501


class GameFault(Refusal):
    """The game's own code failed; its table is frozen."""

    code = 502


class StoreUnavailable(Refusal):
    """The database does not answer now."""

    code = 503


class ServerFull(Refusal):
    """The server has as many connections as it takes, so this one was closed; try again later."""

    code = 504


class TooManyConnections(Refusal):
    """The peer's address has as many connections as one address may have, so this one was closed."""

    code = 505


def _family(root: type[GamehallError]) -> list[type[GamehallError]]:
    found = [root]
    for child in root.__subclasses__():
        found += _family(child)
    return found


def by_code(code: int) -> type[GamehallError]:
    """The class that the number *code* stands for; :class:`Refusal` for a number that is not known here."""
    table = {
        error.code: error for error in _family(GamehallError) if error not in (GamehallError, ProtocolError, Refusal)
    }
    return table.get(code, Refusal)
