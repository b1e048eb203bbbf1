"""One connection, whatever carries it: its account, its sessions, and a bounded queue of what is still to be sent."""

from __future__ import annotations

from collections import deque
from types import ModuleType
from typing import TYPE_CHECKING

import anyio
import attrs
import structlog

from gamehall.accounts.model import Account
from gamehall_sdk.errors import GamehallError, ServerFault, SlowReader
from gamehall_sdk.wire import GeneralResponse, GeneralStateUpdate, Message, StateUpdate

if TYPE_CHECKING:
    from gamehall.sessions.seat import Seat

__all__ = ["Connection", "Limits", "parting"]

_log = structlog.get_logger(__name__)


@attrs.frozen
class Limits:
    """What one connection may cost."""

    outbound_messages: int = 1000
    outbound_bytes: int = 4_194_304
    messages_per_s: float = 50.0
    burst: int = 200


class Connection:
    """A client, as the sessions see it. Nothing here waits, except :meth:`outgoing` and :meth:`told_to_close`."""

    def __init__(self, codec: ModuleType, peer: str, limits: Limits, lobby: int) -> None:
        """*codec* has ``encode`` and ``decode``; *lobby* is the session of the lobby here."""
        self.codec = codec
        self.peer = peer
        self.lobby = lobby
        self.account: Account | None = None
        self.tables: dict[int, Seat] = {}
        self.follows_lobby = False
        self.bot_at: int | None = None
        """The number of the table that a bot of the server's own plays at; it does nothing else."""
        self.closing = False
        """Whether the connection takes no more requests; what is queued is still sent."""
        self.closed = False
        """Whether its seats are left and its sessions are over."""
        self._limits = limits
        self._queue: deque[bytes] = deque()
        self._given: list[bytes] = []
        self._bytes = 0
        self._wake = anyio.Event()
        self._told = anyio.Event()
        self._tokens = float(limits.burst)
        self._refilled_ms = 0

    @property
    def waiting(self) -> tuple[int, int]:
        """How many messages, and how many bytes, are queued or being sent."""
        return len(self._queue) + len(self._given), self._bytes

    def send(self, message: Message) -> None:
        """Queue *message*; a connection whose queue is full is closed instead. Never raises, and never waits."""
        if self.closing:
            return
        try:
            payload = self.codec.encode(message)
        except Exception:  # noqa: BLE001  # a table tells its viewers, and none may fail it
            _log.exception("message cannot be written", peer=self.peer)
            self.close(ServerFault("the server could not write a message to you; reconnect to go on"))
            return
        self.send_encoded(payload)

    def send_encoded(self, payload: bytes) -> None:
        """Queue the bytes of a message; never more than the limits, the new one and those being sent counted."""
        if self.closing:
            return
        messages, size = self.waiting
        if messages >= self._limits.outbound_messages or size + len(payload) > self._limits.outbound_bytes:
            _log.warning("slow reader dropped", peer=self.peer, queued=messages, bytes=size)
            self._bytes -= sum(map(len, self._queue))
            self._queue.clear()
            self.close(SlowReader("you did not read what was sent to you; reconnect to go on where the table is"))
            return
        self._put(payload)

    def close(self, why: GamehallError | None = None) -> None:
        """Send what is queued, then *why*, then close."""
        if self.closing:
            return
        if why is not None:
            self._put(self.codec.encode(parting(why, self.lobby)))
        self.closing = True
        self._told.set()
        self._wake.set()

    async def told_to_close(self) -> None:
        """Return when the connection is to be closed."""
        await self._told.wait()

    async def outgoing(self) -> list[bytes]:
        """The messages to send next, at least one; none when the connection is to be closed.

        Those that were given before count as sent with this call.
        """
        self._bytes -= sum(map(len, self._given))
        self._given = []
        while not self._queue:
            if self.closing:
                return []
            self._wake = anyio.Event()
            await self._wake.wait()
        self._given = list(self._queue)
        self._queue.clear()
        return self._given

    def may_send(self, now_ms: int) -> bool:
        """Count one message of the client's; false when it sends more than it may (a token bucket)."""
        if self._refilled_ms:
            self._refill((now_ms - self._refilled_ms) / 1000 * self._limits.messages_per_s)
        self._refilled_ms = now_ms
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def expect(self) -> None:
        """The client was asked for a message, so that one more is no flood."""
        self._refill(1)

    def _refill(self, tokens: float) -> None:
        self._tokens = min(float(self._limits.burst), self._tokens + tokens)

    def _put(self, payload: bytes) -> None:
        self._queue.append(payload)
        self._bytes += len(payload)
        self._wake.set()


def parting(why: GamehallError, session: int = 0) -> Message:
    """The last word on a connection: why it is closed."""
    refused = GeneralResponse.refused(why)
    body = GeneralStateUpdate(success=False, errorcode=refused.errorcode, description=refused.description)
    return Message(StateUpdate(body), session)
