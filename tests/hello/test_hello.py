"""Hello: the rules by plain calls, and that nobody is told another's card."""

from __future__ import annotations

import random
from typing import Any

import attrs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_bot_random.bot import RandomBot
from gamehall_bot_random.plugin import register_bots
from gamehall_hello.messages import Dealt, Keep, Kept, Player, Shown, Swap, Swapped, Table
from gamehall_hello.plugin import GAME, register_games
from gamehall_hello.round import HelloRound
from gamehall_sdk.cards import DECK, Card, cards
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.record import By, Recording, SeatRecord, read, replay
from gamehall_sdk.round import Legal, Setup, Told
from gamehall_sdk.shuffle import shuffle

SECRETS = st.binary(min_size=32, max_size=32)
CHOICES: st.SearchStrategy[Keep | Swap] = st.sampled_from([Keep(), Swap()])
SEATS = st.lists(st.integers(0, 7), min_size=2, max_size=8, unique=True).map(lambda seats: tuple(sorted(seats)))


def start(deal: tuple[Card, ...], *seats: int) -> Setup:
    stacks = (0,) * len(seats)
    return Setup(variant="hello", options=GAME.options(), seats=seats, stacks=stacks, deal=deal)


def hello(line: str, *seats: int) -> HelloRound:
    return HelloRound(start(cards(line), *(seats or (0, 1))))


def test_everyone_gets_one_card_and_hears_of_their_own_only() -> None:
    assert hello("As Kd 2c", 1, 4).events() == [Told(1, Dealt(1, Card("As"))), Told(4, Dealt(4, Card("Kd")))]


def test_they_choose_in_turn() -> None:
    play = hello("As Kd Qc Jh", 1, 4, 6)
    order = []
    while play.to_act:
        order.append(play.to_act)
        assert play.legal(play.to_act[0]) == Legal((Keep(), Swap()))
        play.apply(play.to_act[0], Keep())
    assert order == [(1,), (4,), (6,)]
    assert play.legal(1) == Legal()


def test_keeping_keeps_and_swapping_takes_the_next_of_the_deck() -> None:
    play = hello("As Kd 7c")
    play.events()
    play.apply(0, Keep())
    assert play.events() == [Told(None, Kept(0))]
    play.apply(1, Swap())
    assert play.events() == [
        Told(None, Swapped(1)),
        Told(1, Dealt(1, Card("7c"))),
        Told(None, Shown(0, Card("As"))),
        Told(None, Shown(1, Card("7c"))),
    ]
    assert play.events() == []


@pytest.mark.parametrize("action", [Keep(), Swap()])
def test_out_of_turn_is_refused_and_changes_nothing(action: Keep | Swap) -> None:
    play = hello("As Kd 7c")
    play.events()
    with pytest.raises(IllegalAction, match="the seat owes no action"):
        play.apply(1, action)
    assert (play.to_act, play.events(), play.view(1)) == ((0,), [], hello("As Kd 7c").view(1))


def test_another_action_is_refused_with_what_would_be_right() -> None:
    with pytest.raises(IllegalAction, match=r"^Kept 0 is not legal now; legal: Keep, Swap$"):
        hello("As Kd").apply(0, Kept(0))  # type: ignore[arg-type]  # a client may send any payload of the game


@pytest.mark.parametrize(
    ("line", "payoffs"),
    [
        ("As Kd Qh", {0: 2, 1: -1, 2: -1}),
        ("2s 3d 2h", {0: -1, 1: 2, 2: -1}),
        ("As Ad Qh", {0: 0, 1: 0, 2: 0}),
        ("Qs Qd Ah", {0: -1, 1: -1, 2: 2}),
    ],
)
def test_the_one_highest_card_wins_a_point_from_each(line: str, payoffs: dict[int, int]) -> None:
    play = hello(line, 0, 1, 2)
    assert play.payoffs is None
    for seat in (0, 1, 2):
        play.apply(seat, play.default(seat))
    assert play.payoffs == payoffs


def test_a_view_shows_ones_own_card_until_all_are_shown() -> None:
    play = hello("As Kd")
    assert play.view(0) == Table((Player(0, Card("As"), chosen=False), Player(1, None, chosen=False)))
    assert play.view(None) == Table((Player(0, None, chosen=False), Player(1, None, chosen=False)))
    play.apply(0, Keep())
    assert play.view(1) == Table((Player(0, None, chosen=True), Player(1, Card("Kd"), chosen=False)))
    play.apply(1, Keep())
    assert play.view(None) == Table((Player(0, Card("As"), chosen=True), Player(1, Card("Kd"), chosen=True)))


def swap_hidden(deal: tuple[Card, ...], seats: tuple[int, ...], viewer: int | None) -> tuple[Card, ...]:
    """The same deal with every card turned over that the viewer cannot know."""
    known = {seats.index(viewer)} if viewer in seats else set()
    hidden = [place for place in range(len(deal)) if place not in known]
    changed = list(deal)
    for place, other in zip(hidden, reversed(hidden), strict=True):
        changed[place] = deal[other]
    return tuple(changed)


@given(SECRETS, SEATS, st.data())
def test_nothing_that_a_viewer_sees_depends_on_what_is_hidden(
    secret: bytes, seats: tuple[int, ...], data: st.DataObject
) -> None:
    deal = shuffle(DECK, secret)
    viewer = data.draw(st.sampled_from([None, *seats]))
    one, other = (HelloRound(start(cards, *seats)) for cards in (deal, swap_hidden(deal, seats, viewer)))
    for seat in seats[:-1]:
        # A viewer's own second card comes out of what was hidden, so the viewer keeps.
        action: Keep | Swap = Keep() if seat == viewer else data.draw(CHOICES)
        for play in (one, other):
            play.apply(seat, action)
        heard = [[told for told in play.events() if told.audience in (None, viewer)] for play in (one, other)]
        assert heard[0] == heard[1]
        assert one.view(viewer) == other.view(viewer)
        assert one.legal(seat) == other.legal(seat)


@given(SECRETS, SEATS, st.integers())
def test_random_play_ends_and_its_record_replays_to_the_byte(secret: bytes, seats: tuple[int, ...], seed: int) -> None:
    players = tuple(SeatRecord(seat, seat, f"p{seat}", "bot") for seat in seats)
    recording = Recording(GAME, start(shuffle(DECK, secret), *seats), players, secret=secret)
    bots = {seat: RandomBot(seed + seat) for seat in seats}
    recording.news()
    turns = 0
    while recording.round.to_act:
        (seat,) = recording.round.to_act
        action: Any = bots[seat].act(recording.round.view(seat), recording.round.legal(seat), 1.0)
        recording.round.apply(seat, action)
        recording.did(seat, action, By.PLAYER, 0)
        recording.news()
        turns += 1
    assert turns == len(seats)
    net = recording.net(chips=False)
    assert net is not None
    assert sum(net) == 0
    record = recording.record(net)
    again = replay(read(record.to_json()), GAME)
    assert again.payoffs == recording.round.payoffs
    assert [again.view(viewer) for viewer in (None, *seats)] == [
        recording.round.view(viewer) for viewer in (None, *seats)
    ]


def test_the_plugins_register_one_game_and_one_bot() -> None:
    assert register_games() == [GAME]
    assert attrs.evolve(GAME).name == "hello"
    [bot] = register_bots()
    assert bot.plays("hello")
    assert bot.plays("anything")


def test_the_same_seed_makes_the_same_bot() -> None:
    def answers(seed: int) -> list[object]:
        bot = RandomBot(seed)
        bot.sit(0, "hello", "hello", {})
        bot.hear(Kept(1))
        return [bot.act(None, Legal(tuple(range(1000))), 1.0) for _ in range(9)]

    assert answers(1) == answers(1) != answers(2)
    assert random.Random(1).choice(range(1000)) == answers(1)[0]


def test_every_payload_of_the_game_travels() -> None:
    for payload in (
        Keep(),
        Swap(),
        Dealt(1, Card("As")),
        Kept(1),
        Swapped(1),
        Shown(0, Card("2c")),
        hello("As 2s").view(0),
    ):
        body = GAME.payloads.dump_json(payload)
        assert msgspec.json.decode(msgspec.json.encode(body)) == body
