"""A round told in words: one line for each event, whatever the game; a game may bring better words of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, TypeAlias

import attrs

from gamehall_sdk.cards import Card

__all__ = ["Names", "Teller", "plain"]

Names: TypeAlias = Mapping[int, str]
"""Who sits where: seat to name."""
Teller: TypeAlias = Callable[[Any], str]
"""An event to its line; empty for an event that is worth none."""
_SEATS: Final = frozenset({"seat", "button", "dealer", "winner", "leader", "to", "player"})
"""Fields that name seats."""


def plain(names: Names) -> Teller:
    """Any game's events in words, made of their classes and fields: ``"Anna: card played, card QS"``."""

    def tell(event: Any) -> str:
        fields = {field.name: getattr(event, field.name) for field in attrs.fields(type(event))}
        who = fields.pop("seat", None)
        words = [
            _spaced(type(event).__name__),
            *(f"{_plain(name)} {_value(name, one)}" for name, one in fields.items()),
        ]
        line = ", ".join(words)
        return line if who is None else f"{_name(who)}: {line}"

    def _name(seat: Any) -> str:
        return names.get(seat, f"seat {seat}")

    def _value(name: str, value: Any) -> str:
        if isinstance(value, tuple | list):
            return " ".join(_value(name, one) for one in value) or "none"
        if isinstance(value, Enum):
            return str(value.value)
        if isinstance(value, Card) or value is None or isinstance(value, bool):
            return str(value)
        if isinstance(value, int) and name in _SEATS:
            return _name(value)
        if attrs.has(type(value)):
            return " ".join(_value(one.name, getattr(value, one.name)) for one in attrs.fields(type(value)))
        return str(value)

    return tell


def _spaced(name: str) -> str:
    """``"CardPlayed"`` to ``"card played"``."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def _plain(name: str) -> str:
    return name.replace("_", " ")
