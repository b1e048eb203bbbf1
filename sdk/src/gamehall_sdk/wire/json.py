"""Messages as JSON, and attrs classes as JSON values.

``{"request": {"game": {"gameid": 7, "join": {"parameters": [{"seat": 1}]}}}, "sessionid": 12}``: an element is
a key, an attribute too, and a payload an object with one key. ``parameters`` may also be one object with a key
for each payload, ``{"seat": 1, "buyin": 100}``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from gamehall_sdk.errors import BadPayload, LocalProtocolError, NotUnderstood, SchemaViolation
from gamehall_sdk.wire.json_reader import json_reader
from gamehall_sdk.wire.json_writer import json_writer, name, name_in_full
from gamehall_sdk.wire.messages import Message, MessageBody
from gamehall_sdk.wire.scalars import Mismatch
from gamehall_sdk.wire.xml_reader import keep

if TYPE_CHECKING:
    from gamehall_sdk.wire.payload import PayloadSet

__all__ = ["BETWEEN_PARTS", "address", "decode", "encode", "encode_body", "part", "structure", "unstructure"]

T = TypeVar("T")
BETWEEN_PARTS: Final = b","
"""What stands between the parts of parameters."""


def decode(data: bytes | str) -> Message:
    """The message in the JSON text *data*; its payloads are left as :class:`~gamehall_sdk.wire.raw.Raw`.

    Raises :class:`~gamehall_sdk.errors.NotUnderstood`, or :class:`~gamehall_sdk.errors.SchemaViolation` with
    ``what @ $.path``.
    """
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotUnderstood(f"the message is not well-formed JSON: {error}") from None
    except RecursionError:
        raise NotUnderstood("the message is nested too deeply") from None
    try:
        message: Message = json_reader(Message)(value, keep)
    except Mismatch as error:
        raise SchemaViolation(error.as_json()) from None
    return message


def encode(message: Message, payloads: PayloadSet | None = None) -> bytes:
    """The JSON text of *message*, in UTF-8; with *payloads* only their classes may be sent.

    Raises :class:`~gamehall_sdk.errors.LocalProtocolError` for what cannot be sent.
    """
    try:
        value = json_writer(Message)(message, name if payloads is None else payloads.dumps)
    except Mismatch as error:
        raise LocalProtocolError(error.as_json()) from None
    return msgspec.json.encode(value)


def encode_body(body: MessageBody) -> bytes:
    """What is the same in the texts of *body* for every session; :func:`address` makes one of it.

    Raises as :func:`encode` does.
    """
    text = encode(Message(body))
    return text[: text.rindex(b",")]


def part(payload: Any) -> bytes:
    """What stands for *payload*, a :class:`~gamehall_sdk.wire.raw.Raw` or of any payload class, among the parameters.

    Raises as :func:`encode` does, but names no place above the payload.
    """
    try:
        return msgspec.json.encode(name(payload))
    except Mismatch as error:
        raise LocalProtocolError(error.as_json()) from None


def address(body: bytes, sessionid: int) -> bytes:
    """The text that says *body*, of :func:`encode_body`, on the session *sessionid*."""
    return b'%s,"sessionid":%d}' % (body, sessionid)


def unstructure(value: Any) -> Any:
    """The JSON value of an instance of an attrs class, defaults written out, so that it outlives their change.

    Raises :class:`~gamehall_sdk.errors.LocalProtocolError` when a field holds what it cannot.
    """
    cls: type = type(value)
    try:
        return json_writer(cls, full=True)(value, name_in_full)
    except Mismatch as error:
        raise LocalProtocolError(error.as_json()) from None


def structure(data: Any, cls: type[T], payloads: PayloadSet | None = None) -> T:
    """The instance of *cls* that :func:`unstructure` wrote as *data*.

    Inner payloads, of fields that hold any, are loaded from *payloads*, or left as
    :class:`~gamehall_sdk.wire.raw.Raw`. Raises :class:`~gamehall_sdk.errors.BadPayload` with ``what @ $.path``.
    """
    kind: type = cls
    try:
        made: T = json_reader(kind)(data, keep if payloads is None else payloads.load)
    except Mismatch as error:
        raise BadPayload(error.as_json()) from None
    return made
