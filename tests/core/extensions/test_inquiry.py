"""What passes between the server and the process of an extension: by plain calls, and nothing but the seat's view."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall.extensions.inquiry import Sight, answered, failed, read_answer, read_inquiry, write_inquiry
from gamehall_hello.messages import Keep, Swap
from gamehall_hello.plugin import GAME
from gamehall_hello.round import HelloRound
from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.cards import DECK
from gamehall_sdk.errors import BadPayload, LocalProtocolError
from gamehall_sdk.extension import adviser
from gamehall_sdk.round import Legal, Setup
from gamehall_sdk.table import Ask

WISE = adviser("wise", lambda question, at: AdviceTalk(f"seat {at.seat}"))
SEATS = (0, 2, 5)


def hello(deal: tuple[Any, ...]) -> HelloRound:
    return HelloRound(Setup(variant="hello", options=GAME.options(), seats=SEATS, stacks=(0, 0, 0), deal=deal))


def sight(deal: tuple[Any, ...], seat: int = 2) -> Sight:
    hand = hello(deal)
    ask = Ask(seat, 4, 20.0, tuple(hand.legal(seat).actions), view=hand.view(seat)) if seat in hand.to_act else None
    return Sight("hello", {"seats": "6"}, seat, hand.view(seat), ask)


def test_the_extension_reads_what_the_seat_sees_and_may_do() -> None:
    shown = sight(DECK, 0)
    question, position = read_inquiry(write_inquiry(WISE, GAME, AskAdvice(language="zh"), shown), WISE, GAME)
    assert question == AskAdvice(language="zh")
    assert position.view == shown.view
    assert (position.game, position.variant, position.options, position.seat) == ("hello", "hello", {"seats": "6"}, 0)
    assert position.legal == Legal((Keep(), Swap()))
    assert (position.turn, position.seconds) == (4, 20.0)


def test_a_seat_that_is_not_asked_has_nothing_to_choose() -> None:
    shown = sight(DECK, 5)
    assert shown.ask is None
    _, position = read_inquiry(write_inquiry(WISE, GAME, AskAdvice(), shown), WISE, GAME)
    assert not position.legal
    assert position.turn is None


@settings(max_examples=40, deadline=None)
@given(hidden=st.permutations([place for place in range(52) if place != 1]))
def test_what_the_seat_cannot_see_changes_no_byte(hidden: list[int]) -> None:
    """The second card is seat 2's; all others are dealt anew, and the process is sent the same."""
    places = [hidden[0], 1, *hidden[1:]]
    other = tuple(DECK[place] for place in places)
    assert hello(other).view(2) == hello(DECK).view(2)
    assert write_inquiry(WISE, GAME, AskAdvice(), sight(other)) == write_inquiry(WISE, GAME, AskAdvice(), sight(DECK))


def test_equal_documents_have_equal_seeds_and_others_have_others() -> None:
    def seed(question: AskAdvice) -> int:
        return read_inquiry(write_inquiry(WISE, GAME, question, sight(DECK)), WISE, GAME)[1].seed

    assert seed(AskAdvice()) == seed(AskAdvice())
    assert seed(AskAdvice()) != seed(AskAdvice(language="fi"))


def test_an_answer_may_carry_an_action_of_the_game() -> None:
    talk = AdviceTalk("Swap it.", Swap(), 0.5, "wise", 4)
    assert read_answer(answered(WISE, GAME, talk), WISE, GAME) == talk


@pytest.mark.parametrize(
    ("document", "word"),
    [
        (failed("ValueError: no idea"), "no idea"),
        (b"", "truncated"),
        (b"[1]", "object"),
        (b"{}", "no answer"),
        (b'{"answer": 3}', "int"),
        (b'{"answer": {"askadvice": {}}}', "AskAdvice is no answer"),
        (b'{"answer": {"advicetalk": {}}}', "words"),
        (b'{"answer": {"advicetalk": {"words": "x", "action": {"bet": {}}}}}', "bet"),
        (b'{"answer": {"quit": {}}}', "quit"),
    ],
)
def test_what_is_no_answer_is_told_apart(document: bytes, word: str) -> None:
    with pytest.raises(BadPayload, match=word):
        read_answer(document, WISE, GAME)


def test_an_extension_cannot_say_what_is_none_of_its_answers() -> None:
    @attrs.frozen
    class Shout:
        words: str

    with pytest.raises(LocalProtocolError, match="Shout"):
        answered(WISE, GAME, Shout("hey"))
