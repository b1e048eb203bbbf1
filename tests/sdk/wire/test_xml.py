from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from gamehall_sdk import wire
from gamehall_sdk.errors import (
    BadPayload,
    ForbiddenMarkup,
    GamehallError,
    LocalProtocolError,
    NotUnderstood,
    SchemaViolation,
)
from gamehall_sdk.wire import (
    Action,
    Chat,
    Custom,
    GameRequest,
    Info,
    Join,
    Login,
    Message,
    Raw,
    Request,
    json,
    xml,
)
from tests.sdk.wire.examples import PAYLOADS, Fold, RaiseTo, Seat

HERE = Path(__file__).parent
SAMPLES = sorted((HERE / "samples").glob("*.xml"))
SHARED = HERE.parents[3] / "shared/protocols/pokeripalvelin/samples"
OLDER: list[Any] = sorted(SHARED.glob("message-*.xml"))
MISSING = pytest.param(
    Path("none"), marks=pytest.mark.skip(reason="the older server's sample documents are not beside this repository")
)

REFUSED: dict[str, tuple[type[GamehallError], str]] = {
    "control-character": (NotUnderstood, "line 2, column 43"),
    "elements-in-text": (SchemaViolation, "message holds a text only @ /message/request/game/chat/message"),
    "empty-parameters": (SchemaViolation, "parameters is incomplete: it needs at least one element of any name @ "),
    "entity-bomb": (ForbiddenMarkup, "DTD"),
    "entity-in-attribute": (ForbiddenMarkup, "DTD"),
    "external-dtd": (ForbiddenMarkup, "DTD"),
    "external-entity": (ForbiddenMarkup, "DTD"),
    "instruction-after": (ForbiddenMarkup, "processing instructions"),
    "instruction-before": (ForbiddenMarkup, "processing instructions"),
    "instruction-in-payload": (ForbiddenMarkup, "processing instructions"),
    "instruction-inside": (ForbiddenMarkup, "processing instructions"),
    "latin-1": (NotUnderstood, "the document says it is in ISO-8859-1; only UTF-8 is read here"),
    "missing-attribute": (SchemaViolation, "login needs the attribute password @ /message/request/authentication/"),
    "money-with-exponent": (SchemaViolation, "balance of login must be a decimal number, not '1e3' @ "),
    "no-number": (SchemaViolation, "sessionid of message must be an integer of at most 64 bits, not 'seven' @ "),
    "no-parameters": (SchemaViolation, "action is incomplete: it needs parameters @ /message/request/game/action"),
    "not-closed": (NotUnderstood, "premature end"),
    "not-utf-8": (NotUnderstood, "invalid bytes"),
    "nothing-in-it": (SchemaViolation, "message is incomplete: it needs request, response, stateupdate or info @ "),
    "number-too-large": (SchemaViolation, "must be an integer of at most 32 bits, not '3000000000' @ "),
    "other-namespace": (SchemaViolation, "a document begins with message, not with '{urn:x}message'"),
    "other-root": (SchemaViolation, "a document begins with message, not with 'massage'"),
    "text-between": (SchemaViolation, "message holds elements only, no text @ /message"),
    "text-in-empty": (SchemaViolation, "login must be empty, it holds no text @ "),
    "text-only": (NotUnderstood, "start tag expected"),
    "too-deep": (NotUnderstood, "nested too deeply"),
    "two-in-custom": (SchemaViolation, "b is one element too many here @ /message/request/game/custom/b"),
    "two-kinds": (SchemaViolation, "info is one element too many here @ /message/info[2]"),
    "two-roots": (NotUnderstood, "extra content"),
    "unbound-prefix": (NotUnderstood, "prefix m"),
    "undeclared-entity": (ForbiddenMarkup, "entities"),
    "unknown-attribute": (SchemaViolation, "login has no attribute admin @ "),
    "unknown-kind": (SchemaViolation, "demand is not expected here, but request, response, stateupdate or info @ "),
    "utf-16": (NotUnderstood, "only UTF-8 is read here"),
}


def chat(text: str) -> Message:
    return Message(Request(GameRequest(1, Chat(text, "mikko"))))


def canonical(data: bytes) -> bytes:
    return etree.tostring(etree.fromstring(data, etree.XMLParser(remove_blank_text=True)), method="c14n")


def document(inside: str) -> bytes:
    return f"<message><info><parameters>{inside}</parameters></info></message>".encode()


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_goes_out_as_it_came_in(path: Path) -> None:
    message = xml.decode(path.read_bytes())
    assert canonical(xml.encode(message)) == canonical(path.read_bytes())
    assert json.decode(json.encode(message)) == message


def test_there_is_a_sample_of_each_kind() -> None:
    seen: set[type] = set()

    def see(value: Any) -> None:
        seen.add(type(value))
        if hasattr(value, "body") and not isinstance(value, Raw):
            see(value.body)

    for path in SAMPLES:
        see(xml.decode(path.read_bytes()))
    carried = {"GenericResponse", "GenericStateUpdate", "Cells", "AdditionalInfo", "AvailableGame", "ListedGame"}
    carried |= {"ListedGames", "ListedPlayer", "OptionField"}
    modules = ("messages", "account_messages", "game_messages", "lobby_messages")
    for name in wire.__all__:
        cls = getattr(wire, name)
        if isinstance(cls, type) and cls.__module__.rpartition(".")[2] in modules and name not in carried:
            assert cls in seen, f"no sample has a {name}"


@pytest.mark.parametrize("path", OLDER or [MISSING], ids=lambda path: path.stem)
def test_the_older_servers_samples_are_understood(path: Path) -> None:
    message = xml.decode(path.read_bytes())
    assert xml.decode(xml.encode(message)) == message
    assert json.decode(json.encode(message)) == message


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_message_is_refused_in_one_sentence(name: str) -> None:
    error, words = REFUSED[name]
    with pytest.raises(error) as caught:
        xml.decode((HERE / "refused" / f"{name}.xml").read_bytes())
    assert words in str(caught.value)
    assert type(caught.value) is error
    assert "\n" not in str(caught.value)


def test_the_table_has_every_refused_document() -> None:
    assert {path.stem for path in (HERE / "refused").glob("*.xml")} == set(REFUSED)


# Case 93 of the public cases: five levels of ten entities each, in some 500 bytes.
def test_entities_are_refused_before_they_grow() -> None:
    bomb = (HERE / "refused/entity-bomb.xml").read_bytes()
    assert len(bomb) < 550
    with pytest.raises(ForbiddenMarkup) as caught:
        xml.decode(bomb)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "before",
    [
        "<!DOCTYPE m>",
        " <!DOCTYPE m>",
        "<!-- a --><!DOCTYPE m>",
        "<?xml version='1.0'?>\n<!---->\n<!DOCTYPE m []>",
        "\ufeff<!DOCTYPE m>",
    ],
)
def test_a_document_type_is_found_wherever_it_may_stand(before: str) -> None:
    with pytest.raises(ForbiddenMarkup):
        xml.decode(before.encode() + document("<a/>"))


@pytest.mark.parametrize(
    "before",
    ["", "\ufeff", "<?xml version='1.0'?>", '<?xml version="1.0" encoding="utf-8"?>\n', "\n <!-- <!DOCTYPE a> -->"],
)
def test_what_may_stand_before_a_message(before: str) -> None:
    assert xml.decode(before.encode() + document("<a/>")) == Message(Info((Raw("a"),)))


def test_how_deeply_a_document_may_be_nested() -> None:
    deep = document("<a>" * 99 + "</a>" * 99)
    assert xml.decode(deep) == xml.decode(xml.encode(json.decode(json.encode(xml.decode(deep)))))
    assert xml.decode(document("<a>" * 117 + "</a>" * 117)).sessionid == 0
    for levels in (118, 253, 100_000):
        with pytest.raises(NotUnderstood, match="nested too deeply; 120 levels are allowed"):
            xml.decode(document("<a>" * levels + "</a>" * levels))
    assert xml.decode(document("<a/>" * 500)) == Message(Info((Raw("a"),) * 500))


def test_comments_and_space_between_elements_are_ignored() -> None:
    inside = b"<parameters> <a> <!-- two --> <b/></a></parameters>"
    spaced = b"<message sessionid=' 5 '>\n <!-- one --> <info>\t" + inside + b"</info></message>"
    assert xml.decode(spaced) == Message(Info((Raw("a", {"b": {}}),)), sessionid=5)


def test_a_comment_does_not_cut_a_text() -> None:
    found = xml.decode(document("<a>one<!-- two -->three</a>"))
    assert found == Message(Info((Raw("a", "onethree"),)))


def test_cdata_may_show_what_markup_may_not_be() -> None:
    found = xml.decode(document("<a><![CDATA[<!DOCTYPE a> <?b?> &c;]]></a>"))
    assert found == Message(Info((Raw("a", "<!DOCTYPE a> <?b?> &c;"),)))


def test_a_reference_to_a_schema_does_no_harm() -> None:
    hint = b'<message xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="m.xsd">'
    assert xml.decode(document("<a/>").replace(b"<message>", hint)) == Message(Info((Raw("a"),)))


def test_the_session_travels_on_every_message() -> None:
    assert xml.encode(Message(Request(Login("a", "b")))).startswith(b'<message sessionid="0">')
    assert xml.decode(xml.encode(Message(Request(Login("a", "b")), sessionid=2**62))).sessionid == 2**62


@pytest.mark.parametrize(
    "text", ["", " ", " a\tb\nc\rd ", "]]>", "<script>alert(1)</script>", "&amp;", "😀", "\x85\u2028"]
)
def test_a_text_arrives_as_it_was(text: str) -> None:
    assert xml.decode(xml.encode(chat(text))) == chat(text)
    login = Message(Request(Login(text, text)))
    assert xml.decode(xml.encode(login)) == login


@pytest.mark.parametrize("text", ["\x00", "a\x1b", "\ud800", "\ufffe"])
def test_a_text_that_xml_cannot_carry_is_not_sent(text: str) -> None:
    with pytest.raises(
        LocalProtocolError, match=r"U\+[0-9A-F]{4}, which no message can carry @ /message/request/game/chat/message"
    ):
        xml.encode(chat(text))


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (Message(Info(())), "at least 1 item @ /message/info/parameters"),
        (Message(Request(GameRequest(1, Action(())))), "at least 1 item"),
        (Message("hello"), "expected one of Request, Response, StateUpdate, Info, got the string 'hello' @ "),  # type: ignore[arg-type]
        (
            Message(Request(Login("a", 5))),  # type: ignore[arg-type]
            "expected a string, got the number 5 @ /message/request/authentication/login/password",
        ),
        (Message(Request(GameRequest(2**63))), "expected an integer from"),
        (Message(Request(GameRequest(1, Join((Fold, RaiseTo(2)))))), "type is not an attrs class"),
    ],
)
def test_what_no_message_may_be_is_not_sent(message: Message, words: str) -> None:
    for encode in (xml.encode, json.encode):
        with pytest.raises(LocalProtocolError) as caught:
            encode(message)
        assert words.partition(" @ ")[0] in str(caught.value)
    with pytest.raises(LocalProtocolError) as caught:
        xml.encode(message)
    assert words in str(caught.value)


def test_only_registered_payloads_are_sent_where_a_set_is_given() -> None:
    class Other:
        pass

    with pytest.raises(LocalProtocolError, match="Other is not among the payloads that may be sent here: fold, "):
        xml.encode(Message(Info((Other(),))), PAYLOADS)


def test_a_payload_is_checked_against_its_own_schema_when_it_is_sent() -> None:
    message = Message(Info((Raw("raiseto", {"amount": "much"}),)))
    with pytest.raises(LocalProtocolError, match="the attribute amount of raiseto must be an integer"):
        xml.encode(message, PAYLOADS)
    assert b'amount="much"' in xml.encode(message)
    assert b"<unknown/>" in xml.encode(Message(Info((Raw("unknown"),))), PAYLOADS)


def test_a_relayed_payload_that_xml_cannot_say_is_a_bad_payload() -> None:
    with pytest.raises(BadPayload, match="'no name' cannot name an element @ "):
        xml.encode(Message(Info((Raw("a", {"no name": 1}),))))


def test_a_payload_stands_in_a_message_by_its_class() -> None:
    message = Message(Request(GameRequest(7, Join((Seat(1), RaiseTo(150))))), sessionid=12)
    assert xml.encode(message) == (
        b'<message sessionid="12"><request><game gameid="7"><join><parameters>'
        b'<seat>1</seat><raiseto amount="150"/></parameters></join></game></request></message>'
    )


def test_a_message_is_taken_apart_by_match() -> None:
    data = xml.encode(Message(Request(GameRequest(7, Join((Seat(1),)))), sessionid=12))
    match xml.decode(data):
        case Message(Request(GameRequest(gameid, Join((seat, *_)))), sessionid):
            assert (gameid, sessionid, seat.text()) == (7, 12, "1")
        case other:
            pytest.fail(f"{other}")


def test_a_payload_is_not_changed_by_being_sent() -> None:
    inbound = xml.decode(document("<a><b/> text </a>\n"))
    first = xml.encode(inbound)
    assert xml.encode(inbound) == first
    assert b"<a><b/> text </a></parameters>" in first


def test_custom_holds_one_payload() -> None:
    message = Message(Request(GameRequest(7, Custom(Fold()))))
    assert b"<custom><fold/></custom>" in xml.encode(message, PAYLOADS)
    assert xml.decode(xml.encode(message)) == Message(Request(GameRequest(7, Custom(Raw("fold")))))
