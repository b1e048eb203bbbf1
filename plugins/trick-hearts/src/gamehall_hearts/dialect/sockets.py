"""One Socket.IO client: who it speaks for, which families of robots it offers, and how much it may send and be sent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import anyio

if TYPE_CHECKING:
    from gamehall_hearts.dialect.agent import Agent

__all__ = ["Socket"]

_EVENTS_PER_S: Final = 100.0
_BURST: Final = 500.0
_QUEUED: Final = 2000


class Socket:
    """A connected client. *sio* is the Socket.IO server, *sid* the client's number there, *peer* its address."""

    def __init__(self, sio: Any, sid: str, peer: str) -> None:
        """A client that has said nothing yet."""
        self.sid = sid
        self.peer = peer
        self.agents: dict[str, Agent] = {}
        self.families: set[str] = set()
        self._sio = sio
        self._tokens = _BURST
        self._refilled = anyio.current_time()

    def may_send(self) -> bool:
        """Count one event; false when the client sends more than it may (a token bucket)."""
        now = anyio.current_time()
        self._tokens = min(_BURST, self._tokens + (now - self._refilled) * _EVENTS_PER_S)
        self._refilled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    async def send(self, event: str, fields: dict[str, Any]) -> None:
        """Send an event, its one argument a JSON text; a client that does not read is dropped."""
        if self._waiting() > _QUEUED:
            await self._sio.disconnect(self.sid)
            return
        await self._sio.emit(event, json.dumps(fields), to=self.sid)

    def _waiting(self) -> int:
        sid = self._sio.manager.eio_sid_from_sid(self.sid, "/")
        engine = self._sio.eio.sockets.get(sid)
        return 0 if engine is None else int(engine.queue.qsize())
