from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from gamehall_sdk.errors import BadPayload
from gamehall_sdk.wire import Raw


def of(text: str) -> Raw:
    return Raw.of_element(etree.fromstring(text))


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("<a/>", {}),
        ("<a>hei</a>", "hei"),
        ('<a n="1"/>', {"n": "1"}),
        ("<a><b>1</b><c/></a>", {"b": "1", "c": ""}),
        ("<a><b>1</b><b>2</b></a>", {"b": ["1", "2"]}),
        ('<a n="1"><b m="2"><c>3</c></b></a>', {"n": "1", "b": {"m": "2", "c": "3"}}),
        ('<a n="1">text</a>', {"n": "1", "text": "text"}),
        ('<a xmlns:x="urn:x" x:n="1"><x:b>2</x:b></a>', {"n": "1", "b": "2"}),
        ("<a>\n  <b>1</b>\n</a>", {"b": "1"}),
    ],
)
def test_xml_as_json(text: str, body: Any) -> None:
    raw = of(text)
    assert raw.is_xml
    assert raw.json() == body
    assert raw == Raw("a", body)
    assert hash(raw) == hash(Raw("a", body))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({}, "<a/>"),
        (None, "<a/>"),
        ("hei", "<a>hei</a>"),
        (5, "<a>5</a>"),
        (True, "<a>true</a>"),
        ({"n": 1, "yes": False, "none": None}, '<a n="1" yes="false"/>'),
        ({"b": {"m": 2.5}}, '<a><b m="2.5"/></a>'),
        ({"b": [1, "x", None, {"c": 1}]}, '<a><b>1</b><b>x</b><b/><b c="1"/></a>'),
        ([[1, 2], []], "<a><item><item>1</item><item>2</item></item><item/></a>"),
    ],
)
def test_json_as_xml(body: Any, text: str) -> None:
    raw = Raw("a", body)
    assert etree.tostring(raw.element()).decode() == text
    assert raw == of(text)
    assert raw.json() is body


@pytest.mark.parametrize(
    "body", [{"0": 1}, {"a b": 1}, {"": 1}, {"a<": 1}, {"xml:lang": "fi"}, {"xmlns": "urn:x"}, "\x00", {"a": "\ud800"}]
)
def test_json_that_xml_cannot_say(body: Any) -> None:
    with pytest.raises(BadPayload, match=r"@ \$\.a"):
        Raw("a", body).element()


def test_a_name_that_is_none() -> None:
    with pytest.raises(BadPayload, match="'<' cannot name an element"):
        Raw("<", 1).element()


def test_a_body_nested_too_deeply() -> None:
    body: Any = 1
    for _ in range(2000):
        body = {"a": body}
    with pytest.raises(BadPayload, match="nested too deeply"):
        Raw("a", body).element()


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (of("<a>hei</a>"), "hei"),
        (of("<a/>"), ""),
        (of("<a><b/></a>"), None),
        (of('<a n="1">x</a>'), None),
        (Raw("a", "hei"), "hei"),
        (Raw("a", 5), "5"),
        (Raw("a", False), "false"),
        (Raw("a", None), ""),
        (Raw("a"), ""),
        (Raw("a", {"n": 1}), None),
        (Raw("a", [1]), None),
    ],
)
def test_a_plain_text(raw: Raw, text: str | None) -> None:
    assert raw.text() == text


def test_others_are_not_equal() -> None:
    assert Raw("a", 1) == Raw("a", "1")
    assert Raw("a", 1) != Raw("b", 1)
    assert Raw("a", 1) != Raw("a", 2)
    assert of("<a><b/><b/></a>") != of("<a><b/></a>")
    assert Raw("a", 1) != 1


def test_an_element_is_given_as_a_copy() -> None:
    root = etree.fromstring("<r><a><b/></a> after</r>")
    raw = Raw.of_element(root[0])
    copy = raw.element()
    copy[0].set("changed", "yes")
    assert etree.tostring(raw.element()) == b"<a><b/></a>"
    assert etree.tostring(root) == b"<r><a><b/></a> after</r>"


def test_it_shows_what_it_is() -> None:
    assert repr(of('<a n="1"/>')) == "Raw('a', {'n': '1'})"
