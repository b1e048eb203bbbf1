"""Sends mutated frames and messages to the real sessions, tables and games, and looks whether anything gives way.

No time passes and nothing leaves the process: the server is that of the simulated world, in calm weather.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

import anyio
import anyio.abc
import attrs
import structlog

from gamehall.plugins import Plugins
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall_sdk.client import over
from gamehall_sdk.errors import RemoteProtocolError
from gamehall_sdk.wire import FrameReader, Message, frame, json, xml
from tests.core.simulation.dice import Dice
from tests.core.simulation.loop import counted
from tests.core.simulation.run import heard
from tests.core.simulation.world import CALM, World
from tests.fuzz.mutate import Mutator

__all__ = ["GivesWayError", "Sent", "fuzz"]

BATCH: Final = 400
"""So many messages to one server, then a new one."""
_CODECS: Final[dict[str, ModuleType]] = {"json": json, "xml": xml}
_LIMIT: Final = 1 << 20
_GROWTH_KB: Final = 20_000
"""A process may grow by so much after its first servers; more, and something is kept that should not be."""


class GivesWayError(AssertionError):
    """The server failed at a message, or kept what it should have forgotten."""


@attrs.frozen
class Sent:
    """What was sent, and how it was taken."""

    messages: int
    refused: int
    broken: int
    """Frames after which the connection was closed."""


def fuzz(seed: int, plugins: Plugins, messages: int = BATCH) -> Sent:
    """Send *messages* made from *seed* to one server. Raises GivesWayError."""
    dice = Dice(seed)
    with counted() as make:
        loop = make()
        world = World(dice, loop, plugins, CALM)
        structlog.configure(processors=[lambda _, level, event: heard(world, level, event)])
        try:
            sent = anyio.run(_attack, world, messages, backend_options={"loop_factory": lambda: loop})
        finally:
            structlog.reset_defaults()
    if world.watch.failures:
        raise GivesWayError(f"seed {seed}: " + "\n".join(world.watch.failures[:3]))
    return sent


async def _attack(world: World, messages: int) -> Sent:
    end = anyio.Event()
    async with world.patched(), anyio.create_task_group() as group:
        group.start_soon(world.run, end)
        while world.hall is None:  # noqa: ASYNC110  # nobody tells of it
            await anyio.sleep(0.01)
        hall = world.hall
        rows = [await _table(world, name) for name in sorted(world.plugins.games)]
        attacker = _Attacker(world, hall, rows)
        async with anyio.create_task_group() as reading:
            for number in range(messages):
                try:
                    await attacker.send(reading)
                except Exception as error:  # noqa: BLE001  # none should come out
                    world.watch.failures.append(f"message {number} {attacker.last!r}: {type(error).__name__}: {error}")
            await attacker.leave()
            reading.cancel_scope.cancel()
        _nothing_kept(world, hall)
        end.set()
    return Sent(messages, attacker.refused, attacker.broken)


async def _table(world: World, game: str) -> int:
    async with over(world.connect(), world.plugins.games) as client:
        await client.create_account(f"host of {game}", "correct horse")
        await client.log_in(f"host of {game}", "correct horse")
        return await client.create(game, "a table", {"pause": "0", "clock": "move:5", "linger": "0"})


def _nothing_kept(world: World, hall: Hall) -> None:
    """All connections are gone, and their sessions."""
    if hall.connections or hall.online or hall._owners:
        kept = (len(hall.connections), len(hall.online), len(hall._owners))
        world.watch.failures.append(f"kept after all were gone: connections, accounts, sessions: {kept}")


class _Attacker:
    """Logs in, joins tables, and sends whatever the mutator makes."""

    def __init__(self, world: World, hall: Hall, tables: list[int]) -> None:
        self._world = world
        self._hall = hall
        self._tables = tables
        self._mutator = Mutator(world.dice)
        self._names = 0
        self._connection: Connection | None = None
        self._reader = FrameReader(_LIMIT)
        self._ending = "json"
        self.refused = self.broken = 0
        self.last = b""

    async def send(self, group: anyio.abc.TaskGroup) -> None:
        dice = self._world.dice
        known = self._connection
        if known is None or known.closing or dice.chance(0.02 if known.tables else 0.3):
            await self.leave()
            await self._come(group)
        connection = self._connection
        assert connection is not None
        session, seat = next(iter(connection.tables.items()), (2, None))
        gameid = 1 if seat is None else seat.gameid
        self.last = self._mutator.payload(self._ending, connection.lobby, session, gameid)
        framed = frame(self.last, _LIMIT) if self.last else b"\0\0\0\0"
        if dice.chance(0.05):
            at = dice.randrange(len(framed))
            framed = framed[:at] + bytes([dice.randrange(256)]) + framed[at + 1 :]
        cut = dice.randrange(len(framed) + 1)
        try:
            for piece in (framed[:cut], framed[cut:]):
                for payload in self._reader.feed(piece):
                    with anyio.fail_after(100):
                        await self._hall.receive(connection, payload)
            if self._reader.error is not None:
                raise self._reader.error
        except RemoteProtocolError as error:
            self.broken += 1
            connection.close(error)

    async def leave(self) -> None:
        if self._connection is not None:
            await self._hall.close(self._connection)
            self._connection = None

    async def _come(self, group: anyio.abc.TaskGroup) -> None:
        """A new connection; mostly logged in and at a table, so that there is more to break."""
        dice = self._world.dice
        self._ending = dice.choice(("json", "xml"))
        codec = _CODECS[self._ending]
        self._connection = connection = self._hall.open(codec, "mallory")
        self._reader = FrameReader(_LIMIT)
        group.start_soon(self._read, connection)
        if dice.chance(0.1):
            return
        if not self._names or dice.chance(0.2):
            self._names += 1
            account = await self._hall.accounts.create(f"mallory {self._names}", "correct horse", 1, 0)
        else:
            number = dice.randint(1, self._names)
            account = await self._hall.accounts.authenticate(f"mallory {number}", "correct horse", 0)
        await self._hall.log_in(connection, account)
        if self._tables and dice.chance(0.9):
            join = b'{"request":{"game":{"gameid":%d,"join":{"parameters":[{"buyin":"most"}]}}},"sessionid":%d}'
            table = dice.choice(self._tables)
            message = json.decode(join % (table, connection.lobby))
            await self._hall.receive(connection, codec.encode(message))

    async def _read(self, connection: Connection) -> None:
        """What the server says must be readable, at least."""
        while ready := await connection.outgoing():
            for payload in ready:
                self._world.watch.leaves(connection, payload)
                message: Message = connection.codec.decode(payload)
                body: Any = message.body
                told = getattr(getattr(body, "body", None), "body", None) or getattr(body, "body", None)
                if getattr(told, "success", True) is False:
                    self.refused += 1


def resident_kb() -> int:
    """The memory of this process; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as told:  # noqa: PTH123  # no file
            return int(told.read().split()[1]) * 4
    except OSError:
        return 0


def main() -> int:
    """``python -m tests.fuzz.run``: for some seconds, or one seed."""
    parser = argparse.ArgumentParser(prog="./dev fuzz", description="Mutated messages to the server's sessions.")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long (30)")
    parser.add_argument("--seed", type=int, help="send what this one makes, and no more")
    given = parser.parse_args()
    plugins = Plugins().load()
    if given.seed is not None:
        print(fuzz(given.seed, plugins))
        return 0
    return _long(given.seconds, lambda seed: fuzz(seed, plugins))


def _long(seconds: float, one: Callable[[int], Sent]) -> int:
    end, seed, messages, base_kb = time.monotonic() + seconds, time.time_ns() % 1_000_000, 0, 0
    first = seed
    while time.monotonic() < end:
        try:
            messages += one(seed).messages
        except GivesWayError as error:
            print(f"{error}\n\nseed {seed} failed; again with: ./dev fuzz --seed {seed}")
            return 1
        seed += 1
        if seed - first == 10:
            gc.collect()
            base_kb = resident_kb()
    gc.collect()
    grown_kb = resident_kb() - base_kb if base_kb else 0
    print(f"{messages} messages to {seed - first} servers, from seed {first}: all taken; memory grew by {grown_kb} kB")
    return int(grown_kb > _GROWTH_KB)


if __name__ == "__main__":
    sys.exit(main())
