"""Fifty real hold'em hands, replayed chip for chip; the samples stand beside the project and are not part of it."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from gamehall_poker.betting import Betting, Structure
from gamehall_poker.messages import Bet, Call, Check, Fold, PotWon, RaiseTo, SeatState
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart
from gamehall_poker.strength import strength
from gamehall_poker.variants import HOLDEM
from gamehall_sdk.cards import DECK, Card, cards
from gamehall_sdk.round import Setup
from tests.poker.hand import heard

SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "poker_hands.jsonl"


def sample_hands() -> list[Any]:
    if not SAMPLES.exists():
        reason = pytest.mark.skip(reason=f"the sample hands are not here: {SAMPLES.name}")
        return [pytest.param(None, marks=reason)]
    rows = [json.loads(line) for line in SAMPLES.read_text().splitlines()]
    return [pytest.param(row, id=row["id"]) for row in rows if row["variant"] in ("NLHE", "FLHE")]


def player(word: str) -> int:
    return int(word[1:]) - 1


def deck_of(row: dict[str, Any]) -> tuple[Card, ...]:
    """The deck that deals what the source tells; unknown hands are filled so that they do not win."""
    words = [action.split() for action in row["actions"]]
    holes = {player(word[2]): word[3] for word in words if word[:2] == ["d", "dh"]}
    holes |= {player(word[0]): word[2] for word in words if word[1] == "sm" and len(word) > 2}
    board = cards("".join(word[2] for word in words if word[:2] == ["d", "db"]))
    known = {seat: cards(text) for seat, text in holes.items() if "?" not in text}
    free = [card for card in DECK if card not in {*board, *(card for hand in known.values() for card in hand)}]
    folded = {player(word[0]) for word in words if word[1] == "f"}
    count = len(row["players"])
    shown = [hand + board for seat, hand in known.items() if seat not in folded] if len(board) == 5 else []
    best = max(map(strength, shown), default=0)
    for seat in range(count):
        if seat not in known:
            pairs = combinations(free, 2)
            known[seat] = next(pair for pair in pairs if seat in folded or not best or strength(pair + board) < best)
            free = [card for card in free if card not in known[seat]]
    first = [known[seat][place] for place in range(2) for seat in range(count)]
    return (*first, *board, *free)


def begin(row: dict[str, Any]) -> PokerRound:
    count = len(row["players"])
    small, big = (1, 0) if count == 2 else (0, 1)
    blinds = row["blinds"]
    money = Betting(
        structure=Structure.NO_LIMIT if row["variant"] == "NLHE" else Structure.FIXED_LIMIT,
        small_blind=blinds[small],
        big_blind=blinds[big],
        ante=row["antes"][0],
        small_bet=row.get("small_bet", 0),
        big_bet=row.get("big_bet", 0),
    )
    setup = Setup(
        variant="",
        options=None,
        seats=tuple(range(count)),
        stacks=tuple(row["starting_stacks"]),
        deal=deck_of(row),
        start=PokerStart(count - 1, small, big),
    )
    return PokerRound(HOLDEM, money, setup)


@pytest.mark.parametrize("row", sample_hands())
def test_a_real_hand_ends_as_it_did(row: dict[str, Any]) -> None:
    hand = begin(row)
    for words in map(str.split, row["actions"]):
        if words[0] == "d" or words[1] == "sm":
            continue
        seat = player(words[0])
        assert hand.to_act == (seat,)
        view = hand.view(seat)
        facing = max(one.bet for one in view.seats) > 0 or view.street == "preflop"
        match words[1:]:
            case ["f"]:
                hand.apply(seat, Fold())
            case ["cc"]:
                hand.apply(seat, Call() if view.to_call else Check())
            case ["cbr", amount]:
                hand.apply(seat, (RaiseTo if facing else Bet)(int(amount)))
            case _:
                pytest.fail(f"what is {words}?")
    assert hand.payoffs is not None, "the hand is not over"
    view = hand.view(None)
    won = [0] * len(row["players"])
    for event in heard(hand, PotWon):
        won[event.seat] += event.amount
    put = [one.put for one in view.seats]
    # Where all folded, the source's account gives back the winner's whole bet of that street, the part that a
    # folded player had matched included; by the rule that part is in the pot and is won. The stacks are the same.
    matched = 0
    if sum(one.state is not SeatState.FOLDED for one in view.seats) == 1:
        matched = sum(put) - sum(row["contributed"])
    winner = won.index(max(won))
    expected_pots = [pot["amount"] for pot in row["pots"]]
    expected_pots[0] += matched
    assert won == [chips + matched * (seat == winner) for seat, chips in enumerate(row["won"])]
    assert put == [chips + matched * (seat == winner) for seat, chips in enumerate(row["contributed"])]
    assert list(view.pots) == expected_pots
    assert [one.stack for one in view.seats] == row["finishing_stacks"]
    pairs = zip(row["finishing_stacks"], row["starting_stacks"], strict=True)
    assert list(hand.payoffs.values()) == [end - begun for end, begun in pairs]
