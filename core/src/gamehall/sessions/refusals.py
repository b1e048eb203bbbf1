"""Which answer says no to which request."""

from __future__ import annotations

from typing import Any, Final

from gamehall_sdk.errors import GamehallError
from gamehall_sdk.wire import (
    Action,
    ActionResponse,
    ChangePassword,
    ChangePasswordResponse,
    CreateAccount,
    CreateAccountResponse,
    CreateGame,
    CreateGameResponse,
    DeleteAccount,
    DeleteAccountResponse,
    DeleteGame,
    DeleteGameResponse,
    EventResponse,
    GameRequest,
    GameResponse,
    GeneralResponse,
    Join,
    JoinResponse,
    Login,
    LoginResponse,
    Logout,
    LogoutResponse,
    Message,
    Part,
    PartResponse,
    Request,
    Response,
)

__all__ = ["refusal"]

_ANSWERS: Final[dict[type, Any]] = {
    CreateAccount: CreateAccountResponse,
    DeleteAccount: DeleteAccountResponse,
    ChangePassword: ChangePasswordResponse,
    Logout: LogoutResponse,
}
_GAME_ANSWERS: Final[dict[type, Any]] = {
    Action: ActionResponse,
    ActionResponse: ActionResponse,
    EventResponse: EventResponse,
    CreateGame: CreateGameResponse,
    DeleteGame: DeleteGameResponse,
    Join: JoinResponse,
    Part: PartResponse,
}


def refusal(message: Message, error: GamehallError) -> Any:
    """The body of the response that refuses *message*; a general one where the schema has none of its own."""
    match message.body:
        case Request(Login(name, _)):
            told = GeneralResponse.refused(error)
            return LoginResponse(success=False, name=name, errorcode=told.errorcode, description=told.description)
        case Request(GameRequest(gameid, body)) | Response(GameResponse(gameid, body)) if type(body) in _GAME_ANSWERS:
            return GameResponse(gameid, _GAME_ANSWERS[type(body)].refused(error))
        case Request(body) if type(body) in _ANSWERS:
            return _ANSWERS[type(body)].refused(error)
        case _:
            return GeneralResponse.refused(error)
