"""The FSM rows of CHECKLIST: which test shows each, and those that no whole game shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from gamehall_hearts.dialect.room import Room
from gamehall_hearts.dialect.states import State
from gamehall_hearts.tricks.messages import CardPlayed, HandDealt
from gamehall_sdk.cards import Card
from tests.hearts import test_fsm_play, test_fsm_walk
from tests.hearts.stage import FOUR, stage
from tests.hosting import PASSWORD


async def test_f12_and_f13_a_room_has_four_places_or_three_and_its_maker_the_first(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.enter("anna", "ben")
        for name, letter, places in (("anna", "Q", 4), ("ben", "T", 3)):
            reply = await on.client.ask("create_room", name, room=letter)
            assert set(reply) == {"user", "room_id", "players"}
            assert reply["players"] == [[name, False, False], *[["", False, False]] * (places - 1)]
            assert await on.state(name) == "wait"
        await on.enter("cleo")
        await on.client.say("create_room", user="cleo", room="X")
        assert '"Q" or "T"' in (await on.client.hear("error"))["detail"]


@pytest.mark.parametrize(
    ("range_", "count"), [([0, 1 << 30], 1000), ([5, 2], 0), ([-3, 1], 4), ([1 << 30, (1 << 30) + 2], 2)]
)
async def test_f9_however_long_a_range_the_list_of_rooms_is_bounded(
    tmp_path: Path, range_: list[int], count: int
) -> None:
    async with stage(tmp_path) as on:
        await on.enter("anna")
        assert (await on.client.ask("request_room_list", "anna", range=range_))["list"] == [0] * count


async def test_f21_and_f63_the_own_hand_is_sorted_spades_hearts_jokers_diamonds_clubs(tmp_path: Path) -> None:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA"]
    suits = {suit: [suit + rank for rank in ranks] for suit in "SHDC"}
    order = [*suits["S"], *suits["H"], "JP", "JG", *suits["D"], *suits["C"]]
    async with stage(tmp_path) as on:
        await on.begin(*FOUR[:3])
        for name in FOUR[:3]:
            assert on.hands[name] == sorted(on.hands[name], key=order.index)
        assert sorted(card for hand in on.hands.values() for card in hand) == sorted(order)
        told = [fields for event, fields in on.client.log if event == "shuffle"]
        assert all(set(fields) == {"user", "cards"} for fields in told)


@pytest.mark.parametrize("joker", ["JP", "JG"])
def test_f24_where_a_joker_is_led_hearts_are_to_be_followed(joker: str) -> None:
    room = Room(1, [None] * 3)
    room.hear(HandDealt(0, (Card(joker), Card("2h"))))
    assert room.suit() == "A"
    room.hear(CardPlayed(0, Card(joker)))
    assert room.suit() == "H"
    assert room.update() == {"this_trick": [joker], "trick_start": 0}


async def test_f2_and_f66_each_wrong_step_in_each_state_gets_an_error_and_the_state_stays(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.open()
        await on.enter("anna")
        for event in ("my_choice", "new_game", "ready_for_start", "choose_place", "login", "reconnect"):
            fields: dict[str, Any] = {"card": "SA", "room": on.room, "place": 0, "user_pwd": PASSWORD}
            assert "does not fit the state login" in await on.client.refused(event, "anna", **fields)
        await on.client.io.emit("login", (json.dumps({"user": "ben", "user_pwd": PASSWORD}), "more"))
        assert (await on.client.hear("error"))["detail"] == "json.load(data) error"
        assert await on.state("anna") == "login"


def test_f2_there_are_the_nine_states() -> None:
    names = "logout login room wait before_start trick_before_play play_a_card trick_after_play end"
    assert [str(state) for state in State] == names.split()


WALK: Final = "test_a_transition"
ORDER: Final = "test_the_events_of_a_trick_come_in_the_order_of_the_old_server"
GOD: Final = "test_four_robots_play_and_a_god_watches"
ROBOT: Final = "test_a_robot_of_a_client_is_called_comes_with_its_masters_name_and_is_sent_away"
ROOMS: Final = "test_room_states_and_places"
READY: Final = "test_ready_can_be_taken_back_and_places_refused"
SCORES: Final = "test_scores_are_score_cards_and_flat_numbers"
ILLEGAL: Final = "test_an_illegal_card_is_answered_so_and_another_may_be_chosen"
SHOWN: Final = {
    **dict.fromkeys((1, 22, 31, 64), GOD),
    **dict.fromkeys((3, 4, 7, 17, 18, 19, 20, 27, 33, 36, 37, 38, 39, 42, 44, 45, 54, 55, 56, 60), WALK),
    **dict.fromkeys((23, 25, 30, 32, 35), ORDER),
    **dict.fromkeys((46, 47, 48, 49, 50, 51, 52, 53, 62), ROBOT),
    **dict.fromkeys((8, 10, 11, 15, 16), ROOMS),
    **dict.fromkeys((40, 43), READY),
    **dict.fromkeys((26, 28, 29), ILLEGAL),
    2: "test_f2_there_are_the_nine_states",
    5: "test_a_name_belongs_to_the_socket_that_logged_in",
    6: "test_a_god_may_come_into_a_running_game_and_asks_for_any_hand",
    9: "test_f9_however_long_a_range_the_list_of_rooms_is_bounded",
    12: "test_f12_and_f13_a_room_has_four_places_or_three_and_its_maker_the_first",
    13: "test_f12_and_f13_a_room_has_four_places_or_three_and_its_maker_the_first",
    14: "test_a_god_creates_no_room_and_takes_no_place",
    21: "test_f21_and_f63_the_own_hand_is_sorted_spades_hearts_jokers_diamonds_clubs",
    24: "test_f24_where_a_joker_is_led_hearts_are_to_be_followed",
    34: SCORES,
    41: "test_who_asks_for_a_place_always_gets_an_answer",
    57: "test_reconnecting_gives_hand_history_and_table",
    58: "test_reconnecting_gives_hand_history_and_table",
    59: "test_reconnecting_gives_hand_history_and_table",
    61: "test_robots_whose_client_broke_off_are_named_when_it_comes_back",
    63: "test_f21_and_f63_the_own_hand_is_sorted_spades_hearts_jokers_diamonds_clubs",
    65: "test_three_players_play_eighteen_tricks",
    66: "test_f2_and_f66_each_wrong_step_in_each_state_gets_an_error_and_the_state_stays",
}
"""Row F… to the test that shows it."""


def test_every_row_is_shown_by_a_test() -> None:
    places: list[dict[str, Any]] = [vars(test_fsm_play), vars(test_fsm_walk), globals()]
    assert sorted(SHOWN) == list(range(1, 67))
    assert not [row for row, name in SHOWN.items() if not any(name in place for place in places)]
