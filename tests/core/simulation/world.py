"""A server's inner parts in one process, over a slow store that fails; killed at any moment, and started again."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from types import ModuleType
from typing import Any, ClassVar, Final
from unittest import mock

import anyio
import anyio.abc
import attrs

from gamehall.accounts.model import Account
from gamehall.accounts.service import Accounts
from gamehall.accounts.tokens import Tokens
from gamehall.bots import host as bot_host
from gamehall.bots.host import BotHost
from gamehall.journal import Entry, Journal
from gamehall.ledger import Ledger
from gamehall.lobby.lobby import Lobby, Secrecy
from gamehall.plugins import Plugins
from gamehall.sessions import lobby_requests
from gamehall.sessions.answering import answer_requests
from gamehall.sessions.attend import attend
from gamehall.sessions.balance_news import BalanceNews
from gamehall.sessions.hall import Hall
from gamehall.settings import Settings
from gamehall.tables.table import Observer
from gamehall_sdk.client import over
from gamehall_sdk.errors import GamehallError, StoreUnavailable
from gamehall_sdk.playing import play
from gamehall_sdk.transport import Disconnected
from gamehall_sdk.wire import json, xml
from tests.core.simulation.dice import Dice
from tests.core.simulation.loop import VirtualLoop
from tests.core.simulation.network import Link, SimulatedTransport, read_from, serve, write_to
from tests.core.simulation.store import MemoryStore, Port
from tests.core.simulation.watch import Watch

__all__ = ["Chaos", "World"]

_SLOWEST_STORE_S: Final = 0.008
_BEGAN_MS: Final = 1_000_000_000
SETTINGS: Final = Settings(move_limit_s=1.5, recovery_grace_s=1.0, messages_per_s=1000.0, burst=10_000)


@attrs.frozen
class Chaos:
    """How often what fails, as a part of all cases."""

    store_away: float = 0.01
    """A call finds no database."""
    answer_lost: float = 0.01
    """A call is done, and then seems to have failed."""
    crash_in_store: float = 0.003
    """The server dies just before a write, or just after it."""
    cut_s: float = 8.0
    """How long a connection holds, on average, in seconds."""
    bot_dies: float = 0.3
    bot_hangs: float = 0.2


CALM: Final = Chaos(0, 0, 0, 1e9, 0, 0)


class CrashedError(BaseException):
    """The server is dead; nobody is left to catch this."""


class SimulatedTimers:
    """The loop's own time."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def now_ms(self) -> int:
        return _BEGAN_MS + int(self._loop.time() * 1000 + 1e-6)

    def call_at(self, at_ms: int, call: Callable[[], None]) -> Callable[[], None]:
        return self._loop.call_at((at_ms - _BEGAN_MS) / 1000, call).cancel


class CheapPasswords:
    """Passwords as they are: hashing is tested elsewhere."""

    def hash(self, password: str) -> str:
        return f"plain {password}"

    def verify(self, stored: str, _name: str, password: str) -> Any:
        return mock.Mock(fits=stored == f"plain {password}", replacement=None)


class World:
    """The store and the network, which stay; and one run of the server after another."""

    def __init__(self, dice: Dice, loop: VirtualLoop, plugins: Plugins, chaos: Chaos, store: Any = None) -> None:
        self.dice = dice
        self.loop = loop
        self.plugins = plugins
        self.chaos = chaos
        self.memory = MemoryStore()
        parts: Any = store or mock.Mock(
            accounts=self.memory, ledger=self.memory, journal=self.memory, tables=self.memory
        )
        self.accounts, self.ledger, self.journal, self.tables = (
            Port(part, self._around) for part in (parts.accounts, parts.ledger, parts.journal, parts.tables)
        )
        self.store = parts
        self.watch = Watch(dice, dict(plugins.games), parts.ledger.balance, parts.tables.get)
        self.hall: Hall | None = None
        self.links: list[Link] = []
        self.crashes = 0
        self.entries: dict[int, dict[int, Entry]] = {}
        """All that was ever committed."""
        self.crashed = anyio.Event()
        self._dead = False

    # --- the store ---

    def _around(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def done(*arguments: Any, **named: Any) -> Any:
            if self._dead:
                raise StoreUnavailable("the server is dead")
            if self.dice.chance(self.chaos.store_away):
                raise StoreUnavailable("away")
            dies = name in ("write", "hold", "release", "create") and self.dice.chance(self.chaos.crash_in_store)
            if dies and self.dice.chance(0.5):
                raise CrashedError
            result = call(*arguments, **named)
            if name == "write":
                self._committed(*arguments)
            if dies:
                raise CrashedError
            if self.dice.chance(self.chaos.answer_lost):
                raise StoreUnavailable("the answer was lost")
            return result

        return done

    def _committed(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            there = self.entries.setdefault(entry.table_id, {})
            assert entry.number == max(there, default=0) + 1, f"entry {entry.number} of table {entry.table_id}"
            there[entry.number] = entry

    async def in_thread(self, call: Callable[..., Any], *arguments: Any, **_named: Any) -> Any:
        """In place of a worker thread: it takes its time on the loop's clock."""
        if self._dead:
            raise StoreUnavailable("the server is dead")
        await anyio.sleep(self.dice.random() * _SLOWEST_STORE_S)
        try:
            result = call(*arguments)
        except CrashedError:
            self.crash()
            await anyio.lowlevel.checkpoint()
            # Who waits behind a shield is not cancelled, and must not keep the dead server from ending.
            raise StoreUnavailable("the server is dead") from None
        await anyio.sleep(self.dice.random() * _SLOWEST_STORE_S)
        return result

    # --- the server ---

    def crash(self) -> None:
        """Kill the server at this moment."""
        if not self._dead:
            self._dead = True
            self.dice.note("crash")
            self.crashes += 1
            for link in self.links:
                link.cut()
            self.crashed.set()

    async def run(self, until: anyio.Event) -> None:
        """Run servers one after another, until the event and then the last one's end."""
        while not until.is_set():
            await self.live(until)
            await anyio.sleep(self.dice.random())

    async def live(self, until: anyio.Event) -> None:
        """One run of the server: to its death, or to *until*."""
        self._dead, self.crashed = False, anyio.Event()
        self.links.clear()
        async with anyio.create_task_group() as group:

            async def end() -> None:
                await until.wait()
                self.crash()

            group.start_soon(end)
            group.start_soon(self._serve, group)
            await self.crashed.wait()
            self.hall = None
            group.cancel_scope.cancel()

    async def _serve(self, group: anyio.abc.TaskGroup) -> None:
        try:
            await self._start(group)
        except StoreUnavailable:
            # A server that finds no database at its start ends, and is started again.
            self.crash()

    async def _start(self, group: anyio.abc.TaskGroup) -> None:
        """As ``gamehall.app`` puts a server together, without sockets."""
        timers = SimulatedTimers(self.loop)
        port: Any = self.journal
        journal = Journal(port, longest_pause_s=1.0, patience_s=3.0, in_thread=self.in_thread)
        await group.start(journal.run)
        ledger = Ledger(self.ledger)  # type: ignore[arg-type]
        await ledger.return_all(timers.now_ms())
        passwords: Any = CheapPasswords()
        accounts = Accounts(
            self.accounts,  # type: ignore[arg-type]
            passwords,
            login_attempts=1000,
            login_window_s=60,
            starting_balance=1000,
        )
        observers: list[Observer] = []
        lobby = Lobby(
            tables=self.tables,  # type: ignore[arg-type]
            journal=journal,
            timers=timers,
            recovery_grace_ms=1000,
            secret=lambda: self.dice.randbytes(32),
            games=self.plugins.games,
            clocks=self.plugins.clocks,
            secrecy=Secrecy(passwords.hash, lambda kept, given: kept == f"plain {given}"),
            observers=observers,
            group=group,
        )
        hall = Hall(
            settings=SETTINGS,
            accounts=accounts,
            ledger=ledger,
            lobby=lobby,
            journal=journal,
            timers=timers,
            random_bits=self.dice.getrandbits,
            version="0",
            begin=group.start_soon,
        )
        tokens = Tokens(mock.Mock(), lambda: "")
        answer_requests(hall, tokens)
        bots = BotHost(hall, self.plugins, group, lambda: self.dice.getrandbits(48), lambda bot, game: True)
        hall.bots = bots
        news = lobby_requests.LobbyNews(hall)
        observers += [news, BalanceNews(hall, group), bots, self.watch]
        tables = await lobby.recover()
        news.know(tables)
        await lobby.drop_connections(tables)
        await bots.bring_back(tables)
        self._group, self.hall = group, hall

    async def is_over(self) -> bool:
        """Whether all tables have ended. The operator sends bots away that are left alone: they would play for ever."""
        if self.hall is None or self.hall.bots is None:
            return False
        for table in list(self.hall.lobby.tables.values()):
            seats = table.machine.flow.seats()
            if all(seat.kind == "bot" for seat in seats):
                for seat in seats:
                    with contextlib.suppress(GamehallError):
                        await self.hall.bots.unseat(table, seat.seat)
        return not self.store.tables.open_tables()

    # --- the network ---

    def connect(self) -> SimulatedTransport:
        """A client's end of a new connection. Raises Disconnected while no server runs."""
        if self.hall is None or self._dead:
            sentence = "nobody listens there"
            raise Disconnected(sentence)
        codec: ModuleType = xml if self.dice.chance(0.15) else json
        link = self.link(codec, self.hall, self._group)
        self.loop.call_later(self.dice.expovariate(1 / self.chaos.cut_s), link.cut)
        return SimulatedTransport(link, codec)

    def link(self, codec: ModuleType, hall: Hall, group: anyio.abc.TaskGroup) -> Link:
        link = Link(self.dice, self.loop)
        self.links.append(link)
        group.start_soon(serve, hall, link, codec, self.watch)
        return link

    @asynccontextmanager
    async def patched(self) -> AsyncIterator[None]:
        """Without threads, and without processes."""
        world = self

        class SimulatedBot(_SimulatedBot):
            pass

        SimulatedBot.world = world
        with (
            mock.patch("anyio.to_thread.run_sync", self.in_thread),
            mock.patch.object(bot_host, "BotProcess", SimulatedBot),
        ):
            yield


@attrs.define(eq=False)
class _SimulatedBot:
    """In place of a bot's process: it dies or hangs as processes do."""

    bot: str
    table: int
    account: Account
    plugins: str
    seat: int | None = None
    seed: int = 0
    world: ClassVar[Any] = None

    async def run(self, hall: Hall, heard: Callable[[], None]) -> str:
        world: World = type(self).world
        link = Link(world.dice, world.loop)
        await anyio.sleep(world.dice.random())
        connection = hall.open(json, f"bot {self.bot}")
        connection.bot_at = self.table
        if world.dice.chance(world.chaos.bot_dies):
            world.loop.call_later(world.dice.random() * 20, link.cut)
        kind = world.plugins.bots[self.bot]
        hangs = world.dice.chance(world.chaos.bot_hangs)

        async def brain() -> None:
            try:
                async with over(SimulatedTransport(link, json), world.plugins.games) as client:
                    bot = kind.make(self.seed)
                    if hangs:
                        world.loop.call_later(world.dice.random() * 10, link.up.stall)
                    await play(client, bot, self.table, seat=self.seat)
            except (GamehallError, Disconnected):
                pass
            link.cut()

        try:
            await hall.log_in(connection, self.account)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await hall.close(connection)
            raise
        async with anyio.create_task_group() as group:
            try:
                group.start_soon(brain)
                await attend(
                    hall,
                    connection,
                    functools.partial(read_from, hall, link, connection, heard),
                    functools.partial(write_to, connection, link, world.watch),
                )
            finally:
                with anyio.CancelScope(shield=True):
                    await hall.close(connection)
                link.cut()
            group.cancel_scope.cancel()
        return "it ended"
