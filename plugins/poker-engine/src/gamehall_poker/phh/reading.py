"""Reads PHH: one hand, or a collection as a stream of hands, each parsed when its turn comes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from gamehall_poker.phh.hand import Chips, PhhError, PhhHand

__all__ = ["Section", "is_amount", "parse", "sections"]

_HEADER: Final = re.compile(r"""\s*\[\s*("[^"]*"|'[^']*'|(?!_)[\w-]+)\s*\]\s*(?:#.*)?$""")
"""A hand's table. One whose name begins with an underscore, or lies within another, is a field of its hand."""
_TOKEN: Final = re.compile(r"""'''|\"\"\"|'[^'\n]*'|"(?:\\.|[^"\\\n])*"|#.*|[][]""")
_MOST_PLACES: Final = 30
"""Of an amount, before and after the point."""
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
    depth, quote = 0, ""
    for at, line in enumerate(lines, 1):
        if at == 1:
            line = line.removeprefix("\ufeff")  # noqa: PLW2901  # the mark that some editors put first
        # Inside of a list, or of a text of several lines, a line in brackets is no header.
        header = _HEADER.match(line) if depth == 0 and not quote else None
        if header is None:
            depth, quote = _after(line, depth, quote)
            held.append(line)
            continue
        if number is not None or _says_something(held):
            yield Section(number, begin, "".join(held))
        number, begin, held = header[1].strip("\"'"), at + 1, []
    if number is not None or _says_something(held):
        yield Section(number, begin, "".join(held))


def _after(line: str, depth: int, quote: str) -> tuple[int, str]:
    """How many lists are open after *line*, and with what quotes a text that goes on."""
    if not quote and "[" not in line and "]" not in line and '"""' not in line and "'''" not in line:
        return depth, quote
    at = 0
    while True:
        if quote:
            end = _end_of_text(line, at, quote)
            if end < 0:
                return depth, quote
            at, quote = end, ""
        found = _TOKEN.search(line, at)
        if found is None:
            return depth, ""
        at = found.end()
        match found[0]:
            case "[":
                depth += 1
            case "]":
                depth = max(0, depth - 1)
            case "'''" | '"""':
                quote = found[0]


def _end_of_text(line: str, at: int, quote: str) -> int:
    """Where the text that *quote* opened ends in *line*, which goes on from *at*; -1 when it does not."""
    while (end := line.find(quote, at)) >= 0:
        backslashes = len(line[:end]) - len(line[:end].rstrip("\\"))
        if quote == "'''" or backslashes % 2 == 0:
            return end + len(quote)
        at = end + 1
    return -1


def _says_something(lines: Iterable[str]) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in lines)


def parse(section: Section) -> PhhHand:
    """The hand of *section*; :class:`PhhError` names the field, or the line, that is wrong."""
    try:
        found = tomllib.loads(section.text, parse_float=Decimal)
    except ValueError as error:
        raise PhhError(f"not TOML: {_in_file(str(error), section.line)}") from error
    except ArithmeticError as error:
        raise PhhError("not TOML: a number has too many places") from error
    except RecursionError as error:
        raise PhhError("not TOML: lists lie too deep in each other") from error
    missing = [name for name in _REQUIRED if name not in found]
    if missing:
        raise PhhError(f"the field {missing[0]!r} is missing")
    hand = found.get("hand", _number(section.number))
    return PhhHand(
        variant=_text(found, "variant"),
        antes=_amounts(found, "antes"),
        trims_antes=_flag(found, "ante_trimming_status"),
        blinds=_amounts(found, "blinds_or_straddles"),
        bring_in=_amount(found, "bring_in"),
        small_bet=_amount(found, "min_bet") or _amount(found, "small_bet"),
        big_bet=_amount(found, "big_bet"),
        starting_stacks=_stacks(found, "starting_stacks"),
        actions=tuple(_list(found, "actions", str)),
        hand=hand if hand is None or isinstance(hand, int | str) else str(hand),
        table=None if "table" not in found else str(found["table"]),
        players=tuple(_list(found, "players", str)),
        seats=tuple(_list(found, "seats", int)),
        finishing_stacks=_stacks(found, "finishing_stacks"),
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


def _stacks(found: Mapping[str, Any], name: str) -> tuple[Chips | None, ...]:
    """Amounts of which some may be unknown."""
    values = _list(found, name, (int, Decimal))
    return tuple([None if value == Decimal("inf") else _finite(name, value) for value in values])


def _flag(found: Mapping[str, Any], name: str) -> bool:
    value = found.get(name, False)
    if not isinstance(value, bool):
        raise PhhError(f"the field {name!r} is {value!r}, neither true nor false")
    return value


def _finite(name: str, value: Chips) -> Chips:
    if not is_amount(value):
        raise PhhError(f"the field {name!r} holds {value}, which is no amount")
    return value


def is_amount(value: Chips) -> bool:
    """Whether *value* is finite and of so many places as an amount may have."""
    number = Decimal(value)
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -_MOST_PLACES and (not number or number.adjusted() < _MOST_PLACES)
