"""The web side: WebSocket with JSON, the pages of the web client, health and metrics."""

from __future__ import annotations

import contextlib
import functools
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import anyio
import structlog
import uvicorn
from anyio.abc import TaskStatus
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamehall.net import pages
from gamehall.net.http_lines import Paced, http_lines
from gamehall.net.metrics import Metrics
from gamehall.net.ws_lines import WsLine
from gamehall.sessions.attend import attend
from gamehall.sessions.connection import Connection, parting
from gamehall.sessions.hall import Hall
from gamehall.settings import Settings
from gamehall_sdk.wire import json

__all__ = ["application", "serve"]

_log = structlog.get_logger(__name__)
_GONE: Final = (WebSocketDisconnect, RuntimeError, OSError)
"""What starlette and uvicorn raise when the peer is not there any more."""
_TRY_AGAIN_LATER = 1013
_TURNED_AWAY_S = 1.0


def application(hall: Hall, metrics: Metrics, addresses: list[str], dialects: Sequence[BaseRoute] = ()) -> Starlette:
    """The web application; *addresses* are those to tell on the page, *dialects* the routes of other protocols."""

    async def health(_: Request) -> Response:
        healthy = hall.healthy
        body = {
            "status": "ok" if healthy else "database away",
            "version": hall.version,
            "tables": len(hall.lobby.tables),
            "connections": len(hall.connections),
        }
        return JSONResponse(body, status_code=200 if healthy else 503)

    async def ready(_: Request) -> Response:
        why = "stopping" if hall.stopping else "ready" if hall.healthy else "database away"
        return JSONResponse({"status": why}, status_code=200 if why == "ready" else 503)

    async def figures(_: Request) -> Response:
        text, kind = metrics.exposition()
        return PlainTextResponse(text, media_type=kind)

    async def socket_(websocket: WebSocket) -> None:
        await _serve_one(websocket, hall)

    return Starlette(
        routes=[
            *pages.routes(hall, addresses),
            Route("/healthz", health),
            Route("/readyz", ready),
            Route("/metrics", figures),
            WebSocketRoute("/ws", socket_),
            *dialects,
        ],
        middleware=[Middleware(Paced, gate=hall.gate)],
    )


class _Server(uvicorn.Server):
    """Leaves the signals to us, and says when it has started."""

    def __init__(self, config: uvicorn.Config, task_status: TaskStatus[None]) -> None:
        super().__init__(config)
        self._task_status = task_status

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        self._task_status.started()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: the application stops itself."""
        yield


async def serve(
    app: ASGIApp,
    sock: socket.socket,
    settings: Settings,
    tls: ssl.SSLContext | None = None,
    *,
    task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
) -> None:
    """Serve *app* on a bound socket until cancelled, and then until its connections have ended (a second at most)."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        http=http_lines(settings),
        ws=WsLine,
        ws_max_size=settings.max_frame_bytes,
        forwarded_allow_ips=[one.strip() for one in settings.trusted_addresses.split(",")],
        ws_ping_interval=20.0,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    config.load()
    config.ssl = tls
    server = _Server(config, task_status)

    async def running() -> None:
        # Shielded: when cancelled, uvicorn would leave its connections' tasks behind.
        with anyio.CancelScope(shield=True):
            await server.serve(sockets=[sock])

    async with anyio.create_task_group() as group:
        group.start_soon(running)
        try:
            await anyio.sleep_forever()
        finally:
            server.should_exit = True


async def _serve_one(websocket: WebSocket, hall: Hall) -> None:
    client = websocket.client
    peer = f"{client.host}:{client.port}" if client else "unknown"
    await websocket.accept()
    reason = hall.turns_away(peer)
    if reason is not None:
        _log.warning("connection turned away", peer=peer, cause=str(reason))
        with contextlib.suppress(*_GONE), anyio.move_on_after(_TURNED_AWAY_S):
            await websocket.send_text(json.encode(parting(reason)).decode())
            await websocket.close(_TRY_AGAIN_LATER)
        return
    connection = hall.open(json, peer)
    await attend(
        hall,
        connection,
        functools.partial(_read, websocket, connection, hall),
        functools.partial(_write, websocket, connection),
    )


async def _read(websocket: WebSocket, connection: Connection, hall: Hall) -> None:
    while not connection.closing:
        try:
            message = await websocket.receive()
        except _GONE:
            return
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        payload = text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""
        await hall.receive(connection, payload)


async def _write(websocket: WebSocket, connection: Connection) -> None:
    with contextlib.suppress(*_GONE):
        while ready := await connection.outgoing():
            for payload in ready:
                await websocket.send_text(payload.decode())
        await websocket.close()
