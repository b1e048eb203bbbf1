"""Dialects: the wire protocols of plugins, on the web port, each given clients that reach the sessions from inside."""

from __future__ import annotations

import contextlib
import ipaddress
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

import anyio
import anyio.abc
import structlog
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from gamehall.sessions.connection import Connection
from gamehall.sessions.gate import Crowd
from gamehall.sessions.hall import Hall
from gamehall_sdk.client import Client, over
from gamehall_sdk.dialect import Bridge, Dialect
from gamehall_sdk.errors import LoginFailed
from gamehall_sdk.game import Game
from gamehall_sdk.transport import Disconnected, Transport
from gamehall_sdk.wire import Message, json

__all__ = ["HallBridge", "mounts"]

_log = structlog.get_logger(__name__)
_GOODBYE_S: Final = 1.0
_LOOPBACK: Final = "loopback"


def mounts(dialects: Mapping[str, Dialect], hall: Hall, group: anyio.abc.TaskGroup) -> list[BaseRoute]:
    """The routes of *dialects*; one that cannot be made is left out and logged."""
    routes: list[BaseRoute] = []
    crowd = Crowd(hall.settings)
    for name, dialect in sorted(dialects.items()):
        try:
            app = _Counted(dialect.make(HallBridge(hall, group)), hall, crowd)
            routes.append(Mount(dialect.path, app, name=name))
        except Exception:  # noqa: BLE001  # one dialect's fault is not the server's end
            _log.exception("dialect left out", dialect=name)
    return routes


class _Counted:
    """ASGI: a dialect, with so many WebSockets as an address may have and the server takes, players behind them or not.

    *crowd* counts those of all dialects.
    """

    def __init__(self, app: ASGIApp, hall: Hall, crowd: Crowd) -> None:
        self._app = app
        self._hall = hall
        self._crowd = crowd

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it answer, or turn it away."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        address = self._hall.gate.counted(f"{client[0]}:{client[1]}") if client else ""
        limit = self._crowd.enter(address)
        if limit:
            _log.warning("connection of a dialect turned away", peer=address or "trusted")
            sentence = f"too many connections ({limit}); close one of yours first, or try again later\n"
            await WebSocket(scope, receive, send).send_denial_response(PlainTextResponse(sentence, status_code=503))
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._crowd.leave(address)


class HallBridge(Bridge):
    """See :class:`~gamehall_sdk.dialect.Bridge`; its tasks live in *group*."""

    def __init__(self, hall: Hall, group: anyio.abc.TaskGroup) -> None:
        """A bridge to *hall*."""
        self._hall = hall
        self._group = group

    @property
    def games(self) -> Mapping[str, Game]:
        """See :class:`~gamehall_sdk.dialect.Bridge`."""
        return self._hall.lobby.games

    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        """See :class:`~gamehall_sdk.dialect.Bridge`."""

        async def guarded() -> None:
            try:
                await work()
            except Exception:  # noqa: BLE001  # one player's fault is not the server's end
                _log.exception("dialect failed")

        self._group.start_soon(guarded)

    def connect(self, peer: str) -> AbstractAsyncContextManager[Client]:
        """See :class:`~gamehall_sdk.dialect.Bridge`."""
        return _connected(self._hall, peer)

    def lets_in(self, peer: str, token: str) -> bool:
        """See :class:`~gamehall_sdk.dialect.Bridge`."""
        return _lets_in(self._hall.settings.robots, peer, token)

    async def enlist(self, client: Client, name: str, peer: str, token: str) -> None:
        """See :class:`~gamehall_sdk.dialect.Bridge`."""
        hall, transport = self._hall, client.transport
        assert isinstance(transport, _Inside)  # noqa: S101  # it was made here
        if not self.lets_in(peer, token):
            sentence = "a robot logs in with an account of its own here, or with the operator's token"
            raise LoginFailed(sentence)
        account = await hall.accounts.robot(name, hall.timers.now_ms())
        if account.id in hall.online:
            sentence = f"the robot {account.name} is connected already"
            raise LoginFailed(sentence)
        await hall.log_in(transport.connection, account)
        client.name, client.kind = account.name, int(account.kind)


class _Inside(Transport):
    """Messages to a connection of this very server; they are written and read as JSON, and checked as any are."""

    def __init__(self, hall: Hall, connection: Connection) -> None:
        self.connection = connection
        self._hall = hall
        self._ready: deque[bytes] = deque()
        self._lock = anyio.Lock()

    async def send(self, message: Message) -> None:
        """See :class:`~gamehall_sdk.transport.Transport`."""
        async with self._lock:
            if self.connection.closing:
                sentence = "the server closed the connection"
                raise Disconnected(sentence)
            await self._hall.receive(self.connection, json.encode(message))

    async def receive(self) -> Message:
        """See :class:`~gamehall_sdk.transport.Transport`."""
        while not self._ready:
            more = await self.connection.outgoing()
            if not more:
                sentence = "the server closed the connection"
                raise Disconnected(sentence)
            self._ready.extend(more)
        return json.decode(self._ready.popleft())

    async def close(self) -> None:
        """See :class:`~gamehall_sdk.transport.Transport`."""
        with anyio.CancelScope(shield=True):
            await self._hall.close(self.connection)


@asynccontextmanager
async def _connected(hall: Hall, peer: str) -> AsyncIterator[Client]:
    reason = hall.turns_away(peer)
    if reason is not None:
        raise reason
    connection = hall.open(json, peer)
    transport = _Inside(hall, connection)

    async def leave_when_told() -> None:
        await connection.told_to_close()
        await anyio.sleep(_GOODBYE_S)
        await transport.close()

    async with over(transport, hall.lobby.games) as client, anyio.create_task_group() as group:
        group.start_soon(leave_when_told)
        try:
            yield client
        finally:
            group.cancel_scope.cancel()


def _lets_in(allowed: str, peer: str, token: str) -> bool:
    if not allowed:
        return False
    if allowed != _LOOPBACK:
        return secrets.compare_digest(allowed.encode(), token.encode())
    host = peer.rpartition(":")[0].strip("[]")
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False
