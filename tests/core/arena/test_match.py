from __future__ import annotations

import os
from collections import Counter
from typing import Any

import attrs
import pytest

from gamehall.arena.deals import deals
from gamehall.arena.limits import BotFault, Failing, OnFault
from gamehall.arena.match import Rules, Tally, play
from gamehall.plugins import Plugins
from gamehall_hello.plugin import GAME as HELLO
from gamehall_hello.round import HelloRound
from gamehall_sdk.cards import DECK
from gamehall_sdk.errors import GameFault
from gamehall_sdk.game import Game, Plan
from gamehall_sdk.round import Setup
from gamehall_sdk.table import RoundEnded, RoundStarted

HOLDEM = Plugins.from_environment(os.environ).games["holdem"]


def a_match(answers: Any, *, rounds: int = 4, on_fault: OnFault = OnFault.DEFAULT, game: Game = HELLO) -> Tally:
    """A match of two on which *answers* is asked (seat, round, legal); a BotFault is thrown."""
    rules = Rules.of(game, game.name, game.options(), 2, 0, rounds)
    tally = Tally((5, 3))
    tally.inputs = []
    tally.listening = (1,)
    asking = play(rules, deals(1, 0, DECK, 0, rounds), tally, on_fault)
    try:
        question = next(asking)
        while True:
            answer = answers(*question)
            question = asking.throw(answer) if isinstance(answer, BotFault) else asking.send(answer)
    except StopIteration:
        return tally


def test_a_match_is_played_and_written_down() -> None:
    tally = a_match(lambda seat, game, legal: legal.actions[seat])
    assert tally.decisions == [4, 4]
    assert [sum(row) for row in tally.payoffs] == [0] * 4
    assert tally.inputs is not None
    assert [len(row) for row in tally.inputs] == [2] * 4
    assert tally.defaults == [[]] * 4
    assert not tally.faults


def test_a_seat_hears_what_it_may() -> None:
    news = a_match(lambda seat, game, legal: legal.actions[1]).news
    assert news[0] == []
    names = Counter(type(event).__name__ for event in news[1])
    # Of the cards its own, at the deal and at the swap; all are shown at the end.
    assert names == {
        "RoundStarted": 4,
        "RoundEnded": 4,
        "Dealt": 8,
        "Swapped": 8,
        "Shown": 8,
    }
    assert {event.seat for event in news[1] if type(event).__name__ == "Dealt"} == {1}
    assert isinstance(news[1][0], RoundStarted)
    assert isinstance(news[1][-1], RoundEnded)


@pytest.mark.parametrize(("on_fault", "faults", "asked"), [(OnFault.DEFAULT, 4, 4), (OnFault.FORFEIT, 1, 1)])
def test_a_fault_costs_a_default_or_the_match(on_fault: OnFault, faults: int, asked: int) -> None:
    tally = a_match(lambda seat, game, legal: "swap" if seat == 0 else legal.actions[0], on_fault=on_fault)
    (fault,) = tally.total_faults
    assert (fault.entrant, fault.kind, fault.count) == (5, Failing.ILLEGAL, faults)
    assert tally.decisions == [asked, 4]
    assert tally.defaults == [[0]] * 4
    assert len(tally.payoffs) == 4


def test_a_stopped_bot_is_played_for_until_the_match_ends() -> None:
    stop = BotFault(Failing.TIMEOUT, "slow", stopped=True)
    tally = a_match(lambda seat, game, legal: stop if seat == 1 else legal.actions[0])
    assert [fault.kind for fault in tally.faults] == [Failing.TIMEOUT]
    assert tally.decisions == [4, 1]


class _Touchy(HelloRound):
    """A round that chokes on what is no action, instead of refusing it."""

    def apply(self, seat: int, action: Any) -> None:
        attrs.fields(type(action))
        super().apply(seat, action)


def test_a_game_that_chokes_on_nonsense_is_not_blamed_for_it() -> None:
    touchy = attrs.evolve(HELLO, round=_Touchy)
    tally = a_match(lambda seat, game, legal: None if seat else legal.actions[0], game=touchy)
    assert {fault.kind for fault in tally.faults} == {Failing.ILLEGAL}


def test_a_game_that_fails_ends_the_match() -> None:
    def broken(setup: Setup) -> Any:
        raise ZeroDivisionError

    with pytest.raises(GameFault, match="Hello failed in round 1 of a match: ZeroDivisionError"):
        a_match(lambda *_: None, game=attrs.evolve(HELLO, round=broken))


def test_a_game_that_does_not_start_is_a_fault_of_the_game() -> None:
    with pytest.raises(GameFault, match="does not start round 1 with 2 players"):
        Rules.of(attrs.evolve(HELLO, plan=lambda planning: None), "hello", None, 2, 0, 1)


def test_the_button_goes_round() -> None:
    rules = Rules.of(HOLDEM, "nl", HOLDEM.options(), 3, 400, 9)
    assert Counter(plan.start.button for plan in rules.plans) == {0: 3, 1: 3, 2: 3}
    assert all(plan.seats == (0, 1, 2) for plan in rules.plans)


def test_a_plan_may_leave_a_seat_out() -> None:
    game = attrs.evolve(HELLO, plan=lambda planning: Plan((0, 2) if planning.number == 1 else (0, 1, 2)))
    rules = Rules.of(game, "hello", None, 3, 0, 2)
    tally = Tally((0, 1, 2))
    asking = play(rules, deals(1, 0, DECK, 0, 2), tally, OnFault.DEFAULT)
    asked = []
    question = next(asking, None)
    while question is not None:
        asked.append(question[0])
        try:
            question = asking.send(question[2].actions[0])
        except StopIteration:
            question = None
    assert asked == [0, 2, 0, 1, 2]
    assert tally.payoffs[0][1] == 0
