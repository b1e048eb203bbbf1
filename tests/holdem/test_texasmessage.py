"""The payload texasmessage: its schema, its classes, and that the older protocol's documents are valid."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from lxml import etree

from gamehall_holdem.texas_codes import ActionCode, EventCode, StageCode, StateCode
from gamehall_holdem.texasmessage import TEXAS, Action, Event, GameInfo, Hand, TexasCard, TexasMessage
from gamehall_sdk.errors import BadPayload
from gamehall_sdk.wire.raw import Raw

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.xml"))


def read(document: str) -> TexasMessage:
    message = TEXAS.load(Raw.of_element(etree.fromstring(document)))
    assert isinstance(message, TexasMessage)
    return message


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_documents_of_the_older_protocol_are_read_written_and_mean_the_same(path: Path) -> None:
    element = etree.parse(path).getroot()
    assert TEXAS.complaint(element) is None
    message = TEXAS.load(Raw.of_element(element))
    written = TEXAS.dump_xml(message)
    assert TEXAS.complaint(written) is None
    assert TEXAS.load(Raw.of_element(written)) == message
    ((name, body),) = TEXAS.dump_json(message).items()
    assert TEXAS.load(Raw(name, body)) == message


def test_there_are_eight_of_them() -> None:
    assert len(SAMPLES) == 8


def test_an_empty_seat_and_a_hidden_card_are_nil() -> None:
    info = read((Path(__file__).parent / "samples/texasmessage-gameinfo.xml").read_text().partition("?>")[2]).body
    assert isinstance(info, GameInfo)
    assert [None if one is None else one.myname for one in info.players] == ["alice", "bob", None]
    written = etree.tostring(TEXAS.dump_xml(TexasMessage(info))).decode()
    assert written.count('nil="true"') == 1
    hidden = TexasMessage(Hand((TexasCard(-1), None), 0))
    assert TEXAS.load(Raw.of_element(TEXAS.dump_xml(hidden))) == hidden


def test_money_is_exact_and_has_no_exponent() -> None:
    message = read("<texasmessage><action><index>4</index><amount>0.10</amount></action></texasmessage>")
    assert message.body == Action(4, Decimal("0.10"))
    with pytest.raises(BadPayload, match="amount must be a decimal number, not '1e3'"):
        read("<texasmessage><action><index>4</index><amount>1e3</amount></action></texasmessage>")


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("<texasmessage/>", "texasmessage is incomplete"),
        ("<texasmessage><event seat='1'/></texasmessage>", "event needs the attribute type"),
        ("<texasmessage><dance/></texasmessage>", "dance is not expected here"),
        ("<texasmessage><hand seat='x'/></texasmessage>", "the attribute seat of hand must be an integer"),
        ("<texasmessage><action/><action/></texasmessage>", "one element too many"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(document: str, sentence: str) -> None:
    with pytest.raises(BadPayload, match=sentence):
        read(document)


def test_the_codes_are_those_that_were_published() -> None:
    assert [code.value for code in ActionCode] == [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 100]
    assert [code.name for code in StageCode] == ["PREFLOP", "FLOP", "TURN", "RIVER", "SHOWDOWN"]
    assert [code.value for code in StateCode] == list(range(7))
    assert [code.value for code in EventCode] == list(range(1, 19))


def test_a_game_info_within_a_game_info_is_read() -> None:
    info = read((Path(__file__).parent / "samples/texasmessage-gameinfo.xml").read_text().partition("?>")[2]).body
    assert isinstance(info, GameInfo)
    element = TEXAS.dump_xml(TexasMessage(info))
    player = element.find("gameinfo/players")
    assert player is not None
    inner = TEXAS.dump_xml(TexasMessage(info))[0]
    inner.tag = "lastgameinfo"
    player.insert([str(child.tag) for child in player].index("myname"), inner)
    nested = TEXAS.load(Raw.of_element(element)).body
    assert nested.players[0].lastgameinfo == info


def test_an_event_says_its_amount_only_when_there_is_one() -> None:
    assert etree.tostring(TEXAS.dump_xml(TexasMessage(Event(1, 0)))) == (
        b'<texasmessage><event type="1" seat="0"/></texasmessage>'
    )
