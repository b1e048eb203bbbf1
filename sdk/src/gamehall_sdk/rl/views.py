"""Views as numbers: what writes a value of a type into a vector, found by the type and by what was seen."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamehall_sdk.cards import CARDS, Card

__all__ = ["CARD_NUMBERS", "Seen", "Writer"]

CARD_NUMBERS: Final = len(CARDS)
"""How many numbers cards take."""


class Writer:
    """Writes a value of one type into a vector, as *size* numbers."""

    def __init__(self, size: int, write: Callable[[NDArray[np.float32], int, Any], None]) -> None:
        self.size = size
        self.into = write


_NOTHING: Final = Writer(0, lambda *_: None)


class Seen:
    """How long the tuples at each place of the views were, and which words stood there."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._most: dict[tuple[str, ...], int] = {}
        self._words: dict[tuple[str, ...], set[str]] = {}

    def look(self, kind: Any, value: Any, path: tuple[str, ...]) -> None:
        """Note the lengths and words in *value*, which stands at *path* and is of the type *kind*."""
        if value is None:
            return
        inner = _inner(kind)
        if inner is not None:
            some = _several(value)
            self._most[path] = max(self._most.get(path, self._seats), len(some))
            for one in some:
                self.look(inner, one, (*path, "*"))
        elif isinstance(value, str) and not isinstance(value, Enum):
            self._words.setdefault(path, set()).add(value)
        elif attrs.has(type(value)):
            hints = typing.get_type_hints(type(value))
            for field in attrs.fields(type(value)):
                self.look(hints[field.name], getattr(value, field.name), (*path, field.name))

    def writer(self, kind: Any, path: tuple[str, ...]) -> Writer:
        """What writes values of the type *kind* that stand at *path*."""
        bare = _bare(kind)
        if bare is not kind:
            return _optional(self.writer(bare, path))
        inner = _inner(kind)
        if inner is not None:
            if _bare(inner) is Card:
                return Writer(CARD_NUMBERS, _write_cards)
            return _repeated(self.writer(inner, (*path, "*")), self._most.get(path, self._seats))
        if not isinstance(kind, type):
            return _NOTHING
        if issubclass(kind, Card):
            return Writer(CARD_NUMBERS, lambda vector, at, value: vector.__setitem__(at + int(value), 1))
        if issubclass(kind, Enum):
            return _one_of(list(kind))
        if kind in (int, float, bool):
            return Writer(1, lambda vector, at, value: vector.__setitem__(at, value))
        if issubclass(kind, str):
            return _one_of(sorted(self._words.get(path, ())))
        if attrs.has(kind):
            hints = typing.get_type_hints(kind)
            fields = [field.name for field in attrs.fields(kind)]
            return _in_order({name: self.writer(hints[name], (*path, name)) for name in fields})
        return _NOTHING


def _bare(kind: Any) -> Any:
    """The type without ``None``; itself when it does not allow that, or allows several others."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        rest = [one for one in typing.get_args(kind) if one is not type(None)]
        if len(rest) == 1:
            return rest[0]
    return kind


def _inner(kind: Any) -> Any:
    """What a type of several holds, of a mapping its values; ``None`` for any other type."""
    origin, inside = typing.get_origin(_bare(kind)), typing.get_args(_bare(kind))
    if not isinstance(origin, type) or not issubclass(origin, Iterable):
        return None
    return inside[-1] if issubclass(origin, Mapping) else inside[0]


def _several(value: Any) -> Sequence[Any]:
    return [value[key] for key in sorted(value)] if isinstance(value, Mapping) else list(value)


def _write_cards(vector: NDArray[np.float32], at: int, value: Iterable[Card]) -> None:
    for card in value:
        vector[at + int(card)] += 1


def _one_of(values: Sequence[Any]) -> Writer:
    places = {value: place for place, value in enumerate(values)}

    def write(vector: NDArray[np.float32], at: int, value: Any) -> None:
        if value in places:
            vector[at + places[value]] = 1

    return Writer(len(places), write)


def _optional(inner: Writer) -> Writer:
    def write(vector: NDArray[np.float32], at: int, value: Any) -> None:
        if value is not None:
            vector[at] = 1
            inner.into(vector, at + 1, value)

    return Writer(1 + inner.size, write)


def _repeated(inner: Writer, most: int) -> Writer:
    step = 1 + inner.size

    def write(vector: NDArray[np.float32], at: int, value: Any) -> None:
        for place, one in enumerate(_several(value)[:most]):
            vector[at + place * step] = 1
            if one is not None:
                inner.into(vector, at + place * step + 1, one)

    return Writer(step * most, write)


def _in_order(parts: Mapping[str, Writer]) -> Writer:
    def write(vector: NDArray[np.float32], at: int, value: Any) -> None:
        for name, part in parts.items():
            part.into(vector, at, getattr(value, name))
            at += part.size

    return Writer(sum(part.size for part in parts.values()), write)
