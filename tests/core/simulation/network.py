"""Connections in memory.

Bytes are split anywhere and arrive late, in order within a connection and in none between connections; a connection
may break at any moment, with what is on its way.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from types import ModuleType
from typing import Final

import anyio

from gamehall.sessions.attend import attend
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall_sdk.errors import RemoteProtocolError
from gamehall_sdk.transport import Disconnected, Transport
from gamehall_sdk.wire import FrameReader, Message, frame
from tests.core.simulation.dice import Dice
from tests.core.simulation.loop import VirtualLoop
from tests.core.simulation.watch import Watch

__all__ = ["Link", "SimulatedTransport", "read_from", "serve", "write_to"]

_LIMIT: Final = 1 << 24
_SLOWEST_S: Final = 0.03
_TINY_S: Final = 1e-6
"""What is due at one time comes in any order."""


class Pipe:
    """One direction."""

    def __init__(self, dice: Dice, loop: VirtualLoop) -> None:
        self._dice = dice
        self._loop = loop
        self._arrived: deque[bytes] = deque()
        self._news = anyio.Event()
        self._last = 0.0
        self.broken = False

    def send(self, data: bytes) -> None:
        """Put *data* on its way, in one to three pieces."""
        if self.broken:
            return
        cuts = sorted(self._dice.randrange(len(data) + 1) for _ in range(self._dice.choice((0, 0, 0, 1, 2))))
        for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            if start < end:
                self._last = max(self._last, self._loop.time() + self._dice.random() * _SLOWEST_S) + _TINY_S
                if self._last < float("inf"):
                    self._loop.call_at(self._last, self._arrive, data[start:end])

    def end(self) -> None:
        """Nothing comes after what is on its way."""
        self._last = max(self._last, self._loop.time()) + _TINY_S
        if self._last < float("inf"):
            self._loop.call_at(self._last, self.cut)

    def stall(self) -> None:
        """Nothing that is sent from now on arrives: whoever sends hangs."""
        self._last = float("inf")

    def cut(self) -> None:
        """Break: what is on its way is lost."""
        self.broken = True
        self._news.set()

    def _arrive(self, piece: bytes) -> None:
        if not self.broken:
            self._arrived.append(piece)
            self._news.set()

    async def receive(self) -> bytes:
        """Some bytes; none at the end."""
        while not self._arrived:
            if self.broken:
                return b""
            self._news = anyio.Event()
            await self._news.wait()
        return self._arrived.popleft()


class Link:
    """A connection: two pipes that break together."""

    def __init__(self, dice: Dice, loop: VirtualLoop) -> None:
        self.up, self.down = Pipe(dice, loop), Pipe(dice, loop)

    def cut(self) -> None:
        """The network fails, or one side is gone."""
        self.up.cut()
        self.down.cut()


class SimulatedTransport(Transport):
    """A client's end."""

    def __init__(self, link: Link, codec: ModuleType) -> None:
        self.link = link
        self._codec = codec
        self._reader = FrameReader(_LIMIT)
        self._ready: deque[bytes] = deque()

    async def send(self, message: Message) -> None:
        if self.link.up.broken:
            sentence = "the connection is gone"
            raise Disconnected(sentence)
        self.link.up.send(frame(self._codec.encode(message), _LIMIT))

    async def receive(self) -> Message:
        while not self._ready:
            piece = await self.link.down.receive()
            if not piece:
                sentence = "the connection is gone"
                raise Disconnected(sentence)
            self._ready.extend(self._reader.feed(piece))
        message: Message = self._codec.decode(self._ready.popleft())
        return message

    async def close(self) -> None:
        self.link.up.end()


async def serve(hall: Hall, link: Link, codec: ModuleType, watch: Watch) -> None:
    """The server's end, from the first byte to the last."""
    if hall.turns_away("simulated") is not None:
        link.cut()
        return
    connection = hall.open(codec, "simulated")

    await attend(
        hall,
        connection,
        functools.partial(read_from, hall, link, connection),
        functools.partial(write_to, connection, link, watch),
    )
    link.cut()


async def write_to(connection: Connection, link: Link, watch: Watch) -> None:
    """Send what is queued."""
    while ready := await connection.outgoing():
        for payload in ready:
            watch.leaves(connection, payload)
            link.down.send(frame(payload, _LIMIT))
    link.down.end()


async def read_from(hall: Hall, link: Link, connection: Connection, heard: Callable[[], None] = lambda: None) -> None:
    """Bring what arrives to the hall, and tell so by *heard*."""
    reader = FrameReader(hall.settings.max_frame_bytes)
    try:
        while not connection.closing:
            piece = await link.up.receive()
            if not piece:
                reader.close()
                return
            for payload in reader.feed(piece):
                await hall.receive(connection, payload)
                heard()
            if reader.error is not None:
                raise reader.error
    except RemoteProtocolError as error:
        connection.close(error)
