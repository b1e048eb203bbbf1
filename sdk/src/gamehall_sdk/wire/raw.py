"""A payload as it came: its element's name, and a body that nobody has interpreted yet."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any, Final, TypeAlias

import attrs
from lxml import etree

from gamehall_sdk.errors import BadPayload
from gamehall_sdk.wire.scalars import Mismatch, kind_of, quote, scalar_of

__all__ = ["MAX_DEPTH", "Element", "Form", "Raw", "Written", "check_depth"]

Element: TypeAlias = etree._Element  # noqa: SLF001 - lxml gives the type of its elements no public name
"""An XML element."""

MAX_DEPTH: Final = 100
"""How deeply the body of a JSON payload may be nested."""
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_ITEM: Final = "item"
_TEXT: Final = "text"


@attrs.frozen(eq=False)
class Form:
    """What the texts of some elements have in common: all but a number between any two of the ``pieces``."""

    name: str
    pieces: tuple[str, ...]
    is_number: bool = attrs.field(init=False)
    """Whether an element of this form is one number and nothing else."""

    @is_number.default
    def _is_number(self) -> bool:
        return self.pieces == (f"<{self.name}>", f"</{self.name}>")


class Written:
    """An element as text: its form, and the numbers in it. It is parsed when it is asked for."""

    __slots__ = ("_element", "form", "numbers")

    def __init__(self, form: Form, numbers: tuple[str, ...]) -> None:
        """There is one number less than there are pieces."""
        self.form = form
        self.numbers = numbers
        self._element: Element | None = None

    @property
    def element(self) -> Element:
        """The element."""
        if self._element is None:
            first, *others = self.form.pieces
            after = (number + piece for number, piece in zip(self.numbers, others, strict=True))
            self._element = etree.fromstring(first + "".join(after))
        return self._element


@attrs.frozen(eq=False, repr=False)
class Raw:
    """One payload element, not interpreted.

    ``body`` is in the form of the codec that made it: an lxml element of that name, or a JSON value. Either
    codec sends it on: XML becomes JSON and JSON becomes XML by one plain mapping, in which attributes, and
    child elements by name, are the keys of an object, and repeated elements a list. Two are equal when that
    mapping makes the same of them; XML knows text only, so 1 and ``"1"`` are the same.
    """

    __match_args__ = ("name", "body")
    name: str
    _body: Any = attrs.Factory(dict)

    @property
    def body(self) -> Any:
        """The element, or the JSON value."""
        return self._body.element if type(self._body) is Written else self._body

    @property
    def written(self) -> Written | None:
        """The element as text, where it came by a plan: see :mod:`gamehall_sdk.wire.plan`."""
        return self._body if type(self._body) is Written else None

    @classmethod
    def of_element(cls, element: Element) -> Raw:
        """The payload that *element* is; the element is kept, not copied."""
        return cls(str(element.tag), element)

    @property
    def is_xml(self) -> bool:
        """Whether the body is an element."""
        return isinstance(self._body, (Element, Written))

    def text(self) -> str | None:
        """The text, where the payload is nothing else: ``"1"`` of ``<seat>1</seat>`` and of ``{"seat": 1}``.

        ``None`` when there are attributes or child elements.
        """
        if type(self._body) is Written and self._body.form.is_number:
            return self._body.numbers[0]
        if self.is_xml:
            plain = not len(self.body) and not self.body.attrib
            return (self.body.text or "") if plain else None
        return None if isinstance(self.body, list) or (isinstance(self.body, dict) and self.body) else _text(self.body)

    def json(self) -> Any:
        """The body as a JSON value. Of an element all values are strings; of an empty one it is ``{}``."""
        return (_value(self.body) or {}) if self.is_xml else self.body

    def element(self) -> Element:
        """A new element for the payload.

        Raises :class:`~gamehall_sdk.errors.BadPayload` where a JSON body has what XML cannot carry.
        """
        if self.is_xml:
            copy: Element = deepcopy(self.body)
            copy.tail = None
            return copy
        try:
            root = etree.Element(_named(self.name))
            _fill(root, self.body, 0)
        except Mismatch as error:
            raise BadPayload(f"{error.what} @ $.{self.name}") from None
        return root

    def __eq__(self, other: object) -> bool:
        """By name and content, however it came."""
        if not isinstance(other, Raw):
            return NotImplemented
        return self.name == other.name and _content(self.body) == _content(other.body)

    def __hash__(self) -> int:
        """By name."""
        return hash(self.name)

    def __repr__(self) -> str:
        """``Raw('seat', '1')``, the body as JSON."""
        return f"Raw({self.name!r}, {self.json()!r})"


def check_depth(data: object, left: int = MAX_DEPTH) -> None:
    """Raise :class:`Mismatch` when *data* is nested more than *left* levels deep."""
    if not isinstance(data, (dict, list)):
        return
    if left == 0:
        raise Mismatch("the payload is nested too deeply")
    for item in data.values() if isinstance(data, dict) else data:
        check_depth(item, left - 1)


def _text(data: object) -> str:
    match data:
        case None | {}:
            return ""
        case bool():
            return "true" if data else "false"
        case _:
            return str(data)


def _named(name: object) -> str:
    if isinstance(name, str) and _NAME.fullmatch(name) and not name.lower().startswith("xml"):
        return name
    raise Mismatch(f"{quote(name)} cannot name an element")


def _fill(element: Element, data: object, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise Mismatch("the payload is nested too deeply")
    if isinstance(data, list):
        data = {_ITEM: data}
    if not isinstance(data, dict):
        element.text = _carried(data) or None
        return
    for key, value in data.items():
        name = _named(key)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(value, list) or isinstance(item, dict):
                _fill(etree.SubElement(element, name), item, depth + 1)
            elif item is not None:
                element.set(name, _carried(item))


def _carried(data: object) -> str:
    string = scalar_of(str)
    if string is None or not isinstance(data, (str, int, float, bool, type(None))):
        raise Mismatch(f"{kind_of(data)} cannot be written as XML")
    return string.show(_text(data))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _value(element: Element) -> Any:
    children = list(element.iterchildren("*"))
    if not children and not element.attrib:
        return element.text or ""
    body: dict[str, Any] = {_local(str(key)): text for key, text in element.attrib.items()}
    for child in children:
        key, value = _local(child.tag), _value(child)
        if key not in body:
            body[key] = value
        elif isinstance(body[key], list):
            body[key].append(value)
        else:
            body[key] = [body[key], value]
    if not children and element.text and element.text.strip():
        body[_TEXT] = element.text
    return body


def _content(body: object) -> object:
    """The same for equal contents: texts, and objects of lists of contents."""
    if isinstance(body, Element):
        body = _value(body)
    if isinstance(body, list):
        body = {_ITEM: body}
    if not isinstance(body, dict):
        return _text(body)
    pairs = ((key, value if isinstance(value, list) else [value]) for key, value in body.items() if value is not None)
    return {key: [_content(item) for item in items] for key, items in pairs if items} or ""
