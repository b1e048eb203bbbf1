"""The hall: every connection, and the way of each message to what answers it."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Awaitable, Callable, Mapping
from types import ModuleType, NoneType
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

import anyio
import structlog

from gamehall.accounts.model import Account
from gamehall.accounts.service import Accounts
from gamehall.journal import Journal
from gamehall.ledger import Ledger
from gamehall.lobby.lobby import Lobby
from gamehall.sessions.connection import Connection, Limits
from gamehall.sessions.errands import Work
from gamehall.sessions.gate import Gate
from gamehall.sessions.refusals import refusal
from gamehall.sessions.seat import Seat
from gamehall.settings import Settings
from gamehall.tables.inputs import Connection as Reach
from gamehall.tables.table import Table
from gamehall.timers import Timers
from gamehall.token_buckets import whole_seconds
from gamehall_sdk.errors import (
    AlreadyLoggedIn,
    Flood,
    Forbidden,
    GamehallError,
    LoggedInElsewhere,
    LoginFailed,
    NotLoggedIn,
    NotUnderstood,
    Refusal,
    ServerFault,
    ServerFull,
    ShuttingDown,
    TableClosed,
    TooManyConnections,
    TooManyMessages,
    WrongDirection,
    WrongSession,
)
from gamehall_sdk.extension import MessageExtension
from gamehall_sdk.lobby import Welcome
from gamehall_sdk.table import Ask
from gamehall_sdk.wire import (
    GameRequest,
    GameResponse,
    GeneralResponse,
    Info,
    Message,
    Raw,
    Request,
    Response,
)

__all__ = ["BotSeats", "Hall", "Handler", "QuickHandler", "Rest", "game_request"]

_log = structlog.get_logger(__name__)


class BotSeats(Protocol):
    """What requests ask of the host of the server's own bots."""

    async def seat(self, table: Table, name: str, place: int | None, master: str = "") -> None:
        """Seat the bot *name*, which *master* adds. Raises UnknownBot, BotFailed, and what the table refuses."""

    def master(self, account: int) -> str:
        """Who added the bot with this account; empty for anybody else's."""

    def check(self, name: str, game: str, *, rated: bool) -> None:
        """Raise UnknownBot when no bot *name* plays *game*, Forbidden when it is not admitted to *rated* tables."""

    async def free_account(self, name: str) -> Account:
        """An account for the bot *name* that is in no use."""

    async def take_up(self, table: Table, number: int, name: str) -> None:
        """Start the program of the bot *name*, whose account *number* sits at *table*."""

    async def unseat(self, table: Table, place: int) -> None:
        """Send the bot at *place* away. Raises NotSeated when none of ours sits there."""

    def asked(self, seat: Seat, ask: Ask) -> None:
        """A bot's seat was asked: watch its time."""


class Questions(Protocol):
    """What requests ask of the host of message extensions."""

    def there(self, table: Table) -> tuple[MessageExtension, ...]:
        """Those that answer at *table*, by name."""

    def hears(self, table: Table, payload: Raw) -> bool:
        """Whether *payload* is a question, and no word of the game's."""

    async def ask(self, seat: Seat, payload: Raw) -> None:
        """Have it answered: the session is told later. Raises what refuses it."""


class Desk(Protocol):
    """What requests ask of the lobby's desk."""

    async def answer(self, account: Account, payload: Raw) -> Any:
        """The answer to a command of the lobby. Raises UnknownPayload, BadPayload, and what refuses it."""


Handler = Callable[[Connection, Message], Awaitable[None]]
"""Answers a message."""
Rest = Callable[[], Awaitable[None]]
QuickHandler = Callable[[Connection, Message], Rest | None]
"""Answers a message at once, or gives what remains to be awaited."""
_LONG: Final = 16_384
_MOST_PARTS: Final = 5000
_MARKS: Final = (b"<", b"=", b"{", b",")
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
        begin: Callable[[Work], object],
    ) -> None:
        """A hall with nobody in it; *begin* starts a task."""
        self.begin = begin
        self.settings = settings
        self.accounts = accounts
        self.ledger = ledger
        self.lobby = lobby
        self.journal = journal
        self.timers = timers
        self.version = version
        self.connections: set[Connection] = set()
        self.online: dict[int, Connection] = {}
        self.stopping = False
        self.desk: Desk | None = None
        """What answers the commands of the lobby."""
        self.questions: Questions | None = None
        """The host of message extensions, where the server has them."""
        self.bots: BotSeats | None = None
        """The host of the server's own bots, where it runs any."""
        self._limits = Limits(
            settings.outbound_messages, settings.outbound_bytes, settings.messages_per_s, settings.burst
        )
        self.gate = Gate(settings, timers)
        self._random_bits = random_bits
        self._owners: dict[int, Connection] = {}
        self._locks: WeakValueDictionary[int, anyio.Lock] = WeakValueDictionary()
        self._forgotten = anyio.Event()
        self._handlers: dict[type, QuickHandler] = {}
        self._for_bots: set[type] = set()

    def handle_with(self, handlers: Mapping[type, Handler], *, for_bots: bool = False) -> None:
        """Add the handlers of request bodies, by class; *for_bots*: the server's own bots may ask for these too."""
        self.handle_quickly({kind: _patient(handler) for kind, handler in handlers.items()}, for_bots=for_bots)

    def handle_quickly(self, handlers: Mapping[type, QuickHandler], *, for_bots: bool = False) -> None:
        """The same for handlers that need not wait."""
        self._handlers.update(handlers)
        if for_bots:
            self._for_bots |= handlers.keys()

    @property
    def healthy(self) -> bool:
        """Whether the database answers."""
        return self.journal.healthy

    def turns_away(self, peer: str) -> GamehallError | None:
        """Why a new connection of *peer* is not taken now; the server's own bots do not count among those there are."""
        if self.stopping:
            return ShuttingDown("the server stops; seats and hands are kept, so reconnect in a moment")
        most = self.settings.max_connections
        if len(self.connections) >= most and sum(one.bot_at is None for one in self.connections) >= most:
            return ServerFull(f"the server has {most} connections, which is as many as it takes; try again later")
        try:
            self.gate.check(peer)
        except TooManyConnections as error:
            return error
        return None

    # --- connections ---

    def open(self, codec: ModuleType, peer: str, notice: Callable[[], None] | None = None) -> Connection:
        """A new connection, greeted with the session of its lobby; *notice* as :class:`Connection` has it."""
        lobby = self.new_session()
        connection = Connection(codec, peer, self._limits, lobby, notice, self.gate.enter(peer))
        self.connections.add(connection)
        self.gate.await_word(connection)
        self._owners[lobby] = connection
        connection.send(Message(Info((Welcome(lobby, "gamehall", self.version),)), lobby))
        return connection

    def alone(self, account_id: int) -> anyio.Lock:
        """Held while it changes where an account is connected, or whether it sits somewhere.

        So a login, a join and the close of an older connection of the same account come one after another.
        """
        return self._locks.setdefault(account_id, anyio.Lock())

    async def close(self, connection: Connection) -> None:
        """The connection is gone: its seats are kept for their grace time. Doing it twice does nothing more."""
        connection.close()
        if connection.account is None:
            self._forget(connection)
            return
        async with self.alone(connection.account.id):
            await self.drop(connection)

    async def drop(self, connection: Connection) -> None:
        """What :meth:`close` does, for one who holds the account's lock."""
        if connection.closed:
            return
        with anyio.CancelScope(shield=True):
            await self._leave_tables(connection)
        self._forget(connection)
        account = connection.account
        if account is not None and self.online.get(account.id) is connection:
            del self.online[account.id]

    def end(self, seat: Seat) -> None:
        """End one session at a table."""
        seat.table.leave(seat)
        seat.connection.tables.pop(seat.session, None)
        self._owners.pop(seat.session, None)

    async def away(self, account_id: int, table: Table) -> None:
        """Tell *table* that nobody is connected behind the account's seat, if it has one there and that is so."""
        online = self.online.get(account_id)
        if online is not None and any(seat.table is table for seat in online.tables.values()):
            return
        if table.machine.flow.seat_of(account_id) is not None:
            with contextlib.suppress(TableClosed):
                await table.post(Reach(account_id, up=False))

    async def log_in(self, connection: Connection, account: Account) -> None:
        """Bind *account* to the connection; another connection that has it is closed."""
        if connection.account is not None:
            sentence = f"this connection is logged in as {connection.account.name}; log out first"
            raise AlreadyLoggedIn(sentence)
        async with self.alone(account.id):
            known = await self.accounts.by_id(account.id)
            if known is None or connection.closing:
                sentence = "the account was deleted, or the connection is being closed"
                raise LoginFailed(sentence)
            other = self.online.get(account.id)
            if other is not None:
                other.close(LoggedInElsewhere("your account logged in on another connection, so this one is closed"))
                await self.drop(other)
            connection.account = known
            self.gate.excuse(connection)
            self.online[account.id] = connection

    async def log_out(self, connection: Connection) -> None:
        """Unbind the account; its seats are kept as those of a dropped player."""
        account = self.logged_in(connection)
        async with self.alone(account.id):
            if connection.closed:
                return
            with anyio.CancelScope(shield=True):
                await self._leave_tables(connection)
            self.online.pop(account.id, None)
            connection.account = None
            connection.follows_lobby = False
            self.gate.await_word(connection)

    def logged_in(self, connection: Connection) -> Account:
        """Who the connection is. Raises :class:`~gamehall_sdk.errors.NotLoggedIn`."""
        if connection.account is None:
            sentence = "log in first"
            raise NotLoggedIn(sentence)
        return connection.account

    async def _leave_tables(self, connection: Connection) -> None:
        seats = list(connection.tables.values())
        for seat in seats:
            self.end(seat)
        for seat in seats:
            await self.away(seat.account, seat.table)

    def _forget(self, connection: Connection) -> None:
        if not connection.closed:
            self.gate.leave(connection)
        connection.closed = True
        self.connections.discard(connection)
        self._owners.pop(connection.lobby, None)
        self._forgotten.set()

    async def emptied(self) -> None:
        """Return when there is no connection any more."""
        while self.connections:
            self._forgotten = anyio.Event()
            await self._forgotten.wait()

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
        rest = self.take(connection, payload)
        if rest is not None:
            await rest()

    def take(self, connection: Connection, payload: bytes) -> Rest | None:
        """Like :meth:`receive`, as far as that goes without waiting; gives what remains, to be awaited next."""
        if connection.closing:
            return None
        early_ms = connection.pay(self.timers.now_ms(), len(payload))
        if connection.account is None:
            self.gate.await_word(connection)
        if early_ms:
            self._put_off(connection, payload, early_ms)
            return None
        message: Message | None = None
        try:
            if len(payload) > _LONG:
                _must_be_simple(payload)
            message = connection.codec.decode(payload)
            self.check_session(connection, message.sessionid)
            rest = self._handler(connection, message)(connection, message)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a handler raises, the connection lives on
            self.refuse(connection, message, error)
            return None
        return None if rest is None else functools.partial(self.finish, connection, message, rest)

    def _put_off(self, connection: Connection, payload: bytes, early_ms: int) -> None:
        """Refuse a message that comes too early; close the connection where they do not stop coming."""
        settings = self.settings
        if connection.narrow:
            who, name, rate = "your address", "address_messages_per_s", settings.address_messages_per_s
        else:
            who, name, rate = "one connection", "messages_per_s", settings.messages_per_s
        limit = f"too many messages: {who} may send {rate:g} a second in the long run ({name})"
        if not connection.bears(self.timers.now_ms()):
            _log.warning("flood", peer=connection.peer, limit=name)
            connection.close(Flood(limit))
            return
        message: Message | None = None
        with contextlib.suppress(Exception):
            if len(payload) > _LONG:
                _must_be_simple(payload)
            message = connection.codec.decode(payload)
        sentence = f"{limit}; this one was not carried out, try again in {whole_seconds(early_ms)} s"
        self.refuse(connection, message, TooManyMessages(sentence))

    async def finish(self, connection: Connection, message: Message, rest: Rest) -> None:
        """Do the *rest* of answering *message*; whatever it raises is a refusal."""
        try:
            await rest()
        except (Exception, SystemExit) as error:  # noqa: BLE001  # as above
            self.refuse(connection, message, error)

    def refuse(self, connection: Connection, message: Message | None, error: BaseException) -> None:
        """Answer *message* with *error*, in the form of the answer it would have had; in a general one for ``None``.

        An error that is no refusal is ours: it is logged, and the client is told no more than that.
        """
        if not isinstance(error, Refusal):
            _log.error("request failed", peer=connection.peer, exc_info=error)
            error = ServerFault("the server failed at this request; the operator's log tells more")
        if message is None:
            connection.send(Message(Response(GeneralResponse.refused(error)), connection.lobby))
            return
        session = message.sessionid if message.sessionid in connection.tables else connection.lobby
        connection.send(Message(Response(refusal(message, error)), session))

    def _handler(self, connection: Connection, message: Message) -> QuickHandler:
        """What answers *message*. Raises WrongDirection, Forbidden."""
        outer = message.body
        kind: type = NoneType
        if isinstance(outer, Request | Response):
            body = outer.body
            if isinstance(body, GameRequest | GameResponse):
                kind = type(body.body)
                if kind is NoneType and isinstance(body, GameRequest):
                    kind = GameRequest
            elif isinstance(outer, Request):
                kind = type(body)
        handler = self._handlers.get(kind)
        if handler is None:
            sentence = "a client sends requests, and responses with its actions; this is a message of a server's"
            raise WrongDirection(sentence)
        if connection.bot_at is not None and kind not in self._for_bots:
            sentence = "a bot of the server's own plays at its table, and does nothing else"
            raise Forbidden(sentence)
        return handler


def _must_be_simple(payload: bytes) -> None:
    """Raise NotUnderstood for a message of so many parts that to read it would keep everybody waiting."""
    parts = sum(map(payload.count, _MARKS))
    if parts > _MOST_PARTS:
        sentence = f"the message has about {parts} elements and attributes; at most {_MOST_PARTS} are read"
        raise NotUnderstood(sentence)


def _patient(handler: Handler) -> QuickHandler:
    """A handler that does all of its work later."""
    return lambda connection, message: functools.partial(handler, connection, message)


def game_request(message: Message) -> tuple[int, Any]:
    """The table number and the body of a request about a table, or of a response that carries an action."""
    outer = message.body
    if isinstance(outer, Request | Response) and isinstance(outer.body, GameRequest | GameResponse):
        return outer.body.gameid, outer.body.body
    sentence = "the routing brings game messages only"
    raise AssertionError(sentence)
