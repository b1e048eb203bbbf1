"""The arena: all Socket.IO clients of the FSM protocol, the players they speak for, and the robots they offer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs
import socketio

from gamehall_hearts.dialect.agent import GAME, Agent, Handler
from gamehall_hearts.dialect.news import tell
from gamehall_hearts.dialect.requests import HANDLERS
from gamehall_hearts.dialect.shapes import EVENTS, BadMessage, read
from gamehall_hearts.dialect.sockets import Socket
from gamehall_hearts.dialect.states import State
from gamehall_sdk.dialect import Bridge
from gamehall_sdk.lobby import BotNames, ListBots

__all__ = ["Arena", "application"]

_MOST_BYTES: Final = 100_000
_MOST_SOCKETS: Final = 1000
_MOST_LOST: Final = 1000
"""Robots that are remembered after their client went away."""
_MOST_AGENTS: Final = 64
"""Players that one client may speak for."""


@attrs.frozen
class _Call:
    """A robot that was asked to come."""

    family: str
    room: int
    place: int
    master: str


class Arena:
    """See the module."""

    def __init__(self, bridge: Bridge) -> None:
        """Nobody is connected yet."""
        self.bridge = bridge
        self.handlers: Mapping[str, Handler] = HANDLERS
        self.tell = tell
        # Events are handled in the order in which they come.
        self.sio = socketio.AsyncServer(
            async_mode="asgi",
            async_handlers=False,
            max_http_buffer_size=_MOST_BYTES,
            # Pages of foreign sites do not come so far, and others may be of any that the operator allows.
            cors_allowed_origins="*",
            cors_credentials=False,
        )
        self._sockets: dict[str, Socket] = {}
        self._agents: dict[str, Agent] = {}
        self._calls: list[_Call] = []
        self._masters: dict[str, str] = {}
        self._lost: dict[str, str] = {}
        """Robots whose client went away, and their families."""
        self.sio.on("connect", self._connected)
        self.sio.on("disconnect", self._disconnected)
        self.sio.on("*", self._event)

    # --- clients ---

    async def _connected(self, sid: str, environ: Mapping[str, Any], _auth: Any = None) -> bool:
        if len(self._sockets) >= _MOST_SOCKETS:
            return False
        client = environ.get("asgi.scope", {}).get("client")
        self._sockets[sid] = Socket(self.sio, sid, f"{client[0]}:{client[1]}" if client else "unknown:0")
        return True

    async def _disconnected(self, sid: str, *_: Any) -> None:
        socket = self._sockets.pop(sid, None)
        if socket is None:
            return
        for agent in list(socket.agents.values()):
            if agent.family:
                self._lost[agent.name] = agent.family
            agent.stop()
        while len(self._lost) > _MOST_LOST:
            forgotten = next(iter(self._lost))
            del self._lost[forgotten]
            self._masters.pop(forgotten, None)

    async def _event(self, event: str, sid: str, *arguments: Any) -> None:
        socket = self._sockets.get(sid)
        if socket is None:
            return
        if not socket.may_send():
            await self.sio.disconnect(sid)
            return
        if event not in EVENTS:
            await socket.send("error", {"detail": f"there is no event {event[:64]!r}"})
            return
        try:
            fields = read(event, arguments[0] if len(arguments) == 1 else None)
        except BadMessage as error:
            await socket.send("error", {"detail": str(error)})
            return
        if event == "update_sid":
            await self._offer(socket, fields)
            return
        await self.take(socket, event, fields)

    async def take(self, socket: Socket, event: str, fields: Mapping[str, Any]) -> None:
        """Give an event to the player that it names, who must have logged in on this very client."""
        if socket.sid not in self._sockets:
            return
        name = fields["user"]
        agent = socket.agents.get(name)
        if agent is None and event in ("login", "reconnect"):
            if len(socket.agents) >= _MOST_AGENTS:
                await socket.send("error", {"user": name, "detail": f"one client speaks for {_MOST_AGENTS} at most"})
                return
            agent = Agent(self, socket, name)
            socket.agents[name] = self._agents[name] = agent
            self.bridge.start(agent.run)
        if agent is None:
            await socket.send("error", {"user": name, "detail": f"{event}: {name} is not logged in here"})
        elif not agent.take(event, fields):
            await socket.send("error", {"user": name, "detail": "too many messages wait already"})

    def forget(self, agent: Agent) -> None:
        """The player is gone."""
        if agent.socket.agents.get(agent.name) is agent:
            del agent.socket.agents[agent.name]
        if self._agents.get(agent.name) is agent:
            del self._agents[agent.name]
        if agent.name not in self._lost:
            self._masters.pop(agent.name, None)

    # --- robots ---

    async def _offer(self, socket: Socket, fields: Mapping[str, Any]) -> None:
        """A client offers families of robots; it is told which of them are waiting for it to come back."""
        if not self.bridge.lets_in(socket.peer, str(fields.get("token", ""))):
            await socket.send("error", {"detail": "this server lets in no robots from here"})
            return
        socket.families = set(fields["robot_list"])
        mine = sorted(name for name, family in self._lost.items() if family in socket.families)
        if mine:
            await socket.send("your_robots", {"user": "", "robots": mine, "robot_list": mine})

    async def robots(self, agent: Agent) -> dict[str, str]:
        """The families that may be added, each with its picture: the server's own bots, and those of clients."""
        bots: BotNames = await agent.client.command(ListBots(GAME))
        pictures = bots.pictures or ("",) * len(bots.names)
        found = {family: "" for socket in self._sockets.values() for family in socket.families}
        return found | dict(zip(bots.names, pictures, strict=True))

    async def call_robot(self, agent: Agent, family: str, room: int, place: int) -> bool:
        """Ask the client that offers *family* to send one; false when none does."""
        socket = next((one for one in self._sockets.values() if family in one.families), None)
        if socket is None:
            return False
        self._calls.append(_Call(family, room, place, agent.name))
        del self._calls[:-_MOST_AGENTS]
        await socket.send(
            "add_robot", {"user": "", "robot": family, "room": room, "place": place, "master": agent.name}
        )
        return True

    def master_of(self, name: str) -> str:
        """Who added the robot *name*."""
        return self._masters.get(name, "")

    def came(self, agent: Agent, room: int, place: int) -> None:
        """A robot has taken the place that it was asked to take: remember whose it is."""
        self._lost.pop(agent.name, None)
        for call in self._calls:
            if (call.room, call.place) == (room, place) and call.family == agent.family:
                self._masters[agent.name] = call.master
                self._calls.remove(call)
                return

    def dismiss(self, name: str, room: int) -> bool:
        """Send the robot *name* of a client's away from *room*; false when it is none."""
        agent = self._agents.get(name)
        if agent is None or not agent.family or agent.room is None or agent.room.number != room:
            return False
        return agent.push(_dismissed)


async def _dismissed(agent: Agent, _: Any) -> None:
    await agent.leave()
    agent.state = State.LOGIN
    await agent.emit("cancel_player")


def application(bridge: Bridge) -> Any:
    """The ASGI application of the protocol."""
    sio = Arena(bridge).sio
    answer = socketio.ASGIApp(sio, socketio_path=None)

    async def bounded(scope: Any, receive: Any, send: Any) -> None:
        # Who polls is kept for a time without a connection, and before it has said anything.
        comes = scope["type"] == "http" and b"sid=" not in scope["query_string"]
        if comes and len(sio.eio.sockets) >= _MOST_SOCKETS:
            headers = [(b"content-type", b"text/plain"), (b"retry-after", b"30")]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": b"too many clients; try again later\n"})
        else:
            await answer(scope, receive, send)

    return bounded
