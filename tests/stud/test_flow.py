"""A stud table's life: dealers, showing, the end of a game."""

from __future__ import annotations

import itertools
import random

import pytest

from gamehall_poker.messages import Fold, HandBegun, Muck, Mucked, Show, Shown
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.game import Chair, Planning
from gamehall_sdk.table import Kind, Phase, SteppedOut
from gamehall_stud.dealer import DealerMemo, plan_hand
from gamehall_stud.options import StudOptions
from tests.stud.saloon import Saloon


def planning(memo: DealerMemo | None, *stacks: int, draw: int | None = None) -> Planning:
    chairs = tuple(Chair(seat, stack, 0) for seat, stack in enumerate(stacks))
    return Planning("fl", StudOptions(), 8, chairs, memo, 1, draw=draw)


def test_the_next_seat_with_chips_deals() -> None:
    for dealer, after in ((0, 1), (1, 3), (3, 0)):
        plan = plan_hand(planning(DealerMemo(dealer), 100, 100, 0, 100))
        assert plan is not None
        assert (plan.seats, plan.start.button, plan.memo) == ((0, 1, 3), after, DealerMemo(after))
    first = plan_hand(planning(None, 100, 100, 100, draw=5))
    assert first is not None
    assert first.memo == DealerMemo(2)
    assert plan_hand(planning(None, 100, 0)) is None


def test_the_dealer_moves_on_with_every_hand() -> None:
    saloon = Saloon("fl", min_players=3)
    saloon.sit(0, 1, 2, stack=800)
    rng = random.Random(1)
    dealers = []
    for _ in range(4):
        dealers += [one.button for one in saloon.heard(HandBegun)]
        saloon.play_round(rng)
    assert [(after - before) % 3 for before, after in itertools.pairwise(dealers)] == [1] * 3


def fold_out(saloon: Saloon) -> int:
    """Let all fold to the last; who that is."""
    while True:
        seat = next(iter(saloon.turns))
        question = saloon.flow.question(seat)
        assert question is not None
        if Muck() in question.legal:
            return seat
        saloon.act(seat, Fold() if Fold() in question.legal else question.legal.actions[0])


def test_a_winner_whom_nobody_called_may_show() -> None:
    saloon = Saloon("fl", ask_to_show=True, pause=5.0)
    saloon.sit(0, 1)
    seat = fold_out(saloon)
    with pytest.raises(IllegalAction, match="legal: Muck, Show"):
        saloon.act(seat, Fold())
    saloon.act(seat, Show())
    assert [one.seat for one in saloon.heard(Shown)] == [seat]
    saloon.wait(5)
    seat = fold_out(saloon)
    saloon.wait(5.1)
    assert [one.seat for one in saloon.heard(Mucked)] == [seat]


def test_not_to_show_is_no_missed_turn_and_nobody_who_is_away_is_waited_for() -> None:
    saloon = Saloon("fl", ask_to_show=True, misses=1, pause=5.0)
    saloon.sit(0, 1)
    fold_out(saloon)
    saloon.wait(5.1)
    assert not saloon.heard(SteppedOut)
    hidden = Saloon("fl", ask_to_show=True, show_time=0.0, pause=5.0)
    hidden.sit(0, 1)
    hidden.act(next(iter(hidden.turns)), hidden.flow.question(next(iter(hidden.turns))).legal.actions[0])  # type: ignore[union-attr]  # it is asked
    hidden.act(next(iter(hidden.turns)), Fold())
    assert hidden.at(Phase.PAUSING)


def test_a_fixed_limit_table_goes_on_when_somebody_is_broke() -> None:
    saloon = Saloon("fl", min_players=3, grace=60.0, small_bet=40, bring_in=20)
    saloon.sit(0, 1, 2, stack=800)
    rng = random.Random(5)
    for _ in range(200):
        saloon.play_round(rng)
        if 0 in saloon.stacks.values() or saloon.at(Phase.WAITING):
            break
    assert 0 in saloon.stacks.values()
    assert not saloon.at(Phase.OVER)


def test_hsp_may_be_played_on_after_a_bankruptcy() -> None:
    saloon = Saloon("nl", min_players=3, first_bankruptcy=False)
    saloon.sit(0, 1, 2, stack=80, kind=Kind.BOT)
    rng = random.Random(5)
    while 0 not in saloon.stacks.values():
        saloon.play_round(rng)
    assert not saloon.at(Phase.OVER)


def test_chips_are_conserved_while_players_come_and_go() -> None:
    rng = random.Random(9)
    saloon, accounts = Saloon("eight"), itertools.count(100)
    saloon.sit(0, 1, 2, 3, stack=200)
    for _ in range(300):
        if saloon.turns:
            saloon.answer(rng)
        if rng.random() < 0.03 and len(saloon.stacks) > 2:
            saloon.part(rng.choice(sorted(saloon.flow.accounts())))
        elif rng.random() < 0.05 and len(saloon.stacks) < 8:
            free = next(seat for seat in range(8) if seat not in saloon.stacks)
            # Somebody else every time: who has taken chips away brings them back.
            saloon.join(next(accounts), free, 200)
    saloon.close()
    assert saloon.chips() == saloon.bought
