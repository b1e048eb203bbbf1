"""Every numbered transition of the FSM protocol's document, walked on a running server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gamehall_hearts.dialect.states import ALLOWED, TRANSITIONS, State, Transition
from tests.hearts.stage import FOUR, GOD, Stage, stage
from tests.hosting import PASSWORD

Before = Callable[[Stage], Awaitable[None]]
Step = Callable[[Stage], Awaitable[Any]]


# --- how to get to the state before ---


async def nowhere(on: Stage) -> None:
    """Nobody has logged in."""


async def in_login(on: Stage) -> None:
    await on.open()
    await on.enter("anna")


async def in_room(on: Stage) -> None:
    await in_login(on)
    await on.look("anna")


async def god_in_room(on: Stage) -> None:
    await on.open()
    await on.god()
    await on.look(GOD)


async def in_wait(on: Stage) -> None:
    await on.open()
    await on.sit("anna")


async def two_in_wait(on: Stage) -> None:
    await on.open()
    await on.sit("anna", "ben")


async def asked_for_place(on: Stage) -> None:
    await two_in_wait(on)
    await on.client.say("ask_change_place", user="ben", target_place=0)
    asked = await on.client.hear("change_place_request", "anna")
    assert asked["request"] == asked["requests"] == ["ben", 1]


async def robot_in_wait(on: Stage) -> None:
    await in_wait(on)
    await on.client.ask("add_robot", "anna", robot="random", place=1)


async def all_but_one_ready(on: Stage) -> None:
    await on.open()
    await on.sit(*FOUR)
    for name in FOUR[:3]:
        await on.client.ask("ready_for_start", name)


async def in_game(on: Stage) -> None:
    await on.begin(*FOUR)


async def god_in_game(on: Stage) -> None:
    await on.open()
    await on.sit(*FOUR)
    await on.god()
    await on.client.ask("god_in", GOD, "godin_reply", room=on.room)
    for name in FOUR:
        await on.client.ask("ready_for_start", name)
    for name in FOUR:
        on.hands[name] = (await on.client.hear("shuffle", name))["cards"]


async def at_turn(on: Stage) -> None:
    await on.begin(*FOUR)
    on.held.add("anna")
    await on.until("your_turn", "anna")


async def played(on: Stage) -> None:
    await at_turn(on)
    card = on.hands["anna"][0]
    reply = await on.client.ask("my_choice", "anna", card=card)
    assert reply["legal"] is True
    assert reply["your_card"] == card
    on.held.add("ben")


async def at_end(on: Stage) -> None:
    await on.begin(*FOUR)
    await on.until("game_end", "anna")


# --- the steps ---


def ask(event: str, reply: str = "", **fields: Any) -> Step:
    async def step(on: Stage) -> Any:
        given = {name: on.room if value == "ROOM" else value for name, value in fields.items()}
        return await on.client.ask(event, "anna", reply, **given)

    return step


def hear(event: str, user: str = "anna", *, silent: bool = False) -> Step:
    async def step(on: Stage) -> Any:
        if not silent:
            on.held.clear()
        return await on.until(event, user)

    return step


async def god_takes_place_four(on: Stage) -> Any:
    return await on.client.ask("choose_place", GOD, room=on.room, place=4)


async def room_opened_in_haste(on: Stage) -> None:
    await on.open(unready="0.3")
    await on.sit("anna")


async def silent_game(on: Stage) -> None:
    await on.begin(*FOUR, clock="move:0.2", kick="2")
    on.held.add("anna")


async def last_ready(on: Stage) -> Any:
    await on.client.say("ready_for_start", user="dan")
    return await on.client.hear("shuffle", "anna")


async def ben_comes(on: Stage) -> Any:
    await on.sit("ben", first=1)
    return await on.client.hear("player_info", "anna")


async def ben_asks(on: Stage) -> Any:
    await on.client.say("ask_change_place", user="ben", target_place=0)
    return await on.client.hear("change_place_request", "anna")


async def robot_comes(on: Stage) -> Any:
    await on.client.say("add_robot", user="anna", robot="random", place=2)
    told = await on.client.hear("robot_come_in", "anna")
    assert (told["place"], told["master"]) == (2, "anna")
    return told


async def ben_interrupts(on: Stage) -> Any:
    await on.client.ask("interrupt", "ben")
    told = await on.client.hear("game_interrupt", "anna")
    assert told["interrupt_player"] == "ben"
    return told


async def gone_within_a_game(on: Stage) -> None:
    await on.begin(*FOUR)
    on.held.add("anna")
    await on.until("your_turn", "anna")
    # Another client takes the name's place on the server, so this one has lost it.
    await on.server.hall.close(on.server.hall.online[(await on.server.hall.accounts.get("anna")).id])
    await on.client.hear("error", "anna")


async def comes_back(on: Stage) -> Any:
    told = await on.client.ask("reconnect", "anna", "reconnect_success", user_pwd=PASSWORD)
    assert told["you_cards"] == told["you_init_cards"] == on.hands["anna"]
    assert told["history"] == []
    assert told["cards_on_table"] == [0]
    return told


def one(before: Before, step: Step, who: str = "anna") -> tuple[Before, Step, str]:
    return before, step, who


WALK: dict[str, tuple[Before, Step, str]] = {
    "1": one(nowhere, ask("login", user_pwd=PASSWORD)),
    "2": one(in_login, ask("enter_room", room="ROOM")),
    "2.25": one(in_room, ask("request_room_list", range=[0, 5])),
    "2.5": one(in_login, ask("create_room", room="Q")),
    "3": one(in_room, ask("choose_place", room="ROOM", place=0)),
    "3.1": one(god_in_room, god_takes_place_four, GOD),
    "4": one(in_wait, ask("ready_for_start")),
    "4b": one(room_opened_in_haste, hear("wait_time_out")),
    "5": one(all_but_one_ready, last_ready),
    "6": one(in_game, hear("update")),
    "7": one(in_game, hear("your_turn")),
    "8": one(at_turn, ask("my_choice", card="timeout")),
    "9": one(played, hear("update")),
    "9.1": one(god_in_game, hear("update-god", GOD), GOD),
    "10": one(played, hear("trick_end")),
    "11": one(in_game, hear("game_end")),
    "12": one(at_end, ask("logout")),
    "13": one(at_end, ask("leave_room")),
    "14": one(at_end, ask("new_game")),
    "15": one(in_wait, ben_comes),
    "16a": one(in_wait, ask("ask_change_place", target_place=3)),
    "16b": one(two_in_wait, ben_asks),
    "16c": one(
        asked_for_place,
        ask("change_place_request_reply", "change_place_request_confirm", success=True, target_place=1),
    ),
    "17a0": one(in_wait, ask("request_robot_list")),
    "17a": one(in_wait, ask("add_robot", robot="random", place=1)),
    "17b": one(robot_in_wait, ask("cancel_robot", "cancel_robot", place=1)),
    "17c": one(in_wait, robot_comes),
    "17d": one(robot_in_wait, ask("robot_switch", "robot_switch", robot_place=[1, 3])),
    "18a": one(in_game, ask("interrupt")),
    "18b": one(silent_game, hear("kick out", silent=True)),
    "19": one(in_game, ben_interrupts),
    "20": one(gone_within_a_game, comes_back),
}


def test_the_walk_is_of_every_transition() -> None:
    assert list(WALK) == [row.number for row in TRANSITIONS]


@pytest.mark.parametrize("row", TRANSITIONS, ids=lambda row: f"{row.number} {row.message}")
async def test_a_transition(tmp_path: Path, row: Transition) -> None:
    before, step, who = WALK[row.number]
    async with stage(tmp_path) as on:
        await before(on)
        if row.message not in ("update", "your_turn", "kick out", "game_end"):
            assert await on.state(who) in set(map(str, row.before)), "the state before"
        told = await step(on)
        assert told["user"] == who
        assert told.get("success", True) is True
        if row.after is not None and row.number not in ("7", "10"):
            # A leader is at the turn at once.
            after = {str(row.after), "play_a_card"} if row.after is State.TRICK_BEFORE_PLAY else {str(row.after)}
            assert await on.state(who) in after


@pytest.mark.parametrize("event", [event for event in ALLOWED if event not in ("login", "reconnect")])
async def test_a_message_that_does_not_fit_the_state_changes_nothing(tmp_path: Path, event: str) -> None:
    ways: dict[State, Before] = {
        State.LOGIN: in_login,
        State.ROOM: in_room,
        State.WAIT: in_wait,
        State.PLAY_A_CARD: at_turn,
        State.END: at_end,
    }
    fields = {
        "room": "Q" if event == "create_room" else 1,
        "place": 0,
        "range": [0, 2],
        "card": "SA",
        "target_place": 1,
        "success": True,
        "robot": "random",
        "robot_place": [0, 1],
        "user_list": [],
    }
    state, way = next(((state, way) for state, way in ways.items() if state not in ALLOWED[event]), (None, None))
    if state is None or way is None:
        pytest.skip("it fits every state in which somebody is logged in")
    async with stage(tmp_path) as on:
        await way(on)
        detail = await on.client.refused(event, "anna", **fields)
        assert "does not fit the state" in detail
        assert await on.state("anna") == state
