"""Futures and what they make of the choices."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gamehall_bot_modeller.decide import options
from gamehall_bot_modeller.habits import Choice, Habits
from gamehall_bot_modeller.holdings import Holdings
from gamehall_bot_modeller.outlook import Future, Known, Opponent, futures
from gamehall_poker.messages import Bet, Check
from gamehall_poker.ranking import high
from gamehall_sdk.cards import DECK, cards
from tests.poker.hand import begin, play


def known(own: str, board: str = "") -> Known:
    seen = frozenset([*cards(own), *cards(board)])
    return Known(cards(own), 0, cards(board), 5 - len(cards(board)), seen)


def anybody(here: Known, habits: Habits | None = None, *, folds: bool = True) -> Opponent:
    unseen = [card for card in DECK if card not in here.seen]
    holdings = Holdings.drawn(unseen, 2, 400, random.Random(2))
    return Opponent((), holdings, [4] * 400, habits or Habits(), folds=folds)


def holding(*hands: str) -> Opponent:
    holdings = Holdings([tuple(cards(hand)) for hand in hands])
    return Opponent((), holdings, [4] * len(hands), Habits(), folds=False)


def share(ways: list[Future]) -> float:
    return sum(way.share for way in ways) / len(ways)


def test_against_anything_the_share_is_the_known_one() -> None:
    aces = known("As Ah")
    assert share(futures(aces, [anybody(aces)], (high,), 3000, random.Random(1))) == pytest.approx(0.852, abs=0.03)
    assert share(futures(aces, [anybody(aces)] * 2, (high,), 3000, random.Random(1))) == pytest.approx(0.734, abs=0.03)


def test_what_the_other_may_hold_counts_by_its_weight() -> None:
    river = known("Ks Qs", "Kd 8s 7c 2s 2d")
    both = holding("8h 8c", "3c 4d")
    assert share(futures(river, [both], (high,), 2000, random.Random(1))) == pytest.approx(0.5, abs=0.05)
    both.holdings.weights[:] = [0.2, 1.8]
    assert share(futures(river, [both], (high,), 2000, random.Random(1))) == pytest.approx(0.9, abs=0.05)


def test_no_card_is_dealt_twice() -> None:
    here = known("As Ah", "Kd 8s 7c")
    dealt: list[Any] = []

    def rank(own: Any, board: Any) -> int:
        dealt.append((*own, *board))
        return 1

    futures(here, [anybody(here)] * 3, (rank,), 50, random.Random(1))
    assert all(len(set(one)) == len(one) == 7 for one in dealt)


def test_who_folds_wins_nothing_and_who_is_all_in_cannot_fold() -> None:
    nit = Habits()
    for _ in range(200):
        nit.saw(Choice.FOLD)
    here = known("7s 2h", "Kd 8s Qc Jh 9d")
    ways = futures(here, [anybody(here, nit)], (high,), 300, random.Random(1))
    assert sum(way.bet_share for way in ways) / 300 > 0.8
    ways = futures(here, [anybody(here, nit, folds=False)], (high,), 300, random.Random(1))
    assert all(way.callers == 1 for way in ways)


def worth(hand: Any, seat: int, ways: list[Future]) -> dict[str, float]:
    view = hand.view(seat)
    me = next(one for one in view.seats if one.seat == seat)
    found: dict[str, float] = {}
    for one in options(view, me, hand.legal(seat), ways):
        found.setdefault(type(one.action).__name__, one.worth)
        found[type(one.action).__name__] = max(found[type(one.action).__name__], one.worth)
    return found


def test_a_call_is_worth_its_share_of_the_pot_less_its_price() -> None:
    hand = play(begin([200, 200], button=1), "1:r10")
    certain = worth(hand, 0, [Future(1.0, 1.0, 1)])
    hopeless = worth(hand, 0, [Future(0.0, 0.0, 1)])
    assert certain["Call"] == pytest.approx(12.0, abs=0.1)
    assert hopeless["Call"] == pytest.approx(-8.0, abs=0.1)
    assert (certain["Fold"], hopeless["Fold"]) == (0.0, 0.0)
    assert certain["RaiseTo"] > certain["Call"]
    assert hopeless["RaiseTo"] < hopeless["Call"]


def test_a_bluff_is_worth_the_pot_to_one_who_folds_and_nothing_to_one_who_calls() -> None:
    hand = play(begin([200, 200], button=1), "1:c 0:x")
    assert {type(one) for one in hand.legal(0).actions} == {Check}
    assert hand.legal(0).ranges[0].action is Bet
    against_folder = worth(hand, 0, [Future(0.1, 1.0, 0)])
    against_caller = worth(hand, 0, [Future(0.1, 0.1, 1)])
    assert against_folder["Bet"] > against_folder["Check"]
    assert against_caller["Bet"] < against_caller["Check"]
