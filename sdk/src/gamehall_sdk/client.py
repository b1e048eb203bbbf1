"""A client of a server: what bots, tests and the command line use to play.

>>> async with connect("tcp://127.0.0.1:7001", games) as client:      # doctest: +SKIP
...     await client.log_in("alice", "secret")
...     table = await client.join(7, seat=1, buy_in=100)
...     async for news in table:
...         if isinstance(news, Ask):
...             await table.act(news.actions[0], news.turn)

A refusal is raised as the error that its code stands for, so ``except SeatTaken`` works on this side too.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

import anyio
import anyio.abc

from gamehall_sdk.errors import (
    ForbiddenMarkup,
    GamehallError,
    SchemaViolation,
    TableClosed,
    UnknownPayload,
    by_code,
)
from gamehall_sdk.game import Game
from gamehall_sdk.lobby import LOBBY, Entered, Welcome
from gamehall_sdk.table import PLATFORM, Closed, SeatsSwapped
from gamehall_sdk.transport import Disconnected, Transport, open_transport
from gamehall_sdk.wire import (
    EVERY_GAME,
    Action,
    ActionResponse,
    AvailableGame,
    AvailableGames,
    AvailableGamesResponse,
    ChangePassword,
    ChangePasswordResponse,
    Chat,
    CreateAccount,
    CreateAccountResponse,
    CreateGame,
    CreateGameResponse,
    Custom,
    DeleteAccount,
    DeleteAccountResponse,
    DeleteGame,
    DeleteGameResponse,
    GameDetails,
    GameDetailsResponse,
    GameList,
    GameListResponse,
    GameRequest,
    GameResponse,
    GameStateUpdate,
    GeneralResponse,
    GeneralStateUpdate,
    Info,
    Join,
    JoinResponse,
    ListedGame,
    LobbyStateUpdate,
    Login,
    LoginResponse,
    Logout,
    LogoutResponse,
    Message,
    Part,
    PartResponse,
    Raw,
    Request,
    Response,
    StateUpdate,
    UpdatedGameState,
    Voice,
)

__all__ = ["Client", "TableSession", "connect", "over"]

_NEWS_KEPT: Final = 10_000
_WITHOUT_REFUSAL: Final = (AvailableGamesResponse, GameDetailsResponse, GameListResponse, Custom)
"""Answers that cannot say no; a general response does it for them."""
_UNREAD: Final = (SchemaViolation.code, ForbiddenMarkup.code)
"""What a server says of a message of which it could not see what it asked for."""


class TableSession:
    """One table joined: iterate over its news. News are payload objects; what no known class fits stays a Raw.

    The first is the :class:`~gamehall_sdk.table.Snapshot`, then events as they happen,
    :class:`~gamehall_sdk.table.Ask` when the own seat is to act, and chat and voice as wire objects.
    """

    def __init__(self, client: Client, gameid: int, entered: Entered, game: Game | None) -> None:
        """Made by :meth:`Client.join`."""
        self.client = client
        self.gameid = gameid
        self.session = entered.session
        self.seat = entered.seat
        self.game = game
        self.payloads = PLATFORM if game is None else game.table_payloads
        self._news: deque[Any] = deque()
        self._wake = anyio.Event()
        self._over = False

    def __aiter__(self) -> AsyncIterator[Any]:
        """The news, until the table is left or the connection ends."""
        return self

    async def __anext__(self) -> Any:
        """The next piece of news."""
        while not self._news:
            if self._over:
                raise StopAsyncIteration
            self._wake = anyio.Event()
            await self._wake.wait()
        return self._news.popleft()

    async def act(self, action: Any, turn: int | None = None) -> None:
        """Answer a turn. Raises IllegalAction, OutOfTurn, StaleTurn, NoRound and others."""
        await self._request(Action(self._with_turn(action, turn)), ActionResponse)

    async def respond(self, action: Any, turn: int | None = None) -> None:
        """Answer a turn without waiting for a word on it, as the seed's clients do."""
        body = ActionResponse(success=True, parameters=self._with_turn(action, turn))
        await self.client.transport.send(Message(Response(GameResponse(self.gameid, body)), self.session))

    async def command(self, command: Any) -> None:
        """Give a command: one of the platform's (Ready, SitOut, AddBot …) or a payload of the game's own.

        A question to a message extension (AskAdvice) is given in the same way; its answer is a piece of news.
        """
        await self._request(Custom(command), Custom)

    async def say(self, line: str) -> None:
        """Chat. A refusal arrives as a piece of news."""
        await self._send(Chat(line, self.client.name))

    async def speak(self, clip: str) -> None:
        """Send a voice clip (base64)."""
        await self._send(Voice(clip))

    async def leave(self) -> None:
        """Leave the table: at once, or after the round that is being played."""
        await self._request(Part(), PartResponse)
        self.end()

    def end(self) -> None:
        """No more news will come."""
        self._over = True
        self.client.tables.pop(self.session, None)
        self._wake.set()

    def put(self, news: Any) -> None:
        """Add a piece of news."""
        self._news.append(news)
        self._wake.set()

    def load(self, payload: Any) -> Any:
        """The object behind a payload; a Raw stays what it is where its class is not known here."""
        try:
            return self.payloads.load(payload)
        except UnknownPayload:
            return payload

    def _with_turn(self, action: Any, turn: int | None) -> tuple[Any, ...]:
        return (action,) if turn is None else (Raw("turn", str(turn)), action)

    async def _send(self, body: Any) -> None:
        await self.client.transport.send(Message(Request(GameRequest(self.gameid, body)), self.session))

    async def _request(self, body: Any, answer: type) -> Any:
        return await self.client.ask(
            Message(Request(GameRequest(self.gameid, body)), self.session), answer, self.gameid
        )


class Client:
    """A connection to a server; made by :func:`connect`."""

    def __init__(self, transport: Transport, games: Mapping[str, Game]) -> None:
        """Over a connected *transport*; *games* are those whose payloads are understood."""
        self.transport = transport
        self.games = games
        self.name = ""
        self.balance = 0
        self.kind = 0
        """The account's type: 1 player, 2 bot, 3 observer, 4 admin; 0 before the login."""
        self.lobby = 0
        """The session of the lobby."""
        self.tables: dict[int, TableSession] = {}
        """By session."""
        self.news: deque[Any] = deque(maxlen=_NEWS_KEPT)
        """What the lobby and the server told, oldest first."""
        self.lost: Disconnected | None = None
        self.parting: GamehallError | None = None
        """What the server said before it closed the connection."""
        self._waiting: deque[tuple[type, int | None, anyio.Event, list[Any], int]] = deque()
        self._welcome = anyio.Event()
        self._heard = anyio.Event()

    # --- accounts ---

    async def create_account(self, name: str, password: str, kind: int = 1) -> None:
        """Make an account: 1 player, 2 bot. Raises NameTaken, BadName and others."""
        await self._lobby(CreateAccount(name, password, kind), CreateAccountResponse)

    async def delete_account(self, name: str, password: str) -> None:
        """Delete an account. Raises LoginFailed, AccountBusy."""
        await self._lobby(DeleteAccount(name, password), DeleteAccountResponse)

    async def change_password(self, name: str, old: str, new: str) -> None:
        """Change a password. Raises LoginFailed, BadPassword."""
        await self._lobby(ChangePassword(name, old, new), ChangePasswordResponse)

    async def log_in(self, name: str, password: str) -> None:
        """Log this connection in. Raises LoginFailed, AlreadyLoggedIn, TooManyAttempts."""
        answer = await self._lobby(Login(name, password), LoginResponse)
        self.name = answer.name
        self.kind = int(answer.type)
        self.balance = int(answer.balance or 0)

    async def log_out(self) -> None:
        """Log out; seats are kept for their grace time."""
        await self._lobby(Logout(), LogoutResponse)
        for table in list(self.tables.values()):
            table.end()
        self.name = ""

    # --- lobby ---

    async def available(self) -> tuple[AvailableGame, ...]:
        """The games that can be played here, each with the form of its options."""
        answer = await self._lobby(AvailableGames(), AvailableGamesResponse)
        games: tuple[AvailableGame, ...] = answer.game
        return games

    async def listing(
        self, game: str = EVERY_GAME, variant: str | None = None, **filters: Any
    ) -> tuple[ListedGame, ...]:
        """The open tables; *filters*: ``hideempty``, ``hidefull``, ``player``. Changes of it are told from then on."""
        answer = await self._lobby(GameList(game, variant, **filters), GameListResponse)
        rows: tuple[ListedGame, ...] = answer.games.game
        return rows

    async def details(self, gameid: int) -> GameDetailsResponse:
        """Who sits at a table, and its rules and options."""
        answer: GameDetailsResponse = await self._lobby(GameDetails(gameid), GameDetailsResponse)
        return answer

    async def create(self, game: str, name: str, options: Mapping[str, Any] | None = None) -> int:
        """Open a table and return its number. Raises UnknownGame, BadOption, BadName."""
        payloads = tuple(Raw(key, str(value)) for key, value in (options or {}).items())
        answer = await self._game(CreateGame(game, name, payloads), CreateGameResponse, None)
        return int(answer.body.gameid)

    async def delete(self, gameid: int) -> None:
        """Close a table. Raises Forbidden, TableNotEmpty."""
        await self._game(DeleteGame(), DeleteGameResponse, gameid)

    async def join(
        self,
        gameid: int,
        *,
        seat: int | None = None,
        buy_in: int | Literal["least", "most"] = 0,
        password: str = "",
        watch: bool = False,
        views: bool = False,
        hands: bool = False,
        says_ready: bool = False,
        ticks: float = 0.0,
        transcript: bool = False,
    ) -> TableSession:
        """Take a seat (or come back to one's own), or watch; *views* asks for the view with each question.

        *buy_in* may be a number of chips, or ``"least"`` or ``"most"``: of what the table takes and the account has.
        With these words, whoever still has chips in a seat comes back to it; a number adds chips to one's own seat.
        An observer's account that watches may ask for all *hands*; a bot that *says_ready* is not ready before it does.
        Every *ticks* seconds (0: never) a :class:`~gamehall_sdk.table.Ticked` says what the open turns still have; a
        *transcript* tells in words what happened.
        Raises TableFull, SeatTaken, BadBuyIn, InsufficientFunds, WrongTablePassword, SpectatorsForbidden …
        """
        words = {"seat": seat, "buyin": buy_in or None, "password": password or None, "ticks": ticks or None}
        payloads = [Raw(key, str(value)) for key, value in words.items() if value is not None]
        switches = {"watch": watch, "views": views, "hands": hands, "transcript": transcript}
        payloads += [Raw(key, "") for key, wanted in switches.items() if wanted]
        payloads += [Raw("ready", "ask")] if says_ready else []
        answer = await self._game(Join(tuple(payloads)), JoinResponse, gameid)
        entered = _entered(answer.body)
        if entered is None or entered.session not in self.tables:
            sentence = "the connection was lost, or the table was left, while it was joined"
            raise self.parting or self.lost or TableClosed(sentence)
        return self.tables[entered.session]

    async def command(self, command: Any) -> Any:
        """Give a command of the lobby (ListBots, DescribeTable …); its answer."""
        answer = await self._game(Custom(command), Custom, 0)
        return _loaded(answer.body.payload)

    async def heard(self) -> None:
        """Return when something was told that is no answer, since this was called last or since the beginning.

        So nothing is missed by who looks, finds it as it was, and calls this.
        """
        event = self._heard
        await event.wait()
        if self._heard is event:
            self._heard = anyio.Event()

    # --- inside ---

    async def ask(self, message: Message, answer: type, gameid: int | None = None) -> Any:
        """Send *message* and return the body of the response of the class *answer*; raise what it refuses with."""
        if self.lost is not None:
            raise self.parting or self.lost
        done = anyio.Event()
        found: list[Any] = []
        waiting = (answer, gameid, done, found, message.sessionid)
        self._waiting.append(waiting)
        try:
            await self.transport.send(message)
            await done.wait()
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
        if isinstance(found[0], GamehallError):
            raise found[0]
        body = found[0]
        inner = body.body if isinstance(body, GameResponse) else body
        if getattr(inner, "success", True) is False:
            refused: Any = inner
            raise by_code(refused.errorcode or 0)(refused.description or "refused")
        return body

    async def _lobby(self, body: Any, answer: type) -> Any:
        return await self.ask(Message(Request(body), self.lobby), answer)

    async def _game(self, body: Any, answer: type, gameid: int | None) -> Any:
        return await self.ask(Message(Request(GameRequest(gameid or 0, body)), self.lobby), answer, gameid)

    async def read(self, *, task_status: anyio.abc.TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Take what the server sends, until the connection ends; ready when the server has greeted."""
        try:
            while True:
                self._take(await self.transport.receive())
                if self.lobby:
                    task_status.started()
                    break
            while True:
                self._take(await self.transport.receive())
        except Disconnected as error:
            self.lost = error
            for table in list(self.tables.values()):
                table.end()
            for _, _, done, found, _ in self._waiting:
                found.append(self.parting or error)
                done.set()
            self._waiting.clear()
            self._tell(self.parting or error)
            if not self.lobby:
                raise self.parting or error from None

    def _take(self, message: Message) -> None:
        match message.body:
            case Response(body):
                self._answered(body, message.sessionid)
            case StateUpdate(GameStateUpdate(_, body)):
                self._table_news(message.sessionid, body)
            case Request(GameRequest(_, Action(parameters))):
                self._table_payloads(message.sessionid, parameters)
            case StateUpdate(LobbyStateUpdate(body)):
                for payload in getattr(body, "parameters", ()):
                    self._tell(_loaded(payload))
            case StateUpdate(GeneralStateUpdate() as body):
                if not body.success:
                    self.parting = by_code(body.errorcode or 0)(body.description or "")
                self._tell(body)
            case Info(parameters):
                for payload in parameters:
                    one = _loaded(payload)
                    if isinstance(one, Welcome):
                        self.lobby = one.session
                    self._tell(one)

    def _tell(self, news: Any) -> None:
        self.news.append(news)
        self._heard.set()

    def _answered(self, body: Any, session: int) -> None:
        gameid = body.gameid if isinstance(body, GameResponse) else None
        kind = type(body.body if isinstance(body, GameResponse) else body)
        # While a bot starts at a table, what is asked in other sessions is answered before.
        for waiting in sorted(self._waiting, key=lambda one: kind is GeneralResponse and one[4] != session):
            answer, wanted, done, found, _ = waiting
            # What the server could not read at all was the oldest request.
            general = kind is GeneralResponse and (answer in _WITHOUT_REFUSAL or body.errorcode in _UNREAD)
            if general or (kind is answer and wanted in (None, gameid)):
                self._waiting.remove(waiting)
                self._enter(body)
                found.append(by_code(body.errorcode or 0)(body.description or "") if general else body)
                done.set()
                return
        self._tell(body)

    def _enter(self, body: Any) -> None:
        """Open the session that a join gave, before anything of the table arrives."""
        if not isinstance(body, GameResponse) or not isinstance(body.body, JoinResponse):
            return
        entered = _entered(body.body)
        if entered is None:
            return
        for older in [one for one in self.tables.values() if one.gameid == body.gameid]:
            older.end()
        self.tables[entered.session] = TableSession(self, body.gameid, entered, self.games.get(entered.game))

    def _table_news(self, session: int, body: Any) -> None:
        table = self.tables.get(session)
        if table is None:
            return
        if isinstance(body, UpdatedGameState):
            self._table_payloads(session, body.parameters)
        elif isinstance(body, Custom):
            self._table_payloads(session, (body.payload,))
        else:
            table.put(body)

    def _table_payloads(self, session: int, parameters: tuple[Any, ...]) -> None:
        table = self.tables.get(session)
        if table is not None:
            for payload in parameters:
                news = table.load(payload)
                if isinstance(news, SeatsSwapped) and table.seat in (news.first, news.second):
                    table.seat = news.second if table.seat == news.first else news.first
                table.put(news)
                if isinstance(news, Closed):
                    table.end()


def _loaded(payload: Any) -> Any:
    """The object behind a payload of the lobby; a newer server may say what is not known here."""
    try:
        return LOBBY.load(payload)
    except UnknownPayload:
        return payload


def _entered(body: JoinResponse) -> Entered | None:
    return next((one for one in map(_loaded, body.parameters) if isinstance(one, Entered)), None)


@asynccontextmanager
async def connect(
    url: str, games: Mapping[str, Game] | None = None, tls_ca: str | os.PathLike[str] | None = None
) -> AsyncIterator[Client]:
    """Connect to ``tcp://host:port`` or ``ws://host:port``; the connection is closed at the end of the block.

    With TLS these are ``tls://`` and ``wss://``; *tls_ca* is a file with the certificates to trust, where it is not
    those that the system trusts.

    Raises :class:`~gamehall_sdk.transport.BadAddress`; :class:`~gamehall_sdk.transport.Disconnected` when nothing
    answers, or nobody that can be trusted; and what the server turns the connection away with (ServerFull,
    ShuttingDown).
    """
    transport = await open_transport(url, tls_ca)
    async with over(transport, games or {}) as client:
        yield client


@asynccontextmanager
async def over(transport: Transport, games: Mapping[str, Game]) -> AsyncIterator[Client]:
    """A client over a transport that is connected."""
    client = Client(transport, games)
    try:
        async with anyio.create_task_group() as group:
            await group.start(client.read)
            try:
                yield client
            finally:
                group.cancel_scope.cancel()
    except BaseExceptionGroup as errors:
        if len(errors.exceptions) > 1:
            raise
        raise errors.exceptions[0] from errors.exceptions[0].__cause__
    finally:
        await transport.close()
