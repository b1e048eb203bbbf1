"""Who sits where, and what is refused to whom."""

from __future__ import annotations

import pytest

from gamehall_sdk.errors import (
    AlreadySeated,
    BadBuyIn,
    GamehallError,
    NotSeated,
    SeatTaken,
    TableFull,
    UnknownSeat,
)
from gamehall_sdk.game import Chair
from gamehall_sdk.seating import Occupant, Seating, check_buy_in, check_top_up
from gamehall_sdk.table import Kind, SeatView


def occupant(seat: int, **changes: object) -> Occupant:
    one = Occupant(seat, 10 + seat, f"p{seat}", Kind.HUMAN, 50)
    for name, value in changes.items():
        setattr(one, name, value)
    return one


@pytest.fixture
def seating() -> Seating:
    return Seating(3, {2: occupant(2), 0: occupant(0)})


def test_those_who_sit_come_by_rising_seat(seating: Seating) -> None:
    assert [one.seat for one in seating] == [0, 2]
    assert (seating.seat_of(12), seating.seat_of(99)) == (2, None)
    assert seating.held(10).name == "p0"


def test_a_free_seat_is_found(seating: Seating) -> None:
    assert seating.place(None) == seating.place(1) == 1


@pytest.mark.parametrize(
    ("seat", "error", "sentence"),
    [
        (0, SeatTaken, "p0 sits in seat 0; free: 1"),
        (3, UnknownSeat, "there is no seat 3; the seats are 0 to 2"),
        (-1, UnknownSeat, "there is no seat -1; the seats are 0 to 2"),
    ],
)
def test_another_seat_is_refused(seating: Seating, seat: int, error: type[GamehallError], sentence: str) -> None:
    with pytest.raises(error) as refused:
        seating.place(seat)
    assert str(refused.value) == sentence


def test_a_full_table_takes_nobody(seating: Seating) -> None:
    seating.taken[1] = occupant(1)
    with pytest.raises(TableFull, match=r"^all 3 seats are taken$"):
        seating.place(None)


def test_a_stranger_holds_nothing(seating: Seating) -> None:
    with pytest.raises(NotSeated, match=r"^you do not sit at this table$"):
        seating.held(99)


def test_everybody_sees_the_seats(seating: Seating) -> None:
    seating.taken[2].connected = False
    assert seating.views() == (
        SeatView(0, "p0", Kind.HUMAN, 50),
        SeatView(2, "p2", Kind.HUMAN, 50, connected=False),
    )


def test_who_is_out_leaving_or_broke_gets_no_chair(seating: Seating) -> None:
    seating.taken[1] = occupant(1, stack=0)
    assert seating.chairs(chips=True) == (Chair(0, 50, 0), Chair(2, 50, 0))
    assert seating.chairs(chips=False) == (Chair(0, 50, 0), Chair(1, 0, 0), Chair(2, 50, 0))
    seating.taken[0].out = True
    seating.taken[2].leaving = "left"
    assert seating.chairs(chips=True) == ()


def test_the_host_makes_everyone_ready(seating: Seating) -> None:
    seating.taken[0].ready = True
    assert seating.ready_all((0, 2)) == [2]
    assert seating.taken[2].ready


@pytest.mark.parametrize(
    ("stack", "limits", "sentence"),
    [
        (9, (10, 100), "the buy-in is 9; this table takes 10 to 100"),
        (101, (10, 100), "the buy-in is 101; this table takes 10 to 100"),
        (0, (10, 100), "the buy-in is 0; this table takes 10 to 100"),
        (5, (0, 0), "this table plays for points; join it without a buy-in"),
        (-5, (0, 0), "this table plays for points; join it without a buy-in"),
    ],
)
def test_a_buy_in_has_limits(stack: int, limits: tuple[int, int], sentence: str) -> None:
    check_buy_in(limits[0], limits)
    check_buy_in(limits[1], limits)
    with pytest.raises(BadBuyIn) as refused:
        check_buy_in(stack, limits)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("chips", "most", "playing", "error", "sentence"),
    [
        (0, 100, False, AlreadySeated, "you already sit in seat 1"),
        (-5, 100, False, AlreadySeated, "you already sit in seat 1"),
        (5, 100, True, BadBuyIn, "chips are added between rounds only"),
        (51, 100, False, BadBuyIn, "51 more would make 101; this table takes 100 at most"),
        (5, 0, False, BadBuyIn, "this table plays for points; join it without a buy-in"),
    ],
)
def test_chips_are_added_between_rounds_up_to_the_limit(
    chips: int, most: int, playing: bool, error: type[GamehallError], sentence: str
) -> None:
    check_top_up(occupant(1), 50, 100, playing=False)
    with pytest.raises(error) as refused:
        check_top_up(occupant(1), chips, most, playing=playing)
    assert str(refused.value) == sentence


def test_a_negative_score_buys_nothing() -> None:
    with pytest.raises(BadBuyIn, match=r"^this table plays for points"):
        check_top_up(occupant(1, stack=-7), 3, 0, playing=False)


def test_who_is_leaving_adds_no_chips() -> None:
    with pytest.raises(AlreadySeated, match=r"^you already sit in seat 1$"):
        check_top_up(occupant(1, leaving="left"), 5, 100, playing=False)


def test_those_who_play_are_recorded_with_their_chips_or_none(seating: Seating) -> None:
    assert [one.stack for one in seating.records((2, 0), chips=True)] == [50, 50]
    assert [(one.seat, one.account, one.stack) for one in seating.records((2,), chips=False)] == [(2, 12, 0)]


def test_after_a_match_people_are_ready_no_longer(seating: Seating) -> None:
    seating.taken[0].ready = seating.taken[2].ready = True
    seating.taken[2].kind = Kind.BOT
    assert (seating.unready_people(), seating.unready_people()) == ([0], [])
    assert seating.taken[2].ready
