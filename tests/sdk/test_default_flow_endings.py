"""How a table ends, what is a fault of its game, and how it is put away and taken up."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_hello.messages import Keep
from gamehall_sdk.default_flow import STEPS
from gamehall_sdk.errors import (
    IllegalAction,
    TableClosed,
    TableFrozen,
    WrongPhase,
)
from gamehall_sdk.flow import Spectators
from gamehall_sdk.game import Plan
from gamehall_sdk.record import replay
from gamehall_sdk.round import Round
from gamehall_sdk.table import (
    Closed,
    Frozen,
    Left,
    Phase,
    PhaseChanged,
    Rematch,
    RoundEnded,
    SitIn,
    SitOut,
)
from tests.floor import Floor, coins_pair, finish, hello, hello_pair, match
from tests.games import Bet, Call, Check, Fold, Trap, coins

# --- endings ---


def test_closing_mid_round_voids_it_and_gives_everything_back() -> None:
    floor = coins_pair()
    floor.act(0, Bet())
    floor.heard()
    floor.close("closed by the operator")
    assert floor.heard() == [
        Left(0, "p10", "closed by the operator"),
        Left(1, "p11", "closed by the operator"),
        PhaseChanged(Phase.CLOSED, "closed by the operator"),
        Closed("closed by the operator"),
    ]
    assert floor.cashed == {10: 50, 11: 60}
    [record] = floor.records
    assert (record.payoffs, record.void) == (None, "closed by the operator")
    assert replay(record, floor.game).payoffs is None
    floor.close()
    assert len(floor.records) == 1


def test_a_closed_table_takes_nothing() -> None:
    floor = hello_pair()
    floor.close()
    for do in (lambda: floor.join(12), lambda: floor.act(0, Keep())):
        with pytest.raises(TableClosed, match=r"^the table is closed$"):
            do()


def test_freezing_voids_the_round_frees_all_seats_and_takes_nothing_more() -> None:
    floor = coins_pair()
    floor.act(0, Bet())
    floor.heard()
    floor.freeze("it failed")
    assert floor.heard() == [
        Frozen("it failed"),
        Left(0, "p10", "the table is frozen"),
        Left(1, "p11", "the table is frozen"),
        PhaseChanged(Phase.FROZEN, "it failed"),
    ]
    assert floor.cashed == {10: 50, 11: 60}
    assert floor.records[0].void == "it failed"
    for do in (lambda: floor.join(12, stack=50), lambda: floor.act(0, Call())):
        with pytest.raises(TableFrozen, match=r"^the table is frozen, since its game failed$"):
            do()
    floor.freeze("again")
    assert floor.heard() == []


def test_a_frozen_table_closes_after_a_while_even_if_nobody_sat_there() -> None:
    for floor in (coins_pair(linger=60.0), Floor(coins(), linger=60.0)):
        floor.freeze()
        floor.wait(60)
        assert floor.shut == "nobody was here"
        floor.close(floor.shut)
        assert floor.at(Phase.CLOSED)


def test_freezing_forgets_what_the_failing_input_had_begun() -> None:
    floor = coins_pair(pause=0.0)
    floor.act(0, Check())
    floor.flow.act(1, Check(), None, floor.now)
    floor.heard()
    floor.freeze("the next plan failed")
    [record] = floor.records
    assert (record.number, record.payoffs, record.void) == (1, None, "the next plan failed")
    assert [type(event) for event in floor.heard()] == [Frozen, Left, Left, PhaseChanged]


def test_voiding_leaves_the_stacks_as_they_were() -> None:
    floor = coins_pair()
    floor.act(0, Bet())
    floor.flow.void("a fault")
    floor.carry_out()
    assert (floor.stacks, floor.turns) == ({0: 50, 1: 60}, {})
    assert not [name for name in floor.timers if name.startswith("turn")]
    floor.flow.void("nothing to void")
    floor.carry_out()
    assert len(floor.records) == 1


def test_an_empty_table_lingers_and_is_then_shut() -> None:
    floor = hello(linger=60.0)
    floor.wait(59)
    floor.join(10)
    floor.wait(100)
    assert floor.shut == ""
    floor.part(10)
    floor.wait(59)
    assert floor.shut == ""
    floor.wait(1)
    assert floor.shut == "nobody was here"


def test_a_table_may_linger_for_ever() -> None:
    floor = hello(linger=0.0)
    floor.join(10)
    floor.part(10)
    assert floor.timers == {}


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_leads_somewhere_but_the_last(phase: Phase) -> None:
    assert bool(STEPS[phase]) is (phase is not Phase.CLOSED)
    assert set(STEPS[phase]) <= set(Phase) - {phase}


# --- faults of the game ---


PARTS = ["round", "to_act", "payoffs", "apply", "events"]


@pytest.mark.parametrize("part", PARTS)
def test_a_refusal_where_the_rules_have_nothing_to_refuse_is_a_fault(part: str) -> None:
    trap = Trap()
    floor = Floor(coins(trap))
    floor.join(10, stack=50)
    error = {"apply": lambda: WrongPhase("not now")}.get(part, lambda: IllegalAction("not now"))
    if part == "round":
        trap.arm(part, error=error)
        with pytest.raises(RuntimeError, match="not now"):
            floor.join(11, stack=50)
        return
    floor.join(11, stack=50)
    # The rules ask themselves who is to act before they refuse an action, and may.
    trap.arm(part, error=error, after=1 if part == "to_act" else 0)
    with pytest.raises(RuntimeError, match="not now"):
        floor.act(0, Check())


@pytest.mark.parametrize("part", ["plan", "deck", "buy_in"])
def test_a_refusal_out_of_a_games_functions_is_a_fault(part: str) -> None:
    trap = Trap()
    floor = Floor(coins(trap))
    floor.join(10, stack=50)
    trap.arm(part, error=lambda: IllegalAction("not now"))
    with pytest.raises(RuntimeError, match="not now"):
        floor.join(11, stack=50)


@pytest.mark.parametrize("answer", [Fold(), Call()])
def test_a_default_that_is_not_legal_is_a_fault(answer: object) -> None:
    trap = Trap()
    floor = coins_pair(coins(trap), clock="move:7")
    trap.where, trap.answer = "default", answer
    with pytest.raises(RuntimeError, match=r"^the default action of seat 0 is not legal: \w+ is not legal now"):
        floor.wait(7)


def test_a_default_that_is_refused_is_a_fault() -> None:
    trap = Trap()
    floor = coins_pair(coins(trap), clock="move:7")
    trap.arm("default", error=lambda: IllegalAction("no default"))
    with pytest.raises(RuntimeError, match="no default"):
        floor.wait(7)


@pytest.mark.parametrize("seats", [(0, 0), (0, 3), (0, 1, 2)])
def test_a_plan_with_others_than_those_who_can_play_is_a_fault(seats: tuple[int, ...]) -> None:
    floor = Floor(coins(plan=lambda planning: Plan(seats, None, None)))
    floor.join(10, stack=50)
    with pytest.raises(RuntimeError, match=r"the plan's seats \[.*\] are not of those who can play"):
        floor.join(11, stack=50)


class Endless(Round[Any, Any]):
    """A round in which seat 0 is asked for ever."""

    def __init__(self, setup: object) -> None:
        self.to_act_now = (0,)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.to_act_now

    def legal(self, seat: int) -> Any:
        raise NotImplementedError

    def apply(self, seat: int, action: Any) -> None:
        return None

    def default(self, seat: int) -> Any:
        return Check()

    def view(self, viewer: int | None) -> Any:
        return None

    def events(self) -> list[Any]:
        return []

    @property
    def payoffs(self) -> None:
        return None


def test_a_round_that_never_ends_without_its_players_is_a_fault() -> None:
    floor = coins_pair(coins(round=Endless))
    with pytest.raises(RuntimeError, match=r"^the round is not over after 10000 default actions$"):
        floor.part(10)


# --- keeping ---


def test_a_table_is_saved_between_rounds_only() -> None:
    with pytest.raises(RuntimeError, match=r"^a table is saved between rounds only$"):
        hello_pair().flow.save()


def alike(floor: Floor, others: list[Floor]) -> None:
    for other in others:
        assert other.flow.seats() == floor.flow.seats()
        assert (other.phase, other.flow.number, other.turns) == (floor.phase, floor.flow.number, floor.turns)
        assert other.timers == floor.timers
        assert [other.flow.view(seat) for seat in (None, 0, 1, 2)] == [
            floor.flow.view(seat) for seat in (None, 0, 1, 2)
        ]


@pytest.mark.parametrize("clock", ["move:7", "bank:5+20", "fischer:20+2"])
@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_a_table_goes_on_the_same_from_every_moment_between_rounds(clock: str, pause: float) -> None:
    """One table is played through, another is put away and taken up at each moment where that is possible."""

    def script(floor: Floor, moment: Any) -> None:
        for step in (
            lambda: floor.join(10, stack=50),
            lambda: floor.join(11, stack=60),
            lambda: floor.wait(3),
            lambda: floor.act(0, Check()),
            lambda: floor.connection(11, up=False),
            lambda: floor.wait(2),
            lambda: floor.act(1, Check()),
            lambda: floor.join(12, stack=30),
            lambda: floor.connection(11, up=True),
            lambda: floor.say(0, SitOut()),
            lambda: finish(floor),
            lambda: floor.wait(2),
            lambda: floor.say(0, SitIn()),
            lambda: finish(floor),
            lambda: floor.wait(2),
            lambda: floor.part(12),
            lambda: finish(floor),
            lambda: floor.wait(1),
            lambda: floor.wait(1),
        ):
            step()
            moment(floor)

    def put_away(floor: Floor) -> None:
        if floor.phase is not Phase.PLAYING:
            floor.reload()

    one, other = (Floor(coins(), clock=clock, pause=pause) for _ in range(2))
    seen: list[tuple[Any, ...]] = []
    script(one, lambda floor: seen.append((floor.flow.seats(), floor.phase, floor.turns, dict(floor.timers))))
    at = iter(seen)

    def compare(floor: Floor) -> None:
        put_away(floor)
        assert (floor.flow.seats(), floor.phase, floor.turns, floor.timers) == next(at)

    script(other, compare)
    assert [record.to_json() for record in other.records] == [record.to_json() for record in one.records]
    assert other.chips() == other.bought


def test_a_table_put_away_while_a_deal_is_due_is_dealt_the_same() -> None:
    floors = [coins_pair(pause=0.0) for _ in range(2)]
    for floor in floors:
        floor.deals = False
        floor.act(0, Check())
        floor.act(1, Check())
        assert floor.flow.dealing
    floors[1].reload()
    assert floors[1].flow.dealing
    for floor in floors:
        floor.deal()
    alike(floors[0], floors[1:])


def test_a_match_goes_on_after_being_put_away() -> None:
    floor = match()
    floor.reload()
    floor.say(0, Rematch())
    floor.reload()
    floor.say(1, Rematch())
    finish(floor)
    finish(floor)
    assert (floor.phase, floor.flow.number) == (Phase.OVER, 4)


def test_the_record_of_every_round_replays() -> None:
    floor = Floor(coins(), pause=0.0)
    for account in (10, 11, 12):
        floor.join(account, stack=40)
    for number in range(30):
        seat = next(iter(floor.turns))
        question = floor.flow.question(seat)
        assert question is not None
        floor.act(seat, question.legal.actions[number % len(question.legal.actions)])
    assert len(floor.records) > 5
    for record in floor.records:
        replay(record, floor.game)
    assert [event.payoffs for event in floor.heard(RoundEnded)] == [record.payoffs for record in floor.records]
    assert floor.chips() == floor.bought


def test_who_may_watch_is_one_of_three() -> None:
    assert set(Spectators) == {"all", "delayed", "nobody"}
