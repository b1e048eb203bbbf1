"""Messages as XML documents, checked against ``message.xsd`` both ways."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lxml import etree

from gamehall_sdk.errors import LocalProtocolError, SchemaViolation
from gamehall_sdk.wire.markup import parse
from gamehall_sdk.wire.messages import Message
from gamehall_sdk.wire.raw import Element
from gamehall_sdk.wire.scalars import Mismatch
from gamehall_sdk.wire.validation import Validator
from gamehall_sdk.wire.xml_reader import keep, xml_reader
from gamehall_sdk.wire.xml_writer import Emit, emit, xml_writer

if TYPE_CHECKING:
    from gamehall_sdk.wire.payload import PayloadSet

__all__ = ["decode", "encode", "message_xsd"]

_ROOT = "message"


@cache
def message_xsd() -> bytes:
    """The schema of the messages, as text."""
    return files("gamehall_sdk.wire").joinpath("schemas/message.xsd").read_bytes()


@cache
def _validator() -> Validator:
    return Validator(message_xsd())


def decode(data: bytes) -> Message:
    """The message in the XML document *data*; its payloads are left as :class:`~gamehall_sdk.wire.raw.Raw`.

    Raises :class:`~gamehall_sdk.errors.ForbiddenMarkup`, :class:`~gamehall_sdk.errors.NotUnderstood` or
    :class:`~gamehall_sdk.errors.SchemaViolation`, with one sentence that tells what is wrong and where.
    """
    root = parse(data)
    complaint = _validator().complaint(root)
    if complaint is not None:
        raise SchemaViolation(complaint)
    try:
        message: Message = xml_reader(Message)(root, keep)
    except Mismatch as error:
        raise SchemaViolation(error.inside(_ROOT).as_xml()) from None
    return message


def encode(message: Message, payloads: PayloadSet | None = None, *, validate: bool = True) -> bytes:
    """The XML document of *message*, in UTF-8.

    With *payloads* only their classes may be sent. *validate* checks what was made against the schemas, of the
    message and of the payloads; a measured hot path may go without. Raises
    :class:`~gamehall_sdk.errors.LocalProtocolError` for what cannot be sent, and
    :class:`~gamehall_sdk.errors.BadPayload` when a payload that came as JSON cannot be said in XML.
    """
    root = etree.Element(_ROOT)
    try:
        xml_writer(Message)(message, root, _emit(payloads, validate=validate))
    except Mismatch as error:
        raise LocalProtocolError(error.inside(_ROOT).as_xml()) from None
    if validate and (complaint := _validator().complaint(root)) is not None:
        raise LocalProtocolError(complaint)
    return etree.tostring(root, encoding="UTF-8")


def _emit(payloads: PayloadSet | None, *, validate: bool) -> Emit:
    if payloads is None:
        return emit
    if not validate:
        return payloads.append_xml

    def emit_valid(payload: object, parent: Element) -> None:
        element = payloads.dump_xml(payload)
        complaint = payloads.complaint(element) if payload in payloads else None
        if complaint is not None:
            raise LocalProtocolError(complaint)
        parent.append(element)

    return emit_valid
