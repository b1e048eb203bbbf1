"""Actions chosen in advance: kept by the table, used once, and forgotten when the price they were for is gone."""

from __future__ import annotations

import pytest

from gamehall_holdem.messages import Ahead, PreAction, PreActionSet, Preset, Presets
from gamehall_holdem.options import HoldemOptions
from gamehall_poker.messages import Called, Checked, Folded, RaiseTo
from gamehall_sdk.errors import WrongPhase
from gamehall_sdk.flow import Say
from gamehall_sdk.record import By
from gamehall_sdk.table import TurnStarted
from tests.holdem.parlour import CALL, CHECK, FOLD, Parlour


def trio() -> tuple[Parlour, int, int, int]:
    """Three at 1/2; the button acts first, then small and big blind."""
    house = Parlour(pause=4)
    house.deals = False
    house.sit(0, 1, 2, stack=200)
    house.deals = True
    house.deal()
    button, small, big = house.button()
    assert small is not None
    assert big is not None
    return house, button, small, big


def whispered(house: Parlour) -> list[tuple[int | None, Ahead]]:
    said, house.said = house.said, []
    return [(one.audience, one.event.choice) for one in said if isinstance(one.event, PreActionSet)]


def test_a_choice_is_played_without_asking_and_told_to_its_seat_alone() -> None:
    house, button, small, _ = trio()
    house.say(small, PreAction(Ahead.CALL_ANY))
    assert whispered(house) == [(small, Ahead.CALL_ANY)]
    house.act(button, CALL)
    heard = house.said
    assert [say.event for say in heard if isinstance(say.event, Called)] == [Called(button, 2), Called(small, 1)]
    assert [say.event.seat for say in heard if isinstance(say.event, TurnStarted)] == [house.asked()[0]]
    assert whispered(house) == [(small, Ahead.NONE)]


def test_it_is_used_up_by_one_turn() -> None:
    house, button, small, big = trio()
    house.say(small, PreAction(Ahead.CALL_ANY))
    house.act(button, CALL)
    house.act(big, CHECK)
    assert house.asked() == [small]


def test_check_or_fold_folds_to_a_bet_and_checks_where_that_is_free() -> None:
    house, button, small, big = trio()
    house.say(small, PreAction(Ahead.CHECK_FOLD))
    house.say(big, PreAction(Ahead.FOLD))
    house.act(button, CALL)
    heard = house.heard()
    assert Folded(small) in heard
    assert Checked(big) in heard


@pytest.mark.parametrize("choice", [Ahead.CHECK, Ahead.CALL])
def test_a_choice_for_a_price_is_forgotten_when_the_price_changes(choice: Ahead) -> None:
    house, button, small, big = trio()
    seat = big if choice is Ahead.CHECK else small
    house.say(seat, PreAction(choice))
    house.heard()
    house.act(button, RaiseTo(6))
    if seat == big:
        assert house.asked() == [small]
        house.act(small, CALL)
    assert house.asked() == [seat]
    assert house.poker.about(seat).presets == Presets(seat, True, False, False, False, Ahead.NONE)


def test_a_call_at_an_unchanged_price_is_made() -> None:
    house, button, small, big = trio()
    house.say(small, PreAction(Ahead.CALL))
    house.act(button, FOLD)
    assert house.asked() == [big]


def test_call_any_calls_whatever_it_is() -> None:
    house, button, small, _ = trio()
    house.say(small, PreAction(Ahead.CALL_ANY))
    house.act(button, RaiseTo(200))
    assert Called(small, 199) in house.heard()


def test_a_choice_at_ones_own_turn_is_an_action() -> None:
    house, button, small, _ = trio()
    house.say(button, PreAction(Ahead.CALL_ANY))
    assert house.asked() == [small]
    assert house.poker._live is not None
    assert house.poker._live.record().inputs[0].by is By.PLAYER


def test_a_choice_can_be_taken_back() -> None:
    house, button, small, _ = trio()
    house.say(small, PreAction(Ahead.CALL_ANY))
    house.say(small, PreAction(Ahead.NONE))
    house.act(button, CALL)
    assert house.asked() == [small]


def test_whoever_has_no_turn_to_come_chooses_nothing() -> None:
    house, button, small, _ = trio()
    house.act(button, FOLD)
    with pytest.raises(WrongPhase, match="no turn of yours"):
        house.say(button, PreAction(Ahead.FOLD))
    house.act(small, FOLD)
    with pytest.raises(WrongPhase):
        house.say(small, PreAction(Ahead.FOLD))


def test_nothing_is_carried_into_the_next_hand() -> None:
    house, button, small, big = trio()
    house.say(big, PreAction(Ahead.CALL_ANY))
    house.act(button, FOLD)
    house.act(small, FOLD)
    house.wait(4)
    assert house.poker.about(big).presets == Presets(big, True, False, False, False)
    while big not in house.asked():
        house.act(house.asked()[0], CALL)
    assert house.asked() == [big]


def test_who_has_left_folds_whatever_they_chose() -> None:
    house, button, small, _ = trio()
    house.say(small, PreAction(Ahead.CALL_ANY))
    house.part(10 + small)
    house.act(button, RaiseTo(100))
    assert Folded(small) in house.heard()


def test_presets_are_told_to_their_seat_and_to_nobody_else() -> None:
    house, button, *_ = trio()
    house.said.clear()
    house.say(button, Preset(muck_losing=True))
    assert house.said == [Say(button, Presets(button, True, False, False, True), house.said[0].body)]
    assert house.poker.about(button).presets == Presets(button, True, False, False, True)
    assert house.poker.about(None).presets is None


def test_presets_begin_as_the_table_says() -> None:
    assert HoldemOptions().auto_post
    house = Parlour(auto_post=False)
    house.sit(0)
    assert house.poker.about(0).presets == Presets(0, False, False, False, False)
