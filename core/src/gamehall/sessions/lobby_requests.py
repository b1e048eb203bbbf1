"""Requests in the lobby: which games, which tables, who sits there; opening and closing tables; and the news."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import attrs

from gamehall.accounts.model import Account, AccountType
from gamehall.accounts.names import MAX_OLD_CHARS
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall, Handler
from gamehall.tables.inputs import Close
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_sdk.errors import BadOption, Forbidden, TableNotEmpty, TooManyTables, UnknownGame
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.game import Game
from gamehall_sdk.lobby import GameChanged, GameCreated, GameRemoved
from gamehall_sdk.options import describe
from gamehall_sdk.wire import (
    EVERY_GAME,
    AdditionalInfo,
    AvailableGame,
    AvailableGames,
    AvailableGamesResponse,
    Cells,
    CreateGame,
    CreateGameResponse,
    DeleteGame,
    DeleteGameResponse,
    GameDetails,
    GameDetailsResponse,
    GameList,
    GameListResponse,
    GameRequest,
    GameResponse,
    ListedGame,
    ListedGames,
    ListedPlayer,
    LobbyStateUpdate,
    Message,
    OptionField,
    Raw,
    Request,
    Response,
    StateUpdate,
    UpdatedLobbyState,
)

__all__ = ["LobbyNews", "handlers", "texts"]

_COLUMNS: Final = ("Phase", "Bots", "Spectators", "Private", "Rated")
_SEAT_COLUMNS: Final = ("Seat", "Name", "Kind", "Stack")
_FLUSH_MS: Final = 200
_OURS: Final = ("tournament",)
"""Options of a table that nobody chooses."""

T = TypeVar("T")


def texts(parameters: tuple[Any, ...]) -> dict[str, str]:
    """Options out of payloads that are texts, ``<seat>1</seat>``. Raises BadOption for any other, or one twice."""
    found: dict[str, str] = {}
    for raw in parameters:
        text = raw.text()
        if text is None:
            sentence = f"parameter {raw.name!r} must be a plain text"
            raise BadOption(sentence)
        if raw.name in found:
            sentence = f"parameter {raw.name!r} is there twice"
            raise BadOption(sentence)
        found[raw.name] = text
    return found


def handlers(hall: Hall) -> dict[type, Handler]:
    """What answers the requests of the lobby."""

    def answer(connection: Connection, response: Any) -> None:
        connection.send(Message(Response(response), connection.lobby))

    async def available(connection: Connection, message: Message) -> None:  # noqa: ARG001  # a handler's
        games = tuple(_available(game) for _, game in sorted(hall.lobby.games.items()))
        if not games:
            sentence = "no game is installed on this server; an operator adds one with `gamehall install PACKAGE`"
            raise UnknownGame(sentence)
        answer(connection, AvailableGamesResponse(games))

    async def listing(connection: Connection, message: Message) -> None:
        wanted = _body(message, GameList)
        hall.logged_in(connection)
        game = None if wanted.gametype == EVERY_GAME else wanted.gametype
        tables = hall.lobby.listing(game, wanted.gamevariant)
        connection.follows_lobby = True

        # A longer part of a name is in no name.
        player = None if wanted.player is None else wanted.player[: MAX_OLD_CHARS + 1].casefold()

        def show(table: Table) -> ListedGame | None:
            return _listed(table, private=hall.lobby.is_private(table)) if _fits(table, wanted, player) else None

        rows = tuple(row for row in _each(tables, show) if row is not None)
        answer(connection, GameListResponse(_COLUMNS, ListedGames(wanted.gametype, wanted.gamevariant, rows)))

    async def details(connection: Connection, message: Message) -> None:
        wanted = _body(message, GameDetails)
        hall.logged_in(connection)
        answer(connection, _details(hall.lobby.table(wanted.gameid)))

    async def create(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        if account.kind is AccountType.OBSERVER:
            sentence = "an observer's account watches; it opens no tables"
            raise Forbidden(sentence)
        _must_be_room(hall, account)
        wanted = _game_body(message, CreateGame)
        table = await hall.lobby.create(wanted.gametype, wanted.name, _chosen(wanted.parameters), account.id)
        number = table.config.id
        answer(connection, GameResponse(number, CreateGameResponse(success=True, gameid=number)))

    async def delete(connection: Connection, message: Message) -> None:
        account = hall.logged_in(connection)
        assert isinstance(message.body, Request)  # noqa: S101  # the routing saw to it
        request = message.body.body
        assert isinstance(request, GameRequest)  # noqa: S101  # as above
        table = hall.lobby.table(request.gameid)
        _must_be_allowed_to_close(account, table)
        await table.submit(Close(f"closed by {account.name}"))
        answer(connection, GameResponse(request.gameid, DeleteGameResponse(success=True)))

    return {
        AvailableGames: available,
        GameList: listing,
        GameDetails: details,
        CreateGame: create,
        DeleteGame: delete,
    }


def _chosen(parameters: tuple[Any, ...]) -> dict[str, str]:
    options = texts(parameters)
    if any(name.lower() in _OURS for name in options):
        sentence = "a table of a tournament is opened by the tournament"
        raise BadOption(sentence)
    return options


def _must_be_room(hall: Hall, account: Account) -> None:
    """Raise TooManyTables when *account*, or everybody together, has as many tables as may be open."""
    tables, settings = hall.lobby.tables, hall.settings
    if len(tables) >= settings.max_tables:
        sentence = f"the server has {settings.max_tables} tables, which is as many as it opens (max_tables)"
        raise TooManyTables(sentence)
    own = sum(table.config.creator == account.id for table in tables.values())
    if own >= settings.max_tables_per_account and account.kind is not AccountType.ADMIN:
        most = settings.max_tables_per_account
        sentence = f"you have {most} open tables, as many as one account may have (max_tables_per_account); close one"
        raise TooManyTables(sentence)


def _must_be_allowed_to_close(account: Account, table: Table) -> None:
    if account.id != table.config.creator and account.kind is not AccountType.ADMIN:
        sentence = "only its creator or an admin closes a table"
        raise Forbidden(sentence)
    if table.machine.flow.seats() and account.kind is not AccountType.ADMIN:
        sentence = f"{len(table.machine.flow.seats())} players sit at the table; it is closed when they have left"
        raise TableNotEmpty(sentence)
    if table.options.tournament:
        sentence = f"tournament {table.options.tournament} closes its tables; it can be cancelled as a whole"
        raise Forbidden(sentence)


class LobbyNews:
    """Tells those who look at the list what changes in it; many changes of one table within a moment are one."""

    def __init__(self, hall: Hall) -> None:
        """News for those in *hall*."""
        self._hall = hall
        self._changed: dict[int, Table] = {}
        self._known: dict[int, tuple[int, str]] = {}
        self._armed = False

    def know(self, tables: Iterable[Table]) -> None:
        """These tables are no news: they were there before this server started."""
        for table in tables:
            self._known[table.config.id] = _state(table)

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`."""
        number = table.config.id
        if outcome.closed or self._known.get(number) != _state(table):
            self._changed[number] = table
            if not self._armed:
                self._armed = True
                timers = self._hall.timers
                timers.call_at(timers.now_ms() + _FLUSH_MS, self._flush)

    def _flush(self) -> None:
        self._armed = False
        changed, self._changed = self._changed, {}
        news = _each([table for _, table in sorted(changed.items())], self._news)
        if not news:
            return
        for connection in self._hall.connections:
            if connection.follows_lobby:
                body = UpdatedLobbyState(parameters=tuple(news))
                connection.send(Message(StateUpdate(LobbyStateUpdate(body)), connection.lobby))

    def _news(self, table: Table) -> GameCreated | GameChanged | GameRemoved:
        flow, config = table.machine.flow, table.config
        number = config.id
        if table.closed:
            self._known.pop(number, None)
            return GameRemoved(number)
        players, phase = _state(table)
        fresh = number not in self._known
        self._known[number] = (players, phase)
        if fresh:
            private = self._hall.lobby.is_private(table)
            return GameCreated(
                number, config.name, config.game, config.variant, players, flow.size, private, config.rated
            )
        return GameChanged(number, players, phase)


def _each(tables: Iterable[Table], show: Callable[[Table], T]) -> list[T]:
    """What *show* gives of each; a table whose game cannot say how it stands is frozen, and is left out."""
    shown = []
    for table in tables:
        try:
            shown.append(show(table))
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a flow may fail with anything; others are shown
            table.fail(error)
    return shown


def _state(table: Table) -> tuple[int, str]:
    return len(table.machine.places), _phase(table)


def _phase(table: Table) -> str:
    """The phase as a list shows it: a pause is none, but whoever looks for a table wants to know."""
    return "paused" if table.machine.flow.paused else str(table.machine.flow.phase)


def _body(message: Message, kind: type[Any]) -> Any:
    assert isinstance(message.body, Request)  # noqa: S101  # the routing saw to it
    assert isinstance(message.body.body, kind)  # noqa: S101  # as above
    return message.body.body


def _game_body(message: Message, kind: type[Any]) -> Any:
    request = _body(message, GameRequest)
    assert isinstance(request.body, kind)  # noqa: S101  # as above
    return request.body


def _available(game: Game) -> AvailableGame:
    ours = [
        attrs.evolve(one, default=game.table_defaults.get(one.name, one.default))
        for one in describe(TableOptions)
        if one.name not in _OURS
    ]
    forms: tuple[OptionField, ...] = (*describe(game.options), *ours)
    return AvailableGame(
        type=game.name,
        clientgame=game.name,
        creategamepanel=game.name,
        servergame=game.name,
        variants=tuple(variant.name for variant in game.variants) or (game.name,),
        options=forms,
    )


def _fits(table: Table, wanted: GameList, player: str | None) -> bool:
    seats = table.machine.flow.seats()
    if wanted.hideempty and not seats:
        return False
    if wanted.hidefull and len(seats) >= table.machine.flow.size:
        return False
    return player is None or any(player in seat.name.casefold() for seat in seats)


def _listed(table: Table, *, private: bool) -> ListedGame:
    flow, config = table.machine.flow, table.config
    seats = flow.seats()
    cells = Cells(
        (
            Raw("phase", _phase(table)),
            Raw("bots", str(sum(seat.kind == "bot" for seat in seats))),
            Raw("spectators", str(table.spectators)),
            Raw("private", str(private).lower()),
            Raw("rated", str(config.rated).lower()),
        )
    )
    info = AdditionalInfo(cells, tuple(seat.name for seat in seats))
    return ListedGame(config.id, len(seats), flow.size, config.name, config.game, config.variant, info)


def _details(table: Table) -> GameDetailsResponse:
    rows = tuple(
        ListedPlayer(
            Cells(
                (
                    Raw("seat", str(seat.seat)),
                    Raw("name", seat.name),
                    Raw("kind", str(seat.kind)),
                    Raw("stack", str(seat.stack)),
                )
            )
        )
        for seat in table.machine.flow.seats()
    )
    options = (f"{name} = {text}" for name, text in table.config.options.items())
    return GameDetailsResponse(_SEAT_COLUMNS, rows, (*table.game.rules, *options))
