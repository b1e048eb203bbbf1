"""Reading elements that differ from an earlier one in their numbers alone.

Clients say few things, and say them again and again: another turn, another amount. Once such an element was parsed,
checked and read, the next one of the same *form* is cut into the form's pieces and its numbers, and what was read then
is made again with the new numbers. Only what the numbers decide is still to be checked, and the scalars do that.

A number is a whole attribute or a whole text, written in the one usual way and of at most 18 digits; all else, ``00``
and ``+5`` too, belongs to the pieces, which must be the same to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, TypeAlias

import attrs
from lxml import etree

from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.raw import Element, Form, Raw, Written
from gamehall_sdk.wire.scalars import Scalar, scalar_of
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

__all__ = ["FormPlans", "Plan", "TextPlans", "cut", "plan_of"]

Plan: TypeAlias = Callable[[Sequence[str]], Any]
"""Makes of an element's numbers what the element says.

Raises :class:`ValueError` or :class:`TypeError` when they do not fit, without the words for it.
"""
_Part: TypeAlias = tuple[str, bool]
"""An expression in ``n``, the numbers, and whether its value is the same for all and may be shared."""

_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")
_CUT: Final = re.compile(rf'(?<=[">])({_NUMBER.pattern})(?=["<])').split
_DIGITS: Final = b"-0123456789"
_OFTEN: Final = 16
"""At each sixteenth meeting a plan is made: that takes as long as to read some elements in full."""
_MOST_NUMBERS: Final = 12
_MOST: Final = 256
"""How many plans are kept; then they are all forgotten."""
_MOST_ALIKE: Final = 16
"""How many forms are tried that differ in digits only."""
_BEYOND: Final = re.compile(r"[&']|<[!?]|xml[n:]")
"""With these a text would have to be parsed, to know what is a number in it, or what an inner element means."""


def cut(text: str) -> list[str]:
    """*text* in pieces, with a number between any two."""
    return _CUT(text)


class _Meetings:
    """Counts how often forms were met lately."""

    def __init__(self) -> None:
        self._counts: dict[Hashable, int] = {}

    def often(self, form: Hashable) -> bool:
        """Count once more, and tell whether it is worth while now to make a plan for *form*."""
        if len(self._counts) >= _MOST:
            self._counts.clear()
        count = self._counts[form] = self._counts.get(form, 0) + 1
        return count % _OFTEN == 0


class FormPlans:
    """Plans by the form, for elements that were cut already; whoever sends many forms makes them of no use."""

    def __init__(self) -> None:
        """Know no form."""
        self._meetings = _Meetings()
        self._plans: dict[Form, Plan] = {}
        self.get = self._plans.get
        """The plan of a form, or ``None``."""

    def meet(self, form: Form, make: Callable[[], Plan | None]) -> None:
        """An element of *form* was read in full and found good: *make* a plan of it, if it comes often."""
        if not self._meetings.often(form):
            return
        plan = make()
        if plan is not None:
            if len(self._plans) >= _MOST:
                self._plans.clear()
            self._plans[form] = plan


class TextPlans:
    """Plans for whole documents; whoever sends many forms makes them of no use."""

    def __init__(self) -> None:
        """Know no form."""
        self._meetings = _Meetings()
        self._plans: dict[bytes, list[tuple[Callable[[str], re.Match[str] | None], Plan]]] = {}
        """By the text without any digit: what has the form, and its plan."""
        self._count = 0

    def read(self, data: bytes) -> Any:
        """What *data* says, or ``None`` when it has to be read in full. Raises as a :data:`Plan` does."""
        known = self._plans.get(data.translate(None, _DIGITS))
        if known is not None:
            text = data.decode()
            for match, plan in known:
                found = match(text)
                if found is not None:
                    return plan(found.groups())
        return None

    def meet(self, data: bytes, make: Callable[[Sequence[str]], Plan | None]) -> None:
        """*data* was read in full and found good: *make* a plan of its pieces, if the like comes often."""
        pieces = tuple(cut(data.decode())[::2])
        if not self._meetings.often(pieces):
            return
        plan = make(pieces)
        if plan is None:
            return
        if self._count >= _MOST:
            self._plans.clear()
            self._count = 0
        alike = self._plans.setdefault(data.translate(None, _DIGITS), [])
        if len(alike) >= _MOST_ALIKE:
            alike.clear()
        alike.append((re.compile(f"({_NUMBER.pattern})".join(map(re.escape, pieces))).fullmatch, plan))
        self._count += 1


def plan_of(
    cls: type, root: Element, pieces: Sequence[str], resolve: Callable[[Raw], Any] | None = None
) -> Plan | None:
    """How an instance of *cls* is made of the numbers of any element of the form of *root*; ``None`` when it cannot be.

    *root* was read as *cls*, after a schema that demands nothing of a number but what the class does; its text was cut
    into *pieces*. *resolve* makes of an inner payload what its field shall hold.
    """
    if len(pieces) > _MOST_NUMBERS + 1 or any(map(_BEYOND.search, pieces)):
        return None
    places = _places(root)
    if len(places) != len(pieces) - 1:
        return None
    maker = _Maker({place: index for index, place in enumerate(places)}, resolve)
    try:
        expression, _ = maker.record(record_of(cls), root)
        made: Plan = maker.value(f"lambda n: {expression}")
    except (_Unplanned, SyntaxError):
        # Python, too, counts how deeply things are nested.
        return None
    return made


def _places(root: Element) -> list[tuple[Element, str | None]]:
    """Where the numbers in *root* stand, in the order of its text: an element, and an attribute or ``None``."""
    places: list[tuple[Element, str | None]] = []
    for element in root.iter("*"):
        places += [(element, str(name)) for name, word in element.items() if _NUMBER.fullmatch(str(word))]
        if element.text and _NUMBER.fullmatch(element.text):
            places.append((element, None))
    return places


class _Unplanned(Exception):
    """The element can be read, but not by a plan."""


def _shareable(cls: type | None) -> bool:
    """Whether one instance of *cls* can stand for all equal ones, if its values can."""
    if cls is None:
        return True
    made_anew = any(isinstance(one.default, attrs.Factory) for one in attrs.fields(cls))  # type: ignore[arg-type]  # a class, though the stub has a function
    return attrs.inspect(cls).is_frozen and not made_anew


@attrs.frozen(eq=False)
class _Maker:
    """Writes the expressions; it follows the readers of :mod:`~gamehall_sdk.wire.xml_reader`, which found all good."""

    index: dict[tuple[Element, str | None], int]
    resolve: Callable[[Raw], Any] | None
    names: dict[str, Any] = attrs.field(factory=dict)

    def value(self, expression: str) -> Any:
        """What *expression* is."""
        return eval(expression, self.names)  # noqa: S307 - it consists of names that were given here

    def name(self, value: Any) -> str:
        """A name for *value*."""
        name = f"v{len(self.names)}"
        self.names[name] = value
        return name

    def record(self, record: Record, element: Element) -> _Part:
        """What *record* is built into from *element*."""
        given: list[tuple[str, _Part]] = []
        for field in record.fields:
            part = self._field(field, element)
            if part is None and field.supply is not ABSENT:
                part = self.name(field.supply), not isinstance(field.supply, (list, dict))
            if part is not None:
                given.append((field.alias, part))
        expression = f"{self.name(record.build)}({', '.join(f'{alias}={part[0]}' for alias, part in given)})"
        if all(part[1] for _, part in given) and _shareable(record.type):
            return self.name(self.value(expression)), True
        return expression, False

    def _field(self, field: Field, element: Element) -> _Part | None:
        match field.place:
            case Place.ATTRIBUTE:
                word = element.get(field.wire)
                return None if word is None else self._scalar(field.shape, element, field.wire, word)
            case Place.TEXT:
                return self._value(field.shape, element)
            case Place.INLINE:
                return self._inline(field, element)
            case Place.REPEATED:
                children = [child for child in element.iterchildren("*") if child.tag == field.wire]
                return (
                    self._gathered(field.shape, [self._item(field.shape, child) for child in children])
                    if children
                    else None
                )
            case _:
                child = next((child for child in element.iterchildren("*") if child.tag == field.wire), None)
                return None if child is None else self._value(field.shape, child)

    def _scalar(self, shape: Any, element: Element, name: str | None, word: str) -> _Part:
        index = self.index.get((element, name))
        if index is None:
            return self.name(shape.parse(word)), True
        # Any number of at most 18 digits is one of 64 bits.
        return f"{'int' if shape is scalar_of(int) else self.name(shape.parse)}(n[{index}])", False

    def _value(self, shape: Shape, element: Element) -> _Part:
        match shape:
            case Scalar():
                return self._scalar(shape, element, None, element.text or "")
            case Nested():
                return self.record(record_of(shape.type), element)
            case Choice():
                return self._option(shape, element[0])
            case Anything():
                return self._raw(element[0])
            case Many() | Pairs():
                return self._gathered(shape, [self._named(shape, child) for child in element.iterchildren("*")])
            case Nullable():
                return self._nullable(shape, element)

    def _option(self, shape: Choice, element: Element) -> _Part:
        option = next(option for option in shape.options if wire_name(option) == element.tag)
        return self.record(record_of(option), element)

    def _named(self, shape: Many | Pairs, element: Element) -> _Part:
        """An item of a wrapped list."""
        inner = shape.item if isinstance(shape, Many) else None
        if isinstance(inner, Anything):
            return self._raw(element)
        return self._option(inner, element) if isinstance(inner, Choice) else self._item(shape, element)

    def _item(self, shape: Any, element: Element) -> _Part:
        return self._value(shape.item, element) if isinstance(shape, Many) else self.record(shape.entry, element)

    def _gathered(self, shape: Any, parts: list[_Part]) -> _Part:
        items = "".join(f"{part[0]}, " for part in parts)
        build = shape.build if isinstance(shape, Many) else dict
        expression = f"({items})" if build is tuple else f"{self.name(gatherer(shape))}([{items}])"
        if all(part[1] for part in parts) and build in (tuple, frozenset):
            return self.name(self.value(expression)), True
        return expression, False

    def _nullable(self, shape: Nullable, element: Element) -> _Part:
        filled = element.get(NIL) is None if shape.nil else element.text or len(element) if shape.bare else len(element)
        if not filled:
            return "None", True
        return self._value(shape.item, element if shape.bare else element[0])

    def _inline(self, field: Field, element: Element) -> _Part | None:
        child = next(element.iterchildren("*"), None)
        if child is None:
            return None
        found: Any = options_tree(field)
        if found is None:
            return self._raw(child)
        found = found[child.tag]
        while isinstance(found, dict):
            child = child[0]
            found = found[child.tag]
        return self.record(record_of(found), child)

    def _raw(self, element: Element) -> _Part:
        """A payload in its own form, to be loaded by a plan too."""
        pieces = cut(etree.tostring(element, encoding="unicode", with_tail=False))
        places = [self.index[place] for place in _places(element)]
        if len(places) != len(pieces) // 2:
            raise _Unplanned
        form = Form(str(element.tag), tuple(pieces[::2]))
        if not places and self.resolve is None:
            return self.name(Raw(form.name, Written(form, ()))), True
        numbers = "".join(f"n[{index}], " for index in places)
        raw = f"{self.name(Raw)}({form.name!r}, {self.name(Written)}({self.name(form)}, ({numbers})))"
        return raw if self.resolve is None else f"{self.name(self.resolve)}({raw})", False
