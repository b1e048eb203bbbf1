"""The ``game`` requests, answers and state updates.

``parameters`` and ``custom`` hold payloads: instances of payload classes on their way out, and
:class:`~gamehall_sdk.wire.raw.Raw` as they come in, to be loaded with a
:class:`~gamehall_sdk.wire.payload.PayloadSet`.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import attrs

from gamehall_sdk.wire.answers import GenericResponse, GenericStateUpdate
from gamehall_sdk.wire.binding import attribute, element, inline, text, wrapped

__all__ = [
    "Action",
    "ActionResponse",
    "Chat",
    "CreateGame",
    "CreateGameResponse",
    "Custom",
    "DeleteGame",
    "DeleteGameResponse",
    "EventResponse",
    "GameRequest",
    "GameRequestBody",
    "GameResponse",
    "GameResponseBody",
    "GameStateUpdate",
    "GameStateUpdateBody",
    "Join",
    "JoinResponse",
    "Part",
    "PartResponse",
    "UpdatedGameState",
    "Voice",
]


@attrs.frozen
class Action:
    """Do an action at the table; or, from the server, ask for one. At least one payload."""

    parameters: tuple[Any, ...] = attrs.field(metadata=wrapped(least=1))


@attrs.frozen
class CreateGame:
    """Open a table of the game ``gametype``; the payloads are its options."""

    __wire_name__: ClassVar[str] = "create"
    gametype: str
    name: str
    parameters: tuple[Any, ...] = attrs.field(default=(), metadata=wrapped())


@attrs.frozen
class DeleteGame:
    """Close a table."""

    __wire_name__: ClassVar[str] = "delete"
    parameters: tuple[Any, ...] = attrs.field(default=(), metadata=wrapped())


@attrs.frozen
class Join:
    """Watch a table, or sit down at it; the payloads tell seat and buy-in."""

    parameters: tuple[Any, ...] = attrs.field(default=(), metadata=wrapped())


@attrs.frozen
class Part:
    """Leave a table."""

    parameters: tuple[Any, ...] = attrs.field(default=(), metadata=wrapped())


@attrs.frozen
class Chat:
    """A line of talk. The server puts the account's own name for ``sender``; ``type`` 0 is ordinary talk."""

    message: str = attrs.field(metadata=element())
    sender: str
    type: int = attrs.field(default=0, metadata=attribute(bits=32))


@attrs.frozen
class Voice:
    """A clip of sound as text (base64), passed on as it is."""

    data: str = attrs.field(metadata=text())


@attrs.frozen
class Custom:
    """One payload of a plugin's own."""

    payload: Any = attrs.field(metadata=inline())


GameRequestBody: TypeAlias = Action | CreateGame | DeleteGame | Join | Part | Chat | Voice | Custom


@attrs.frozen
class GameRequest:
    """A request about the table ``gameid``, 0 where there is none yet; the schema allows an empty one."""

    __wire_name__: ClassVar[str] = "game"
    gameid: int = 0
    body: GameRequestBody | None = attrs.field(default=None, metadata=inline())


@attrs.frozen
class ActionResponse(GenericResponse):
    """The answer to an action; from a player who was asked for one, the action in ``parameters``."""

    __wire_name__: ClassVar[str] = "action"


@attrs.frozen
class CreateGameResponse(GenericResponse):
    """Whether the table was opened, and its number."""

    __wire_name__: ClassVar[str] = "create"
    gameid: int | None = None


@attrs.frozen
class DeleteGameResponse(GenericResponse):
    """Whether the table was closed."""

    __wire_name__: ClassVar[str] = "delete"


@attrs.frozen
class JoinResponse(GenericResponse):
    """Whether the table was joined; the payloads tell the seat."""

    __wire_name__: ClassVar[str] = "join"


@attrs.frozen
class PartResponse(GenericResponse):
    """Whether the table was left."""

    __wire_name__: ClassVar[str] = "part"


@attrs.frozen
class EventResponse(GenericResponse):
    """A player's word on something that happens at the table, such as showing a hand."""

    __wire_name__: ClassVar[str] = "event"


GameResponseBody: TypeAlias = (
    ActionResponse | CreateGameResponse | DeleteGameResponse | JoinResponse | PartResponse | Custom | EventResponse
)


@attrs.frozen
class GameResponse:
    """An answer about the table ``gameid``, 0 where there is none."""

    __wire_name__: ClassVar[str] = "game"
    gameid: int = attrs.field(metadata=attribute(absent=0))
    body: GameResponseBody = attrs.field(metadata=inline())


@attrs.frozen
class UpdatedGameState(GenericStateUpdate):
    """What is now to be seen at the table, or what changed."""


GameStateUpdateBody: TypeAlias = UpdatedGameState | Chat | Voice | Custom


@attrs.frozen
class GameStateUpdate:
    """News of the table ``gameid``."""

    __wire_name__: ClassVar[str] = "game"
    gameid: int = attrs.field(metadata=attribute(absent=0))
    body: GameStateUpdateBody = attrs.field(metadata=inline())
