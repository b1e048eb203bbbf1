"""The single values that travel: how each is written as XML text and as JSON, and read back.

A :class:`Scalar` is found by :func:`scalar_of`; it is strict both ways, and what does not fit is a
:class:`Mismatch` that collects its path on the way up.
"""

from __future__ import annotations

import base64
import binascii
import enum
import math
import operator
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin

import attrs

from gamehall_sdk.cards import CARDS, Card

__all__ = ["Mismatch", "Scalar", "integer", "kind_of", "quote", "sayable", "scalar_of"]

_SPACE: Final = " \t\r\n"
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,40}")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})")
_FLOAT: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# libxml2 keeps a decimal in 24 digits; a value beyond could be written, but not validated.
_DECIMAL_DIGITS: Final = 24
_SHOWN: Final = 60


class Mismatch(ValueError):
    """A value does not fit its shape; :attr:`path` leads to it, names and list positions from the outside in."""

    def __init__(self, what: str) -> None:
        """Say in *what* what is wrong, without the place."""
        super().__init__(what)
        self.what = what
        self.path: list[str | int] = []

    def inside(self, step: str | int) -> Mismatch:
        """Note that the value stands inside *step*; gives itself, to be raised on."""
        self.path.insert(0, step)
        return self

    def as_json(self) -> str:
        """``what @ $.path[3].field``."""
        return f"{self.what} @ $" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)

    def as_xml(self) -> str:
        """``what @ /path/field``; an item is counted from 1, as XPath does."""
        return f"{self.what} @ " + "".join(
            f"[{step + 1}]" if isinstance(step, int) else f"/{step}" for step in self.path
        )


@attrs.frozen(eq=False)
class Scalar:
    """How one kind of value travels.

    ``parse`` and ``show`` are for XML text, ``load`` and ``dump`` for JSON; all four raise :class:`Mismatch`.
    ``base`` is the XSD type; with ``values`` or a ``pattern`` the schema narrows it under ``name``.
    """

    what: str
    base: str
    parse: Callable[[str], Any]
    show: Callable[[Any], str]
    load: Callable[[Any], Any]
    dump: Callable[[Any], Any]
    name: str | None = None
    values: tuple[str, ...] = ()
    pattern: str | None = None
    usual: str | None = None
    """A condition on ``{x}``, as Python has it, under which ``dump`` gives the value itself."""
    wires: Mapping[Any, str | int] | None = None
    """What ``dump`` gives, where the values can be counted; all are of one class."""

    @property
    def may_be_empty(self) -> bool:
        """Whether the empty text stands for a value."""
        if self.values:
            return "" in self.values
        return self.pattern is None and self.base in ("xs:string", "xs:base64Binary")


def quote(value: object) -> str:
    """*value* as a sentence shows it, cut when long."""
    shown = value if isinstance(value, str) else repr(value)
    return repr(shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…")


def kind_of(data: object) -> str:
    """What a JSON value is, as a sentence says it."""
    match data:
        case None:
            return "null"
        case bool():
            return "true" if data else "false"
        case int() | float():
            return f"the number {data!r:.40}"
        case str():
            return f"the string {quote(data)}"
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return f"a {type(data).__name__}"


def _wrong(what: str, value: object) -> Mismatch:
    return Mismatch(f"expected {what}, got {kind_of(value)}")


def integer(bits: int = 64) -> Scalar:
    """Whole numbers of *bits* 16, 32 or 64, with a sign."""
    limit = 1 << (bits - 1)
    what = "an integer" if bits == 64 else f"an integer of {bits} bits"  # noqa: PLR2004 - the usual size goes unsaid
    base = {16: "xs:short", 32: "xs:int", 64: "xs:long"}[bits]

    def bounded(value: int) -> int:
        if -limit <= value < limit:
            return value
        raise Mismatch(f"expected an integer from {-limit} to {limit - 1}, got {value!r:.40}")

    def parse(text: str) -> int:
        word = text.strip(_SPACE)
        if _INTEGER.fullmatch(word) is None:
            raise _wrong(what, text)
        value = int(word)
        return value if -limit <= value < limit else bounded(value)

    def plain(value: Any) -> int:
        try:
            return bounded(operator.index(value))
        except TypeError:
            raise _wrong(what, value) from None

    usual = f"type({{x}}) is int and {-limit} <= {{x}} < {limit}"

    def load(data: Any) -> int:
        if type(data) is not int:
            raise _wrong(what, data)
        return bounded(data)

    return Scalar(what, base, parse, lambda value: str(plain(value)), load, plain, usual=usual)


def sayable(text: str) -> str:
    """*text* with a mark in the place of each character that no message can carry: a sentence may quote a stranger."""
    return _NOT_XML.sub("\ufffd", text)


def _string() -> Scalar:
    what = "a string"

    def carried(value: Any) -> str:
        if not isinstance(value, str):
            raise _wrong(what, value)
        if not value.isprintable() and (found := _NOT_XML.search(value)):
            raise Mismatch(f"the text has the character U+{ord(found[0]):04X}, which no message can carry")
        return str(value)

    usual = "type({x}) is str and {x}.isprintable()"
    return Scalar(what, "xs:string", str, carried, carried, carried, usual=usual)


def _boolean() -> Scalar:
    what = "true or false"
    words = {"true": True, "1": True, "false": False, "0": False}

    def parse(text: str) -> bool:
        try:
            return words[text.strip(_SPACE)]
        except KeyError:
            raise _wrong(what, text) from None

    def exact(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise _wrong(what, value)

    usual = "type({x}) is bool"
    return Scalar(
        what, "xs:boolean", parse, lambda value: "true" if exact(value) else "false", exact, exact, usual=usual
    )


def _float() -> Scalar:
    what = "a finite number"

    def exact(value: Any) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise _wrong(what, value)
        try:
            number = float(value)
        except OverflowError:
            raise _wrong(what, value) from None
        if math.isfinite(number):
            return number
        raise _wrong(what, value)

    def parse(text: str) -> float:
        word = text.strip(_SPACE)
        if _FLOAT.fullmatch(word) is None:
            raise _wrong(what, text)
        return exact(float(word))

    usual = "type({x}) is float and {x} - {x} == 0.0"
    return Scalar(what, "xs:double", parse, lambda value: repr(exact(value)), exact, exact, usual=usual)


def _decimal() -> Scalar:
    what = f"a decimal number of at most {_DECIMAL_DIGITS} digits"

    def parse(text: str) -> Decimal:
        word = text.strip(_SPACE)
        if _DECIMAL.fullmatch(word) is None or sum(map(str.isdigit, word)) > _DECIMAL_DIGITS:
            raise _wrong(what, text)
        return Decimal(word)

    def show(value: Any) -> str:
        if isinstance(value, int):
            value = Decimal(value)
        if not isinstance(value, Decimal) or not value.is_finite() or abs(value.adjusted()) >= _DECIMAL_DIGITS:
            raise _wrong(what, value)
        word = format(value, "f")
        parse(word)
        return word

    def load(data: Any) -> Decimal:
        if isinstance(data, str):
            return parse(data)
        if type(data) is int and abs(data) < 10**_DECIMAL_DIGITS:
            return Decimal(data)
        raise _wrong('a decimal number in a string, like "12.50",', data)

    return Scalar(what, "xs:decimal", parse, show, load, show)


def _bytes() -> Scalar:
    what = "bytes in base64"

    def parse(text: Any) -> bytes:
        if not isinstance(text, str):
            raise _wrong(what, text)
        try:
            return base64.b64decode("".join(text.split()), validate=True)
        except (binascii.Error, ValueError):
            raise _wrong(what, text) from None

    def show(value: Any) -> str:
        if not isinstance(value, bytes):
            raise _wrong("bytes", value)
        return base64.b64encode(value).decode("ascii")

    return Scalar(what, "xs:base64Binary", parse, show, parse, show)


def _card() -> Scalar:
    what = "a card like 'As'"
    texts: dict[int, str] = {card: str(card) for card in CARDS}
    named = {str(card): card for card in CARDS}

    def parse(text: Any) -> Card:
        try:
            return named[text]
        except (KeyError, TypeError):
            raise _wrong(what, text) from None

    def show(value: Any) -> str:
        try:
            return texts[value]
        except (KeyError, TypeError):
            raise _wrong(what, value) from None

    pattern = "[2-9TJQKA][shdc]|JP|JG"
    return Scalar(what, "xs:string", parse, show, parse, show, name="card", pattern=pattern, wires=texts)


def _closed(name: str | None, members: Mapping[Any, str | int]) -> Scalar:
    """One of *members*, each with what stands for it on the wire: all strings, or all integers."""
    whole = all(type(value) is int for value in members.values())
    if not members or not (whole or all(isinstance(value, str) for value in members.values())):
        raise TypeError(f"the values of {name or 'a literal'} must be all strings or all integers to travel")
    what = "one of " + ", ".join(map(str, members.values()))
    wires = dict(members)
    by_wire = {value: member for member, value in members.items()}
    by_text = {str(value): member for member, value in members.items()}

    def parse(text: str) -> Any:
        try:
            return by_text[text]
        except KeyError:
            raise _wrong(what, text) from None

    def load(data: Any) -> Any:
        if type(data) is not (int if whole else str) or data not in by_wire:
            raise _wrong(what, data)
        return by_wire[data]

    def dump(value: Any) -> str | int:
        try:
            wire: str | int = wires[value]
        except (KeyError, TypeError):
            raise _wrong(what, value) from None
        return wire

    base = "xs:int" if whole else "xs:string"
    values = tuple(by_text)
    return Scalar(what, base, parse, lambda value: str(dump(value)), load, dump, name=name, values=values, wires=wires)


_KINDS: Final[Mapping[type, Callable[[], Scalar]]] = {
    int: integer,
    str: _string,
    bool: _boolean,
    float: _float,
    Decimal: _decimal,
    bytes: _bytes,
    Card: _card,
}


@cache
def scalar_of(hint: Any) -> Scalar | None:
    """How values of the annotation *hint* travel, or ``None`` when it is no scalar.

    Scalars are ``int`` (64 bits), ``str``, ``bool``, ``float`` (finite), ``Decimal``, ``bytes``,
    :class:`~gamehall_sdk.cards.Card`, enums and ``Literal`` of strings or of integers.
    """
    if hint in _KINDS:
        return _KINDS[hint]()
    if get_origin(hint) is Literal:
        return _closed(None, {value: value for value in get_args(hint)})
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        values = {member: member.value for member in hint}
        plain = {member: int(value) if isinstance(value, int) else value for member, value in values.items()}
        return _closed(hint.__name__.lower(), plain)
    return None
