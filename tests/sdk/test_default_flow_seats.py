"""Coming to a table whose time is told by hand, sitting out, dropping, leaving."""

from __future__ import annotations

from typing import Any

import pytest

from gamehall_hello.messages import Keep
from gamehall_sdk.errors import (
    AlreadySeated,
    BadBuyIn,
    NoRound,
    NotSeated,
    UnknownPayload,
)
from gamehall_sdk.record import By
from gamehall_sdk.table import (
    AddBot,
    Dropped,
    Left,
    Phase,
    Returned,
    SitIn,
    SitOut,
    SteppedOut,
)
from tests.floor import Floor, coins_pair, finish, hello, hello_pair
from tests.games import Check, coins

# --- sitting out ---


def test_who_sits_out_keeps_the_seat_and_is_dealt_in_again_when_they_ask() -> None:
    floor = hello_pair(pause=1.0)
    floor.join(12)
    floor.say(0, SitOut())
    assert floor.heard(SteppedOut) == [SteppedOut(0, "sits out")]
    assert floor.playing() == [0, 1]
    finish(floor)
    floor.wait(1)
    assert floor.playing() == [1, 2]
    assert [seat.out for seat in floor.flow.seats()] == [True, False, False]
    floor.say(0, SitIn())
    finish(floor)
    floor.wait(1)
    assert floor.playing() == [0, 1, 2]


def test_a_table_that_waits_begins_when_somebody_sits_in() -> None:
    floor = hello_pair(pause=0.0)
    floor.say(1, SitOut())
    finish(floor)
    assert floor.at(Phase.WAITING)
    floor.say(1, SitIn())
    assert floor.at(Phase.PLAYING)


def test_a_payload_that_is_no_command_is_refused() -> None:
    floor = hello_pair()
    with pytest.raises(UnknownPayload, match=r"^addbot is not a command of hello$"):
        floor.say(0, AddBot("random"))


# --- joining and leaving ---


def test_case_83_who_joins_just_after_the_start_plays_from_the_next_round_on() -> None:
    floor = hello_pair(pause=1.0)
    floor.join(12)
    assert floor.playing() == [0, 1]
    assert floor.flow.view(2) == floor.flow.view(None)
    finish(floor)
    floor.join(13)
    assert floor.at(Phase.PAUSING)
    floor.wait(1)
    assert floor.playing() == [0, 1, 2, 3]


def test_case_83_who_joins_between_the_start_and_the_deal_is_dealt_in() -> None:
    floor = hello(min_players=2)
    floor.deals = False
    floor.join(10)
    floor.join(11)
    assert floor.flow.dealing
    floor.join(12)
    floor.deal()
    assert floor.playing() == [0, 1, 2]


def test_who_leaves_between_the_start_and_the_deal_is_not_dealt_in() -> None:
    floor = hello()
    floor.deals = False
    for account in (10, 11, 12):
        floor.join(account)
    floor.part(10)
    floor.deal()
    assert floor.playing() == [1, 2]


def test_nothing_is_dealt_when_too_few_are_left_for_it() -> None:
    floor = hello(pause=0.0)
    floor.deals = False
    floor.join(10)
    floor.join(11)
    floor.part(10)
    floor.deal()
    assert (floor.phase, floor.flow.dealing, floor.flow.number) == (Phase.WAITING, False, 0)
    floor.join(12)
    floor.deal()
    finish(floor)
    assert floor.flow.dealing
    floor.part(12)
    floor.deal()
    assert (floor.phase, floor.flow.dealing) == (Phase.WAITING, False)


def test_a_deal_that_nobody_asked_for_is_refused() -> None:
    with pytest.raises(NoRound, match=r"^no deal was asked for$"):
        hello().flow.dealt((), bytes(32), 0)


def test_who_leaves_between_rounds_is_gone_at_once() -> None:
    floor = coins_pair(pause=5.0)
    finish(floor)
    floor.heard()
    stack = floor.stacks[0]
    floor.part(10)
    assert floor.heard() == [Left(0, "p10", "left")]
    assert floor.cashed == {10: stack}
    with pytest.raises(NotSeated, match=r"^you do not sit at this table$"):
        floor.part(10)


def test_who_leaves_mid_round_is_played_for_and_paid_after_it() -> None:
    floor = coins_pair()
    floor.join(12, stack=70)
    floor.act(0, Check())
    floor.part(11)
    assert floor.turns == {0: 3} or floor.at(Phase.PAUSING)
    assert floor.records[0].payoffs is not None
    won = floor.records[0].payoffs[1]
    assert floor.cashed == {11: 60 + won}
    assert [one.by for one in floor.records[0].inputs] == [By.PLAYER, By.CLOCK]
    assert floor.chips() == floor.bought


def test_who_leaves_out_of_turn_is_played_for_when_the_turn_comes() -> None:
    floor = hello_pair()
    floor.part(11)
    assert floor.turns == {0: 1}
    floor.heard()
    floor.act(0, Keep())
    assert floor.heard(Left) == [Left(1, "p11", "left")]
    assert floor.flow.accounts() == {10}


def test_leaving_twice_changes_nothing_more() -> None:
    floor = hello_pair()
    floor.part(11)
    floor.part(11)
    floor.act(0, Keep())
    assert floor.flow.accounts() == {10}


def test_a_round_that_all_have_left_is_played_to_its_end() -> None:
    floor = hello_pair()
    floor.part(11)
    floor.part(10)
    assert (floor.phase, floor.records[0].void, len(floor.records[0].inputs)) == (Phase.PAUSING, "", 2)
    assert floor.flow.accounts() == frozenset()


def test_the_account_sits_once() -> None:
    floor = hello_pair()
    with pytest.raises(AlreadySeated, match=r"^you already sit in seat 0$"):
        floor.join(10)


# --- connections ---


def test_a_dropped_players_seat_is_kept_for_the_grace_time_and_then_freed() -> None:
    floor = hello_pair(grace=30.0, clock="move:7", misses=0, pause=1.0)
    floor.heard()
    floor.connection(11, up=False)
    assert floor.heard() == [Dropped(1, 30.0)]
    assert [seat.connected for seat in floor.flow.seats()] == [True, False]
    floor.wait(29)
    assert floor.flow.seat_of(11) == 1
    floor.wait(10)
    assert floor.flow.seat_of(11) is None
    assert floor.heard(Left) == [Left(1, "p11", "was away too long")]


def test_who_returns_in_time_keeps_seat_stack_and_cards() -> None:
    floor = coins_pair(grace=30.0, clock="move:600")
    mine = floor.flow.view(1)
    floor.connection(11, up=False)
    floor.wait(29.9)
    floor.heard()
    floor.connection(11, up=True)
    assert floor.heard() == [Returned(1)]
    floor.wait(100)
    assert (floor.flow.seat_of(11), floor.stacks[1], floor.flow.view(1)) == (1, 60, mine)


def test_a_connection_that_was_not_lost_does_not_come_back() -> None:
    floor = hello_pair()
    floor.heard()
    floor.connection(10, up=True)
    floor.connection(11, up=False)
    floor.connection(11, up=False)
    assert floor.heard() == [Dropped(1, 60.0)]
    with pytest.raises(NotSeated):
        floor.connection(99, up=True)


def test_a_grace_that_ends_within_a_round_is_a_leaving_like_any_other() -> None:
    floor = coins_pair(grace=5.0, clock="move:600")
    floor.connection(11, up=False)
    floor.wait(5)
    assert floor.flow.seat_of(11) == 1
    floor.act(0, Check())
    assert floor.flow.seat_of(11) is None
    assert floor.chips() == floor.bought


def test_a_new_player_does_not_inherit_the_grace_of_the_one_before() -> None:
    floor = hello_pair(grace=30.0, pause=0.0)
    floor.connection(11, up=False)
    finish(floor)
    floor.part(11)
    finish(floor)
    floor.join(12, 1)
    floor.wait(100)
    assert floor.flow.seat_of(12) == 1


# --- table stakes: what was won here stays within reach ---


def one_round(**table: Any) -> Floor:
    """Three with 50 chips each have played a round; seat 0, account 10, has won or lost something."""
    floor = Floor(coins(), pause=5.0, **table)
    for account in (10, 11, 12):
        floor.join(account, stack=50)
    finish(floor)
    assert floor.at(Phase.PAUSING)
    return floor


def winner(floor: Floor) -> int:
    """The account with the most chips."""
    seat = max(floor.stacks, key=lambda one: floor.stacks[one])
    return seat + 10


def test_who_left_with_winnings_comes_back_with_as_many_chips_at_least() -> None:
    floor = one_round()
    account = winner(floor)
    left = floor.stacks[account - 10]
    floor.part(account)
    floor.reload()
    with pytest.raises(BadBuyIn, match=f"you left this table with {left} a short while ago"):
        floor.join(account, stack=left - 1)
    floor.join(account, stack=left)
    assert f"comeback:{account}" not in floor.timers


def test_what_was_taken_away_may_be_more_than_the_table_takes_else() -> None:
    floor = Floor(coins(), pause=5.0)
    floor.join(10, stack=100)
    floor.join(11, stack=100)
    floor.join(12, stack=100)
    finish(floor)
    account = winner(floor)
    left = floor.stacks[account - 10]
    assert left > 100
    floor.part(account)
    with pytest.raises(BadBuyIn, match=f"the buy-in is {left + 1}; this table takes {left} to {left}"):
        floor.join(account, stack=left + 1)
    floor.join(account, stack=left)


def test_after_an_hour_the_winnings_are_forgotten() -> None:
    floor = one_round(linger=0.0)
    account = winner(floor)
    floor.part(account)
    floor.wait(3600)
    floor.join(account, stack=50)


@pytest.mark.parametrize("table", [{"comeback": 0.0}, {"rounds": 1}], ids=["not asked for", "the match is over"])
def test_where_nothing_is_to_be_brought_back_any_buy_in_will_do(table: dict[str, Any]) -> None:
    floor = Floor(coins(), pause=5.0, **table)
    for account in (10, 11, 12):
        floor.join(account, stack=50)
    finish(floor)
    account = winner(floor)
    floor.part(account)
    floor.join(account, stack=20)
