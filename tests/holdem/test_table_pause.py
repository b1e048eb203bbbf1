"""A hold'em table that is paused: blinds, choices made in advance, levels, matches."""

from __future__ import annotations

import pytest

from gamehall_holdem.messages import Ahead, LevelBegun, PreAction
from gamehall_sdk.errors import TablePaused
from gamehall_sdk.table import Pause, Phase, Resume, Stop
from tests.holdem.parlour import CALL, POST, Parlour


def test_nobody_posts_while_the_table_is_paused() -> None:
    parlour = Parlour(auto_post=False, blind_time=15)
    parlour.sit(0, 1)
    asked = parlour.asked()
    parlour.wait(10)
    parlour.say(0, Pause(), host=True)
    with pytest.raises(TablePaused):
        parlour.act(asked[0], POST)
    parlour.wait(100)
    assert parlour.asked() == asked
    parlour.sit(2)
    assert parlour.at(Phase.WAITING)
    parlour.say(0, Resume(), host=True)
    for seat in asked:
        parlour.act(seat, POST)
    assert parlour.at(Phase.PLAYING)


def test_a_choice_made_in_advance_waits_for_the_end_of_the_pause() -> None:
    parlour = Parlour(min_players=3)
    parlour.sit(0, 1, 2)
    [first] = parlour.asked()
    later = next(seat for seat in range(3) if seat != first)
    parlour.say(0, Pause(), host=True)
    parlour.say(later, PreAction(Ahead.CALL_ANY))
    assert parlour.asked() == [first]
    parlour.say(0, Resume(), host=True)
    parlour.act(first, CALL)
    assert later not in parlour.asked()


def test_a_level_does_not_end_during_a_pause() -> None:
    parlour = Parlour(level_time=100, last_standing=True)
    parlour.sit(0, 1)
    parlour.wait(10)
    parlour.say(0, Pause(), host=True)
    parlour.wait(500)
    parlour.say(0, Resume(), host=True)
    parlour.fold_out()
    assert not parlour.heard(LevelBegun)
    parlour.wait(95)
    parlour.fold_out()
    assert [one.level for one in parlour.heard(LevelBegun)] == [1]


def test_in_a_match_who_has_paused_it_and_leaves_lets_it_go_on() -> None:
    parlour = Parlour(last_standing=True, min_players=3)
    parlour.sit(0, 1, 2)
    parlour.say(1, Pause(), host=True)
    parlour.part(11)
    assert not parlour.flow.paused
    assert parlour.stacks.keys() == {0, 1, 2}, "the stack plays on"


def test_a_stop_in_the_blind_round_ends_the_table_before_the_hand() -> None:
    parlour = Parlour(auto_post=False)
    parlour.sit(0, 1)
    parlour.say(0, Stop(), host=True)
    assert parlour.shut
    parlour.close(parlour.shut)
    assert sum(parlour.cashed.values()) == 200
