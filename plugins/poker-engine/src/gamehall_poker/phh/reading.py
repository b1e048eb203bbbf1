"""Reads PHH: one hand, or a collection as a stream of hands, each parsed when its turn comes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from gamehall_poker.phh.hand import Chips, PhhError, PhhHand

__all__ = ["Section", "parse", "sections"]

_HEADER: Final = re.compile(r"""\s*\[\s*("[^"]*"|'[^']*'|[\w.-]+)\s*\]\s*(?:#.*)?$""")
_REQUIRED: Final = ("variant", "antes", "starting_stacks", "actions")


class Section(NamedTuple):
    """The text of one hand."""

    number: str | None
    """The number (or name) of the hand's table in a collection; ``None`` in a file of one hand."""
    line: int
    """The line of the file on which it begins."""
    text: str


def sections(lines: Iterable[str]) -> Iterator[Section]:
    """Cut a file's *lines* into hands; no more than one is held at a time."""
    number: str | None = None
    begin, held = 1, []
    depth = 0
    for at, line in enumerate(lines, 1):
        # Inside of a list a line in brackets is no header.
        header = _HEADER.match(line) if depth == 0 else None
        if header is None:
            depth = max(0, depth + _opened(line))
            held.append(line)
            continue
        if number is not None or _says_something(held):
            yield Section(number, begin, "".join(held))
        number, begin, held = header[1].strip("\"'"), at + 1, []
    if number is not None or _says_something(held):
        yield Section(number, begin, "".join(held))


def _opened(line: str) -> int:
    """By how many lists the *line* leaves more open than it found."""
    if "[" not in line and "]" not in line:
        return 0
    bare = re.sub(r"""'[^']*'|"(?:\\.|[^"\\])*"|#.*""", "", line)
    return bare.count("[") - bare.count("]")


def _says_something(lines: Iterable[str]) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in lines)


def parse(section: Section) -> PhhHand:
    """The hand of *section*; :class:`PhhError` names the field, or the line, that is wrong."""
    try:
        found = tomllib.loads(section.text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise PhhError(f"not TOML: {_in_file(str(error), section.line)}") from error
    missing = [name for name in _REQUIRED if name not in found]
    if missing:
        raise PhhError(f"the field {missing[0]!r} is missing")
    hand = found.get("hand", _number(section.number))
    return PhhHand(
        variant=_text(found, "variant"),
        antes=_amounts(found, "antes"),
        blinds=_amounts(found, "blinds_or_straddles"),
        bring_in=_amount(found, "bring_in"),
        small_bet=_amount(found, "min_bet") or _amount(found, "small_bet"),
        big_bet=_amount(found, "big_bet"),
        starting_stacks=_amounts(found, "starting_stacks"),
        actions=tuple(_list(found, "actions", str)),
        hand=hand if hand is None or isinstance(hand, int | str) else str(hand),
        table=None if "table" not in found else str(found["table"]),
        players=tuple(_list(found, "players", str)),
        seats=tuple(_list(found, "seats", int)),
        finishing_stacks=_amounts(found, "finishing_stacks"),
    )


def _in_file(sentence: str, begin: int) -> str:
    """The parser's sentence with the line of the file instead of the section's."""
    return re.sub(r"line (\d+)", lambda found: f"line {int(found[1]) + begin - 1}", sentence)


def _number(name: str | None) -> int | str | None:
    return int(name) if name is not None and name.isascii() and name.isdigit() else name


def _text(found: Mapping[str, Any], name: str) -> str:
    value = found[name]
    if not isinstance(value, str):
        raise PhhError(f"the field {name!r} is {value!r}, not a text")
    return value


def _list(found: Mapping[str, Any], name: str, kind: type | tuple[type, ...]) -> list[Any]:
    value = found.get(name, [])
    if not isinstance(value, list):
        raise PhhError(f"the field {name!r} is {value!r}, not a list")
    for one in value:
        if not isinstance(one, kind) or isinstance(one, bool):
            raise PhhError(f"the field {name!r} holds {one!r}, which does not belong there")
    return value


def _amounts(found: Mapping[str, Any], name: str) -> tuple[Chips, ...]:
    return tuple([_finite(name, one) for one in _list(found, name, (int, Decimal))])


def _amount(found: Mapping[str, Any], name: str) -> Chips:
    value = found.get(name, 0)
    if not isinstance(value, (int, Decimal)) or isinstance(value, bool):
        raise PhhError(f"the field {name!r} is {value!r}, not an amount")
    return _finite(name, value)


def _finite(name: str, value: Chips) -> Chips:
    if isinstance(value, Decimal) and not value.is_finite():
        raise PhhError(f"the field {name!r} holds {value}, which is no amount")
    return value
