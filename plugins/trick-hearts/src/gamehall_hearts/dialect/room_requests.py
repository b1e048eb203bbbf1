"""What a player may ask in a room beside playing: another place, robots, and what robots ask when they come back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gamehall_hearts.dialect.agent import Agent, Handler
from gamehall_hearts.dialect.cards import names
from gamehall_sdk.errors import Forbidden, Refusal
from gamehall_sdk.table import AddBot, AnswerSwap, AskSwap, MoveBot, RemoveBot

__all__ = ["ROOM_HANDLERS", "must_be_god", "standing"]

Fields = Mapping[str, Any]


def standing(agent: Agent) -> dict[str, Any]:
    """All that one is told who is in a room already."""
    table, room = agent.seated
    return {
        "state": str(agent.state),
        "room": table.gameid,
        "place": agent.place,
        "cards": names(room.hand),
        "suit": room.suit(),
        "time": round(agent.ask.seconds) if agent.ask else 0,
        **room.info(room.hand),
    }


def must_be_god(agent: Agent) -> None:
    """Raise Forbidden for who is none."""
    if not agent.god:
        sentence = "that is for gods: accounts of observers"
        raise Forbidden(sentence)


# --- places ---


async def _ask_place(agent: Agent, fields: Fields) -> None:
    table, _ = agent.seated
    agent.swap = fields["target_place"]
    try:
        await table.command(AskSwap(fields["target_place"]))
    except Refusal:
        agent.swap = None
        await agent.emit("ask_change_place_reply", success=False, now_place=agent.place)


async def _answer_place(agent: Agent, fields: Fields) -> None:
    table, _ = agent.seated
    agent.agreed = fields["target_place"]
    try:
        await table.command(AnswerSwap(fields["target_place"], fields["success"]))
    except Refusal:
        agent.agreed = None
        raise
    if not fields["success"]:
        agent.agreed = None
        await agent.emit("change_place_request_confirm", now_place=agent.place)


# --- robots ---


async def _robot_list(agent: Agent, _: Fields) -> None:
    pictures = await agent.arena.robots(agent)
    families = sorted(pictures)
    await agent.emit(
        "request_robot_list_reply", robot_list=families, robot_pic=[pictures[family] for family in families]
    )


async def _add_robot(agent: Agent, fields: Fields) -> None:
    table, room = agent.seated
    family, place = fields["robot"], fields["place"]
    free = 0 <= place < len(room.places) and room.places[place] is None
    done = free and await agent.arena.call_robot(agent, family, room.number, place)
    if free and not done:
        try:
            await table.command(AddBot(family, place))
            done = True
        except Refusal:
            done = False
    await agent.emit("add_robot_reply", success=done)


async def _cancel_robot(agent: Agent, fields: Fields) -> None:
    table, room = agent.seated
    place = fields["place"]
    player = room.places[place] if 0 <= place < len(room.places) else None
    done = player is not None and player.robot and agent.arena.dismiss(player.name, room.number)
    if player is not None and player.robot and not done:
        try:
            await table.command(RemoveBot(place))
            done = True
        except Refusal:
            done = False
    # The document gives the reply the name of the request, its program another.
    for event in ("cancel_robot_reply", "cancel_robot"):
        await agent.emit(event, success=done, place=place)


async def _robot_switch(agent: Agent, fields: Fields) -> None:
    table, _ = agent.seated
    first, second = fields["robot_place"]
    try:
        await table.command(MoveBot(first, second))
        done = True
    except Refusal:
        done = False
    for event in ("robot_switch_reply", "robot_switch"):
        await agent.emit(event, success=done)


# --- what robots ask when they come back ---


async def _info(agent: Agent, _: Fields) -> None:
    if agent.table is None:
        await agent.emit("request_info_reply", state=str(agent.state))
        return
    await agent.emit("request_info_reply", **standing(agent))


async def _group_info(agent: Agent, fields: Fields) -> None:
    must_be_god(agent)
    wanted = fields["user_list"]
    told: dict[str, Any] = {}
    _, room = agent.seated
    for place, player in enumerate(room.places):
        if player is not None and player.name in wanted:
            told[player.name] = {"room": room.number, "place": place, **room.info(room.hands.get(place, []))}
    await agent.emit("request_group_info_reply", user_list=wanted, **told)


ROOM_HANDLERS: Final[dict[str, Handler]] = {
    "ask_change_place": _ask_place,
    "change_place_request_reply": _answer_place,
    "request_robot_list": _robot_list,
    "add_robot": _add_robot,
    "cancel_robot": _cancel_robot,
    "robot_switch": _robot_switch,
    "request_info": _info,
    "request_group_info": _group_info,
}
"""What answers each of these events."""
