"""The rows A92 to A119 of the checklist: the older server's state machine, each row by its number."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_holdem.messages import Stage
from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.plugin import GAME
from gamehall_holdem.stages import STAGES, course
from gamehall_poker.messages import (
    BoardDealt,
    Discard,
    Folded,
    HoleCardsDealt,
    Muck,
    Mucked,
    Posted,
    PotWon,
    RaiseTo,
    Show,
    Shown,
)
from gamehall_sdk.record import load
from gamehall_sdk.table import Phase, SitIn, SitOut
from tests.holdem.parlour import CALL, CHECK, DECLINE, FOLD, POST, Parlour


def way(house: Parlour, number: int = -1) -> list[Stage]:
    """The stages of a finished hand."""
    events = house.records[number].events
    return course([load(body, house.game.payloads) for audience, body in events if audience is None])


def playing(*seats: int, **options: Any) -> Parlour:
    house = Parlour(pause=4, min_players=len(seats), **options)
    house.sit(*seats)
    return house


def test_a90_a92_states_repeat_as_the_variants_streets_say() -> None:
    house = playing(0, 1)
    house.call_down()
    streets = [Stage.DEAL_CARD_ROUND, Stage.BET_ROUND]
    assert way(house)[:9] == [Stage.BLIND_ROUND, Stage.NEW_DEAL, Stage.BET_ROUND, *streets * 3]


@pytest.mark.parametrize("stage", [Stage.WAIT_PLAYERS, Stage.BLIND_ROUND, Stage.BET_ROUND, Stage.SHOWDOWN])
def test_a94_players_come_and_go_in_any_state(stage: Stage) -> None:
    fewest = 4 if stage is Stage.WAIT_PLAYERS else 2
    house = Parlour(pause=4, auto_post=stage is not Stage.BLIND_ROUND, min_players=fewest)
    house.sit(0, 1, 2)
    if stage is Stage.SHOWDOWN:
        house.fold_out()
    assert house.poker.stage is stage
    house.sit(5)
    house.part(15)
    house.part(10)
    house.part(12)
    house.fold_out()
    assert house.chips() == 400
    assert set(house.stacks) == {1}


def test_a94_who_leaves_in_a_hand_folds_when_the_turn_comes() -> None:
    house = playing(0, 1, 2)
    actor = house.asked()[0]
    other = next(seat for seat in house.stacks if seat != actor)
    house.part(other + 10)
    assert not house.heard(Folded)
    house.act(actor, RaiseTo(6))
    assert Folded(other) in house.heard(Folded)


def test_a95_a96_the_game_waits_for_the_minimum_which_is_two() -> None:
    house = Parlour()
    house.sit(0)
    assert house.poker.stage is Stage.WAIT_PLAYERS
    house.sit(1)
    assert house.at(Phase.PLAYING)


def test_a97_after_a_wait_a_new_dealer_is_drawn() -> None:
    buttons = set()
    for number in range(12):
        house = Parlour(seed=bytes([number]) * 32)
        house.sit(0)
        house.sit(1)
        buttons.add(house.button()[0])
    assert buttons == {0, 1}


def test_a98_whoever_refuses_to_pay_sits_out_and_a109_no_blind_is_lost_when_too_few_are_left() -> None:
    house = playing(0, 1, auto_post=False)
    house.act(0, POST)
    house.act(1, DECLINE)
    assert (house.poker.stage, house.stacks) == (Stage.WAIT_PLAYERS, {0: 100, 1: 100})
    assert not house.heard(Posted)


def test_a99_a100_penalty_blinds_and_posts_on_joining() -> None:
    house = playing(0, 1, 2)
    house.fold_out()
    house.sit(4)
    house.wait(4)
    kinds = {kind for seat, kind, _ in house.posted() if seat == 4}
    assert kinds <= {"big-blind", "live"}
    for _ in range(3):
        house.fold_out()
        house.wait(4)
    assert any(seat == 4 for seat, _, _ in house.posted())


def test_a101_a102_each_hand_has_a_new_deck_and_cards_go_to_their_player_only() -> None:
    house = playing(0, 1, 2)
    house.fold_out()
    house.wait(4)
    house.fold_out()
    first, second = (record.deal for record in house.records)
    assert sorted(first) == sorted(second)
    assert first != second
    assert {say.audience for say in house.said if isinstance(say.event, HoleCardsDealt)} == {0, 1, 2}


def test_a103_the_first_to_act_is_left_of_the_blinds_and_a108_the_button_between_two() -> None:
    house = playing(0, 1, 2, 3)
    button, _, big = house.button()
    assert big is not None
    assert house.asked() == [(big + 1) % 4]
    house = playing(0, 1)
    button, small, big = house.button()
    assert button == small
    assert house.asked() == [button]
    house.act(button, CALL)
    house.act(house.asked()[0], CHECK)
    assert house.asked() == [big]


def test_a104_a_betting_round_ends_when_all_have_paid_folded_or_are_all_in() -> None:
    house = playing(0, 1, 2)
    first = house.asked()[0]
    house.act(first, RaiseTo(100))
    house.act(house.asked()[0], CALL)
    house.act(house.asked()[0], FOLD)
    assert [len(one.cards) for one in house.heard(BoardDealt)] == [3, 1, 1]
    assert house.at(Phase.PAUSING)


def test_a105_a110_a111_a112_the_last_one_wins_all_and_may_show_or_hide() -> None:
    for answer, event in ((None, Mucked), (Muck(), Mucked), (Show(), Shown)):
        house = playing(0, 1, ask_to_show=True)
        house.act(house.asked()[0], FOLD)
        assert house.poker.stage is Stage.LESS_THAN_TWO
        (winner,) = house.asked()
        if answer is None:
            house.wait(5)
        else:
            house.act(winner, answer)
        assert [one.seat for one in house.heard(event)] == [winner]
        assert way(house)[-2:] == [Stage.LESS_THAN_TWO, Stage.SHOWDOWN]
        assert house.stacks[winner] == 101


def test_a106_in_a_discard_round_each_active_player_is_asked_once() -> None:
    house = playing(0, 1, 2, draw=True)
    asked = []
    while house.poker.stage is not Stage.DISCARD_ROUND:
        seat = house.asked()[0]
        house.act(seat, CALL if CALL in house.may(seat) else CHECK)
    while house.poker.stage is Stage.DISCARD_ROUND:
        asked.append(house.asked()[0])
        house.act(asked[-1], Discard())
    assert sorted(asked) == [0, 1, 2]
    assert house.poker.stage is Stage.BET_ROUND


def test_a115_the_pot_is_divided_when_nobody_can_bet_any_more() -> None:
    house = Parlour(pause=4, least_buy_in=1)
    house.sit(0, stack=10)
    house.sit(1, stack=100)
    seat = house.asked()[0]
    house.act(seat, RaiseTo(10))
    house.act(house.asked()[0], CALL)
    assert sum(one.amount for one in house.heard(PotWon)) == 20
    assert sum(house.stacks.values()) == 110


def test_a116_the_beaten_may_show_or_hide_within_the_muck_time() -> None:
    house = playing(0, 1, 2, ask_to_show=True)
    for _ in range(20):
        house.call_down()
        if house.poker.stage is Stage.MUCK_ROUND:
            break
        house.wait(4)
    beaten = house.asked()
    assert beaten
    house.heard()
    house.wait(5)
    assert sorted(one.seat for one in house.heard(Mucked)) == beaten


def test_a117_a118_the_showdown_lasts_four_seconds_in_which_players_say_that_they_sit_out() -> None:
    house = playing(0, 1, 2)
    house.fold_out()
    assert house.poker.stage is Stage.SHOWDOWN
    house.say(1, SitOut())
    house.wait(3.9)
    assert house.poker.stage is Stage.SHOWDOWN
    house.wait(0.1)
    assert house.flow.number == 2
    assert 1 not in {seat.seat for seat in house.flow.view(None).seats}
    house.say(1, SitIn())
    house.fold_out()
    house.wait(4)
    house.fold_out()
    house.wait(4)
    assert 1 in {seat.seat for seat in house.flow.view(None).seats}


def test_a119_every_timer_is_an_option_and_has_the_lengths_that_were_chosen() -> None:
    options = HoldemOptions()
    assert (options.blind_time, options.discard_time, options.show_time, options.muck_time) == (15, 30, 5, 5)
    assert GAME.table_defaults == {"pause": "4"}
    assert {Stage.BLIND_ROUND, Stage.DISCARD_ROUND, Stage.LESS_THAN_TWO, Stage.MUCK_ROUND} <= set(STAGES)
