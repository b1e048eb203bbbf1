"""A table comes back the same from what was stored of it, whatever happened before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall.tables.inputs import (
    Act,
    Command,
    Connection,
    GiveUp,
    Join,
    Open,
    Part,
)
from gamehall.tables.inputs import Resume as Restarted
from gamehall.tables.machine import Machine
from gamehall_hello.messages import Keep, Swap
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.game import Game
from gamehall_sdk.record import replay
from gamehall_sdk.table import (
    Kind,
    Left,
    Pause,
    Phase,
    PhaseChanged,
    Ready,
    Rematch,
    Resume,
    SitIn,
    SitOut,
    Start,
    Stop,
)
from tests.games import Bet, Call, Check, Fold, Hold, Trap, coins, morra
from tests.line import Line, coins_line, hello_line, seen


def test_a_replay_says_the_same_as_it_did() -> None:
    line = coins_line()
    line.act(10, Bet())
    line.act(11, Fold())
    line.tick(2000)
    line.part(10)
    again = Line(coins()).machine
    again.number, again.seq = 0, 0
    fresh, entries = Line(coins()), line.entries
    machine: Machine = fresh.machine
    for entry, outcome in zip(entries[1:], line.outcomes[1:], strict=True):
        done = machine.replay(entry.kind, entry.body, entry.digest, entry.at_ms)
        assert done.same
        assert done.outcome == outcome
    assert seen(machine, line.now_ms) == line.seen()


def test_a_stored_input_that_is_refused_now_is_not_the_same() -> None:
    line = coins_line()
    done = line.machine.replay("act", b'{"account": 10, "action": {"call": {}}}', "", line.now_ms)
    assert not done.same
    assert done.outcome.fault == "it cannot be done now: Call is not legal now; legal: Check, Bet"
    done = Line(coins()).machine.replay("wish", b"{}", "", 0)
    assert (done.same, done.outcome.kind) == (False, "fault")


def test_a_timer_starts_anew_after_a_restart_and_turns_get_a_grace() -> None:
    line = hello_line(clock="move:7")
    line.connection(11, up=False)
    line.now_ms += 100_000
    line.machine.rearm(line.now_ms, 5000)
    deadlines = {name: timer.deadline_ms - line.now_ms for name, timer in line.machine.timers.items()}
    assert deadlines == {"turn:0:1": 12_000, "grace:1": 60_000}


def test_an_outage_counts_on_no_clock() -> None:
    line = hello_line(clock="bank:10+30", pause="0")
    line.now_ms += 5000
    line.connection(10, up=False)
    line.now_ms += 600_000
    line.come_back()
    line.now_ms += 7000
    line.act(10, Keep())
    line.act(11, Keep())
    # 5 seconds before the crash and 7 after it: 2 more than a move has.
    assert line.machine.flow.turns()[0].seconds == 38
    assert not line.recovered().fault


def test_time_does_not_go_back_when_the_clock_was_set_back_between_two_runs() -> None:
    line = hello_line(clock="fischer:60+5")
    line.now_ms -= 3_600_000
    line.come_back()
    assert line.machine.next_deadline_ms() == line.now_ms + 65_000
    outcome = line.act(10, Keep())
    assert outcome.at_ms == 1_000_000
    line.act(11, Keep())
    line.tick(2000)
    assert line.machine.flow.turns()[0].seconds == 70
    assert not line.recovered().fault


WORDS: dict[str, list[Any]] = {
    "hello": [Keep(), Swap()],
    "coins": [Check(), Bet(), Call(), Fold()],
    "morra": [Hold(1), Hold(2), Hold(9)],
}
ACCOUNTS = st.integers(10, 13)
STEPS = st.one_of(
    st.tuples(st.just("join"), ACCOUNTS, st.sampled_from([0, 1, 20, 60]), st.sampled_from([None, 0, 1, 9])),
    st.tuples(st.just("act"), ACCOUNTS, st.integers(0, 3), st.sampled_from([None, 0, 1])),
    st.tuples(st.just("act"), st.just(0), st.integers(0, 3), st.none()),
    st.tuples(st.just("act"), st.just(0), st.integers(0, 3), st.none()),
    st.tuples(st.just("part"), ACCOUNTS),
    st.tuples(st.just("giveup"), ACCOUNTS),
    st.tuples(
        st.just("say"), ACCOUNTS, st.sampled_from([Ready(), SitOut(), SitIn(), Start(), Rematch(), Ready(ready=False)])
    ),
    st.tuples(st.just("say"), ACCOUNTS, st.sampled_from([Pause(), Resume(), Resume(), Resume(), Stop()])),
    st.tuples(st.just("tick"), st.sampled_from([10, 1500, 4000, 70_000])),
    st.tuples(st.just("up"), ACCOUNTS),
    st.tuples(st.just("down"), ACCOUNTS),
    st.tuples(st.just("back")),
)
TABLES = st.fixed_dictionaries(
    {
        "pause": st.sampled_from(["0", "1"]),
        "clock": st.sampled_from(["move:3", "bank:1+5", "fischer:5+1"]),
        "ready": st.sampled_from(["true", "false"]),
        "rounds": st.sampled_from(["0", "2"]),
        "misses": st.sampled_from(["0", "2"]),
        "linger": st.sampled_from(["0", "100"]),
        "idle": st.sampled_from(["0", "2"]),
    }
)


def step(line: Line, one: tuple[Any, ...]) -> None:
    chips = line.game.buy_in is not None
    match one:
        case ("join", account, stack, seat):
            line.tried(Join(account, f"p{account}", Kind.HUMAN, seat, stack if chips else 0))
        case ("act", account, number, turn):
            words = WORDS[line.game.name]
            who = account or (line.turn() if line.machine.flow.turns() else 10)
            line.tried(Act(who, line.game.payloads.dump_json(words[number % len(words)]), turn))
        case ("part", account):
            line.tried(Part(account))
        case ("giveup", account):
            line.tried(GiveUp(account))
        case ("say", account, command):
            line.tried(Command(account, line.game.table_payloads.dump_json(command), host=True))
        case ("tick", ms):
            line.tick(ms)
        case ("up" | "down" as way, account):
            line.tried(Connection(account, way == "up"))
        case ("back",):
            line.come_back()


@pytest.mark.parametrize("game", [HELLO, coins(), morra()], ids=lambda game: game.name)
@settings(max_examples=60, deadline=None)
@given(options=TABLES, steps=st.lists(STEPS, min_size=5, max_size=60))
def test_whatever_happens_a_table_comes_back_as_it_was(
    game: Game, options: dict[str, str], steps: list[tuple[Any, ...]]
) -> None:
    line = Line(game, **options)
    for one in steps:
        if line.at(Phase.CLOSED):
            break
        step(line, one)
        back = line.recovered()
        assert not back.fault
        machine = back.machine
        assert seen(machine, line.now_ms) == line.seen()
        assert (machine.number, machine.seq) == (line.machine.number, line.machine.seq)
        assert set(machine.timers) == set(line.machine.timers)
        assert machine._books == line.machine._books
        assert line.conserved()
        for seat in range(machine.flow.size):
            assert machine.ask(seat, with_view=True) == line.machine.ask(seat, with_view=True)
    assert not [outcome.fault for outcome in line.outcomes if outcome.fault]
    for outcome in line.outcomes:
        if outcome.record is not None:
            replay(outcome.record, game)


@settings(max_examples=60, deadline=None)
@given(
    options=TABLES,
    steps=st.lists(STEPS, min_size=5, max_size=60),
    part=st.sampled_from(["apply", "events", "payoffs", "to_act", "default", "plan", "deck", "round", "legal"]),
    after=st.integers(0, 40),
)
def test_whenever_a_game_fails_no_chip_is_lost(
    options: dict[str, str], steps: list[tuple[Any, ...]], part: str, after: int
) -> None:
    trap = Trap()
    line = Line(coins(trap), **options)
    trap.arm(part, after=after)
    for one in steps:
        if line.at(Phase.CLOSED):
            break
        if one[0] != "back":
            step(line, one)
        assert line.conserved()
    if line.at(Phase.FROZEN):
        assert line.bought.keys() >= line.cashed.keys()
        assert sum(line.bought.values()) == sum(line.cashed.values())


def test_a_table_left_and_right_of_a_deal_comes_back() -> None:
    line = Line(HELLO)
    line.deals = False
    line.join(10)
    line.join(11)
    back = line.recovered().machine
    assert back.awaits_deal
    dealt = [machine.deal(bytes(32), line.now_ms) for machine in (line.machine, back)]
    assert dealt[0] == dealt[1]


def test_a_table_that_was_opened_and_nothing_more_comes_back() -> None:
    line = Line(HELLO)
    assert line.recovered().machine.number == 1
    line.entries.clear()
    back = line.recovered()
    assert (back.machine.number, back.fault) == (0, "")
    assert back.machine.handle(Open(), 0).number == 1


def test_a_resume_of_a_table_where_nobody_is_to_act_does_nothing() -> None:
    line = Line(HELLO)
    assert line.do(Restarted()).said == ()


def test_a_seat_that_left_hears_nothing_more_of_it() -> None:
    line = hello_line()
    line.part(11)
    line.act(10, Keep())
    said = [say.event for say in line.outcomes[-1].said]
    assert Left(1, "p11", "left") in said
    assert PhaseChanged(Phase.PAUSING) in said


def test_a_table_where_no_round_is_played_is_kept_all_the_same_now_and_then() -> None:
    line = Line(HELLO)
    for _ in range(300):
        line.join(10)
        line.part(10)
    kept = [outcome.number for outcome in line.outcomes if outcome.checkpoint is not None]
    assert kept
    assert max(b - a for a, b in zip([0, *kept], [*kept, line.machine.number], strict=True)) <= 257
    line.join(11)
    shown = line.seen()
    line.come_back()
    assert line.seen() == shown
    line.join(10)
    assert line.machine.flow.phase is Phase.PLAYING
