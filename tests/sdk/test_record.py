"""A record replays to the byte, says where it does not, and cannot be read when it is none."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec
import pytest

from gamehall_sdk.cards import DECK
from gamehall_sdk.errors import BadPayload, IllegalAction
from gamehall_sdk.game import Game
from gamehall_sdk.record import (
    FORMAT,
    By,
    Input,
    RecordError,
    Recording,
    RoundRecord,
    SeatRecord,
    dump_events,
    load,
    read,
    replay,
    setup,
)
from gamehall_sdk.round import Setup
from tests.games import Bet, Button, Call, Check, CoinsOptions, Fold, coins

PLAYERS = (SeatRecord(0, 10, "p0", "human", 50), SeatRecord(2, 12, "p2", "bot", 60))


def begun(game: Game, **changes: Any) -> Recording:
    start = Setup(variant="coins", options=CoinsOptions(), seats=(0, 2), stacks=(50, 60), deal=DECK, start=Button(2))
    return Recording(game, attrs.evolve(start, **changes), PLAYERS, number=3, secret=bytes(32))


def play(recording: Recording, *moves: tuple[int, object]) -> None:
    recording.news()
    for at, (seat, action) in enumerate(moves):
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 1000 + at)
        recording.news()


@pytest.fixture
def game() -> Game:
    return coins()


@pytest.fixture
def record(game: Game) -> RoundRecord:
    recording = begun(game)
    play(recording, (2, Bet()), (0, Call()))
    return recording.record(recording.net(chips=True))


def test_a_record_holds_all_that_is_needed(record: RoundRecord) -> None:
    assert (record.game, record.variant, record.number, record.version) == ("coins", "coins", 3, 1)
    assert record.options == {"least": "10", "most": "100"}
    assert record.seats == PLAYERS
    assert (record.start, record.secret) == ({"button": {"seat": 2}}, "00" * 32)
    assert record.deal == tuple(map(str, DECK))
    assert record.inputs == (Input(2, 1000, By.PLAYER, {"bet": {}}), Input(0, 1001, By.PLAYER, {"call": {}}))
    assert record.events[0] == (0, {"got": {"seat": 0, "card": "2s"}})
    assert record.events[2] == (None, {"did": {"seat": 2, "what": "bet"}})
    assert (record.payoffs, record.void, record.format) == ((-2, 2), "", FORMAT)


def test_a_record_is_read_back_and_written_the_same_to_the_byte(record: RoundRecord) -> None:
    assert read(record.to_json()) == record
    assert read(record.to_json()).to_json() == record.to_json()


def test_a_replay_ends_where_the_round_ended(record: RoundRecord, game: Game) -> None:
    again = replay(read(record.to_json()), game)
    assert again.payoffs == {0: -2, 2: 2}
    assert setup(record, game).start == Button(2)


def test_a_void_round_is_replayed_as_far_as_it_came(game: Game) -> None:
    recording = begun(game)
    play(recording, (2, Check()))
    again = replay(recording.record(void="closed"), game)
    assert (again.payoffs, again.to_act) == (None, (0,))


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (b"", "this is not a round's record: Input data was truncated"),
        (b"\xff\xfe", "this is not a round's record: "),
        (b"{}", "this is not a round's record: Object missing required field `game`"),
        (b'{"game": 5}', "this is not a round's record: Expected `str`, got `int` - at `$.game`"),
    ],
)
def test_what_is_no_record_is_refused(document: bytes, sentence: str) -> None:
    with pytest.raises(RecordError) as found:
        read(document)
    assert str(found.value).startswith(sentence)


def test_another_format_is_refused(record: RoundRecord) -> None:
    with pytest.raises(RecordError, match=r"^the record has format 2; this version reads format 1$"):
        read(attrs.evolve(record, format=2).to_json())


def swapped(record: RoundRecord) -> RoundRecord:
    return attrs.evolve(record, deal=(record.deal[1], record.deal[0], *record.deal[2:]))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: attrs.evolve(r, game="chess"), "the record is of 'chess', not of 'coins'"),
        (lambda r: attrs.evolve(r, deal=("Xx",)), "the record's start cannot be read: 'Xx' is not a card; "),
        (lambda r: attrs.evolve(r, options={"x": "1"}), "the record's start cannot be read: there is no option 'x'; "),
        (lambda r: attrs.evolve(r, start={"tricorn": {}}), "the record's start cannot be read: the payload 'tricorn' "),
        (lambda r: attrs.evolve(r, start={}), "the record's start cannot be read: a payload is one name with its body"),
        (
            lambda r: attrs.evolve(r, inputs=(attrs.evolve(r.inputs[0], action={"bid": {}}), r.inputs[1])),
            "input 0 cannot be read: the payload 'bid' ",
        ),
        (swapped, 'event 0 was [0,{"got":{"seat":0,"card":"2s"}}] and is now [0,{"got":{"seat":0,"card":"3s"}}]'),
        (lambda r: attrs.evolve(r, events=r.events[:-1]), "the record has 5 events, the replay 6"),
        (lambda r: attrs.evolve(r, payoffs=(2, -2)), "the payoffs were (2, -2) and are now (-2, 2)"),
        (
            lambda r: attrs.evolve(r, inputs=r.inputs[:1], events=r.events[:3], payoffs=(0, 0)),
            "the payoffs were (0, 0); now the round is not over",
        ),
    ],
)
def test_a_replay_says_where_it_differs(record: RoundRecord, game: Game, change: Any, sentence: str) -> None:
    with pytest.raises(RecordError) as found:
        replay(change(record), game)
    assert str(found.value).startswith(sentence)


def test_an_input_that_the_rules_no_longer_allow_is_said_to_be(record: RoundRecord, game: Game) -> None:
    changed = attrs.evolve(record, inputs=(attrs.evolve(record.inputs[0], action={"fold": {}}), record.inputs[1]))
    with pytest.raises(IllegalAction, match=r"^Fold is not legal now; legal: Check, Bet$"):
        replay(changed, game)


def test_a_payload_is_one_name_with_its_body(game: Game) -> None:
    assert load({"fold": {}}, game.payloads) == Fold()
    with pytest.raises(BadPayload, match=r"^a payload is one name with its body; this has 2$"):
        load({"fold": {}, "call": {}}, game.payloads)


def test_events_are_kept_as_a_record_keeps_them(game: Game) -> None:
    recording = begun(game)
    told = recording.round.events()
    assert dump_events(told, game.payloads)[0] == (0, {"got": {"seat": 0, "card": "2s"}})


class Wrong:
    """A round whose end is not right."""

    def __init__(self, to_act: tuple[int, ...], payoffs: Any) -> None:
        self.to_act = to_act
        self.payoffs = payoffs


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (Wrong((), None), "a round is over when nobody is to act: to act are (), the payoffs are None"),
        (
            Wrong((2,), {0: 1, 2: -1}),
            "a round is over when nobody is to act: to act are (2,), the payoffs are {0: 1, 2",
        ),
        (Wrong((), {0: 1.5, 2: -1.5}), "the payoffs (1.5, -1.5) are not all whole numbers"),
        (Wrong((), {0: True, 2: -1}), "the payoffs (True, -1) are not all whole numbers"),
        (Wrong((), {0: 1, 2: -2}), "the payoffs (1, -2) do not sum to 0, or take more than a stack"),
        (Wrong((), {0: 51, 2: -61}), "the payoffs (51, -61) do not sum to 0, or take more than a stack"),
        (Wrong((), {0: -51, 2: 51}), "the payoffs (-51, 51) do not sum to 0, or take more than a stack"),
    ],
)
def test_an_end_that_cannot_be_right_is_a_fault(game: Game, end: Any, sentence: str) -> None:
    recording = begun(game)
    recording.round = end
    with pytest.raises(RuntimeError) as found:
        recording.net(chips=True)
    assert str(found.value).startswith(sentence)


def test_points_come_from_nowhere(game: Game) -> None:
    recording = begun(game)
    recording.round = Wrong((), {0: 3})  # type: ignore[assignment]  # all that is asked of a round that is over
    assert recording.net(chips=False) == (3, 0)


def test_the_start_is_written_down_before_the_round_begins(game: Game) -> None:
    with pytest.raises(Exception, match="CoinsOptions"):
        begun(game, start=CoinsOptions())


def test_the_json_has_its_keys_in_a_fixed_order(record: RoundRecord) -> None:
    assert list(msgspec.json.decode(record.to_json())) == sorted(field.name for field in attrs.fields(RoundRecord))
