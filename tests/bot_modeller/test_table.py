"""The guessing table hears a table, and guesses better for it (H29, H31, H47, H50)."""

from __future__ import annotations

import random
from typing import Any

from gamehall_bot_modeller.habits import LEVELS, Choice
from gamehall_bot_modeller.table import GuessingTable, Sight
from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Folded,
    Mucked,
    RaisedTo,
    Shown,
    UpCardsDealt,
)
from gamehall_sdk.cards import cards
from gamehall_sdk.table import Left, RoundEnded, RoundStarted, SeatsSwapped

STRONG = LEVELS - LEVELS // 4


def hearing(*events: Any) -> GuessingTable:
    table = GuessingTable(random.Random(1))
    for event in events:
        table.hear(event)
    return table


def start(*seats: int) -> list[Any]:
    return [RoundStarted(1, seats, ""), *(Dealt(seat, 2) for seat in seats)]


def strong(table: GuessingTable, seat: int, seen: frozenset[int] = frozenset()) -> float:
    """The weight of a strong hand."""
    holdings, at = table.holdings(seat, 2, seen, 200)
    return sum(holdings.spread(at)[STRONG:])


FLOP = BoardDealt("flop", cards("Kd 7s 2c"))


def test_it_keeps_who_chose_what_on_which_street() -> None:
    table = hearing(
        *start(0, 1, 2), Called(0, 2), RaisedTo(1, 8), Folded(2), Called(0, 6), FLOP, Checked(0), BetMade(1, 9)
    )
    assert table.choices(0) == ((0, Choice.CALL), (0, Choice.CALL), (1, Choice.CHECK))
    assert table.choices(1) == ((0, Choice.RAISE), (1, Choice.BET))
    assert table.choices(2) == ((0, Choice.FOLD),)
    assert table.sight(1, 0) == Sight(2, ())
    assert table.sight(1, 1) == Sight(2, cards("Kd 7s 2c"))
    table.hear(RoundEnded(1, (0, 0, 0), (9, 9, 9)))
    assert table.choices(0) == ()


def test_in_stud_each_players_open_cards_are_kept_by_street() -> None:
    third = [UpCardsDealt(0, cards("Kd")), UpCardsDealt(1, cards("2c")), BroughtIn(1, 2), RaisedTo(0, 4), Called(1, 2)]
    fourth = [UpCardsDealt(0, cards("Kh")), UpCardsDealt(1, cards("9c")), BetMade(0, 8), Called(1, 8)]
    later = [event for card in ("4s", "5s") for event in (UpCardsDealt(0, cards(card)), Checked(0))]
    table = hearing(*start(0, 1), *third, *fourth, *later, Dealt(0, 1), Dealt(1, 1), BetMade(0, 8))
    assert [table.sight(0, street).size for street in range(5)] == [3, 4, 5, 6, 7]
    assert table.sight(0, 1).open == cards("Kd Kh")
    assert table.sight(0, 4).open == cards("Kd Kh 4s 5s")
    assert table.choices(0) == tuple(enumerate([Choice.RAISE, Choice.BET, Choice.CHECK, Choice.CHECK, Choice.BET]))


def test_a_raise_makes_strong_hands_likelier_and_a_check_weak_ones() -> None:
    quiet = strong(hearing(*start(0, 1)), 1)
    assert strong(hearing(*start(0, 1), RaisedTo(1, 6)), 1) > quiet + 0.1
    assert strong(hearing(*start(0, 1), RaisedTo(1, 6), Called(0, 6), FLOP, BetMade(1, 9)), 1) > quiet + 0.15
    assert strong(hearing(*start(0, 1), Checked(1)), 1) < quiet - 0.05


def test_what_is_seen_is_held_by_nobody() -> None:
    seen = frozenset(cards("Kd 7s 2c As Ah"))
    holdings, _ = hearing(*start(0, 1), RaisedTo(1, 6), Called(0, 6), FLOP).holdings(1, 2, seen, 100)
    assert not {card for hand in holdings.hands for card in hand} & seen


def test_shown_hands_teach_what_a_raise_of_this_player_means() -> None:
    maniac = hearing()
    before = None
    for number, hand in enumerate(["7h 2d", "9c 4s", "8d 3h", "Jc 2s", "Th 5d", "6s 2h", "9h 3s", "8c 2d"] * 2):
        for event in (*start(0, 1), RaisedTo(1, 6)):
            maniac.hear(event)
        before = strong(maniac, 1) if number == 0 else before
        for event in (Called(0, 6), FLOP, Shown(1, cards(hand)), RoundEnded(number, (0, 0), (9, 9))):
            maniac.hear(event)
    for event in (*start(0, 1), RaisedTo(1, 6)):
        maniac.hear(event)
    assert before is not None
    assert strong(maniac, 1) < before - 0.1


def test_a_hand_that_stays_hidden_teaches_how_often_and_no_more() -> None:
    table = hearing(*start(0, 1), RaisedTo(1, 6), Called(0, 6), FLOP, BetMade(1, 9), Called(0, 9), Mucked(1))
    stranger = hearing()
    assert table.habits(1).rate(Choice.RAISE) > stranger.habits(1).rate(Choice.RAISE)
    assert table.habits(0).rate(Choice.CALL) > stranger.habits(0).rate(Choice.CALL)


def test_habits_go_with_the_player() -> None:
    table = hearing(*start(0, 1), *[Folded(1)] * 20)
    folds = table.habits(1).rate(Choice.FOLD)
    table.hear(SeatsSwapped(1, 3))
    assert table.habits(3).rate(Choice.FOLD) == folds
    assert table.habits(1).rate(Choice.FOLD) < folds
    table.hear(Left(3, "bert", "left"))
    assert table.habits(3).rate(Choice.FOLD) < folds


def test_a_table_that_is_come_to_in_the_middle_of_a_hand_does_no_harm() -> None:
    table = hearing(BetMade(1, 9), BoardDealt("turn", cards("3s")), Checked(1), Shown(1, cards("As Ad")))
    assert table.choices(1) == ((0, Choice.BET), (1, Choice.CHECK))
    assert 0.0 <= strong(table, 1) <= 1.0
