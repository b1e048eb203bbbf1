"""The hall: every connection, and the way of each message to what answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import ModuleType
from typing import Final, Protocol

import structlog

from gamehall.accounts.model import Account
from gamehall.accounts.service import Accounts
from gamehall.journal import Journal
from gamehall.ledger import Ledger
from gamehall.lobby.lobby import Lobby
from gamehall.sessions.connection import Connection, Limits
from gamehall.sessions.refusals import refusal
from gamehall.sessions.seat import Seat
from gamehall.settings import Settings
from gamehall.tables.inputs import Connection as Reach
from gamehall.tables.table import Table
from gamehall.timers import Timers
from gamehall_sdk.errors import (
    AlreadyLoggedIn,
    Flood,
    GamehallError,
    LoggedInElsewhere,
    NotLoggedIn,
    Refusal,
    ServerFault,
    TableClosed,
    WrongDirection,
    WrongSession,
)
from gamehall_sdk.lobby import Welcome
from gamehall_sdk.table import Ask
from gamehall_sdk.wire import (
    GameRequest,
    GameResponse,
    GeneralResponse,
    Info,
    Message,
    Request,
    Response,
    StateUpdate,
)

__all__ = ["BotSeats", "Hall", "Handler"]

_log = structlog.get_logger(__name__)


class BotSeats(Protocol):
    """What requests ask of the host of the server's own bots."""

    async def seat(self, table: Table, name: str, place: int | None) -> None:
        """Seat the bot *name*. Raises UnknownBot, BotFailed, and what the table refuses."""

    async def unseat(self, table: Table, place: int) -> None:
        """Send the bot at *place* away. Raises NotSeated when none of ours sits there."""

    def asked(self, seat: Seat, ask: Ask) -> None:
        """A bot's seat was asked: watch its time."""


Handler = Callable[[Connection, Message], Awaitable[None]]
_SESSION_BITS: Final = 53
"""As many as a browser's numbers hold exactly."""


class Hall:
    """Everything a request can reach. ``random_bits(n)`` gives session numbers that nobody guesses."""

    def __init__(
        self,
        *,
        settings: Settings,
        accounts: Accounts,
        ledger: Ledger,
        lobby: Lobby,
        journal: Journal,
        timers: Timers,
        random_bits: Callable[[int], int],
        version: str,
    ) -> None:
        """A hall with nobody in it."""
        self.settings = settings
        self.accounts = accounts
        self.ledger = ledger
        self.lobby = lobby
        self.journal = journal
        self.timers = timers
        self.version = version
        self.connections: set[Connection] = set()
        self.online: dict[int, Connection] = {}
        self.bots: BotSeats | None = None
        """The host of the server's own bots, where it runs any."""
        self._random_bits = random_bits
        self._owners: dict[int, Connection] = {}
        self._handlers: dict[type, Handler] = {}

    def handle_with(self, handlers: Mapping[type, Handler]) -> None:
        """Add the handlers of request bodies, by class."""
        self._handlers.update(handlers)

    @property
    def healthy(self) -> bool:
        """Whether the database answers."""
        return self.journal.healthy

    @property
    def is_full(self) -> bool:
        """Whether there are as many connections as there may be; the server's own bots do not count."""
        return sum(not one.house_bot for one in self.connections) >= self.settings.max_connections

    # --- connections ---

    def open(self, codec: ModuleType, peer: str) -> Connection:
        """A new connection, greeted with the session of its lobby."""
        settings = self.settings
        limits = Limits(settings.outbound_messages, settings.outbound_bytes, settings.messages_per_s, settings.burst)
        lobby = self.new_session()
        connection = Connection(codec, peer, limits, lobby)
        self.connections.add(connection)
        self._owners[lobby] = connection
        connection.send(Message(Info((Welcome(lobby, "gamehall", self.version),)), lobby))
        return connection

    async def close(self, connection: Connection) -> None:
        """The connection is gone: its seats are kept for their grace time. Doing it twice does nothing more."""
        if connection.closed:
            return
        connection.closed = True
        connection.close()
        self.connections.discard(connection)
        self._owners.pop(connection.lobby, None)
        await self.leave_tables(connection)
        if connection.account is not None and self.online.get(connection.account.id) is connection:
            del self.online[connection.account.id]

    async def leave_tables(self, connection: Connection) -> None:
        """End all sessions at tables; the seats stay, as dropped ones."""
        for seat in list(connection.tables.values()):
            self.end(seat)
            if seat.table.machine.flow.seat_of(seat.account) is not None:
                try:
                    await seat.table.post(Reach(seat.account, up=False))
                except TableClosed:
                    continue

    def end(self, seat: Seat) -> None:
        """End one session at a table."""
        seat.table.leave(seat)
        seat.connection.tables.pop(seat.session, None)
        self._owners.pop(seat.session, None)

    async def log_in(self, connection: Connection, account: Account) -> None:
        """Bind *account* to the connection; another connection that has it is closed."""
        if connection.account is not None:
            sentence = f"this connection is logged in as {connection.account.name}; log out first"
            raise AlreadyLoggedIn(sentence)
        other = self.online.get(account.id)
        if other is not None:
            other.close(LoggedInElsewhere("your account logged in on another connection, so this one is closed"))
            await self.close(other)
        connection.account = account
        self.online[account.id] = connection

    async def log_out(self, connection: Connection) -> None:
        """Unbind the account; its seats are kept as those of a dropped player."""
        account = self.logged_in(connection)
        await self.leave_tables(connection)
        self.online.pop(account.id, None)
        connection.account = None
        connection.follows_lobby = False

    def logged_in(self, connection: Connection) -> Account:
        """Who the connection is. Raises :class:`~gamehall_sdk.errors.NotLoggedIn`."""
        if connection.account is None:
            sentence = "log in first"
            raise NotLoggedIn(sentence)
        return connection.account

    # --- sessions ---

    def new_session(self, owner: Connection | None = None) -> int:
        """A session number that is in use nowhere; it belongs to *owner*."""
        while True:
            session = self._random_bits(_SESSION_BITS)
            if session and session not in self._owners:
                break
        if owner is not None:
            self._owners[session] = owner
        return session

    def check_session(self, connection: Connection, session: int) -> None:
        """Raise :class:`~gamehall_sdk.errors.WrongSession` when the session is not this connection's."""
        if session in (0, connection.lobby) or session in connection.tables:
            return
        owner = self._owners.get(session)
        if owner is not None and owner is not connection:
            name = connection.account.name if connection.account else None
            _log.warning("session of another connection used", peer=connection.peer, account=name, owner=owner.peer)
        sentence = f"session {session} is not one of this connection's; join answers tell the session of a table"
        raise WrongSession(sentence)

    def seat(self, connection: Connection, message: Message, gameid: int) -> Seat:
        """The table session that a request is about. Raises :class:`~gamehall_sdk.errors.WrongSession`."""
        self.logged_in(connection)
        seat = connection.tables.get(message.sessionid)
        if seat is None:
            sentence = f"this request needs the session that joining table {gameid} gave"
            raise WrongSession(sentence)
        if gameid not in (0, seat.gameid):
            sentence = f"the session is that of table {seat.gameid}, not of table {gameid}"
            raise WrongSession(sentence)
        return seat

    # --- messages ---

    async def receive(self, connection: Connection, payload: bytes) -> None:
        """Answer one message; a bad one gets one clear error, and the connection lives on."""
        if not connection.house_bot and not connection.may_send(self.timers.now_ms()):
            rate = f"{self.settings.messages_per_s:g} messages a second"
            connection.close(Flood(f"too many messages; at most {rate} in the long run, {self.settings.burst} at once"))
            return
        try:
            message = connection.codec.decode(payload)
        except Refusal as error:
            connection.send(Message(Response(GeneralResponse.refused(error)), connection.lobby))
            return
        try:
            self.check_session(connection, message.sessionid)
            await self._route(connection, message)
        except GamehallError as error:
            self.refuse(connection, message, error)
        except Exception:
            _log.exception("request failed", peer=connection.peer)
            self.refuse(connection, message, ServerFault("the server failed at this request; nothing was changed"))

    def refuse(self, connection: Connection, message: Message, error: GamehallError) -> None:
        """Answer *message* with *error*, in the form of the answer it would have had."""
        session = message.sessionid if message.sessionid in connection.tables else connection.lobby
        connection.send(Message(Response(refusal(message, error)), session))

    async def _route(self, connection: Connection, message: Message) -> None:
        match message.body:
            case Request(GameRequest(_, body)):
                kind: type = GameRequest if body is None else type(body)
            case Request(body):
                kind = type(body)
            case Response(GameResponse(_, body)):
                kind = type(body)
            case Response() | StateUpdate() | Info():
                kind = type(None)
        handler = self._handlers.get(kind)
        if handler is None:
            sentence = "a client sends requests, and responses with its actions; this is a message of a server's"
            raise WrongDirection(sentence)
        await handler(connection, message)
