"""XML and JSON say the same: whatever goes out by one comes back equal, by either."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from gamehall_sdk.errors import BadPayload, Refusal, UnknownPayload
from gamehall_sdk.wire import (
    Action,
    Envelope,
    GameRequest,
    GameStateUpdate,
    Message,
    Raw,
    Request,
    StateUpdate,
    UpdatedGameState,
    json,
    wire_name,
    xml,
)
from gamehall_sdk.wire.scalars import Mismatch
from gamehall_sdk.wire.validation import Validator
from gamehall_sdk.wire.xml_writer import emit, xml_writer
from tests.sdk.wire.examples import CLASSES, PAYLOADS
from tests.sdk.wire.strategies import messages, of_class
from tests.sdk.wire.tree_writer import written_by_tree

MESSAGES = Validator(xml.message_xsd())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["amount", "cards", "seat", "value"]), inner),
    max_leaves=6,
)


def loaded(value: Any) -> Any:
    """*value* with its payloads loaded, wherever they stand."""
    if isinstance(value, Raw):
        return PAYLOADS.load(value)
    if isinstance(value, tuple):
        return tuple(map(loaded, value))
    if attrs.has(type(value)):
        return attrs.evolve(value, **{one.name: loaded(getattr(value, one.name)) for one in attrs.fields(type(value))})
    return value


@given(messages())
def test_every_message_comes_back_by_xml_and_by_json(message: Message) -> None:
    by_xml = xml.decode(xml.encode(message, PAYLOADS))
    by_json = json.decode(json.encode(message, PAYLOADS))
    assert loaded(by_xml) == loaded(by_json) == message
    assert by_xml == by_json


@given(messages())
def test_a_relay_may_change_the_codec(message: Message) -> None:
    through_json = json.decode(json.encode(xml.decode(xml.encode(message))))
    through_xml = xml.decode(xml.encode(json.decode(json.encode(message))))
    assert through_json == through_xml == xml.decode(xml.encode(message))


def _either(decode: Callable[[bytes], Message], encode: Callable[[Message], bytes], data: bytes) -> None:
    try:
        message = decode(data)
    except Refusal:
        return
    assert decode(encode(message)) == message


@given(messages(), st.data())
def test_a_damaged_message_is_a_message_or_refused(message: Message, data: st.DataObject) -> None:
    for decode, encode in ((xml.decode, xml.encode), (json.decode, json.encode)):
        whole = encode(message)
        at = data.draw(st.integers(0, len(whole)))
        cut = data.draw(st.integers(0, 3))
        _either(decode, encode, whole[:at] + data.draw(st.binary(max_size=3)) + whole[at + cut :])


@given(st.sampled_from(CLASSES), VALUES)
def test_any_body_is_a_payload_or_refused(cls: type, body: Any) -> None:
    try:
        payload = PAYLOADS.load(Raw(wire_name(cls), body))
    except (BadPayload, UnknownPayload):
        return
    assert isinstance(payload, cls)


@given(messages())
def test_what_is_written_is_what_a_tree_would_be_and_fits_the_schema(message: Message) -> None:
    written = xml.encode(message)
    assert written == written_by_tree(message, "message") == xml.encode(message, PAYLOADS)
    assert MESSAGES.complaint(etree.fromstring(written)) is None


WRONG = st.sampled_from(
    [None, True, 2**70, -1, 1.5, float("inf"), "", "a b", "\x1b", b"x", (), (1,), [None], {1: 2}, object()]
)


def _spoilt(value: Any, data: st.DataObject) -> Any:
    """*value* with something else in one of its fields, or in one of theirs."""
    names = [one.name for one in attrs.fields(type(value))]
    if not names:
        return value
    name = data.draw(st.sampled_from(names))
    inner = getattr(value, name)
    if attrs.has(type(inner)) and data.draw(st.booleans()):
        wrong = _spoilt(inner, data)
    elif isinstance(inner, tuple) and inner and attrs.has(type(inner[0])) and data.draw(st.booleans()):
        wrong = (*inner[1:], _spoilt(inner[0], data))
    else:
        wrong = data.draw(WRONG)
    other = copy.copy(value)
    object.__setattr__(other, name, wrong)
    return other


def _written(write: Callable[[Any], Any], value: Any) -> Any:
    try:
        return write(value)
    except Mismatch as error:
        return error.as_xml()
    except (TypeError, AttributeError) as error:
        return type(error)


@given(st.sampled_from([*CLASSES, Message]).flatmap(of_class), st.data())
def test_what_cannot_be_written_is_told_as_the_tree_tells_it(value: Any, data: st.DataObject) -> None:
    cls: type = type(value)
    spoilt = _spoilt(value, data)
    by_tree = _written(lambda one: written_by_tree(one, wire_name(cls)), spoilt)
    by_text = _written(lambda one: xml_writer(cls)(one, emit).encode(), spoilt)
    # What the tree has no words for needs only to be refused.
    assert by_text == by_tree or (isinstance(by_tree, type) and not isinstance(by_text, bytes))


@given(messages())
def test_a_body_is_written_once_and_addressed_to_each(message: Message) -> None:
    for codec in (xml, json):
        assert codec.address(codec.encode_body(message.body), message.sessionid) == codec.encode(message)


@given(st.lists(st.sampled_from(CLASSES).flatmap(of_class), min_size=1, max_size=3), st.integers(0, 2**31 - 1))
def test_what_stands_round_payloads_is_written_once(payloads: list[Any], gameid: int) -> None:
    news = lambda parts: StateUpdate(GameStateUpdate(gameid, UpdatedGameState(parameters=parts)))  # noqa: E731
    asks = lambda parts: Request(GameRequest(gameid, Action(parts)))  # noqa: E731
    for codec, make in itertools.product((xml, json), (news, asks)):
        written = Envelope(codec, make).body(map(codec.part, payloads))
        assert written == codec.encode_body(make(tuple(payloads)))


def test_an_envelope_has_to_have_room_for_payloads() -> None:
    for codec in (xml, json):
        with pytest.raises(ValueError, match="holds no payloads"):
            Envelope(codec, lambda _: Request(GameRequest(7, None)))


@pytest.mark.parametrize("cls", CLASSES)
@given(data=st.data())
def test_every_payload_comes_back_by_xml_and_by_json(cls: type, data: st.DataObject) -> None:
    payload = data.draw(of_class(cls))
    ((name, body),) = PAYLOADS.dump_json(payload).items()
    element = PAYLOADS.dump_xml(payload)
    assert emit(payload).encode() == written_by_tree(payload, name)
    assert PAYLOADS.complaint(element) is None
    assert PAYLOADS.load(Raw.of_element(element)) == payload
    assert PAYLOADS.load(Raw(name, body)) == payload


@pytest.mark.parametrize("cls", CLASSES)
@given(data=st.data())
def test_every_class_comes_back_from_its_record(cls: type, data: st.DataObject) -> None:
    value = data.draw(of_class(cls))
    assert json.structure(json.unstructure(value), cls, PAYLOADS) == value
