"""One connection, whatever carries it: its sessions, its account, and a bounded queue of what it is still to be sent."""

from __future__ import annotations

from collections import deque
from types import ModuleType
from typing import TYPE_CHECKING

import anyio
import attrs
import structlog

from gamehall.accounts.model import Account
from gamehall_sdk.errors import GamehallError, SlowReader
from gamehall_sdk.wire import GeneralStateUpdate, Message, StateUpdate

if TYPE_CHECKING:
    from gamehall.sessions.seat import Seat

__all__ = ["Connection", "Limits"]

_log = structlog.get_logger(__name__)


@attrs.frozen
class Limits:
    """What one connection may cost."""

    outbound_messages: int = 1000
    outbound_bytes: int = 4_194_304
    messages_per_s: float = 50.0
    burst: int = 200


class Connection:
    """A client, as the sessions see it. Nothing here waits, except :meth:`outgoing` for something to send."""

    def __init__(self, codec: ModuleType, peer: str, limits: Limits, lobby: int) -> None:
        """*codec* has ``encode`` and ``decode``; *lobby* is the session of the lobby here."""
        self.codec = codec
        self.peer = peer
        self.lobby = lobby
        self.account: Account | None = None
        self.tables: dict[int, Seat] = {}
        self.follows_lobby = False
        self.house_bot = False
        """Whether a bot of the server's own is behind it."""
        self.closing = False
        self.closed = False
        self._limits = limits
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._wake = anyio.Event()
        self._tokens = float(limits.burst)
        self._refilled_ms = 0

    def send(self, message: Message) -> None:
        """Queue *message*; a connection whose queue is full is closed instead."""
        if not self.closing:
            self.send_encoded(self.codec.encode(message))

    def send_encoded(self, payload: bytes) -> None:
        """Queue the bytes of a message; never more than the limits, the new one counted."""
        if self.closing:
            return
        limits = self._limits
        if len(self._queue) >= limits.outbound_messages or self._bytes + len(payload) > limits.outbound_bytes:
            _log.warning("slow reader dropped", peer=self.peer, queued=len(self._queue), bytes=self._bytes)
            self._queue.clear()
            self._bytes = 0
            self.close(SlowReader("you did not read what was sent to you; reconnect to go on where the table is"))
            return
        self._queue.append(payload)
        self._bytes += len(payload)
        self._wake.set()

    def close(self, why: GamehallError | None = None) -> None:
        """Send what is queued, then *why*, then close."""
        if self.closing:
            return
        if why is not None:
            body = GeneralStateUpdate(success=False, errorcode=why.code, description=str(why))
            last = self.codec.encode(Message(StateUpdate(body), self.lobby))
            self._queue.append(last)
            self._bytes += len(last)
        self.closing = True
        self._wake.set()

    async def outgoing(self) -> list[bytes]:
        """The messages to send next, at least one; none when the connection is to be closed."""
        while not self._queue:
            if self.closing:
                return []
            self._wake = anyio.Event()
            await self._wake.wait()
        ready = list(self._queue)
        self._queue.clear()
        self._bytes = 0
        return ready

    def may_send(self, now_ms: int) -> bool:
        """Count one message of the client's; false when it sends more than it may (a token bucket)."""
        if self._refilled_ms:
            gained = (now_ms - self._refilled_ms) / 1000 * self._limits.messages_per_s
            self._tokens = min(float(self._limits.burst), self._tokens + gained)
        self._refilled_ms = now_ms
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
