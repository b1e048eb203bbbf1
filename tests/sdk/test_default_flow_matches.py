"""Pauses, matches and chips at a table whose time is told by hand."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.errors import (
    BadBuyIn,
    WrongPhase,
)
from gamehall_sdk.game import Plan, Planning, Standing, Variant
from gamehall_sdk.table import (
    Kind,
    Left,
    Phase,
    PhaseChanged,
    Ready,
    ReadySaid,
    Rematch,
    SitOut,
    StackChanged,
)
from tests.floor import Floor, coins_pair, finish, hello, hello_pair, match
from tests.games import Bet, Button, Check, CoinsRound, Fold, Hold, Trap, coins, coins_plan, morra

# --- pauses and matches ---


def test_there_is_a_pause_between_two_rounds() -> None:
    floor = hello_pair(pause=3.0)
    finish(floor)
    assert floor.at(Phase.PAUSING)
    assert floor.flow.view(0) is None
    floor.wait(2.9)
    assert floor.at(Phase.PAUSING)
    floor.wait(0.1)
    assert (floor.phase, floor.flow.number) == (Phase.PLAYING, 2)


def test_a_pause_of_nothing_deals_at_once() -> None:
    floor = hello_pair(pause=0.0)
    finish(floor)
    assert (floor.phase, floor.flow.number) == (Phase.PLAYING, 2)


def test_a_table_waits_after_the_pause_when_too_few_are_left() -> None:
    floor = hello_pair(pause=3.0)
    finish(floor)
    floor.part(11)
    floor.heard()
    floor.wait(3)
    assert floor.heard() == [PhaseChanged(Phase.WAITING, "waiting for players")]
    floor.join(12)
    assert floor.at(Phase.PLAYING)


def test_a_match_is_over_after_its_rounds() -> None:
    floor = match()
    said = floor.heard()
    assert said[-3:] == [
        PhaseChanged(Phase.OVER, "all 2 rounds are played"),
        ReadySaid(0, ready=False),
        ReadySaid(1, ready=False),
    ]
    floor.wait(250)
    assert (floor.phase, floor.flow.number) == (Phase.OVER, 2)


def test_a_rematch_is_played_when_all_want_one_and_scores_begin_at_nothing() -> None:
    floor = match()
    floor.heard()
    floor.say(1, Rematch())
    assert (floor.phase, floor.heard()) == (Phase.OVER, [ReadySaid(1, ready=True)])
    scores = floor.stacks
    floor.say(0, Rematch())
    assert (floor.phase, floor.flow.number) == (Phase.PLAYING, 3)
    assert floor.stacks == {0: 0, 1: 0}
    assert floor.heard(StackChanged) == [StackChanged(seat, 0) for seat in scores if scores[seat]]
    finish(floor)
    finish(floor)
    assert (floor.phase, floor.flow.number) == (Phase.OVER, 4)


def test_a_rematch_for_chips_goes_on_with_the_chips() -> None:
    floor = match(coins())
    stacks = floor.stacks
    floor.say(0, Rematch())
    floor.say(1, Rematch())
    assert floor.stacks == stacks
    assert floor.chips() == floor.bought


def test_ready_wants_a_rematch_too() -> None:
    floor = match()
    floor.say(0, Ready())
    floor.say(1, Ready())
    assert floor.at(Phase.PLAYING)


def test_the_others_play_on_when_the_one_who_did_not_want_a_rematch_leaves() -> None:
    floor = Floor(HELLO, rounds=1)
    floor.deals = False
    for account in (10, 11, 12):
        floor.join(account)
    floor.deal()
    finish(floor)
    floor.deals = True
    floor.say(0, Rematch())
    floor.say(1, Rematch())
    assert floor.at(Phase.OVER)
    floor.part(12)
    assert floor.at(Phase.PLAYING)


def test_who_has_stepped_out_does_not_stop_a_rematch() -> None:
    floor = Floor(HELLO, rounds=1, pause=0.0)
    floor.deals = False
    for account in (10, 11, 12):
        floor.join(account)
    floor.deal()
    floor.deals = True
    floor.say(2, SitOut())
    finish(floor)
    floor.say(0, Rematch())
    floor.say(1, Rematch())
    assert floor.playing() == [0, 1]


def test_bots_want_a_rematch_but_begin_none_among_themselves() -> None:
    floor = Floor(HELLO, rounds=1, pause=0.0)
    floor.join(10)
    floor.join(11, kind=Kind.BOT)
    finish(floor)
    floor.join(12, kind=Kind.BOT)
    assert [seat.ready for seat in floor.flow.seats()] == [False, True, True]
    floor.part(10)
    assert floor.at(Phase.OVER)
    floor.say(1, Rematch())
    assert floor.at(Phase.PLAYING)


def test_a_rematch_follows_a_match_only() -> None:
    with pytest.raises(WrongPhase, match=r"^a rematch follows the last round of a match$"):
        hello_pair().say(0, Rematch())


# --- chips ---


def test_a_buy_in_lies_within_the_limits() -> None:
    floor = Floor(coins(), {"least": "20", "most": "40"})
    for stack in (0, 19, 41):
        with pytest.raises(BadBuyIn, match=rf"^the buy-in is {stack}; this table takes 20 to 40$"):
            floor.join(10, stack=stack)
    assert floor.flow.accounts() == frozenset()
    floor.join(10, stack=20)
    floor.join(11, stack=40)


def test_a_game_for_points_takes_no_chips() -> None:
    floor = hello()
    with pytest.raises(BadBuyIn, match=r"^this table plays for points; join it without a buy-in$"):
        floor.join(10, stack=5)
    floor.join(10)
    floor.join(11)
    while floor.stacks[0] >= 0:
        finish(floor)
        floor.wait(3)
    floor.part(11)
    finish(floor)
    for chips in (1, 50):
        with pytest.raises(BadBuyIn, match=r"^this table plays for points"):
            floor.join(10, stack=chips)


def test_chips_are_added_between_rounds_up_to_the_limit() -> None:
    floor = coins_pair(pause=3.0)
    with pytest.raises(BadBuyIn, match=r"^chips are added between rounds only$"):
        floor.join(10, stack=10)
    floor.join(12, stack=10)
    floor.join(12, stack=20)
    finish(floor)
    with pytest.raises(BadBuyIn, match=r"^80 more would make 110; this table takes 100 at most$"):
        floor.join(12, stack=80)
    floor.heard()
    floor.join(12, stack=70)
    assert floor.heard() == [StackChanged(2, 100)]
    assert floor.chips() == floor.bought


def broke(**table: Any) -> Floor:
    """Seat 0 has lost its last chip."""
    floor = Floor(coins(), {"least": "1"}, pause=1.0, grace=30.0, **table)
    floor.join(10, stack=1)
    floor.join(11, stack=50)
    for _ in range(50):
        finish(floor)
        if 0 in floor.stacks.values():
            return floor
        floor.wait(1)
    raise AssertionError


def test_who_is_broke_is_left_out_has_time_to_buy_in_again_and_is_then_freed() -> None:
    floor = broke()
    floor.wait(29)
    assert (floor.phase, floor.stacks) == (Phase.WAITING, {0: 0, 1: 51})
    floor.heard()
    floor.wait(1)
    assert floor.heard() == [Left(0, "p10", "has no chips left")]
    assert floor.cashed == {}


def test_who_buys_in_again_in_time_plays_on() -> None:
    floor = broke()
    floor.wait(10)
    floor.join(10, stack=5)
    assert floor.at(Phase.PLAYING)
    assert "broke:0" not in floor.timers
    floor.wait(100)
    assert floor.flow.seat_of(10) == 0


@pytest.mark.parametrize("payoffs", [{0: 1, 1: 1}, {0: -51, 1: 51}, {0: 0.5, 1: -0.5}])
def test_payoffs_that_cannot_be_are_a_fault(payoffs: dict[int, Any]) -> None:
    trap = Trap()
    floor = coins_pair(coins(trap))
    floor.act(0, Check())
    trap.where, trap.answer = "payoffs", payoffs
    with pytest.raises(RuntimeError, match="the payoffs"):
        floor.act(1, Check())
    floor.freeze()
    assert floor.chips() == floor.bought


# --- what a game says of its matches ---


def test_a_game_may_end_its_match_by_a_limit() -> None:
    seen: list[Standing] = []

    def over(standing: Standing) -> str | None:
        seen.append(standing)
        return "somebody has 1 point" if max(standing.stacks) >= 1 else None

    floor = Floor(morra(match_over=over), pause=0.0)
    floor.join(10)
    floor.join(11)
    floor.act(0, Hold(1))
    floor.act(1, Hold(1))
    assert floor.at(Phase.PLAYING)
    floor.act(0, Hold(3))
    floor.act(1, Hold(1))
    assert (floor.phase, floor.heard(PhaseChanged)[-1].why) == (Phase.OVER, "somebody has 1 point")
    assert [(standing.stacks, standing.match_round) for standing in seen] == [((0, 0), 1), ((1, -1), 2)]
    floor.say(0, Rematch())
    floor.say(1, Rematch())
    floor.act(0, Hold(1))
    floor.act(1, Hold(1))
    assert (seen[-1].stacks, seen[-1].match_round) == ((0, 0), 1)


def test_what_a_round_carries_on_takes_the_place_of_the_plans_memo() -> None:
    class Carries(CoinsRound):
        @property
        def carry(self) -> Button:
            return Button(1)

    plans: list[tuple[object, int]] = []

    def plan(planning: Planning) -> Plan | None:
        plans.append((planning.memo, planning.match_round))
        return coins_plan(planning)

    floor = coins_pair(coins(round=Carries, plan=plan), pause=0.0)
    finish(floor)
    assert plans[-1] == (Button(1), 2)
    assert floor.turns == {0: 3}


def test_a_variant_may_have_seats_of_its_own() -> None:
    game = morra(variants=(Variant("pair", "Pair", (2, 2)), Variant("crowd", "Crowd")))
    assert (game.seats_of("pair"), game.seats_of("crowd")) == ((2, 2), (2, 5))
    assert (Floor(game, variant="pair").flow.size, Floor(game, variant="crowd").flow.size) == (2, 5)


def test_the_last_round_can_be_looked_at_but_not_with_the_eyes_of_whoever_left() -> None:
    floor = Floor(coins(), pause=60.0)
    assert floor.flow.last_view(0) is None
    floor.join(10, stack=50)
    floor.join(11, stack=60)
    floor.act(0, Bet())
    floor.act(1, Fold())
    own = floor.flow.last_view(0)
    assert [coin.card is None for coin in own.coins] == [False, True]
    floor.part(10)
    floor.join(12, 0, stack=50)
    assert floor.flow.last_view(0) == floor.flow.last_view(None) == floor.flow.last_view(3)
    assert [coin.card is None for coin in floor.flow.last_view(0).coins] == [True, True]
