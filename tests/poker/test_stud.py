"""Seven-card stud on the engine: bring-in, completion, order by open cards, the deck that runs out, odd chips."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_poker.betting import Structure
from gamehall_poker.messages import (
    BoardDealt,
    BringIn,
    BroughtIn,
    Call,
    Check,
    Fold,
    Phase,
    PotWon,
    UncalledReturned,
    UpCardsDealt,
)
from gamehall_poker.ranks import high_cards_first
from gamehall_poker.round import PokerRound
from gamehall_poker.variants import RAZZ, STUD, STUD_EIGHT
from gamehall_sdk.cards import cards
from gamehall_sdk.errors import IllegalAction
from tests.poker.hand import begin, heard, may, play, stacks_of

LIMIT = Structure.FIXED_LIMIT


def stud(stacks: Any, holes: dict[int, str] | None = None, board: str = "", **more: Any) -> PokerRound:
    """A hand of 20/40 with an ante of 2 and a bring-in of 5, unless said otherwise."""
    betting: dict[str, Any] = {
        "small_bet": 20,
        "big_bet": 40,
        "ante": 2,
        "bring_in": 5,
        "structure": LIMIT,
        "variant": STUD,
    } | more
    return begin(stacks, (0, 0), holes=holes, board=board, **betting)


def to_the_end(hand: PokerRound) -> PokerRound:
    """Bring in, call and check until the hand is over."""
    while hand.to_act:
        seat = hand.to_act[0]
        passive = next(one for one in hand.legal(seat).actions if isinstance(one, BringIn | Call | Check))
        hand.apply(seat, passive)
    return hand


def test_the_lowest_open_card_brings_it_in() -> None:
    hand = stud([500] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"})
    assert (hand.to_act, hand.view(None).phase) == ((1,), Phase.BRING_IN)
    assert may(hand) == "bi b20-20"
    assert hand.default(1) == BringIn()


def test_of_equal_low_cards_clubs_are_lowest_then_diamonds_hearts_spades() -> None:
    suits = {0: "AsAh2s", 1: "7s8h2h", 2: "AdAc2d", 3: "KsKh2c"}
    assert stud([500] * 4, suits).to_act == (3,)
    suits[3] = "KsKh3c"
    assert stud([500] * 4, suits).to_act == (2,)
    suits[2] = "AdAc3d"
    assert stud([500] * 4, suits).to_act == (1,)


def test_an_ace_is_the_highest_open_card() -> None:
    assert stud([500] * 2, {0: "2s3hAc", 1: "2d3dKs"}).to_act == (1,)


def test_after_the_bring_in_players_call_it_or_complete() -> None:
    hand = stud([500] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"})
    play(hand, "1:bi")
    assert heard(hand, BroughtIn) == [BroughtIn(1, 5)]
    assert hand.to_act == (2,)
    assert may(hand) == "f c r20-20"
    assert hand.view(2).to_call == 5
    play(hand, "2:c 0:c")
    assert hand.view(None).street == "fourth", "who brought it in has no option"


def test_a_completion_is_the_first_of_four_bets() -> None:
    hand = stud([500] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"})
    play(hand, "1:bi 2:r20 0:r40 1:r60 2:r80")
    assert may(hand) == "f c"


def test_a_completion_reopens_to_those_who_called_the_bring_in() -> None:
    hand = stud([500] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"}, bring_in=12)
    play(hand, "1:bi 2:c 0:r20 1:c")
    assert hand.to_act == (2,)
    assert may(hand) == "f c r40-40", "8 more, less than half a bet, but the completion is a full bet"


def test_an_all_in_of_less_than_half_the_completion_does_not_reopen() -> None:
    hand = stud([500, 500, 500, 11], {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h", 3: "KsKhQh"})
    play(hand, "1:bi 2:c 3:r9 0:c 1:c")
    assert hand.to_act == (2,)
    assert may(hand) == "f c"


def test_case_55_the_low_card_may_open_for_the_full_bet_and_the_next_raise_is_to_two() -> None:
    hand = stud([100] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"}, small_bet=4, big_bet=8, ante=1, bring_in=2)
    assert may(hand) == "bi b4-4"
    play(hand, "1:b4")
    assert may(hand) == "f c r8-8"


def test_case_53_low_card_all_in_by_the_ante_the_next_acts_first_and_nobody_brings_in() -> None:
    hand = stud(
        [200, 10, 200], {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"}, ante=10, bring_in=20, small_bet=50, big_bet=100
    )
    view = hand.view(None)
    assert (view.to_act, view.phase, view.to_call) == ((2,), Phase.BET, 20)
    assert may(hand) == "f c r50-50"
    assert not heard(hand, BroughtIn)


def test_case_53_with_less_than_the_bring_in_it_posts_what_it_has_and_others_owe_the_full_one() -> None:
    hand = stud(
        [200, 15, 200], {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"}, ante=10, bring_in=20, small_bet=50, big_bet=100
    )
    assert may(hand) == "bi"
    play(hand, "1:bi")
    assert heard(hand, BroughtIn) == [BroughtIn(1, 5)]
    assert (hand.to_act, hand.view(None).to_call) == ((2,), 20)
    play(hand, "2:c 0:c")
    assert hand.view(None).pots == (45, 30)


@pytest.mark.parametrize("low", [0, 1])
def test_rule_3_3_nobody_brings_it_in_where_all_but_one_are_all_in_by_the_ante(low: int) -> None:
    holes = {low: "AsAh4c", 1 - low: "7s8hKd", 2: "AdAc9h"}
    hand = stud([200, 10, 10], holes, ante=10, bring_in=20, small_bet=50, big_bet=100)
    assert (hand.to_act, hand.view(None).phase) == ((), Phase.OVER)
    assert not heard(hand, BroughtIn)
    assert all(len(seat.cards) == 7 for seat in hand.view(None).seats)


def test_the_bring_in_that_nobody_calls_goes_back() -> None:
    hand = play(stud([200] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"}), "1:bi 2:f 0:f")
    assert heard(hand, UncalledReturned) == [UncalledReturned(1, 5)]
    assert hand.payoffs == {0: -2, 1: 4, 2: -2}


def test_the_low_card_cannot_fold_and_nobody_else_can_bring_in() -> None:
    hand = stud([200] * 3, {0: "AsAhKd", 1: "7s8h4c", 2: "AdAc9h"})
    with pytest.raises(IllegalAction, match="legal: BringIn, Bet from 20 to 20"):
        hand.apply(1, Fold())
    play(hand, "1:bi")
    with pytest.raises(IllegalAction, match="BringIn is not legal now"):
        hand.apply(2, BringIn())


@pytest.mark.parametrize(
    ("boards", "first"),
    [
        pytest.param(["Kd Qs", "9h 9c", "Ad 2c"], 1, id="a pair beats an ace"),
        pytest.param(["Kd Qs", "Kh Jc", "9s 8s"], 0, id="the second card decides"),
        pytest.param(["Kd Qs", "Kh Qc", "9s 8s"], 0, id="equal: the first left of the dealer"),
        pytest.param(["9s 8s", "Kh Qc", "Kd Qs"], 1, id="equal: not by suit"),
        pytest.param(["9s 9h 2c", "8h 8c 8d", "Ad Kc Qs"], 1, id="three beat a pair"),
        pytest.param(["9s 9h 2c 2d", "Ah Ac Kd Qd", "Js Tc 8s 7s"], 0, id="two pair beat a pair of aces"),
        pytest.param(["As Ks Qs Js", "2h 2c 3d 4d", "9c Tc 8h 7s"], 1, id="no straights or flushes from four cards"),
    ],
)
def test_the_best_open_cards_open_later_streets(boards: list[str], first: int) -> None:
    fill = iter(["3s3h", "4h4s", "5s5h"])
    hand = stud([500] * 3, {seat: next(fill) + board for seat, board in enumerate(boards)})
    for _ in range(len(boards[0].split()) - 1):
        street = hand.view(None).street
        while hand.view(None).street == street:
            seat = hand.to_act[0]
            hand.apply(seat, next(one for one in hand.legal(seat).actions if isinstance(one, BringIn | Call | Check)))
    assert hand.to_act == (first,)
    assert hand.default(first) == Check()


def test_bets_double_from_fifth_street() -> None:
    hand = stud([500] * 2, {0: "2s3hKdQs9c8s4h", 1: "2d3d4c5c6h7sTs"})
    play(hand, "1:bi 0:c")
    assert may(hand) == "x b20-20"
    play(hand, "0:x 1:x")
    assert may(hand) == "x b40-40"


def test_case_57_an_open_pair_on_fourth_street_allows_the_big_bet_where_the_house_plays_it_so() -> None:
    holes = {0: "2s3hKdKs", 1: "2d3d4c5c", 2: "Qs8h6c7d"}

    def fourth(**more: Any) -> PokerRound:
        return play(stud([500] * 3, holes, small_bet=5, big_bet=10, ante=1, bring_in=2, **more), "1:bi 2:c 0:c")

    tournament = fourth()
    assert may(tournament) == "x b5-5"
    cash = fourth(open_pair=True)
    assert may(cash) == "x b5-5 b10-10"
    assert (cash.view(0).least, cash.view(0).most) == (5, 10)
    assert may(play(cash, "0:b5")) == "f c r10-10 r15-15"
    assert may(play(fourth(open_pair=True), "0:b10")) == "f c r20-20", "after a big bet raises are big"
    with pytest.raises(IllegalAction, match="Bet from 5 to 5, Bet from 10 to 10"):
        play(fourth(open_pair=True), "0:b7")


def test_without_an_open_pair_there_is_no_choice() -> None:
    hand = stud([500] * 2, {0: "2s3hKdQs", 1: "KsKh4c5c"}, open_pair=True)
    assert may(play(hand, "1:bi 0:c")) == "x b20-20"


def after_third_street(players: int, folds: int) -> PokerRound:
    hand = stud([500] * players)
    play(hand, "bi")
    for _ in range(folds):
        play(hand, "f")
    return to_the_end(hand)


@pytest.mark.parametrize(
    ("players", "folds", "shared"),
    [
        pytest.param(7, 0, False, id="stub 7 and 3 burned serve 7"),
        pytest.param(8, 1, True, id="stub 4 and 3 burned do not serve 7"),
        pytest.param(8, 2, False, id="stub 7 and 3 burned serve 6"),
        pytest.param(8, 0, True, id="eight who all stay share a card"),
    ],
)
def test_case_59_when_the_deck_runs_out_burned_cards_come_back_then_one_card_is_for_all(
    players: int, folds: int, shared: bool
) -> None:
    hand = after_third_street(players, folds)
    dealt = [one for told in hand.events() if isinstance(one := told.event, BoardDealt)]
    assert [len(one.cards) for one in dealt] == [1] * shared
    shown = [len(seat.cards) for seat in hand.view(None).seats if len(seat.cards) > 4]
    assert set(shown) == {6 if shared else 7}
    held = [card for seat in range(players) for card in hand.view(seat).seats[seat].cards] + list(hand.view(None).board)
    assert len(held) == len(set(held)), "no card is dealt twice"


def test_after_a_shared_card_the_best_open_cards_still_begin() -> None:
    hand = stud([500] * 8)
    while hand.view(None).street != "seventh":
        seat = hand.to_act[0]
        first = seat if hand.view(None).street == "sixth" and not any(s.bet for s in hand.view(None).seats) else None
        hand.apply(seat, next(one for one in hand.legal(seat).actions if isinstance(one, BringIn | Call | Check)))
    assert first is not None
    best = max(hand.view(None).seats, key=lambda one: len(one.up))
    assert len(best.up) == 4
    assert hand.view(None).board


def test_case_33_the_odd_chip_goes_to_the_high_card_by_suit_of_the_five_played() -> None:
    holes = {0: "AhAd2dKcKdQc3c", 1: "AsAc3sKhKsQd4h", 2: "9h9d9c"}
    hand = stud([500] * 3, holes, ante=5, bring_in=5)
    play(hand, "0:bi 1:c 2:f")
    to_the_end(hand)
    assert hand.view(None).pots == (25,)
    assert [seat.won for seat in hand.view(None).seats] == [12, 13, 0], "the ace of spades, though seat 0 comes first"


def test_case_33_only_cards_that_play_count() -> None:
    # Both play kings and queens with a jack; the ace of spades does not exist here, the nine of spades does not play.
    assert high_cards_first([cards("KhKdQhQdJs9s2c"), cards("KsKcQsQcJh9h2d")], (), [0, 1]) == [1, 0]
    assert high_cards_first([cards("3s3h3d2s2h"), cards("3c4s2d2c")], cards("3s3h3d"), [0]) == [0]


def test_open_cards_are_seen_by_all_and_the_others_by_their_player() -> None:
    hand = stud([500] * 2, {0: "2s3hKd", 1: "2d3d4c"})
    assert heard(hand, UpCardsDealt) == [UpCardsDealt(0, cards("Kd")), UpCardsDealt(1, cards("4c"))]
    seat = hand.view(None).seats[0]
    assert (seat.cards, seat.up, seat.hidden) == (cards("Kd"), cards("Kd"), 2)
    seat = hand.view(0).seats[0]
    assert (seat.cards, seat.up, seat.hidden) == (cards("2s3hKd"), cards("Kd"), 0)


def test_the_first_to_act_shows_first_when_nobody_bet_on_the_last_street() -> None:
    hand = to_the_end(stud([500] * 2, {0: "2s3h4dQsQh9c8s", 1: "AdAs5cKcKhKdTs"}))
    shown = [type(told.event).__name__ for told in hand.events()][-3:]
    assert shown == ["Shown", "Mucked", "PotWon"]
    assert hand.view(None).seats[0].won == 0


def test_razz_the_highest_open_card_brings_it_in_and_the_lowest_hand_wins() -> None:
    hand = stud([500] * 2, {0: "As2h3d4s5h9c8s", 1: "2d2sKcKsKhKdTs"}, variant=RAZZ)
    assert hand.to_act == (1,)
    play(hand, "1:bi 0:c")
    assert hand.to_act == (0,), "the lowest board opens"
    to_the_end(hand)
    assert hand.view(None).seats[0].won
    assert heard(hand, PotWon)[0].hand == "5-4-3-2-A"


def test_high_low_halves_each_pot_and_the_odd_chip_is_the_high_hands() -> None:
    holes = {0: "As2h3d4s6h9c8s", 1: "KdKs9hQcQhJdTs", 2: "7h7dTh"}
    hand = play(stud([500] * 3, holes, variant=STUD_EIGHT, ante=1, bring_in=1), "0:bi 1:c 2:f")
    to_the_end(hand)
    won = [(one.seat, one.amount, one.hand) for one in heard(hand, PotWon)]
    assert won == [(1, 3, "Straight"), (0, 2, "6-4-3-2-A")]
    assert hand.payoffs == {0: 0, 1: 1, 2: -1}


def test_high_low_without_a_low_the_high_hand_takes_all() -> None:
    hand = to_the_end(stud([500] * 2, {0: "AsAhKdKsKhAc8s", 1: "QdQs9hTcTdJdTs"}, variant=STUD_EIGHT))
    assert [one.seat for one in heard(hand, PotWon)] == [0]
    assert [one.seat for one in hand.view(None).seats if one.cards == one.up] == [1], "beaten both ways, mucked"


def test_spread_limit_bets_anything_from_the_small_to_the_big_bet() -> None:
    hand = stud([500] * 2, {0: "2s3hKd", 1: "2d3d4c"}, structure=Structure.SPREAD_LIMIT)
    assert may(hand) == "bi b20-40"
    play(hand, "1:bi")
    assert may(hand) == "f c r20-40"
    play(hand, "0:r30")
    assert may(hand) == "f c r60-70"


def test_no_limit_stud_completes_first() -> None:
    hand = stud([500] * 3, {0: "2s3hKd", 1: "2d3d4c", 2: "AsAh9d"}, structure=Structure.NO_LIMIT)
    assert may(hand) == "bi b20-498"
    play(hand, "1:bi 2:c")
    assert may(hand) == "f c r20-498"
    play(hand, "0:r20 1:f")
    assert may(hand) == "f c r40-498", "a completion reopens"


def test_pot_limit_stud() -> None:
    hand = stud([500] * 3, {0: "2s3hKd", 1: "2d3d4c", 2: "AsAh9d"}, structure=Structure.POT_LIMIT, ante=10)
    assert may(hand) == "bi b20-30"
    play(hand, "1:bi")
    assert may(hand) == "f c r20-45"


def test_stacks_are_conserved() -> None:
    hand = to_the_end(stud([500] * 8))
    assert sum(stacks_of(hand)) == 4000
