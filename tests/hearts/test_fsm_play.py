"""Whole games over real Socket.IO: robots on one client, a god who watches, people of other protocols beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from gamehall_hearts.plugin import GONGZHU
from gamehall_sdk.client import connect
from gamehall_sdk.table import Ask, Ready, RoundEnded
from tests.hearts.fsm import Fsm, Robot, fsm, lowest
from tests.hearts.stage import FOUR, GOD, Stage, stage
from tests.hosting import PASSWORD, hosting

ROBOTS = [f"Miss.random{number}" for number in range(4)]


async def robots_sit(client: Fsm, room: int, names: list[str], *, first: int = 0) -> None:
    for place, name in enumerate(names, start=first):
        login = await client.ask("login", name, user_pwd=-1, is_robot=True, robot_type="Miss.random")
        assert login["already_in"] is False
        await client.ask("enter_room", name, room=room)
        assert (await client.ask("choose_place", name, room=room, place=place))["success"]


async def play_all(players: list[Robot], games: int) -> None:
    async with anyio.create_task_group() as group:
        for player in players:
            group.start_soon(player.play, games)


async def test_four_robots_play_and_a_god_watches(tmp_path: Path) -> None:
    async with stage(tmp_path) as on, fsm(on.server.web_address) as heaven:
        room = await on.open()
        await robots_sit(on.client, room, ROBOTS)
        await on.server.hall.accounts.create(GOD, PASSWORD, 3, 0)
        await heaven.ask("login", GOD, user_pwd=PASSWORD)
        entered = await heaven.ask("god_in", GOD, "godin_reply", room=room)
        assert entered["players"] == [[name, False, True] for name in ROBOTS]
        players = [Robot(on.client, name) for name in ROBOTS]
        for name in ROBOTS:
            await on.client.say("ready_for_start", user=name)
        await play_all(players, 2)
        assert {player.state for player in players} == {"end"}
        assert all(player.result == {**players[0].result, "user": player.name} for player in players)
        ends: list[dict[str, Any]] = []
        with anyio.fail_after(10):
            while len(ends) < 2:
                ends.append(await heaven.hear("game_end"))
        heaven_saw(heaven, players)


def heaven_saw(heaven: Fsm, players: list[Robot]) -> None:
    """The god was told everything, all hands among it, and in the order of the protocol."""
    events = [event for event, _ in heaven.log]
    assert events.count("trick_end") == 26
    assert all("cards" not in fields for event, fields in heaven.log if event == "shuffle")
    hands = [fields["hands"] for event, fields in heaven.log if event == "update-god"]
    assert [len(hand) for hand in hands[0]] == [13, 13, 13, 13]
    assert len({card for hand in hands[0] for card in hand}) == 52
    assert any(sum(map(len, all_hands)) == 1 for all_hands in hands)
    last = [fields["this_trick"] for event, fields in heaven.log if event == "update" and fields["this_trick"]]
    assert last[-1] == players[0].tricks[-1]


async def test_the_events_of_a_trick_come_in_the_order_of_the_old_server(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.begin(*FOUR)
        await on.until("game_end", "anna")
        mine = [(event, fields) for event, fields in on.client.log if fields.get("user") == "anna"]
        story = [event for event, _ in mine]
        begun = story.index("shuffle")
        assert story[begun : begun + 4] == ["shuffle", "update", "your_turn", "my_choice_reply"]
        assert story[-4:] == ["update", "trick_end", "update", "game_end"]
        for at, event in enumerate(story[begun:], start=begun):
            if event == "my_choice_reply":
                assert story[at + 1] == "update"
                assert mine[at + 1][1]["this_trick"][-1] == mine[at][1]["your_card"]
            if event == "trick_end":
                assert (story[at - 1], story[at + 1]) == ("update", "update")
                assert len(mine[at - 1][1]["this_trick"]) == 4
                assert mine[at + 1][1] == {"user": "anna", "this_trick": [], "trick_start": mine[at][1]["winner"]}
            if event == "your_turn":
                assert story[at - 1] == "update"
        turn = next(fields for event, fields in mine if event == "your_turn")
        assert turn["time"] == 302


async def test_scores_are_score_cards_and_flat_numbers(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.begin(*FOUR)
        end = await on.until("game_end", "anna")
        assert len(end["scores"]) == len(end["scores_num"]) == 4
        assert all(isinstance(number, int) for number in end["scores_num"])
        counted = [card for cards in end["scores"] for card in cards]
        assert sorted(counted) == sorted(
            ["SQ", "DJ", "C10", *(f"H{rank}" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA"))]
        )


async def test_three_players_play_eighteen_tricks(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.begin(*FOUR[:3])
        assert [len(on.hands[name]) for name in FOUR[:3]] == [18, 18, 18]
        end = await on.until("game_end", "anna")
        assert len(end["scores"]) == 3
        assert {"JP", "JG"} <= {card for cards in end["scores"] for card in cards}
        tricks = [event for event, fields in on.client.log if event == "trick_end" and fields["user"] == "anna"]
        assert len(tricks) == 18


async def test_an_illegal_card_is_answered_so_and_another_may_be_chosen(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.begin(*FOUR)
        on.held.add("anna")
        await on.until("your_turn", "anna")
        theirs = on.hands["ben"][0]
        for wrong in (theirs, "X9"):
            reply = await on.client.ask("my_choice", "anna", card=wrong)
            assert (reply["legal"], reply["your_remain"]) == (False, on.hands["anna"])
        assert await on.state("anna") == "play_a_card"
        reply = await on.client.ask("my_choice", "anna", card=on.hands["anna"][0])
        assert reply["legal"] is True
        assert len(reply["your_remain"]) == 12


async def test_the_table_plays_for_who_lets_the_time_go_by(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.begin(*FOUR, clock="move:0.3")
        on.held.add("anna")
        await on.until("your_turn", "anna")
        reply = await on.client.hear("my_choice_reply", "anna")
        assert reply["legal"] is True
        assert reply["your_card"] in on.hands["anna"]
        update = await on.client.hear("update", "anna")
        assert update["this_trick"] == [reply["your_card"]]


async def test_nobody_is_told_anothers_hand(tmp_path: Path) -> None:
    async with stage(tmp_path) as on, fsm(on.server.web_address) as other:
        await on.begin(*FOUR)
        await other.ask("login", "eve", user_pwd=PASSWORD)
        await other.ask("enter_room", "eve", room=on.room)
        info = await other.ask("request_info", "eve")
        assert info["cards"] == info["cards_remain"] == info["initial_cards"] == []
        assert "that is for gods" in await other.refused("request_group_info", "eve", user_list=["anna"])
        await on.until("game_end", "anna")
        own = {name: set(on_cards(on, name)) for name in FOUR}
        for event, fields in on.client.log:
            name = fields.get("user")
            for key in ("cards", "your_remain", "cards_remain", "initial_cards"):
                if name in own and key in fields:
                    assert set(fields[key]) <= own[name], event
        assert not [event for event, fields in other.log if "hands" in fields]


def on_cards(on: Stage, name: str) -> list[str]:
    return next(fields["cards"] for event, fields in on.client.log if (event, fields["user"]) == ("shuffle", name))


async def test_a_name_belongs_to_the_socket_that_logged_in(tmp_path: Path) -> None:
    async with stage(tmp_path) as on, fsm(on.server.web_address) as thief:
        await on.begin(*FOUR)
        on.held.add("anna")
        await on.until("your_turn", "anna")
        assert "not logged in here" in await thief.refused("my_choice", "anna", card="timeout")
        assert "not logged in here" in await thief.refused("logout", "anna")
        assert "do not belong together" in await thief.refused("login", "anna", user_pwd="guessed it")
        assert await on.state("anna") == "play_a_card"


async def test_robots_need_the_operators_leave(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as server, fsm(server.web_address) as client:
        for password in (-1, "loopback"):
            detail = await client.refused("login", "Miss.if0", user_pwd=password, is_robot=True)
            assert "belong together" in detail or "account" in detail
        await client.say("update_sid", robot_list=["Miss.if"], name="127.0.0.1")
        assert "no robots" in (await client.hear("error"))["detail"]
    token = "a token of the operator".replace(" ", "-")
    async with hosting(tmp_path / "b", robots=token) as server, fsm(server.web_address) as client:
        await client.refused("login", "Miss.if0", user_pwd=-1, is_robot=True)
        assert (await client.ask("login", "Miss.if0", user_pwd=token, is_robot=True))["already_in"] is False


async def test_a_robot_of_a_client_is_called_comes_with_its_masters_name_and_is_sent_away(tmp_path: Path) -> None:
    async with stage(tmp_path) as on, fsm(on.server.web_address) as home:
        await home.say("update_sid", robot_list=["Miss.if", "Miss.random"], name="10.0.0.7")
        await on.open()
        await on.sit("anna")
        families = await on.client.ask("request_robot_list", "anna")
        assert {"Miss.if", "Miss.random", "greedy", "random", "sampler"} <= set(families["robot_list"])
        assert families["robot_list"] == sorted(families["robot_list"])
        assert len(families["robot_pic"]) == len(families["robot_list"])
        assert (await on.client.ask("add_robot", "anna", robot="Miss.if", place=2))["success"]
        call = await home.hear("add_robot")
        assert call == {"user": "", "robot": "Miss.if", "room": on.room, "place": 2, "master": "anna"}
        await home.ask("login", "Miss.if0", user_pwd=-1, is_robot=True, robot_type="Miss.if")
        await home.ask("enter_room", "Miss.if0", room=on.room)
        await home.ask("choose_place", "Miss.if0", room=on.room, place=2, master="anna")
        came = await on.client.hear("robot_come_in", "anna")
        assert came == {"user": "anna", "robot_name": "Miss.if0", "place": 2, "master": "anna"}
        assert (await on.client.ask("add_robot", "anna", robot="Miss.if", place=2))["success"] is False
        assert (await on.client.ask("add_robot", "anna", robot="nobody", place=3))["success"] is False
        assert (await on.client.ask("robot_switch", "anna", robot_place=[2, 1]))["success"]
        told = await on.client.hear("player_info", "anna")
        assert told["players"][1] == ["Miss.if0", False, True]
        assert (await on.client.ask("cancel_robot", "anna", place=1))["success"]
        assert (await home.hear("cancel_player"))["user"] == "Miss.if0"
        await home.ask("logout", "Miss.if0")
        assert (await on.client.ask("cancel_robot", "anna", place=1))["success"] is False


async def test_robots_whose_client_broke_off_are_named_when_it_comes_back(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        room = await on.open()
        async with fsm(on.server.web_address) as home:
            await robots_sit(home, room, ROBOTS)
            for name in ROBOTS:
                await home.ask("ready_for_start", name)
            await home.hear("your_turn")
        async with fsm(on.server.web_address) as home:
            await home.say("update_sid", robot_list=["Miss.random"], name="10.0.0.7")
            assert (await home.hear("your_robots"))["robots"] == ROBOTS
            players = []
            for name in ROBOTS:
                back = await home.ask("login", name, user_pwd=-1, is_robot=True, robot_type="Miss.random")
                assert back["already_in"] is True
                assert (back["room"], back["place"]) == (room, int(name[-1]))
                assert len(back["cards"]) == len(back["initial_cards"]) == 13
                player = Robot(home, name)
                player.hand, player.state = back["cards"], "trick_before_play"
                players.append(player)
            await play_all(players, 1)


async def test_reconnecting_gives_hand_history_and_table(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        room = await on.open()
        async with fsm(on.server.web_address) as away:
            await on.sit("anna", "ben", "cleo")
            await away.ask("login", "dan", user_pwd=PASSWORD)
            await away.ask("enter_room", "dan", room=room)
            await away.ask("choose_place", "dan", room=room, place=3)
            await away.say("ready_for_start", user="dan")
            for name in ("anna", "ben", "cleo"):
                await on.client.say("ready_for_start", user=name)
            for name in ("anna", "ben", "cleo"):
                on.hands[name] = (await on.client.hear("shuffle", name))["cards"]
            first = (await away.hear("shuffle"))["cards"]
            async with anyio.create_task_group() as group:
                group.start_soon(on.until, "trick_end", "cleo")
                turn = await away.hear("your_turn")
                played = lowest(first, turn["suit"])
                await away.ask("my_choice", "dan", card=played)
        async with fsm(on.server.web_address) as back:
            await back.say("reconnect", user="dan", user_pwd="not it at all")
            await back.hear("reconnect_failure")
            told = await back.ask("reconnect", "dan", "reconnect_success", user_pwd=PASSWORD)
            assert told["you_init_cards"] == first
            assert told["you_cards"] == [card for card in first if card != played]
            ((leader, *cards),) = told["history"]
            assert leader == 0
            assert played in cards
            assert told["cards_on_table"][0] in range(4)
        async with fsm(on.server.web_address) as nobody:
            await nobody.say("reconnect", user="zoe", user_pwd=PASSWORD)
            await nobody.hear("reconnect_failure")


async def test_a_player_on_xml_sits_at_the_same_table(tmp_path: Path) -> None:
    async with stage(tmp_path) as on, connect(on.server.tcp_address, {GONGZHU.name: GONGZHU}) as xml:
        await on.enter("anna")
        room = (await on.client.ask("create_room", "anna", room="Q"))["room_id"]
        on.room = room
        await on.sit("ben", "cleo", first=1)
        await xml.create_account("dan", PASSWORD)
        await xml.log_in("dan", PASSWORD)
        table = await xml.join(room, seat=3)
        await table.command(Ready())
        assert (await on.client.hear("player_info", "anna"))["players"][3][0] in ("", "dan")

        async def play_xml() -> None:
            async for news in table:
                if isinstance(news, Ask):
                    await table.respond(news.actions[0], news.turn)
                if isinstance(news, RoundEnded):
                    return

        async with anyio.create_task_group() as group:
            group.start_soon(play_xml)
            players = [Robot(on.client, name) for name in FOUR[:3]]
            for name in FOUR[:3]:
                await on.client.say("ready_for_start", user=name)
            await play_all(players, 1)
        assert all(player.games == 1 for player in players)


@pytest.mark.parametrize(
    ("payload", "detail"),
    [
        ({"user": "anna"}, "json.load(data) error"),
        ("{", "json.load(data) error"),
        ("[]", "data lack element"),
        ('{"room": 1}', "data lack element"),
        ('{"user": 7}', "data lack element"),
        ('{"user": "anna"}', "data lack element: room, a whole number"),
        ('{"user": "anna", "room": "1"}', "room must be a whole number"),
        ('{"user": "anna", "room": true}', "room must be a whole number"),
        ('{"user": "anna", "room": 99}', "there is no room 99"),
        ("[" * 9000, "json.load(data) error"),
    ],
)
async def test_a_message_of_a_wrong_form_gets_an_error(tmp_path: Path, payload: Any, detail: str) -> None:
    async with stage(tmp_path) as on:
        await on.enter("anna")
        await on.client.io.emit("enter_room", payload)
        assert (await on.client.hear("error"))["detail"] == detail
        assert await on.state("anna") == "login"


async def test_unknown_events_and_names_get_errors(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.client.io.emit("give_me_all_hands", json.dumps({"user": "anna"}))
        assert "no event" in (await on.client.hear("error"))["detail"]
        assert "not logged in here" in await on.client.refused("logout", "anna")


async def test_a_flood_is_cut_off(tmp_path: Path) -> None:
    async with stage(tmp_path) as on, fsm(on.server.web_address) as flood:
        for _ in range(700):
            await flood.say("logout", user="nobody")
        with anyio.fail_after(10):
            await flood.io.wait()
        await on.enter("anna")


async def test_room_states_and_places(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.open()
        await on.sit("anna", "ben")
        await on.enter("cleo")
        assert (await on.client.ask("request_room_list", "cleo", range=[0, 3]))["list"] == [0, 1, 0]
        await on.look("cleo")
        for place, free in ((0, False), (4, False), (-1, False), (9, False), (2, True)):
            reply = await on.client.ask("choose_place", "cleo", room=on.room, place=place)
            assert reply["success"] is free
        await on.sit("dan", first=3)
        await on.enter("eve")
        assert (await on.client.ask("request_room_list", "eve", range=[1, 2]))["list"] == [2]
        assert (await on.client.ask("enter_room", "eve", room=on.room))["game_state"] == "full"
        for name in FOUR:
            await on.client.ask("ready_for_start", name)
        await on.client.hear("your_turn", "anna")
        assert (await on.client.ask("request_room_list", "eve", range=[1, 2]))["list"] == [3]


async def test_ready_can_be_taken_back_and_places_refused(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.open()
        await on.sit("anna", "ben")
        await on.client.ask("ready_for_start", "anna")
        assert await on.state("anna") == "before_start"
        await on.client.ask("unready_for_start", "anna")
        assert await on.state("anna") == "wait"
        await on.client.say("ask_change_place", user="ben", target_place=0)
        await on.client.hear("change_place_request", "anna")
        confirm = await on.client.ask(
            "change_place_request_reply", "anna", "change_place_request_confirm", success=False, target_place=1
        )
        assert confirm["now_place"] == 0
        reply = await on.client.hear("ask_change_place_reply", "ben")
        assert (reply["success"], reply["now_place"]) == (False, 1)
        detail = await on.client.refused("change_place_request_reply", "anna", success=True, target_place=1)
        assert "nobody in seat 1 asks you" in detail
        await on.client.say("ask_change_place", user="ben", target_place=0)
        await on.client.hear("change_place_request", "anna")
        await on.client.say("change_place_request_reply", user="anna", success=True, target_place=1)
        assert (await on.client.hear("change_place_request_confirm", "anna"))["now_place"] == 1
        assert (await on.client.hear("ask_change_place_reply", "ben"))["now_place"] == 0


async def test_who_asks_for_a_place_always_gets_an_answer(tmp_path: Path) -> None:
    """F41: also when the asked one leaves the room, or is ready and so keeps the place."""
    async with stage(tmp_path) as on:
        await on.open()
        await on.sit("anna", "ben")
        await on.client.say("ask_change_place", user="ben", target_place=0)
        await on.client.hear("change_place_request", "anna")
        await on.client.ask("ready_for_start", "anna")
        assert (await on.client.hear("ask_change_place_reply", "ben"))["success"] is False
        refused = await on.client.ask("ask_change_place", "ben", target_place=0)
        assert (refused["success"], refused["now_place"]) == (False, 1)
        await on.client.ask("unready_for_start", "anna")
        await on.client.say("ask_change_place", user="ben", target_place=0)
        await on.client.hear("change_place_request", "anna")
        await on.client.ask("leave_room", "anna")
        assert (await on.client.hear("ask_change_place_reply", "ben"))["success"] is False
        assert (await on.client.ask("ask_change_place", "ben", target_place=0))["now_place"] == 0


async def test_a_login_right_behind_a_logout_is_not_lost(tmp_path: Path) -> None:
    """F36: what a client sends before it has heard ``logout_reply`` is answered all the same."""
    async with stage(tmp_path) as on:
        await on.enter("anna")
        for _ in range(3):
            await on.client.say("logout", user="anna")
            await on.client.say("login", user="anna", user_pwd=PASSWORD)
            await on.client.hear("logout_reply", "anna")
            assert (await on.client.hear("login_reply", "anna"))["already_in"] is False


async def test_interrupt_leaves_alone_where_nobody_may_end_the_game_for_all(tmp_path: Path) -> None:
    """F54, at a table of other options than the protocol's own."""
    async with stage(tmp_path) as on:
        await on.begin(*FOUR, interrupts="false")
        await on.client.ask("interrupt", "dan")
        end = await on.until("game_end", "anna")
        assert len(end["scores_num"]) == 4


async def test_a_god_creates_no_room_and_takes_no_place(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.god()
        assert "a god watches" in await on.client.refused("create_room", GOD, room="Q")
        await on.open()
        await on.look(GOD)
        assert (await on.client.ask("choose_place", GOD, room=on.room, place=1))["success"] is False


async def test_a_god_may_come_into_a_running_game_and_asks_for_any_hand(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.begin(*FOUR)
        on.held.add("anna")
        await on.until("your_turn", "anna")
        await on.god()
        await on.client.ask("god_in", GOD, "godin_reply", room=on.room)
        hands = (await on.client.hear("update-god", GOD))["hands"]
        assert hands == [on.hands[name] for name in FOUR]
        info = await on.client.ask("request_group_info", GOD, user_list=["ben"])
        assert info["ben"]["cards_remain"] == on.hands["ben"]
        await on.client.ask("god_out", GOD, "godout_reply")


async def test_after_an_interrupt_the_others_are_in_the_room_without_a_place(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.begin(*FOUR)
        await on.client.ask("interrupt", "dan")
        for name in FOUR[:3]:
            assert (await on.client.hear("game_interrupt", name))["interrupt_player"] == "dan"
        for name in FOUR[:3]:
            assert await on.state(name) == "room"
        assert (await on.client.ask("choose_place", "anna", room=on.room, place=2))["success"]
