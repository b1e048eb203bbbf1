"""Ten real games, replayed card for card; the samples stand beside the project and are not part of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gamehall_hearts.gongzhu.messages import GongzhuStart
from gamehall_hearts.hearts.messages import Direction, HeartsStart, PassCard
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_hearts.tricks.messages import PlayCard
from gamehall_sdk.cards import Card
from gamehall_sdk.record import By, Recording, RoundRecord, SeatRecord, read, replay
from gamehall_sdk.round import Setup

SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "trick_games.jsonl"
DIRECTIONS = {"left": Direction.LEFT, "right": Direction.RIGHT, "across": Direction.ACROSS, "none": Direction.HOLD}


def samples(game: str) -> list[Any]:
    if not SAMPLES.exists():
        reason = pytest.mark.skip(reason=f"the sample games are not here: {SAMPLES.name}")
        return [pytest.param(None, marks=reason)]
    rows = [json.loads(line) for line in SAMPLES.read_text().splitlines()]
    return [pytest.param(row, id=row["id"]) for row in rows if row["game"] == game]


def player(word: str) -> int:
    return int(word[1:]) - 1


def deal_of(row: dict[str, Any]) -> tuple[Card, ...]:
    hands = [[Card(card) for card in row["hands"][f"p{number}"]] for number in range(1, 5)]
    return tuple(hands[place % 4][place // 4] for place in range(52))


@pytest.mark.parametrize("row", samples("gongzhu"))
def test_a_real_game_of_gongzhu(row: dict[str, Any]) -> None:
    start = GongzhuStart(player(row["tricks"][0]["leader"]))
    setup = Setup(
        variant="q", options=GONGZHU.options(), seats=(0, 1, 2, 3), stacks=(0,) * 4, deal=deal_of(row), start=start
    )
    inputs = []
    for trick in row["tricks"]:
        first = player(trick["leader"])
        inputs += [((first + step) % 4, PlayCard(Card(card))) for step, card in enumerate(trick["cards"])]
    record, view = recorded(GONGZHU, setup, inputs)
    assert [(one.leader, list(map(str, one.cards)), one.winner) for one in view.tricks] == [
        (player(trick["leader"]), trick["cards"], player(trick["winner"])) for trick in row["tricks"]
    ]
    assert [seat.score for seat in view.seats] == row["scores"]
    assert list(record.payoffs or ()) == row["scores"]


@pytest.mark.parametrize("row", samples("hearts"))
def test_a_real_game_of_hearts(row: dict[str, Any]) -> None:
    start = HeartsStart(DIRECTIONS[row["pass_direction"]], 0)
    setup = Setup(
        variant="hearts", options=HEARTS.options(), seats=(0, 1, 2, 3), stacks=(0,) * 4, deal=deal_of(row), start=start
    )
    inputs: list[tuple[int, Any]] = [
        (player(word), PassCard(Card(card))) for word, cards in row["passes"].items() for card in cards
    ]
    inputs += [(player(word), PlayCard(Card(card))) for word, card in map(str.split, row["plays"])]
    record, view = recorded(HEARTS, setup, inputs)
    # The sample's figures are 26 less the points.
    assert [26 - seat.score for seat in view.seats] == row["openspiel_returns"]
    assert [26 + payoff for payoff in record.payoffs or ()] == row["openspiel_returns"]


def recorded(game: Any, setup: Setup, inputs: list[tuple[int, Any]]) -> tuple[RoundRecord, Any]:
    """Play, keep the record, read it again and play it again; what the spectators see at the end."""
    seats = tuple(SeatRecord(seat, seat, f"p{seat + 1}", "human") for seat in setup.seats)
    recording = Recording(game, setup, seats)
    recording.news()
    for seat, action in inputs:
        assert action in recording.round.legal(seat)
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
        recording.news()
    net = recording.round.payoffs
    assert net is not None
    record = recording.record(payoffs=tuple(net[seat] for seat in setup.seats))
    again = replay(read(record.to_json()), game)
    assert again.view(None) == recording.round.view(None)
    return record, again.view(None)
