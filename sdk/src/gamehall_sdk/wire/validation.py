"""Checking elements against a schema, with complaints that a person understands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from lxml import etree

from gamehall_sdk.wire.raw import Element
from gamehall_sdk.wire.scalars import quote

__all__ = ["Validator"]

_TYPES: Final = {
    "xs:long": "an integer of at most 64 bits",
    "xs:int": "an integer of at most 32 bits",
    "xs:short": "an integer of at most 16 bits",
    "xs:boolean": "true or false",
    "xs:decimal": "a decimal number",
    "xs:double": "a number",
    "xs:base64Binary": "bytes in base64",
}
_ANY: Final = re.compile(r"\{\*\}\*|##any|\*")
_LONG: Final = 240


class Validator:
    """One schema, ready to check elements.

    Raises :class:`ValueError` with the reason when *xsd* is no schema. It never fetches anything.
    """

    def __init__(self, xsd: bytes) -> None:
        """Make it of the text of a schema."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        try:
            tree = etree.fromstring(xsd, parser)
            self._schema = etree.XMLSchema(tree)
        except (etree.XMLSyntaxError, etree.XMLSchemaParseError) as error:
            raise ValueError(f"the schema cannot be used: {error}") from error
        self.roots: frozenset[str] = frozenset(
            str(one.get("name")) for one in tree.iterfind("{http://www.w3.org/2001/XMLSchema}element")
        )
        """The names of the elements that the schema declares for documents."""

    def complaint(self, element: Element) -> str | None:
        """What is wrong with *element*, as one sentence that names the place; ``None`` when nothing is."""
        if self._schema.validate(element):
            return None
        if element.tag not in self.roots:
            return f"a document begins with {_names(', '.join(sorted(self.roots)))}, not with {quote(element.tag)} @ /"
        first = self._schema.error_log[0]  # type: ignore[index]  # a list, though its stub does not say so
        return _sentence(first.message or "it does not fit the schema", first.path or "/")


def _names(listed: str) -> str:
    """``( a, b )`` as ``a or b``."""
    names = [name.strip() for name in listed.split(",")]
    if any(_ANY.fullmatch(name) for name in names):
        return "at least one element of any name"
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def _kind(name: str | None) -> str:
    if name is None:
        return "a value of its type"
    return _TYPES.get(name, f"a {name}" if not name.startswith("xs:") else f"of the type {name}")


_Match: TypeAlias = re.Match[str]
_PLACE: Final = "Element '(.+?)'(?:, attribute '(.+?)')?: "
_WORDINGS: Final[tuple[tuple[str, Callable[[_Match], str]], ...]] = (
    (
        r"This element is not expected\. Expected is (?:one of )?\( (.+) \)\.",
        lambda found: f"{found[1]} is not expected here, but {_names(found[3])}",
    ),
    (r"This element is not expected\.", lambda found: f"{found[1]} is one element too many here"),
    (
        r"Missing child element\(s\)\. Expected is (?:one of )?\( (.+) \)\.",
        lambda found: f"{found[1]} is incomplete: it needs {_names(found[3])}",
    ),
    (
        r"The attribute '(.+?)' is required but missing\.",
        lambda found: f"{found[1]} needs the attribute {found[3]}",
    ),
    (r"The attribute '.+?' is not allowed\.", lambda found: f"{found[1]} has no attribute {found[2]}"),
    (
        r"'(.*)' is not a valid value of the (?:(?:local )?(?:atomic|union) type)(?: '(.+?)')?\.",
        lambda found: f"{_where(found)} must be {_kind(found[4])}, not {quote(found[3])}",
    ),
    (
        r"\[facet 'pattern'\] The value '(.*)' is not accepted by the pattern '(.*)'\.",
        lambda found: f"{_where(found)} must look like {found[4]}, not {quote(found[3])}",
    ),
    (
        r"\[facet 'enumeration'\] The value '(.*)' is not an element of the set \{(.*)\}\.",
        lambda found: f"{_where(found)} must be one of {found[4]}, not {quote(found[3])}",
    ),
    (r"Character content other than whitespace.*", lambda found: f"{found[1]} holds elements only, no text"),
    (r"Character content is not allowed.*", lambda found: f"{found[1]} must be empty, it holds no text"),
    (
        r"Element content is not allowed, because the content type is empty\.",
        lambda found: f"{found[1]} must be empty, it holds no elements",
    ),
    (r"Element content is not allowed.*", lambda found: f"{found[1]} holds a text only"),
)
_PATTERNS: Final = tuple((re.compile(_PLACE + pattern, re.DOTALL), wording) for pattern, wording in _WORDINGS)


def _where(found: _Match) -> str:
    return f"the attribute {found[2]} of {found[1]}" if found[2] else found[1]


def _sentence(message: str, path: str) -> str:
    for pattern, wording in _PATTERNS:
        found = pattern.fullmatch(message)
        if found is not None:
            return f"{wording(found)} @ {path}"
    return f"{message.rstrip('.')[:_LONG]} @ {path}"
