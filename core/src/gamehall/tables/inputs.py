"""What can happen to a table: the inputs that are numbered, journaled and replayed."""

from __future__ import annotations

import typing
from typing import Any, Final

import attrs
import msgspec

from gamehall_sdk.table import Kind

__all__ = [
    "Act",
    "Close",
    "Command",
    "Connection",
    "Deal",
    "Fault",
    "GiveUp",
    "Input",
    "Join",
    "Open",
    "Part",
    "Proceed",
    "Resume",
    "Timer",
    "Unseat",
    "read",
    "write",
]


@attrs.frozen
class Open:
    """The table begins; ``seed`` (hex, secret) is what its flow draws from."""

    seed: str = ""


@attrs.frozen
class Join:
    """A player sits down with ``stack`` chips, or adds them to a stack; ``hold`` names the chips in transit."""

    account: int
    name: str
    kind: Kind
    seat: int | None = None
    stack: int = 0
    hold: int | None = None
    master: str = ""
    says_ready: bool = False


@attrs.frozen
class Part:
    """A player leaves."""

    account: int
    why: str = "left"


@attrs.frozen
class Proceed:
    """A tournament lets its table play the next round, with the stakes of ``level``."""

    level: int = 0


@attrs.frozen
class Unseat:
    """A tournament takes a player away from its table, with the stack."""

    account: int
    why: str


@attrs.define
class Act:
    """A player's answer to a turn; ``action`` is ``{name: body}``."""

    account: int
    action: dict[str, Any]
    turn: int | None = None


@attrs.frozen
class GiveUp:
    """The turn of a seat will not be answered (its bot failed): the default is played, if it is at *turn* still."""

    account: int
    turn: int | None = None
    """Any for ``None``."""


@attrs.frozen
class Command:
    """A platform command, or the game's own: ``{name: body}``; ``host`` when the table's creator gave it."""

    account: int
    command: dict[str, Any]
    host: bool = False


@attrs.frozen
class Timer:
    """An armed timer is over."""

    name: str


@attrs.frozen
class Deal:
    """The deck that a round is dealt from, as it was shuffled, and the secret (hex) behind it."""

    cards: tuple[str, ...]
    secret: str


@attrs.frozen
class Connection:
    """A player's connection went or came back."""

    account: int
    up: bool


@attrs.frozen
class Resume:
    """The server is back within a round: since the input before this one nobody could act."""


@attrs.frozen
class Fault:
    """The game's code failed; the table is frozen."""

    why: str


@attrs.frozen
class Close:
    """The table ends."""

    why: str


Input = (
    Open | Join | Part | Proceed | Unseat | Act | GiveUp | Command | Timer | Deal | Connection | Resume | Fault | Close
)
_KINDS: Final[dict[str, type]] = {kind.__name__.lower(): kind for kind in typing.get_args(Input)}
_NAMES: Final[dict[type, str]] = {kind: name for name, kind in _KINDS.items()}


def write(one: Input) -> tuple[str, bytes]:
    """The kind and the body that a journal entry keeps."""
    return _NAMES[type(one)], msgspec.json.encode(one)


def read(kind: str, body: bytes) -> Input:
    """The input that :func:`write` gave this for. Raises :class:`ValueError` when it is none."""
    if kind not in _KINDS:
        sentence = f"there is no input of the kind {kind!r}"
        raise ValueError(sentence)
    try:
        done: Input = msgspec.json.decode(body, type=_KINDS[kind])
    except msgspec.MsgspecError as error:
        sentence = f"the input {kind!r} cannot be read: {error}"
        raise ValueError(sentence) from error
    return done
