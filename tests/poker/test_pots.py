"""Pots as plain figures: how they arise and how they are shared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gamehall_poker.pots import Pot, share, side_pots, uncalled


def test_one_pot_when_all_have_put_in_the_same() -> None:
    assert side_pots([20, 20, 5], [0, 1]) == [Pot(45, (0, 1))]


def test_a_pot_for_each_all_in() -> None:
    assert side_pots([50, 100, 200, 200], [0, 1, 2, 3]) == [
        Pot(200, (0, 1, 2, 3)),
        Pot(150, (1, 2, 3)),
        Pot(200, (2, 3)),
    ]


def test_what_a_folded_player_put_in_goes_into_the_pots_that_it_reaches() -> None:
    assert side_pots([10, 100, 60, 100], [0, 1, 3]) == [Pot(40, (0, 1, 3)), Pot(230, (1, 3))]


def test_what_a_folded_player_put_in_above_all_others_stays_in_the_last_pot() -> None:
    assert side_pots([80, 30, 80, 20], [1, 3]) == [Pot(80, (1, 3)), Pot(130, (1,))]


def test_dead_chips_belong_to_the_main_pot() -> None:
    assert side_pots([10, 20, 20], [0, 1, 2], dead=5) == [Pot(35, (0, 1, 2)), Pot(20, (1, 2))]


def test_what_nobody_matched_goes_back() -> None:
    assert uncalled([120360, 200, 89820, 89820]) == (0, 30540)
    assert uncalled([20, 20, 5]) == (0, 0)
    assert uncalled([0, 10]) == (1, 10)


def test_odd_chips_go_one_each_to_the_first_left_of_the_button() -> None:
    assert share([Pot(1060, (0, 1, 3))], [5, 5, 9, 5]) == [(0, 0, 354), (0, 1, 353), (0, 3, 353)]
    assert share([Pot(11, (1, 2, 4))], [0, 7, 7, 0, 7]) == [(0, 1, 4), (0, 2, 4), (0, 4, 3)]
    assert share([Pot(25, (0, 5))], [3, 0, 0, 0, 0, 3]) == [(0, 0, 13), (0, 5, 12)]


def test_each_pot_has_its_own_winner() -> None:
    pots = [Pot(200, (0, 1, 2, 3)), Pot(150, (1, 2, 3)), Pot(200, (2, 3))]
    assert share(pots, [9, 5, 5, 1]) == [(0, 0, 200), (1, 1, 75), (1, 2, 75), (2, 2, 200)]


@given(
    put=st.lists(st.integers(0, 50), min_size=2, max_size=10),
    folded=st.integers(0, 1 << 10),
    strengths=st.lists(st.integers(0, 4), min_size=10, max_size=10),
    dead=st.integers(0, 9),
)
def test_no_chip_appears_or_is_lost(put: list[int], folded: int, strengths: list[int], dead: int) -> None:
    player, chips = uncalled(put)
    put[player] -= chips
    live = [number for number in range(len(put)) if not folded >> number & 1] or [0]
    pots = side_pots(put, live, dead)
    assert sum(pot.amount for pot in pots) == sum(put) + dead
    shares = share(pots, strengths)
    assert sum(won for _, _, won in shares) == sum(put) + dead
    for number, winner, _ in shares:
        assert winner in pots[number].eligible
        assert strengths[winner] == max(strengths[other] for other in pots[number].eligible)


@given(put=st.lists(st.integers(1, 50), min_size=2, max_size=6))
def test_nobody_wins_more_from_each_other_than_they_put_in(put: list[int]) -> None:
    live = list(range(len(put)))
    best = [9] + [0] * (len(put) - 1)
    shares = share(side_pots(put, live), best)
    won = sum(chips for _, player, chips in shares if player == 0)
    assert won == sum(min(chips, put[0]) for chips in put)
