"""The rules of betting, each with a test that names it."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_poker.betting import AnteStyle, Betting, Structure
from gamehall_poker.messages import (
    Bet,
    Call,
    Check,
    Dealt,
    Fold,
    HoleCardsDealt,
    Posted,
    PostKind,
    RaiseTo,
    Shown,
    UncalledReturned,
)
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart, Post
from gamehall_sdk.errors import IllegalAction
from tests.poker.hand import begin, heard, may, play, stacks_of


def test_the_big_blind_has_the_last_word_before_the_flop() -> None:
    hand = play(begin([200, 200, 200]), "2:c 0:c")
    assert hand.to_act == (1,)
    assert may(hand) == "x r4-200"
    play(hand, "1:r6")
    assert hand.to_act == (2,)


def test_after_the_flop_the_first_left_of_the_button_begins() -> None:
    hand = begin([200] * 4, button=1)
    play(hand, "0:c 1:c 2:c 3:x 2:x 3:x 0:x 1:x")
    assert hand.to_act == (2,)


def test_several_short_all_ins_that_make_a_full_raise_reopen() -> None:
    # TDA rule 47: 100 is bet, then all-in to 150 and all-in to 200: together a full raise.
    hand = begin([1000, 1000, 200, 250], (25, 50))
    play(hand, "2:c 3:c 0:c 1:x 0:b100 1:c 2:r150 3:r200")
    assert hand.to_act == (0,)
    assert may(hand) == "f c r300-950"
    play(hand, "0:c")
    assert may(hand) == "f c r300-950"


def test_who_called_the_first_short_all_in_does_not_face_a_full_raise() -> None:
    hand = begin([1000, 200, 1000, 250], (25, 50))
    play(hand, "2:c 3:c 0:c 1:x 0:b100 1:r150 2:c 3:r200")
    assert may(hand) == "f c r300-950", "the bettor faces 100 more"
    play(hand, "0:c")
    assert hand.to_act == (2,)
    assert may(hand) == "f c", "the caller of 150 faces 50 more"


def test_a_check_is_an_action_that_a_short_all_in_does_not_reopen() -> None:
    hand = play(begin([1000, 1000, 80], (25, 50)), "2:c 0:c 1:x 0:x 1:x 2:b30")
    assert may(hand) == "f c"


def test_a_full_raise_over_a_short_all_in_reopens_to_all() -> None:
    hand = begin([1000, 420, 1000], (50, 100))
    play(hand, "2:r300 0:c 1:r420")
    assert may(hand) == "f c", "120 more is no full raise of 200"
    hand = begin([1000, 420, 1000, 1000], (50, 100))
    play(hand, "2:r300 3:c 0:f 1:r420 2:c 3:c")
    assert hand.view(None).street == "flop"
    hand = begin([1000, 1000, 1000, 420], (50, 100))
    play(hand, "2:r300 3:r420 0:r620")
    assert may(hand) == "f c r820-1000"
    play(hand, "1:f")
    assert may(hand) == "f c r820-1000", "320 more, of which 200 are a full raise"


def test_nobody_raises_those_who_are_all_in() -> None:
    hand = play(begin([200, 50, 40]), "2:r40 0:c 1:r50")
    assert may(hand) == "f c"


def test_the_last_with_chips_is_not_asked_when_nothing_is_owed() -> None:
    hand = begin([10, 5, 200], (10, 20), button=2)
    assert hand.to_act == (2,), "the button owes the full blind, short as it was"
    assert play(hand, "2:c").to_act == ()


def test_heads_up_with_the_big_blind_all_in_for_less_than_the_small_nobody_is_asked() -> None:
    hand = begin([100, 4], (5, 10), button=0, holes={0: "2s3s", 1: "AsAh"}, board="8c 7d 9h Jc Kd")
    assert hand.to_act == ()
    assert heard(hand, UncalledReturned) == [UncalledReturned(0, 1)]
    assert stacks_of(hand) == [96, 8]


def test_all_in_by_the_ante_plays_for_the_antes() -> None:
    holes = {0: "2s3s", 1: "4h5h", 2: "AsAh"}
    hand = begin([100, 100, 3], (5, 10), ante=3, holes=holes, board="8c 7d 9h Jc Kd")
    assert hand.to_act == (0,)
    play(hand, "0:c 1:x 0:x 1:x 0:x 1:x 0:x 1:x")
    assert hand.view(None).pots == (9, 20)
    assert stacks_of(hand)[2] == 9


def test_antes_are_no_part_of_the_bet() -> None:
    hand = begin([100, 100, 100], ante=5)
    assert [one.kind for one in heard(hand, Posted)] == [PostKind.ANTE] * 3 + [
        PostKind.SMALL_BLIND,
        PostKind.BIG_BLIND,
    ]
    assert (hand.view(2).to_call, hand.view(2).pot) == (2, 18)
    assert may(hand) == "f c r4-95"


def test_an_ante_that_nobody_can_match_goes_back() -> None:
    hand = begin([100, 3, 3], (1, 2), ante=5, holes={0: "2s3s", 1: "AsAh"}, board="8c 7d 9h Jc Kd")
    assert hand.to_act == ()
    assert sum(one.amount for one in heard(hand, UncalledReturned)) == 3
    assert stacks_of(hand) == [97, 9, 0]


def test_pot_limit_allows_the_pot_after_the_call() -> None:
    hand = begin([1000] * 3, (5, 10), structure=Structure.POT_LIMIT)
    assert may(hand) == "f c r20-35"
    play(hand, "2:r35")
    assert may(hand) == "f c r60-115"
    play(hand, "0:f 1:c")
    assert may(hand) == "x b10-75"


def test_fixed_limit_bets_one_size_and_stops_at_the_cap() -> None:
    hand = begin([1000] * 3, (5, 10), structure=Structure.FIXED_LIMIT)
    assert may(hand) == "f c r20-20"
    play(hand, "2:r20 0:r30 1:r40")
    assert may(hand) == "f c", "the blind was the first of four bets"
    play(hand, "2:c 0:c 0:x 1:b10")
    assert may(hand) == "f c r20-20"
    play(hand, "2:c 0:c")
    assert may(hand) == "x b20-20", "the turn has the big bet"


def test_fixed_limit_without_a_cap() -> None:
    hand = begin([1000] * 2, (5, 10), structure=Structure.FIXED_LIMIT, cap=0, button=0)
    play(hand, "0:r20 1:r30 0:r40 1:r50 0:r60")
    assert may(hand) == "f c r70-70"


def test_a_straddle_is_the_bet_to_call_and_has_the_option() -> None:
    start = PokerStart(3, 0, 1, (Post(2, 4),))
    hand = begin([200] * 4, start=start)
    assert hand.to_act == (3,)
    assert may(hand) == "f c r8-200"
    play(hand, "3:c 0:c 1:c")
    assert hand.to_act == (2,)
    assert may(hand) == "x r8-200"


def test_a_straddle_that_is_posted_short_is_owed_in_full_as_a_blind_is() -> None:
    start = PokerStart(3, 0, 1, (Post(2, 4),))
    hand = begin({0: 200, 1: 200, 2: 3, 3: 200}, start=start, holes={2: "AsAh", 3: "KsKh"}, board="8c 7d 9h Jc 2d")
    assert may(hand) == "f c r8-200"
    play(hand, "3:c 0:f 1:f")
    assert hand.payoffs == {0: -1, 1: -2, 2: 6, 3: -3}, "what nobody could match goes back"


def test_a_live_post_counts_as_a_bet() -> None:
    start = PokerStart(3, 0, 1, (Post(2, 2),))
    hand = begin([200] * 4, start=start)
    assert hand.to_act == (2,)
    assert may(hand) == "x r4-200"


def test_a_dead_button_and_a_dead_small_blind() -> None:
    hand = begin({0: 200, 4: 200, 7: 200}, start=PokerStart(2, None, 4))
    assert hand.to_act == (7,)
    play(hand, "7:c 0:c 4:x")
    assert hand.to_act == (4,), "the first left of the empty button seat"


def test_all_hands_are_tabled_before_the_board_runs_out() -> None:
    hand = begin([50, 50], button=0, holes={0: "2s3s", 1: "AsAh"}, board="8c 7d 9h Jc Kd")
    play(hand, "0:r50 1:c")
    kinds = [type(told.event).__name__ for told in hand.events()]
    assert kinds[-6:] == ["Shown", "Shown", "BoardDealt", "BoardDealt", "BoardDealt", "PotWon"]


def test_hole_cards_are_told_to_their_seat_only() -> None:
    hand = begin([200, 200])
    told = hand.events()
    assert [(one.audience, one.event.seat) for one in told if isinstance(one.event, HoleCardsDealt)] == [(0, 0), (1, 1)]
    assert [one.audience for one in told if isinstance(one.event, Dealt)] == [None, None]
    assert hand.events() == [], "each event is told once"
    assert not heard(hand, Shown)


def test_the_default_action_checks_or_folds() -> None:
    hand = begin([200, 200, 200])
    assert hand.default(2) == Fold()
    play(hand, "2:f 0:c")
    assert hand.default(1) == Check()
    with pytest.raises(IllegalAction):
        hand.default(0)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Check(), "Check is not legal now; legal: Fold, Call, RaiseTo from 4 to 200"),
        (Bet(10), "Bet 10 is not legal now; legal: Fold, Call, RaiseTo from 4 to 200"),
        (RaiseTo(3), "raise to 3 is below the minimum 4; legal: Fold, Call, RaiseTo from 4 to 200"),
        (RaiseTo(201), "raise to 201 is above the maximum 200; legal: Fold, Call, RaiseTo from 4 to 200"),
        (RaiseTo(10.5), "RaiseTo 10.5 is not legal now"),  # type: ignore[arg-type]  # what a stranger may send
        (RaiseTo(True), "RaiseTo True is not legal now"),
        ("call", "'call' is not legal now"),
        (None, "None is not legal now"),
    ],
)
def test_what_is_not_legal_is_refused_with_what_would_be(wrong: object, sentence: str) -> None:
    hand = begin([200, 200, 200])
    before = (hand.view(None), hand.events())
    with pytest.raises(IllegalAction, match=sentence):
        hand.apply(2, wrong)  # type: ignore[arg-type]  # as above
    assert (hand.view(None), hand.events()) == (before[0], [])


def test_nobody_else_may_act() -> None:
    hand = begin([200, 200, 200])
    with pytest.raises(IllegalAction, match="owes no action"):
        hand.apply(0, Call())
    assert not hand.legal(0)
    play(hand, "2:f 0:f")
    for seat in range(3):
        assert not hand.legal(seat)
        with pytest.raises(IllegalAction, match="owes no action"):
            hand.apply(seat, Fold())


@pytest.mark.parametrize(
    ("stacks", "start"),
    [
        ([200], None),
        ([200, 0], None),
        ([200, 200], PokerStart(0, 0, 5)),
        ([200, 200], PokerStart(0, 5, 1)),
        ([200, 200], PokerStart(0, 0, 1, (Post(5, 1),))),
    ],
)
def test_an_impossible_setup_is_refused(stacks: list[int], start: PokerStart | None) -> None:
    with pytest.raises(ValueError, match=r"."):
        begin(stacks, start=start or PokerStart(0, 0, 1))


def test_impossible_amounts_are_refused() -> None:
    for blinds in ((3, 2), (-1, 2), (0, 0)):
        with pytest.raises(ValueError, match="the big blind is at least 1"):
            Betting(small_blind=blinds[0], big_blind=blinds[1])
    with pytest.raises(ValueError, match="0 or more"):
        Betting(small_blind=1, big_blind=2, cap=-1)


def test_a_round_without_a_start_has_the_button_at_the_last_seat() -> None:
    hand = begin([200, 200, 200])
    assert isinstance(hand, PokerRound)
    assert hand.view(None).button == 2


def test_one_ante_of_the_big_blind_for_all_is_dead_and_comes_after_the_blind() -> None:
    hand = begin([100, 12, 100], (5, 10), ante=10, ante_style=AnteStyle.BIG_BLIND)
    assert [(one.seat, one.kind, one.amount) for one in heard(hand, Posted)] == [
        (0, PostKind.SMALL_BLIND, 5),
        (1, PostKind.BIG_BLIND, 10),
        (1, PostKind.ANTE, 2),
    ]
    assert (hand.view(2).to_call, hand.view(2).pot) == (10, 17)


def test_the_ante_of_one_for_all_can_be_won_by_the_shortest_stack() -> None:
    holes = {0: "2s3s", 1: "KsKh", 2: "AsAh"}
    hand = begin([100, 100, 10], (5, 10), ante=10, ante_style=AnteStyle.BIG_BLIND, holes=holes, board="8c 7d 9h Jc Kd")
    play(hand, "2:c 0:c 1:x 0:x 1:x 0:x 1:x 0:x 1:x")
    assert hand.view(None).pots == (40,)


def test_the_button_pays_the_ante_for_all_or_the_big_blind_when_nobody_has_the_button() -> None:
    hand = begin([100] * 3, (5, 10), ante=10, ante_style=AnteStyle.BUTTON)
    assert [one.seat for one in heard(hand, Posted) if one.kind is PostKind.ANTE] == [2]
    dead = begin({0: 100, 1: 100, 3: 100}, (5, 10), ante=10, ante_style=AnteStyle.BUTTON, start=PokerStart(2, 3, 0))
    assert [one.seat for one in heard(dead, Posted) if one.kind is PostKind.ANTE] == [0]


def test_the_cap_may_not_hold_between_the_last_two() -> None:
    def capped(cap_heads_up: bool) -> str:
        hand = begin([1000] * 3, (5, 10), structure=Structure.FIXED_LIMIT, cap_heads_up=cap_heads_up)
        return may(play(hand, "2:f 0:r20 1:r30 0:r40"))

    assert capped(True) == "f c"
    assert capped(False) == "f c r50-50"


def test_where_only_full_bets_count_an_all_in_of_more_than_half_does_not_reopen() -> None:
    hand = begin([500, 55, 500], (10, 20), structure=Structure.FIXED_LIMIT, half_bet=False)
    play(hand, "2:c 0:c 1:x 0:b20 1:r35 2:c")
    assert may(hand) == "f c"
    hand = begin([500, 60, 500], (10, 20), structure=Structure.FIXED_LIMIT, half_bet=False)
    play(hand, "2:c 0:c 1:x 0:b20 1:r40 2:c")
    assert may(hand) == "f c r60-60"


def test_two_short_all_ins_that_make_half_a_bet_reopen_in_fixed_limit() -> None:
    hand = begin([500, 45, 500, 50], (10, 20), structure=Structure.FIXED_LIMIT)
    play(hand, "2:c 3:c 0:c 1:x 0:b20 1:r25 2:c 3:r30")
    assert may(hand) == "f c r50-50", "10 more than the last full bet: half a bet"


def test_a_straddle_counts_as_a_bet_in_fixed_limit() -> None:
    start = PokerStart(3, 0, 1, (Post(2, 20),))
    hand = begin([200] * 4, (5, 10), start=start, structure=Structure.FIXED_LIMIT)
    assert may(hand) == "f c r30-30"
    play(hand, "3:r30 0:r40")
    assert may(hand) == "f c"


def test_a_least_bet_may_differ_from_the_big_blind() -> None:
    hand = play(begin([500] * 2, (5, 10), small_bet=20, button=0), "0:c 1:x")
    assert may(hand) == "x b20-490"


def test_without_blinds_the_first_left_of_the_button_opens_with_the_least_bet() -> None:
    hand = begin([100] * 3, (0, 0), ante=1, small_bet=4, start=PokerStart(2))
    assert hand.to_act == (0,)
    assert may(hand) == "x b4-99"
    assert (hand.view(None).small_blind, hand.view(None).big_blind) == (None, None)


def test_impossible_bet_sizes_are_refused() -> None:
    wrongs: list[dict[str, Any]] = [{"big_bet": 1}, {"bring_in": 3}, {"bring_in": -1}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"big bet|bring-in"):
            Betting(small_blind=1, big_blind=2, **wrong)
