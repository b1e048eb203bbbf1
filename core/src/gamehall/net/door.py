"""The web port's door: open from the first moment, the same for every route, dialects among them.

It says that the server starts as long as it does, lets no foreign site's page in (by WebSocket or by a request that
says where it comes from), and sees to it that no answer leaves without the headers that protect who reads it in a
browser.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

__all__ = ["Door", "may_enter"]

_log = structlog.get_logger(__name__)
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_SECURITY: Final = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every page: scripts and styles are our own files only, and no text can become either."""
_MODULE: Final = {name: _SECURITY[name] for name in ("Cross-Origin-Resource-Policy", "X-Content-Type-Options")}
"""Headers of scripts and styles: what is not a page by itself needs no more."""
_ONLY_TLS: Final = ("Strict-Transport-Security", "max-age=31536000")
"""For a year, a browser that was here by TLS comes by nothing else."""
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


class Door:
    """An ASGI application in front of the real one, which is put in when the server has started."""

    def __init__(self, allowed_origins: str) -> None:
        """*allowed_origins* is the setting of that name."""
        self.application: ASGIApp | None = None
        self._allowed = frozenset(_plain(one) for one in allowed_origins.split())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        refusal = None if may_enter(origin, headers.get("host", ""), self._allowed) else _foreign(origin)
        if scope["type"] == "websocket":
            await self._open(scope, receive, send, refusal)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _protect(MutableHeaders(raw=message["headers"]), scope["scheme"])
            await send(message)

        await (refusal or self.application or _starting())(scope, receive, with_headers)

    async def _open(self, scope: Scope, receive: Receive, send: Send, refusal: Response | None) -> None:
        if self.application is None:
            await WebSocket(scope, receive, send).send_denial_response(_starting())
        elif refusal is None:
            await self.application(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).send_denial_response(refusal)


def may_enter(origin: str | None, host: str, allowed: frozenset[str]) -> bool:
    """Whether a page of *origin*, which a browser tells of each WebSocket, may come in at *host*.

    Programs tell none, and enter. A page of this very host enters, whichever scheme a proxy made of it.
    """
    if origin is None:
        return True
    plain = _plain(origin)
    scheme, _, place = plain.partition("://")
    return plain in allowed or (scheme in _DEFAULT_PORTS and place == _plain(f"{scheme}://{host}").partition("://")[2])


def _plain(origin: str) -> str:
    """*origin* in small letters and without a port that its scheme implies."""
    try:
        parts = urlsplit(origin.lower())
        port = parts.port
    except ValueError:
        return ""
    if not parts.hostname:
        return ""
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, _DEFAULT_PORTS.get(parts.scheme)) else "")


def _protect(headers: MutableHeaders, scheme: str) -> None:
    kind = headers.get("content-type", "").partition(";")[0]
    for name, value in (_MODULE if kind in ("text/javascript", "text/css") else _SECURITY).items():
        headers.setdefault(name, value)
    if scheme == "https":
        headers.setdefault(*_ONLY_TLS)


def _foreign(origin: str | None) -> Response:
    _log.warning("foreign page refused", origin=origin)
    sentence = f"Pages of {origin} may not connect here; allowed_origins in the server's settings lists who may."
    return PlainTextResponse(sentence, status_code=403)


def _starting() -> JSONResponse:
    return JSONResponse({"status": "starting"}, status_code=503, headers={"Retry-After": "1"})
