"""Cases that other engines got wrong in public, with the right answer; the numbers are those of the collection."""

from __future__ import annotations

import io
import json
import random

import pytest

from gamehall_poker.betting import Betting, Structure
from gamehall_poker.messages import BoardDealt, Mucked, PostKind, PotWon, SeatState, Shown, UncalledReturned
from gamehall_poker.phh.command import replay_file
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart, Post
from gamehall_poker.strength import strength
from gamehall_poker.variants import HOLDEM
from gamehall_sdk.cards import DECK, cards
from gamehall_sdk.round import Setup
from tests.poker.hand import begin, heard, may, play, stacks_of


def test_case_1_second_best_hands_win_the_side_pots_they_can() -> None:
    holes = {0: "AsAh", 1: "KsQh", 2: "KdQc", 3: "9s8h"}
    hand = begin([50, 100, 200, 200], holes=holes, board="Ad Kc 7h 4s 2d")
    play(hand, "2:r200 3:c 0:c 1:c")
    assert hand.view(None).pots == (200, 150, 200)
    assert stacks_of(hand) == [200, 75, 275, 0]
    won = [(one.pot, one.seat, one.amount) for one in heard(hand, PotWon)]
    assert won == [(0, 0, 200), (1, 1, 75), (1, 2, 75), (2, 2, 200)]


def test_case_3_profits_of_three_all_in_stacks_sum_to_zero() -> None:
    stacks = {0: 120360, 1: 100000, 2: 89820, 3: 89820}
    holes = {0: "AsAh", 2: "KsKh", 3: "QsQh"}
    start = PokerStart(button=0, small_blind=None, big_blind=1)
    hand = begin(stacks, (100, 200), start=start, holes=holes, board="2c 7d 9h Jc 3s")
    play(hand, "2:r89820 3:c 0:r120360 1:f")
    assert hand.payoffs == {0: 179840, 1: -200, 2: -89820, 3: -89820}
    assert heard(hand, UncalledReturned) == [UncalledReturned(0, 30540)]


def test_case_5_the_uncalled_bet_goes_back_before_the_showdown_and_wins_nothing() -> None:
    hand = begin([500, 300], holes={0: "KsKh", 1: "AsAh"}, board="2c 7d 9h Jc 3s", button=0)
    play(hand, "0:r500 1:c")
    kinds = [type(told.event) for told in hand.events()]
    assert kinds.index(UncalledReturned) < kinds.index(Shown) < kinds.index(PotWon)
    view = hand.view(None)
    assert (view.pots, [seat.won for seat in view.seats], stacks_of(hand)) == ((600,), [0, 600], [200, 600])


def test_case_7_whoever_has_put_in_less_is_asked_before_any_card_is_dealt() -> None:
    hand = begin([2000, 1880], (30, 60), button=0)
    play(hand, "0:r180 1:r1880")
    assert hand.to_act == (0,)
    assert may(hand) == "f c"
    assert hand.view(0).to_call == 1700
    assert not heard(hand, BoardDealt)


@pytest.mark.parametrize("under_the_gun", [16, 200])
def test_case_9_a_short_all_in_does_not_reopen_the_betting(under_the_gun: int) -> None:
    hand = begin([19, 200, under_the_gun, 200])
    play(hand, "2:r16 3:c")
    assert may(hand) == "f c r19-19"
    play(hand, "0:r19")
    assert may(hand) == "f c r33-200", "the big blind has not acted yet"
    play(hand, "1:c")
    if under_the_gun > 16:
        assert may(hand) == "f c"
        play(hand, "2:c")
    assert hand.to_act == (3,)
    assert may(hand) == "f c"
    assert hand.view(3).to_call == 3


def test_case_11_a_stack_between_call_and_full_raise_may_go_all_in() -> None:
    hand = play(begin([5000, 5000, 5000, 420], (50, 100)), "2:r300")
    assert may(hand) == "f c r420-420"


def test_case_13_the_first_bet_of_a_street_is_no_raise() -> None:
    hand = play(begin([200, 200, 200]), "2:c 0:c 1:x 0:b2")
    assert may(hand) == "f c r4-198"


def test_case_15_a_raise_is_at_least_as_large_as_the_last_one() -> None:
    hand = play(begin([5000, 5000, 5000], (50, 100)), "2:r300")
    assert may(hand) == "f c r500-5000"
    play(hand, "0:c 1:c")
    assert may(hand) == "x b100-4700"


def test_case_17_others_owe_the_full_blind_when_it_was_posted_short() -> None:
    hand = begin([200, 12, 200], (10, 20), holes={0: "2s3s", 1: "AsAh", 2: "KsKh"}, board="8c 7d 9h Jc 3d")
    assert [seat.stack for seat in hand.view(None).seats] == [190, 0, 200]
    assert hand.to_act == (2,)
    assert hand.view(2).to_call == 20
    assert may(hand) == "f c r40-200"
    play(hand, "2:c 0:c")
    assert hand.view(None).pots == (36, 16)
    play(hand, "0:x 2:x 0:x 2:x 0:x 2:x")
    assert stacks_of(hand) == [180, 36, 196]


def test_case_19_the_small_blind_is_asked_when_the_big_blind_is_all_in() -> None:
    hand = begin([1980, 20], (10, 20), button=0)
    assert hand.to_act == (0,)
    assert may(hand) == "f c"
    assert hand.view(0).to_call == 10
    play(hand, "0:f")
    assert heard(hand, UncalledReturned) == [UncalledReturned(1, 10)]
    assert [seat.won for seat in hand.view(None).seats] == [0, 20]
    assert stacks_of(hand) == [1970, 30]


def test_case_21_heads_up_the_button_is_the_small_blind() -> None:
    hand = begin([200, 200], button=0)
    view = hand.view(None)
    assert (view.button, view.small_blind, view.big_blind) == (0, 0, 1)
    assert [seat.bet for seat in view.seats] == [1, 2]
    play(hand, "0:c 1:x 1:x 0:x 1:x 0:x 1:x 0:x")
    assert hand.to_act == ()


def test_case_27_a_missed_small_blind_is_posted_dead() -> None:
    start = PokerStart(3, 0, 1, (Post(2, 5, PostKind.DEAD),))
    hand = begin([500, 500, 500, 500], (5, 10), start=start)
    view = hand.view(None)
    assert (view.pot, view.to_act, view.to_call) == (20, (2,), 10)
    play(hand, "2:c 3:f 0:f 1:x 1:x 2:x 1:x 2:x 1:x 2:x")
    assert hand.view(None).pots == (30,)
    assert sum(stacks_of(hand)) == 2000


def test_case_31_the_odd_chip_goes_to_the_first_seat_left_of_the_button() -> None:
    # Small blind and button tie for 25: 10 each and 5 of the big blind.
    holes = {0: "AsKh", 2: "AdKc"}
    hand = begin([10, 5, 10], (2, 5), holes=holes, board="Ah Kd 7h 4s 2d")
    play(hand, "2:r10 0:c")
    assert [seat.won for seat in hand.view(None).seats] == [13, 0, 12]


def test_case_31_a_real_pot_of_1060_in_three() -> None:
    holes = {0: "AsKh", 1: "AdKc", 3: "AcKs"}
    start = PokerStart(4, 0, 1, (Post(2, 10, PostKind.DEAD),))
    hand = begin([350, 350, 1000, 350, 1000], (5, 10), start=start, holes=holes, board="Ah Kd 7h 4s 2d")
    play(hand, "2:f 3:r350 4:f 0:c 1:c")
    assert [seat.won for seat in hand.view(None).seats] == [354, 353, 0, 353, 0]


def test_case_35_stakes_of_10_and_20_cents_are_30() -> None:
    text = """variant = 'NT'
antes = [0.10, 0.20, 0]
blinds_or_straddles = [0, 0, 0]
min_bet = 0.20
starting_stacks = [1.10, 2.20, 0.30]
actions = ['p1 cbr 0.20', 'p2 f', 'p3 f']
"""
    [row] = replay_file("cents", io.StringIO(text))
    assert row["pots"] == [{"amount": 0.3, "eligible": ["p1"]}]
    assert json.dumps(row).endswith('"won": [0.3, 0, 0], "finishing_stacks": [1.3, 2, 0.3]}')


def test_case_35_ten_thousand_hands_keep_every_chip() -> None:
    rng = random.Random(35)
    stacks = [333, 1, 1000, 57, 209]
    total = sum(stacks)
    money = Betting(small_blind=1, big_blind=2, ante=1)
    for number in range(10_000):
        seats = tuple(seat for seat, stack in enumerate(stacks) if stack)
        if len(seats) == 1:
            stacks = [total // 5] * 5
            stacks[number % 5] += total % 5
            continue
        setup = Setup(
            variant="", options=None, seats=seats, stacks=tuple(filter(None, stacks)), deal=tuple(rng.sample(DECK, 52))
        )
        hand = PokerRound(HOLDEM, money, setup)
        while hand.to_act:
            hand.apply(hand.to_act[0], hand.legal(hand.to_act[0]).choose(rng))
        assert hand.payoffs is not None
        for seat, won in hand.payoffs.items():
            stacks[seat] += won
        assert sum(stacks) == total
        assert min(stacks) >= 0


@pytest.mark.parametrize(
    ("board", "first", "second", "winner"),
    [
        pytest.param("Jd 7h Jc Kh Ks", "Ah8h", "AsQc", 0, id="case 37: KKJJA ties, the queen does not play"),
        pytest.param("9c 7s 5h 5s 3c", "8hKs", "4dQs", 1, id="case 39: the kicker decides"),
        pytest.param("2c 3d 4h Ks Qd", "As5s", "KhKd", 1, id="case 41: A2345 is a straight"),
        pytest.param("2h 3c 9h 7h 5h", "Kh3h", "Ks9s", 1, id="case 43: a flush beats a pair"),
        pytest.param("Ts Jd Qc 6d 5c", "9hKs", "9sAh", 1, id="case 45: a king makes the straight"),
    ],
)
def test_cases_37_to_45_hands_are_compared_right(board: str, first: str, second: str, winner: int) -> None:
    ours, theirs = (strength(cards(hole) + cards(board)) for hole in (first, second))
    assert (ours > theirs) - (ours < theirs) == winner


def test_case_43_all_five_cards_of_a_flush_count() -> None:
    assert strength(cards("Kh9h7h5h3h")) > strength(cards("Ks9s7s5s2s"))


def test_case_45_a_ten_is_read_however_it_is_written() -> None:
    assert cards("10s Jd 10C") == cards("Ts Jd Tc")


def test_case_47_no_hole_card_is_told_before_the_betting_is_closed() -> None:
    hand = play(begin([200, 200, 200]), "2:c 0:c 1:x 0:x 1:x 2:x 0:x 1:x 2:x 0:b50 1:f")
    assert not heard(hand, Shown)
    assert all(not seat.cards for seat in hand.view(None).seats)
    assert [seat.hidden for seat in hand.view(0).seats] == [0, 0, 2]
    play(hand, "2:c")
    assert [one.seat for one in heard(hand, Shown)][:1] == [0], "the last aggressor shows first"


def test_case_49_an_all_in_player_is_not_folded() -> None:
    hand = play(begin([50, 200, 200]), "2:c 0:r50 1:c")
    seat = hand.view(None).seats[0]
    assert (seat.state, seat.stack, seat.hidden) == (SeatState.ALL_IN, 0, 2)


def test_case_51_half_a_bet_or_more_is_a_full_raise_in_fixed_limit() -> None:
    def to_raise(all_in: int) -> str:
        hand = begin([500, 20 + all_in, 500], (10, 20), structure=Structure.FIXED_LIMIT)
        play(hand, "2:c 0:c 1:x 0:b20")
        assert may(hand) == f"f c r{all_in}-{all_in}"
        play(hand, f"1:r{all_in}")
        return may(hand)

    assert to_raise(35) == "f c r55-55"
    assert to_raise(28) == "f c r40-40", "whoever has not acted may complete the raise"


def test_case_51_less_than_half_a_bet_does_not_reopen_in_fixed_limit() -> None:
    for all_in, right in ((28, "f c"), (35, "f c r55-55")):
        hand = begin([500, 20 + all_in, 500], (10, 20), structure=Structure.FIXED_LIMIT)
        play(hand, f"2:c 0:c 1:x 0:b20 1:r{all_in} 2:c")
        assert (may(hand), hand.view(0).to_call) == (right, all_in - 20)


def test_a_beaten_hand_is_mucked_unseen() -> None:
    hand = begin([200, 200], holes={0: "2s3s", 1: "AsAh"}, board="8c 7d 9h Jc Kd", button=0)
    play(hand, "0:c 1:x 1:x 0:x 1:x 0:x 1:b10 0:c")
    events = [told.event for told in hand.events()]
    assert [type(one) for one in events if isinstance(one, Shown | Mucked)] == [Shown, Mucked]
    assert hand.view(1).seats[0].cards == ()
    assert hand.view(0).seats[0].cards == cards("2s3s"), "one's own cards stay known"
