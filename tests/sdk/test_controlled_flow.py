"""Pause, resume, stop; telling whoever is silent: of any game's table."""

from __future__ import annotations

import pytest

from gamehall_sdk.errors import Forbidden, NoRound, TablePaused, WrongPhase
from gamehall_sdk.table import (
    Closed,
    Interrupt,
    Left,
    Pause,
    Paused,
    Phase,
    PhaseChanged,
    Resume,
    Resumed,
    RoundStarted,
    Start,
    Stop,
    Stopped,
    TurnStarted,
    Warned,
)
from tests.floor import Floor, coins_pair, finish, hello, hello_pair
from tests.games import Check


def test_the_creator_pauses_and_resumes_and_others_do_not() -> None:
    floor = hello_pair()
    for command in (Pause(), Stop()):
        with pytest.raises(Forbidden, match=r"^only the table's creator (pauses|stops) it$"):
            floor.say(1, command)
    floor.say(1, Pause(), host=True)
    assert floor.heard(Paused) == [Paused(1, "p11")]
    assert floor.flow.paused
    with pytest.raises(WrongPhase, match="the table is paused already"):
        floor.say(1, Pause(), host=True)
    with pytest.raises(Forbidden, match="resumes"):
        floor.say(0, Resume())
    floor.say(1, Resume(), host=True)
    assert floor.heard(Resumed) == [Resumed(1, "p11")]
    with pytest.raises(WrongPhase, match="the table is not paused"):
        floor.say(1, Resume(), host=True)


def test_where_the_table_allows_it_all_who_sit_there_do() -> None:
    floor = hello(open_control=True, ready=True, min_players=3)
    floor.join(10)
    floor.join(11)
    floor.say(1, Start())
    assert floor.at(Phase.PLAYING)
    floor.say(0, Pause())
    floor.say(1, Resume())
    floor.say(1, Stop())
    assert floor.heard(Stopped) == [Stopped(1, "p11")]


def test_nobody_acts_while_the_table_is_paused_and_the_turn_stays_the_same() -> None:
    floor = coins_pair()
    turns = floor.flow.turns()
    floor.say(0, Pause(), host=True)
    seat = turns[0].seat
    with pytest.raises(TablePaused, match="the table is paused; it goes on when it is resumed"):
        floor.act(seat, Check())
    with pytest.raises(TablePaused):
        floor.flow.give_up(seat, turns[0].turn, floor.now)
    floor.say(0, Resume(), host=True)
    assert floor.flow.turns() == turns
    floor.act(seat, Check(), turns[0].turn)


def test_clocks_stand_still_while_the_table_is_paused() -> None:
    floor = coins_pair(clock="fischer:100+0")
    seat = next(iter(floor.turns))
    floor.wait(30)
    floor.say(0, Pause(), host=True)
    floor.wait(1000)
    assert floor.turns, "the turn is not over"
    floor.say(0, Resume(), host=True)
    floor.wait(20)
    floor.act(seat, Check())
    assert floor.flow.clock.save() == {seat: 50.0}


def test_a_turn_has_what_it_had_before_the_pause() -> None:
    floor = coins_pair(clock="move:20")
    seat = next(iter(floor.turns))
    floor.wait(15)
    floor.say(0, Pause(), host=True)
    floor.wait(600)
    floor.say(0, Resume(), host=True)
    floor.wait(4.9)
    assert seat in floor.turns
    floor.wait(0.2)
    assert seat not in floor.turns


def test_a_restart_within_a_pause_is_not_counted_twice() -> None:
    floor = coins_pair(clock="fischer:100+0")
    seat = next(iter(floor.turns))
    floor.wait(30)
    floor.say(0, Pause(), host=True)
    floor.now += 500
    floor.flow.resume(500)
    floor.say(0, Resume(), host=True)
    floor.act(seat, Check())
    assert floor.flow.clock.save() == {seat: 70.0}


def test_no_round_begins_while_the_table_is_paused() -> None:
    floor = hello(pause=2.0)
    floor.join(10)
    floor.say(0, Pause(), host=True)
    floor.join(11)
    assert floor.at(Phase.WAITING)
    with pytest.raises(TablePaused):
        floor.say(0, Start(), host=True)
    floor.say(0, Resume(), host=True)
    assert floor.at(Phase.PLAYING)
    finish(floor)
    floor.say(0, Pause(), host=True)
    floor.wait(100)
    assert floor.at(Phase.PAUSING)
    floor.say(0, Resume(), host=True)
    floor.wait(2)
    assert floor.at(Phase.PLAYING)


def test_who_has_paused_the_table_and_leaves_lets_it_go_on() -> None:
    floor = coins_pair()
    floor.join(12, stack=50)
    floor.say(2, Pause(), host=True)
    floor.part(12)
    assert not floor.flow.paused
    one = coins_pair()
    one.say(0, Pause(), host=True)
    one.part(11)
    assert one.flow.paused, "somebody else left"
    assert one.at(Phase.PLAYING), "who left is played for when the table goes on"
    one.say(0, Resume(), host=True)
    finish(one)
    assert one.cashed.keys() == {11}


def test_who_has_paused_the_table_and_is_gone_keeps_nobody_waiting() -> None:
    floor = coins_pair(grace=60.0)
    floor.say(0, Pause(), host=True)
    floor.connection(10, up=False)
    floor.wait(61)
    assert not floor.flow.paused


def test_a_paused_round_is_not_interrupted() -> None:
    floor = hello_pair(interrupts=True)
    floor.say(0, Pause(), host=True)
    with pytest.raises(TablePaused):
        floor.say(1, Interrupt())


def test_a_stop_lets_the_round_be_played_and_then_pays_out() -> None:
    floor = coins_pair(pause=0.0)
    floor.say(0, Stop(), host=True)
    assert floor.flow.stopping
    assert not floor.shut
    with pytest.raises(WrongPhase, match="the table is being stopped already"):
        floor.say(0, Stop(), host=True)
    finish(floor)
    assert (floor.shut, len(floor.records)) == ("p10 has stopped it", 1)
    assert not floor.at(Phase.PLAYING), "no other round begins"
    floor.close(floor.shut)
    assert sum(floor.cashed.values()) == floor.bought == 110
    assert floor.heard(Closed) == [Closed("p10 has stopped it")]


def test_a_stop_between_rounds_is_at_once() -> None:
    floor = hello()
    floor.join(10)
    floor.say(0, Stop(), host=True)
    assert floor.shut == "p10 has stopped it"
    floor.join(11)
    assert not floor.heard(RoundStarted)


def test_a_stop_ends_a_pause_since_the_round_has_to_be_played() -> None:
    floor = coins_pair()
    floor.say(0, Pause(), host=True)
    floor.say(0, Stop(), host=True)
    assert not floor.flow.paused
    finish(floor)
    assert floor.shut


def test_a_frozen_or_closed_table_is_not_paused() -> None:
    for end in (Floor.freeze, Floor.close):
        floor = coins_pair()
        floor.say(0, Pause(), host=True)
        end(floor)
        assert not floor.flow.paused
        assert {event.seat for event in floor.heard(Left)} == {0, 1}


def test_a_pause_is_kept_in_a_checkpoint() -> None:
    floor = hello()
    floor.join(10)
    floor.say(0, Pause(), host=True)
    floor.reload()
    assert floor.flow.paused
    floor.say(0, Resume(), host=True)


def test_whoever_is_silent_is_told_then_played_for() -> None:
    floor = coins_pair(clock="move:20", idle=5.0)
    seat = next(iter(floor.turns))
    floor.wait(14.9)
    assert not [one for one in floor.said if isinstance(one.event, Warned)]
    floor.wait(0.2)
    warned = [(one.audience, one.event) for one in floor.said if isinstance(one.event, Warned)]
    assert warned == [(seat, Warned(seat, 5.0))]
    floor.wait(5)
    assert seat not in floor.turns or floor.turns[seat] > 1


def test_who_answers_in_time_is_not_told() -> None:
    floor = coins_pair(clock="move:20", idle=5.0)
    seat = next(iter(floor.turns))
    floor.wait(10)
    floor.act(seat, Check())
    assert f"idle:{seat}" not in floor.timers
    short = coins_pair(clock="move:4", idle=5.0)
    short.wait(2)
    assert [one.event.seconds for one in short.said if isinstance(one.event, Warned)] == [2.0]


def test_a_pause_is_no_phase() -> None:
    floor = coins_pair()
    floor.heard()
    floor.say(0, Pause(), host=True)
    floor.say(0, Resume(), host=True)
    assert not floor.heard(PhaseChanged)
    assert not floor.heard(TurnStarted)
    with pytest.raises(NoRound):
        hello().act(0, Check())
