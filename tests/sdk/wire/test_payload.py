from __future__ import annotations

from typing import Any

import attrs
import pytest
from lxml import etree

from gamehall_sdk.errors import BadPayload, LocalProtocolError, UnknownPayload
from gamehall_sdk.wire import PayloadSet, Raw, xsd_for
from tests.sdk.wire.examples import CLASSES, PAYLOADS, Act, Checked, Fold, RaiseTo, Seat, Show

ACTIONS = PayloadSet([Fold, RaiseTo])
OWN_XSD = b"""<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="raiseto">
    <xs:complexType>
      <xs:attribute name="amount" use="required">
        <xs:simpleType>
          <xs:restriction base="xs:int"><xs:maxInclusive value="1000"/></xs:restriction>
        </xs:simpleType>
      </xs:attribute>
    </xs:complexType>
  </xs:element>
</xs:schema>"""


def of(text: str) -> Raw:
    return Raw.of_element(etree.fromstring(text))


def other(name: str) -> type:
    return attrs.make_class(name, {"x": attrs.field(type=int)}, frozen=True)


def test_a_payload_is_loaded_from_xml_and_from_json() -> None:
    assert ACTIONS.load(of('<raiseto amount="150"/>')) == RaiseTo(150)
    assert ACTIONS.load(Raw("raiseto", {"amount": 150})) == RaiseTo(150)
    assert ACTIONS.load(of("<fold/>")) == ACTIONS.load(Raw("fold")) == Fold()


def test_a_payload_is_written_as_xml_and_as_json() -> None:
    assert etree.tostring(ACTIONS.dump_xml(RaiseTo(150))) == b'<raiseto amount="150"/>'
    assert ACTIONS.dump_json(RaiseTo(150)) == {"raiseto": {"amount": 150}}
    assert ACTIONS.dump_json(Fold()) == {"fold": {}}


def test_a_trailing_underscore_is_for_python_only() -> None:
    assert etree.tostring(PAYLOADS.dump_xml(Show(any_=True))) == b'<show any="true"/>'


def test_a_text_payload() -> None:
    assert PAYLOADS.load(of("<seat> 1 </seat>")) == PAYLOADS.load(Raw("seat", 1)) == Seat(1)
    assert etree.tostring(PAYLOADS.dump_xml(Seat(1))) == b"<seat>1</seat>"


def test_an_unknown_payload_is_named_with_what_is_near() -> None:
    with pytest.raises(UnknownPayload) as caught:
        ACTIONS.load(Raw("raise", {"amount": 5}))
    assert str(caught.value) == "the payload 'raise' is not known here; near it: raiseto; known are fold, raiseto"
    with pytest.raises(UnknownPayload, match="no payload is known here"):
        PayloadSet([]).load(of("<a/>"))
    with pytest.raises(UnknownPayload, match="and 3 more"):
        PayloadSet([other(f"C{n}") for n in range(15)]).load(of("<z/>"))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (of("<raiseto/>"), "raiseto needs the attribute amount @ /raiseto"),
        (
            of('<raiseto amount="all"/>'),
            "the attribute amount of raiseto must be an integer of at most 64 bits, not 'all'",
        ),
        (of('<raiseto amount="1" to="2"/>'), "raiseto has no attribute to @ /raiseto"),
        (of("<fold><x/></fold>"), "fold must be empty, it holds no elements @ /fold"),
        (of("<show><cards>Zz</cards></show>"), "cards must look like [2-9TJQKA][shdc]|JP|JG, not 'Zz' @ /show/cards"),
        (of('<scalars mode="odd"/>'), "the attribute mode of scalars must be one of 'fast', 'slow', not 'odd'"),
        (of('<checked amount="0"/>'), "'amount' must be >= 1: 0 @ /checked"),
        (of("<act><action><raise/></action></act>"), "the payload 'raise' is not known here"),
        (Raw("raiseto"), "amount is missing @ $.raiseto"),
        (Raw("raiseto", {"amount": "5"}), "expected an integer, got the string '5' @ $.raiseto.amount"),
        (Raw("raiseto", {"amount": 1, "to": 2}), "unknown key 'to'; known are amount @ $.raiseto.to"),
        (Raw("raiseto", [1]), "expected an object, got a list @ $.raiseto"),
        (Raw("fold", {"x": 1}), "unknown key 'x' @ $.fold.x"),
        (Raw("show", {"cards": ["As", "Zz"]}), "expected a card like 'As', got the string 'Zz' @ $.show.cards[1]"),
        (Raw("show", {"cards": "As"}), "expected a list, got the string 'As' @ $.show.cards"),
        (Raw("checked", {"amount": 0}), "'amount' must be >= 1: 0 @ $.checked"),
        (Raw("act", {"action": {"raiseto": {}}}), "amount is missing @ $.act.action.raiseto"),
        (Raw("line", {"body": "\x1b"}), "the text has the character U+001B, which no message can carry @ $.line.body"),
    ],
)
def test_a_bad_payload_is_told_what_and_where(raw: Raw, words: str) -> None:
    with pytest.raises((BadPayload, UnknownPayload)) as caught:
        PAYLOADS.load(raw)
    assert words in str(caught.value)


def test_an_inner_payload_is_loaded_from_the_same_set() -> None:
    assert PAYLOADS.load(of('<act turn="3"><action><raiseto amount="5"/></action></act>')) == Act(RaiseTo(5), 3)
    assert PAYLOADS.load(Raw("act", {"action": {"seat": 2}})) == Act(Seat(2))


def test_what_is_not_in_the_set_is_not_sent() -> None:
    for dump in (ACTIONS.dump_json, ACTIONS.dump_xml):
        with pytest.raises(
            LocalProtocolError, match="Seat is not among the payloads that may be sent here: fold, raiseto"
        ):
            dump(Seat(1))
        with pytest.raises(LocalProtocolError, match="expected an integer, got the string 'x' @ "):
            dump(RaiseTo("x"))  # type: ignore[arg-type]


def test_a_raw_payload_passes_through() -> None:
    assert ACTIONS.dump_json(Raw("x", [1])) == {"x": [1]}
    assert etree.tostring(ACTIONS.dump_xml(of("<x>1</x>"))) == b"<x>1</x>"


def test_a_union_has_the_classes_of_both() -> None:
    both = ACTIONS | PayloadSet([Seat, Fold])
    assert list(both) == ["fold", "raiseto", "seat"]
    assert both.classes == (Fold, RaiseTo, Seat)
    assert both.load(Raw("seat", 1)) == Seat(1)
    assert len(both) == 3
    assert both.xsd == xsd_for([Fold, RaiseTo, Seat])


def test_an_envelope_of_one_set_holds_payloads_of_another() -> None:
    both = PayloadSet([Act]) | ACTIONS
    assert both.load(of('<act><action><raiseto amount="5"/></action></act>')) == Act(RaiseTo(5))
    assert both.dump_json(Act(Fold())) == {"act": {"action": {"fold": {}}}}


def test_a_union_keeps_each_class_to_its_own_schema() -> None:
    both = PayloadSet([RaiseTo], OWN_XSD) | PayloadSet([Seat])
    with pytest.raises(BadPayload):
        both.load(of('<raiseto amount="1001"/>'))
    assert both.load(of("<seat>5</seat>")) == Seat(5)


@pytest.mark.parametrize("make", [lambda cls: ACTIONS | PayloadSet([cls]), lambda cls: PayloadSet([Fold, cls])])
def test_two_classes_of_one_name_are_refused(make: Any) -> None:
    with pytest.raises(ValueError, match="Fold and Fold are both called fold on the wire"):
        make(other("Fold"))


def test_what_a_set_contains() -> None:
    assert "fold" in ACTIONS
    assert Fold in ACTIONS
    assert Fold() in ACTIONS
    assert Raw("fold") in ACTIONS
    assert Seat not in ACTIONS
    assert Seat(1) not in ACTIONS
    assert other("Fold") not in ACTIONS
    assert "seat" not in ACTIONS


def test_an_own_schema_is_used() -> None:
    own = PayloadSet([RaiseTo], OWN_XSD)
    assert own.xsd == OWN_XSD
    assert own.load(of('<raiseto amount="1000"/>')) == RaiseTo(1000)
    with pytest.raises(BadPayload, match="1001"):
        own.load(of('<raiseto amount="1001"/>'))


@pytest.mark.parametrize(
    ("xsd", "words"),
    [(b"<nothing", "cannot be used"), (b"<a/>", "cannot be used"), (xsd_for([Seat]), "declares no element raiseto")],
)
def test_a_schema_that_does_not_fit_is_refused_at_once(xsd: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        PayloadSet([RaiseTo], xsd)


def test_a_validator_of_the_class_is_asked() -> None:
    assert PAYLOADS.load(Raw("checked", {"amount": 1})) == Checked(1)


def test_a_schema_is_readable_and_always_the_same() -> None:
    assert xsd_for(CLASSES) == xsd_for(list(CLASSES)) == PAYLOADS.xsd
    assert xsd_for([RaiseTo]).decode() == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\n'
        '  <xs:element name="raiseto" type="raiseto"/>\n'
        '  <xs:complexType name="raiseto">\n'
        '    <xs:attribute name="amount" type="xs:long" use="required"/>\n'
        "  </xs:complexType>\n"
        "</xs:schema>\n"
    )
