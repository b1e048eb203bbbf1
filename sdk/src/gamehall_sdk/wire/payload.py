"""The payload classes of a package or a game: what may stand in ``parameters`` and ``custom``.

A payload class is an ordinary attrs class. What comes in is a :class:`~gamehall_sdk.wire.raw.Raw`; a set loads
it after checking it, so that a plugin sees instances only.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any, Final

import attrs
from lxml import etree

from gamehall_sdk.errors import BadPayload, LocalProtocolError, Refusal, UnknownPayload
from gamehall_sdk.wire import json_writer, xml_writer
from gamehall_sdk.wire.code import Writers
from gamehall_sdk.wire.json_reader import json_reader
from gamehall_sdk.wire.plan import FormPlans, Plan, plan_of
from gamehall_sdk.wire.raw import Element, Raw, Written
from gamehall_sdk.wire.scalars import Mismatch, quote
from gamehall_sdk.wire.schema import xsd_for
from gamehall_sdk.wire.shape import wire_name
from gamehall_sdk.wire.validation import Validator
from gamehall_sdk.wire.xml_reader import xml_reader

__all__ = ["PayloadSet"]

_LISTED: Final = 12


@attrs.frozen(eq=False)
class _Kind:
    """One payload class, with the schema that its elements are checked against, and whether it came of the class."""

    cls: type
    validator: Validator
    derived: bool


class PayloadSet:
    """Some payload classes, by the names of their elements; ``a | b`` has those of both."""

    def __init__(self, classes: Iterable[type], xsd: bytes | None = None) -> None:
        """Take *classes*, and their schema, or derive one.

        Raises :class:`TypeError` when a class cannot travel, and :class:`ValueError` when two have one name,
        or *xsd* is no schema or lacks an element for one of them.
        """
        kinds = tuple(dict.fromkeys(classes))
        derived = xsd_for(kinds)
        self.xsd: bytes = derived if xsd is None else xsd
        """The schema, as text; of a union the schema that is derived from all its classes."""
        validator = Validator(self.xsd)
        missing = sorted({wire_name(cls) for cls in kinds} - validator.roots)
        if missing:
            raise ValueError(f"the schema declares no element {', '.join(missing)}")
        self._kinds: dict[str, _Kind] = {wire_name(cls): _Kind(cls, validator, xsd is None) for cls in kinds}
        self._plans = FormPlans()
        self._write()

    def _write(self) -> None:
        self.dumps = Writers(lambda cls: json_writer.payload_writer(self._known(cls)))
        """Writes what is in the set as ``{name: body}``."""
        self.texts = Writers(lambda _cls: lambda payload, _put: self.valid_xml(payload))
        """Writes what is in the set as the text of an element that fits the schema."""
        self._texts = Writers(lambda cls: xml_writer.payload_writer(self._known(cls)))

    @property
    def classes(self) -> tuple[type, ...]:
        """The payload classes in their order."""
        return tuple(kind.cls for kind in self._kinds.values())

    def __iter__(self) -> Iterator[str]:
        """The names, in the order of the classes."""
        return iter(self._kinds)

    def __len__(self) -> int:
        """How many classes there are."""
        return len(self._kinds)

    def __contains__(self, payload: object) -> bool:
        """Whether a name, a class, or an instance's or a Raw's class, is in the set."""
        match payload:
            case str():
                return payload in self._kinds
            case Raw():
                return payload.name in self._kinds
            case type():
                return self._knows(payload)
            case _:
                return self._knows(type(payload))

    def __or__(self, other: PayloadSet) -> PayloadSet:
        """The classes of both, each with its own schema.

        Raises :class:`ValueError` when both have a name for different classes.
        """
        for name, kind in other._kinds.items():
            mine = self._kinds.get(name, kind)
            if mine.cls is not kind.cls:
                raise ValueError(
                    f"{mine.cls.__qualname__} and {kind.cls.__qualname__} are both called {name} on the wire"
                )
        union = PayloadSet.__new__(PayloadSet)
        union._kinds = self._kinds | {name: kind for name, kind in other._kinds.items() if name not in self._kinds}
        union.xsd = xsd_for(union.classes)
        union._plans = FormPlans()
        union._write()
        return union

    def load(self, payload: Raw) -> Any:
        """The instance that *payload* stands for, checked: XML against the schema, JSON strictly by the class.

        Inner payloads of fields that hold any are loaded from this set too. Raises
        :class:`~gamehall_sdk.errors.UnknownPayload` when the name is not in the set and
        :class:`~gamehall_sdk.errors.BadPayload` with what is wrong and where.
        """
        written = payload.written
        if written is None:
            return self._loaded(payload)
        plan = self._plans.get(written.form)
        if plan is not None:
            try:
                return plan(written.numbers)
            except (ValueError, TypeError, Refusal):
                pass  # what is wrong is told below
        made = self._loaded(payload)
        if self._kinds[payload.name].derived:
            self._plans.meet(written.form, lambda: self._plan(payload, written))
        return made

    def dump_json(self, payload: Any) -> dict[str, Any]:
        """``{name: body}``; a Raw goes as it is.

        Raises :class:`~gamehall_sdk.errors.LocalProtocolError` for an instance of a class that is not in the
        set, or with a value that its field cannot hold.
        """
        dumps = self.dumps
        try:
            named: dict[str, Any] = dumps[type(payload)](payload, dumps)
        except Mismatch as error:
            raise LocalProtocolError(error.as_json()) from None
        return named

    def dump_xml(self, payload: Any) -> Element:
        """The element of *payload*; of a Raw a copy. Raises as :meth:`dump_json` does."""
        if isinstance(payload, Raw):
            return payload.element()
        return etree.fromstring(self._written(payload))

    def valid_xml(self, payload: Any) -> str:
        """The element of *payload* as text; one that does not fit its schema is not sent.

        Raises :class:`~gamehall_sdk.errors.LocalProtocolError`. A Raw whose name is not in the set goes as it is.
        """
        written = self._written(payload)
        complaint = self.complaint(etree.fromstring(written)) if payload in self else None
        if complaint is not None:
            raise LocalProtocolError(complaint)
        return written

    def complaint(self, element: Element) -> str | None:
        """What the schema finds wrong with the *element* of one of the classes, or ``None``."""
        kind = self._kinds.get(str(element.tag))
        return self._unknown(str(element.tag)) if kind is None else kind.validator.complaint(element)

    def _plan(self, payload: Raw, written: Written) -> Plan | None:
        return plan_of(self._kinds[payload.name].cls, payload.body, written.form.pieces, self.load)

    def _loaded(self, payload: Raw) -> Any:
        try:
            return self._read(payload)
        except Mismatch as error:
            raise BadPayload(error.as_xml() if payload.is_xml else error.as_json()) from None

    def _read(self, payload: Raw) -> Any:
        kind = self._kinds.get(payload.name)
        if kind is None:
            raise UnknownPayload(self._unknown(payload.name))
        try:
            if not payload.is_xml:
                return json_reader(kind.cls)(payload.body, self._read)
            complaint = kind.validator.complaint(payload.body)
            if complaint is None:
                return xml_reader(kind.cls)(payload.body, self._read)
        except Mismatch as error:
            raise error.inside(payload.name) from None
        raise BadPayload(complaint)

    def _written(self, payload: Any) -> str:
        try:
            text: str = self._texts(payload)
        except Mismatch as error:
            raise LocalProtocolError(error.as_xml()) from None
        return text

    def _knows(self, cls: type) -> bool:
        kind = self._kinds.get(wire_name(cls))
        return kind is not None and kind.cls is cls

    def _known(self, cls: type) -> type:
        """*cls*, if it may be sent."""
        if cls is not Raw and not self._knows(cls):
            raise LocalProtocolError(
                f"{cls.__qualname__} is not among the payloads that may be sent here: {', '.join(self._kinds)}"
            )
        return cls

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name[:64], self._kinds, n=3)
        hint = f"; near it: {', '.join(near)}" if near else ""
        names = list(self._kinds)
        more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
        known = f"known are {', '.join(names[:_LISTED])}{more}" if names else "no payload is known here"
        return f"the payload {quote(name)} is not known here{hint}; {known}"
