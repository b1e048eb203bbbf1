"""The web side: WebSocket with JSON, a landing page, health and metrics."""

from __future__ import annotations

import html
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import anyio
import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamehall.net.metrics import Metrics
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall_sdk.wire import json

__all__ = ["application", "serve"]

_log = structlog.get_logger(__name__)
_TOO_MANY = 1013
_SECURITY = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}


def application(hall: Hall, metrics: Metrics, addresses: list[str]) -> Starlette:
    """The web application; *addresses* are those to tell on the landing page."""

    async def landing(_: Request) -> Response:
        return HTMLResponse(_page(hall, addresses), headers=_SECURITY)

    async def health(_: Request) -> Response:
        healthy = hall.healthy
        body = {
            "status": "ok" if healthy else "database away",
            "version": hall.version,
            "tables": len(hall.lobby.tables),
            "connections": len(hall.connections),
        }
        return JSONResponse(body, status_code=200 if healthy else 503, headers=_SECURITY)

    async def figures(_: Request) -> Response:
        text, kind = metrics.exposition()
        return PlainTextResponse(text, media_type=kind, headers=_SECURITY)

    async def socket_(websocket: WebSocket) -> None:
        await _serve_one(websocket, hall)

    return Starlette(
        routes=[
            Route("/", landing),
            Route("/healthz", health),
            Route("/metrics", figures),
            WebSocketRoute("/ws", socket_),
        ]
    )


class _Server(uvicorn.Server):
    """Leaves the signals to us."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: the application stops itself."""
        yield


async def serve(app: Starlette, sock: socket.socket, max_message_bytes: int) -> None:
    """Serve *app* on a bound socket until cancelled."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws_max_size=max_message_bytes,
        ws_ping_interval=20.0,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config)
    try:
        await server.serve(sockets=[sock])
    finally:
        server.should_exit = True


async def _serve_one(websocket: WebSocket, hall: Hall) -> None:
    client = websocket.client
    peer = f"{client.host}:{client.port}" if client else "unknown"
    if hall.is_full:
        _log.warning("connection refused: too many", peer=peer)
        await websocket.close(_TOO_MANY)
        return
    await websocket.accept()
    connection = hall.open(json, peer)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_write, websocket, connection, group.cancel_scope)
            await _read(websocket, connection, hall)
            connection.close()
    finally:
        with anyio.CancelScope(shield=True):
            await hall.close(connection)


async def _read(websocket: WebSocket, connection: Connection, hall: Hall) -> None:
    while not connection.closing:
        try:
            message = await websocket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        payload = text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""
        await hall.receive(connection, payload)


async def _write(websocket: WebSocket, connection: Connection, scope: anyio.CancelScope) -> None:
    try:
        while ready := await connection.outgoing():
            for payload in ready:
                await websocket.send_text(payload.decode())
        await websocket.close()
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    scope.cancel()


def _page(hall: Hall, addresses: list[str]) -> str:
    games = "".join(f"<li>{html.escape(game.title)}</li>" for _, game in sorted(hall.lobby.games.items()))
    where = "".join(f"<li><code>{html.escape(address)}</code></li>" for address in addresses)
    none = "<p>No game is installed yet: <code>gamehall install PACKAGE</code> adds one.</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gamehall</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }}
</style></head>
<body><main><h1>Gamehall</h1>
<p>A game server. {len(hall.lobby.tables)} tables are open.</p>
<h2>Games</h2>{f"<ul>{games}</ul>" if games else none}
<h2>Where to connect</h2><ul>{where}</ul>
<p><a href="/healthz">Health</a> · <a href="/metrics">Metrics</a></p>
</main></body></html>
"""
