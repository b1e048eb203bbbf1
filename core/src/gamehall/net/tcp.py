"""The TCP side: frames of XML, each connection an :class:`asyncio.Protocol`.

An idle connection has no task of its own, and a message that need not wait is answered in the very call that brings
it. What is to be sent is collected until the loop has done all that is ready now, and then written in one piece for
each connection. The transport buffers nothing: what the peer does not take stays in the connection's bounded queue.
With TLS, one piece of at most 64 KiB besides waits below it, encrypted.
"""

from __future__ import annotations

import asyncio
import functools
import socket
import ssl
from collections import OrderedDict
from typing import Any, Final

import anyio
import anyio.abc
import structlog

from gamehall.sessions.connection import parting
from gamehall.sessions.gate import Crowd
from gamehall.sessions.hall import Hall, Rest
from gamehall_sdk.errors import FrameTooSlow, RemoteProtocolError
from gamehall_sdk.wire import FrameReader, frame, frames, xml

__all__ = ["serve"]

_log = structlog.get_logger(__name__)
_NO_ROOM_S = 0.5
_GOODBYE_S: Final = 1.0
"""How long a peer may take to read the last words."""
_HANDSHAKE_S: Final = 10.0
"""How long a peer may take to agree on a key."""
_QUIET_S: Final = 60
_PROBES: Final = 4


async def serve(listener: socket.socket, hall: Hall, tls: ssl.SSLContext | None = None) -> None:
    """Serve every connection of *listener*, which listens and does not block, until cancelled; by *tls* if given."""
    loop = asyncio.get_running_loop()
    async with anyio.create_task_group() as group:
        port = _Port(hall, group, tls)
        try:
            while True:
                try:
                    accepted, peer = await loop.sock_accept(listener)
                    await port.take(accepted, peer)
                except OSError as error:
                    # Mostly: too many open files. Those who are connected play on.
                    _log.error("no connection can be taken", cause=str(error))
                    await anyio.sleep(_NO_ROOM_S)
        finally:
            with anyio.CancelScope(shield=True):
                await port.close()


class _Port:
    """What the connections of one listening socket share."""

    def __init__(self, hall: Hall, group: anyio.abc.TaskGroup, tls: ssl.SSLContext | None) -> None:
        """In *group* runs what a connection has to wait for."""
        self.hall = hall
        self.group = group
        self.tls = tls
        self.loop = asyncio.get_running_loop()
        self.lines: set[_Line] = set()
        self._ready: list[_Line] = []
        self._begun: OrderedDict[_Line, float] = OrderedDict()
        """Lines in the middle of a frame, and when each began, the oldest first."""
        self._alarm: asyncio.TimerHandle | None = None
        self._greeting = Crowd(hall.settings)
        """Handshakes that are under way."""

    async def take(self, accepted: socket.socket, peer: object) -> None:
        """A new connection; a handshake is waited for elsewhere. Raises :class:`OSError`."""
        if self.tls is None:
            await self.loop.connect_accepted_socket(functools.partial(_Line, self), accepted)
            return
        address = self.hall.gate.counted(_named(peer))
        if self._greeting.enter(address):
            _log.warning("handshake turned away", peer=address or "trusted")
            accepted.close()
            return
        self.group.start_soon(self._shake_hands, accepted, self.tls, address)

    async def _shake_hands(self, accepted: socket.socket, tls: ssl.SSLContext, address: str) -> None:
        try:
            line = functools.partial(_Line, self)
            await self.loop.connect_accepted_socket(line, accepted, ssl=tls, ssl_handshake_timeout=_HANDSHAKE_S)
        except OSError as error:
            # A stranger that speaks something else, or does not trust the certificate.
            _log.info("no TLS agreed on", peer=address or "trusted", cause=str(error) or type(error).__name__)
        finally:
            self._greeting.leave(address)

    def ready(self, line: _Line) -> None:
        """*line* has something to send; it is asked for it when all that is ready now was done."""
        if not self._ready:
            self.loop.call_soon(self._flush)
        self._ready.append(line)

    def _flush(self) -> None:
        ready, self._ready = self._ready, []
        for line in ready:
            line.flush()

    def begun(self, line: _Line) -> None:
        """A frame began on *line*; the rest of it has to come in time."""
        self._begun[line] = self.loop.time()
        if self._alarm is None:
            self._set_alarm()

    def ended(self, line: _Line) -> None:
        """No frame is under way on *line*."""
        self._begun.pop(line, None)

    def _set_alarm(self) -> None:
        began = next(iter(self._begun.values()), None)
        deadline_s = self.hall.settings.frame_deadline_s
        self._alarm = None if began is None else self.loop.call_at(began + deadline_s, self._look)

    def _look(self) -> None:
        deadline_s = self.hall.settings.frame_deadline_s
        while self._begun:
            line, began = next(iter(self._begun.items()))
            if began + deadline_s > self.loop.time():
                break
            line.break_off(FrameTooSlow(f"a frame did not end within {deadline_s:g} s (frame_deadline_s)"))
            self._begun.pop(line, None)
        self._set_alarm()

    async def close(self) -> None:
        """End all connections, and leave their seats."""
        if self._alarm is not None:
            self._alarm.cancel()
        lines, self.lines = self.lines, set()
        for line in lines:
            line.abort()
        for line in lines:
            await line.leave()


class _Line(asyncio.Protocol):
    """One connection: frames in, one at a time to the hall; frames out."""

    def __init__(self, port: _Port) -> None:
        self._port = port
        self._hall = port.hall
        self._reader = FrameReader(port.hall.settings.max_frame_bytes)
        self._transport: Any = None
        self._paused = self._busy = self._lost = self._begun = False
        self._waiting: list[bytes] = []
        """What came while the message before it was being answered."""
        self._over = False
        """Whether nothing more is read behind what waits."""
        self._cause: RemoteProtocolError | None = None
        """What broke the frames there, if anything did."""
        self._deadline: asyncio.TimerHandle | None = None

    # --- the socket's events ---

    def connection_made(self, transport: Any) -> None:
        """Greet the peer, or turn it away."""
        self._transport = transport
        # Nothing stays in the transport's own buffer, so that the connection's limits are the only ones. TLS holds
        # a buffer of 0 to be full when 0 is allowed.
        transport.set_write_buffer_limits(high=0 if self._port.tls is None else 1, low=0)
        peer = _peer(transport)
        reason = self._hall.turns_away(peer)
        if reason is not None:
            _log.warning("connection turned away", peer=peer, cause=str(reason))
            self._lost = True
            transport.write(frame(xml.encode(parting(reason))))
            self._finish()
            return
        _keep_alive(transport.get_extra_info("socket"))
        self._port.lines.add(self)
        self._connection = self._hall.open(xml, peer, functools.partial(self._port.ready, self))

    def data_received(self, data: bytes) -> None:
        """Answer the frames that *data* completes."""
        if self._lost or self._over or self._connection.closing:
            return
        try:
            payloads = self._reader.feed(data)
        except RemoteProtocolError as error:
            self._read_no_more(error)
            return
        for payload in payloads:
            if self._busy:
                self._waiting.append(payload)
            else:
                self._start(self._hall.take(self._connection, payload))
        if self._reader.error is not None:
            self._read_no_more(self._reader.error)
        if self._begun or self._reader.inside:
            self._note(whole=bool(payloads))

    def _note(self, *, whole: bool) -> None:
        """Keep the port informed of a frame that is under way: since when, as long as it may be read."""
        begun = self._reader.inside and not self._busy and not self._lost
        if self._begun and (whole or not begun):
            self._port.ended(self)
            self._begun = False
        if begun and not self._begun:
            self._port.begun(self)
            self._begun = True

    def break_off(self, error: RemoteProtocolError) -> None:
        """The frame that is under way takes too long."""
        self._begun = False
        self._read_no_more(error)

    def eof_received(self) -> bool:
        """The peer sends no more; what it is still to be told is sent."""
        if self._lost:
            return False
        try:
            self._reader.close()
        except RemoteProtocolError as error:
            self._read_no_more(error)
        else:
            self._read_no_more(None)
        if self._port.tls is not None:
            # In TLS nobody closes one half alone: what is ready is all that can be said.
            self.flush()
            return False
        return True

    def pause_writing(self) -> None:
        """The peer does not read as fast as it is told."""
        self._paused = True

    def resume_writing(self) -> None:
        """The peer has taken all that was written."""
        self._paused = False
        if not self._lost:
            self._connection.sent()
            self.flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # a loss is a loss
        """The connection is over: its seats are kept for their time."""
        if self._deadline is not None:
            self._deadline.cancel()
        if self._lost:
            return
        self._lost = True
        self._note(whole=False)
        self._connection.close()
        if self in self._port.lines:
            self._port.lines.discard(self)
            if not self._busy:
                self._port.group.start_soon(self.leave)

    # --- one message at a time ---

    def _start(self, rest: Rest | None) -> None:
        if rest is not None:
            self._busy = True
            self._transport.pause_reading()
            self._note(whole=False)
            self._port.group.start_soon(self._go_on, rest)

    async def _go_on(self, rest: Rest | None) -> None:
        """Answer what has to be waited for, and what came meanwhile."""
        try:
            while rest is not None:
                await rest()
                rest = None
                while self._waiting and rest is None:
                    rest = self._hall.take(self._connection, self._waiting.pop(0))
        finally:
            self._busy = False
            if self._lost:
                await self.leave()
        if self._over:
            self._read_no_more(self._cause)
        elif not self._lost:
            self._transport.resume_reading()
            self._note(whole=False)

    def _read_no_more(self, cause: RemoteProtocolError | None) -> None:
        """Close after the answers to all that came before; say *cause*, what broke the frames, if anything did."""
        self._over, self._cause = True, cause
        if self._busy:
            return
        if cause is not None:
            _log.info("framing broken", peer=self._connection.peer, cause=str(cause))
        self._connection.close(cause)

    # --- what is sent ---

    def flush(self) -> None:
        """Write what is queued, all in one piece, if the peer takes it; and close when that was the last."""
        if self._lost:
            return
        connection = self._connection
        if not self._paused and (taken := connection.take()):
            self._transport.write(frames(taken))
            if self._paused:
                connection.holds(taken)
        if connection.closing:
            self._finish()

    def _finish(self) -> None:
        """Close as soon as the last words are taken, or in a moment at the latest."""
        if self._deadline is None:
            self._deadline = self._port.loop.call_later(_GOODBYE_S, self._transport.abort)
        if not self._paused:
            self._transport.close()

    def abort(self) -> None:
        """End the connection at once."""
        self._lost = True
        self._note(whole=False)
        self._transport.abort()

    async def leave(self) -> None:
        """Leave the seats."""
        try:
            with anyio.CancelScope(shield=True):
                await self._hall.close(self._connection)
        except Exception:  # noqa: BLE001  # one connection's fault is not the server's end
            _log.exception("connection failed", peer=self._connection.peer)


def _keep_alive(sock: socket.socket) -> None:
    """Find out about a peer that is gone without a word: its machine crashed, or the network did."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", _QUIET_S), ("TCP_KEEPINTVL", _QUIET_S // _PROBES), ("TCP_KEEPCNT", _PROBES)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _peer(transport: asyncio.Transport) -> str:
    return _named(transport.get_extra_info("peername"))


def _named(address: object) -> str:
    return f"{address[0]}:{address[1]}" if isinstance(address, tuple) else "unknown"
