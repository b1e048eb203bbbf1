"""Writing attrs classes as the text of XML elements; compiled once for each class.

No tree is built: what a class says of its fields is all that is needed, and the text is the same, to the byte, as
that of a tree. Values are checked as they are written, so that what comes out fits the schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

from lxml import etree

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.raw import Raw
from gamehall_sdk.wire.scalars import Mismatch, Scalar, kind_of
from gamehall_sdk.wire.shape import (
    ABSENT,
    Anything,
    Choice,
    Field,
    Many,
    Nested,
    Nullable,
    Pairs,
    Place,
    Record,
    Shape,
    inline_options,
    spreader,
    wire_name,
)

__all__ = ["Emit", "Write", "emit", "raw_text", "xml_writer"]

Emit: TypeAlias = Callable[[Any], str]
"""The element of an inner payload."""
Write: TypeAlias = Callable[[Any, Emit], str]
"""The element of a value; raises :class:`~gamehall_sdk.wire.scalars.Mismatch`."""

_IN_TEXT: Final = re.compile("[&<>\r]")
_IN_ATTRIBUTE: Final = re.compile('[&<>"\t\n\r]')
_REFERENCES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_NIL: Final = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"'


@cache
def xml_writer(cls: type, tag: str | None = None) -> Write:
    """What writes an instance of *cls* as an element *tag*, or of its own name.

    Raises :class:`TypeError` when *cls* cannot travel.
    """
    return _record_writer(record_of(cls), wire_name(cls) if tag is None else tag)


def emit(payload: Any) -> str:
    """The element of *payload*: a :class:`~gamehall_sdk.wire.raw.Raw`, or an instance of any payload class."""
    cls: type = type(payload)
    if cls is Raw:
        return raw_text(payload)
    try:
        return xml_writer(cls)(payload, emit)
    except Mismatch as error:
        raise error.inside(wire_name(cls)) from None
    except TypeError as error:
        raise Mismatch(str(error)) from error


def raw_text(payload: Raw) -> str:
    """The element of a payload that was not interpreted."""
    element = payload.body if payload.is_xml else payload.element()
    return etree.tostring(element, encoding="unicode", with_tail=False)


def _reference(found: re.Match[str]) -> str:
    character = found[0]
    return _REFERENCES.get(character) or f"&#{ord(character)};"


def _shown(shape: Scalar, special: re.Pattern[str]) -> Callable[[Any], str]:
    """What gives the text of a scalar; only strings can have characters that must be written otherwise."""
    show = shape.show
    if shape.base != "xs:string":
        return show

    def shown(value: Any) -> str:
        text = show(value)
        return special.sub(_reference, text) if special.search(text) else text

    return shown


def _element(tag: str, content: str) -> str:
    return f"<{tag}>{content}</{tag}>" if content else f"<{tag}/>"


def _writer(shape: Shape, tag: str, item: str) -> Write:
    """What writes a value of *shape* as an element *tag*, the items of a list in elements called *item*."""
    match shape:
        case Scalar():
            show = _shown(shape, _IN_TEXT)
            return lambda value, _put: f"<{tag}>{show(value)}</{tag}>"
        case Nested():
            return _nested_writer(shape.type, tag)
        case Choice():
            one = _choice_writer(shape)
            return lambda value, put: f"<{tag}>{one(value, put)}</{tag}>"
        case Anything():
            return lambda value, put: f"<{tag}>{put(value)}</{tag}>"
        case Many() | Pairs():
            items = _items_writer(shape, item)
            return lambda value, put: _element(tag, items(value, put))
        case Nullable():
            return _nullable_writer(shape, tag)


def _nested_writer(cls: type, tag: str) -> Write:
    # Looked up when it is needed, since a class may hold itself.
    def write(value: Any, put: Emit) -> str:
        if not isinstance(value, cls):
            raise Mismatch(f"expected a {cls.__name__}, got {kind_of(value)}")
        return xml_writer(cls, tag)(value, put)

    return write


def _choice_writer(shape: Choice) -> Write:
    names = {option: wire_name(option) for option in shape.options}

    def write(value: Any, put: Emit) -> str:
        kind: type = type(value)
        if kind not in names:
            raise Mismatch(f"expected one of {', '.join(names.values())}, got {kind_of(value)}")
        return xml_writer(kind)(value, put)

    return write


def _items_writer(shape: Many | Pairs, item: str) -> Write:
    """What writes all items of a list, one after another."""
    one, spread = _item_writer(shape, item), spreader(shape)
    return lambda value, put: "".join([one(each, put) for each in spread(value)])


def _item_writer(shape: Many | Pairs, item: str) -> Write:
    """What writes one item: in an element *item*, where its class does not name its own."""
    if isinstance(shape, Pairs):
        return _record_writer(shape.entry, item)
    match shape.item:
        case Choice():
            return _choice_writer(shape.item)
        case Anything():
            return lambda value, put: put(value)
        case inner:
            return _writer(inner, item, "item")


def _nullable_writer(shape: Nullable, tag: str) -> Write:
    nothing = f"<{tag}{_NIL}/>" if shape.nil else f"<{tag}/>"
    if shape.bare:
        inner = _writer(shape.item, tag, "item")
        return lambda value, put: nothing if value is None else inner(value, put)
    wrapped = _writer(shape.item, "item", "item")
    return lambda value, put: nothing if value is None else f"<{tag}>{wrapped(value, put)}</{tag}>"


def _record_writer(record: Record, tag: str) -> Write:
    attributes = tuple(
        (
            f' {field.wire}="',
            field.wire,
            field.get,
            _shown(field.shape, _IN_ATTRIBUTE),
            ABSENT if field.always else field.default,
            field.optional,
        )
        for field in record.fields
        if field.place is Place.ATTRIBUTE and isinstance(field.shape, Scalar)
    )
    contents = tuple(
        (None if field is record.inline else field.wire, _content_writer(field))
        for field in record.fields
        if field.place is not Place.ATTRIBUTE
    )
    opening, closing, is_text = f"<{tag}", f"</{tag}>", record.text is not None

    def write(value: Any, put: Emit) -> str:
        text, content, step = opening, "", None
        try:
            for start, step, get, show, default, optional in attributes:  # noqa: B007 - for a mismatch's path
                item = get(value)
                if (item is not None or not optional) and (default is ABSENT or item != default):
                    text += f'{start}{show(item)}"'
            for step, write_content in contents:  # noqa: B007 - as above
                content += write_content(value, put)
        except Mismatch as error:
            raise error.inside(step) if step else error from None
        return f"{text}>{content}{closing}" if content or is_text else f"{text}/>"

    return write


def _content_writer(field: Field) -> Write:
    """What writes all that *field* puts between the tags of its element."""
    match field.place:
        case Place.INLINE:
            return _inline_writer(field)
        case Place.REPEATED:
            return _repeated_writer(field)
        case Place.CHILD | Place.WRAPPED:
            return _child_writer(field)
        case _:
            get, show = field.get, _shown(field.shape, _IN_TEXT)  # type: ignore[arg-type]  # a text is a scalar
            return lambda value, _put: show(get(value))


def _child_writer(field: Field) -> Write:
    get, optional, least = field.get, field.optional, field.least
    default = ABSENT if field.always else field.default
    child = _writer(field.shape, field.wire, field.item)

    def write(value: Any, put: Emit) -> str:
        item = get(value)
        if (item is None and optional) or (default is not ABSENT and item == default):
            return ""
        if least and len(item) < least:
            raise Mismatch(f"expected at least {least} item")
        return child(item, put)

    return write


def _repeated_writer(field: Field) -> Write:
    get, shape, sayable, least = field.get, field.shape, field.absent_is_empty, field.least
    one, spread = _repeated_item_writer(shape, field.wire), spreader(shape)  # type: ignore[arg-type]  # only these repeat

    def write(value: Any, put: Emit) -> str:
        items = get(value)
        if not items and not sayable:
            raise Mismatch("XML cannot tell an empty list from an absent one, which means the default")
        if len(items) < least:
            raise Mismatch(f"expected at least {least} item")
        return "".join([one(item, put) for item in spread(items)])

    return write


def _repeated_item_writer(shape: Many | Pairs, wire: str) -> Write:
    """What writes one item of a repeated field: each in an element of the field's name."""
    return _record_writer(shape.entry, wire) if isinstance(shape, Pairs) else _writer(shape.item, wire, "item")


def _inline_writer(field: Field) -> Write:
    get, optional = field.get, field.optional
    if isinstance(field.shape, Anything):

        def write_any(value: Any, put: Emit) -> str:
            item = get(value)
            return "" if item is None and optional else put(item)

        return write_any
    paths = {option: tuple(wire_name(option).split("/")) for option in inline_options(field)}
    around = {
        option: ("".join(f"<{step}>" for step in path[:-1]), "".join(f"</{step}>" for step in reversed(path[:-1])))
        for option, path in paths.items()
    }

    def write(value: Any, put: Emit) -> str:
        item = get(value)
        if item is None and optional:
            return ""
        kind: type = type(item)
        path = paths.get(kind)
        if path is None:
            names = ", ".join(option.__name__ for option in paths)
            raise Mismatch(f"expected one of {names}, got {kind_of(item)}")
        before, after = around[kind]
        try:
            return f"{before}{xml_writer(kind, path[-1])(item, put)}{after}"
        except Mismatch as error:
            error.path[:0] = path
            raise

    return write
