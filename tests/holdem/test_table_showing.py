"""The end of a hand: who is asked to show, for how long, and the pause after it."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_holdem.messages import Preset, Stage
from gamehall_poker.messages import Muck, Mucked, PotWon, Show, Shown
from gamehall_sdk.record import By
from gamehall_sdk.table import Kind, Phase
from tests.holdem.parlour import CALL, CHECK, FOLD, Parlour


def pair(**options: Any) -> Parlour:
    house = Parlour(**{"ask_to_show": True, "pause": 4, **options})
    house.sit(0, 1)
    return house


def fold(house: Parlour) -> int:
    """One folds; the other is the winner."""
    loser = house.asked()[0]
    house.act(loser, FOLD)
    return 1 - loser


def to_showdown(house: Parlour) -> None:
    house.call_down()


def test_a_winner_whom_nobody_called_may_show() -> None:
    house = pair()
    winner = fold(house)
    assert (house.asked(), house.poker.stage) == ([winner], Stage.LESS_THAN_TWO)
    assert house.may(winner) == (Muck(), Show())
    assert house.heard(PotWon) == []
    house.act(winner, Show())
    heard = house.heard()
    assert [one.seat for one in heard if isinstance(one, Shown)] == [winner]
    assert (house.phase, house.poker.stage) == (Phase.PAUSING, Stage.SHOWDOWN)


def test_or_hide_and_when_the_show_time_is_over_the_cards_stay_hidden() -> None:
    house = pair(show_time=5)
    winner = fold(house)
    house.wait(4.9)
    assert house.asked() == [winner]
    house.wait(0.2)
    heard = house.heard()
    assert [one.seat for one in heard if isinstance(one, Mucked)] == [winner]
    assert not [one for one in heard if isinstance(one, Shown)]
    assert house.at(Phase.PAUSING)


def test_not_to_show_is_no_turn_missed_and_costs_no_time_of_the_clock() -> None:
    house = pair(clock="bank:10+60", misses=1, show_time=100)
    winner = fold(house)
    house.wait(100)
    assert house.at(Phase.PAUSING)
    assert not any(seat.out for seat in house.flow.seats())
    assert house.poker.clock.allowance(winner) == 70


def test_the_beaten_are_asked_after_the_winnings_and_all_at_once() -> None:
    for number in range(20):
        house = pair(seed=bytes([number]) * 32, muck_time=6)
        to_showdown(house)
        if house.turns:
            break
    else:
        pytest.fail("in twenty showdowns nobody needed not show")
    assert house.poker.stage is Stage.MUCK_ROUND
    (loser,) = house.asked()
    assert house.heard(PotWon)
    turn = next(iter(house.flow.turns()))
    assert turn.seconds == 6
    house.wait(6)
    assert house.heard(Mucked) == [Mucked(loser)]
    assert house.at(Phase.PAUSING)
    assert house.records[-1].inputs[-1].by is By.CLOCK


def test_presets_hide_winning_and_losing_cards_each() -> None:
    house = pair()
    for seat in (0, 1):
        house.say(seat, Preset(muck_winning=True))
    fold(house)
    assert (house.turns, house.phase) == ({}, Phase.PAUSING)
    for seat in (0, 1):
        house.say(seat, Preset(muck_winning=False, muck_losing=True))
    house.wait(4)
    winner = fold(house)
    assert house.asked() == [winner]
    house.act(winner, Muck())
    house.wait(4)
    to_showdown(house)
    assert (house.turns, house.phase) == ({}, Phase.PAUSING)


@pytest.mark.parametrize("option", ["show_time", "muck_time"])
def test_a_time_of_zero_asks_nobody(option: str) -> None:
    house = pair(**{option: 0})
    if option == "show_time":
        fold(house)
    else:
        to_showdown(house)
    assert (house.turns, house.phase) == ({}, Phase.PAUSING)


def test_neither_bots_nor_those_who_are_away_are_asked() -> None:
    house = Parlour(ask_to_show=True, pause=4)
    house.sit(0, kind=Kind.BOT)
    house.sit(1)
    house.connection(11, up=False)
    fold(house)
    assert (house.turns, house.phase) == ({}, Phase.PAUSING)


def test_who_has_left_mucks() -> None:
    house = pair()
    winner = fold(house)
    house.part(10 + winner)
    assert house.phase in (Phase.PAUSING, Phase.WAITING)
    assert house.heard(Shown) == []


def test_by_default_nobody_is_asked_and_hidden_cards_stay_hidden() -> None:
    house = Parlour(pause=4)
    house.sit(0, 1)
    fold(house)
    assert house.turns == {}
    assert house.heard(Shown) == []


def test_the_pause_after_the_hand_is_the_tables_and_four_seconds_by_default() -> None:
    house = pair(ask_to_show=False)
    fold(house)
    assert house.poker.stage is Stage.SHOWDOWN
    house.wait(3.9)
    assert house.at(Phase.PAUSING)
    house.wait(0.1)
    assert house.at(Phase.PLAYING)


def test_the_games_default_pause_is_four_seconds() -> None:
    from gamehall.tables.recovery import checked_options
    from gamehall_holdem.plugin import DRAW_GAME, GAME

    for game in (GAME, DRAW_GAME):
        assert checked_options(game, "nl", {})[0].pause == 4
        assert checked_options(game, "nl", {"pause": "0"})[0].pause == 0


def test_cards_are_changed_within_a_time_of_its_own() -> None:
    house = Parlour(draw=True, discard_time=33, pause=4)
    house.sit(0, 1)
    house.act(house.asked()[0], CALL)
    house.act(house.asked()[0], CHECK)
    assert house.poker.stage is Stage.DISCARD_ROUND
    assert [turn.seconds for turn in house.flow.turns()] == [33]
