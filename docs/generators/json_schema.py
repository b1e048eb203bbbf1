"""The JSON Schema of a message class, from the same description as its XML schema."""

from __future__ import annotations

from typing import Any

from gamehall_sdk.wire import wire_name
from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.scalars import Scalar
from gamehall_sdk.wire.shape import Anything, Choice, Field, Many, Nested, Nullable, Pairs, Record, Shape, options_tree

TYPES = {
    "xs:long": "integer",
    "xs:int": "integer",
    "xs:short": "integer",
    "xs:boolean": "boolean",
    "xs:double": "number",
}
PAYLOAD = {"type": "object", "minProperties": 1, "maxProperties": 1, "description": "{name: body} of a payload"}


def schema_of(cls: type) -> dict[str, Any]:
    """The schema of documents of *cls*."""
    writer = _Writer()
    root = writer.reference(cls)
    writer.finish()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": cls.__name__,
        "description": "Made from the code by `./dev docs`.",
        **root,
        "$defs": dict(sorted(writer.made.items())),
    }


class _Writer:
    """Collects the definitions that the schema refers to."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}
        self._waiting: list[type] = []

    def reference(self, cls: type) -> dict[str, Any]:
        """A reference to the definition of *cls*, which is made in its turn."""
        if cls.__name__ not in self.made:
            self.made[cls.__name__] = {}
            self._waiting.append(cls)
        return {"$ref": f"#/$defs/{cls.__name__}"}

    def finish(self) -> None:
        """Make the definitions that are missing."""
        while self._waiting:
            cls = self._waiting.pop()
            self.made[cls.__name__] = self._record(record_of(cls))

    def _record(self, record: Record) -> dict[str, Any]:
        text = record.text
        if text is not None and len(record.fields) == 1:
            return self._shape(text.shape)
        own = [field for field in record.fields if field is not record.inline]
        made: dict[str, Any] = {
            "type": "object",
            "properties": {field.wire: self._field(field) for field in own},
            "required": [field.wire for field in own if field.required],
        }
        if not made["required"]:
            del made["required"]
        inline = record.inline
        tree = None if inline is None else options_tree(inline)
        if inline is None:
            made["additionalProperties"] = False
        elif tree is not None:
            choices = [{"properties": {name: self._tree(one)}, "required": [name]} for name, one in tree.items()]
            made["oneOf" if inline.required else "anyOf"] = choices if inline.required else [*choices, {}]
        return made

    def _tree(self, tree: Any) -> dict[str, Any]:
        if isinstance(tree, type):
            return self.reference(tree)
        return {
            "oneOf": [
                {"type": "object", "properties": {name: self._tree(one)}, "required": [name]}
                for name, one in tree.items()
            ]
        }

    def _field(self, field: Field) -> dict[str, Any]:
        made = self._shape(field.shape)
        if field.least and made.get("type") == "array":
            made["minItems"] = field.least
        return made

    def _shape(self, shape: Shape) -> dict[str, Any]:
        match shape:
            case Scalar():
                return _scalar(shape)
            case Nested():
                return self.reference(shape.type)
            case Choice():
                return {"oneOf": [_named(wire_name(one), self.reference(one)) for one in shape.options]}
            case Anything():
                return dict(PAYLOAD)
            case Many():
                listed = {"type": "array", "items": self._shape(shape.item)}
                # Payloads may also be one object with a key for each.
                return {"anyOf": [listed, {"type": "object"}]} if isinstance(shape.item, Anything) else listed
            case Pairs():
                return {"type": "object", "additionalProperties": self._shape(shape.entry.fields[1].shape)}
            case Nullable():
                return {"anyOf": [{"type": "null"}, self._shape(shape.item)]}


def _named(name: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {name: body}, "required": [name], "additionalProperties": False}


def _scalar(scalar: Scalar) -> dict[str, Any]:
    kind = TYPES.get(scalar.base, "string")
    if scalar.values:
        return {"enum": [int(one) if kind == "integer" else one for one in scalar.values]}
    made: dict[str, Any] = {"type": ["string", "number"] if scalar.base == "xs:decimal" else kind}
    if scalar.pattern is not None and kind == "string":
        made["pattern"] = f"^(?:{scalar.pattern})$"
    return made
