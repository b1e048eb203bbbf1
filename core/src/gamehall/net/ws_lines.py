"""The WebSocket connections of the web port: what uvicorn's protocol would take without end, comes in bounded pieces.

A reader of frames spends as long on one of six bytes as on a message, and answers each ping. So nobody's frames are
read for long at a time, nobody's while answers wait to be taken, and frames that are no message are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import structlog
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from gamehall.token_buckets import Allowance, Bucket

__all__ = ["Frames", "WsLine"]

_log = structlog.get_logger(__name__)
_PIECE_BYTES: Final = 4096
"""So much is read before others are served."""
_CLOSED_PAUSE_S: Final = 0.05
"""Between two pieces of one who was told to go, and whose goodbye is all that is waited for."""
_OTHERS: Final = Allowance(10, 1.0, 200)
"""Pings, pongs and parts of messages that one connection may send."""
_SHORT: Final = 126
"""From here on, what stands for a frame's length says in how many bytes the length follows."""
_base: Any = AutoWebSocketsProtocol


class Frames:
    """Counts the frames in what a client sends, without looking into them (RFC 6455, section 5.2)."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._skip = 0
        """Bytes of the present frame that are still to come."""

    def count(self, data: bytes) -> int:
        """How many frames begin in *data* that are no whole message."""
        others = at = 0
        while at < len(data):
            if self._skip:
                step = min(self._skip, len(data) - at)
                self._skip -= step
                at += step
                continue
            self._head.append(data[at])
            at += 1
            if len(self._head) == 1:
                # A whole message is final, and a text (1) or binary (2).
                others += self._head[0] & 0x8F not in (0x81, 0x82)
            elif len(self._head) == _head_bytes(self._head[1]):
                length = self._head[1] & 0x7F
                length = length if length < _SHORT else int.from_bytes(self._head[2:])
                # With the key of the mask, where there is one.
                self._skip = length + 4 * (self._head[1] >> 7)
                self._head.clear()
        return others


def _head_bytes(second: int) -> int:
    """How long a frame's head is, without the mask's key, by its second byte."""
    return {_SHORT: 4, _SHORT + 1: 10}.get(second & 0x7F, 2)


class _Valve:
    """A transport whose reading two may pause: the protocol above, and the line that feeds it."""

    def __init__(self, transport: Any, opened: Callable[[], None]) -> None:
        """*opened* is called when the protocol wants to read again."""
        self._transport = transport
        self._opened = opened
        self._held = self._paused = False
        self.wanted = True
        """Whether the protocol takes more."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def pause_reading(self) -> None:
        """The protocol has as much as it can take."""
        self.wanted = False
        self._turn()

    def resume_reading(self) -> None:
        """The protocol takes more."""
        self.wanted = True
        self._opened()
        self._turn()

    def hold(self, *, held: bool) -> None:
        """Whether there is still something to feed."""
        self._held = held
        self._turn()

    def _turn(self) -> None:
        paused = self._held or not self.wanted
        if paused is not self._paused and not self._transport.is_closing():
            self._paused = paused
            (self._transport.pause_reading if paused else self._transport.resume_reading)()


class WsLine(_base):  # type: ignore[misc]  # which of several it is, uvicorn finds out while it runs
    """A connection that becomes a WebSocket: uvicorn's, fed in pieces."""

    _valve: _Valve
    _rest = b""
    """What is not fed yet."""
    _greeted = _turning = _full = False

    def connection_made(self, transport: Any) -> None:
        """It is a connection of HTTP until now."""
        self._valve = _Valve(transport, self._go_on)
        self._frames = Frames()
        self._others = Bucket(_OTHERS)
        super().connection_made(self._valve)

    def data_received(self, data: bytes) -> None:
        """Take it in, or keep it for later."""
        if not self._greeted:
            # The request of HTTP, which was read already.
            self._greeted = True
            super().data_received(data)
            return
        self._rest = self._rest + data if self._rest else data
        if not self._turning:
            self._turn()

    def pause_writing(self) -> None:
        """The client does not read: whoever takes no answers asks nothing more."""
        super().pause_writing()
        self._full = True

    def resume_writing(self) -> None:
        """The client reads."""
        super().resume_writing()
        self._full = False
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._rest = b""
        super().connection_lost(exc)

    def _go_on(self) -> None:
        if self._rest and not self._turning:
            self._turning = True
            self.loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Feed one piece, if it is taken."""
        self._turning = False
        if self._valve.is_closing():
            self._rest = b""
        elif self._valve.wanted and not self._full:
            self._feed()
        self._valve.hold(held=bool(self._rest))
        if self._rest and not self._turning and self._valve.wanted and not self._full:
            self._turning = True
            self.loop.call_later(_CLOSED_PAUSE_S if getattr(self, "close_sent", False) else 0, self._turn)

    def _feed(self) -> None:
        piece, self._rest = self._rest[:_PIECE_BYTES], self._rest[_PIECE_BYTES:]
        others = self._frames.count(piece)
        if others and self._others.take(round(self.loop.time() * 1000), min(others, _OTHERS.burst)):
            peer = self._valve.get_extra_info("peername")
            _log.warning("flood of WebSocket frames", peer=f"{peer[0]}:{peer[1]}" if peer else "unknown")
            self._rest = b""
            self._valve.abort()
            return
        super().data_received(piece)
