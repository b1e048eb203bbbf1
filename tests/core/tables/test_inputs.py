"""Inputs are written into the journal and read back."""

from __future__ import annotations

import pytest

from gamehall.tables import inputs
from gamehall.tables.inputs import (
    Act,
    Close,
    Command,
    Connection,
    Deal,
    Fault,
    GiveUp,
    Input,
    Join,
    Open,
    Part,
    Proceed,
    Resume,
    Timer,
    Unseat,
)
from gamehall_sdk.table import Kind

EVERY = [
    Open(),
    Join(1, "anna", Kind.HUMAN),
    Join(1, "anna", Kind.BOT, seat=0, stack=100, hold=4),
    Part(1, "was away"),
    Proceed(3),
    Unseat(1, "moved to table 2"),
    Act(1, {"raiseto": {"amount": 4}}, 9),
    Act(1, {"fold": {}}),
    GiveUp(1),
    Command(1, {"ready": {"ready": False}}, host=True),
    Timer("turn:0:3"),
    Deal(("As", "2c"), "00" * 32),
    Connection(1, up=False),
    Resume(),
    Fault("KeyError: 'x'"),
    Close("nobody was here"),
]


@pytest.mark.parametrize("one", EVERY, ids=lambda one: type(one).__name__)
def test_an_input_is_read_back(one: Input) -> None:
    kind, body = inputs.write(one)
    assert kind == type(one).__name__.lower()
    assert inputs.read(kind, body) == one


def test_every_kind_of_input_can_be_read() -> None:
    assert {type(one) for one in EVERY} == set(inputs._KINDS.values())


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        ("wish", b"{}", "there is no input of the kind 'wish'"),
        ("part", b"{}", "the input 'part' cannot be read: Object missing required field `account`"),
        ("part", b"{", "the input 'part' cannot be read: Input data was truncated"),
    ],
)
def test_what_is_no_input_is_said_to_be(kind: str, body: bytes, sentence: str) -> None:
    with pytest.raises(ValueError) as found:  # noqa: PT011  # the sentence is compared whole
        inputs.read(kind, body)
    assert str(found.value) == sentence
