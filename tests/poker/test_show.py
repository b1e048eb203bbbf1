"""Show or muck: who is asked where the house asks, and what is hidden by default."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_poker.house import House
from gamehall_poker.messages import Fold, Muck, Mucked, Phase, PotWon, Shown
from gamehall_poker.round import PokerRound
from gamehall_sdk.cards import cards
from gamehall_sdk.errors import IllegalAction
from tests.poker.hand import begin, heard, may, play, stacks_of

ASKS = House(asks_to_show=True)
HOLES = {0: "AsAh", 1: "KsKh", 2: "QsQh"}


def showdown(house: House = ASKS) -> PokerRound:
    """Checked down after the flop; seat 0 has the best hand and shows first."""
    hand = begin([200] * 3, holes=HOLES, board="2c 7d 9h Jc 3s", house=house)
    return play(hand, "2:c 0:c 1:x 0:x 1:x 2:x 0:x 1:x 2:x 0:x 1:x 2:x")


def test_the_winner_by_folds_is_asked_before_the_pot_is_paid() -> None:
    hand = play(begin([200] * 3, holes=HOLES, house=ASKS), "2:f 0:f")
    assert (hand.to_act, hand.view(None).phase, hand.payoffs) == ((1,), Phase.SHOW, None)
    assert may(hand) == "muck show"
    assert hand.default(1) == Muck()
    assert not heard(hand, PotWon)
    play(hand, "1:muck")
    assert heard(hand, Mucked) == [Mucked(1)]
    assert (hand.to_act, hand.payoffs) == ((), {0: -1, 1: 1, 2: 0})
    assert not hand.view(None).seats[1].cards


def test_the_winner_by_folds_may_show() -> None:
    hand = play(begin([200] * 3, holes=HOLES, house=ASKS), "2:f 0:f 1:show")
    assert [type(told.event).__name__ for told in hand.events()][-2:] == ["Shown", "PotWon"]
    assert hand.view(None).seats[1].cards == cards("KsKh")


def test_the_beaten_are_asked_all_at_once_after_the_pots_are_paid() -> None:
    hand = showdown()
    assert (hand.to_act, hand.view(None).phase, hand.payoffs) == ((1, 2), Phase.SHOW, None)
    assert [one.seat for one in heard(hand, PotWon)] == [0]
    assert stacks_of(hand) == [204, 198, 198]
    play(hand, "2:show 1:muck")
    assert [told.event for told in hand.events()] == [Shown(2, cards("QsQh")), Mucked(1)]
    assert hand.payoffs == {0: 4, 1: -2, 2: -2}


def test_whoever_has_to_show_is_not_asked() -> None:
    hand = play(begin([200] * 2, holes={0: "KsKh", 1: "AsAh"}, board="2c 7d 9h Jc 3s", button=1, house=ASKS), "c x")
    play(hand, "x x x x x x")
    assert not hand.to_act, "seat 0 shows first, seat 1 beats it: both had to show"


def test_by_default_nobody_is_asked_and_the_beaten_muck() -> None:
    hand = showdown(House())
    assert not hand.to_act
    assert [one.seat for one in heard(hand, Mucked)] == [1, 2]
    assert not play(begin([200] * 3), "2:f 0:f").to_act


@pytest.mark.parametrize("wrong", [Fold(), None])
def test_nothing_else_can_be_done(wrong: Any) -> None:
    hand = showdown()
    with pytest.raises(IllegalAction, match="legal: Muck, Show"):
        hand.apply(2, wrong)
    with pytest.raises(IllegalAction, match="owes no action"):
        hand.apply(0, Muck())
    play(hand, "2:muck")
    with pytest.raises(IllegalAction, match="owes no action"):
        hand.apply(2, Muck())


def test_all_in_hands_are_tabled_or_not_as_the_house_has_it() -> None:
    def names(house: House) -> list[str]:
        hand = begin([50, 50], button=0, holes={0: "AsAh", 1: "2s3s"}, board="8c 7d 9h Jc Kd", house=house)
        play(hand, "0:r50 1:c")
        return [type(told.event).__name__ for told in hand.events()][-6:]

    assert names(House()) == ["Shown", "Shown", "BoardDealt", "BoardDealt", "BoardDealt", "PotWon"]
    assert names(House(tables_all_in=False)) == ["BoardDealt", "BoardDealt", "BoardDealt", "Shown", "Mucked", "PotWon"]


def test_the_hand_is_over_once_nobody_has_to_be_asked() -> None:
    hand = play(begin([50, 50], button=0, holes={0: "AsAh", 1: "2s3s"}, board="8c 7d 9h Jc Kd", house=ASKS), "r50 c")
    assert (hand.to_act, hand.view(None).phase) == ((), Phase.OVER)
