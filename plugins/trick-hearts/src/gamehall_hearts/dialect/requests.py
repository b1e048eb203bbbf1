"""What a player may ask: to come and go, to enter rooms, to play; one function for each event of the protocol."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from gamehall_hearts.dialect.agent import GAME, Agent, Handler
from gamehall_hearts.dialect.cards import card_of, names
from gamehall_hearts.dialect.news import player_info
from gamehall_hearts.dialect.room import AVAILABLE, FULL, NOWHERE, STARTED
from gamehall_hearts.dialect.room_requests import ROOM_HANDLERS, must_be_god, standing
from gamehall_hearts.dialect.states import IN_GAME, State
from gamehall_hearts.tricks.messages import PlayCard
from gamehall_sdk.errors import Forbidden, IllegalAction, LoginFailed, NameTaken, OutOfTurn, Refusal, StaleTurn
from gamehall_sdk.table import Interrupt, Phase, Ready, Rematch
from gamehall_sdk.wire import ListedGame

__all__ = ["HANDLERS", "ROOM_OPTIONS"]

Fields = Mapping[str, Any]

ROOM_OPTIONS: Final = {
    "ready": "true",
    "rounds": "1",
    "pause": "0",
    "clock": "move:300",
    "misses": "3",
    "kick": "3",
    "unready": "600",
    "grace": "300",
    "interrupts": "true",
    "openbots": "true",
}
"""How a room of this protocol is opened: each game is one hand that begins when all are ready."""

_VARIANTS: Final = {"Q": "q", "T": "t"}
_GODS: Final = (3, 4)
"""The types of account that watch with all hands: observers, admins."""
_MOST_ROOMS: Final = 1000
_PLAYER: Final = 1


# --- coming and going ---


async def _authenticate(agent: Agent, fields: Fields) -> None:
    """Log in; a new name is registered, and a robot may need no account where the operator lets it in."""
    client, password = agent.client, str(fields.get("user_pwd", ""))
    if fields.get("is_robot"):
        try:
            await agent.arena.bridge.enlist(client, agent.name, agent.socket.peer, password)
            agent.family = str(fields.get("robot_type", ""))
        except (LoginFailed, NameTaken):
            await client.log_in(agent.name, password)
        return
    try:
        await client.log_in(agent.name, password)
    except LoginFailed:
        try:
            await client.create_account(agent.name, password, _PLAYER)
        except NameTaken:
            sentence = "The name and the password do not belong together."
            raise LoginFailed(sentence) from None
        await client.log_in(agent.name, password)


async def _log_in(agent: Agent, fields: Fields) -> None:
    await _authenticate(agent, fields)
    agent.god = agent.client.kind in _GODS
    agent.state = State.LOGIN
    god = int(agent.god)
    if not await agent.find_game():
        await agent.emit("login_reply", is_god=god, isgod=god, already_in=False)
        return
    await agent.emit("login_reply", is_god=god, isgod=god, already_in=True, **standing(agent))


async def _reconnect(agent: Agent, fields: Fields) -> None:
    try:
        await _authenticate(agent, fields)
        agent.god = agent.client.kind in _GODS
        if not await agent.find_game() or agent.state not in IN_GAME:
            sentence = "no game is running in which you play"
            raise LoginFailed(sentence)
    except Refusal:
        agent.state = State.LOGOUT
        await agent.emit("reconnect_failure")
        return
    _, room = agent.seated
    await agent.emit(
        "reconnect_success",
        you_cards=names(room.hand),
        you_init_cards=names(room.dealt),
        history=room.history(),
        cards_on_table=[room.start, *names(room.trick)],
    )


async def _log_out(agent: Agent, _: Fields) -> None:
    if agent.table is not None:
        await agent.leave()
    await agent.client.log_out()
    await agent.emit("logout_reply")
    agent.end()


async def _interrupt(agent: Agent, _: Fields) -> None:
    if agent.table is not None and agent.place is not None and agent.state in IN_GAME:
        # Where nobody may end the game for the others, one leaves it alone.
        with suppress(Forbidden):
            await agent.table.command(Interrupt())
    await _leave_quietly(agent)
    await agent.client.log_out()
    await agent.emit("interrupt_reply")
    agent.end()


async def _leave_quietly(agent: Agent) -> None:
    try:
        await agent.leave()
    except Refusal:
        agent.table = agent.room = None


# --- rooms ---


def _code(row: ListedGame | None) -> int:
    if row is None or row.additionalinfo is None:
        return NOWHERE
    cells = {cell.name: cell.text() for cell in row.additionalinfo.other.parameters}
    if cells.get("private") == "true":
        return NOWHERE
    if cells.get("phase") in ("playing", "pausing"):
        return STARTED
    return FULL if row.players >= row.maxplayers else AVAILABLE


async def _room_list(agent: Agent, fields: Fields) -> None:
    begin, end = fields["range"]
    rows = await agent.rows()
    numbers = range(begin, min(end, begin + _MOST_ROOMS))
    await agent.emit("request_room_list_reply", list=[_code(rows.get(number)) for number in numbers])


async def _create_room(agent: Agent, fields: Fields) -> None:
    if agent.god:
        sentence = "a god watches; it creates no room"
        raise Forbidden(sentence)
    options = {**ROOM_OPTIONS, "variant": _VARIANTS[fields["room"]]}
    number = await agent.client.create(GAME, f"Room of {agent.client.name}", options)
    await agent.sit(number, 0)
    agent.state = State.WAIT
    await agent.emit("create_room_reply", room_id=number, players=agent.seated[1].players())


async def _enter_room(agent: Agent, fields: Fields) -> None:
    await agent.watch(fields["room"])
    agent.state = State.ROOM
    _, room = agent.seated
    await agent.emit("enter_room_reply", game_state=room.game_state, players=room.players())


async def _choose_place(agent: Agent, fields: Fields) -> None:
    place = fields["place"]
    _, room = agent.seated
    if agent.god and place >= len(room.places) and fields["room"] == room.number:
        await agent.watch(room.number, hands=True)
        await agent.emit("choose_place_reply", success=True)
        await _watch_on(agent)
        return
    try:
        if agent.god or fields["room"] != room.number or room.code == STARTED:
            sentence = "this place cannot be taken now"
            raise Forbidden(sentence)
        if agent.family:
            agent.arena.came(agent, room.number, place)
        await agent.sit(room.number, place)
    except Refusal:
        await agent.emit("choose_place_reply", success=False)
        return
    _, room = agent.seated
    mine = room.places[place]
    agent.state = State.BEFORE_START if mine is not None and mine.ready else State.WAIT
    await agent.emit("choose_place_reply", success=True)
    if agent.family:
        await agent.emit("robot_come_in", robot_name=agent.name, place=place, master=agent.arena.master_of(agent.name))
    await player_info(agent)


async def _watch_on(agent: Agent) -> None:
    """A god is ready by itself, and in a running game at once."""
    _, room = agent.seated
    if room.phase is Phase.PLAYING:
        agent.state = State.TRICK_BEFORE_PLAY
        await agent.emit("shuffle")
        await agent.emit("update", **room.update())
        return
    agent.state = State.WAIT
    await player_info(agent)


async def _god_in(agent: Agent, fields: Fields) -> None:
    must_be_god(agent)
    await agent.watch(fields["room"], hands=True)
    _, room = agent.seated
    await agent.emit("godin_reply", game_state=room.game_state, players=room.players())
    await _watch_on(agent)


async def _god_out(agent: Agent, _: Fields) -> None:
    must_be_god(agent)
    await agent.leave()
    agent.state = State.LOGIN
    await agent.emit("godout_reply")


async def _leave_room(agent: Agent, _: Fields) -> None:
    if agent.place is not None and agent.seated[1].code == STARTED:
        sentence = "the game is running; interrupt ends it"
        raise Forbidden(sentence)
    await agent.leave()
    agent.state = State.LOGIN
    await agent.emit("leave_room_reply")


# --- before and after a game ---


async def _ready(agent: Agent, _: Fields) -> None:
    table, room = agent.seated
    if agent.place is not None:
        await table.command(Rematch() if room.phase is Phase.OVER else Ready())
    agent.state = State.BEFORE_START
    await agent.emit("ready_for_start_reply")


async def _unready(agent: Agent, _: Fields) -> None:
    if agent.place is not None:
        await agent.seated[0].command(Ready(ready=False))
    agent.state = State.WAIT
    await agent.emit("unready_for_start_reply")


async def _new_game(agent: Agent, _: Fields) -> None:
    agent.seated  # noqa: B018  # raises where there is no room
    agent.state = State.WAIT
    await agent.emit("new_game_reply")
    await player_info(agent)


async def _my_choice(agent: Agent, fields: Fields) -> None:
    table, room = agent.seated
    ask, name = agent.ask, fields["card"]
    if ask is None:
        sentence = "it is not your turn"
        raise OutOfTurn(sentence)
    action = random.choice(ask.actions) if name == "timeout" else None  # noqa: S311  # as the old server did
    card = action.card if action is not None else card_of(name)
    try:
        if card is None:
            sentence = f"{name} is no card"
            raise IllegalAction(sentence)
        await table.act(PlayCard(card), ask.turn)
    except IllegalAction:
        await agent.emit("my_choice_reply", legal=False, your_remain=names(room.hand), your_card=name)
        return
    except (StaleTurn, OutOfTurn):
        await agent.error("the time was over, and a card was played for you")
        return
    agent.answered = card
    agent.state = State.TRICK_AFTER_PLAY
    remain = [one for one in room.hand if one != card]
    await agent.emit("my_choice_reply", legal=True, your_remain=names(remain), your_card=names([card])[0])


HANDLERS: Final[dict[str, Handler]] = {
    **ROOM_HANDLERS,
    "login": _log_in,
    "reconnect": _reconnect,
    "logout": _log_out,
    "interrupt": _interrupt,
    "enter_room": _enter_room,
    "request_room_list": _room_list,
    "create_room": _create_room,
    "choose_place": _choose_place,
    "god_in": _god_in,
    "god_out": _god_out,
    "leave_room": _leave_room,
    "ready_for_start": _ready,
    "unready_for_start": _unready,
    "new_game": _new_game,
    "my_choice": _my_choice,
}
"""What answers each event of a player's."""
