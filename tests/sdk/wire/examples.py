"""Payload classes that the tests of the wire share: all kinds of fields, in the ways a game would use them."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal

import attrs

from gamehall_sdk.cards import Card
from gamehall_sdk.wire import PayloadSet, attribute, element, inline, text, wrapped


class Street(enum.StrEnum):
    PREFLOP = "preflop"
    FLOP = "flop"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@attrs.frozen
class Fold:
    pass


@attrs.frozen
class RaiseTo:
    amount: int


@attrs.frozen
class Show:
    cards: tuple[Card, ...] = ()
    any_: bool = False


@attrs.frozen
class Seat:
    number: int = attrs.field(metadata=text(bits=32))


@attrs.frozen
class Line:
    body: str = attrs.field(metadata=text())
    author: str = ""


@attrs.frozen
class Scalars:
    whole: int
    small: int = attrs.field(metadata=attribute(bits=16))
    word: str
    flag: bool
    real: float
    money: Decimal
    data: bytes
    card: Card
    street: Street
    level: Level
    mode: Literal["fast", "slow"]
    maybe: int | None
    spoken: str = attrs.field(metadata=element())
    named: str = attrs.field(metadata=attribute(name="other"))
    preset: int = 7
    unset: str | None = None


@attrs.frozen
class Place:
    seat: int
    cards: tuple[Card | None, ...] = ()


@attrs.frozen
class Collections:
    board: tuple[Card, ...]
    places: tuple[Place, ...]
    empties: tuple[Place | None, ...]
    nested: tuple[tuple[int, ...], ...]
    words: tuple[str | None, ...]
    listed: list[int]
    chosen: frozenset[int]
    pair: tuple[int, int]
    stacks: Mapping[int, int]
    bets: dict[str, int | None]
    hands: Mapping[int, tuple[Card, ...]]
    spots: Mapping[int, Place]
    lines: tuple[str, ...] | None = attrs.field(default=None, metadata=wrapped("line"))


@attrs.frozen
class Unions:
    last: Fold | RaiseTo
    story: tuple[Fold | RaiseTo, ...]
    choices: tuple[Fold | RaiseTo, ...] = attrs.field(metadata=wrapped())
    place: Place | None = None
    home: Place = Place(0)


@attrs.frozen
class Act:
    action: Any
    turn: int | None = None


@attrs.frozen
class Either:
    what: Fold | RaiseTo = attrs.field(metadata=inline())
    turn: int = 0


@attrs.frozen
class Tree:
    value: int
    twigs: tuple[Tree, ...] = ()


@attrs.frozen
class Checked:
    amount: int = attrs.field(validator=attrs.validators.ge(1))


CLASSES = (
    Fold,
    RaiseTo,
    Show,
    Seat,
    Line,
    Scalars,
    Place,
    Collections,
    Unions,
    Act,
    Either,
    Tree,
    Checked,
)
PAYLOADS = PayloadSet(CLASSES)
