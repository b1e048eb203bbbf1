from __future__ import annotations

from decimal import Decimal

import pytest

from gamehall_sdk.cards import Card
from gamehall_sdk.errors import (
    BadPayload,
    GamehallError,
    IllegalAction,
    LocalProtocolError,
    NotUnderstood,
    SchemaViolation,
)
from gamehall_sdk.wire import (
    Action,
    Chat,
    GameRequest,
    GameStateUpdate,
    Info,
    Join,
    JoinResponse,
    Login,
    LoginResponse,
    Message,
    Raw,
    Request,
    Response,
    UpdatedGameState,
    json,
)
from tests.sdk.wire.examples import PAYLOADS, Act, Fold, RaiseTo, Seat, Show, Tree


def test_the_form_of_a_message() -> None:
    message = Message(Request(GameRequest(7, Action((RaiseTo(150),)))), sessionid=12)
    text = b'{"request":{"game":{"gameid":7,"action":{"parameters":[{"raiseto":{"amount":150}}]}}},"sessionid":12}'
    assert json.encode(message) == text
    assert json.encode(message, PAYLOADS) == text
    assert json.decode(text) == Message(Request(GameRequest(7, Action((Raw("raiseto", {"amount": 150}),)))), 12)


def test_a_text_frame_is_read_as_well() -> None:
    assert json.decode('{"request": {"lobby": {"availablegames": {}}}}').sessionid == 0


def test_parameters_may_be_one_object() -> None:
    message = json.decode(b'{"request": {"game": {"gameid": 7, "join": {"parameters": {"seat": 1, "buyin": 100}}}}}')
    assert message == Message(Request(GameRequest(7, Join((Raw("seat", 1), Raw("buyin", 100))))))


def test_a_payload_of_one_text_is_its_value() -> None:
    assert (
        json.encode(Message(Info((Seat(1), Fold()))))
        == b'{"info":{"parameters":[{"seat":1},{"fold":{}}]},"sessionid":0}'
    )


def test_money_is_a_string() -> None:
    login = Message(Response(LoginResponse(success=True, name="alice", type=1, balance=Decimal("10.10"))))
    assert b'"balance":"10.10"' in json.encode(login)
    assert json.decode(json.encode(login)) == login
    assert json.decode(json.encode(login).replace(b'"10.10"', b"10")).body.body.balance == Decimal(10)  # type: ignore[union-attr]


REFUSED: dict[str, tuple[type[GamehallError], str]] = {
    "": (NotUnderstood, "not well-formed JSON"),
    "{": (NotUnderstood, "not well-formed JSON"),
    "<message/>": (NotUnderstood, "not well-formed JSON"),
    '{"sessionid": NaN}': (NotUnderstood, "not well-formed JSON"),
    "1e999": (NotUnderstood, "not well-formed JSON"),
    "[" * 5000: (NotUnderstood, ""),
    "[" * 5000 + "]" * 5000: (NotUnderstood, "nested too deeply"),
    "[]": (SchemaViolation, "expected an object, got a list @ $"),
    "null": (SchemaViolation, "expected an object, got null @ $"),
    "{}": (SchemaViolation, "one of request, response, stateupdate, info is missing @ $"),
    '{"sessionid": 1}': (SchemaViolation, "one of request, response, stateupdate, info is missing @ $"),
    '{"demand": {}}': (
        SchemaViolation,
        "unknown key 'demand'; expected one of request, response, stateupdate, info @ $.demand",
    ),
    '{"request": {"lobby": {"gamelist": {}}}, "info": {"parameters": [{"a": 1}]}}': (
        SchemaViolation,
        "only one key of this kind is expected here @ $.info",
    ),
    '{"request": {"lobby": {}}}': (SchemaViolation, "got one with 0 keys @ $.request.lobby"),
    '{"request": {"lobby": {"chat": {}}}}': (
        SchemaViolation,
        "unknown key 'chat'; expected one of gamelist, availablegames, gamedetails @ $.request.lobby.chat",
    ),
    '{"request": {"authentication": {"login": {"accountname": "a"}}}}': (
        SchemaViolation,
        "password is missing @ $.request.authentication.login",
    ),
    '{"request": {"authentication": {"login": {"accountname": "a", "password": 5}}}}': (
        SchemaViolation,
        "expected a string, got the number 5 @ $.request.authentication.login.password",
    ),
    '{"request": {"authentication": {"login": {"accountname": "a", "password": "b", "admin": true}}}}': (
        SchemaViolation,
        "unknown key 'admin'; known are accountname, password @ $.request.authentication.login.admin",
    ),
    '{"response": {"authentication": {"login": {"success": true, "name": "a", "type": 40000}}}}': (
        SchemaViolation,
        "expected an integer from -32768 to 32767, got 40000 @ $.response.authentication.login.type",
    ),
    '{"request": {"lobby": {"gamelist": {}}}, "sessionid": "7"}': (
        SchemaViolation,
        "expected an integer, got the string '7' @ $.sessionid",
    ),
    '{"request": {"lobby": {"gamelist": {}}}, "sessionid": true}': (SchemaViolation, "expected an integer, got true"),
    '{"request": {"lobby": {"gamelist": {}}}, "sessionid": 1.0}': (SchemaViolation, "expected an integer, got the"),
    '{"info": {"parameters": []}}': (SchemaViolation, "expected at least 1 item @ $.info.parameters"),
    '{"info": {"parameters": {}}}': (SchemaViolation, "expected at least 1 item @ $.info.parameters"),
    '{"info": {}}': (SchemaViolation, "parameters is missing @ $.info"),
    '{"info": {"parameters": [5]}}': (SchemaViolation, "got the number 5 @ $.info.parameters[0]"),
    '{"info": {"parameters": [{"a": 1}, {"a": 1, "b": 2}]}}': (
        SchemaViolation,
        "expected an object with one key, the payload's name, got one with 2 keys @ $.info.parameters[1]",
    ),
    '{"info": {"parameters": [{"a": ' + "[" * 200 + "]" * 200 + "}]}}": (
        SchemaViolation,
        "the payload is nested too deeply @ $.info.parameters[0]",
    ),
    '{"request": {"game": {"gameid": 1, "custom": {}}}}': (SchemaViolation, "the payload is missing @ $.request.game"),
    '{"request": {"game": {"gameid": 1, "chat": {"message": "\\u0000", "sender": "a"}}}}': (
        SchemaViolation,
        "the text has the character U+0000, which no message can carry @ $.request.game.chat.message",
    ),
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:40])
def test_what_is_no_message_is_refused_in_one_sentence(text: str) -> None:
    error, words = REFUSED[text]
    with pytest.raises(error) as caught:
        json.decode(text.encode())
    assert type(caught.value) is error
    assert words in str(caught.value)


def test_bytes_that_are_no_utf_8_are_refused() -> None:
    with pytest.raises(NotUnderstood):
        json.decode(b'{"info": {"parameters": [{"a": "\xff"}]}}')


def test_a_text_that_cannot_travel_is_not_sent() -> None:
    with pytest.raises(
        LocalProtocolError, match=r"U\+0007, which no message can carry @ \$\.request\.game\.chat\.message"
    ):
        json.encode(Message(Request(GameRequest(1, Chat("\x07", "a")))))


def test_a_password_is_not_shown_in_a_log() -> None:
    assert "secret" not in repr(Message(Request(Login("alice", "secret"))))


def test_a_refusal_is_told_by_its_code_and_sentence() -> None:
    answer = JoinResponse.refused(IllegalAction("not now"))
    assert answer == JoinResponse(success=False, errorcode=331, description="not now")


def test_a_record_writes_defaults_out() -> None:
    assert json.unstructure(Show()) == {"cards": [], "any": False}
    assert json.unstructure(Act(Show((Card("As"),)))) == {"action": {"show": {"cards": ["As"], "any": False}}}
    assert json.unstructure(Tree(1, (Tree(2),))) == {"value": 1, "twigs": [{"value": 2, "twigs": []}]}


def test_a_record_is_read_with_the_payloads_it_may_hold() -> None:
    data = {"action": {"raiseto": {"amount": 5}}, "turn": 3}
    assert json.structure(data, Act, PAYLOADS) == Act(RaiseTo(5), 3)
    assert json.structure(data, Act) == Act(Raw("raiseto", {"amount": 5}), 3)


def test_a_broken_record_says_where() -> None:
    with pytest.raises(
        BadPayload, match=r"expected an integer, got the string 'x' @ \$\.twigs\[1\]\.twigs\[0\]\.value"
    ):
        json.structure({"value": 1, "twigs": [{"value": 2}, {"value": 3, "twigs": [{"value": "x"}]}]}, Tree)


def test_a_value_that_a_field_cannot_hold_is_not_recorded() -> None:
    with pytest.raises(LocalProtocolError, match=r"expected an integer, got the string 'x' @ \$\.amount"):
        json.unstructure(RaiseTo("x"))  # type: ignore[arg-type]


def test_a_state_update_says_that_all_is_well() -> None:
    update = GameStateUpdate(7, UpdatedGameState(parameters=(Fold(),)))
    assert json.unstructure(update)["updatedgamestate"]["success"] is True
