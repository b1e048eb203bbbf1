"""The reference for the writer of XML texts: the same classes written through lxml's trees."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

from lxml import etree

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.raw import Element, Raw
from gamehall_sdk.wire.scalars import Mismatch, Scalar, kind_of
from gamehall_sdk.wire.shape import (
    ABSENT,
    NIL,
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

__all__ = ["written_by_tree"]

Emit: TypeAlias = Callable[[Any, Element], None]
"""Appends the element of an inner payload to its parent."""
Write: TypeAlias = Callable[[Any, Element, Emit], None]
"""Fills an element with a value; raises :class:`~gamehall_sdk.wire.scalars.Mismatch`."""

_SUB: Final = etree.SubElement


def written_by_tree(value: Any, name: str) -> bytes:
    """The document *name* of *value*."""
    root = etree.Element(name)
    cls: type = type(value)
    xml_writer(cls)(value, root, emit)
    return etree.tostring(root, encoding="UTF-8")


def _getter(field: Field) -> Callable[[Any], Any]:
    name = field.code.strip(".[]")
    return operator.itemgetter(int(name)) if name.isdigit() else operator.attrgetter(name)


@cache
def xml_writer(cls: type) -> Write:
    """What fills an element with an instance of *cls*. Raises :class:`TypeError` when *cls* cannot travel."""
    return _record_writer(record_of(cls))


def emit(payload: Any, parent: Element) -> None:
    """Append *payload* to *parent*: a :class:`~gamehall_sdk.wire.raw.Raw`, or an instance of any payload class."""
    if isinstance(payload, Raw):
        parent.append(payload.element())
        return
    cls: type = type(payload)
    name = wire_name(cls)
    try:
        xml_writer(cls)(payload, _SUB(parent, name), emit)
    except Mismatch as error:
        raise error.inside(name) from None
    except TypeError as error:
        raise Mismatch(str(error)) from error


def _writer(shape: Shape, item: str) -> Write:
    match shape:
        case Scalar():
            return _scalar_writer(shape.show)
        case Nested():
            return _nested_writer(shape.type)
        case Choice():
            return _choice_writer(shape)
        case Anything():
            return lambda value, element, put: put(value, element)
        case Many() | Pairs():
            return _items_writer(shape, item)
        case Nullable():
            return _nullable_writer(shape)


def _scalar_writer(show: Callable[[Any], str]) -> Write:
    def write(value: Any, element: Element, _put: Emit) -> None:
        element.text = show(value)

    return write


def _nested_writer(cls: type) -> Write:
    def write(value: Any, element: Element, put: Emit) -> None:
        if not isinstance(value, cls):
            raise Mismatch(f"expected a {cls.__name__}, got {kind_of(value)}")
        xml_writer(cls)(value, element, put)

    return write


def _choice_writer(shape: Choice) -> Write:
    names = {option: wire_name(option) for option in shape.options}

    def write(value: Any, element: Element, put: Emit) -> None:
        kind: type = type(value)
        if kind not in names:
            raise Mismatch(f"expected one of {', '.join(names.values())}, got {kind_of(value)}")
        xml_writer(kind)(value, _SUB(element, names[kind]), put)

    return write


def _items_writer(shape: Many | Pairs, item: str) -> Write:
    one = _item_writer(shape)
    spread = spreader(shape)
    named = isinstance(shape, Pairs) or not isinstance(shape.item, (Choice, Anything))

    def write(value: Any, element: Element, put: Emit) -> None:
        for each in spread(value):
            one(each, _SUB(element, item) if named else element, put)

    return write


def _item_writer(shape: Many | Pairs) -> Write:
    return _writer(shape.item, "item") if isinstance(shape, Many) else _record_writer(shape.entry)


def _nullable_writer(shape: Nullable) -> Write:
    inner, bare = _writer(shape.item, "item"), shape.bare
    if shape.nil:

        def write_or_nil(value: Any, element: Element, put: Emit) -> None:
            if value is None:
                element.set(NIL, "true")
            else:
                inner(value, element, put)

        return write_or_nil

    def write(value: Any, element: Element, put: Emit) -> None:
        if value is not None:
            inner(value, element if bare else _SUB(element, "item"), put)

    return write


def _record_writer(record: Record) -> Write:
    writers = tuple(
        (field.wire if field is not record.inline else None, _field_writer(field)) for field in record.fields
    )

    def write(value: Any, element: Element, put: Emit) -> None:
        try:
            for wire, writer in writers:  # noqa: B007 - the name is for the path of a mismatch
                writer(value, element, put)
        except Mismatch as error:
            raise error.inside(wire) if wire else error from None

    return write


def _field_writer(field: Field) -> Write:
    match field.place:
        case Place.ATTRIBUTE:
            return _attribute_writer(field)
        case Place.TEXT:
            get, show = _getter(field), field.shape.show  # type: ignore[union-attr]  # a text is a scalar

            def write(value: Any, element: Element, _put: Emit) -> None:
                element.text = show(get(value))

            return write
        case Place.INLINE:
            return _inline_writer(field)
        case Place.REPEATED:
            return _repeated_writer(field)
        case Place.CHILD | Place.WRAPPED:
            return _child_writer(field)


def _attribute_writer(field: Field) -> Write:
    get, show, wire, optional = _getter(field), field.shape.show, field.wire, field.optional  # type: ignore[union-attr]  # an attribute is a scalar
    default = ABSENT if field.always else field.default

    def write(value: Any, element: Element, _put: Emit) -> None:
        item = get(value)
        if item is None and optional:
            return
        if default is ABSENT or item != default:
            element.set(wire, show(item))

    return write


def _child_writer(field: Field) -> Write:
    get, wire, optional, least = _getter(field), field.wire, field.optional, field.least
    default = ABSENT if field.always else field.default
    content = _writer(field.shape, field.item)

    def write(value: Any, element: Element, put: Emit) -> None:
        item = get(value)
        if item is None and optional:
            return
        if default is not ABSENT and item == default:
            return
        if least and len(item) < least:
            raise Mismatch(f"expected at least {least} item")
        content(item, _SUB(element, wire), put)

    return write


def _repeated_writer(field: Field) -> Write:
    get, wire, shape = _getter(field), field.wire, field.shape
    one, spread = _item_writer(shape), spreader(shape)  # type: ignore[arg-type]  # only these repeat
    sayable, least = field.absent_is_empty, field.least

    def write(value: Any, element: Element, put: Emit) -> None:
        items = get(value)
        if not items and not sayable:
            raise Mismatch("XML cannot tell an empty list from an absent one, which means the default")
        if len(items) < least:
            raise Mismatch(f"expected at least {least} item")
        for item in spread(items):
            one(item, _SUB(element, wire), put)

    return write


def _inline_writer(field: Field) -> Write:
    get, optional = _getter(field), field.optional
    if isinstance(field.shape, Anything):

        def write_any(value: Any, element: Element, put: Emit) -> None:
            item = get(value)
            if item is not None or not optional:
                put(item, element)

        return write_any
    paths = {option: tuple(wire_name(option).split("/")) for option in inline_options(field)}

    def write(value: Any, element: Element, put: Emit) -> None:
        item = get(value)
        if item is None and optional:
            return
        kind: type = type(item)
        path = paths.get(kind)
        if path is None:
            names = ", ".join(option.__name__ for option in paths)
            raise Mismatch(f"expected one of {names}, got {kind_of(item)}")
        for step in path:
            element = _SUB(element, step)
        try:
            xml_writer(kind)(item, element, put)
        except Mismatch as error:
            error.path[:0] = path
            raise

    return write
