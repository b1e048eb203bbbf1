"""Matches: who leads, where cards are passed to, totals, thresholds, through the default flow."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gamehall_hearts.gongzhu.flow import match_over as gongzhu_over
from gamehall_hearts.gongzhu.flow import plan_round as gongzhu_plan
from gamehall_hearts.gongzhu.messages import GongzhuMemo
from gamehall_hearts.gongzhu.options import GongzhuOptions, Leader, Threshold
from gamehall_hearts.hearts.flow import direction_of
from gamehall_hearts.hearts.flow import plan_round as hearts_plan
from gamehall_hearts.hearts.messages import Direction
from gamehall_hearts.hearts.options import HeartsOptions, Passing
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_sdk.cards import Card
from gamehall_sdk.clock import PerMove
from gamehall_sdk.flow import NeedDeal, Player, Say, TableOptions
from gamehall_sdk.game import Chair, Game, Planning, Standing
from gamehall_sdk.table import Kind, Phase, PhaseChanged, Rematch, RoundEnded

LEFT, RIGHT, ACROSS, HOLD = Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD


def planning(options: Any, variant: str = "q", players: int = 4, memo: Any = None, number: int = 1) -> Planning:
    chairs = tuple(Chair(2 * seat, 10 * seat, number - 1) for seat in range(players))
    return Planning(variant, options, 8, chairs, memo, number + 5, number)


def test_each_variant_has_its_number_of_players() -> None:
    assert (GONGZHU.seats_of("q"), GONGZHU.seats_of("t"), HEARTS.seats_of("hearts")) == ((4, 4), (3, 3), (4, 4))
    assert gongzhu_plan(planning(GongzhuOptions(), players=3)) is None
    assert gongzhu_plan(planning(GongzhuOptions(), "t", players=2)) is None
    assert hearts_plan(planning(HeartsOptions(), players=3)) is None
    plan = gongzhu_plan(planning(GongzhuOptions(), "t", players=3))
    assert plan is not None
    assert plan.seats == (0, 2, 4)
    assert plan.start.totals == (0, 10, 20)


@pytest.mark.parametrize(
    ("leader", "number", "memo", "right"),
    [
        (Leader.PLACE0, 3, None, 0),
        (Leader.ROTATE, 1, None, 0),
        (Leader.ROTATE, 2, None, 2),
        (Leader.ROTATE, 5, None, 0),
        (Leader.SPADE2, 2, GongzhuMemo(4), None),
        (Leader.PIG, 1, None, None),
        (Leader.PIG, 1, GongzhuMemo(4), None),
        (Leader.PIG, 2, GongzhuMemo(4), 4),
        (Leader.PIG, 2, GongzhuMemo(5), None),
    ],
)
def test_who_leads_the_first_trick_of_gongzhu(leader: Leader, number: int, memo: Any, right: int | None) -> None:
    plan = gongzhu_plan(planning(GongzhuOptions(leader=leader), memo=memo, number=number))
    assert plan is not None
    assert plan.start.leader == right


@pytest.mark.parametrize(
    ("passing", "right"),
    [
        (Passing.CYCLE, [LEFT, RIGHT, ACROSS, HOLD, LEFT]),
        (Passing.NO_HOLD, [LEFT, RIGHT, ACROSS, LEFT, RIGHT]),
        (Passing.ACROSS, [ACROSS] * 5),
        (Passing.NEVER, [HOLD] * 5),
    ],
)
def test_where_cards_are_passed_to(passing: Passing, right: list[Direction]) -> None:
    assert [direction_of(passing, number) for number in range(1, 6)] == right


def test_the_eldest_hand_goes_round_and_totals_are_points() -> None:
    plan = hearts_plan(planning(HeartsOptions(), number=6))
    assert plan is not None
    assert (plan.start.eldest, plan.start.direction) == (2, RIGHT)
    assert plan.start.totals == (0, -10, -20, -30)


@pytest.mark.parametrize(
    ("threshold", "stacks", "over"),
    [
        (Threshold.NONE, (-5000, 5000), False),
        (Threshold.MINUS, (-999, 1200), False),
        (Threshold.MINUS, (-1000, 0), True),
        (Threshold.BOTH, (-999, 999), False),
        (Threshold.BOTH, (0, 1000), True),
        (Threshold.BOTH, (-1010, 0), True),
    ],
)
def test_a_threshold_ends_a_match_of_gongzhu(threshold: Threshold, stacks: tuple[int, ...], over: bool) -> None:
    standing = Standing("q", GongzhuOptions(match_threshold=threshold), stacks, 7)
    assert bool(gongzhu_over(standing)) is over


class Match:
    """A table that plays by itself: defaults and legal choices."""

    def __init__(self, game: Game, variant: str, options: Any, seed: int = 1) -> None:
        self.game = game
        self.flow = game.flow(game, variant, options, TableOptions(pause=0), PerMove(20))
        self.rng = random.Random(seed)
        self.said: list[Any] = []
        self.flow.open(0)
        for number in range(self.flow.size):
            self.flow.join(Player(number, f"p{number}", Kind.HUMAN), None, 0, 0)
        self.settle()

    def settle(self) -> None:
        """Carry out what the flow wants."""
        while effects := self.flow.effects():
            for effect in effects:
                if isinstance(effect, NeedDeal):
                    deal = tuple(self.rng.sample(list(map(Card, effect.deck)), len(effect.deck)))
                    self.flow.dealt(deal, bytes(32), 0)
                elif isinstance(effect, Say) and effect.audience is None:
                    self.said.append(effect.event)

    def play(self, most: int = 20_000) -> None:
        """Until the match is over."""
        for _ in range(most):
            turns = self.flow.turns()
            if self.flow.phase is not Phase.PLAYING or not turns:
                return
            question = self.flow.question(turns[0].seat)
            assert question is not None
            self.flow.act(question.seat, question.legal.choose(self.rng), question.turn, 0)
            self.settle()
        raise AssertionError("no end")

    def ends(self) -> list[RoundEnded]:
        return [one for one in self.said if isinstance(one, RoundEnded)]


def test_a_match_of_hearts_goes_to_a_hundred_and_a_rematch_begins_anew() -> None:
    match = Match(HEARTS, "hearts", HeartsOptions())
    match.play()
    assert match.flow.phase is Phase.OVER
    totals = [[-stack for stack in end.stacks] for end in match.ends()]
    assert all(max(total) < 100 for total in totals[:-1])
    assert max(totals[-1]) >= 100
    assert sum(totals[-1]) % 26 == 0
    phase = [one for one in match.said if isinstance(one, PhaseChanged)][-1]
    assert phase.why == "a total has reached 100 points"
    for seat in range(4):
        match.flow.command(seat, Rematch(), 0, host=False)
    match.settle()
    view = match.flow.view(0)
    assert view.direction is Direction.LEFT
    assert [seat.total for seat in view.seats] == [0, 0, 0, 0]


def test_a_match_of_gongzhu_ends_at_minus_a_thousand() -> None:
    match = Match(GONGZHU, "q", GongzhuOptions(match_threshold=Threshold.MINUS, leader=Leader.PIG))
    seen = match.flow.view(None).seats
    assert [seat.total for seat in seen] == [0, 0, 0, 0]
    match.play()
    assert match.flow.phase is Phase.OVER
    assert min(match.ends()[-1].stacks) <= -1000 < min(match.ends()[-2].stacks)


def test_the_taker_of_the_pig_leads_the_next_round() -> None:
    match = Match(GONGZHU, "q", GongzhuOptions(leader=Leader.PIG))
    for _ in range(5):
        number = match.flow.number
        while match.flow.number == number:
            before = match.flow.view(None)
            question = match.flow.question(match.flow.turns()[0].seat)
            assert question is not None
            match.flow.act(question.seat, question.legal.choose(match.rng), question.turn, 0)
            match.settle()
        taken = {seat.seat for seat in before.seats if Card("Qs") in seat.taken}
        leader = match.flow.view(None).leader
        assert not taken or taken == {leader}


def test_three_play_the_variant_with_jokers() -> None:
    match = Match(GONGZHU, "t", GongzhuOptions(match_threshold=Threshold.BOTH))
    assert match.flow.size == 3
    match.play()
    assert match.flow.phase is Phase.OVER
