"""The life of one connection, whatever carries it: both directions side by side, and a bounded goodbye."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import anyio
import structlog

from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall

__all__ = ["attend"]

_log = structlog.get_logger(__name__)
_GOODBYE_S: Final = 1.0


async def attend(
    hall: Hall, connection: Connection, read: Callable[[], Awaitable[None]], write: Callable[[], Awaitable[None]]
) -> None:
    """Serve *connection* until it is over, and leave its seats.

    *read* brings what the client sends to the hall and returns at its end; *write* sends what is queued and returns
    when that was all, or nothing can be sent. Once told to close, a connection has a second to take the last words:
    a client that reads nothing does not keep it open.
    """
    try:
        async with anyio.create_task_group() as group:

            async def reading() -> None:
                await read()
                connection.close()

            async def writing() -> None:
                await write()
                group.cancel_scope.cancel()

            group.start_soon(reading)
            group.start_soon(writing)
            await connection.told_to_close()
            await anyio.sleep(_GOODBYE_S)
            group.cancel_scope.cancel()
    except Exception:  # noqa: BLE001  # one connection's fault is not the server's end
        _log.exception("connection failed", peer=connection.peer)
    finally:
        with anyio.CancelScope(shield=True):
            await hall.close(connection)
