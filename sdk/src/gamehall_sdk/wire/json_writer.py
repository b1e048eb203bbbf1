"""Writing attrs classes as JSON values, by a function that is made for each class.

Field by field in their order; numbers and booleans are JSON's own, all else is the text that XML has too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.code import Code, Options
from gamehall_sdk.wire.raw import Raw
from gamehall_sdk.wire.scalars import Mismatch, Scalar
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


def _record_writer(record: Record, *, full: bool) -> Dump:
    code = Code(f"{record.name} as JSON")
    text = record.text
    if text is not None and len(record.fields) == 1:
        code.line(f"return {_write(code, text.shape, code.variable(f'v{text.code}'), full=full)}")
        return code.function()
    body = code.variable("{}")
    for field in record.fields:
        variable = code.variable(f"v{field.code}")
        inline = field.place is Place.INLINE
        left_out = code.left_out(field, variable, always=field.always or full or inline)
        with code.block("if True:" if left_out is None else f"if not ({left_out}):"):
            if inline:
                _write_inline(code, field, variable, body, full=full)
            else:
                if field.least:
                    code.at_least(field, variable)
                code.line(f"{body}[{field.wire!r}] = {_write(code, field.shape, variable, field.wire, full=full)}")
    code.line(f"return {body}")
    return code.function()


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
            code.at(*steps)
            return f"put({variable})"
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
    code.at()
    if isinstance(field.shape, Anything):
        code.line(f"{body}.update(put({variable}))")
        return
    options = inline_options(field)
    paths = {option: wire_name(option).split("/") for option in options}
    written = code.variable("None")
    with code.inside_path(paths, variable):
        code.line(f"{written} = {_option(code, options, lambda option: option.__name__, variable, full=full)}")
    names = code.name({option: path[0] for option, path in paths.items()})
    code.line(f"{body}[{names}[type({variable})]] = {written}")
