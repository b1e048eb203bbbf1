"""Options of a game or a table: an attrs class whose fields know how to be asked for.

``small_blind: int = option(1, "chips of the small blind", least=1)`` is all that an author writes; the lobby's
form, the command line and the check of a stranger's input all come from it. On the wire an option is an element
with text, ``<smallblind>1</smallblind>``; names are compared without case and underscores.
"""

from __future__ import annotations

import difflib
import math
import typing
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final

import attrs

from gamehall_sdk.errors import BadOption
from gamehall_sdk.wire.lobby_messages import OptionField

__all__ = ["describe", "option", "read_options", "unknown_option", "write_options"]

_KEY: Final = "gamehall_option"


@attrs.frozen
class _Limits:
    text: str
    least: float | None
    most: float | None
    choices: tuple[str, ...]


def option(
    default: Any,
    text: str = "",
    *,
    least: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare an option: its default, what it is (with its unit), and the values it may have."""
    return attrs.field(default=default, metadata={_KEY: _Limits(text, least, most, choices)})


@cache
def describe(options: type) -> tuple[OptionField, ...]:
    """The fields of an options class, in order."""
    return tuple(_field(field, kind) for field, kind in _fields(options))


def read_options(options: type, values: Mapping[str, str]) -> Any:
    """Make *options* from texts; what is missing has its default.

    Raises :class:`~gamehall_sdk.errors.BadOption`: an unknown name (with the nearest known one), or a value
    that the option may not have (with what it may).
    """
    known = {_plain(field.name): (field, kind) for field, kind in _fields(options)}
    found: dict[str, Any] = {}
    for name, value in values.items():
        if _plain(name) not in known:
            raise unknown_option(name, known)
        field, kind = known[_plain(name)]
        found[field.name.lstrip("_")] = _read(field, kind, value)
    try:
        return options(**found)
    except (ValueError, TypeError) as error:
        raise BadOption(str(error.args[0]) if error.args else str(error)) from error


def write_options(options: Any) -> dict[str, str]:
    """The texts that :func:`read_options` makes an equal object from."""
    cls: type = type(options)
    return {_plain(field.name): _write(getattr(options, field.name)) for field, _ in _fields(cls)}


def unknown_option(name: str, known: Collection[str]) -> BadOption:
    """The refusal of an option that is not among *known*, with the nearest of them."""
    near = difflib.get_close_matches(_plain(name[:64]), known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known) or 'none'}"
    return BadOption(f"there is no option {name[:64]!r}; {hint}")


@cache
def _fields(options: type) -> tuple[tuple[Any, Any], ...]:
    hints = typing.get_type_hints(options)
    return tuple((field, hints[field.name]) for field in attrs.fields(options))


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _limits(field: Any) -> _Limits:
    limits: _Limits = field.metadata.get(_KEY) or _Limits("", None, None, ())
    return limits


def _choices(field: Any, kind: Any) -> tuple[str, ...]:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(member.value for member in kind)
    return _limits(field).choices


def _field(field: Any, kind: Any) -> OptionField:
    limits = _limits(field)
    choices = _choices(field, kind)
    names = {int: "int", float: "float", bool: "bool"}
    return OptionField(
        name=_plain(field.name),
        kind="choice" if choices else names.get(kind, "text"),
        default=_write(field.default),
        text=limits.text,
        least="" if limits.least is None else _write(limits.least),
        most="" if limits.most is None else _write(limits.most),
        choices=choices,
    )


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _read(field: Any, kind: Any, value: str) -> Any:
    limits = _limits(field)
    choices = _choices(field, kind)
    right = " or ".join(choices) if choices else "any text"
    try:
        if choices and value not in choices:
            raise ValueError
        if kind is bool:
            right = "true or false"
            return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[
                value.strip().lower()
            ]
        if kind in (int, float):
            right = right if choices else _span("a whole number" if kind is int else "a number", limits)
            number = kind(value)
            if not math.isfinite(number) or _outside(number, limits):
                raise ValueError
            return number
        return kind(value) if choices and kind is not str else value
    except (ValueError, KeyError, OverflowError) as error:
        sentence = f"option {_plain(field.name)!r} is {value[:40]!r}; it must be {right}"
        raise BadOption(sentence) from error


def _outside(number: float, limits: _Limits) -> bool:
    below = limits.least is not None and number < limits.least
    return below or (limits.most is not None and number > limits.most)


def _span(kind: str, limits: _Limits) -> str:
    if limits.least is not None and limits.most is not None:
        return f"{kind} from {_write(limits.least)} to {_write(limits.most)}"
    if limits.least is not None:
        return f"{kind}, {_write(limits.least)} or more"
    return f"{kind}, {_write(limits.most)} or less" if limits.most is not None else kind
