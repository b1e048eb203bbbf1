"""How each kind of field looks on the wire, and which classes cannot travel."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, NewType

import attrs
import pytest
from lxml import etree

from gamehall_sdk.cards import Card, cards
from gamehall_sdk.wire import PayloadSet, Raw, attribute, element, inline, text, wire_name, wrapped
from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.scalars import Mismatch, scalar_of
from tests.sdk.wire.examples import (
    PAYLOADS,
    Act,
    Collections,
    Either,
    Fold,
    Level,
    Line,
    Place,
    RaiseTo,
    Scalars,
    Street,
    Unions,
)

Chips = NewType("Chips", int)


def xml_of(payload: Any) -> str:
    return PAYLOADS.valid_xml(payload)


def body_of(payload: Any) -> Any:
    ((_, body),) = PAYLOADS.dump_json(payload).items()
    return body


def test_scalars() -> None:
    value = Scalars(
        whole=-5,
        small=7,
        word='a"b',
        flag=True,
        real=0.5,
        money=Decimal("1.50"),
        data=b"\x00\xff",
        card=Card("Td"),
        street=Street.FLOP,
        level=Level.HIGH,
        mode="fast",
        maybe=None,
        spoken="hei",
        named="x",
    )
    assert xml_of(value) == (
        '<scalars whole="-5" small="7" word="a&quot;b" flag="true" real="0.5" money="1.50" data="AP8=" card="Td"'
        ' street="flop" level="2" mode="fast" other="x"><spoken>hei</spoken></scalars>'
    )
    assert body_of(value) == {
        "whole": -5,
        "small": 7,
        "word": 'a"b',
        "flag": True,
        "real": 0.5,
        "money": "1.50",
        "data": "AP8=",
        "card": "Td",
        "street": "flop",
        "level": 2,
        "mode": "fast",
        "spoken": "hei",
        "other": "x",
    }


def test_collections() -> None:
    value = Collections(
        board=cards("As 2c"),
        places=(Place(0, (Card("Ah"), None)),),
        empties=(Place(1), None),
        nested=((1, 2), ()),
        words=("a", "", None),
        listed=[3],
        chosen=frozenset({5, 4}),
        pair=(6, 7),
        stacks={0: 5, 1: -5},
        bets={"a": 1, "b": None},
        hands={0: cards("As Ks")},
        spots={2: Place(2)},
        lines=(),
    )
    assert xml_of(value) == (
        "<collections><board>As</board><board>2c</board>"
        '<places seat="0"><cards>Ah</cards><cards/></places>'
        '<empties><item seat="1"/></empties><empties/>'
        "<nested><item>1</item><item>2</item></nested><nested/>"
        "<words><item>a</item></words><words><item></item></words><words/>"
        "<listed>3</listed><chosen>4</chosen><chosen>5</chosen><pair>6</pair><pair>7</pair>"
        '<stacks key="0" value="5"/><stacks key="1" value="-5"/><bets key="a" value="1"/><bets key="b"/>'
        '<hands key="0"><value>As</value><value>Ks</value></hands><spots key="2"><value seat="2"/></spots>'
        "<lines/></collections>"
    )
    assert body_of(value) == {
        "board": ["As", "2c"],
        "places": [{"seat": 0, "cards": ["Ah", None]}],
        "empties": [{"seat": 1}, None],
        "nested": [[1, 2], []],
        "words": ["a", "", None],
        "listed": [3],
        "chosen": [4, 5],
        "pair": [6, 7],
        "stacks": {"0": 5, "1": -5},
        "bets": {"a": 1, "b": None},
        "hands": {"0": ["As", "Ks"]},
        "spots": {"2": {"seat": 2}},
        "lines": [],
    }


def test_unions() -> None:
    value = Unions(RaiseTo(5), (Fold(), RaiseTo(6)), (Fold(), Fold()))
    assert xml_of(value) == (
        '<unions><last><raiseto amount="5"/></last><story><fold/></story><story><raiseto amount="6"/></story>'
        "<choices><fold/><fold/></choices></unions>"
    )
    assert body_of(value) == {
        "last": {"raiseto": {"amount": 5}},
        "story": [{"fold": {}}, {"raiseto": {"amount": 6}}],
        "choices": [{"fold": {}}, {"fold": {}}],
    }


def test_an_inline_choice_and_any_payload() -> None:
    assert xml_of(Either(RaiseTo(5), 2)) == '<either turn="2"><raiseto amount="5"/></either>'
    assert body_of(Either(RaiseTo(5), 2)) == {"raiseto": {"amount": 5}, "turn": 2}
    assert xml_of(Act(Fold())) == "<act><action><fold/></action></act>"


def test_a_text_beside_attributes() -> None:
    assert xml_of(Line("a < b", "me")) == '<line author="me">a &lt; b</line>'
    assert body_of(Line("a < b", "me")) == {"body": "a < b", "author": "me"}


def test_an_absent_list_means_the_default() -> None:
    @attrs.frozen
    class Options:
        seats: tuple[int, ...] = (2, 3)

    kinds = PayloadSet([Options])
    assert kinds.load(Raw("options")) == kinds.load(Raw.of_element(etree.Element("options"))) == Options()
    assert kinds.load(Raw("options", {"seats": []})) == Options(())
    assert kinds.dump_json(Options(())) == {"options": {"seats": []}}
    with pytest.raises(Exception, match="XML cannot tell an empty list from an absent one"):
        kinds.dump_xml(Options(()))


def test_a_factory_makes_what_is_absent() -> None:
    @attrs.frozen
    class Options:
        names: list[str] = attrs.field(factory=list)
        number: int = attrs.field(factory=lambda: 5)

    kinds = PayloadSet([Options])
    assert kinds.load(Raw("options")) == Options()
    assert kinds.dump_json(Options()) == {"options": {"number": 5}}


def test_annotations_may_be_dressed() -> None:
    @attrs.frozen(kw_only=True)
    class Stack:
        chips: Annotated[Chips, "in small blinds"]
        _hidden: int | None = None
        made: int = attrs.field(init=False, default=3)

    kinds = PayloadSet([Stack])
    assert kinds.dump_json(Stack(chips=Chips(5), hidden=2)) == {"stack": {"chips": 5, "hidden": 2}}
    assert kinds.load(Raw("stack", {"chips": 5, "hidden": 2})) == Stack(chips=Chips(5), hidden=2)


@pytest.mark.parametrize(
    ("name", "wire"), [("RaiseTo", "raiseto"), ("Small_Blind", "smallblind"), ("Any_", "any"), ("X2", "x2")]
)
def test_names_lose_case_and_underscores(name: str, wire: str) -> None:
    assert wire_name(attrs.make_class(name, [])) == wire


def test_a_class_may_name_itself_but_not_its_children() -> None:
    @attrs.frozen
    class Parent:
        __wire_name__ = "other"

    @attrs.frozen
    class Child(Parent):
        pass

    assert wire_name(Parent) == "other"
    assert wire_name(Child) == "child"


class Plain:
    pass


def fails(hint: Any, words: str, **arguments: Any) -> Any:
    return pytest.param(attrs.make_class("Broken", {"x": attrs.field(type=hint, **arguments)}), words)


@pytest.mark.parametrize(
    ("cls", "words"),
    [
        (Plain, "Plain is not an attrs class"),
        fails(Plain, r"Broken\.x: values of .*Plain.* cannot travel"),
        fails(complex, "values of .*complex.* cannot travel"),
        fails(int | str, "cannot travel"),
        fails(tuple[int, str], "a tuple of values of several types cannot travel; give it a class"),
        fails(tuple[int, ...] | None, r"needs metadata=wrapped\(\)"),
        fails(Mapping[tuple[int, int], int], "the keys of a mapping must be scalars"),
        fails(int | None, "an optional field needs the default None", default=5),
        fails(str | None, "takes no default", default=None, metadata=text()),
        fails(int, "cannot be placed as inline", metadata=inline()),
        fails(int, "cannot be placed as wrapped", metadata=wrapped()),
        fails(tuple[int, ...], "cannot be placed", metadata=attribute()),
        fails(Fold, "cannot be placed as attribute", metadata=attribute()),
        fails("Missing", "cannot be resolved at run time: name 'Missing' is not defined"),
    ],
)
def test_a_class_that_cannot_travel_is_told_why(cls: type, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        record_of(cls)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"a_b": attrs.field(type=int), "ab": attrs.field(type=int)}, "two fields have the same name"),
        (
            {"a": attrs.field(type=str, metadata=text()), "b": attrs.field(type=str, metadata=element())},
            "an element with a text has no child elements",
        ),
        (
            {"a": attrs.field(type=Any, metadata=inline()), "b": attrs.field(type=str, metadata=element())},
            "beside an inline field there are attributes only",
        ),
        (
            {"a": attrs.field(type=str, metadata=text()), "b": attrs.field(type=str, metadata=text())},
            "only one the text",
        ),
    ],
)
def test_fields_that_do_not_go_together(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        record_of(attrs.make_class("Broken", fields))


@pytest.mark.parametrize(
    ("hint", "texts"),
    [
        (int, ["", "1_0", "1.0", "0x1", "٣", "9223372036854775808", "9" * 50, "--1"]),
        (bool, ["", "yes", "True", "2"]),
        (float, ["", "nan", "INF", "1e", "1e999", "1_0.0"]),
        (Decimal, ["", "1e3", "NaN", "1,5", "9" * 25, "."]),
        (bytes, ["a", "????"]),
        (Card, ["", "as", "10s", "1s", "A♠"]),
        (Street, ["", "FLOP", "flop "]),
        (Level, ["", "3", "HIGH"]),
    ],
)
def test_a_text_that_is_no_value(hint: Any, texts: list[str]) -> None:
    scalar = scalar_of(hint)
    assert scalar is not None
    for one in texts:
        with pytest.raises(Mismatch, match="expected "):
            scalar.parse(one)


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (int, [True, 1.0, "1", None, 2**63]),
        (bool, [1, "true", None]),
        (float, ["1", None, True, 10**400]),
        (Decimal, [1.5, "x", None, True, 10**30]),
        (str, [1, None, b"x"]),
        (bytes, ["!", 1, None]),
        (Card, [12, "as", None, ["As"]]),
        (Street, ["x", None, []]),
        (Level, ["2", 3, True, None]),
    ],
)
def test_a_json_value_that_is_no_value(hint: Any, values: list[Any]) -> None:
    scalar = scalar_of(hint)
    assert scalar is not None
    for one in values:
        with pytest.raises(Mismatch, match="expected "):
            scalar.load(one)


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (int, ["1", 1.0, None, 2**63]),
        (bool, [1, None]),
        (float, [float("nan"), float("inf"), "x"]),
        (Decimal, [Decimal("NaN"), Decimal("1e30"), Decimal("1e-30"), 1.5]),
        (str, [1, None, "\x00"]),
        (bytes, ["x", bytearray(b"x")]),
        (Card, [54, -1, "As", None, []]),
        (Street, ["river", None, []]),
    ],
)
def test_a_value_that_cannot_be_written(hint: Any, values: list[Any]) -> None:
    scalar = scalar_of(hint)
    assert scalar is not None
    for one in values:
        with pytest.raises(Mismatch):
            scalar.show(one)


def test_a_plain_number_may_stand_for_a_card() -> None:
    scalar = scalar_of(Card)
    assert scalar is not None
    assert scalar.show(12) == "As"
    assert scalar.parse("As") is scalar.load("As")
