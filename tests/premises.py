"""A lobby over a real database, with a clock in the test's hands: what is left of a server without its sockets."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.lowlevel

from gamehall.accounts.model import AccountType, NewAccount
from gamehall.journal import Journal
from gamehall.ledger import Ledger
from gamehall.lobby.lobby import Lobby, Secrecy
from gamehall.store.store import open_store
from gamehall.tables.inputs import Join
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.clock import CLOCKS
from gamehall_sdk.errors import GamehallError
from gamehall_sdk.game import Game
from gamehall_sdk.table import Kind
from tests.doubles import Seen, VirtualTimers, Watcher
from tests.games import coins, morra


class Premises:
    """What a server has in one run; another one on the same file is the server after a restart."""

    def __init__(self, file: Path, timers: VirtualTimers | None = None, games: Iterable[Game] | None = None) -> None:
        self.file = file
        self.timers = timers or VirtualTimers()
        self.games = {game.name: game for game in (games or (HELLO, coins(), morra()))}
        self.seen = Seen()
        self.store = open_store(f"sqlite:///{file}")
        self.ledger = Ledger(self.store.ledger)
        self.journal = Journal(self.store.journal, patience_s=0.1, pause=self._no_pause)
        self.returned = self.store.ledger.return_all(self.timers.now_ms())
        self._secrets = itertools.count(1)

    async def _no_pause(self, _seconds: float) -> None:
        await anyio.lowlevel.checkpoint()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Premises]:
        """While the server runs; it is killed at the end of the block."""
        try:
            async with anyio.create_task_group() as group:
                self.group = group
                await group.start(self.journal.run)
                self.lobby = Lobby(
                    tables=self.store.tables,
                    journal=self.journal,
                    timers=self.timers,
                    recovery_grace_ms=5000,
                    secret=lambda: next(self._secrets).to_bytes(32, "big"),
                    games=self.games,
                    clocks={kind.name: kind for kind in CLOCKS},
                    secrecy=Secrecy(lambda password: f"kept {password}", lambda kept, given: kept == f"kept {given}"),
                    observers=[self.seen],
                    group=group,
                )
                with anyio.fail_after(30):
                    yield self
                group.cancel_scope.cancel()
        finally:
            self.store.close()

    def account(self, name: str, balance: int = 0) -> int:
        """A new account; its number."""
        [made] = self.store.accounts.add([NewAccount(name, name, AccountType.PLAYER, "stored", balance)], 5)
        return made.id

    async def sit(
        self, table: Table, account: int, chips: int = 0, seat: int | None = None, watch: Watcher | None = None
    ) -> Outcome:
        """Take a seat or add chips, the way a session does."""
        hold = None
        if chips:
            hold = await self.ledger.hold(account, chips, table.config.id, self.timers.now_ms())
        wish = Join(account, f"p{account}", Kind.HUMAN, seat, chips, hold.id if hold else None)
        try:
            return await table.submit(wish, hold, watch)
        except GamehallError:
            if hold is not None:
                await self.ledger.release(hold, self.timers.now_ms())
            raise

    async def settle(self) -> None:
        """Return when nobody has anything to do before time moves."""
        for table in list(self.lobby.tables.values()):
            if not table.closed:
                await table.settled()

    async def advance(self, ms: int) -> None:
        """Let time pass, call by call."""
        await self.settle()
        end = self.timers.now + ms
        while self.timers.fire_next(end):
            await self.settle()
        self.timers.now = end
