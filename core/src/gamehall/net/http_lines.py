"""The HTTP connections of the web port, before they are WebSockets: so many, and none that dribbles its request."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final

import structlog
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from gamehall.addresses import Networks
from gamehall.sessions.gate import Gate
from gamehall.settings import Settings
from gamehall.token_buckets import whole_seconds

__all__ = ["Paced", "http_lines"]

_log = structlog.get_logger(__name__)
_BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n"
    b"too many connections; try again later\n"
)


class Paced:
    """ASGI: answers requests over HTTP that come too fast from one address with 429, and when to come again."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        client = scope.get("client")
        early_ms = self._gate.pace(f"{client[0]}:{client[1]}") if scope["type"] == "http" and client else 0
        app: ASGIApp = self._app
        if early_ms:
            seconds = whole_seconds(early_ms)
            sentence = f"too many requests from your address (address_messages_per_s); try again in {seconds} s\n"
            app = PlainTextResponse(sentence, status_code=429, headers={"Retry-After": str(seconds)})
        await app(scope, receive, send)


def http_lines(settings: Settings) -> type[asyncio.Protocol]:
    """What uvicorn is to make of an accepted connection: its own protocol, under the limits of *settings*."""
    trusted = Networks.read(settings.trusted_addresses)
    there: Counter[str] = Counter()
    """Connections by address; under an empty one those that are counted for nobody."""
    base: Any = AutoHTTPProtocol

    class Line(base):  # type: ignore[misc]  # which of two it is, uvicorn finds out while it runs
        """uvicorn's, counted; a request has to be whole in time."""

        _address: str | None = None
        _alarm: asyncio.TimerHandle | None = None
        _seen: Any = None
        """The request that was the last one when the connection was looked at."""

        def connection_made(self, transport: Any) -> None:
            """Take it, or say that there are too many."""
            peer = transport.get_extra_info("peername")
            address = trusted.stranger(f"{peer[0]}:{peer[1]}") if isinstance(peer, tuple) else ""
            crowd = address and there[address] >= settings.max_connections_per_address
            super().connection_made(transport)
            if crowd or there.total() >= settings.max_connections:
                _log.warning("web connection turned away", peer=address or "trusted")
                transport.write(_BUSY)
                transport.close()
                return
            self._address = address
            there[address] += 1
            self._look_later()

        def connection_lost(self, exc: Exception | None) -> None:
            """It is over."""
            self._leave()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, *event: Any) -> None:
            """From now on it is a WebSocket, which the hall counts."""
            self._leave()
            super().handle_websocket_upgrade(*event)

        def _look_later(self) -> None:
            self._alarm = self.loop.call_later(settings.frame_deadline_s, self._look)

        def _look(self) -> None:
            """Close it when no request was whole since the last look, and none is being answered."""
            request = self.cycle
            if request is self._seen and (request is None or request.response_complete):
                _log.info("silent web connection closed", peer=self._address or "trusted")
                self.transport.abort()
                return
            self._seen = request
            self._look_later()

        def _leave(self) -> None:
            if self._alarm is not None:
                self._alarm.cancel()
            if self._address is not None:
                there[self._address] -= 1
                if not there[self._address]:
                    del there[self._address]
                self._address = None

    return Line
