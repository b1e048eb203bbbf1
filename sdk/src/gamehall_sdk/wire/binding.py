"""Which shape an attrs class has on the wire.

:func:`record_of` reads a class once: its fields, their annotations and what ``metadata`` says of them. The XML
and the JSON readers and writers and the schema are all made from the :class:`~gamehall_sdk.wire.shape.Record`
that it gives.

Without metadata a scalar is an attribute, an attrs class a child element, a tuple or a mapping one child
element for each item, and a union of attrs classes (or ``Any``) a child element that holds one payload
element. The functions here choose otherwise: ``attrs.field(metadata=element())``.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Union, get_args, get_origin, get_type_hints

import attrs

from gamehall_sdk.wire.scalars import Scalar, integer, scalar_of
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
    plain_name,
    wire_name,
)

__all__ = ["attribute", "element", "inline", "record_of", "text", "wrapped"]

_KEY: Final = "gamehall.wire"


def attribute(*, name: str | None = None, always: bool = False, bits: int = 64, absent: Any = ABSENT) -> dict[str, Any]:
    """Metadata of a scalar in an attribute.

    *always* sends it also when it is the default; *bits* of an integer are 16, 32 or 64; *absent* is what a
    missing attribute means when the class itself has no default.
    """
    return {_KEY: {"place": Place.ATTRIBUTE, "name": name, "always": always, "bits": bits, "absent": absent}}


def element(
    *, name: str | None = None, always: bool = False, bits: int = 64, least: int = 0, nil: bool = False
) -> dict[str, Any]:
    """Metadata of a field in a child element; a list has an element for each item, and at least *least* of them.

    With *nil* an item ``None`` of a list is an element with ``xsi:nil="true"``.
    """
    return {_KEY: {"place": Place.CHILD, "name": name, "always": always, "bits": bits, "least": least, "nil": nil}}


def text(*, name: str | None = None, bits: int = 64) -> dict[str, Any]:
    """Metadata of the scalar that is its element's text; in JSON it stands alone when it is the only field."""
    return {_KEY: {"place": Place.TEXT, "name": name, "bits": bits}}


def wrapped(item: str = "item", *, name: str | None = None, least: int = 0) -> dict[str, Any]:
    """Metadata of a list inside one element: each item in an element *item*, payloads in elements of their own.

    Such a list may be optional, since an absent element differs from an empty one. *least* items are demanded.
    """
    return {_KEY: {"place": Place.WRAPPED, "name": name, "item": item, "least": least}}


def inline() -> dict[str, Any]:
    """Metadata of a field of some attrs classes, or ``Any``, whose element is named by the value's class."""
    return {_KEY: {"place": Place.INLINE}}


@cache
def record_of(cls: type) -> Record:
    """How *cls* travels.

    Raises :class:`TypeError`, naming class and field, where the class cannot: it is no attrs class, or a field
    has an annotation that is no scalar, attrs class, union of attrs classes, ``Any``, tuple, list, frozenset or
    mapping of these.
    """
    if not attrs.has(cls):
        raise TypeError(f"{cls.__qualname__} is not an attrs class, so it cannot travel")
    try:
        hints = get_type_hints(cls, include_extras=True)
    except Exception as error:
        raise TypeError(f"the annotations of {cls.__qualname__} cannot be resolved at run time: {error}") from error
    fields = []
    for one in attrs.fields(cls):
        if not one.init:
            continue
        try:
            fields.append(_field(one, hints[one.name]))
        except TypeError as error:
            raise TypeError(f"{cls.__qualname__}.{one.name}: {error}") from None
    record = Record(wire_name(cls), cls, tuple(fields), cls)
    _check(record, cls.__qualname__)
    return record


@attrs.frozen
class _Entry:
    """What an entry of a mapping is read into."""

    key: Any
    value: Any
    __wire_name__: ClassVar[str] = "entry"


def _field(one: attrs.Attribute[Any], hint: Any) -> Field:
    chosen: Mapping[str, Any] = one.metadata.get(_KEY, {})
    hint, optional = _optional(hint)
    shape = _shape(hint)
    bits = chosen.get("bits", 64)
    if hint is int and bits != 64:  # noqa: PLR2004 - the usual size is made already
        shape = integer(bits)
    if isinstance(shape, Many):
        shape = _listed(shape, bits, nil=chosen.get("nil", False))
    elif chosen.get("nil"):
        raise TypeError("nil is for a list whose items may be None")
    needed = one.default is attrs.NOTHING
    default = _default(one.default, container=isinstance(shape, (Many, Pairs)))
    if isinstance(shape, Anything) and not needed and default is None:
        optional = True
    if optional and not needed and default is not None:
        raise TypeError("an optional field needs the default None, since absence means None")
    place = _place(shape, chosen.get("place"), optional=optional, needed=needed)
    least = chosen.get("least", 0)
    default = chosen.get("absent", ABSENT) if needed else default
    supply = _supply(place, shape, least, optional=optional) if default is ABSENT else default
    return Field(
        wire=chosen.get("name") or plain_name(one.name),
        alias=one.alias or one.name,
        code=f".{one.name}",
        place=place,
        shape=shape,
        optional=optional,
        default=default,
        supply=supply if needed else ABSENT,
        required=needed and supply is ABSENT,
        always=chosen.get("always", False),
        least=least,
        item=chosen.get("item", "item"),
    )


def _listed(shape: Many, bits: int, *, nil: bool) -> Many:
    """*shape* with the size of its integers, and the way of its items that are nothing."""
    item = shape.item
    if nil and not isinstance(item, Nullable):
        raise TypeError("nil is for a list whose items may be None")
    inner = item.item if isinstance(item, Nullable) else item
    if inner is scalar_of(int) and bits != 64:  # noqa: PLR2004 - as above
        inner = integer(bits)
    if isinstance(item, Nullable):
        inner = Nullable(inner, nil)
    return attrs.evolve(shape, item=inner)


def _default(default: Any, *, container: bool) -> Any:
    """What an absent field means, as far as it can be known now: another factory's product cannot."""
    if default is attrs.NOTHING:
        return ABSENT
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # a class, though the stub has a function
        return default.factory() if container and not default.takes_self else ABSENT
    return default


def _supply(place: Place, shape: Shape, least: int, *, optional: bool) -> Any:
    """What stands for an absent field of a class that has no default for it."""
    if optional:
        return None
    if place is Place.REPEATED and not least:
        if isinstance(shape, Pairs):
            return {}
        if isinstance(shape, Many) and shape.exactly is None:
            return shape.build(())
    return ABSENT


def _place(shape: Shape, chosen: Place | None, *, optional: bool, needed: bool) -> Place:
    several = isinstance(shape, (Many, Pairs))
    if chosen is Place.WRAPPED:
        fits = several
    elif several:
        chosen, fits = Place.REPEATED, chosen in (None, Place.CHILD)
        if optional:
            raise TypeError("an optional list needs metadata=wrapped(), to tell None from an empty one")
    elif isinstance(shape, Scalar):
        chosen, fits = chosen or Place.ATTRIBUTE, chosen is not Place.INLINE
        if chosen is Place.TEXT and (optional or not needed):
            raise TypeError("the text of an element cannot be left out, so it takes no default")
    else:
        chosen, fits = chosen or Place.CHILD, chosen in (None, Place.CHILD, Place.INLINE)
    if not fits:
        raise TypeError(f"a value of this type cannot be placed as {chosen.name.lower()}")
    return chosen


def _optional(hint: Any) -> tuple[Any, bool]:
    """The annotation without ``None``, and whether it had it."""
    hint = _stripped(hint)
    if get_origin(hint) in (Union, types.UnionType):
        rest = tuple(one for one in get_args(hint) if one is not type(None))
        if len(rest) < len(get_args(hint)):
            return Union[rest], True  # noqa: UP007 - the members are known at run time only
    return hint, False


def _stripped(hint: Any) -> Any:
    """The annotation that ``Annotated`` or a ``NewType`` stands for."""
    while True:
        if get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        elif hasattr(hint, "__supertype__"):
            hint = hint.__supertype__
        else:
            return hint


def _shape(hint: Any) -> Shape:
    hint = _stripped(hint)
    if hint in (Any, object):
        return Anything()
    if isinstance(hint, type) and attrs.has(hint):
        return Nested(hint)
    scalar = scalar_of(hint)
    if scalar is not None:
        return scalar
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) and all(isinstance(one, type) and attrs.has(one) for one in args):
        return Choice(args)
    if origin is tuple and args:
        return _tuple(args)
    if origin in (list, frozenset, Sequence):
        return Many(_item(args[0]), tuple if origin is Sequence else origin)
    if origin in (dict, Mapping):
        return _pairs(*args)
    raise TypeError(f"values of {hint!r} cannot travel")


def _item(hint: Any) -> Shape:
    hint, optional = _optional(hint)
    shape = _shape(hint)
    return Nullable(shape) if optional else shape


def _tuple(args: tuple[Any, ...]) -> Many:
    if args[1:] == (Ellipsis,):
        return Many(_item(args[0]), tuple)
    if len(set(args)) == 1:
        return Many(_item(args[0]), tuple, exactly=len(args))
    raise TypeError("a tuple of values of several types cannot travel; give it a class")


def _pairs(key: Any, value: Any) -> Pairs:
    scalar = scalar_of(_stripped(key))
    if scalar is None:
        raise TypeError("the keys of a mapping must be scalars")
    value, optional = _optional(value)
    shape = _shape(value)
    place = _place(shape, None, optional=optional, needed=True)
    supply = _supply(place, shape, 0, optional=optional)
    fields = (
        Field("key", "key", "[0]", Place.ATTRIBUTE, scalar),
        Field(
            "value",
            "value",
            "[1]",
            place,
            shape,
            optional=optional,
            supply=supply,
            required=supply is ABSENT,
        ),
    )
    return Pairs(Record("entry", None, fields, _Entry), scalar)


def _check(record: Record, name: str) -> None:
    places = [field.place for field in record.fields]
    wires = [field.wire for field in record.fields if field.place is not Place.INLINE]
    children = set(places) - {Place.ATTRIBUTE, Place.TEXT}
    if len(set(wires)) < len(wires):
        sentence = f"{name}: two fields have the same name on the wire"
    elif places.count(Place.INLINE) > 1 or places.count(Place.TEXT) > 1:
        sentence = f"{name}: only one field can be inline, and only one the text"
    elif Place.TEXT in places and children:
        sentence = f"{name}: an element with a text has no child elements"
    elif Place.INLINE in places and children != {Place.INLINE}:
        sentence = f"{name}: beside an inline field there are attributes only"
    else:
        return
    raise TypeError(sentence)
