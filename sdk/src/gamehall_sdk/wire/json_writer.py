"""Writing attrs classes as JSON values; compiled once for each class.

Field by field in their order; numbers and booleans are JSON's own, all else is the text that XML has too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

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
    Record,
    Shape,
    inline_options,
    spreader,
    wire_name,
)

__all__ = ["Dump", "Name", "json_writer", "name"]

Name: TypeAlias = Callable[[Any], dict[str, Any]]
"""Makes of an inner payload ``{name: body}``."""
Dump: TypeAlias = Callable[[Any, Name], Any]
"""Makes a JSON value of a value; raises :class:`~gamehall_sdk.wire.scalars.Mismatch`."""


@cache
def json_writer(cls: type, *, full: bool = False) -> Dump:
    """What makes the JSON form of an instance of *cls*; *full*: with the fields that have their default too.

    Raises :class:`TypeError` when *cls* cannot travel.
    """
    return _record_writer(record_of(cls), full=full)


def name(payload: Any) -> dict[str, Any]:
    """``{name: body}`` of a :class:`~gamehall_sdk.wire.raw.Raw`, or of an instance of any payload class."""
    if isinstance(payload, Raw):
        return {payload.name: payload.json()}
    cls: type = type(payload)
    try:
        return {wire_name(cls): json_writer(cls)(payload, name)}
    except Mismatch as error:
        raise error.inside(wire_name(cls)) from None
    except TypeError as error:
        raise Mismatch(str(error)) from error


def _writer(shape: Shape, *, full: bool) -> Dump:
    match shape:
        case Scalar():
            dump = shape.dump
            return lambda value, _put: dump(value)
        case Nested():
            return _nested_writer(shape.type, full=full)
        case Choice():
            return _choice_writer(shape, full=full)
        case Anything():
            return lambda value, put: put(value)
        case Many():
            inner, spread = _writer(shape.item, full=full), spreader(shape)
            return lambda value, put: [inner(item, put) for item in spread(value)]
        case Pairs():
            return _mapping_writer(shape, full=full)
        case Nullable():
            item = _writer(shape.item, full=full)
            return lambda value, put: None if value is None else item(value, put)


def _nested_writer(cls: type, *, full: bool) -> Dump:
    def write(value: Any, put: Name) -> Any:
        if not isinstance(value, cls):
            raise Mismatch(f"expected a {cls.__name__}, got {kind_of(value)}")
        return json_writer(cls, full=full)(value, put)

    return write


def _choice_writer(shape: Choice, *, full: bool) -> Dump:
    names = {option: wire_name(option) for option in shape.options}

    def write(value: Any, put: Name) -> Any:
        kind: type = type(value)
        if kind not in names:
            raise Mismatch(f"expected one of {', '.join(names.values())}, got {kind_of(value)}")
        return {names[kind]: json_writer(kind, full=full)(value, put)}

    return write


def _mapping_writer(shape: Pairs, *, full: bool) -> Dump:
    show, field = shape.key.show, shape.entry.fields[1]
    inner, optional = _writer(field.shape, full=full), field.optional

    def write(value: Any, put: Name) -> Any:
        return {
            show(key): None if item is None and optional else inner(item, put) for key, item in spreader(shape)(value)
        }

    return write


def _record_writer(record: Record, *, full: bool) -> Dump:
    text = record.text
    if text is not None and len(record.fields) == 1:
        get, content = text.get, _writer(text.shape, full=full)
        return lambda value, put: content(get(value), put)
    writers = tuple(
        (
            None if field is record.inline else field.wire,
            field.get,
            field.optional,
            ABSENT if field.always or full else field.default,
            field.least,
            _writer(field.shape, full=full),
        )
        for field in record.fields
    )

    fill = None if record.inline is None else _inline_writer(record.inline, full=full)

    def write(value: Any, put: Name) -> Any:
        body: dict[str, Any] = {}
        wire: str | None = None
        try:
            for wire, get, optional, default, least, content in writers:
                item = get(value)
                if item is None and optional:
                    continue
                if wire is None:
                    fill(item, body, put)  # type: ignore[misc]  # without a name is the inline field alone
                elif default is ABSENT or item != default:
                    if least and len(item) < least:
                        raise Mismatch(f"expected at least {least} item")
                    body[wire] = content(item, put)
        except Mismatch as error:
            raise error.inside(wire) if wire else error from None
        return body

    return write


def _inline_writer(field: Field, *, full: bool) -> Callable[[Any, dict[str, Any], Name], None]:
    """What adds the value of an inline field to the object that holds it."""
    if isinstance(field.shape, Anything):
        return lambda item, body, put: body.update(put(item))
    paths = {option: tuple(wire_name(option).split("/")) for option in inline_options(field)}

    def write(item: Any, body: dict[str, Any], put: Name) -> None:
        kind: type = type(item)
        path = paths.get(kind)
        if path is None:
            names = ", ".join(option.__name__ for option in paths)
            raise Mismatch(f"expected one of {names}, got {kind_of(item)}")
        for step in path[:-1]:
            body = body.setdefault(step, {})
        try:
            body[path[-1]] = json_writer(kind, full=full)(item, put)
        except Mismatch as error:
            error.path[:0] = path
            raise

    return write
