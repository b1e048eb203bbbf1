"""What travels: frames, messages and payloads, as XML and as JSON.

>>> from gamehall_sdk.wire import Login, Message, Request, frame, json, xml
>>> message = Message(Request(Login("alice", "secret")), sessionid=12)
>>> json.encode(message)
b'{"request":{"authentication":{"login":{"accountname":"alice","password":"secret"}}},"sessionid":12}'
>>> xml.decode(frame(xml.encode(message))[4:]) == message
True
>>> json.decode(json.encode(message)) == message
True

Nothing in this package does any I/O.
"""

from gamehall_sdk.wire import json, xml
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
from gamehall_sdk.wire.answers import (
    GenericResponse,
    GenericStateUpdate,
)
from gamehall_sdk.wire.binding import (
    attribute,
    element,
    inline,
    text,
    wrapped,
)
from gamehall_sdk.wire.envelope import Envelope
from gamehall_sdk.wire.framing import (
    MAX_FRAME_BYTES,
    FrameReader,
    frame,
    frames,
)
from gamehall_sdk.wire.game_messages import (
    Action,
    ActionResponse,
    Chat,
    CreateGame,
    CreateGameResponse,
    Custom,
    DeleteGame,
    DeleteGameResponse,
    EventResponse,
    GameRequest,
    GameRequestBody,
    GameResponse,
    GameResponseBody,
    GameStateUpdate,
    GameStateUpdateBody,
    Join,
    JoinResponse,
    Part,
    PartResponse,
    UpdatedGameState,
    Voice,
)
from gamehall_sdk.wire.lobby_messages import (
    EVERY_GAME,
    AdditionalInfo,
    AvailableGame,
    AvailableGames,
    AvailableGamesResponse,
    Cells,
    GameDetails,
    GameDetailsResponse,
    GameList,
    GameListResponse,
    GeneralResponse,
    GeneralStateUpdate,
    ListedGame,
    ListedGames,
    ListedPlayer,
    LobbyStateUpdate,
    LobbyStateUpdateBody,
    OptionField,
    UpdatedLobbyState,
)
from gamehall_sdk.wire.messages import (
    Info,
    Message,
    MessageBody,
    Request,
    RequestBody,
    Response,
    ResponseBody,
    StateUpdate,
    StateUpdateBody,
)
from gamehall_sdk.wire.payload import (
    PayloadSet,
)
from gamehall_sdk.wire.raw import (
    Raw,
)
from gamehall_sdk.wire.schema import (
    xsd_for,
)
from gamehall_sdk.wire.shape import (
    wire_name,
)

__all__ = [
    "EVERY_GAME",
    "MAX_FRAME_BYTES",
    "Action",
    "ActionResponse",
    "AdditionalInfo",
    "AvailableGame",
    "AvailableGames",
    "AvailableGamesResponse",
    "Cells",
    "ChangePassword",
    "ChangePasswordResponse",
    "Chat",
    "CreateAccount",
    "CreateAccountResponse",
    "CreateGame",
    "CreateGameResponse",
    "Custom",
    "DeleteAccount",
    "DeleteAccountResponse",
    "DeleteGame",
    "DeleteGameResponse",
    "Envelope",
    "EventResponse",
    "FrameReader",
    "GameDetails",
    "GameDetailsResponse",
    "GameList",
    "GameListResponse",
    "GameRequest",
    "GameRequestBody",
    "GameResponse",
    "GameResponseBody",
    "GameStateUpdate",
    "GameStateUpdateBody",
    "GeneralResponse",
    "GeneralStateUpdate",
    "GenericResponse",
    "GenericStateUpdate",
    "Info",
    "Join",
    "JoinResponse",
    "ListedGame",
    "ListedGames",
    "ListedPlayer",
    "LobbyStateUpdate",
    "LobbyStateUpdateBody",
    "Login",
    "LoginResponse",
    "Logout",
    "LogoutResponse",
    "Message",
    "MessageBody",
    "OptionField",
    "Part",
    "PartResponse",
    "PayloadSet",
    "Raw",
    "Request",
    "RequestBody",
    "Response",
    "ResponseBody",
    "StateUpdate",
    "StateUpdateBody",
    "UpdatedGameState",
    "UpdatedLobbyState",
    "Voice",
    "attribute",
    "element",
    "frame",
    "frames",
    "inline",
    "json",
    "text",
    "wire_name",
    "wrapped",
    "xml",
    "xsd_for",
]
