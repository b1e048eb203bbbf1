"""A table that a tournament leads: nothing begins, and nobody goes, unless the tournament says so."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from gamehall_sdk.errors import BadBuyIn, NotSeated, WrongPhase
from gamehall_sdk.game import Game
from gamehall_sdk.record import By
from gamehall_sdk.table import AskSwap, Back, Kind, Left, Phase, Ready, Rematch, SitOut, Start, SteppedOut
from tests.floor import Floor, finish, hello_pair
from tests.games import coins, morra


def dearer(options: Any, level: int) -> Any:
    return attrs.evolve(options, least=options.least * (level + 1))


def led(game: Game | None = None, pause: float = 0.0, **table: Any) -> Floor:
    """Three with stacks that no buy-in of the game allows."""
    floor = Floor(game or coins(at_level=dearer), tournament=5, pause=pause, linger=0, **table)
    for account in (10, 11, 12):
        floor.join(account, stack=1000 + account if floor.game.buy_in else 0)
    return floor


def proceed(floor: Floor, level: int = 0) -> None:
    floor.flow.proceed(level, floor.now)
    floor.carry_out()


def unseat(floor: Floor, account: int) -> None:
    floor.flow.unseat(account, "moves")
    floor.carry_out()


def test_no_round_begins_by_itself() -> None:
    floor = led()
    assert (floor.phase, floor.flow.resting) == (Phase.WAITING, True)
    proceed(floor)
    assert (floor.phase, floor.flow.resting) == (Phase.PLAYING, False)
    finish(floor)
    assert (floor.phase, floor.flow.resting, floor.flow.number) == (Phase.PAUSING, True, 1)
    floor.wait(1000)
    assert floor.flow.number == 1


def test_a_pause_is_kept_and_a_round_let_go_once() -> None:
    floor = led(pause=5.0)
    proceed(floor)
    finish(floor)
    floor.reload()
    assert floor.flow.resting
    proceed(floor)
    assert (floor.phase, floor.flow.resting) == (Phase.PAUSING, False)
    with pytest.raises(WrongPhase, match="about to begin"):
        proceed(floor)
    with pytest.raises(WrongPhase, match="about to begin"):
        unseat(floor, 10)
    floor.reload()
    floor.wait(4.9)
    assert floor.phase is Phase.PAUSING
    floor.wait(0.2)
    assert (floor.phase, floor.flow.number) == (Phase.PLAYING, 2)
    finish(floor)
    floor.wait(6)
    proceed(floor)
    assert floor.flow.number == 3


def test_the_level_is_that_of_the_tournament() -> None:
    floor = led()
    proceed(floor, level=2)
    finish(floor)
    assert floor.records[-1].options["least"] == "30"
    unseat(floor, 10)
    unseat(floor, 11)
    with pytest.raises(WrongPhase, match="no round can begin here with the 1 who sit here"):
        proceed(floor, level=3)
    floor.join(11, stack=500)
    proceed(floor, level=2)
    finish(floor)
    assert floor.records[-1].options["least"] == "30"


def test_a_player_is_taken_away_with_the_stack_between_rounds_only() -> None:
    floor = led()
    proceed(floor)
    with pytest.raises(WrongPhase, match="a round is being played"):
        unseat(floor, 11)
    finish(floor)
    before = floor.stacks[1]
    floor.heard()
    unseat(floor, 11)
    assert floor.heard() == [Left(1, "p11", "moves")]
    assert floor.cashed == {11: before}
    with pytest.raises(NotSeated):
        unseat(floor, 11)
    assert floor.chips() == floor.bought


def test_one_who_comes_in_while_others_play_is_dealt_in_next() -> None:
    floor = led()
    proceed(floor)
    floor.join(13, stack=7)
    assert floor.playing() == [0, 1, 2]
    finish(floor)
    proceed(floor)
    assert 3 in floor.playing()


def test_nobody_buys_chips_or_says_when_it_begins() -> None:
    floor = led(ready=False)
    with pytest.raises(BadBuyIn, match="no chips are bought"):
        floor.join(10, stack=20)
    for command in (Ready(ready=False), Start(), Rematch()):
        with pytest.raises(WrongPhase, match="a tournament leads this table"):
            floor.say(0, command, host=True)
    with pytest.raises(WrongPhase, match="keeps the place"):
        floor.say(0, AskSwap(1))


@pytest.mark.parametrize("how", ["leaves", "drops", "sits out", "is silent"])
def test_who_is_away_plays_by_default_and_may_come_back(how: str) -> None:
    floor = led(grace=30.0, misses=1, clock="move:60")
    proceed(floor)
    seat = next(iter(floor.turns))
    account = 10 + seat
    match how:
        case "leaves":
            floor.part(account)
        case "drops":
            floor.connection(account, up=False)
            floor.wait(31)
        case "sits out":
            floor.say(seat, SitOut())
        case _:
            floor.wait(61)
    assert seat not in floor.turns
    [away] = floor.heard(SteppedOut)
    assert (away.seat, floor.flow.seat_of(account)) == (seat, seat)
    finish(floor)
    assert all(one.by is By.PLAYER or how == "is silent" for one in floor.records[-1].inputs)
    proceed(floor)
    assert seat in floor.playing(), "blinds and antes are due all the same"
    floor.connection(account, up=True)
    assert Back(seat) in floor.heard()
    finish(floor)
    assert floor.chips() == floor.bought


def test_all_may_be_away_and_the_round_is_over_at_once() -> None:
    floor = led()
    for account in (10, 11, 12):
        floor.part(account)
    proceed(floor)
    assert (floor.phase, floor.flow.number) == (Phase.PAUSING, 1)


def test_a_match_is_what_the_tournament_says() -> None:
    floor = led(coins(match_over=lambda _: "one round is enough"), rounds=2)
    proceed(floor)
    finish(floor)
    assert floor.phase is Phase.PAUSING
    proceed(floor)
    finish(floor)
    assert (floor.phase, floor.flow.resting) == (Phase.OVER, True)
    with pytest.raises(WrongPhase):
        proceed(floor)
    points = led(morra(match_over=lambda _: "one round is enough"))
    proceed(points)
    finish(points)
    assert points.phase is Phase.OVER


def test_an_empty_stack_stays_until_it_is_taken_away() -> None:
    floor = Floor(coins(), tournament=5, pause=0.0, linger=0, grace=1.0)
    floor.join(10, stack=1)
    floor.join(11, stack=1, kind=Kind.BOT)
    proceed(floor)
    finish(floor)
    assert sorted(floor.stacks.values()) == [0, 2]
    floor.wait(100)
    assert len(floor.stacks) == 2


def test_another_table_is_led_by_nobody() -> None:
    floor = hello_pair()
    with pytest.raises(WrongPhase, match="no tournament leads this table"):
        proceed(floor)
    with pytest.raises(WrongPhase, match="no tournament leads this table"):
        unseat(floor, 10)
