"""Reading XML that a stranger sent: elements, attributes and text, and nothing else.

A document type, an entity of its own or a processing instruction is refused before the parser could act on
it; nothing is ever fetched, and a document nested more than 120 levels deep is refused.
"""

from __future__ import annotations

import re
from typing import Final

from lxml import etree

from gamehall_sdk.errors import ForbiddenMarkup, NotUnderstood
from gamehall_sdk.wire.scalars import quote

__all__ = ["MAX_LEVELS", "parse"]

MAX_LEVELS: Final = 120
"""How many elements may stand inside one another: what a JSON payload may have, and the envelope around it."""

_DECLARATION: Final = re.compile(rb"<\?xml[ \t\r\n][^?]*\?>")
_ENCODING: Final = re.compile(rb"encoding[ \t\r\n]*=[ \t\r\n]*[\"']([A-Za-z0-9._-]*)[\"']")
_ENCODINGS: Final = frozenset({b"utf-8", b"utf8", b"us-ascii", b"ascii"})
_BOM: Final = b"\xef\xbb\xbf"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_SPACE: Final = re.compile(rb"[ \t\r\n]+")
_UNDECLARED: Final = 26  # libxml2's number for an entity that was never declared
_DEEP: Final = "Excessive depth"
_DEEP_SENTENCE: Final = f"the document is nested too deeply; {MAX_LEVELS} levels are allowed"
# Level by level, so that the whole check takes time in proportion to the document.
_TOO_DEEP: Final = etree.XPath("boolean(" + "/*" * (MAX_LEVELS + 1) + ")")


def _parser() -> etree.XMLParser:
    # The forced encoding keeps the parser from reading the bytes otherwise than the checks here did.
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
    )


_PARSER: Final = _parser()


def parse(data: bytes) -> etree._Element:
    """The root element of the document *data*, UTF-8; comments are left out.

    Raises :class:`~gamehall_sdk.errors.ForbiddenMarkup` for a DTD, an entity or a processing instruction, and
    :class:`~gamehall_sdk.errors.NotUnderstood` for what is not well formed or not in UTF-8.
    """
    body = 0 if data[:1] == b"<" and data[1:2].isalpha() else _prolog(data)
    try:
        root = etree.fromstring(data, _PARSER)
    except etree.XMLSyntaxError as error:
        raise _refusal(error) from None
    if data.count(b"<") > MAX_LEVELS and _TOO_DEEP(root):
        raise NotUnderstood(_DEEP_SENTENCE)
    if data.find(b"<?", body) != -1:
        _refuse_instructions(root)
    return root


def _prolog(data: bytes) -> int:
    """Check all that stands before the root element; gives where that begins."""
    if data.startswith(_UTF_16):
        raise NotUnderstood("the document is in UTF-16; only UTF-8 is read here")
    at = len(_BOM) if data.startswith(_BOM) else 0
    declaration = _DECLARATION.match(data, at)
    if declaration is not None:
        encoding = _ENCODING.search(declaration[0])
        if encoding is not None and encoding[1].lower() not in _ENCODINGS:
            raise NotUnderstood(f"the document says it is in {encoding[1].decode('ascii')}; only UTF-8 is read here")
        at = declaration.end()
    while True:
        space = _SPACE.match(data, at)
        at = at if space is None else space.end()
        if data.startswith(b"<!--", at):
            end = data.find(b"-->", at + 4)
            if end == -1:
                raise NotUnderstood("the document ends inside a comment")
            at = end + 3
        elif data.startswith(b"<?", at):
            raise ForbiddenMarkup("processing instructions are not allowed")
        elif data.startswith(b"<!", at):
            raise ForbiddenMarkup("a document type (DTD) is not allowed, nor entities of its own")
        else:
            return at


def _refuse_instructions(root: etree._Element) -> None:
    """The bytes ``<?`` may stand in CDATA or a comment; only a true instruction is refused."""
    beside = next(root.itersiblings(), None)
    if beside is not None or next(root.iter(etree.PI), None) is not None:
        raise ForbiddenMarkup("processing instructions are not allowed")


def _refusal(error: etree.XMLSyntaxError) -> ForbiddenMarkup | NotUnderstood:
    what = (error.msg or "not well formed").split(", line ")[0]
    if getattr(error, "code", None) == _UNDECLARED:
        return ForbiddenMarkup(f"entities of a document's own are not allowed ({quote(what)})")
    if _DEEP in what:
        return NotUnderstood(_DEEP_SENTENCE)
    line, column = error.position
    if what[1:2].islower():
        what = what[:1].lower() + what[1:]
    return NotUnderstood(f"the document is not well-formed XML at line {line}, column {column}: {what[:160]}")
