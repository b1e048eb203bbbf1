"""The TCP side: frames of XML."""

from __future__ import annotations

import contextlib
import functools
import socket
from typing import Final

import anyio
import anyio.abc
import structlog
from anyio.abc import SocketListener

from gamehall.sessions.attend import attend
from gamehall.sessions.connection import Connection, parting
from gamehall.sessions.hall import Hall
from gamehall_sdk.errors import RemoteProtocolError
from gamehall_sdk.wire import FrameReader, frame, xml

__all__ = ["serve"]

_log = structlog.get_logger(__name__)
_CHUNK = 65_536
_NO_ROOM_S = 0.5
_TURNED_AWAY_S = 1.0
_ANY_LENGTH = 1 << 31
_QUIET_S = 60
_PROBES = 4
_GONE: Final = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)


async def serve(listener: SocketListener, hall: Hall) -> None:
    """Serve every connection of *listener* until cancelled."""
    async with anyio.create_task_group() as group:
        while True:
            try:
                stream = await listener.accept()
            except OSError as error:
                # Mostly: too many open files. Those who are connected play on.
                _log.error("no connection can be taken", cause=str(error))
                await anyio.sleep(_NO_ROOM_S)
                continue
            group.start_soon(_serve_one, stream, hall)


async def _serve_one(stream: anyio.abc.SocketStream, hall: Hall) -> None:
    async with stream:
        peer = _peer(stream)
        reason = hall.turns_away
        if reason is not None:
            _log.warning("connection turned away", peer=peer, cause=str(reason))
            with contextlib.suppress(*_GONE), anyio.move_on_after(_TURNED_AWAY_S):
                await stream.send(frame(xml.encode(parting(reason))))
            return
        _keep_alive(stream)
        connection = hall.open(xml, peer)
        await attend(
            hall,
            connection,
            functools.partial(_read, stream, connection, hall),
            functools.partial(_write, stream, connection),
        )


async def _read(stream: anyio.abc.SocketStream, connection: Connection, hall: Hall) -> None:
    reader = FrameReader(hall.settings.max_frame_bytes)
    try:
        while not connection.closing:
            try:
                data = await stream.receive(_CHUNK)
            except _GONE:
                reader.close()
                return
            for payload in reader.feed(data):
                await hall.receive(connection, payload)
            if reader.error is not None:
                raise reader.error
    except RemoteProtocolError as error:
        _log.info("framing broken", peer=connection.peer, cause=str(error))
        connection.close(error)


async def _write(stream: anyio.abc.SocketStream, connection: Connection) -> None:
    with contextlib.suppress(*_GONE):
        while ready := await connection.outgoing():
            await stream.send(b"".join(frame(payload, _ANY_LENGTH) for payload in ready))


def _keep_alive(stream: anyio.abc.SocketStream) -> None:
    """Find out about a peer that is gone without a word: its machine crashed, or the network did."""
    sock = stream.extra(anyio.abc.SocketAttribute.raw_socket)  # noqa: S610  # anyio's, not Django's
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", _QUIET_S), ("TCP_KEEPINTVL", _QUIET_S // _PROBES), ("TCP_KEEPCNT", _PROBES)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _peer(stream: anyio.abc.SocketStream) -> str:
    try:
        address = stream.extra(anyio.abc.SocketAttribute.remote_address)  # noqa: S610  # as above
    except anyio.TypedAttributeLookupError:
        return "unknown"
    return f"{address[0]}:{address[1]}" if isinstance(address, tuple) else str(address)
