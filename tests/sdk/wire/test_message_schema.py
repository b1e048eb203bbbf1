"""message.xsd and the message classes have the same elements and attributes."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from gamehall_sdk.wire import Message, xml
from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.scalars import Scalar
from gamehall_sdk.wire.shape import (
    ABSENT,
    Anything,
    Field,
    Many,
    Nested,
    Place,
    Record,
    Shape,
    inline_options,
    wire_name,
)

XS = "{http://www.w3.org/2001/XMLSchema}"
ROOT = etree.fromstring(xml.message_xsd())
TYPES = {one.get("name"): one for one in ROOT.iterfind(f"{XS}complexType")}
UNUSED = {"requirestringparameters", "gamelistgameresponse", "playerlist"}
Row = tuple[str, str]


def schema_rows(element: etree._Element, path: str) -> Iterator[Row]:
    """Each place below *element*, with its type and whether it may be missing."""
    named = element.get("type")
    if named is not None and named.startswith("xs:"):
        return
    kind = TYPES[named] if named is not None else element.find(f"{XS}complexType")
    if kind is None:
        return
    for child in kind.iterfind(f"./*/{XS}element"):
        below = f"{path}/{child.get('name')}"
        yield below, _occurs(child)
        yield from schema_rows(child, below)
    for child in kind.iterfind(f"./*/{XS}any"):
        yield f"{path}/*", _occurs(child)
    for one in kind.iterfind(f"{XS}attribute"):
        default = one.get("default", "-")
        yield f"{path}/@{one.get('name')}", f"{one.get('type')} {one.get('use', 'optional')} {default}"


def _occurs(child: etree._Element) -> str:
    parent = child.getparent()
    choice = parent is not None and parent.tag == f"{XS}choice"
    least = "0" if choice else child.get("minOccurs", "1")
    return f"{least}..{child.get('maxOccurs', '1')}"


def class_rows(record: Record, path: str) -> Iterator[Row]:
    for field in record.fields:
        yield from _field_rows(field, path)


def _field_rows(field: Field, path: str) -> Iterator[Row]:
    below = f"{path}/{field.wire}"
    match field.place:
        case Place.ATTRIBUTE:
            assert isinstance(field.shape, Scalar)
            default = "-" if field.default in (ABSENT, None, "") else field.shape.show(field.default)
            use = "required" if field.required or (field.always and field.wire != "sessionid") else "optional"
            yield f"{path}/@{field.wire}", f"{field.shape.base} {use} {'-' if use == 'required' else default}"
        case Place.INLINE if isinstance(field.shape, Anything):
            yield f"{path}/*", "1..1"
        case Place.INLINE:
            for option in inline_options(field):
                yield from _option_rows(option, path)
        case Place.REPEATED:
            assert isinstance(field.shape, Many)
            yield below, f"{field.least}..unbounded"
            yield from _shape_rows(field.shape.item, below)
        case Place.WRAPPED:
            assert isinstance(field.shape, Many)
            yield below, "1..1" if field.required else "0..1"
            if isinstance(field.shape.item, Anything):
                yield f"{below}/*", "1..unbounded"
            else:
                yield f"{below}/{field.item}", "0..unbounded"
                yield from _shape_rows(field.shape.item, f"{below}/{field.item}")
        case Place.CHILD:
            # A child with a default that cannot be left out is written always, so the schema may demand it.
            made = isinstance(field.shape, Nested) and field.default is ABSENT
            yield below, "1..1" if field.required or made else "0..1"
            yield from _shape_rows(field.shape, below)


def _option_rows(option: type, path: str) -> Iterator[Row]:
    for step in wire_name(option).split("/"):
        path = f"{path}/{step}"
        yield path, "0..1"
    yield from class_rows(record_of(option), path)


def _shape_rows(shape: Shape, path: str) -> Iterator[Row]:
    if isinstance(shape, Nested):
        yield from class_rows(record_of(shape.type), path)
    elif isinstance(shape, Anything):
        yield f"{path}/*", "1..1"


def test_the_schema_and_the_classes_say_the_same() -> None:
    declared = ROOT.find(f"{XS}element")
    assert declared is not None
    by_schema = dict(schema_rows(declared, "/message"))
    by_class = dict(class_rows(record_of(Message), "/message"))
    # The one choice of a chat message has one member.
    for path in [path for path in by_schema if path.endswith("/chat/message")]:
        by_schema[path] = "1..1"
    assert by_class == by_schema
    assert len(by_schema) > 150


def test_every_type_is_used_but_those_that_never_were() -> None:
    used = {str(one.get("type")) for one in ROOT.iter(f"{XS}element")}
    assert set(map(str, TYPES)) - used == UNUSED


def test_money_is_exact() -> None:
    text = xml.message_xsd().decode()
    assert "xs:double" not in text
    assert 'name="balance" type="xs:decimal"' in text
