"""Values of an annotation, for actions that nobody listed."""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, Union

import attrs

from gamehall_sdk.cards import DECK, Card
from gamehall_sdk.testing.case import Dice

__all__ = ["some_value"]

_INTEGERS: Final = (0, 1, 2, 3, 5, 10, 100, -1, -5, 10**15)
_MOST_ITEMS: Final = 4


def some_value(hint: Any, dice: Dice, cards: Sequence[Card]) -> Any:
    """A value of the annotation *hint*; a card is one of *cards*, or of the usual deck when there are none."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return some_value(args[0], dice, cards)
    if origin in (Union, types.UnionType):
        return some_value(dice.choice(args), dice, cards)
    if origin in (tuple, list, frozenset, Sequence):
        return _items(origin, args, dice, cards)
    if origin is typing.Literal:
        return dice.choice(args)
    if hint is type(None):
        return None
    if isinstance(hint, type):
        return _plain(hint, dice, cards)
    raise TypeError(f"no value of {hint!r} can be made")


def _plain(kind: type, dice: Dice, cards: Sequence[Card]) -> Any:
    if attrs.has(kind):
        hints = typing.get_type_hints(kind, include_extras=True)
        fields = [field for field in attrs.fields(kind) if field.init]
        return kind(**{str(field.alias): some_value(hints[field.name], dice, cards) for field in fields})
    if issubclass(kind, Card):
        return dice.choice(tuple(cards) or DECK)
    if issubclass(kind, Enum):
        return dice.choice(tuple(kind))
    if kind is bool:
        return dice.choice((False, True))
    if kind is int:
        return dice.choice(_INTEGERS)
    if kind is float:
        return float(dice.choice(_INTEGERS))
    if kind is str:
        return dice.choice(("", "a", "something else"))
    if kind is bytes:
        return dice.choice((b"", b"\x00\xff"))
    raise TypeError(f"no value of {kind.__name__} can be made")


def _items(origin: Any, args: tuple[Any, ...], dice: Dice, cards: Sequence[Card]) -> Any:
    if origin is tuple and args and args[-1] is not Ellipsis:
        return tuple(some_value(one, dice, cards) for one in args)
    items = [some_value(args[0], dice, cards) for _ in range(dice.randint(0, _MOST_ITEMS))]
    return tuple(items) if origin is Sequence else origin(items)
