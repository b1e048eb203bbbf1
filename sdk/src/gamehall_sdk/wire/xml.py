"""Messages as XML documents by ``message.xsd``: checked against it as they come in, made to fit it as they go out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, get_args

from gamehall_sdk.errors import LocalProtocolError, SchemaViolation
from gamehall_sdk.wire.code import Options
from gamehall_sdk.wire.game_messages import Action, ActionResponse, GameRequest, GameResponse
from gamehall_sdk.wire.markup import parse
from gamehall_sdk.wire.messages import Message, MessageBody, Request, Response
from gamehall_sdk.wire.plan import TextPlans, plan_of
from gamehall_sdk.wire.raw import Element
from gamehall_sdk.wire.scalars import Mismatch
from gamehall_sdk.wire.shape import wire_name
from gamehall_sdk.wire.validation import Validator
from gamehall_sdk.wire.xml_reader import keep, xml_reader
from gamehall_sdk.wire.xml_writer import emit, xml_writer

if TYPE_CHECKING:
    from gamehall_sdk.wire.payload import PayloadSet

__all__ = ["BETWEEN_PARTS", "address", "decode", "encode", "encode_body", "message_xsd", "part"]

_ROOT = "message"
BETWEEN_PARTS: Final = b""
"""What stands between the parts of parameters."""
_SHORT: Final = 512
"""The length in bytes of a document for which a plan may be kept."""
_PLANS: Final = TextPlans()
_BODIES: Final = Options(get_args(MessageBody), wire_name, xml_writer)


@cache
def message_xsd() -> bytes:
    """The schema of the messages, as text."""
    return files("gamehall_sdk.wire").joinpath("schemas/message.xsd").read_bytes()


@cache
def _complaint() -> Callable[..., str | None]:
    return Validator(message_xsd()).complaint


def decode(data: bytes) -> Message:
    """The message in the XML document *data*; its payloads are left as :class:`~gamehall_sdk.wire.raw.Raw`.

    Raises :class:`~gamehall_sdk.errors.ForbiddenMarkup`, :class:`~gamehall_sdk.errors.NotUnderstood` or
    :class:`~gamehall_sdk.errors.SchemaViolation`, with one sentence that tells what is wrong and where.
    """
    if len(data) > _SHORT:
        return _read(parse(data))
    try:
        known: Message | None = _PLANS.read(data)
    except (ValueError, TypeError):
        known = None  # what is wrong is told below
    if known is not None:
        return known
    root = parse(data)
    message = _read(root)
    if _again(message.body):
        _PLANS.meet(data, lambda pieces: plan_of(Message, root, pieces))
    return message


def _again(body: MessageBody) -> bool:
    """Whether more of the same is to be expected: players act, again and again, all else is rare, or a secret."""
    match body:
        case Request(GameRequest(body=Action())) | Response(GameResponse(body=ActionResponse())):
            return True
        case _:
            return False


def _read(root: Element) -> Message:
    complaint = _complaint()(root)
    if complaint is not None:
        raise SchemaViolation(complaint)
    try:
        message: Message = xml_reader(Message)(root, keep)
    except Mismatch as error:
        raise SchemaViolation(error.inside(_ROOT).as_xml()) from None
    return message


def encode(message: Message, payloads: PayloadSet | None = None) -> bytes:
    """The XML document of *message*, in UTF-8.

    With *payloads* only their classes may be sent, each checked against its schema. Raises
    :class:`~gamehall_sdk.errors.LocalProtocolError` for what cannot be sent, and
    :class:`~gamehall_sdk.errors.BadPayload` when a payload that came as JSON cannot be said in XML.
    """
    try:
        return xml_writer(Message)(message, emit if payloads is None else payloads.texts).encode()
    except Mismatch as error:
        raise LocalProtocolError(error.inside(_ROOT).as_xml()) from None


def encode_body(body: MessageBody) -> bytes:
    """What is the same in the documents of *body* for every session; :func:`address` makes one of it.

    Raises as :func:`encode` does.
    """
    try:
        return f"{_BODIES[type(body)](body, emit)}</message>".encode()
    except Mismatch:
        encode(Message(body))  # which tells where it is
        raise


def part(payload: Any) -> bytes:
    """What stands for *payload*, a :class:`~gamehall_sdk.wire.raw.Raw` or of any payload class, among the parameters.

    Raises as :func:`encode` does, but names no place above the payload.
    """
    try:
        text: str = emit[type(payload)](payload, emit)
    except Mismatch as error:
        raise LocalProtocolError(error.as_xml()) from None
    return text.encode()


def address(body: bytes, sessionid: int) -> bytes:
    """The document that says *body*, of :func:`encode_body`, on the session *sessionid*."""
    return b'<message sessionid="%d">%s' % (sessionid, body)
