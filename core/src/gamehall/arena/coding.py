"""What crosses the border of a bot's process, and what a run's records keep: objects of a game as few bytes.

msgspec reads and writes attrs classes of plain fields by itself, ten times as quick as the payloads that travel
between machines; a class that it cannot know by its annotations goes as such a payload.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

import attrs
import msgspec

from gamehall_sdk.game import Game
from gamehall_sdk.record import load
from gamehall_sdk.round import Legal, Range
from gamehall_sdk.table import RoundEnded, RoundStarted

_PLAIN: Final = (int, float, str, bool, bytes, type(None))
_CONTAINERS: Final = (tuple, list, dict, set, frozenset, Mapping)
_KEPT: Final = 4096
"""How many different offers of actions are remembered."""


class Coding:
    """One game's objects as bytes and as JSON values, and back; the same in every process."""

    def __init__(self, game: Game) -> None:
        """Look at the classes of *game* once."""
        self._payloads = game.table_payloads
        kinds = dict.fromkeys([*game.actions, *game.events, game.view, RoundStarted, RoundEnded])
        self._classes = tuple(kinds)
        self._number = {cls: at for at, cls in enumerate(self._classes)}
        self._quick = [is_plain(cls) for cls in self._classes]
        self._encode = msgspec.msgpack.Encoder(enc_hook=_integer).encode
        self._decoders = [self._decoder(cls) for cls in self._classes]
        self._fields = [tuple(field.name for field in attrs.fields(cls)) for cls in self._classes]
        self._offers: dict[tuple[Any, ...], tuple[bytes, ...]] = {}
        self._offered: dict[tuple[bytes, ...], tuple[Any, ...]] = {}
        self._known: dict[Any, Any] = {}

    # --- between processes ---

    def encode(self, thing: Any) -> bytes:
        """An action, event or view as bytes: the number of its class, then its fields."""
        at = self._number[type(thing)]
        if self._quick[at]:
            return at.to_bytes(2, "big") + self._encode(thing)
        return at.to_bytes(2, "big") + self._encode(self._payloads.dump_json(thing))

    def decode(self, data: bytes) -> Any:
        """The object that :meth:`encode` was given."""
        return self._decoders[int.from_bytes(data[:2], "big")](data[2:])

    def offer(self, legal: Legal) -> tuple[tuple[bytes, ...], list[tuple[int, int, int]]]:
        """What is legal, as :meth:`taken` reads it: the actions, and each range by class, least and most."""
        actions = legal.actions
        packed = self._offers.get(actions)
        if packed is None:
            if len(self._offers) >= _KEPT:
                self._offers.clear()
            packed = self._offers[actions] = tuple(self.encode(action) for action in actions)
        return packed, [(self._number[span.action], span.least, span.most) for span in legal.ranges]

    def taken(self, actions: tuple[bytes, ...], ranges: list[tuple[int, int, int]]) -> Legal:
        """What was legal, on the other side."""
        found = self._offered.get(actions)
        if found is None:
            if len(self._offered) >= _KEPT:
                self._offered.clear()
            found = self._offered[actions] = tuple(self.decode(action) for action in actions)
        return Legal(found, tuple(Range(self._classes[at], least, most) for at, least, most in ranges))

    # --- in records ---

    def pack(self, action: Any) -> Any:
        """An action as a JSON value: the number of its class, or a list of it and the fields."""
        at = self._number[type(action)]
        names = self._fields[at]
        if not names:
            return at
        if self._quick[at]:
            return [at, *(msgspec.to_builtins(getattr(action, name), enc_hook=_integer) for name in names)]
        return [at, self._payloads.dump_json(action)]

    def unpack(self, packed: Any) -> Any:
        """The action that :meth:`pack` was given; raises what a damaged file leads to."""
        at, *values = packed if isinstance(packed, list) else [packed]
        if not self._quick[at]:
            return load(values[0], self._payloads)
        fields = dict(zip(self._fields[at], values, strict=True))
        return msgspec.convert(fields, self._classes[at], dec_hook=_of_integer)

    def _decoder(self, cls: type) -> Callable[[bytes], Any]:
        if is_plain(cls):
            return msgspec.msgpack.Decoder(cls, dec_hook=_of_integer).decode
        return lambda data: load(msgspec.msgpack.decode(data), self._payloads)


def is_plain(kind: Any) -> bool:
    """Whether msgspec, told the class *kind* only, reads back exactly what it wrote."""
    try:
        return _is_plain(kind, frozenset())
    except (NameError, TypeError):
        return False


def _is_plain(kind: Any, above: frozenset[type]) -> bool:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        parts = [one for one in typing.get_args(kind) if one is not type(None)]
        # Two classes in one field look alike in bytes.
        return len(parts) == 1 and _is_plain(parts[0], above)
    if origin is not None:
        inner = [one for one in typing.get_args(kind) if one is not Ellipsis]
        return origin in _CONTAINERS and bool(inner) and all(_is_plain(one, above) for one in inner)
    if not isinstance(kind, type):
        return False
    if kind in _PLAIN or issubclass(kind, Enum) or (issubclass(kind, int) and kind is not bool):
        return True
    if not attrs.has(kind):
        return False
    if kind in above:
        return True
    hints = typing.get_type_hints(kind)
    fields = attrs.fields(kind)
    return all(field.init and _is_plain(hints[field.name], above | {kind}) for field in fields)


def _integer(value: Any) -> int:
    """An integer of a class of its own, such as a card."""
    if isinstance(value, int):
        return int(value)
    raise NotImplementedError


def _of_integer(kind: type, value: Any) -> Any:
    return kind(value)
