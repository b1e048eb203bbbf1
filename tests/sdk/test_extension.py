"""What a plugin says of a message extension, and what is made of an adviser."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.extension import MessageExtension, Position, adviser
from gamehall_sdk.round import Legal
from gamehall_sdk.table import PLATFORM
from gamehall_sdk.wire import Raw


@attrs.frozen
class Weather:
    day: int = 0


@attrs.frozen
class Forecast:
    words: str


@attrs.frozen
class Odd:
    what: complex


def extension(**changed: Any) -> MessageExtension:
    parts: dict[str, Any] = {
        "name": "weather",
        "questions": (Weather,),
        "answers": (Forecast,),
        "answer": lambda *_: Forecast("dry"),
    }
    return MessageExtension(**parts | changed)


def position(turn: int | None = 7) -> Position:
    return Position(game="hello", variant="hello", options={}, seat=2, view=None, legal=Legal(), turn=turn)


def test_an_extension_serves_the_games_that_it_names_or_all() -> None:
    assert extension().serves("hello")
    some = extension(games=("holdem", "stud"))
    assert [some.serves(game) for game in ("holdem", "stud", "hello")] == [True, True, False]


def test_it_hears_its_questions_and_not_its_answers() -> None:
    assert extension().hears("weather")
    assert not extension().hears("forecast")
    assert extension().payloads.load(Raw("weather", {"day": 3})) == Weather(3)


def test_a_class_that_cannot_travel_is_named_when_the_plugin_is_loaded() -> None:
    with pytest.raises(ValueError, match=r"message extension 'weather': .*complex"):
        extension(questions=(Odd,))
    with pytest.raises(ValueError, match=r"message extension 'weather': .*forecast"):
        extension(
            xsd=b'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="weather"/></xs:schema>'
        )


def test_an_adviser_signs_what_it_says_and_names_the_turn() -> None:
    made = adviser("wise", lambda question, at: AdviceTalk(f"{question.language} {at.seat}"), games=("hello",))
    assert made.answer(AskAdvice(language="fi"), position()) == AdviceTalk("fi 2", by="wise", turn=7)
    assert made.answer(AskAdvice(), position(turn=None)).turn is None
    assert made.hears("askadvice")


def test_every_client_knows_the_question_and_the_answer_of_an_adviser() -> None:
    assert PLATFORM.load(Raw("askadvice", {"by": "wise"})) == AskAdvice("wise")
    talk = AdviceTalk("Keep it.", chance=0.25, by="wise")
    assert PLATFORM.load(Raw("advicetalk", PLATFORM.dump_json(talk)["advicetalk"])) == talk
    element = PLATFORM.dump_xml(talk)
    assert PLATFORM.load(Raw.of_element(element)) == talk
