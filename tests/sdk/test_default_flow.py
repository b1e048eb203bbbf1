"""A table's life round its rounds, told the time by hand: starting, turns, clocks."""

from __future__ import annotations

import pytest

from gamehall_hello.messages import Keep, Swap
from gamehall_sdk.errors import (
    Forbidden,
    IllegalAction,
    NoRound,
    OutOfTurn,
    SeatTaken,
    StaleTurn,
    TableFull,
    UnknownSeat,
    WrongPhase,
)
from gamehall_sdk.game import Reveal
from gamehall_sdk.record import By
from gamehall_sdk.shuffle import commitment
from gamehall_sdk.table import (
    Back,
    Joined,
    Kind,
    Phase,
    PhaseChanged,
    Ready,
    ReadySaid,
    RoundStarted,
    SecretRevealed,
    SitIn,
    SitOut,
    Start,
    SteppedOut,
    TurnStarted,
)
from tests.floor import Floor, coins_pair, finish, hello, hello_pair
from tests.games import Bet, Call, Check, Hold, coins, morra

# --- starting ---


def test_a_round_begins_when_as_few_sit_as_the_game_needs() -> None:
    floor = hello()
    floor.join(10)
    assert floor.at(Phase.WAITING)
    floor.join(11)
    assert (floor.phase, floor.flow.number, floor.turns) == (Phase.PLAYING, 1, {0: 1})
    assert [type(event) for event in floor.heard()] == [Joined, Joined, PhaseChanged, RoundStarted, TurnStarted]


def test_a_table_may_ask_for_more_players_to_start_and_goes_on_with_fewer() -> None:
    floor = hello(min_players=3, pause=1.0)
    floor.join(10)
    floor.join(11)
    assert floor.at(Phase.WAITING)
    floor.join(12)
    assert floor.at(Phase.PLAYING)
    floor.part(12)
    finish(floor)
    floor.wait(1)
    assert (floor.phase, floor.playing()) == (Phase.PLAYING, [0, 1])


def test_the_seats_are_as_many_as_the_table_says() -> None:
    floor = hello(seats=2)
    assert floor.flow.size == 2
    floor.join(10, 1)
    with pytest.raises(SeatTaken, match=r"^p10 sits in seat 1; free: 0$"):
        floor.join(11, 1)
    with pytest.raises(UnknownSeat, match=r"^there is no seat 2; the seats are 0 to 1$"):
        floor.join(11, 2)
    floor.join(11)
    with pytest.raises(TableFull, match=r"^all 2 seats are taken$"):
        floor.join(12)


def test_without_a_number_a_table_has_as_many_seats_as_the_game() -> None:
    assert hello().flow.size == 8


def test_the_commitment_comes_before_the_deal_and_the_secret_after_the_round() -> None:
    floor = hello_pair()
    [begun] = floor.heard(RoundStarted)
    assert (begun.number, begun.seats) == (1, (0, 1))
    finish(floor)
    [revealed] = floor.heard(SecretRevealed)
    assert revealed.number == 1
    assert commitment(bytes.fromhex(revealed.secret)) == begun.commitment
    assert floor.records[0].secret == revealed.secret


def test_a_game_that_lets_players_muck_keeps_its_secret() -> None:
    floor = coins_pair(coins(reveal=Reveal.CLOSE))
    finish(floor)
    assert floor.heard(SecretRevealed) == []
    assert floor.records[0].secret


# --- ready ---


def test_all_must_say_ready_where_the_table_asks_for_it() -> None:
    floor = hello(ready=True)
    floor.join(10)
    floor.join(11)
    floor.join(12, kind=Kind.BOT)
    assert [seat.ready for seat in floor.flow.seats()] == [False, False, True]
    floor.heard()
    floor.say(0, Ready())
    assert floor.at(Phase.WAITING)
    floor.say(0, Ready(ready=False))
    floor.say(1, Ready())
    assert floor.heard() == [ReadySaid(0, ready=True), ReadySaid(0, ready=False), ReadySaid(1, ready=True)]
    floor.say(0, Ready())
    assert floor.at(Phase.PLAYING)


def test_the_others_start_when_the_one_who_was_not_ready_leaves() -> None:
    floor = hello(ready=True)
    for account in (10, 11, 12):
        floor.join(account)
    floor.say(0, Ready())
    floor.say(1, Ready())
    floor.part(12)
    assert floor.at(Phase.PLAYING)


def test_the_others_start_when_the_one_who_was_not_ready_sits_out() -> None:
    floor = hello(ready=True)
    for account in (10, 11, 12):
        floor.join(account)
    floor.say(0, Ready())
    floor.say(1, Ready())
    floor.say(2, SitOut())
    assert (floor.phase, floor.playing()) == (Phase.PLAYING, [0, 1])


def test_a_newcomer_who_is_not_ready_stops_nobody() -> None:
    floor = hello(ready=True, pause=1.0)
    floor.join(10)
    floor.join(11)
    floor.say(0, Ready())
    floor.say(1, Ready())
    floor.join(12)
    finish(floor)
    floor.wait(1)
    assert floor.playing() == [0, 1]
    floor.say(2, Ready())
    finish(floor)
    floor.wait(1)
    assert floor.playing() == [0, 1, 2]


def test_one_who_takes_ready_back_is_left_out_and_stops_nobody() -> None:
    floor = hello_pair(pause=1.0)
    floor.join(12)
    floor.say(0, Ready(ready=False))
    finish(floor)
    floor.wait(1)
    assert floor.playing() == [1, 2]


# --- a forced start ---


def test_the_host_starts_with_those_who_sit_here() -> None:
    floor = hello(ready=True, min_players=4, pause=1.0)
    for account in (10, 11, 12):
        floor.join(account)
    with pytest.raises(Forbidden, match=r"^only the table's creator starts it$"):
        floor.say(0, Start())
    floor.heard()
    floor.say(0, Start(), host=True)
    assert floor.playing() == [0, 1, 2]
    assert floor.heard(ReadySaid) == [ReadySaid(seat, ready=True) for seat in (0, 1, 2)]
    finish(floor)
    floor.wait(1)
    assert floor.playing() == [0, 1, 2]


def test_a_forced_start_needs_enough_players_and_a_table_that_waits() -> None:
    floor = hello()
    floor.join(10)
    with pytest.raises(WrongPhase, match=r"^Hello needs 2 players; 1 can play now$"):
        floor.say(0, Start(), host=True)
    floor.join(11)
    with pytest.raises(WrongPhase, match=r"^the table is not waiting; it is playing$"):
        floor.say(0, Start(), host=True)


# --- turns ---


def test_an_answer_must_be_to_the_turn_that_is_open() -> None:
    floor = hello_pair()
    with pytest.raises(OutOfTurn, match=r"^seat 1 owes no action now; to act: 0$"):
        floor.act(1, Keep())
    with pytest.raises(StaleTurn, match=r"^the action answers turn 7; seat 0 is at turn 1$"):
        floor.act(0, Keep(), 7)
    floor.act(0, Keep(), 1)
    with pytest.raises(OutOfTurn, match=r"^seat 0 owes no action now; to act: 1$"):
        floor.act(0, Keep(), 1)
    floor.act(1, Keep())
    with pytest.raises(NoRound, match=r"^no round is being played at this table$"):
        floor.act(1, Keep())


def test_turn_numbers_are_never_used_again() -> None:
    floor = hello_pair(pause=0.0)
    seen = []
    for _ in range(6):
        [(seat, turn)] = floor.turns.items()
        seen.append(turn)
        floor.act(seat, Keep(), turn)
    assert seen == [1, 2, 3, 4, 5, 6]


def test_a_doubled_answer_does_not_reach_the_next_turn_of_the_seat() -> None:
    floor = coins_pair()
    floor.act(0, Check(), 1)
    floor.act(1, Bet(), 2)
    assert floor.turns == {0: 3}
    with pytest.raises(StaleTurn, match=r"^the action answers turn 1; seat 0 is at turn 3$"):
        floor.act(0, Call(), 1)
    floor.act(0, Call(), 3)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    floor = coins_pair()
    before = (floor.flow.view(0), floor.turns, dict(floor.timers))
    with pytest.raises(IllegalAction, match=r"^Call is not legal now; legal: Check, Bet$"):
        floor.act(0, Call())
    assert (floor.flow.view(0), floor.turns, floor.timers) == before


def test_a_question_says_what_is_legal_and_how_long_it_may_take() -> None:
    floor = hello_pair(clock="move:7")
    question = floor.flow.question(0)
    assert question is not None
    assert (question.turn, question.seconds, question.legal.actions) == (1, 7, (Keep(), Swap()))
    assert floor.flow.question(1) is None
    assert hello().flow.question(0) is None


# --- the clock ---


def test_the_clock_plays_the_default_for_a_silent_seat() -> None:
    floor = hello_pair(clock="move:7")
    floor.wait(6.9)
    assert floor.turns == {0: 1}
    floor.wait(0.1)
    assert floor.turns == {1: 2}
    floor.act(1, Keep())
    assert [one.by for one in floor.records[0].inputs] == [By.CLOCK, By.PLAYER]
    assert floor.records[0].inputs[0].at_ms == 1_007_000


def test_case_87_a_timeout_checks_when_that_is_free_and_folds_to_a_bet() -> None:
    floor = coins_pair(clock="move:7")
    floor.wait(7)
    assert [say.event.what for say in floor.said if type(say.event).__name__ == "Did"] == ["check"]
    floor.act(1, Bet())
    floor.wait(7)
    [record] = floor.records
    assert [one.action for one in record.inputs] == [{"check": {}}, {"bet": {}}, {"fold": {}}]
    assert record.payoffs == (-1, 1)


def test_a_timer_that_comes_late_means_nothing() -> None:
    floor = hello_pair()
    floor.act(0, Keep())
    for name, sentence in (
        ("turn:0:1", "seat 0 is not at turn 1"),
        ("turn:1:1", "seat 1 is not at turn 1"),
        ("grace:0", "timer 'grace:0' means nothing now"),
        ("grace:5", "timer 'grace:5' means nothing now"),
        ("broke:0", "timer 'broke:0' means nothing now"),
        ("pause", "timer 'pause' means nothing now"),
        ("linger", "timer 'linger' means nothing now"),
        ("tea", "timer 'tea' means nothing now"),
    ):
        with pytest.raises(StaleTurn) as refused:
            floor.flow.timer(name, floor.now)
        assert str(refused.value) == sentence
    floor.act(1, Keep())
    with pytest.raises(NoRound):
        floor.flow.timer("turn:1:2", floor.now)


def test_a_time_bank_is_drawn_on_and_belongs_to_the_player_not_the_seat() -> None:
    floor = hello_pair(clock="bank:10+30", pause=0.0)
    floor.wait(25)
    floor.act(0, Keep())
    floor.act(1, Keep())
    assert floor.flow.turns()[0].seconds == 25
    floor.part(10)
    assert floor.at(Phase.PLAYING)
    floor.act(1, Keep())
    assert floor.at(Phase.WAITING)
    floor.join(12, 0)
    assert floor.flow.turns()[0].seconds == 40


def test_time_in_which_the_server_stood_still_counts_on_no_clock() -> None:
    floor = hello_pair(clock="bank:10+30", pause=0.0)
    floor.now += 500
    floor.flow.resume(500)
    floor.now += 12
    floor.act(0, Keep())
    floor.act(1, Keep())
    assert floor.flow.turns()[0].seconds == 38


def test_who_misses_too_many_turns_is_left_out_and_may_come_back() -> None:
    floor = hello_pair(misses=2, clock="move:7", pause=1.0)
    floor.join(12)
    for _ in range(2):
        floor.wait(7)
        finish(floor)
        floor.wait(1)
    assert floor.heard(SteppedOut) == [SteppedOut(0, "missed 2 turns in a row")]
    assert floor.playing() == [1, 2]
    floor.say(0, SitIn())
    assert floor.heard(Back) == [Back(0)]
    finish(floor)
    floor.wait(1)
    assert floor.playing() == [0, 1, 2]
    floor.wait(7)
    assert not floor.heard(SteppedOut)


def test_an_answer_forgives_the_misses_before() -> None:
    floor = hello_pair(misses=2, clock="move:7", pause=0.0)
    for _ in range(3):
        floor.wait(7)
        floor.act(1, Keep())
        floor.act(0, Keep())
        floor.act(1, Keep())
    assert not floor.heard(SteppedOut)


def test_misses_may_count_for_nothing() -> None:
    floor = hello_pair(misses=0, clock="move:7", pause=0.0)
    floor.wait(500)
    assert not floor.heard(SteppedOut)


def test_a_table_where_all_have_stepped_out_waits() -> None:
    floor = hello_pair(misses=1, clock="move:7", pause=1.0)
    floor.wait(100)
    assert (floor.phase, floor.flow.number) == (Phase.WAITING, 1)
    assert not [name for name in floor.timers if name != "linger"]


def test_a_turn_can_be_given_up() -> None:
    floor = hello_pair()
    floor.flow.give_up(0, 1, floor.now)
    floor.carry_out()
    assert floor.turns == {1: 2}
    with pytest.raises(StaleTurn, match=r"^seat 0 is not at turn 1$"):
        floor.flow.give_up(0, 1, floor.now)
    finish(floor)
    with pytest.raises(NoRound):
        floor.flow.give_up(0, 1, floor.now)


# --- all at once ---


def test_all_who_choose_at_once_are_asked_at_once_and_answer_in_any_order() -> None:
    floor = Floor(morra(), min_players=3)
    for account in (10, 11, 12):
        floor.join(account)
    assert floor.turns == {0: 1, 1: 2, 2: 3}
    floor.act(2, Hold(3), 3)
    assert floor.turns == {0: 1, 1: 2}
    with pytest.raises(OutOfTurn, match=r"^seat 2 owes no action now; to act: 0, 1$"):
        floor.act(2, Hold(1))
    floor.act(0, Hold(1), 1)
    assert [say.audience for say in floor.said if type(say.event).__name__ == "Noted"] == [2, 0]
    floor.act(1, Hold(2), 2)
    assert floor.records[0].payoffs == (-1, -1, 2)
    assert floor.stacks == {0: -1, 1: -1, 2: 2}


def test_one_who_leaves_while_all_choose_is_played_for_at_once() -> None:
    floor = Floor(morra(), min_players=3)
    for account in (10, 11, 12):
        floor.join(account)
    floor.part(11)
    assert floor.turns == {0: 1, 2: 3}
    floor.wait(20)
    assert floor.records[0].payoffs == (0, 0, 0)
    assert floor.flow.accounts() == {10, 12}
