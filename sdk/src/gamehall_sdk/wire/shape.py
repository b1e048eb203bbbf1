"""What a value looks like on the wire, whichever the codec: shapes, fields and records."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, TypeAlias

import attrs

from gamehall_sdk.wire.scalars import Mismatch, Scalar, kind_of

__all__ = [
    "ABSENT",
    "NIL",
    "Anything",
    "Choice",
    "Field",
    "Many",
    "Nested",
    "Nullable",
    "Pairs",
    "Place",
    "Record",
    "Shape",
    "gatherer",
    "inline_options",
    "options_tree",
    "plain_name",
    "spreader",
    "wire_name",
]


NIL: Final = "{http://www.w3.org/2001/XMLSchema-instance}nil"
"""The attribute of an element that stands for nothing."""


class Place(enum.Enum):
    """Where a field stands in its element."""

    ATTRIBUTE = enum.auto()
    """An attribute."""
    TEXT = enum.auto()
    """The element's text."""
    CHILD = enum.auto()
    """One child element of the field's name."""
    REPEATED = enum.auto()
    """A child element of the field's name for each item."""
    WRAPPED = enum.auto()
    """One child element of the field's name, in which each item has an element."""
    INLINE = enum.auto()
    """A child element that is named by the value's class, not by the field."""


class _Absent(enum.Enum):
    ABSENT = enum.auto()


ABSENT: Final = _Absent.ABSENT
"""Stands for no default where ``None`` could be one."""


@attrs.frozen
class Nested:
    """A value of the attrs class ``type``."""

    type: type


@attrs.frozen
class Choice:
    """A value of one of several attrs classes."""

    options: tuple[type, ...]


@attrs.frozen
class Anything:
    """Any payload: a value of a payload class, or a :class:`~gamehall_sdk.wire.raw.Raw`."""


@attrs.frozen(eq=False)
class Many:
    """Some values, put together by ``build``; ``exactly`` so many, when it is not ``None``."""

    item: Shape
    build: Callable[[Iterable[Any]], Any]
    exactly: int | None = None


@attrs.frozen(eq=False)
class Pairs:
    """A mapping; each entry is a record of ``key`` and ``value``."""

    entry: Record
    key: Scalar


@attrs.frozen(eq=False)
class Nullable:
    """An item of a list that may be ``None``; with ``nil`` that is said by ``xsi:nil="true"``."""

    item: Shape
    nil: bool = False

    @property
    def bare(self) -> bool:
        """Whether an empty element can only mean ``None``; otherwise the item stands in an element of its own."""
        if self.nil:
            return True
        if isinstance(self.item, Scalar):
            return not self.item.may_be_empty
        return isinstance(self.item, (Anything, Choice))


Shape: TypeAlias = Scalar | Nested | Choice | Anything | Many | Pairs | Nullable


@attrs.frozen(eq=False)
class Field:
    """One field of a record: ``wire`` is its name outside, ``alias`` the argument it is built with.

    ``code`` is how Python gets its value from an instance: ``.amount``, or ``[0]`` in an entry of a mapping.

    ``optional`` allows ``None``, which is sent by leaving the field out. A value equal to ``default`` is left
    out too, unless ``always``. When the field is absent its reader gives ``supply``, or leaves it to the class
    where that is :data:`ABSENT`; a ``required`` one must be there. ``least`` items are demanded of a list.
    """

    wire: str
    alias: str
    code: str
    place: Place
    shape: Shape
    optional: bool = False
    default: Any = ABSENT
    supply: Any = ABSENT
    required: bool = True
    always: bool = False
    least: int = 0
    item: str = "item"

    @property
    def absent_is_empty(self) -> bool:
        """Whether an absent list or mapping means an empty one, not some other default."""
        return self.default is ABSENT or not self.default


@attrs.frozen(eq=False)
class Record:
    """A class and its fields; ``build`` makes an instance of keyword arguments."""

    name: str
    type: type | None
    fields: tuple[Field, ...]
    build: Callable[..., Any]

    @property
    def text(self) -> Field | None:
        """The field that is the element's text, if there is one."""
        return next((field for field in self.fields if field.place is Place.TEXT), None)

    @property
    def inline(self) -> Field | None:
        """The field whose element is named by the value's class, if there is one."""
        return next((field for field in self.fields if field.place is Place.INLINE), None)


@cache
def wire_name(cls: type) -> str:
    """The element name of *cls*: its own ``__wire_name__``, or its name in lower case without underscores.

    Where classes are inline, ``__wire_name__`` may be a path like ``"authentication/login"``.
    """
    own = cls.__dict__.get("__wire_name__")
    return own if isinstance(own, str) else plain_name(cls.__name__)


def inline_options(field: Field) -> tuple[type, ...]:
    """The classes that may stand in an inline field; none when it takes any payload."""
    match field.shape:
        case Choice():
            return field.shape.options
        case Nested():
            return (field.shape.type,)
        case _:
            return ()


def options_tree(field: Field) -> dict[str, Any] | None:
    """The classes of an inline field by the steps of their paths; ``None`` when any payload may stand there."""
    if isinstance(field.shape, Anything):
        return None
    tree: dict[str, Any] = {}
    for option in inline_options(field):
        *steps, last = wire_name(option).split("/")
        at = tree
        for step in steps:
            at = at.setdefault(step, {})
        at[last] = option
    return tree


def spreader(shape: Many | Pairs) -> Callable[[Any], Any]:
    """What gives the items of a value of *shape* in the order in which they are written."""
    if isinstance(shape, Pairs):
        return lambda value: value.items()
    if shape.build is frozenset:
        return sorted
    exactly = shape.exactly

    def spread(value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or (exactly is not None and len(value) != exactly):
            raise Mismatch(f"expected a tuple{'' if exactly is None else f' of {exactly}'}, got {kind_of(value)}")
        return value

    return spread


def gatherer(shape: Many | Pairs, least: int = 0) -> Callable[[list[Any]], Any]:
    """What puts the items together that were read for *shape*; raises :class:`Mismatch` when they are too few."""
    if isinstance(shape, Pairs):
        return _mapping
    build, exactly = shape.build, shape.exactly
    if exactly is None and not least:
        return build

    def gather(items: list[Any]) -> Any:
        if exactly is not None and len(items) != exactly:
            raise Mismatch(f"expected {exactly} items, got {len(items)}")
        if len(items) < least:
            raise Mismatch(f"expected at least {least} item")
        return build(items)

    return gather


def _mapping(entries: list[Any]) -> dict[Any, Any]:
    made = {entry.key: entry.value for entry in entries}
    if len(made) < len(entries):
        raise Mismatch("a key stands twice")
    return made


def plain_name(name: str) -> str:
    """*name* in lower case, without underscores."""
    return name.replace("_", "").lower()
