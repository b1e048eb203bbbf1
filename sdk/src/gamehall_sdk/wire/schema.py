"""Writing a schema for payload classes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import attrs
from lxml import etree

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.raw import Element
from gamehall_sdk.wire.scalars import Scalar
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
    wire_name,
)

__all__ = ["xsd_for"]

_XS: Final = "http://www.w3.org/2001/XMLSchema"


def xsd_for(classes: Iterable[type]) -> bytes:
    """The schema of the payload *classes*: an element for each, in their order, and the types they need.

    The same classes always give the same bytes. Raises :class:`TypeError` when one cannot travel and
    :class:`ValueError` when two have the same name.
    """
    writer = _Writer()
    roots: dict[str, type] = {}
    for cls in classes:
        name = wire_name(cls)
        if roots.setdefault(name, cls) is not cls:
            raise ValueError(f"{cls.__qualname__} and {roots[name].__qualname__} are both called {name} on the wire")
    for name, cls in roots.items():
        etree.SubElement(writer.root, _xs("element"), name=name, type=writer.type_of(cls))
    writer.finish()
    etree.indent(writer.root)
    return etree.tostring(writer.root, xml_declaration=True, encoding="UTF-8") + b"\n"


def _xs(name: str) -> str:
    return f"{{{_XS}}}{name}"


@attrs.define(eq=False)
class _Writer:
    root: Element = attrs.field(factory=lambda: etree.Element(_xs("schema"), nsmap={"xs": _XS}))
    names: dict[Any, str] = attrs.field(factory=dict)
    waiting: list[type] = attrs.field(factory=list)
    simple: list[tuple[str, Scalar]] = attrs.field(factory=list)

    def finish(self) -> None:
        """Write the types that were named."""
        while self.waiting:
            cls = self.waiting.pop(0)
            self._record(record_of(cls), etree.SubElement(self.root, _xs("complexType"), name=self.names[cls]))
        for name, scalar in self.simple:
            _restrict(etree.SubElement(self.root, _xs("simpleType"), name=name), scalar)

    def type_of(self, cls: type) -> str:
        """The type name of *cls*, which is written in its turn."""
        if cls not in self.names:
            self.names[cls] = self._free(wire_name(cls).rpartition("/")[2])
            self.waiting.append(cls)
        return self.names[cls]

    def _free(self, name: str) -> str:
        taken = set(self.names.values())
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name}{number}"
        return free

    def _scalar_type(self, scalar: Scalar) -> str | None:
        """The name of the type of *scalar*, or ``None`` when it must be written in place."""
        if not scalar.values and scalar.pattern is None:
            return scalar.base
        if scalar.name is None:
            return None
        key = (scalar.name, scalar.values, scalar.pattern)
        if key not in self.names:
            self.names[key] = self._free(scalar.name)
            self.simple.append((self.names[key], scalar))
        return self.names[key]

    def _record(self, record: Record, to: Element) -> None:
        text = record.text
        if text is not None:
            self._extend(text, to)
            to = to[0][0]
        children = [field for field in record.fields if field.place not in (Place.ATTRIBUTE, Place.TEXT)]
        if children:
            kind = "choice" if record.inline is not None else "sequence"
            group = etree.SubElement(to, _xs(kind))
            for field in children:
                self._child(field, group)
        for field in record.fields:
            if field.place is Place.ATTRIBUTE:
                self._attribute(field, to)

    def _extend(self, text: Field, to: Element) -> None:
        scalar = text.shape
        content = etree.SubElement(to, _xs("simpleContent"))
        base = self._scalar_type(scalar) if isinstance(scalar, Scalar) else None
        if base is None and isinstance(scalar, Scalar):
            base = self._free("value")
            self.names[scalar] = base
            self.simple.append((base, scalar))
        etree.SubElement(content, _xs("extension"), base=str(base))

    def _attribute(self, field: Field, to: Element) -> None:
        made = etree.SubElement(to, _xs("attribute"), name=field.wire)
        self._simple(field.shape, made)
        if field.required:
            made.set("use", "required")
        elif isinstance(field.shape, Scalar) and field.default is not ABSENT and field.default is not None:
            made.set("default", field.shape.show(field.default))

    def _simple(self, shape: Shape, to: Element) -> None:
        if not isinstance(shape, Scalar):
            raise TypeError(f"{shape!r} is no scalar")
        name = self._scalar_type(shape)
        if name is not None:
            to.set("type", name)
        else:
            _restrict(etree.SubElement(to, _xs("simpleType")), shape)

    def _child(self, field: Field, group: Element) -> None:
        if field.place is Place.INLINE:
            self._inline(field, group)
            return
        made = etree.SubElement(group, _xs("element"), name=field.wire)
        shape = field.shape
        if field.place is Place.REPEATED and isinstance(shape, Many | Pairs):
            _occurs(made, shape, field.least)
            if not field.required:
                made.set("minOccurs", "0")
            self._item(shape, made)
        else:
            if not field.required:
                made.set("minOccurs", "0")
            self._content(shape, made, field.item, field.least)

    def _inline(self, field: Field, group: Element) -> None:
        if isinstance(field.shape, Anything):
            made = [etree.SubElement(group, _xs("any"), processContents="skip")]
        else:
            made = [
                etree.SubElement(group, _xs("element"), name=wire_name(option), type=self.type_of(option))
                for option in inline_options(field)
            ]
        if not field.required:
            for one in made:
                one.set("minOccurs", "0")

    def _item(self, shape: Many | Pairs, made: Element) -> None:
        if isinstance(shape, Pairs):
            self._record(shape.entry, etree.SubElement(made, _xs("complexType")))
        else:
            self._content(shape.item, made, "item", 0)

    def _content(self, shape: Shape, made: Element, item: str, least: int) -> None:
        """Give the element declaration *made* the type of *shape*."""
        match shape:
            case Scalar():
                self._simple(shape, made)
            case Nested():
                made.set("type", self.type_of(shape.type))
            case Anything():
                group = _group(made, "sequence")
                etree.SubElement(group, _xs("any"), processContents="skip")
            case Choice():
                self._options(shape, _group(made, "choice"))
            case Many() | Pairs():
                self._items(shape, made, item, least)
            case Nullable():
                self._nullable(shape, made)

    def _options(self, shape: Choice, group: Element) -> None:
        for option in shape.options:
            etree.SubElement(group, _xs("element"), name=wire_name(option), type=self.type_of(option))

    def _items(self, shape: Many | Pairs, made: Element, item: str, least: int) -> None:
        if isinstance(shape, Many) and isinstance(shape.item, Choice):
            group = _group(made, "choice")
            self._options(shape.item, group)
            _occurs(group, shape, least)
            return
        group = _group(made, "sequence")
        if isinstance(shape, Many) and isinstance(shape.item, Anything):
            _occurs(etree.SubElement(group, _xs("any"), processContents="skip"), shape, least)
        else:
            inner = etree.SubElement(group, _xs("element"), name=item)
            _occurs(inner, shape, least)
            self._item(shape, inner)

    def _nullable(self, shape: Nullable, made: Element) -> None:
        item = shape.item
        if shape.nil:
            made.set("nillable", "true")
            self._content(item, made, "item", 0)
        elif isinstance(item, Scalar) and shape.bare:
            union = etree.SubElement(etree.SubElement(made, _xs("simpleType")), _xs("union"))
            self._simple(item, etree.SubElement(_member(union), _xs("restriction")))
            _either_empty(union)
        elif shape.bare:
            self._content(item, made, "item", 0)
            made[0][0].set("minOccurs", "0")
        else:
            group = _group(made, "sequence")
            inner = etree.SubElement(group, _xs("element"), name="item", minOccurs="0")
            self._content(item, inner, "item", 0)


def _member(union: Element) -> Element:
    return etree.SubElement(union, _xs("simpleType"))


def _either_empty(union: Element) -> None:
    """Let the value of *union* be its one member, or nothing."""
    restriction = union[0][0]
    name = restriction.get("type")
    if name is not None:
        del restriction.attrib["type"]
        restriction.set("base", name)
    else:
        union.replace(union[0], restriction[0])
    nothing = etree.SubElement(_member(union), _xs("restriction"), base="xs:string")
    etree.SubElement(nothing, _xs("length"), value="0")


def _group(made: Element, kind: str) -> Element:
    return etree.SubElement(etree.SubElement(made, _xs("complexType")), _xs(kind))


def _occurs(made: Element, shape: Many | Pairs, least: int) -> None:
    exactly = shape.exactly if isinstance(shape, Many) else None
    made.set("minOccurs", str(least if exactly is None else exactly))
    made.set("maxOccurs", "unbounded" if exactly is None else str(exactly))


def _restrict(to: Element, scalar: Scalar) -> None:
    restriction = etree.SubElement(to, _xs("restriction"), base=scalar.base)
    for value in scalar.values:
        etree.SubElement(restriction, _xs("enumeration"), value=value)
    if scalar.pattern is not None:
        etree.SubElement(restriction, _xs("pattern"), value=scalar.pattern)
