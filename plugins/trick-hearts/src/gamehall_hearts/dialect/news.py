"""What a table tells, as the FSM protocol tells it: the events, in the order in which its clients expect them."""

from __future__ import annotations

from typing import Any, Final

from gamehall_hearts.dialect.agent import Agent
from gamehall_hearts.dialect.cards import names
from gamehall_hearts.dialect.room import Room
from gamehall_hearts.dialect.states import IN_GAME, State
from gamehall_hearts.tricks.messages import CardPlayed, HandDealt, PlayCard, TrickWon
from gamehall_sdk.errors import Refusal
from gamehall_sdk.room_flow import UNREADY
from gamehall_sdk.table import (
    Ask,
    Closed,
    Interrupted,
    Joined,
    KickedOut,
    Left,
    ReadySaid,
    RoundEnded,
    RoundStarted,
    SeatsSwapped,
    Sights,
    Snapshot,
    SwapAsked,
    SwapRefused,
    TurnStarted,
)

__all__ = ["player_info", "tell"]

_TELLS_PLAYERS: Final = (State.WAIT, State.BEFORE_START)
_SPARE_S: Final = 2
"""What the old server told more than it gave, so that a slow line does not cost the turn."""


async def tell(agent: Agent, news: Any) -> None:
    """Take in *news*, and tell the player what the protocol has for it."""
    if isinstance(news, Snapshot):
        agent.room = Room.of(agent.seated[0].gameid, news)
        return
    _, room = agent.seated
    room.hear(news)
    match news:
        case Joined() | ReadySaid():
            await _came(agent, news)
        case KickedOut(seat, _, why) if seat == agent.place:
            await _kicked_out(agent, why)
        case Left(seat, _, why):
            await _left(agent, room, seat, why)
        case SeatsSwapped() | SwapAsked() | SwapRefused():
            await _places(agent, news)
        case Interrupted(_, name):
            await _interrupted(agent, name)
        case Closed(why):
            await _closed(agent, why)
        case _:
            await _tell_play(agent, room, news)


async def _tell_play(agent: Agent, room: Room, news: Any) -> None:
    """What happened in the game itself."""
    match news:
        case RoundStarted() if agent.god:
            await _shuffled(agent)
        case HandDealt(_, cards) if not agent.god:
            await _shuffled(agent, cards=names(cards))
        case TurnStarted(seat) if room.opening:
            room.opening = False
            room.start = seat
            await _update(agent, room)
        case Ask():
            await _asked(agent, room, news)
        case CardPlayed(seat, card):
            await _played(agent, room, seat, card)
        case TrickWon(seat):
            await _trick_won(agent, room, seat)
        case RoundEnded():
            await agent.emit("game_end", scores=room.score_cards(), scores_num=room.scores)
            agent.state, agent.ask = State.END, None
        case Sights() if agent.god and agent.state in IN_GAME:
            await agent.emit("update-god", **room.update(), hands=room.all_hands())


async def player_info(agent: Agent) -> None:
    """Tell who is in the room, and who is ready."""
    _, room = agent.seated
    await agent.emit("player_info", players=room.players())


async def _came(agent: Agent, news: Joined | ReadySaid) -> None:
    if agent.state not in _TELLS_PLAYERS:
        return
    _, room = agent.seated
    player = room.places[news.seat]
    if isinstance(news, Joined) and player is not None and player.robot:
        player.master = player.master or agent.arena.master_of(player.name)
        await agent.emit("robot_come_in", robot_name=player.name, place=news.seat, master=player.master)
    await player_info(agent)


async def _left(agent: Agent, room: Room, seat: int, why: str) -> None:
    if seat != agent.place:
        if agent.state in _TELLS_PLAYERS:
            await player_info(agent)
        return
    await agent.leave()
    await agent.error(f"you are not in room {room.number} any more: {why}")
    agent.state = State.LOGIN


async def _kicked_out(agent: Agent, why: str) -> None:
    await agent.leave()
    if why == UNREADY:
        await agent.emit("wait_time_out")
        agent.state = State.LOGIN
        return
    await agent.client.log_out()
    await agent.emit("kick out")
    agent.end()


async def _places(agent: Agent, news: SeatsSwapped | SwapAsked | SwapRefused) -> None:
    match news:
        case SwapAsked(seat, name, _):
            # The document writes requests, its program sent request.
            await agent.emit("change_place_request", requests=[name, seat], request=[name, seat])
            return
        case SwapRefused():
            agent.swap = None
            await agent.emit("ask_change_place_reply", success=False, now_place=agent.place)
            return
        case SeatsSwapped(first, second) if agent.place in (first, second):
            if agent.swap == agent.place:
                await agent.emit("ask_change_place_reply", success=True, now_place=agent.place)
            elif agent.agreed is not None:
                await agent.emit("change_place_request_confirm", now_place=agent.place)
            agent.swap = agent.agreed = None
    if agent.state in _TELLS_PLAYERS:
        await player_info(agent)


async def _shuffled(agent: Agent, **cards: list[str]) -> None:
    """The hands are dealt; a god is told so without cards, and sees all of them afterwards."""
    await agent.emit("shuffle", **cards)
    agent.state = State.TRICK_BEFORE_PLAY
    agent.ask = agent.answered = None


async def _update(agent: Agent, room: Room) -> None:
    if agent.state in IN_GAME:
        await agent.emit("update", **room.update())


async def _asked(agent: Agent, room: Room, ask: Ask) -> None:
    if not isinstance(ask.actions[0], PlayCard):
        # This protocol has no words for what may be decided before the play.
        await agent.seated[0].respond(ask.actions[0], ask.turn)
        return
    agent.ask = ask
    agent.state = State.PLAY_A_CARD
    await agent.emit("your_turn", suit=room.suit(), time=round(ask.seconds) + _SPARE_S)


async def _played(agent: Agent, room: Room, seat: int, card: Any) -> None:
    if seat == agent.place:
        if agent.answered != card:
            # The time was over, and the table played for the player.
            await agent.emit("my_choice_reply", legal=True, your_remain=names(room.hand), your_card=names([card])[0])
        agent.answered = agent.ask = None
        agent.state = State.TRICK_AFTER_PLAY
    await _update(agent, room)


async def _trick_won(agent: Agent, room: Room, seat: int) -> None:
    if agent.state not in IN_GAME:
        return
    await agent.emit("trick_end", winner=seat, scores=room.score_cards())
    agent.state = State.TRICK_BEFORE_PLAY
    await _update(agent, room)


async def _interrupted(agent: Agent, name: str) -> None:
    """Somebody has ended the game for all: back to the room, without a place."""
    if agent.state not in IN_GAME:
        return
    await agent.emit("game_interrupt", interrupt_player=name)
    number = agent.seated[1].number
    place = agent.place
    await agent.leave()
    try:
        await agent.watch(number, hands=agent.god)
    except Refusal as error:
        await agent.error(str(error))
        agent.state = State.LOGIN
        return
    # Who had no place had nothing to lose: a god goes on watching.
    agent.state = State.ROOM if place is not None else State.WAIT


async def _closed(agent: Agent, why: str) -> None:
    await agent.error(f"the room is closed: {why}")
    agent.table = agent.room = agent.ask = None
    agent.state = State.LOGIN
