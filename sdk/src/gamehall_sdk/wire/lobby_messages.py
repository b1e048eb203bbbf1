"""The ``lobby`` requests, answers and state updates, and the ``general`` ones."""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeAlias

import attrs

from gamehall_sdk.wire.answers import GenericResponse, GenericStateUpdate
from gamehall_sdk.wire.binding import attribute, element, inline, wrapped
from gamehall_sdk.wire.game_messages import Custom

__all__ = [
    "EVERY_GAME",
    "AdditionalInfo",
    "AvailableGame",
    "AvailableGames",
    "AvailableGamesResponse",
    "Cells",
    "GameDetails",
    "GameDetailsResponse",
    "GameList",
    "GameListResponse",
    "GeneralResponse",
    "GeneralStateUpdate",
    "ListedGame",
    "ListedGames",
    "ListedPlayer",
    "LobbyStateUpdate",
    "LobbyStateUpdateBody",
    "OptionField",
    "UpdatedLobbyState",
]

EVERY_GAME: Final = "com.asdf.games.game"
"""The game type that stands for all of them."""


@attrs.frozen
class GameList:
    """Ask which tables are open: of one game, and one variant, if they are named."""

    __wire_name__: ClassVar[str] = "lobby/gamelist"
    gametype: str = EVERY_GAME
    gamevariant: str | None = None
    hideempty: bool = False
    hidefull: bool = False
    player: str | None = None


@attrs.frozen
class AvailableGames:
    """Ask which games can be played here."""

    __wire_name__: ClassVar[str] = "lobby/availablegames"


@attrs.frozen
class GameDetails:
    """Ask who sits at the table ``gameid``, and what its rules are."""

    __wire_name__: ClassVar[str] = "lobby/gamedetails"
    gameid: int = 0


@attrs.frozen
class Cells:
    """Some payloads that a lobby shows as the cells of a row; there may be none."""

    parameters: tuple[Any, ...] = attrs.field(default=(), metadata=wrapped())


@attrs.frozen
class ListedPlayer:
    """One player of a table, in cells that fit the column names."""

    info: Cells = attrs.field(factory=Cells)


@attrs.frozen
class GameDetailsResponse:
    """The players of a table, and lines that tell its rules."""

    __wire_name__: ClassVar[str] = "lobby/gamedetails"
    columnnames: tuple[str, ...] = attrs.field(default=(), metadata=wrapped("string"))
    players: tuple[ListedPlayer, ...] = attrs.field(default=(), metadata=wrapped("player"))
    rules: tuple[str, ...] = attrs.field(default=(), metadata=wrapped("string"))


@attrs.frozen
class AdditionalInfo:
    """More of a table in a list: free cells, and its players' names."""

    other: Cells = attrs.field(factory=Cells)
    players: tuple[str, ...] = attrs.field(default=(), metadata=wrapped("player"))


@attrs.frozen
class ListedGame:
    """One table in a list; ``players`` counts the seats taken."""

    gameid: int
    players: int = attrs.field(metadata=attribute(bits=32))
    maxplayers: int = attrs.field(metadata=attribute(bits=32))
    name: str
    gametype: str
    gamevariant: str
    additionalinfo: AdditionalInfo | None = None


@attrs.frozen
class ListedGames:
    """The tables found, and what was asked for."""

    requestedgametype: str
    requestedgamevariant: str | None = None
    game: tuple[ListedGame, ...] = ()


@attrs.frozen
class GameListResponse:
    """The open tables; ``columnnames`` are the headings of their free cells."""

    __wire_name__: ClassVar[str] = "lobby/gamelist"
    columnnames: tuple[str, ...] = attrs.field(metadata=wrapped("string"))
    games: ListedGames


@attrs.frozen
class OptionField:
    """One option of a new table, as a form shows it.

    ``kind`` is ``int``, ``float``, ``bool``, ``text`` or ``choice`` (one of ``choices``); ``least`` and ``most``
    bound a number, empty where nothing does.
    """

    name: str
    kind: str
    default: str
    text: str = ""
    least: str = ""
    most: str = ""
    choices: tuple[str, ...] = ()


@attrs.frozen
class AvailableGame:
    """One game that can be played; the three names after ``type`` are what a client loads for it."""

    type: str
    clientgame: str
    creategamepanel: str
    servergame: str
    variants: tuple[str, ...] = attrs.field(default=(), metadata=wrapped("string"))
    options: tuple[OptionField, ...] = attrs.field(default=(), metadata=wrapped("option"))


@attrs.frozen
class AvailableGamesResponse:
    """The games that can be played, at least one."""

    __wire_name__: ClassVar[str] = "lobby/availablegames"
    game: tuple[AvailableGame, ...] = attrs.field(metadata=element(least=1))


@attrs.frozen
class GeneralResponse(GenericResponse):
    """An answer to what could not even be told apart, such as a message that was not understood."""

    __wire_name__: ClassVar[str] = "general"


@attrs.frozen
class UpdatedLobbyState(GenericStateUpdate):
    """The lobby changed: a table was opened or closed, a seat was taken."""


LobbyStateUpdateBody: TypeAlias = UpdatedLobbyState | Custom


@attrs.frozen
class LobbyStateUpdate:
    """News of the lobby."""

    __wire_name__: ClassVar[str] = "lobby"
    body: LobbyStateUpdateBody = attrs.field(metadata=inline())


@attrs.frozen
class GeneralStateUpdate(GenericStateUpdate):
    """News for everybody, such as that the server stops soon."""

    __wire_name__: ClassVar[str] = "general"
