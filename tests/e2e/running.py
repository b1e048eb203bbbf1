"""A server in a process of its own, and clients that note every byte they get."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import anyio
import anyio.abc
import attrs

from gamehall.store.store import Store, open_store
from gamehall_sdk.client import Client, TableSession, over
from gamehall_sdk.errors import Refusal, ShuttingDown
from gamehall_sdk.game import Game
from gamehall_sdk.table import Ask, RoundEnded, RoundStarted, Snapshot, Update, legal_of
from gamehall_sdk.transport import Disconnected, TcpTransport, Transport, WebSocketTransport
from gamehall_sdk.wire import Message, json, xml
from tests.hosting import PASSWORD, PATIENCE_S

READY = re.compile(r"((?:tcp|tls)://\S+) \(XML\), (wss?://\S+) \(JSON\)")
FAULTS = re.compile(r"Traceback|never retrieved|\[error|\[critical|Warning:|exception", re.IGNORECASE)


@attrs.define
class Running:
    """A server process; what it logs goes to a file beside its data."""

    process: anyio.abc.Process
    tcp: str
    ws: str
    log: Path

    async def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop(self) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        with anyio.fail_after(PATIENCE_S):
            return await self.process.wait()

    @property
    def faults(self) -> list[str]:
        """Lines of its log that should not be there."""
        return [line for line in self.log.read_text(encoding="utf-8").splitlines() if FAULTS.search(line)]


def command(folder: Path) -> list[str]:
    """The command that serves *folder* on free ports."""
    ports = ["--tcp-port", "0", "--web-port", "0"]
    return [sys.executable, "-W", "default", "-m", "gamehall", "serve", *ports, "--data-dir", str(folder)]


def environment(**variables: str) -> dict[str, str]:
    """This process's environment without settings of a server's, and *variables*."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("GAMEHALL_")}
    return inherited | {"GAMEHALL_PLUGINS": "hello,holdem,bot-random"} | variables


@asynccontextmanager
async def running(folder: Path, **variables: str) -> AsyncIterator[Running]:
    """A server on *folder*; it is killed at the end of the block, unless it has ended."""
    log = folder.parent / f"{folder.name}.log"
    with log.open("ab") as errors:
        process = await anyio.open_process(
            command(folder), stdout=subprocess.PIPE, stderr=errors, env=environment(**variables), cwd=folder.parent
        )
    try:
        said = b""
        with anyio.fail_after(PATIENCE_S):
            assert process.stdout is not None
            while not (found := READY.search(said.decode())):
                said += await process.stdout.receive()
        yield Running(process, found[1], found[2], log)
    finally:
        with anyio.CancelScope(shield=True):
            if process.returncode is None:
                process.kill()
            await process.aclose()


def database_of(folder: Path) -> str:
    """The URL of the database in a server's folder."""
    return f"sqlite:///{folder / 'gamehall.sqlite3'}"


def stored(folder: Path) -> Store:
    """What a server that has ended left in *folder*."""
    return open_store(database_of(folder))


class _RecordedTcp(TcpTransport):
    def __init__(self, stream: anyio.abc.ByteStream, heard: list[tuple[str, Message]]) -> None:
        super().__init__(stream)
        self._heard = heard

    async def receive(self) -> Message:
        payload = await self._payload()
        message = xml.decode(payload)
        self._heard.append((payload.decode(), message))
        return message


class _RecordedWebSocket(WebSocketTransport):
    def __init__(self, url: str, heard: list[tuple[str, Message]]) -> None:
        super().__init__(url)
        self._heard = heard

    async def receive(self) -> Message:
        message = await super().receive()
        # The codec writes what it reads, to the byte.
        self._heard.append((json.encode(message).decode(), message))
        return message


@attrs.define
class Player:
    """Somebody who plays legal actions at random, and all that was heard."""

    name: str
    games: dict[str, Game]
    rng: Random
    heard: list[tuple[str, Message]] = attrs.field(factory=list)
    """Every frame: its text, and the message in it."""
    acknowledged: list[int] = attrs.field(factory=list)
    """The turns whose answers the server took."""
    seq: int = 0
    round: int = 0
    rounds: int = 0
    playing: tuple[int, ...] = ()
    cards: dict[int, tuple[Any, ...]] = attrs.field(factory=dict)
    """By round, the own hole cards."""
    board: dict[int, tuple[Any, ...]] = attrs.field(factory=dict)
    client: Client | None = None
    table: TableSession | None = None

    @asynccontextmanager
    async def connected(self, address: str, *, create: bool = False) -> AsyncIterator[Client]:
        """Logged in there."""
        transport: Transport
        if address.startswith("ws"):
            transport = await _RecordedWebSocket(address, self.heard).connect()
        else:
            host, _, port = address.removeprefix("tcp://").partition(":")
            transport = _RecordedTcp(await anyio.connect_tcp(host, int(port)), self.heard)
        async with over(transport, self.games) as self.client:
            if create:
                await self.client.create_account(self.name, PASSWORD)
            await self.client.log_in(self.name, PASSWORD)
            yield self.client

    async def sit(self, gameid: int) -> Snapshot:
        """Join the table, or come back to it; what is to be seen there."""
        assert self.client is not None
        self.table = await self.client.join(gameid, buy_in="most")
        snapshot = await anext(self.table)
        assert isinstance(snapshot, Snapshot)
        return snapshot

    def catch_up(self, snapshot: Snapshot) -> None:
        """Take the table to be as it is shown."""
        self.seq, self.round = snapshot.seq, snapshot.number
        view = snapshot.view
        self.playing = () if view is None else tuple(seat.seat for seat in view.seats)
        self.board[self.round] = () if view is None else view.board

    async def play(self, until: int) -> None:
        """Play until round *until* is over, or the connection."""
        table = None
        try:
            while self.table is not table and self.table is not None:
                table = self.table
                async for news in table:
                    self.note(news)
                    if isinstance(news, Ask):
                        await self._answer(news)
                    if isinstance(news, RoundEnded):
                        if news.number >= until:
                            return
                        await self._buy_in_again(news)
        except (Disconnected, ShuttingDown):
            return

    def note(self, news: Any) -> None:
        """Remember what the server must not forget."""
        match news:
            case Update(seq):
                self.seq = seq
            case RoundStarted(number, seats):
                self.round, self.playing = number, seats
                self.board[number] = ()
            case RoundEnded():
                self.rounds += 1
            case _ if type(news).__name__ == "HoleCardsDealt":
                self.cards[self.round] = news.cards
            case _ if type(news).__name__ == "BoardDealt":
                self.board[self.round] = (*self.board[self.round], *news.cards)

    async def _buy_in_again(self, ended: RoundEnded) -> None:
        """A stack that is gone is filled up again."""
        assert self.table is not None
        if self.table.seat in self.playing and ended.stacks[self.playing.index(self.table.seat)] == 0:
            self.catch_up(await self.sit(self.table.gameid))

    async def _answer(self, ask: Ask) -> None:
        assert self.table is not None
        assert self.table.game is not None
        action = legal_of(ask, self.table.game.payloads).choose(self.rng)
        try:
            await self.table.act(action, ask.turn)
        except Refusal:
            return
        self.acknowledged.append(ask.turn)
