"""Rounds in words, for games that bring none of their own."""

from __future__ import annotations

import attrs

from gamehall_hello.messages import Kept, Shown
from gamehall_sdk.cards import Card
from gamehall_sdk.transcript import plain, plain_line


@attrs.frozen
class TrickTaken:
    winner: int
    cards: tuple[Card, ...] = ()
    worth: int | None = None


def test_an_event_is_told_by_its_class_and_fields() -> None:
    tell = plain({0: "anna", 2: "carl"})
    assert tell(Kept(0)) == "anna: kept"
    assert tell(Shown(1, Card("As"))) == "seat 1: shown, card As"
    assert tell(TrickTaken(2, (Card("2c"), Card("Th")))) == "trick taken, winner carl, cards 2c Th, worth None"


def test_without_the_class_the_record_is_told() -> None:
    assert plain_line({"cardplayed": {"seat": 2, "card": "QS"}}, {2: "carl"}) == "carl: cardplayed, card QS"
    assert plain_line({"over": {}}, {}) == "over"
