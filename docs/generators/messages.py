"""``messages.md`` and the schemas beside it: every message and every payload of the platform."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable
from importlib.resources import files

import attrs

from gamehall_sdk import lobby, wire
from gamehall_sdk.table import PLATFORM
from gamehall_sdk.wire import Message, PayloadSet, wire_name
from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.scalars import Scalar
from gamehall_sdk.wire.shape import Choice, Field, Many, Nested
from generators.json_schema import schema_of
from generators.markdown import cell, made_from, prose, table


def pages() -> dict[str, str]:
    """The texts by path."""
    classes = [one for name in wire.__all__ if _travels(one := getattr(wire, name))]
    everything: PayloadSet = getattr(lobby, "PAYLOADS", PLATFORM)
    outside = [kind for kind in everything.classes if kind not in PLATFORM.classes]
    lines = [
        "# Messages",
        "",
        made_from("the docstrings"),
        "",
        "A message is an element of [`message.xsd`](message.xsd) over TCP, and the same as JSON, by",
        "[`message.schema.json`](message.schema.json), over WebSocket. What stands in `parameters` and `custom` are",
        "*payloads*: elements of their own, of the platform (below; [`platform.xsd`](platform.xsd)) or of a game.",
        "",
        "## Messages",
        "",
        *_classes(classes),
        "## Payloads at a table",
        "",
        *_classes(PLATFORM.classes),
    ]
    if outside:
        lines += ["## Payloads of the lobby", "", *_classes(outside)]
    schema = schema_of(Message)
    return {
        "messages.md": "\n".join(lines),
        "message.xsd": (files("gamehall_sdk.wire") / "schemas" / "message.xsd").read_text(encoding="utf-8"),
        "platform.xsd": PLATFORM.xsd.decode(),
        "message.schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n",
    }


def _travels(thing: object) -> bool:
    return inspect.isclass(thing) and attrs.has(thing) and thing.__module__.startswith("gamehall_sdk.wire.")


def _classes(classes: Iterable[type]) -> list[str]:
    lines: list[str] = []
    for kind in classes:
        try:
            fields = record_of(kind).fields
        except TypeError:
            continue
        lines += [f"### {kind.__name__}", "", f"`{wire_name(kind)}`: {prose(inspect.getdoc(kind))}", ""]
        rows = [(f"`{one.wire}`", one.place.name.lower(), cell(_what(one)), _need(one)) for one in fields]
        if rows:
            lines += [*table(("name", "where", "what", "default"), rows), ""]
    return lines


def _what(field: Field) -> str:
    match field.shape:
        case Scalar() as scalar:
            return scalar.what
        case Nested(kind):
            return kind.__name__
        case Choice(options):
            return " or ".join(kind.__name__ for kind in options)
        case Many(item=Nested(kind)):
            return f"some {kind.__name__}"
        case Many(item=Scalar() as scalar):
            return f"some, each {scalar.what}"
        case shape:
            return type(shape).__name__.lower()


def _need(field: Field) -> str:
    if field.required:
        return "*(needed)*"
    return "" if not isinstance(field.default, (str, int, float)) or field.default == "" else f"`{field.default}`"
