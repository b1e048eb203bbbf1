"""Writing attrs classes as the text of XML elements, by a function that is made for each class.

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

__all__ = ["Write", "emit", "payload_writer", "raw_text", "xml_writer"]

Write: TypeAlias = Callable[[Any, Writers], str]
"""The element of a value, the payloads in it by other writers; raises :class:`~gamehall_sdk.wire.scalars.Mismatch`."""

_IN_TEXT: Final = re.compile("[&<>\r]")
_IN_ATTRIBUTE: Final = re.compile('[&<>"\t\n\r]')
_REFERENCES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_NIL: Final = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"'
_NUMBERS: Final = frozenset({"xs:long", "xs:int", "xs:short", "xs:double"})
"""Types whose usual values an f-string writes as they are sent."""


@cache
def xml_writer(cls: type, tag: str | None = None) -> Write:
    """What writes an instance of *cls* as an element *tag*, or of its own name.

    Raises :class:`TypeError` when *cls* cannot travel.
    """
    return _record_writer(record_of(cls), wire_name(cls) if tag is None else tag)


@cache
def payload_writer(cls: type) -> Write:
    """What writes an instance of *cls* where any payload may stand."""
    if cls is Raw:
        return lambda payload, _put: raw_text(payload)
    try:
        return _record_writer(record_of(cls), wire_name(cls), payload=True)
    except TypeError as error:
        return refusing(str(error))


emit: Final = Writers(payload_writer)
"""The element of a payload: a :class:`~gamehall_sdk.wire.raw.Raw`, or an instance of any payload class."""


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


def _show(code: Code, shape: Scalar, variable: str, special: re.Pattern[str], *steps: str) -> None:
    """Make the text of a scalar of *variable*, or what an f-string makes the text of."""
    shown = _shown(shape, special)
    if shape.wires is not None:
        texts = {value: shown(value) for value in shape.wires}
        code.look_up(variable, texts, shown, *steps)
    elif shape.base == "xs:boolean":
        code.truth(variable, shown, *steps)
    elif shape.base == "xs:string":
        # Letters and digits alone are never written otherwise.
        code.unless("type({x}) is str and {x}.isalnum()", variable, shown, *steps)
    elif shape.base in _NUMBERS and shape.usual is not None:
        code.unless(shape.usual, variable, shown, *steps)
    else:
        code.replace(variable, shown, *steps)


def _formatted(text: str) -> str:
    """*text* as an f-string; what stands in braces are variables."""
    return f"f{text!r}"


def _path_writer(cls: type) -> Write:
    """What writes an instance of *cls*, inside all steps of its path."""
    *around, last = wire_name(cls).split("/")
    write = xml_writer(cls, last)
    if not around:
        return write
    before, after = "".join(f"<{step}>" for step in around), "".join(f"</{step}>" for step in reversed(around))
    return lambda value, put: f"{before}{write(value, put)}{after}"


def _write(code: Code, shape: Shape, variable: str, tag: str, item: str, *steps: str) -> str:
    """A variable with *variable*, of *shape*, as an element *tag*; the items of a list stand in elements *item*."""
    match shape:
        case Scalar():
            _show(code, shape, variable, _IN_TEXT, *steps)
            return code.variable(_formatted(f"<{tag}>{{{variable}}}</{tag}>"))
        case Nested():
            code.at(*steps)
            return code.variable(code.nested(shape.type, variable, lambda: xml_writer(shape.type, tag)))
        case Choice():
            code.at(*steps)
            inner = code.variable(_option(code, shape, variable))
            return code.variable(_formatted(f"<{tag}>{{{inner}}}</{tag}>"))
        case Anything():
            inner = code.variable(code.inner(variable, *steps))
            return code.variable(_formatted(f"<{tag}>{{{inner}}}</{tag}>"))
        case Many() | Pairs():
            inner = _items(code, shape, variable, lambda each: _wrapped_item(code, shape, each, item, *steps), *steps)
            full = _formatted(f"<{tag}>{{{inner}}}</{tag}>")
            empty = f"<{tag}/>"
            return code.variable(f"{full} if {inner} else {empty!r}")
        case Nullable():
            return _nullable(code, shape, variable, tag, *steps)


def _option(code: Code, shape: Choice, variable: str) -> str:
    return f"{code.name(Options(shape.options, wire_name, xml_writer))}[type({variable})]({variable}, put)"


def _items(code: Code, shape: Many | Pairs, variable: str, write: Callable[[str], str], *steps: str) -> str:
    """A variable with all items of *variable*, each of which *write* writes."""
    text, each = code.variable('""'), code.items(shape, variable, *steps)
    with code.block(f"for {each} in {variable}:"):
        code.line(f"{text} += {write(each)}")
    return text


def _wrapped_item(code: Code, shape: Many | Pairs, variable: str, item: str, *steps: str) -> str:
    """One item: in an element *item*, where its class does not name its own."""
    match shape:
        case Many(item=Choice() as inner):
            code.at(*steps)
            return code.variable(_option(code, inner, variable))
        case Many(item=Anything()):
            return code.inner(variable, *steps)
        case _:
            return _item(code, shape, variable, item, *steps)


def _item(code: Code, shape: Many | Pairs, variable: str, tag: str, *steps: str) -> str:
    """One item, in an element *tag*."""
    if isinstance(shape, Many):
        return _write(code, shape.item, variable, tag, "item", *steps)
    code.at(*steps)
    return f"{code.name(_record_writer(shape.entry, tag))}({variable}, put)"


def _nullable(code: Code, shape: Nullable, variable: str, tag: str, *steps: str) -> str:
    result = code.variable(repr(f"<{tag}{_NIL}/>" if shape.nil else f"<{tag}/>"))
    with code.block(f"if {variable} is not None:"):
        if shape.bare:
            code.line(f"{result} = {_write(code, shape.item, variable, tag, 'item', *steps)}")
        else:
            inner = _write(code, shape.item, variable, "item", "item", *steps)
            wrapped = f"<{tag}>{{{inner}}}</{tag}>"
            code.line(f"{result} = {_formatted(wrapped)}")
    return result


def _record_writer(record: Record, tag: str, *, payload: bool = False) -> Write:
    code = Code(tag, "XML", payload=payload)
    attributes = "".join([_attribute(code, field) for field in record.fields if field.place is Place.ATTRIBUTE])
    contents = [_content(code, field) for field in record.fields if field.place is not Place.ATTRIBUTE]
    inside = "".join([f"{{{variable}}}" for variable, _ in contents])
    whole = _formatted(f"<{tag}{attributes}>{inside}</{tag}>")
    empty = _formatted(f"<{tag}{attributes}/>")
    if any(always for _, always in contents):
        code.line(f"return {whole}")
    elif contents:
        code.line(f"return {whole} if {' or '.join([variable for variable, _ in contents])} else {empty}")
    else:
        code.line(f"return {empty}")
    return code.function()


def _attribute(code: Code, field: Field) -> str:
    """What stands for *field* in an f-string of the opening tag."""
    variable = code.variable(f"v{field.code}")
    left_out = code.left_out(field, variable, always=field.always)
    if left_out is None:
        _show(code, field.shape, variable, _IN_ATTRIBUTE, field.wire)  # type: ignore[arg-type]  # an attribute is a scalar
        return f' {field.wire}="{{{variable}}}"'
    result = code.variable('""')
    with code.block(f"if not ({left_out}):"):
        _show(code, field.shape, variable, _IN_ATTRIBUTE, field.wire)  # type: ignore[arg-type]  # as above
        written = f' {field.wire}="{{{variable}}}"'
        code.line(f"{result} = {_formatted(written)}")
    return f"{{{result}}}"


def _content(code: Code, field: Field) -> tuple[str, bool]:
    """A variable with what *field* has between the tags, and whether there must be two tags for it."""
    variable = code.variable(f"v{field.code}")
    match field.place:
        case Place.TEXT:
            _show(code, field.shape, variable, _IN_TEXT, field.wire)  # type: ignore[arg-type]  # a text is a scalar
            return variable, True
        case Place.REPEATED:
            return _repeated(code, field, variable), False
        case Place.INLINE:
            left_out = f"{variable} is None" if field.optional else None
        case _:
            left_out = code.left_out(field, variable, always=field.always)
    write = _inline if field.place is Place.INLINE else _child
    if left_out is None:
        return write(code, field, variable), True
    result = code.variable('""')
    with code.block(f"if not ({left_out}):"):
        code.line(f"{result} = {write(code, field, variable)}")
    return result, False


def _child(code: Code, field: Field, variable: str) -> str:
    if field.least:
        code.at_least(field, variable)
    return _write(code, field.shape, variable, field.wire, field.item, field.wire)


def _repeated(code: Code, field: Field, variable: str) -> str:
    shape: Any = field.shape
    if not field.absent_is_empty:
        code.at(field.wire)
        with code.block(f"if not {variable}:"):
            code.line('raise Mismatch("XML cannot tell an empty list from an absent one, which means the default")')
    if field.least:
        code.at_least(field, variable)
    return _items(code, shape, variable, lambda each: _item(code, shape, each, field.wire, field.wire), field.wire)


def _inline(code: Code, field: Field, variable: str) -> str:
    if isinstance(field.shape, Anything):
        return code.variable(code.inner(variable))
    code.at()
    options = inline_options(field)
    with code.inside_path({option: wire_name(option).split("/") for option in options}, variable):
        writers = code.name(Options(options, lambda option: option.__name__, _path_writer))
        return code.variable(f"{writers}[type({variable})]({variable}, put)")
