"""Clocks: what they allow, what they book, and the words that name them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_sdk.clock import CLOCKS, Bank, Clock, ClockKind, Fischer, PerMove, parse_clock
from gamehall_sdk.errors import BadOption

KINDS = {kind.name: kind for kind in CLOCKS}


def test_per_move_gives_every_decision_the_same() -> None:
    clock = PerMove(20)
    clock.spent(0, 19)
    assert (clock.allowance(0), clock.allowance(1), clock.save()) == (20, 20, {})


def test_a_bank_is_drawn_on_only_after_the_time_of_the_decision() -> None:
    clock = Bank(10, 60)
    assert clock.allowance(0) == 70
    clock.spent(0, 10)
    assert clock.allowance(0) == 70
    clock.spent(0, 25)
    assert (clock.allowance(0), clock.allowance(1)) == (55, 70)
    clock.spent(0, 1000)
    assert clock.allowance(0) == 10


def test_fischer_adds_the_increment_before_the_decision_and_keeps_what_is_left() -> None:
    clock = Fischer(60, 5)
    assert clock.allowance(0) == 65
    clock.spent(0, 20)
    assert clock.allowance(0) == 50
    clock.spent(0, 1)
    assert clock.allowance(0) == 54
    clock.spent(0, 54)
    assert (clock.allowance(0), clock.allowance(1)) == (5, 65)


def test_an_account_has_an_upper_limit() -> None:
    clock = Fischer(86_400, 1000)
    clock.spent(0, 0)
    assert clock.allowance(0) == 87_400


@given(
    st.sampled_from(["move:20", "bank:10+60", "fischer:60+5"]), st.lists(st.tuples(st.integers(0, 3), st.floats(0, 90)))
)
def test_a_saved_clock_goes_on_where_it_was(words: str, moves: list[tuple[int, float]]) -> None:
    one, other = parse_clock(words, KINDS), parse_clock(words, KINDS)
    for seat, seconds in moves:
        one.spent(seat, seconds)
    other.load(one.save())
    assert [other.allowance(seat) for seat in range(4)] == [one.allowance(seat) for seat in range(4)]
    assert all(one.allowance(seat) >= 0 for seat in range(4))


@pytest.mark.parametrize("clock", [Bank(10, 60), Fischer(60, 5)])
def test_the_next_in_a_seat_begins_afresh(clock: Clock) -> None:
    fresh = clock.allowance(0)
    clock.spent(0, 40)
    clock.spent(1, 40)
    clock.forget(0)
    clock.forget(2)
    assert clock.allowance(0) == fresh > clock.allowance(1)


@pytest.mark.parametrize(
    ("words", "kind", "seconds"),
    [("move:20", PerMove, 20), ("move:0.5", PerMove, 0.5), ("bank:0+120", Bank, 120), ("fischer:60+5", Fischer, 65)],
)
def test_a_clock_is_named_by_a_word_and_its_figures(words: str, kind: type, seconds: float) -> None:
    clock = parse_clock(words, KINDS)
    assert isinstance(clock, kind)
    assert clock.allowance(3) == seconds


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("sand:20", "no clock is called 'sand'; there are bank, fischer, move"),
        ("", "no clock is called ''; there are bank, fischer, move"),
        ("move", "clock 'move' is not of the form move:SECONDS-FOR-EACH-DECISION, each from 0 to 86400 seconds"),
        ("move:x", "clock 'move:x' is not of the form move:SECONDS-FOR-EACH-DECISION, each from 0 to 86400 seconds"),
        (
            "move:1+2",
            "clock 'move:1+2' is not of the form move:SECONDS-FOR-EACH-DECISION, each from 0 to 86400 seconds",
        ),
        ("move:-1", "clock 'move:-1' is not of the form move:SECONDS-FOR-EACH-DECISION, each from 0 to 86400 seconds"),
        (
            "move:nan",
            "clock 'move:nan' is not of the form move:SECONDS-FOR-EACH-DECISION, each from 0 to 86400 seconds",
        ),
        (
            "move:inf",
            "clock 'move:inf' is not of the form move:SECONDS-FOR-EACH-DECISION, each from 0 to 86400 seconds",
        ),
        (
            "move:90000",
            "clock 'move:90000' is not of the form move:SECONDS-FOR-EACH-DECISION, each from 0 to 86400 seconds",
        ),
        ("move:0", "clock 'move:0' gives no time to think"),
        ("fischer:0+0", "clock 'fischer:0+0' gives no time to think"),
    ],
)
def test_a_clock_that_is_none_is_refused_with_what_would_be_right(words: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        parse_clock(words, KINDS)
    assert str(refused.value) == sentence


def test_a_plugins_clock_is_named_like_any_other() -> None:
    kinds = {**KINDS, "sand": ClockKind("sand", (), lambda: PerMove(3))}
    assert parse_clock("sand", kinds).allowance(0) == 3
    assert parse_clock("sand:", kinds).allowance(0) == 3
