"""The clients of the load benchmark: as lean as they can be, so that what is measured is the server.

An action is the first that the question lists; what the server tells is not parsed but looked through for a few words.
Each client is one socket of an asyncio protocol.
"""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import attrs

SEATS = 4
_AT_ONCE = 64
"""How many clients enter at one time."""
_LENGTH = struct.Struct(">I")
_ROUND_BEGINS = b"<roundstarted "
_ACTIONS = b"<actions>"
_AFTER = b"</parameters></action></game></response></message>"


@attrs.frozen
class Account:
    """An account that exists, and its login token."""

    name: str
    token: str


class Client(asyncio.Protocol):
    """One connection: asks and waits while it enters, then answers each question of its table at once."""

    def __init__(self) -> None:
        self.table: LoadTable | None = None
        self.session = b""
        self._lobby = b""
        self._told = 0
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._waits: tuple[bytes, asyncio.Future[bytes]] | None = None
        self._before = b""

    # --- asking and waiting ---

    async def connect(self, host: str, port: int) -> None:
        """Connect, and hear of the lobby's session."""
        loop = asyncio.get_running_loop()
        greeting = self._expect(b"<welcome ")
        await loop.create_connection(lambda: self, host, port)
        self._lobby = _attribute(await greeting, b"session")

    async def log_in(self, account: Account) -> None:
        """Log in by token."""
        name, word = account.name, account.token
        login = f'<authentication><login accountname="{name}" password="{word}"/></authentication>'
        await self._ask(login, b'<login success="true"')

    async def create(self, game: str, name: str) -> bytes:
        """Open a table of *game* without a pause, and give its number."""
        words = f"<pause>0</pause><seats>{SEATS}</seats><minplayers>{SEATS}</minplayers>"
        body = f'<game><create gametype="{game}" name="{name}"><parameters>{words}</parameters></create></game>'
        return _attribute(await self._ask(body, b'<create success="true"'), b"gameid", last=True)

    async def join(self, gameid: bytes, table: LoadTable) -> None:
        """Sit down, or take up the own seat."""
        self.table = table
        answer = await self._ask(f'<game gameid="{gameid.decode()}"><join/></game>', b'<join success="true"')
        self.session = _attribute(answer[answer.index(b"<entered ") :], b"session")
        self._before = b'<message sessionid="%s"><response><game gameid="%s"><action success="true"><parameters><turn>'
        self._before %= (self.session, gameid)

    def act(self, turn: bytes, action: bytes) -> None:
        """Answer the *turn*."""
        payload = self._before + turn + b"</turn>" + action + _AFTER
        assert self._transport is not None
        self._transport.write(_LENGTH.pack(len(payload)) + payload)

    def drop(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()

    async def _ask(self, request: str, answer: bytes) -> bytes:
        payload = b'<message sessionid="%s"><request>%s</request></message>' % (self._lobby, request.encode())
        assert self._transport is not None
        waiting = self._expect(answer)
        self._transport.write(_LENGTH.pack(len(payload)) + payload)
        return await asyncio.wait_for(waiting, 120)

    def _expect(self, words: bytes) -> asyncio.Future[bytes]:
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waits = (words, future)
        return future

    # --- the socket ---

    def connection_made(self, transport: Any) -> None:
        """See :class:`asyncio.Protocol`."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Cut the frames out and look through each."""
        if self._buffer:
            data = self._buffer + data
        at, end = 0, len(data)
        while end - at >= 4:
            stop = at + 4 + int.from_bytes(data[at : at + 4])
            if stop > end:
                break
            self._heard(data[at + 4 : stop])
            at = stop
        self._buffer = data[at:]

    def _heard(self, payload: bytes) -> None:
        table = self.table
        if self._waits is not None:
            words, future = self._waits
            if words in payload:
                self._waits = None
                future.set_result(payload)
                return
            if b'success="false"' in payload:
                self._waits = None
                future.set_exception(RuntimeError(payload.decode()))
                return
        if table is None:
            return
        asked = payload.find(b"<ask ")
        if asked >= 0:
            first = payload.index(_ACTIONS, asked) + len(_ACTIONS)
            action = payload[first : payload.index(b"/>", first) + 2]
            table.asked(self, _attribute(payload, b"turn", asked), action)
        elif (update := payload.find(b"<update ")) >= 0 and table.plays:
            if payload.find(_ROUND_BEGINS, update) < 0:
                self._told += 1
                table.told(self._told)
        elif b'success="false"' in payload:
            table.tally.refused.append(payload.decode())


@attrs.define
class Tally:
    """What came of the load."""

    acts: int = 0
    delays: list[float] = attrs.field(factory=list)
    """Seconds from an action sent to the news of it at the last seat."""
    refused: list[str] = attrs.field(factory=list)


@attrs.define(eq=False)
class LoadTable:
    """Four clients at one table; whoever is asked answers, at once or by the table's pace."""

    number: int
    tally: Tally
    clients: list[Client] = attrs.field(factory=lambda: [Client() for _ in range(SEATS)])
    gameid: bytes = b""
    interval_s: float = 0.0
    """At least so long between two actions; 0 for no pace."""
    plays: bool = False
    _sent: dict[int, float] = attrs.field(factory=dict)
    _heard: dict[int, int] = attrs.field(factory=dict)
    _acts: int = 0
    _next_s: float = 0.0

    def asked(self, client: Client, turn: bytes, action: bytes) -> None:
        """Answer now, or when the table's pace allows."""
        self.plays = True
        wait = self._next_s - time.perf_counter() if self.interval_s else 0.0
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._act, client, turn, action)
        else:
            self._act(client, turn, action)

    def _act(self, client: Client, turn: bytes, action: bytes) -> None:
        now = time.perf_counter()
        self._acts += 1
        self._sent[self._acts] = now
        if self.interval_s:
            # On the beat, so that a late answer does not slow the pace; but what is long past is not made up for.
            self._next_s = max(self._next_s + self.interval_s, now)
        client.act(turn, action)

    def told(self, act: int) -> None:
        """One seat has heard of the table's action number *act*."""
        heard = self._heard.get(act, 0) + 1
        if heard < SEATS:
            self._heard[act] = heard
            return
        self._heard.pop(act, None)
        self.tally.acts += 1
        self.tally.delays.append(time.perf_counter() - self._sent.pop(act))


class Crowd:
    """All clients, at tables of four."""

    def __init__(self, address: tuple[str, int], tables: int, accounts: list[Account], game: str = "hello") -> None:
        """For a server at *address*; *accounts* are four for each table."""
        self._game = game
        self.tally = Tally()
        self.tables = [LoadTable(number, self.tally) for number in range(tables)]
        self._address = address
        self._accounts = accounts

    async def connect(self) -> None:
        """Connect all."""
        await _in_turn(client.connect(*self._address) for table in self.tables for client in table.clients)

    async def log_in(self) -> None:
        """Log all in."""
        clients = (client for table in self.tables for client in table.clients)
        await _in_turn(client.log_in(account) for client, account in zip(clients, self._accounts, strict=True))

    async def create(self) -> None:
        """Open the tables."""

        async def create(table: LoadTable) -> None:
            table.gameid = await table.clients[0].create(self._game, f"load {table.number}")

        await _in_turn(create(table) for table in self.tables)

    async def sit(self, seats: slice) -> None:
        """Sit down: all but the last first, since a full table begins."""

        async def sit(table: LoadTable) -> None:
            for client in table.clients[seats]:
                await client.join(table.gameid, table)

        await _in_turn(sit(table) for table in self.tables)

    async def drive(self, seconds: float, rate: float = 0.0) -> Tally:
        """Let the tables play for some seconds, together *rate* actions a second at the most (0: as they can)."""
        for at, table in enumerate(self.tables):
            table.interval_s = len(self.tables) / rate if rate else 0.0
            table._next_s = time.perf_counter() + table.interval_s * at / len(self.tables)
        await asyncio.sleep(min(1.0, seconds / 4))
        self.tally.acts = 0
        self.tally.delays = []
        await asyncio.sleep(seconds)
        return attrs.evolve(self.tally, delays=sorted(self.tally.delays))

    def drop(self) -> None:
        """Close all connections."""
        for table in self.tables:
            for client in table.clients:
                client.drop()


async def _in_turn(work: Iterable[Awaitable[None]]) -> None:
    """Do all of it, only so many at one time."""
    waiting = iter(work)

    async def one() -> None:
        for each in waiting:
            await each

    await asyncio.gather(*(one() for _ in range(_AT_ONCE)))


def _attribute(payload: bytes, name: bytes, start: int = 0, *, last: bool = False) -> bytes:
    find: Callable[..., int] = payload.rfind if last else payload.find
    at = find(b" " + name + b'="', start) + len(name) + 3
    return payload[at : payload.index(b'"', at)]
