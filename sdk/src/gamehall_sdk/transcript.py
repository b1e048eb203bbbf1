"""A round told in words: one line for each event, whatever the game; a game may bring better words of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import attrs

__all__ = ["Names", "Teller", "plain", "plain_line"]

Names: TypeAlias = Mapping[int, str]
"""Who sits where: seat to name."""
Teller: TypeAlias = Callable[[Any], str]
"""An event to its line; empty for an event that is worth none."""
_SEATS: Final = frozenset({"button", "dealer", "winner", "leader", "player"})
"""Fields that name seats."""


def plain(names: Names) -> Teller:
    """Any game's events in words, made of their classes and fields: ``"Anna: card played, card QS"``."""

    def tell(event: Any) -> str:
        fields = {field.name: getattr(event, field.name) for field in attrs.fields(type(event))}
        return _sentence(_spaced(type(event).__name__), fields, names)

    return tell


def plain_line(event: Mapping[str, Any], names: Names) -> str:
    """The same of an event as a record keeps it, ``{name: body}``, for want of its class."""
    ((name, body),) = event.items()
    return _sentence(name, body if isinstance(body, dict) else {"": body}, names)


def _sentence(what: str, fields: Mapping[str, Any], names: Names) -> str:
    words = [
        what,
        *(f"{name.replace('_', ' ')} {_value(name, one, names)}" for name, one in fields.items() if name != "seat"),
    ]
    line = ", ".join(words)
    return f"{_name(fields['seat'], names)}: {line}" if "seat" in fields else line


def _name(seat: Any, names: Names) -> str:
    return names.get(seat, f"seat {seat}")


def _value(name: str, value: Any, names: Names) -> str:
    if isinstance(value, tuple | list):
        return " ".join(_value(name, one, names) for one in value) or "none"
    if name in _SEATS and type(value) is int:
        return _name(value, names)
    if attrs.has(type(value)):
        return " ".join(_value(one.name, getattr(value, one.name), names) for one in attrs.fields(type(value)))
    return str(value)


def _spaced(name: str) -> str:
    """``"CardPlayed"`` to ``"card played"``."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
