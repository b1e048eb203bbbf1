"""Whatever happens at a table: chips stay, nobody is told too much, and it comes back the same from what was stored."""

from __future__ import annotations

import contextlib
import itertools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall.tables.inputs import Open, write
from gamehall_holdem.flow import HoldemFlow
from gamehall_holdem.messages import Ahead, PreAction, Preset, Stage
from gamehall_holdem.plugin import DRAW_GAME, GAME
from gamehall_holdem.stages import RESTS, STAGES, course
from gamehall_poker.messages import HoleCardsDealt
from gamehall_sdk.errors import Refusal
from gamehall_sdk.record import load, replay
from gamehall_sdk.table import AskSwap, Kind, Phase, Ready, Rematch, SitIn, SitOut, Start
from tests.line import Line

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"autopost": "false"},
    {"asktoshow": "true", "pause": "0"},
    {"autopost": "false", "asktoshow": "true", "pause": "0", "posttoenter": "false"},
    {"laststanding": "true", "levelhands": "2", "minplayers": "3", "mostbuyin": "20"},
    {"laststanding": "true", "leveltime": "30", "pause": "0", "mostbuyin": "20", "autopost": "false"},
    {"straddle": "true", "ante": "1", "ready": "true", "rebuy": "false"},
)
GAMES = {"holdem": GAME, "draw": DRAW_GAME}
TABLES = st.tuples(st.sampled_from(sorted(GAMES)), st.integers(0, len(OPTIONS) - 1))
ACCOUNTS = range(10, 16)


def step(line: Line, rng: random.Random) -> None:
    """Something happens."""
    flow = line.machine.flow
    turns = flow.turns()
    what = rng.random()
    try:
        if turns and what < 0.62:
            turn = rng.choice(turns)
            question = flow.question(turn.seat)
            assert question is not None
            account = next(one for one in flow.accounts() if flow.seat_of(one) == turn.seat)
            line.act(account, question.legal.choose(rng), rng.choice([None, turn.turn]))
        elif what < 0.7 or not flow.accounts():
            line.join(rng.choice(ACCOUNTS), rng.choice([1, 3, 40]), kind=rng.choice(list(Kind)))
        elif what < 0.73:
            line.part(rng.choice(sorted(flow.accounts())))
        elif what < 0.85:
            line.say(rng.choice(sorted(flow.accounts())), command(rng), host=True)
        elif what < 0.9:
            line.connection(rng.choice(sorted(flow.accounts())), up=rng.random() < 0.6)
        elif what < 0.92 and turns:
            turn = rng.choice(turns)
            line.give_up(next(one for one in flow.accounts() if flow.seat_of(one) == turn.seat))
        else:
            line.tick(rng.choice([500, 4000, 9000, 25_000, 70_000]))
    except Refusal:
        pass


def command(rng: random.Random) -> Any:
    yes = rng.choice([None, True, False])
    return rng.choice(
        [
            SitIn(),
            SitOut(),
            SitIn(),
            Ready(ready=rng.random() < 0.8),
            Rematch(),
            Start(),
            PreAction(rng.choice(list(Ahead))),
            Preset(auto_post=yes, wait=rng.choice([None, True, False])),
            Preset(muck_winning=yes, muck_losing=yes),
            AskSwap(rng.randrange(6)),
        ]
    )


def begun(game: str, options: int) -> Line:
    variants = GAMES[game].variants
    line = Line(GAMES[game], variants[options % len(variants)].name, **OPTIONS[options], leastbuyin="1")
    for account in ACCOUNTS[:3]:
        with contextlib.suppress(Refusal):
            line.join(account, 40)
    return line


@settings(max_examples=50, deadline=None)
@given(TABLES, st.integers(0, 1 << 32))
def test_chips_stay_and_a_restart_at_any_moment_changes_nothing(table: tuple[str, int], seed: int) -> None:
    rng = random.Random(seed)
    line = begun(*table)
    for _ in range(rng.randint(1, 90)):
        before = line.machine.flow
        assert isinstance(before, HoldemFlow)
        was = before.stage
        step(line, rng)
        assert not line.outcomes[-1].fault, line.outcomes[-1].fault
        assert line.conserved()
        flow = line.machine.flow
        assert isinstance(flow, HoldemFlow)
        assert flow.stage in RESTS
        if flow.phase is Phase.PAUSING and was is Stage.WAIT_PLAYERS:
            assert flow.number
        if rng.random() < 0.15:
            seen, stage = line.seen(), flow.stage
            line.come_back()
            back = line.machine.flow
            assert isinstance(back, HoldemFlow)
            assert (line.seen(), back.stage) == (seen, stage)


@settings(max_examples=60, deadline=None)
@given(TABLES, st.integers(0, 1 << 32))
def test_every_hand_replays_takes_a_way_of_the_table_of_stages_and_hides_what_is_hidden(
    table: tuple[str, int], seed: int
) -> None:
    rng = random.Random(seed)
    line = begun(*table)
    for _ in range(rng.randint(20, 80)):
        step(line, rng)
    for outcome in line.outcomes:
        if outcome.record is None or outcome.record.payoffs is None:
            continue
        replay(outcome.record, line.game)
        public = [load(body, line.game.payloads) for audience, body in outcome.record.events if audience is None]
        assert not [one for one in public if isinstance(one, HoleCardsDealt)]
        way = course(public)
        assert all(after in STAGES[stage] for stage, after in itertools.pairwise(way)), way


def test_the_seed_of_a_table_is_journaled_with_its_first_input_and_survives_a_restart() -> None:
    kind, body = write(Open("ab" * 32))
    assert (kind, b"abab" in body) == ("open", True)
    line = Line(GAME)
    line.do(Open("cd" * 32))
    flow = line.machine.flow
    assert isinstance(flow, HoldemFlow)
    drawn = flow._state.draw(1)
    assert drawn is not None
    for account in (10, 11):
        line.join(account, 100)
    while not any(outcome.checkpoint for outcome in line.outcomes):
        turn = line.machine.flow.turns()[0]
        question = line.machine.flow.question(turn.seat)
        assert question is not None
        line.act(line.turn(), question.legal.actions[0])
    line.come_back()
    back = line.machine.flow
    assert isinstance(back, HoldemFlow)
    assert back._state.draw(1) == drawn
    assert back._state.draw(2) != drawn


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage_is_in_the_table_and_can_be_reached_and_left(stage: Stage) -> None:
    assert STAGES[stage]
    assert any(stage in then for then in STAGES.values())
