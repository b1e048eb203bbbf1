"""A message: in which direction it goes, and on which session.

``Message(Request(Login("alice", "secret")), sessionid=12)``; and at the other end
``case Request(GameRequest(gameid, Join(parameters)))``. The elements of the schema that only group
(``accountmanagement``, ``authentication``, and ``lobby`` in requests and responses) have no class: a body
knows where it belongs.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs

from gamehall_sdk.wire.account_messages import (
    ChangePassword,
    ChangePasswordResponse,
    CreateAccount,
    CreateAccountResponse,
    DeleteAccount,
    DeleteAccountResponse,
    Login,
    LoginResponse,
    Logout,
    LogoutResponse,
)
from gamehall_sdk.wire.binding import attribute, inline, wrapped
from gamehall_sdk.wire.game_messages import GameRequest, GameResponse, GameStateUpdate
from gamehall_sdk.wire.lobby_messages import (
    AvailableGames,
    AvailableGamesResponse,
    GameDetails,
    GameDetailsResponse,
    GameList,
    GameListResponse,
    GeneralResponse,
    GeneralStateUpdate,
    LobbyStateUpdate,
)

__all__ = [
    "Info",
    "Message",
    "MessageBody",
    "Request",
    "RequestBody",
    "Response",
    "ResponseBody",
    "StateUpdate",
    "StateUpdateBody",
]

RequestBody: TypeAlias = (
    CreateAccount
    | DeleteAccount
    | ChangePassword
    | Login
    | Logout
    | GameRequest
    | GameList
    | AvailableGames
    | GameDetails
)
ResponseBody: TypeAlias = (
    CreateAccountResponse
    | DeleteAccountResponse
    | ChangePasswordResponse
    | LoginResponse
    | LogoutResponse
    | GameResponse
    | GameDetailsResponse
    | GameListResponse
    | AvailableGamesResponse
    | GeneralResponse
)
StateUpdateBody: TypeAlias = GameStateUpdate | LobbyStateUpdate | GeneralStateUpdate


@attrs.frozen
class Request:
    """Somebody asks for something; mostly a client, but a server may ask a player for an action."""

    body: RequestBody = attrs.field(metadata=inline())


@attrs.frozen
class Response:
    """An answer to a request."""

    body: ResponseBody = attrs.field(metadata=inline())


@attrs.frozen
class StateUpdate:
    """News that nobody asked for; only a server sends it."""

    body: StateUpdateBody = attrs.field(metadata=inline())


@attrs.frozen
class Info:
    """Something worth knowing, in at least one payload."""

    parameters: tuple[Any, ...] = attrs.field(metadata=wrapped(least=1))


MessageBody: TypeAlias = Request | Response | StateUpdate | Info


@attrs.frozen
class Message:
    """What one frame carries. ``sessionid`` 0 means that there is no session yet."""

    body: MessageBody = attrs.field(metadata=inline())
    sessionid: int = attrs.field(default=0, metadata=attribute(always=True))
