"""One player of the FSM protocol: its state, its room, and a client of the server's own behind it.

What comes from the player and what comes from the table is taken one at a time, in order, by one task.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.abc

from gamehall_hearts.dialect.room import Room
from gamehall_hearts.dialect.states import ALLOWED, State
from gamehall_sdk.cards import Card
from gamehall_sdk.client import Client, TableSession
from gamehall_sdk.errors import GamehallError, UnknownTable
from gamehall_sdk.table import Ask, Phase
from gamehall_sdk.wire import ListedGame

if TYPE_CHECKING:
    from gamehall_hearts.dialect.arena import Arena
    from gamehall_hearts.dialect.sockets import Socket

__all__ = ["GAME", "Agent", "Handler"]

GAME: Final = "gongzhu"
"""The game whose tables are the rooms of this protocol."""
_INBOX: Final = 200

Handler = Callable[["Agent", Any], Awaitable[None]]


class Agent:
    """A player; *socket* is what speaks for it, and *name* what it calls itself."""

    def __init__(self, arena: Arena, socket: Socket, name: str) -> None:
        """Nobody yet: the first message must be a login."""
        self.arena = arena
        self.socket = socket
        self.name = name
        self.state = State.LOGOUT
        self.god = False
        """Whether this is an observer's account: it takes no place and sees all hands."""
        self.family = ""
        """Of a robot without an account: its family."""
        self.client: Client
        self.table: TableSession | None = None
        self.room: Room | None = None
        self.ask: Ask | None = None
        """What the table asks now."""
        self.answered: Card | None = None
        """The card that was played, until the table tells of it."""
        self.swap: int | None = None
        """The place that this player has asked for."""
        self.agreed: int | None = None
        """The place of whom this player has agreed to change with."""
        self._scope = anyio.CancelScope()
        self._over = False
        self._send, self._receive = anyio.create_memory_object_stream[tuple[Handler, Any]](_INBOX)
        self._group: anyio.abc.TaskGroup

    # --- what others call ---

    def take(self, event: str, fields: Mapping[str, Any]) -> bool:
        """A message of the player's; false when too many wait already."""
        return self.push(_do, (event, fields))

    def push(self, work: Handler, what: Any = None) -> bool:
        """Do *work* when everything before is done; false when too much waits already."""
        try:
            self._send.send_nowait((work, what))
        except (anyio.WouldBlock, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return False
        return True

    def stop(self) -> None:
        """The socket is gone: leave the seat to its grace time."""
        self._scope.cancel()

    async def run(self) -> None:
        """Live, from the login to the logout or the loss of the connection."""
        try:
            with self._scope:
                await self._live()
        except* GamehallError as errors:
            await self.error(str(_first(errors)))
        finally:
            self._send.close()
            self.arena.forget(self)
            await self._hand_on()

    # --- what handlers use ---

    async def emit(self, event: str, **fields: Any) -> None:
        """Tell the player something."""
        await self.socket.send(event, {"user": self.name, **fields})

    async def error(self, detail: str) -> None:
        """Tell the player what was wrong."""
        await self.emit("error", detail=detail)

    def end(self) -> None:
        """This was the last thing that the player does here."""
        self.state = State.LOGOUT
        self._over = True

    @property
    def place(self) -> int | None:
        """Where the player sits."""
        return None if self.table is None else self.table.seat

    @property
    def seated(self) -> tuple[TableSession, Room]:
        """The table and the room. Raises UnknownTable for who is in none."""
        if self.table is None or self.room is None:
            sentence = "you are in no room"
            raise UnknownTable(sentence)
        return self.table, self.room

    async def rows(self, **filters: Any) -> dict[int, ListedGame]:
        """The rooms, by number."""
        return {row.gameid: row for row in await self.client.listing(GAME, **filters)}

    async def watch(self, number: int, *, hands: bool = False) -> None:
        """Enter a room without a place. Raises UnknownTable when there is none such."""
        if number not in await self.rows():
            sentence = f"there is no room {number}"
            raise UnknownTable(sentence)
        await self._follow(await self.client.join(number, watch=True, hands=hands))

    async def sit(self, number: int, place: int) -> None:
        """Take a place. Raises what the table refuses."""
        await self._follow(await self.client.join(number, seat=place, says_ready=True))

    async def leave(self) -> None:
        """Leave the room and the place."""
        table, self.table, self.room, self.ask = self.table, None, None, None
        self.swap = self.agreed = None
        if table is not None and self.client.lost is None:
            await table.leave()

    async def find_game(self) -> bool:
        """Come back to the seat that the player has somewhere, if there is one."""
        for number, row in (await self.rows(player=self.client.name)).items():
            if row.additionalinfo is None or self.client.name not in row.additionalinfo.players:
                continue
            await self._follow(await self.client.join(number, watch=True))
            if self.place is not None:
                self.state = self._standing()
                return True
            await self.leave()
        return False

    # --- inside ---

    async def _live(self) -> None:
        async with self.arena.bridge.connect(self.socket.peer) as client, anyio.create_task_group() as group:
            self.client, self._group = client, group
            group.start_soon(self._until_lost)
            while not self._over:
                work, what = await self._receive.receive()
                await work(self, what)
            group.cancel_scope.cancel()

    async def _hand_on(self) -> None:
        """What came after the last word here, a new login for one, is for whoever has the name now."""
        with self._receive:
            while self._receive.statistics().current_buffer_used:
                work, what = self._receive.receive_nowait()
                if work is _do:
                    await self.arena.take(self.socket, *what)

    async def _until_lost(self) -> None:
        while self.client.lost is None:
            await self.client.heard()
        await self._send.send((_lost, None))

    async def _follow(self, table: TableSession) -> None:
        snapshot = await anext(table)
        self.table, self.room, self.ask = table, Room.of(table.gameid, snapshot), None
        self._group.start_soon(self._read, table)

    async def _read(self, table: TableSession) -> None:
        async for news in table:
            await self._send.send((_tell, (table, news)))

    def _standing(self) -> State:
        """Where one stands who comes back to the seat."""
        _, room = self.seated
        place = self.place or 0
        if room.phase is Phase.PLAYING:
            played = (place - room.start) % len(room.places) < len(room.trick)
            return State.TRICK_AFTER_PLAY if played else State.TRICK_BEFORE_PLAY
        if room.phase is Phase.OVER:
            return State.END
        player = room.places[place]
        return State.BEFORE_START if player is not None and player.ready else State.WAIT


async def _do(agent: Agent, what: tuple[str, Mapping[str, Any]]) -> None:
    """A message of the player's: refuse what does not fit the state, else answer it."""
    event, fields = what
    if agent.state not in ALLOWED[event]:
        await agent.error(f"{event} does not fit the state {agent.state}")
    else:
        try:
            await agent.arena.handlers[event](agent, fields)
        except GamehallError as error:
            await agent.error(str(error))
    if agent.state is State.LOGOUT:
        agent.end()


async def _tell(agent: Agent, what: tuple[TableSession, Any]) -> None:
    """A piece of news; that of a table that was left meanwhile is none."""
    table, news = what
    if table is agent.table:
        await agent.arena.tell(agent, news)


async def _lost(agent: Agent, _: Any) -> None:
    """The server has closed the connection behind the player."""
    reason = agent.client.parting or agent.client.lost
    await agent.error(str(reason))
    agent.end()


def _first(errors: BaseExceptionGroup[Any]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
