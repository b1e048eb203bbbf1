"""Reading attrs classes from XML elements; compiled once for each class.

A reader trusts nothing that a schema should have checked: whatever does not fit is a
:class:`~gamehall_sdk.wire.scalars.Mismatch` with its path.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.raw import Element, Raw
from gamehall_sdk.wire.scalars import Mismatch, Scalar, quote
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
    gatherer,
    options_tree,
    wire_name,
)

__all__ = ["Read", "Resolve", "keep", "xml_reader"]

Resolve: TypeAlias = Callable[[Raw], Any]
"""Makes of an inner payload what its field shall hold."""
Read: TypeAlias = Callable[[Element, Resolve], Any]
"""Makes a value of an element; raises :class:`~gamehall_sdk.wire.scalars.Mismatch`."""
_Take: TypeAlias = Callable[[Element, dict[str, Any], Resolve], None]

_XSI: Final = "{http://www.w3.org/2001/XMLSchema-instance}"


class _Items(list[Any]):
    """The items of a repeated field as they come, which a supplied default is not."""


@cache
def xml_reader(cls: type) -> Read:
    """What makes an instance of *cls* of its element. Raises :class:`TypeError` when *cls* cannot travel."""
    return _record_reader(record_of(cls))


def keep(payload: Raw) -> Raw:
    """The :data:`Resolve` that leaves an inner payload as it came."""
    return payload


def _only_child(element: Element) -> Element:
    children = list(element.iterchildren("*"))
    if len(children) != 1:
        raise Mismatch(f"{element.tag} must hold exactly one element, not {len(children)}")
    return children[0]


def _reader(shape: Shape, item: str) -> Read:
    match shape:
        case Scalar():
            return _scalar_reader(shape.parse)
        case Nested():
            return _nested_reader(shape.type)
        case Choice():
            return _choice_reader(shape)
        case Anything():
            return lambda element, resolve: resolve(Raw.of_element(_only_child(element)))
        case Many() | Pairs():
            return _items_reader(shape, item)
        case Nullable():
            return _nullable_reader(shape)


def _scalar_reader(parse: Callable[[str], Any]) -> Read:
    def read(element: Element, _resolve: Resolve) -> Any:
        if len(element):
            raise Mismatch(f"{element.tag} holds a text only")
        return parse(element.text or "")

    return read


def _nested_reader(cls: type) -> Read:
    # Looked up when it is needed, since a class may hold itself.
    def read(element: Element, resolve: Resolve) -> Any:
        return xml_reader(cls)(element, resolve)

    return read


def _choice_reader(shape: Choice) -> Read:
    read_option = _option_reader(shape)

    def read(element: Element, resolve: Resolve) -> Any:
        child = _only_child(element)
        try:
            return read_option(child, resolve)
        except Mismatch as error:
            raise error.inside(child.tag) from None

    return read


def _items_reader(shape: Many | Pairs, item: str) -> Read:
    """The children of one element, each an item."""
    one = _named_reader(shape, item)
    gather = gatherer(shape)

    def read(element: Element, resolve: Resolve) -> Any:
        items: list[Any] = []
        for child in element:
            if isinstance(child.tag, str):
                try:
                    items.append(one(child, resolve))
                except Mismatch as error:
                    raise error.inside(child.tag) from None
        return gather(items)

    return read


def _named_reader(shape: Many | Pairs, item: str) -> Read:
    """What reads an item whose element's name is checked first, or tells what the item is."""
    inner = shape.item if isinstance(shape, Many) else None
    if isinstance(inner, Anything):
        return lambda element, resolve: resolve(Raw.of_element(element))
    if isinstance(inner, Choice):
        return _option_reader(inner)
    content = _item_reader(shape)

    def read(element: Element, resolve: Resolve) -> Any:
        if element.tag != item:
            raise Mismatch(f"expected {item}, got {quote(element.tag)}")
        return content(element, resolve)

    return read


def _option_reader(shape: Choice) -> Read:
    options = {wire_name(option): option for option in shape.options}

    def read(element: Element, resolve: Resolve) -> Any:
        option = options.get(element.tag)
        if option is None:
            raise Mismatch(f"expected one of {', '.join(options)}, got {quote(element.tag)}")
        return xml_reader(option)(element, resolve)

    return read


def _item_reader(shape: Many | Pairs) -> Read:
    return _reader(shape.item, "item") if isinstance(shape, Many) else _record_reader(shape.entry)


def _nullable_reader(shape: Nullable) -> Read:
    inner = _reader(shape.item, "item")
    if shape.nil:

        def read(element: Element, resolve: Resolve) -> Any:
            return None if element.get(NIL) in ("true", "1") else inner(element, resolve)
    elif shape.bare:

        def read(element: Element, resolve: Resolve) -> Any:
            return inner(element, resolve) if element.text or len(element) else None
    else:

        def read(element: Element, resolve: Resolve) -> Any:
            return inner(_only_child(element), resolve) if len(element) else None

    return read


def _record_reader(record: Record) -> Read:
    take_attributes = _attributes_reader(record)
    take_children = _children_reader(record)
    take_text = _text_reader(record.text) if record.text is not None else None
    supplied = {field.alias: field.supply for field in record.fields if field.supply is not ABSENT}
    demanded = tuple((field.alias, field.wire) for field in record.fields if field.required)
    build = record.build

    def read(element: Element, resolve: Resolve) -> Any:
        values: dict[str, Any] = supplied.copy()
        take_attributes(element, values, resolve)
        if take_text is not None:
            take_text(element, values, resolve)
        if len(element):
            take_children(element, values, resolve)
        for alias, wire in demanded:
            if alias not in values:
                raise Mismatch(f"{wire} is missing")
        try:
            return build(**values)
        except Mismatch:
            raise
        except (ValueError, TypeError) as error:
            raise Mismatch(str(error)) from error

    return read


def _open(record: Record) -> bool:
    """Whether an element ignores what it holds, as the seed's logout does: it is for a class without fields."""
    return not record.fields


def _attributes_reader(record: Record) -> _Take:
    known = {
        field.wire: (field.alias, field.shape.parse)
        for field in record.fields
        if field.place is Place.ATTRIBUTE and isinstance(field.shape, Scalar)
    }
    ignoring = _open(record)

    def take(element: Element, values: dict[str, Any], _resolve: Resolve) -> None:
        for name, word in element.items():
            found = known.get(name)  # type: ignore[arg-type]  # lxml gives str
            if found is None:
                if ignoring or str(name).startswith(_XSI):
                    continue
                raise Mismatch(f"unknown attribute {quote(name)}")
            try:
                values[found[0]] = found[1](word)  # type: ignore[arg-type]  # lxml gives str
            except Mismatch as error:
                raise error.inside(f"@{name!s}") from None

    return take


def _text_reader(field: Field) -> _Take:
    alias, content = field.alias, _reader(field.shape, field.item)

    def take(element: Element, values: dict[str, Any], resolve: Resolve) -> None:
        values[alias] = content(element, resolve)

    return take


def _children_reader(record: Record) -> _Take:
    """What reads the child elements and then puts the repeated ones together."""
    inline = record.inline
    inline_take = _inline_reader(inline) if inline is not None else None
    takes = {
        field.wire: _child_reader(field)
        for field in record.fields
        if field.place in {Place.CHILD, Place.REPEATED, Place.WRAPPED}
    }
    repeated = tuple(
        (field.alias, field.wire, gatherer(field.shape, field.least))
        for field in record.fields
        if field.place is Place.REPEATED and isinstance(field.shape, (Many, Pairs))
    )
    ignoring = _open(record) or record.text is not None

    def take_children(element: Element, values: dict[str, Any], resolve: Resolve) -> None:
        for child in element:
            name = child.tag
            take = takes.get(name, inline_take)
            if take is None:
                if ignoring or not isinstance(name, str):
                    continue
                raise Mismatch(f"unknown element {quote(name)}")
            try:
                take(child, values, resolve)
            except Mismatch as error:
                raise error.inside(name) from None
        for alias, wire, gather in repeated:
            items = values.get(alias)
            if isinstance(items, _Items):
                try:
                    values[alias] = gather(items)
                except Mismatch as error:
                    raise error.inside(wire) from None

    return take_children


def _child_reader(field: Field) -> _Take:
    alias = field.alias
    shape = field.shape
    if field.place is Place.REPEATED:
        one = _item_reader(shape)  # type: ignore[arg-type]  # only these repeat

        def take(element: Element, values: dict[str, Any], resolve: Resolve) -> None:
            item = one(element, resolve)
            items = values.get(alias)
            if not isinstance(items, _Items):
                items = values[alias] = _Items()
            items.append(item)

        return take
    content = _reader(shape, field.item)
    least = field.least

    def take_once(element: Element, values: dict[str, Any], resolve: Resolve) -> None:
        if values.get(alias) is not None:
            raise Mismatch("the element stands twice")
        value = content(element, resolve)
        if least and len(value) < least:
            raise Mismatch(f"expected at least {least} element")
        values[alias] = value

    return take_once


def _inline_reader(field: Field) -> _Take:
    alias = field.alias
    tree = options_tree(field)

    def take(element: Element, values: dict[str, Any], resolve: Resolve) -> None:
        if alias in values and values[alias] is not None:
            raise Mismatch("only one element is expected here")
        if tree is None:
            values[alias] = resolve(Raw.of_element(element))
            return
        path: list[str] = []
        found = tree.get(str(element.tag))
        while isinstance(found, dict):
            element = _only_child(element)
            path.append(str(element.tag))
            found = found.get(path[-1])
        if found is None:
            raise Mismatch(f"unknown element {quote(element.tag)}")
        try:
            values[alias] = xml_reader(found)(element, resolve)
        except Mismatch as error:
            error.path[:0] = path
            raise

    return take
