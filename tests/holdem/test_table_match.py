"""Rising blinds, one chance to buy in, and the match that is played until one is left."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_holdem.levels import level_of, rules_at
from gamehall_holdem.messages import LevelBegun
from gamehall_holdem.options import HoldemOptions
from gamehall_poker.messages import RaiseTo
from gamehall_sdk.errors import BadBuyIn, WrongPhase
from gamehall_sdk.record import replay
from gamehall_sdk.table import Kind, Phase, Ready, Rematch, SitIn, SitOut, SteppedOut
from tests.holdem.parlour import CALL, Parlour


def all_in(house: Parlour) -> None:
    """Everybody puts in everything, the current hand only."""
    number = house.flow.number
    while house.at(Phase.PLAYING) and house.flow.number == number:
        seat = house.asked()[0]
        question = house.flow.question(seat)
        assert question is not None
        spans = [span for span in question.legal.ranges if span.action is RaiseTo]
        house.act(seat, RaiseTo(spans[0].most) if spans else CALL)


# --- levels ---


def test_blinds_rise_by_hands() -> None:
    house = Parlour(small_blind=1, big_blind=2, ante=1, level_hands=2, level_rise=50, pause=4)
    house.sit(0, 1)
    for _ in range(2):
        house.fold_out()
        house.wait(4)
    assert house.heard(LevelBegun) == [LevelBegun(1, 1, 3, 1)]
    house.fold_out()
    assert house.records[0].options["bigblind"] == "2"
    assert house.records[2].options["bigblind"] == "3"
    for record in house.records:
        replay(record, house.game)


def test_blinds_rise_by_time_counted_from_the_first_hand() -> None:
    house = Parlour(level_time=60, pause=4)
    house.now += 10_000
    house.sit(0, 1)
    house.now += 61
    house.fold_out()
    house.wait(4)
    assert house.poker.about(None).level == 1
    assert house.heard(LevelBegun) == [LevelBegun(1, 2, 4, 0)]
    assert {amount for _, _, amount in house.posted()} <= {2, 4}


def test_levels_keep_the_proportions_and_never_stand_still() -> None:
    options = HoldemOptions(small_blind=5, big_blind=10, ante=2, level_rise=1)
    assert [rules_at(options, level).big_blind for level in range(4)] == [10, 11, 12, 13]
    high = rules_at(options, 1_000_000_000)
    assert high.big_blind == 1_000_000_000
    assert (high.small_blind, high.ante) == (500_000_000, 200_000_000)
    assert rules_at(options, 0) is options


def test_without_a_level_option_nothing_rises() -> None:
    assert level_of(HoldemOptions(), 10_000, 1e9) == 0
    assert level_of(HoldemOptions(level_hands=3, level_time=10), 7, 55) == 5


# --- chips ---


def test_where_nobody_buys_twice_a_second_buy_in_is_refused() -> None:
    house = Parlour(rebuy=False, pause=4)
    house.sit(0, 1)
    house.fold_out()
    with pytest.raises(BadBuyIn, match="buys chips twice"):
        house.join(10, 0, 50)
    assert house.stacks[0] + house.stacks[1] == 200


def test_chips_are_added_between_hands_and_not_within_one() -> None:
    house = Parlour(pause=4)
    house.sit(0, 1)
    with pytest.raises(BadBuyIn, match="between rounds"):
        house.join(10, 0, 50)
    house.fold_out()
    house.join(10, 0, 50)
    assert sum(house.stacks.values()) == 250


# --- one left ---


def match(*seats: int, **options: Any) -> Parlour:
    house = Parlour(last_standing=True, pause=4, min_players=len(seats), **options)
    house.sit(*seats)
    return house


def to_the_end(house: Parlour) -> None:
    for _ in range(400):
        if house.at(Phase.OVER):
            return
        all_in(house) if house.at(Phase.PLAYING) else house.wait(4)
    pytest.fail("the match does not end")


def test_the_match_is_over_when_one_has_all_the_chips() -> None:
    house = match(0, 1, 2)
    to_the_end(house)
    assert max(house.stacks.values()) == 300
    assert house.poker.stage == "ended"


def test_into_a_running_match_nobody_comes_and_nobody_buys_more() -> None:
    house = match(0, 1)
    with pytest.raises(WrongPhase, match="before it is over"):
        house.sit(2)
    house.fold_out()
    with pytest.raises(WrongPhase):
        house.join(10, 0, 50)


def test_who_leaves_a_match_leaves_the_stack_which_plays_on_by_default_actions() -> None:
    house = match(0, 1, 2)
    house.part(10)
    assert SteppedOut(0, "left; the stack plays on") in house.heard()
    assert house.poker.seat_of(10) == 0
    assert house.cashed == {}
    to_the_end(house)
    assert house.stacks.get(0, 0) == 0
    assert sum(house.stacks.values()) == 300


def test_who_sits_out_a_match_pays_the_blinds_all_the_same_and_may_come_back() -> None:
    house = match(0, 1)
    house.say(0, SitOut())
    for _ in range(6):
        assert 0 not in house.turns
        house.fold_out()
        house.wait(4)
    assert house.flow.number >= 6
    assert house.stacks[0] < 100
    house.say(0, SitIn())
    while 0 not in house.turns:
        house.fold_out() if house.asked() == [] else house.act(1, house.may(1)[-1])
        house.wait(4)


def test_being_away_too_long_does_not_take_the_stack_out_of_a_match() -> None:
    house = match(0, 1, grace=5)
    house.connection(10, up=False)
    house.wait(6)
    assert house.poker.seat_of(10) == 0
    house.connection(10, up=True)
    assert house.poker._room.patrons[0].gone == ""


def test_nobody_unreadies_themselves_out_of_the_blinds() -> None:
    house = match(0, 1)
    with pytest.raises(WrongPhase, match="sit out if you are away"):
        house.say(0, Ready(ready=False))


def test_those_who_left_are_freed_at_the_end_and_a_new_match_takes_new_players() -> None:
    house = match(0, 1)
    house.part(10)
    for _ in range(400):
        if house.at(Phase.OVER):
            break
        if house.at(Phase.PLAYING) and house.turns:
            question = house.flow.question(1)
            assert question is not None
            spans = question.legal.ranges
            house.act(1, spans[0].action(spans[0].most) if spans else question.legal.actions[0])
        else:
            house.wait(4)
    assert house.at(Phase.OVER)
    assert house.poker.seat_of(10) is None
    assert house.stacks == {1: 200}
    house.join(12, 2, 100)
    house.say(1, Rematch())
    house.say(2, Rematch()) if house.at(Phase.OVER) else None
    assert house.at(Phase.PLAYING)


def test_a_match_of_bots_needs_nobody() -> None:
    house = Parlour(last_standing=True)
    house.deals = False
    house.sit(0, 1, 2, 3, kind=Kind.BOT)
    house.deals = True
    house.deal()
    to_the_end(house)
    assert max(house.stacks.values()) == 400
