"""Twenty real hands of stud, chip for chip, by the package's own rules; the samples stand beside the project."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest

from gamehall_poker.messages import Bet, BringIn, Call, Check, Fold, PotWon, RaiseTo, SeatState
from gamehall_poker.start import PokerStart
from gamehall_sdk.cards import DECK, Card, cards
from gamehall_sdk.round import Setup
from gamehall_stud.options import StudOptions
from gamehall_stud.round import stud_round
from tests.poker.hand import heard
from tests.poker.phh.test_replaying import samples

STREETS = (3, 4, 5, 6, 7)


def dealt(row: dict[str, Any]) -> dict[int, list[str]]:
    """The cards of each player, as far as they are known, ``??`` for others."""
    held: dict[int, list[str]] = {player: [] for player in range(len(row["players"]))}
    for words in map(str.split, row["actions"]):
        if words[:2] == ["d", "dh"]:
            held[int(words[2][1:]) - 1] += [words[3][at : at + 2] for at in range(0, len(words[3]), 2)]
    return held


def deck_of(row: dict[str, Any]) -> tuple[Card, ...]:
    """A deck that deals what the source tells; nobody sees the rest, or shows it down."""
    held = dealt(row)
    known = {card for hand in held.values() for card in cards("".join(one for one in hand if one != "??"))}
    free = iter([card for card in DECK if card not in known])
    deck: list[Card] = []
    for before, after in zip((0, *STREETS), STREETS, strict=False):
        if before:
            deck.append(next(free))
        places = range(before, after)
        deck += [
            next(free) if held[player][place] == "??" else Card(held[player][place])
            for place in places
            for player in held
            if len(held[player]) > place
        ]
    return (*deck, *free)


@pytest.mark.parametrize("rows", samples())
def test_the_stud_hands_end_as_they_did(rows: list[dict[str, Any]]) -> None:
    rows = [row for row in rows if row["variant"] == "STUD"]
    assert len(rows) == 20
    for row in rows:
        play(row)


def play(row: dict[str, Any]) -> None:
    seats = tuple(range(len(row["players"])))
    options = StudOptions(
        ante=row["antes"][0], bring_in=row["bring_in"], small_bet=row["small_bet"], big_bet=row["big_bet"], cap=0
    )
    setup = Setup(
        variant="fl",
        options=options,
        seats=seats,
        stacks=tuple(row["starting_stacks"]),
        deal=deck_of(row),
        start=PokerStart(seats[-1]),
    )
    hand = stud_round(setup)
    for words in map(str.split, row["actions"]):
        if words[0] == "d" or words[1] == "sm":
            continue
        seat = int(words[0][1:]) - 1
        assert hand.to_act == (seat,), (row["id"], words)
        legal = hand.legal(seat)
        match words[1:]:
            case ["f"]:
                hand.apply(seat, Fold())
            case ["pb"]:
                hand.apply(seat, BringIn())
            case ["cc"]:
                hand.apply(seat, Call() if Call() in legal.actions else Check())
            case ["cbr", amount]:
                kind = Bet if legal.ranges[0].action is Bet else RaiseTo
                hand.apply(seat, kind(int(amount)))
    assert hand.payoffs is not None, row["id"]
    view = hand.view(None)
    won = [0] * len(seats)
    for event in heard(hand, PotWon):
        won[event.seat] += event.amount
    alone = sum(one.state is not SeatState.FOLDED for one in view.seats) == 1
    if not alone:
        assert won == row["won"], row["id"]
    assert [one.stack for one in view.seats] == row["finishing_stacks"], row["id"]
    assert list(accumulate(hand.payoffs.values()))[-1] == 0
