"""The blind round: who is asked for what, what absence costs, and who comes in how."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_holdem.messages import Owed, Preset, Stage
from gamehall_sdk.errors import IllegalAction, NoRound, StaleTurn, WrongPhase
from gamehall_sdk.table import AnswerSwap, AskSwap, Kind, Phase, SitIn, SitOut, SteppedOut
from tests.holdem.parlour import DECLINE, FOLD, POST, WAIT, Parlour


def three(**options: Any) -> Parlour:
    """Seats 0, 1 and 2 at 5/10, in their first hand; pauses are asked for by hand."""
    house = Parlour(small_blind=5, big_blind=10, pause=4, **options)
    house.deals = False
    house.sit(0, 1, 2, stack=1000)
    house.deals = True
    house.deal()
    return house


def next_hand(house: Parlour) -> None:
    house.fold_out()
    house.wait(4)


# --- asking ---


def test_with_everything_automatic_nobody_is_asked_for_blinds() -> None:
    house = Parlour()
    house.sit(0, 1)
    assert house.at(Phase.PLAYING)
    assert len(house.turns) == 1
    assert house.due() == {}


def test_each_owing_player_is_asked_at_once_and_the_hand_begins_when_all_have_posted() -> None:
    house = Parlour(auto_post=False)
    house.sit(0, 1)
    assert house.poker.stage is Stage.BLIND_ROUND
    assert house.due() in (
        {0: ("small-blind", 1, 0), 1: ("big-blind", 2, 0)},
        {0: ("big-blind", 2, 0), 1: ("small-blind", 1, 0)},
    )
    assert house.may(0) == (POST, DECLINE)
    house.act(1, POST)
    assert (house.asked(), house.phase) == ([0], Phase.WAITING)
    house.act(0, POST)
    assert (house.phase, house.poker.stage) == (Phase.PLAYING, Stage.BET_ROUND)


def test_a_bot_posts_and_mucks_unasked_whatever_the_table_says() -> None:
    house = Parlour(auto_post=False, ask_to_show=True)
    house.sit(0, 1, kind=Kind.BOT)
    assert house.at(Phase.PLAYING)
    house.fold_out()
    assert house.flow.number == 2


def test_to_decline_is_to_sit_out_and_whoever_owes_then_is_asked() -> None:
    house = Parlour(auto_post=False, pause=4)
    house.sit(0, 1)
    house.act(0, POST)
    house.act(1, POST)
    house.sit(2, 3)
    house.fold_out()
    house.wait(4)
    house.heard()
    first, second, *_ = house.asked()
    house.act(first, DECLINE)
    assert house.heard(SteppedOut) == [SteppedOut(first, "declined to post")]
    assert first not in house.asked()
    assert second in house.asked()


def test_who_does_not_answer_within_the_blind_time_sits_out_and_no_turn_is_missed() -> None:
    house = Parlour(auto_post=False, blind_time=7, misses=1)
    house.sit(0, 1)
    house.act(1, POST)
    house.wait(6.9)
    assert house.asked() == [0]
    house.wait(0.1)
    assert house.heard(SteppedOut) == [SteppedOut(0, "did not post")]
    assert (house.phase, house.poker.stage, house.turns) == (Phase.WAITING, Stage.WAIT_PLAYERS, {})
    house.say(0, SitIn())
    assert house.asked() == [0, 1]


def test_two_who_decline_leave_the_table_waiting_and_no_chips_move() -> None:
    house = Parlour(auto_post=False)
    house.sit(0, 1)
    house.act(0, DECLINE)
    assert (house.poker.stage, house.stacks) == (Stage.WAIT_PLAYERS, {0: 100, 1: 100})


def test_an_answer_is_checked_like_any_action() -> None:
    house = Parlour(auto_post=False)
    house.sit(0, 1)
    turn = house.turns[0]
    with pytest.raises(IllegalAction, match="WaitForBlind is not legal now; legal: PostBlinds, DeclineBlinds"):
        house.act(0, WAIT)
    with pytest.raises(IllegalAction):
        house.act(0, FOLD)
    with pytest.raises(StaleTurn):
        house.act(0, POST, turn + 5)
    house.act(0, POST, turn)
    with pytest.raises(NoRound):
        house.act(0, POST)


def test_leaving_or_sitting_out_in_the_blind_round_asks_the_next() -> None:
    house = Parlour(auto_post=False)
    house.sit(0, 1, 2)
    asked = house.asked()
    house.part(10 + asked[0])
    assert asked[0] not in house.turns
    assert len(house.turns) == 2
    house.say(house.asked()[0], SitOut())
    assert house.poker.stage is Stage.WAIT_PLAYERS


def test_presets_answer_the_open_question() -> None:
    house = Parlour(auto_post=False)
    house.sit(0, 1)
    house.say(0, Preset(auto_post=True))
    house.say(1, Preset(auto_post=True))
    assert house.at(Phase.PLAYING)
    house.fold_out()
    assert house.flow.number == 2


def test_nobody_who_is_away_is_waited_for() -> None:
    house = Parlour(auto_post=False, pause=4)
    house.sit(0, 1, 2)
    for seat in house.asked():
        house.act(seat, POST)
    house.connection(10, up=False)
    for _ in range(3):
        next_hand_of(house)
    assert [seat.out for seat in house.flow.seats()] == [True, False, False]


def next_hand_of(house: Parlour) -> None:
    house.fold_out()
    house.wait(4)
    for seat in house.asked():
        if POST in house.may(seat):
            house.act(seat, POST)


def test_a_checkpoint_within_the_blind_round_goes_on_in_it() -> None:
    house = Parlour(auto_post=False)
    house.sit(0, 1)
    for seat in (0, 1):
        house.act(seat, POST)
    house.fold_out()
    assert house.poker.stage is Stage.BLIND_ROUND
    turns = house.turns
    house.reload()
    assert (house.turns, house.poker.stage) == (turns, Stage.BLIND_ROUND)
    for seat in (0, 1):
        house.act(seat, POST)
    assert house.flow.number == 2


# --- the button ---


def test_the_first_button_is_drawn_and_a_replay_draws_the_same() -> None:
    drawn = set()
    for number in range(30):
        where = []
        for _ in range(2):
            house = Parlour(seed=bytes([number]) * 32)
            house.deals = False
            house.sit(0, 1, 2, 3)
            house.deal()
            where.append(house.button()[0])
        assert where[0] == where[1]
        drawn.add(where[0])
    assert drawn == {0, 1, 2, 3}


def test_after_a_wait_the_button_is_drawn_anew_and_nobody_owes_anything() -> None:
    house = three()
    house.say(0, SitOut())
    house.say(1, SitOut())
    next_hand(house)
    assert house.poker.stage is Stage.WAIT_PLAYERS
    house.heard()
    house.say(0, SitIn())
    assert house.at(Phase.PLAYING)
    assert all(kind != "live" for _, kind, _ in house.posted())
    assert house.poker.about(0).owed == ()


# --- what absence costs ---


def away_for(house: Parlour, seat: int, hands: int) -> None:
    """Let *seat* sit out *hands* hands."""
    house.say(seat, SitOut())
    for _ in range(hands):
        next_hand(house)
    house.say(seat, SitIn())
    house.heard()


def six(seed: int = 0) -> Parlour:
    house = Parlour(small_blind=5, big_blind=10, pause=4, seed=bytes([seed]) * 32)
    house.deals = False
    house.sit(0, 1, 2, 3, 4, 5, stack=1000)
    house.deals = True
    house.deal()
    return house


def test_case_27_who_missed_only_the_small_blind_posts_it_dead_and_the_call_is_still_one_big_blind() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    # Has the big blind now, sits out the small blind, and is back on the button's right hand: the cutoff.
    house.say(big, SitOut())
    next_hand(house)
    next_hand(house)
    assert house.poker.about(None).owed == (Owed(big, small=True, big=False),)
    next_hand(house)
    house.say(big, SitIn())
    house.heard()
    next_hand(house)
    posts = house.posted()
    assert [one for one in posts if one[0] == big] == [(big, "dead", 5)]
    view = house.flow.view(None)
    assert (view.pot, view.to_call) == (20, 10)
    assert house.poker.about(None).owed == ()


def test_who_missed_the_big_blind_posts_it_live() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    after = (big + 1) % 6
    away_for(house, after, 1)
    assert house.poker.about(None).owed == (Owed(after, small=False, big=True),)
    # The next two hands it sits behind the big blind, out of the way of the button.
    next_hand(house)
    posts = [one for one in house.posted() if one[0] == after]
    assert posts in ([], [(after, "live", 10)])


def test_who_missed_both_posts_the_small_one_dead_and_the_big_one_live() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    after = (big + 1) % 6
    away_for(house, after, 3)
    assert house.poker.about(None).owed == (Owed(after, small=True, big=True),)
    next_hand(house)
    assert [one for one in house.posted() if one[0] == after] == [(after, "dead", 5), (after, "live", 10)]
    view = house.flow.view(after)
    assert next(one for one in view.seats if one.seat == after).bet == 10


def test_who_waits_pays_nothing_until_the_big_blind_comes() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    after = (big + 1) % 6
    house.say(after, Preset(wait=True))
    away_for(house, after, 3)
    for _ in range(6):
        next_hand(house)
        posts = [one for one in house.posted() if one[0] == after]
        if posts:
            break
        assert after not in [seat.seat for seat in house.flow.view(None).seats]
    assert posts == [(after, "big-blind", 10)]


def test_who_is_asked_for_missed_blinds_may_choose_to_wait() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    after = (big + 1) % 6
    house.say(after, Preset(auto_post=False))
    away_for(house, after, 3)
    house.fold_out()
    house.wait(4)
    assert house.due() == {after: ("missed", 10, 5)}
    assert house.may(after) == (POST, WAIT, DECLINE)
    house.act(after, WAIT)
    assert house.at(Phase.PLAYING)
    assert after not in [seat.seat for seat in house.flow.view(None).seats]
    next_hand(house)
    assert house.due() == {}


def test_sitting_out_without_a_blind_going_by_costs_nothing() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    far = (big + 3) % 6
    away_for(house, far, 1)
    assert house.poker.about(None).owed == ()


# --- coming in ---


def test_a_newcomer_to_a_running_game_posts_a_big_blind_and_one_at_the_start_does_not() -> None:
    house = three()
    assert house.poker.about(None).owed == ()
    house.heard()
    house.sit(3, stack=1000)
    assert house.poker.about(None).owed == (Owed(3, small=False, big=True),)
    for _ in range(4):
        next_hand(house)
        posts = [one for one in house.posted() if one[0] == 3]
        if posts:
            break
    assert posts in ([(3, "live", 10)], [(3, "big-blind", 10)])
    assert house.poker.about(None).owed == ()


def test_where_the_table_says_so_coming_in_is_free() -> None:
    house = three(post_to_enter=False)
    house.sit(3, stack=1000)
    assert house.poker.about(None).owed == ()


def test_a_new_player_in_an_old_seat_inherits_no_debt() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    after = (big + 1) % 6
    house.say(after, SitOut())
    for _ in range(3):
        next_hand(house)
    house.part(10 + after)
    house.join(99, after, 1000)
    assert house.poker.about(None).owed == (Owed(after, small=False, big=True),)


def test_chips_are_conserved_when_a_debtor_has_less_than_the_debt() -> None:
    house = six()
    _, _, big = house.button()
    assert big is not None
    after = (big + 1) % 6
    house.flow._state.seating.taken[after].stack = 12  # type: ignore[attr-defined]  # a stack that play would have shrunk
    before = sum(house.stacks.values())
    away_for(house, after, 3)
    next_hand(house)
    next_hand(house)
    assert sum(house.stacks.values()) == before


def test_a_straddle_is_posted_left_of_the_big_blind() -> None:
    house = three(straddle=True)
    posts = house.posted()
    assert [kind for _, kind, _ in posts] == ["small-blind", "big-blind", "live"]
    assert posts[-1][2] == 20
    assert house.flow.view(None).to_call == 15


# --- changing places ---


def test_nobody_straddles_whose_stack_does_not_cover_it() -> None:
    house = Parlour(straddle=True, ante=1, min_players=3, least_buy_in=1, seed=bytes([1]) * 32)
    for seat in (0, 1, 2):
        house.join(seat + 10, seat, 4)
    assert sorted(kind for _, kind, _ in house.posted()) == ["ante"] * 3 + ["big-blind", "small-blind"]


def test_who_changes_place_in_a_running_game_owes_what_a_newcomer_does_and_keeps_the_presets() -> None:
    house = three()
    house.say(2, Preset(muck_losing=True))
    house.fold_out()
    house.say(2, AskSwap(5))
    assert house.flow.seat_of(12) == 5
    assert house.poker.about(5).owed == (Owed(5, small=False, big=True),)
    presets = house.poker.about(5).presets
    assert presets is not None
    assert presets.muck_losing
    assert house.poker.about(2).presets is None
    house.reload()
    house.heard()
    house.wait(4)
    while 5 not in [seat.seat for seat in house.flow.view(None).seats]:
        next_hand(house)
    assert [amount for seat, _, amount in house.posted() if seat == 5] == [10]


def test_before_the_game_runs_a_place_is_changed_for_nothing() -> None:
    house = Parlour(pause=4)
    house.sit(0)
    house.say(0, AskSwap(3))
    assert house.poker.about(3).owed == ()


def test_two_who_change_places_both_owe_and_a_debt_goes_with_its_debtor() -> None:
    house = three()
    house.fold_out()
    house.say(0, AskSwap(1))
    house.say(1, AnswerSwap(0))
    assert [house.flow.seat_of(account) for account in (10, 11)] == [1, 0]
    assert house.poker.about(None).owed == (Owed(0, small=False, big=True), Owed(1, small=False, big=True))


def test_while_blinds_are_collected_places_are_kept() -> None:
    house = Parlour(auto_post=False)
    house.sit(0, 1)
    with pytest.raises(WrongPhase, match="the blinds of the next hand are being posted"):
        house.say(0, AskSwap(4))


def test_in_a_match_everybody_keeps_the_place() -> None:
    house = Parlour(last_standing=True, pause=4)
    house.sit(0, 1)
    house.fold_out()
    with pytest.raises(WrongPhase, match="keeps the place that was drawn"):
        house.say(0, AskSwap(4))
