"""Reading attrs classes from JSON values; compiled once for each class.

Strict: an unknown key, a missing one and a value of another type are each a
:class:`~gamehall_sdk.wire.scalars.Mismatch` with its path.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.raw import Raw, check_depth
from gamehall_sdk.wire.scalars import Mismatch, Scalar, kind_of, quote
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
    gatherer,
    options_tree,
    wire_name,
)

__all__ = ["Load", "Resolve", "json_reader"]

Resolve: TypeAlias = Callable[[Raw], Any]
"""Makes of an inner payload what its field shall hold."""
Load: TypeAlias = Callable[[Any, Resolve], Any]
"""Makes a value of a JSON value; raises :class:`~gamehall_sdk.wire.scalars.Mismatch`."""


@cache
def json_reader(cls: type) -> Load:
    """What makes an instance of *cls* of its JSON form. Raises :class:`TypeError` when *cls* cannot travel."""
    return _record_reader(record_of(cls))


def _single(data: Any) -> tuple[str, Any]:
    """The one key of an object and its value."""
    if type(data) is not dict or len(data) != 1:
        what = f"one with {len(data)} keys" if type(data) is dict else kind_of(data)
        raise Mismatch(f"expected an object with one key, the payload's name, got {what}")
    ((name, body),) = data.items()
    return name, body


def _raw(name: str, body: Any) -> Raw:
    check_depth(body)
    return Raw(name, body)


def _reader(shape: Shape) -> Load:
    match shape:
        case Scalar():
            load = shape.load
            return lambda data, _resolve: load(data)
        case Nested():
            return _nested_reader(shape.type)
        case Choice():
            return _choice_reader(shape)
        case Anything():
            return lambda data, resolve: resolve(_raw(*_single(data)))
        case Many():
            return _list_reader(shape)
        case Pairs():
            return _mapping_reader(shape)
        case Nullable():
            inner = _reader(shape.item)
            return lambda data, resolve: None if data is None else inner(data, resolve)


def _nested_reader(cls: type) -> Load:
    # Looked up when it is needed, since a class may hold itself.
    def read(data: Any, resolve: Resolve) -> Any:
        return json_reader(cls)(data, resolve)

    return read


def _choice_reader(shape: Choice) -> Load:
    options = {wire_name(option): option for option in shape.options}

    def read(data: Any, resolve: Resolve) -> Any:
        name, body = _single(data)
        if name not in options:
            raise Mismatch(f"expected one of {', '.join(options)}, got {quote(name)}")
        try:
            return json_reader(options[name])(body, resolve)
        except Mismatch as error:
            raise error.inside(name) from None

    return read


def _list_reader(shape: Many) -> Load:
    one, gather = _reader(shape.item), gatherer(shape)
    named = isinstance(shape.item, (Anything, Choice))

    def read(data: Any, resolve: Resolve) -> Any:
        if type(data) is not list:
            if not named or type(data) is not dict:
                raise Mismatch(f"expected a list, got {kind_of(data)}")
            data = [{name: body} for name, body in data.items()]
        items = []
        for at, item in enumerate(data):
            try:
                items.append(one(item, resolve))
            except Mismatch as error:
                raise error.inside(at) from None
        return gather(items)

    return read


def _mapping_reader(shape: Pairs) -> Load:
    parse, value = shape.key.parse, shape.entry.fields[1]
    one, optional = _reader(value.shape), value.optional

    def read(data: Any, resolve: Resolve) -> Any:
        if type(data) is not dict:
            raise Mismatch(f"expected an object, got {kind_of(data)}")
        made = {}
        for key, item in data.items():
            try:
                made[parse(key)] = None if optional and item is None else one(item, resolve)
            except Mismatch as error:
                raise error.inside(key) from None
        if len(made) < len(data):
            raise Mismatch("a key stands twice")
        return made

    return read


def _record_reader(record: Record) -> Load:
    text = record.text
    if text is not None and len(record.fields) == 1:
        read_text = _reader(text.shape)
        return lambda data, resolve: _build(record.build, {text.alias: read_text(data, resolve)})
    inline = record.inline
    readers = {field.wire: _field_reader(field) for field in record.fields if field is not inline}
    read_inline = _inline_reader(inline) if inline is not None else None
    supplied = {field.alias: field.supply for field in record.fields if field.supply is not ABSENT}
    demanded = tuple((field.alias, field.wire) for field in record.fields if field.required and field is not inline)
    inline_alias = inline.alias if inline is not None and inline.required else None
    build = record.build

    def read(data: Any, resolve: Resolve) -> Any:
        if type(data) is not dict:
            raise Mismatch(f"expected an object, got {kind_of(data)}")
        values: dict[str, Any] = supplied.copy()
        for name, item in data.items():
            take = readers.get(name, read_inline)
            if take is None:
                known = f"; known are {', '.join(readers)}" if readers else ""
                raise Mismatch(f"unknown key {quote(name)}{known}").inside(name)
            try:
                take(name, item, values, resolve)
            except Mismatch as error:
                raise error.inside(name) from None
        for alias, wire in demanded:
            if alias not in values:
                raise Mismatch(f"{wire} is missing")
        if inline_alias is not None and inline_alias not in values:
            raise Mismatch(_nothing_inline(inline))
        return _build(build, values)

    return read


def _build(build: Callable[..., Any], values: dict[str, Any]) -> Any:
    try:
        return build(**values)
    except Mismatch:
        raise
    except (ValueError, TypeError) as error:
        raise Mismatch(str(error)) from error


_Take: TypeAlias = Callable[[str, Any, dict[str, Any], Resolve], None]


def _field_reader(field: Field) -> _Take:
    alias, optional, least = field.alias, field.optional, field.least
    content = _reader(field.shape)

    def take(_name: str, data: Any, values: dict[str, Any], resolve: Resolve) -> None:
        if optional and data is None:
            values[alias] = None
            return
        value = content(data, resolve)
        if least and len(value) < least:
            raise Mismatch(f"expected at least {least} item")
        values[alias] = value

    return take


def _inline_reader(field: Field) -> _Take:
    alias = field.alias
    tree = options_tree(field)

    def take(name: str, data: Any, values: dict[str, Any], resolve: Resolve) -> None:
        if values.get(alias) is not None:
            raise Mismatch("only one key of this kind is expected here")
        if tree is None:
            values[alias] = resolve(_raw(name, data))
            return
        found = tree.get(name)
        path: list[str] = []
        at = tree
        while isinstance(found, dict):
            at = found
            name, data = _single(data)
            path.append(name)
            found = at.get(name)
        if found is None:
            error = Mismatch(f"unknown key {quote(name)}; expected one of {', '.join(at)}")
            error.path[:0] = path
            raise error
        try:
            values[alias] = json_reader(found)(data, resolve)
        except Mismatch as error:
            error.path[:0] = path
            raise

    return take


def _nothing_inline(field: Field | None) -> str:
    tree = options_tree(field) if field is not None else None
    return f"one of {', '.join(tree)} is missing" if tree else "the payload is missing"
