"""The TCP side: frames of XML."""

from __future__ import annotations

import contextlib

import anyio
import anyio.abc
import structlog

from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall_sdk.errors import RemoteProtocolError
from gamehall_sdk.wire import FrameReader, frame, xml

__all__ = ["serve"]

_log = structlog.get_logger(__name__)
_CHUNK = 65_536
_GOODBYE_S = 2.0


async def serve(listener: anyio.abc.Listener[anyio.abc.SocketStream], hall: Hall) -> None:
    """Serve every connection of *listener* until cancelled."""

    async def one(stream: anyio.abc.SocketStream) -> None:
        async with stream:
            await _serve_one(stream, hall)

    await listener.serve(one)


async def _serve_one(stream: anyio.abc.SocketStream, hall: Hall) -> None:
    peer = _peer(stream)
    if hall.is_full:
        _log.warning("connection refused: too many", peer=peer)
        return
    connection = hall.open(xml, peer)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_write, stream, connection, group.cancel_scope)
            await _read(stream, connection, hall)
            connection.close()
    finally:
        with anyio.CancelScope(shield=True):
            await hall.close(connection)


async def _read(stream: anyio.abc.SocketStream, connection: Connection, hall: Hall) -> None:
    reader = FrameReader(hall.settings.max_frame_bytes)
    try:
        while not connection.closing:
            try:
                data = await stream.receive(_CHUNK)
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                reader.close()
                return
            for payload in reader.feed(data):
                await hall.receive(connection, payload)
            if reader.error is not None:
                raise reader.error
    except RemoteProtocolError as error:
        _log.info("framing broken", peer=connection.peer, cause=str(error))
        connection.close(error)


async def _write(stream: anyio.abc.SocketStream, connection: Connection, scope: anyio.CancelScope) -> None:
    with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        while ready := await connection.outgoing():
            with anyio.move_on_after(_GOODBYE_S if connection.closing else None):
                await stream.send(b"".join(frame(payload, 1 << 31) for payload in ready))
    scope.cancel()


def _peer(stream: anyio.abc.SocketStream) -> str:
    try:
        address = stream.extra(anyio.abc.SocketAttribute.remote_address)
    except anyio.TypedAttributeLookupError:
        return "unknown"
    return f"{address[0]}:{address[1]}" if isinstance(address, tuple) else str(address)
