"""What people in a room want beside playing: other places, bots moved, a round ended for all, the silent sent away."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_hello.messages import Keep
from gamehall_sdk.errors import Forbidden, NotSeated, UnknownSeat, WrongPhase
from gamehall_sdk.flow import Player
from gamehall_sdk.room_flow import INTERRUPTED, SILENT, UNREADY
from gamehall_sdk.table import (
    AnswerSwap,
    AskSwap,
    Interrupt,
    Interrupted,
    Joined,
    KickedOut,
    Kind,
    Left,
    MoveBot,
    Phase,
    Ready,
    Rematch,
    SeatsSwapped,
    SwapAsked,
    SwapRefused,
)
from tests.floor import Floor, coins_pair, finish, hello


def room(**options: Any) -> Floor:
    """Two people, who are not ready yet."""
    floor = hello(ready=True, **options)
    floor.join(10)
    floor.join(11)
    return floor


def told(floor: Floor, kind: type) -> list[tuple[int | None, Any]]:
    """To whom what of this kind was said."""
    return [(say.audience, say.event) for say in floor.said if isinstance(say.event, kind)]


# --- places ---


def test_a_free_place_is_taken_at_once() -> None:
    floor = room()
    floor.say(0, AskSwap(5))
    assert floor.flow.seat_of(10) == 5
    assert told(floor, SeatsSwapped) == [(None, SeatsSwapped(0, 5))]


def test_whoever_sits_there_is_asked_and_nobody_else() -> None:
    floor = room()
    floor.say(0, AskSwap(1))
    assert told(floor, SwapAsked) == [(1, SwapAsked(0, "p10", 1))]
    assert floor.flow.seat_of(10) == 0
    floor.say(1, AnswerSwap(0))
    assert (floor.flow.seat_of(10), floor.flow.seat_of(11)) == (1, 0)


def test_who_is_ready_is_not_asked_for_the_place() -> None:
    floor = room()
    floor.say(1, Ready())
    with pytest.raises(WrongPhase, match="p11 is ready, and who is ready keeps the place"):
        floor.say(0, AskSwap(1))
    assert told(floor, SwapAsked) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_a_question_is_over_when_one_of_the_two_gets_ready(seat: int) -> None:
    floor = room()
    floor.say(0, AskSwap(1))
    floor.say(seat, Ready())
    assert told(floor, SwapRefused) == [(0, SwapRefused(0, 1))]
    with pytest.raises(NotSeated, match="nobody in seat 0 asks you"):
        floor.say(1, AnswerSwap(0))


def test_who_waits_for_an_answer_is_told_when_the_asked_one_leaves() -> None:
    floor = room()
    floor.say(0, AskSwap(1))
    floor.part(11)
    assert told(floor, SwapRefused) == [(0, SwapRefused(0, 1))]


def test_who_waits_for_an_answer_is_told_when_the_asked_one_moves_away() -> None:
    floor = room()
    floor.join(12)
    floor.say(0, AskSwap(1))
    floor.say(1, AskSwap(2))
    floor.say(2, AnswerSwap(1))
    assert told(floor, SwapRefused) == [(0, SwapRefused(0, 1))]
    assert told(floor, SeatsSwapped) == [(None, SeatsSwapped(1, 2))]


def test_a_no_is_told_to_who_asked() -> None:
    floor = room()
    floor.say(0, AskSwap(1))
    floor.say(1, AnswerSwap(0, accept=False))
    assert told(floor, SwapRefused) == [(0, SwapRefused(0, 1))]
    assert floor.flow.seat_of(10) == 0
    with pytest.raises(NotSeated, match="nobody in seat 0 asks you"):
        floor.say(1, AnswerSwap(0))


def test_an_answer_needs_a_question_that_is_still_open() -> None:
    floor = room()
    floor.join(12)
    floor.say(0, AskSwap(1))
    with pytest.raises(NotSeated):
        floor.say(2, AnswerSwap(0))
    floor.part(10)
    with pytest.raises(NotSeated):
        floor.say(1, AnswerSwap(0))


def test_who_is_ready_keeps_the_place_and_so_does_who_plays() -> None:
    floor = room()
    floor.say(0, Ready())
    with pytest.raises(WrongPhase, match="who is ready"):
        floor.say(0, AskSwap(1))
    floor.say(0, Ready(ready=False))
    floor.say(0, AskSwap(1))
    floor.say(0, Ready())
    floor.say(1, Ready())
    assert floor.phase is Phase.PLAYING
    for command in (AskSwap(5), AnswerSwap(0), MoveBot(0, 5)):
        with pytest.raises((WrongPhase, Forbidden)):
            floor.say(1, command)


@pytest.mark.parametrize("seat", [-1, 8, 0])
def test_there_is_no_such_place(seat: int) -> None:
    floor = room()
    with pytest.raises(UnknownSeat):
        floor.say(0, AskSwap(seat))


def test_a_bot_changes_places_with_everybody() -> None:
    floor = hello(ready=True, min_players=3)
    floor.join(10)
    floor.join(20, kind=Kind.BOT)
    floor.say(0, AskSwap(1))
    assert (floor.flow.seat_of(10), floor.flow.seat_of(20)) == (1, 0)


def test_a_place_that_is_changed_keeps_its_grace_time_and_its_question() -> None:
    floor = room(grace=60.0)
    floor.connection(11, up=False)
    floor.say(0, AskSwap(1))
    floor.reload()
    floor.say(1, AnswerSwap(0))
    assert set(floor.timers) == {"grace:0"}
    floor.wait(61)
    assert floor.flow.seat_of(11) is None


# --- bots ---


def test_bots_are_moved_by_the_creator_or_by_all_where_the_table_says_so() -> None:
    floor = hello(ready=True, min_players=4)
    floor.join(10)
    floor.join(20, kind=Kind.BOT)
    floor.join(21, kind=Kind.BOT)
    with pytest.raises(Forbidden):
        floor.say(0, MoveBot(1, 2))
    floor.say(0, MoveBot(1, 2), host=True)
    assert (floor.flow.seat_of(20), floor.flow.seat_of(21)) == (2, 1)
    floor.say(0, MoveBot(1, 7), host=True)
    assert floor.flow.seat_of(21) == 7
    for seat, to in ((0, 3), (2, 0), (5, 6)):
        with pytest.raises(NotSeated):
            floor.say(0, MoveBot(seat, to), host=True)
    with pytest.raises(UnknownSeat):
        floor.say(0, MoveBot(2, 99), host=True)
    free = hello(ready=True, min_players=3, open_bots=True)
    free.join(10)
    free.join(20, kind=Kind.BOT)
    free.say(0, MoveBot(1, 4))
    assert free.flow.seat_of(20) == 4


def test_a_bot_comes_with_its_masters_name_and_may_want_to_say_itself_when_it_is_ready() -> None:
    floor = hello(ready=True)
    floor.join(10)
    floor.flow.join(Player(20, "p20", Kind.BOT, "p10", says_ready=True), None, 0, 0)
    floor.carry_out()
    assert told(floor, Joined)[-1] == (None, Joined(1, "p20", Kind.BOT, 0, "p10"))
    assert floor.flow.seats()[1].master == "p10"
    floor.say(0, Ready())
    assert floor.at(Phase.WAITING)
    floor.say(1, Ready())
    assert floor.at(Phase.PLAYING)


# --- interrupting ---


def test_a_round_is_ended_for_all_and_nothing_is_won() -> None:
    floor = room(interrupts=True, pause=0)
    floor.say(0, Ready())
    floor.say(1, Ready())
    floor.act(0, Keep())
    floor.say(1, Interrupt())
    assert floor.records[-1].void == f"p11 {INTERRUPTED}"
    assert told(floor, Interrupted) == [(None, Interrupted(1, "p11"))]
    assert told(floor, Left)[-1] == (None, Left(1, "p11", INTERRUPTED))
    assert (floor.phase, floor.turns) == (Phase.WAITING, {})
    assert [(seat.seat, seat.stack, seat.ready) for seat in floor.flow.seats()] == [(0, 0, False)]
    floor.join(12)
    floor.say(0, Ready())
    floor.say(1, Ready())
    assert floor.phase is Phase.PLAYING


def test_nobody_ends_a_round_where_the_table_does_not_allow_it_or_chips_are_played() -> None:
    floor = room()
    floor.say(0, Ready())
    floor.say(1, Ready())
    with pytest.raises(Forbidden):
        floor.say(0, Interrupt())
    chips = coins_pair(interrupts=True)
    with pytest.raises(Forbidden):
        chips.say(0, Interrupt())


def test_only_who_plays_interrupts() -> None:
    floor = room(interrupts=True)
    with pytest.raises(WrongPhase):
        floor.say(0, Interrupt())


# --- sent away ---


def test_who_misses_too_many_turns_loses_the_seat_at_the_end_of_the_round() -> None:
    floor = hello(clock="move:5", pause=0, kick=2, misses=0)
    floor.join(10)
    floor.join(11)
    floor.wait(5)
    floor.act(1, Keep())
    assert told(floor, KickedOut) == []
    floor.wait(5)
    assert told(floor, KickedOut) == [(None, KickedOut(0, "p10", SILENT))]
    floor.act(1, Keep())
    assert floor.flow.seat_of(10) is None
    assert told(floor, Left)[-1] == (None, Left(0, "p10", SILENT))


def test_who_does_not_get_ready_loses_the_seat() -> None:
    floor = room(unready=30.0)
    floor.say(0, Ready())
    floor.wait(20)
    floor.say(0, Ready(ready=False))
    floor.wait(11)
    assert floor.flow.seat_of(11) is None
    assert told(floor, KickedOut) == [(None, KickedOut(1, "p11", UNREADY))]
    assert floor.flow.seat_of(10) == 0
    floor.wait(20)
    assert floor.flow.seat_of(10) is None


def test_who_does_not_go_on_after_a_match_loses_the_seat() -> None:
    floor = room(unready=30.0, rounds=1)
    for seat in (0, 1):
        floor.say(seat, Ready())
    finish(floor)
    assert floor.at(Phase.OVER)
    floor.say(0, Rematch())
    floor.wait(31)
    assert told(floor, KickedOut) == [(None, KickedOut(1, "p11", UNREADY))]
    assert floor.flow.seat_of(10) == 0


def test_who_is_ready_or_plays_is_not_sent_away() -> None:
    floor = room(unready=30.0, clock="move:3600")
    floor.say(0, Ready())
    floor.say(1, Ready())
    floor.wait(100)
    assert floor.phase is Phase.PLAYING
    assert floor.flow.seat_of(10) == 0
