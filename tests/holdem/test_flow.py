"""Where button and blinds go: the dead-button rule, with the public cases of what goes wrong elsewhere."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gamehall_holdem.flow import plan_hand
from gamehall_holdem.options import HoldemOptions
from gamehall_poker.button import ButtonMemo
from gamehall_poker.start import PokerStart
from gamehall_sdk.game import Chair, Plan, Planning


def plan(seats: dict[int, int] | list[int], memo: Any = None, number: int = 1, fresh: tuple[int, ...] = ()) -> Plan:
    """The plan among *seats* (with their stacks); those in *fresh* have not been dealt in yet."""
    stacks = seats if isinstance(seats, dict) else dict.fromkeys(seats, 200)
    chairs = tuple(Chair(seat, stack, 0 if seat in fresh else 5) for seat, stack in sorted(stacks.items()))
    made = plan_hand(Planning("nl", HoldemOptions(), 10, chairs, memo, number))
    assert made is not None
    return made


def where(made: Plan) -> tuple[int, int | None, int]:
    return made.start.button, made.start.small_blind, made.start.big_blind


def test_case_23_from_three_to_two_nobody_pays_the_big_blind_twice_running() -> None:
    first = plan([1, 2, 3])
    assert where(first) == (1, 2, 3)
    second = plan({1: 200, 2: 200, 3: 0}, first.memo, 2)
    assert (second.seats, where(second)) == ((1, 2), (2, 2, 1))


def test_case_25_the_button_stays_dead_where_a_player_has_left() -> None:
    first = plan([1, 2, 3, 4])
    assert where(first) == (1, 2, 3)
    second = plan([1, 2, 4], first.memo, 2)
    assert where(second) == (2, None, 4)
    third = plan([1, 2, 4], second.memo, 3)
    assert where(third) == (3, 4, 1)
    fourth = plan([1, 2, 4], third.memo, 4)
    assert where(fourth) == (4, 1, 2)


def test_case_29_the_big_blind_alternates_between_two_while_the_third_is_away() -> None:
    memo: Any = ButtonMemo(button=2, small_blind=3, big_blind=1, players=(1, 2, 3))
    paid = []
    for number in range(2, 6):
        made = plan([1, 2], memo, number)
        assert made.start.button == made.start.small_blind != made.start.big_blind
        paid.append(made.start.big_blind)
        memo = made.memo
    assert paid == [2, 1, 2, 1]


def test_a_newcomer_between_the_blinds_waits_until_the_button_has_passed() -> None:
    memo: Any = plan([1, 5]).memo
    assert (memo.button, memo.big_blind) == (1, 5)
    second = plan([1, 3, 5], memo, 2, fresh=(3,))
    assert (second.seats, where(second)) == ((1, 5), (5, 5, 1))
    third = plan([1, 3, 5], second.memo, 3, fresh=(3,))
    assert (third.seats, where(third)) == ((1, 3, 5), (5, 1, 3))


def test_a_newcomer_may_come_in_as_the_big_blind() -> None:
    memo: Any = plan([1, 5]).memo
    second = plan([1, 5, 8], memo, 2, fresh=(8,))
    assert (second.seats, where(second)) == ((1, 5, 8), (1, 5, 8))


def test_two_with_chips_are_needed() -> None:
    chairs = (Chair(0, 200, 3), Chair(1, 0, 3))
    assert plan_hand(Planning("nl", HoldemOptions(), 6, chairs, None, 1)) is None
    assert plan_hand(Planning("nl", HoldemOptions(), 6, (), None, 1)) is None


def test_when_all_are_new_the_button_starts_anew() -> None:
    memo: Any = plan([1, 5]).memo
    made = plan([0, 2, 7], memo, 2, fresh=(0, 2, 7))
    assert len(made.seats) >= 2
    assert made.start.big_blind in made.seats


def test_the_button_is_right_of_the_small_blind_when_all_others_left_and_others_sat_down_there() -> None:
    memo: Any = plan([0, 8]).memo
    assert (memo.small_blind, memo.big_blind) == (0, 8)
    second = plan([6, 7, 8], memo, 2, fresh=(6, 7))
    assert (second.seats, where(second)) == ((6, 7, 8), (7, 8, 6))
    third = plan([6, 7, 8], second.memo, 3)
    assert where(third) == (8, 6, 7)


@given(st.integers(0, 1 << 32))
@settings(max_examples=200)
def test_whoever_comes_and_goes_the_start_is_playable_and_blinds_are_fair(seed: int) -> None:
    rng = random.Random(seed)
    memo: Any = None
    rounds: dict[int, int] = {}
    people = iter(range(1000))
    who: dict[int, int] = {}
    before: list[int] = []
    last = -1
    for number in range(1, 40):
        for seat in range(8):
            if rng.random() < 0.2:
                if seat in who:
                    del who[seat]
                else:
                    who[seat], rounds[seat] = next(people), 0
        chairs = tuple(Chair(seat, 100, rounds[seat]) for seat in sorted(who))
        made = plan_hand(Planning("nl", HoldemOptions(), 8, chairs, memo, number))
        if len(chairs) < 2:
            assert made is None
            continue
        assert made is not None
        start: PokerStart = made.start
        assert len(made.seats) >= 2
        assert set(made.seats) <= set(who)
        assert start.big_blind in made.seats
        assert start.small_blind is None or start.small_blind in made.seats
        assert start.small_blind != start.big_blind
        if len(made.seats) == 2:
            assert start.button == start.small_blind
        else:
            assert start.button not in (start.small_blind, start.big_blind)
            order = sorted(made.seats, key=lambda seat, button=start.button: (seat <= button, seat))  # type: ignore[misc]  # a default binds the loop's value
            blinds = [seat for seat in (start.small_blind, start.big_blind) if seat is not None]
            assert order[: len(blinds)] == blinds, "the blinds are the first left of the button"
        playing = [who[seat] for seat in made.seats]
        payer = who[start.big_blind]
        if sum(one in before for one in playing) >= 2:
            assert payer != last, "nobody pays the big blind twice running"
        for seat in made.seats:
            rounds[seat] += 1
        memo, before, last = made.memo, playing, payer
