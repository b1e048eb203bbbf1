"""Reading by plan: it gives what parsing, the schema and the reader give, for whatever numbers."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from gamehall_sdk.errors import Refusal
from gamehall_sdk.wire import (
    Action,
    ActionResponse,
    GameRequest,
    GameResponse,
    Message,
    PayloadSet,
    Raw,
    Request,
    Response,
    attribute,
    xml,
)
from gamehall_sdk.wire.markup import parse
from gamehall_sdk.wire.plan import FormPlans, TextPlans, cut, plan_of
from gamehall_sdk.wire.raw import Form
from tests.sdk.wire.examples import CLASSES, PAYLOADS, Act, Fold, RaiseTo, Seat
from tests.sdk.wire.strategies import messages, of_class
from tests.sdk.wire.test_agreement import loaded
from tests.sdk.wire.test_payload import OWN_XSD

ODD = ("00", "007", "-0", "+5", "1e3", "1.0", "", " 5", "5 ", "true", "0", "1", "-1", "2", "3", "11", "40000", "-40000")
LONG = (str(2**31), str(-(2**31)), "9" * 18, "-" + "9" * 18, str(2**63 - 1), str(2**63), "9" * 30)
NUMBERS = st.sampled_from(ODD + LONG) | st.integers(-(2**64), 2**64).map(str) | st.integers(0, 10).map(str)


def document(*payloads: str, gameid: object = 7, sessionid: object = 12) -> bytes:
    """A player's answer."""
    inside = "".join(payloads)
    return (
        f'<message sessionid="{sessionid}"><response><game gameid="{gameid}"><action success="true">'
        f"<parameters>{inside}</parameters></action></game></response></message>"
    ).encode()


def said(data: bytes, payloads: PayloadSet = PAYLOADS) -> Any:
    """What *data* says, with its payloads as objects, or how it is refused."""
    try:
        message = xml.decode(data)
    except Refusal as error:
        return type(error), str(error)
    try:
        return message, loaded(message) if payloads is PAYLOADS else _parameters(message, payloads)
    except Refusal as error:
        return message, type(error), str(error)


def in_full(data: bytes, payloads: PayloadSet = PAYLOADS) -> Any:
    """The same without a plan: there is none for what holds a comment."""
    return said(data + b"<!---->", payloads)


def _parameters(message: Message, payloads: PayloadSet) -> list[Any]:
    match message.body:
        case Response(GameResponse(body=ActionResponse(parameters=parameters))):
            return [payloads.load(one) for one in parameters]
    raise AssertionError(message)


def with_numbers(pieces: Sequence[str], numbers: Sequence[str]) -> bytes:
    """The document of these pieces and numbers."""
    return (pieces[0] + "".join(map("".join, zip(numbers, pieces[1:], strict=True)))).encode()


@given(messages(), st.data())
def test_a_message_with_other_numbers_is_read_as_in_full(message: Message, data: st.DataObject) -> None:
    written = xml.encode(message)
    parts = cut(written.decode())
    plan = plan_of(Message, parse(written), parts[::2])
    if plan is None:
        return
    assert loaded(plan(parts[1::2])) == message
    # What is no number to a plan would be another form.
    numbers = [data.draw(NUMBERS.filter(lambda word: len(cut(f">{word}<")) == 3)) for _ in parts[1::2]]
    expected = in_full(with_numbers(parts[::2], numbers))
    try:
        made = plan(numbers)
    except (ValueError, TypeError):
        assert isinstance(expected[0], type)
    else:
        assert made == expected[0]


@given(st.sampled_from(CLASSES).flatmap(of_class), st.data())
def test_an_action_that_was_met_before_is_read_as_in_full(payload: Any, data: st.DataObject) -> None:
    written = xml.encode(Message(Response(GameResponse(7, ActionResponse(success=True, parameters=(payload,))))))
    parts = cut(written.decode())
    # The sixteenth makes the plan of the message, the sixteenth after that the plan of the payload.
    assert [said(written) == in_full(written) for _ in range(33)] == [True] * 33
    for _ in range(3):
        other = with_numbers(parts[::2], [data.draw(NUMBERS) for _ in parts[1::2]])
        assert said(other) == in_full(other)


@given(st.lists(NUMBERS, min_size=5, max_size=5))
def test_any_number_anywhere(numbers: list[str]) -> None:
    session, game, turn, amount, seat = numbers
    payloads = f"<turn>{turn}</turn>", f'<raiseto amount="{amount}"/>', f"<seat>{seat}</seat>"
    for _ in range(33):
        said(document("<turn>1</turn>", '<raiseto amount="2"/>', "<seat>3</seat>"))
    other = document(*payloads, gameid=game, sessionid=session)
    assert said(other) == in_full(other)


def test_what_is_met_often_has_a_plan() -> None:
    action = '<act turn="3"><action><raiseto amount="5"/></action></act>'
    for turn in range(35):
        number, act = _raws(xml.decode(document(f"<turn>{turn}</turn>", action.replace("5", str(turn)))))
        assert number.text() == str(turn)
        assert (number.written is not None) == (act.written is not None) == (turn >= 16)
        assert PAYLOADS.load(act) == Act(RaiseTo(turn), 3)


def _raws(message: Message) -> tuple[Raw, ...]:
    match message.body:
        case Response(GameResponse(body=ActionResponse(parameters=parameters))) | Request(
            GameRequest(body=Action(parameters))
        ):
            return parameters
    raise AssertionError(message)


def test_a_payload_as_text_is_a_payload() -> None:
    data = document('<deal n="4"><card>As</card><card>10</card></deal>', "<turn>3</turn>", "<fold/>")
    first, *_ = [_raws(xml.decode(data)) for _ in range(16)]
    for check in (
        lambda one, other: one == other,
        lambda one, other: other == one,
        lambda one, other: hash(one) == hash(other),
        lambda one, other: repr(one) == repr(other),
        lambda one, other: one.is_xml and other.is_xml,
        lambda one, other: one.text() == other.text(),
        lambda one, other: one.json() == other.json(),
        lambda one, other: one.body.tag == other.body.tag,
        lambda one, other: etree.tostring(one.element()) == etree.tostring(other.element()),
        lambda one, other: PAYLOADS.dump_json(one) == PAYLOADS.dump_json(other),
        lambda one, other: etree.tostring(PAYLOADS.dump_xml(one)) == etree.tostring(PAYLOADS.dump_xml(other)),
        lambda one, other: attrs.evolve(one, name="x") == attrs.evolve(other, name="x"),
    ):
        later = _raws(xml.decode(data))
        assert all(one.written is not None for one in later if one.name == "deal")
        assert all(check(one, other) for one, other in zip(first, later, strict=True))
    assert xml.encode(xml.decode(data)) == data
    match later[1]:
        case Raw(name, body):
            assert (name, body.text) == ("turn", "3")


@pytest.mark.parametrize(
    "payload",
    [
        "<seat>&#53;</seat>",
        "<seat><!-- -->5</seat>",
        "<seat><![CDATA[5]]></seat>",
        "<raiseto amount='5'/>",
        '<raiseto amount="5" xmlns:a="6"/>',
        '<line author="5"> "6"</line>',
        '<line author="a=&quot;5">6</line>',
        "<line>it's 5</line>",
        '<line author="x">="5"</line>',
        '<line author="5>6">"5</line>',
    ],
)
def test_what_a_plan_could_misread_is_read_in_full(payload: str) -> None:
    for _ in range(33):
        assert said(document(payload)) == in_full(document(payload))
        other = document(payload.replace("5", "8").replace("6", "9"))
        assert said(other) == in_full(other)


@pytest.mark.parametrize("data", [document(gameid="1").replace(b"<game", b"<gam"), document("<seat>1</seat>") + b">"])
def test_what_is_refused_is_refused_again_in_the_same_words(data: bytes) -> None:
    first = said(data)
    assert isinstance(first[0], type)
    assert [said(data) for _ in range(33)] == [first] * 33


def test_a_schema_that_demands_more_than_the_class_is_asked_each_time() -> None:
    own = PayloadSet([RaiseTo], OWN_XSD)
    for amount in (*range(35), 1000, 1001, 4):
        data = document(f'<raiseto amount="{amount}"/>')
        assert said(data, own) == in_full(data, own)
    assert "1001" in str(said(document('<raiseto amount="1001"/>'), own))


def test_a_class_that_checks_its_values_is_asked_each_time() -> None:
    for amount in (*range(1, 35), 0, 4):
        data = document(f'<checked amount="{amount}"/>')
        assert said(data) == in_full(data)
    assert "must be >= 1" in said(document('<checked amount="0"/>'))[2]


@attrs.define
class Loose:
    amount: int
    names: list[int] = attrs.field(factory=list)
    word: str = attrs.field(default="x", metadata=attribute())


def test_what_can_be_changed_is_not_shared() -> None:
    own = PayloadSet([Loose, Fold])
    made = [_parameters(xml.decode(document('<loose amount="05"/>', "<fold/>")), own) for _ in range(35)]
    assert len({id(loose) for loose, _ in made}) == 35
    made[-1][0].names.append(1)
    assert _parameters(xml.decode(document('<loose amount="05"/>', "<fold/>")), own)[0] == Loose(5)
    assert made[-1][1] is made[-2][1]


@attrs.frozen
class T:
    n: int = 0
    t: tuple[T, ...] = ()


@pytest.mark.parametrize(("depth", "planned"), [(20, True), (110, False)])
def test_what_is_nested_deeper_than_python_likes_has_no_plan(depth: int, planned: bool) -> None:
    text = "<t>" * depth + '<t n="5"/>' + "</t>" * depth
    plan = plan_of(T, parse(text.encode()), cut(text)[::2])
    assert (plan is not None) is planned


def test_what_has_many_numbers_has_no_plan() -> None:
    for count in (3, 12, 13):
        text = "<act><action><x>" + "<n>1</n>" * count + "</x></action></act>"
        plan = plan_of(Act, parse(text.encode()), cut(text)[::2])
        assert (plan is not None) is (count <= 12)


def test_whoever_sends_many_forms_fills_no_memory() -> None:
    texts, forms = TextPlans(), FormPlans()
    names = ["".join(name) for name in itertools.product("abcdefgh", repeat=3)]
    for name in names:
        form = Form(name, (f"<{name}>", f"</{name}>"))
        for _ in range(16):
            texts.meet(f'<{name} n="1"/>'.encode(), lambda _pieces: tuple)
            forms.meet(form, lambda: tuple)
    assert texts.read(f'<{names[-1]} n="7"/>'.encode()) == ("7",)
    assert sum(texts.read(f'<{name} n="7"/>'.encode()) is not None for name in names) <= 256
    assert forms.get(form) is tuple


def test_forms_that_differ_in_digits_are_told_apart() -> None:
    texts = TextPlans()
    for digits in range(40):
        data = f'<a n="1" card="{digits}s"/>'.encode()
        for _ in range(16):
            texts.meet(data, lambda _pieces, digits=digits: lambda numbers: (digits, *numbers))  # type: ignore[misc]
        assert texts.read(data.replace(b"1", b"5", 1)) == (digits, "5")
    assert texts.read(b'<a n="1" card="0s"/>') is None


def test_secrets_are_not_kept() -> None:
    login = '<authentication><login accountname="a" password="b"/></authentication>'
    data = f'<message sessionid="1"><request>{login}</request></message>'.encode()
    for _ in range(33):
        xml.decode(data)
    assert xml._PLANS.read(data) is None


def test_plans_are_shared_by_threads() -> None:
    failed: list[Any] = []

    def read() -> None:
        for number in range(300):
            data = document(f"<turn>{number}</turn>", f"<seat>{number % 10}</seat>", f'<raiseto amount="{number}"/>')
            _, seat, raised = _raws(xml.decode(data))
            if (PAYLOADS.load(seat), PAYLOADS.load(raised)) != (Seat(number % 10), RaiseTo(number)):
                failed.append(number)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not failed
