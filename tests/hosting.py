"""A server in the test's own process, on real sockets of loopback, and clients without manners for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import anyio
import argon2
import attrs

from gamehall import app
from gamehall.accounts.model import CLIENT_TYPES
from gamehall.accounts.passwords import Passwords
from gamehall.app import Server, serve
from gamehall.plugin_metadata import Discovery, Found
from gamehall.plugins import Plugins
from gamehall.settings import Settings
from gamehall_sdk.client import Client, TableSession, over
from gamehall_sdk.errors import GamehallError, by_code
from gamehall_sdk.table import Ask
from gamehall_sdk.transport import TcpTransport, Transport, WebSocketTransport, open_transport
from gamehall_sdk.wire import (
    GameResponse,
    GeneralStateUpdate,
    Info,
    Message,
    Response,
    StateUpdate,
    frame,
    json,
    xml,
)

PASSWORD = "correct horse"
PATIENCE_S = 60.0
"""After so long a test that waits has failed."""


def cheap_passwords() -> Passwords:
    """Hashes that cost nothing: these tests are of other things."""
    return Passwords(argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def plugins(*modules: str) -> Plugins:
    """All installed plugins, and these modules as further ones."""
    mine = [Found("gamehall-test", module.rpartition(".")[2], module, "1.0") for module in modules]
    found = Plugins().found
    return Plugins(discovery=Discovery((*found, *mine), ()))


@asynccontextmanager
async def hosting(folder: Path, loaded: Plugins | None = None, **changed: Any) -> AsyncIterator[Server]:
    """A server with its data in *folder*; *changed* are settings."""
    settings = Settings(data_dir=folder, tcp_port=0, web_port=0, **changed)
    with mock.patch.object(app, "Passwords", cheap_passwords):
        async with serve(settings, loaded or plugins()) as server:
            yield server


class Peer:
    """A client that sends whatever it is told to, and the messages that it gets."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.session = 0
        self.met: list[Message] = []

    async def send(self, what: Message | bytes | str) -> None:
        """Send a message, or bytes as they are (framed on TCP)."""
        if isinstance(self.transport, WebSocketTransport):
            payload = json.encode(what) if isinstance(what, Message) else what
            await self.transport.send_text(payload if isinstance(payload, str) else payload.decode())
        elif isinstance(self.transport, TcpTransport):
            payload = xml.encode(what) if isinstance(what, Message) else what
            await self.transport.send_bytes(frame(payload.encode() if isinstance(payload, str) else payload, 1 << 24))

    async def raw(self, data: bytes) -> None:
        """Send bytes without a frame, over TCP."""
        assert isinstance(self.transport, TcpTransport)
        await self.transport.send_bytes(data)

    async def receive(self) -> Message:
        """The next message."""
        with anyio.fail_after(PATIENCE_S):
            message = await self.transport.receive()
        self.met.append(message)
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is *wanted*; others are passed over."""
        while not wanted(message := await self.receive()):
            pass
        return message

    async def refusal(self, what: Message | bytes | str) -> GamehallError:
        """Send it, and give the error of its answer as the class that the code stands for."""
        await self.send(what)
        refused: GamehallError = error_of(await self.until(lambda message: isinstance(message.body, Response)))
        return refused

    async def parting(self) -> GamehallError:
        """What the server says before it closes the connection; that it closes is waited for."""
        said: GamehallError = error_of(await self.until(lambda message: error_of(message, strict=False) is not None))
        await self.gone()
        return said

    async def gone(self) -> None:
        """Return when the server has closed the connection."""
        with anyio.fail_after(PATIENCE_S):
            try:
                while True:
                    await self.transport.receive()
            except GamehallError:
                return


def error_of(message: Message, *, strict: bool = True) -> Any:
    """The error that a response or a general state update tells."""
    body: Any = None
    match message.body:
        case Response(GameResponse(_, answer)):
            body = answer
        case Response(answer) | StateUpdate(GeneralStateUpdate() as answer):
            body = answer
    if getattr(body, "success", True) is False:
        return by_code(body.errorcode or 0)(body.description or "")
    if strict:
        raise AssertionError(f"no refusal: {message}")
    return None


@asynccontextmanager
async def peer(address: str) -> AsyncIterator[Peer]:
    """A :class:`Peer`, greeted."""
    transport = await open_transport(address)
    try:
        one = Peer(transport)
        greeting = await one.receive()
        assert isinstance(greeting.body, Info)
        one.session = greeting.sessionid
        yield one
    finally:
        await transport.close()


@attrs.define
class Guests:
    """Clients with an account each, made and logged in as they are named."""

    server: Server
    stack: AsyncExitStack

    async def __call__(
        self, name: str, kind: int = 1, *, address: str = "", made: bool = False, games: Mapping[str, Any] | None = None
    ) -> Client:
        """A client logged in as *name*, whose account is made unless it *made* it already."""
        transport = await open_transport(address or self.server.tcp_address)
        known = self.server.plugins.games if games is None else games
        client = await self.stack.enter_async_context(over(transport, known))
        if not made and kind in CLIENT_TYPES:
            await client.create_account(name, PASSWORD, kind)
        elif not made:
            await self.server.hall.accounts.create(name, PASSWORD, kind, self.server.hall.timers.now_ms())
        await client.log_in(name, PASSWORD)
        return client


@asynccontextmanager
async def guests(server: Server) -> AsyncIterator[Guests]:
    """Makes clients, and closes their connections at the end."""
    async with AsyncExitStack() as stack:
        yield Guests(server, stack)


async def news_of(table: TableSession, *kinds: type) -> Any:
    """The next piece of news of one of *kinds*; others are passed over."""
    with anyio.fail_after(PATIENCE_S):
        async for news in table:
            if isinstance(news, kinds):
                return news
    raise AssertionError(f"the table ended before {kinds}")


async def turn_of(wanted: TableSession, *others: TableSession) -> Ask:
    """Let the *others* call, check or keep until *wanted* is asked."""
    with anyio.fail_after(PATIENCE_S):
        while True:
            for table in (wanted, *others):
                while table._news:
                    news = table._news.popleft()
                    if isinstance(news, Ask) and table is wanted:
                        return news
                    if isinstance(news, Ask):
                        calm = [one for one in news.actions if type(one).__name__ in ("Call", "Check", "Keep")]
                        await table.act(calm[0], news.turn)
            await anyio.lowlevel.checkpoint()


async def told(client: Client, *kinds: type) -> Any:
    """The next piece of news of the lobby of one of *kinds*; those before it are forgotten."""
    with anyio.fail_after(PATIENCE_S):
        while True:
            while client.news:
                news = client.news.popleft()
                if isinstance(news, kinds):
                    return news
            await client.heard()


async def books_balance(server: Server) -> None:
    """Check that chips are conserved, and that none is on its way."""
    ledger = server.hall.ledger
    await ledger.check()
    assert not [key for key in await ledger.balances() if key.startswith("transit:")]


async def until(true: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Return when something has come about that nothing tells of."""
    with anyio.fail_after(patience_s):
        while not true():  # noqa: ASYNC110  # there is no event of it
            await anyio.sleep(0.005)
