"""Writing attrs classes as JSON values, by a function that is made for each class.

Field by field in their order; numbers and booleans are JSON's own, all else is the text that XML has too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from typing import Any, Final, TypeAlias

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.code import Code, Options, Writers, refusing
from gamehall_sdk.wire.raw import Raw
from gamehall_sdk.wire.scalars import Scalar
from gamehall_sdk.wire.shape import (
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
    wire_name,
)

__all__ = ["Dump", "json_writer", "name", "name_in_full", "payload_writer"]

Dump: TypeAlias = Callable[[Any, Writers], Any]
"""A JSON value of a value, the payloads in it by other writers; raises :class:`~gamehall_sdk.wire.scalars.Mismatch`."""


@cache
def json_writer(cls: type, *, full: bool = False) -> Dump:
    """What makes the JSON form of an instance of *cls*; *full*: with the fields that have their default too.

    Raises :class:`TypeError` when *cls* cannot travel.
    """
    return _record_writer(record_of(cls), full=full)


@cache
def payload_writer(cls: type, *, full: bool = False) -> Dump:
    """What makes ``{name: body}`` of an instance of *cls*, as it stands where any payload may."""
    if cls is Raw:
        return lambda payload, _put: {payload.name: payload.json()}
    try:
        return _record_writer(record_of(cls), full=full, payload=True)
    except TypeError as error:
        return refusing(str(error))


name: Final = Writers(payload_writer)
"""``{name: body}`` of a :class:`~gamehall_sdk.wire.raw.Raw`, or of an instance of any payload class."""
name_in_full: Final = Writers(lambda cls: payload_writer(cls, full=True))
"""The same, with the fields that have their default too."""


def _record_writer(record: Record, *, full: bool, payload: bool = False) -> Dump:
    code = Code(record.name, "JSON", payload=payload)
    text = record.text
    if text is not None and len(record.fields) == 1:
        body = _write(code, text.shape, code.variable(f"v{text.code}"), full=full)
    else:
        body = _object(code, record, full=full)
    code.line(f"return {{{record.name!r}: {body}}}" if payload else f"return {body}")
    return code.function()


def _object(code: Code, record: Record, *, full: bool) -> str:
    """An expression for the object of all fields of *record*."""
    first: list[str] = []
    """The fields before the first that may be left out."""
    body = ""
    for field in record.fields:
        variable = code.variable(f"v{field.code}")
        inline = field.place is Place.INLINE
        left_out = code.left_out(field, variable, always=field.always or full or inline)
        if not body and (inline or left_out is not None):
            body = code.variable(f"{{{', '.join(first)}}}")
        with code.block(f"if not ({left_out}):") if left_out is not None else nullcontext():
            if inline:
                _write_inline(code, field, variable, body, full=full)
                continue
            if field.least:
                code.at_least(field, variable)
            value = _write(code, field.shape, variable, field.wire, full=full)
            if body:
                code.line(f"{body}[{field.wire!r}] = {value}")
            else:
                first.append(f"{field.wire!r}: {code.variable(value)}")
    return body or f"{{{', '.join(first)}}}"


def _write(code: Code, shape: Shape, variable: str, *steps: str, full: bool) -> str:
    """An expression for the JSON value of *variable*, which is of *shape*."""
    match shape:
        case Scalar():
            if shape.wires is not None:
                code.look_up(variable, shape.wires, shape.dump, *steps)
            elif shape.usual is not None:
                code.unless(shape.usual, variable, shape.dump, *steps)
            else:
                code.replace(variable, shape.dump, *steps)
            return variable
        case Nested():
            code.at(*steps)
            return code.nested(shape.type, variable, lambda: json_writer(shape.type, full=full))
        case Choice():
            code.at(*steps)
            written = code.variable(_option(code, shape.options, wire_name, variable, full=full))
            names = code.name({option: wire_name(option) for option in shape.options})
            return f"{{{names}[type({variable})]: {written}}}"
        case Anything():
            return code.inner(variable, *steps)
        case Many():
            values, each = code.variable("[]"), code.items(shape, variable, *steps)
            with code.block(f"for {each} in {variable}:"):
                code.line(f"{values}.append({_write(code, shape.item, each, *steps, full=full)})")
            return values
        case Pairs():
            return _mapping(code, shape, variable, *steps, full=full)
        case Nullable():
            written = code.variable("None")
            with code.block(f"if {variable} is not None:"):
                code.line(f"{written} = {_write(code, shape.item, variable, *steps, full=full)}")
            return written


def _mapping(code: Code, shape: Pairs, variable: str, *steps: str, full: bool) -> str:
    field = shape.entry.fields[1]
    inner = Nullable(field.shape) if field.optional else field.shape
    values, each = code.variable("{}"), code.items(shape, variable, *steps)
    with code.block(f"for {each} in {variable}:"):
        key, value = code.variable(f"{each}[0]"), code.variable(f"{each}[1]")
        code.replace(key, shape.key.show, *steps)
        code.line(f"{values}[{key}] = {_write(code, inner, value, *steps, full=full)}")
    return values


def _option(code: Code, options: tuple[type, ...], named: Callable[[type], str], variable: str, *, full: bool) -> str:
    writers = Options(options, named, lambda cls: _path_writer(cls, full=full))
    return f"{code.name(writers)}[type({variable})]({variable}, put)"


def _path_writer(cls: type, *, full: bool) -> Dump:
    """What writes an instance of *cls*, inside all steps of its path but the first."""
    write = json_writer(cls, full=full)
    for step in reversed(wire_name(cls).split("/")[1:]):
        write = _inside(step, write)
    return write


def _inside(step: str, write: Dump) -> Dump:
    return lambda value, put: {step: write(value, put)}


def _write_inline(code: Code, field: Field, variable: str, body: str, *, full: bool) -> None:
    """Add the value of an inline field to the object that holds it."""
    if isinstance(field.shape, Anything):
        code.line(f"{body}.update({code.inner(variable)})")
        return
    code.at()
    options = inline_options(field)
    paths = {option: wire_name(option).split("/") for option in options}
    with code.inside_path(paths, variable):
        written = code.variable(_option(code, options, lambda option: option.__name__, variable, full=full))
    names = code.name({option: path[0] for option, path in paths.items()})
    code.line(f"{body}[{names}[type({variable})]] = {written}")
