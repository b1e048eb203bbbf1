"""All open tables: made, found, listed, brought back after a restart, closed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import Final

import anyio
import anyio.abc
import anyio.to_thread
import attrs
import structlog

from gamehall.accounts.names import unreadable
from gamehall.archive import NewTable, StoredTable, TablesPort
from gamehall.journal import Journal
from gamehall.tables.inputs import Close, Connection, Open
from gamehall.tables.machine import Bound, Machine, TableConfig, unbound
from gamehall.tables.recovery import Recovered, look_at, new_machine, recover
from gamehall.tables.table import Host, Observer, Table
from gamehall.timers import Timers
from gamehall_sdk.clock import ClockKind
from gamehall_sdk.errors import BadName, GamehallError, TableClosed, UnknownGame, UnknownTable
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.game import Game
from gamehall_sdk.record import secret_of
from gamehall_sdk.table import Phase, SecretRevealed

__all__ = ["Lobby", "Secrecy"]

_log = structlog.get_logger(__name__)
_NAME_CHARS: Final = 80
_READ_AT_ONCE: Final = 50
"""Tables that one call of a worker thread brings back."""
_MOST_SECRETS: Final = 1000
"""So many are told when a table closes; those of older rounds are to be had with the rounds."""


@attrs.frozen
class Secrecy:
    """Who gets into a private table: a check of a password against what is kept of it."""

    keep: Callable[[str], str]
    fits: Callable[[str, str], bool]


class Lobby:
    """The open tables. Start them with :meth:`recover`, in a task group that outlives it."""

    def __init__(  # noqa: PLR0913  # what a server is put together from, each by its name
        self,
        *,
        tables: TablesPort,
        journal: Journal,
        timers: Timers,
        recovery_grace_ms: int,
        secret: Callable[[], bytes],
        games: Mapping[str, Game],
        clocks: Mapping[str, ClockKind],
        secrecy: Secrecy,
        observers: list[Observer],
        group: anyio.abc.TaskGroup,
        bound: Bound = unbound,
        aside: Bound = unbound,
    ) -> None:
        """A lobby with no table yet; *bound* runs the games' code, *aside* where it runs in another thread."""
        self.games = games
        self.clocks = clocks
        self.tables: dict[int, Table] = {}
        self._port = tables
        self._timers = timers
        self._recovery_grace_ms = recovery_grace_ms
        self._secrecy = secrecy
        self._group = group
        self._aside = aside
        self._locks: dict[int, str] = {}
        self.observers = observers
        self._host = Host(journal, timers, secret, observers, self._reload, self.refunds, self.secrets, bound)

    # --- finding ---

    def table(self, table_id: int) -> Table:
        """The open table of this number. Raises :class:`~gamehall_sdk.errors.UnknownTable`."""
        table = self.tables.get(table_id)
        if table is None or table.closed:
            sentence = f"there is no open table number {table_id}"
            raise UnknownTable(sentence)
        return table

    def game(self, name: str) -> Game:
        """The installed game of this name. Raises :class:`~gamehall_sdk.errors.UnknownGame`."""
        game = self.games.get(name)
        if game is None:
            there = ", ".join(sorted(self.games)) or "none; an operator adds one with `gamehall install PACKAGE`"
            sentence = f"no game {name!r} is installed here; there are: {there}"
            raise UnknownGame(sentence)
        return game

    def variant(self, game: Game, name: str) -> str:
        """The variant of *game* called *name*, the first for an empty one. Raises UnknownGame."""
        try:
            return game.variant(name)
        except KeyError as error:
            there = ", ".join(one.name for one in game.variants) or game.name
            sentence = f"{game.title} has no variant {error.args[0]!r}; there are: {there}"
            raise UnknownGame(sentence) from error

    def listing(self, game: str | None, variant: str | None) -> list[Table]:
        """The open tables of one game and variant, or of all, by number."""
        return [
            table
            for _, table in sorted(self.tables.items())
            if not table.closed
            and (game is None or table.config.game == game)
            and (variant is None or table.config.variant == variant)
        ]

    # --- making ---

    async def create(self, game_name: str, name: str, values: Mapping[str, str], creator: int | None) -> Table:
        """Open a table. Raises UnknownGame, BadName, BadOption."""
        game = self.game(game_name)
        checked = _checked_name(name)
        texts = dict(values)
        variant = self.variant(game, texts.pop("variant", ""))
        draft = TableConfig(0, checked, game.name, variant, texts, creator or 0)
        machine, options = self._host.bound(lambda: new_machine(game, draft, self.clocks), draft)
        lock = await anyio.to_thread.run_sync(self._secrecy.keep, options.password) if options.password else None
        kept = json.dumps(machine.config.options)
        new = NewTable(checked, game.name, variant, str(game.version), kept, creator, lock)
        stored = await anyio.to_thread.run_sync(lambda: self._port.create(new, self._timers.now_ms()))
        machine.config = attrs.evolve(machine.config, id=stored.id)
        if lock is not None:
            self._locks[stored.id] = lock
        table = self._start(machine, options)
        try:
            await table.submit(self._opening())
        except GamehallError:
            table.push(Close("it could not be opened"))
            raise
        return table

    def _opening(self) -> Open:
        return Open(self._host.secret().hex())

    # --- private tables ---

    def is_private(self, table: Table) -> bool:
        """Whether the table has a password."""
        return table.config.id in self._locks

    async def may_enter(self, table: Table, account: int, password: str) -> bool:
        """Whether the account may come in: all to a public table, else creator, players, guests and by password."""
        lock = self._locks.get(table.config.id)
        if lock is None or account == table.config.creator or account in table.invited:
            return True
        if table.machine.flow.seat_of(account) is not None:
            return True
        return bool(password) and await anyio.to_thread.run_sync(self._secrecy.fits, lock, password)

    async def invite(self, table: Table, account: int) -> None:
        """Let the account in without the password, from now on."""
        table.invited.add(account)
        lock = self._locks.get(table.config.id)
        invited = json.dumps(sorted(table.invited))
        await anyio.to_thread.run_sync(lambda: self._port.set_access(table.config.id, lock, invited))

    # --- coming back ---

    async def recover(self) -> list[Table]:
        """Bring every open table back; one whose game is missing stays closed in the store's care, and is logged."""
        await anyio.to_thread.run_sync(self._port.prune)
        stored = await anyio.to_thread.run_sync(self._port.open_tables)
        tables = []
        for some in (stored[at : at + _READ_AT_ONCE] for at in range(0, len(stored), _READ_AT_ONCE)):
            read = await anyio.to_thread.run_sync(self._all_recovered, some)
            tables += [self._bring_back(one, back) for one, back in read]
        return tables

    def _all_recovered(self, stored: list[StoredTable]) -> list[tuple[StoredTable, Recovered]]:
        done = []
        for one in stored:
            try:
                back = self._recovered(one)
                look_at(back.machine, self._timers.now_ms())
                done.append((one, back))
            except Exception as error:  # noqa: BLE001  # one table, or its game, does not keep the others away
                _log.error("table not brought back", table=one.id, cause=str(error))
        return done

    def _bring_back(self, stored: StoredTable, recovered: Recovered) -> Table:
        if stored.password_hash:
            self._locks[stored.id] = stored.password_hash
        table = self._start(recovered.machine, recovered.options, recovered.fault)
        table.invited = set(json.loads(stored.invitations))
        if recovered.machine.number == 0:
            table.push(self._opening())  # the server died while the table was being made
        return table

    def _recovered(self, stored: StoredTable) -> Recovered:
        entries = self._port.entries_after(stored.id, stored.checkpoint_no)
        return recover(
            stored, entries, self.games, self.clocks, self._timers.now_ms(), self._recovery_grace_ms, self._aside
        )

    async def _reload(self, table_id: int) -> Recovered:
        """What a table asks for when it does not know what of it is stored."""
        stored = await anyio.to_thread.run_sync(self._port.get, table_id)
        if stored is None:
            sentence = f"table {table_id} is not in the store"
            raise UnknownTable(sentence)
        return await anyio.to_thread.run_sync(self._recovered, stored)

    async def refunds(self, table_id: int) -> dict[int, int]:
        """What the books say each account has at the table."""
        return await anyio.to_thread.run_sync(self._port.stakes, table_id)

    async def secrets(self, table_id: int) -> list[SecretRevealed]:
        """The secrets behind the newest recorded rounds of a table, in the rounds' order."""

        def read() -> list[SecretRevealed]:
            rounds = self._port.newest_rounds(table_id, _MOST_SECRETS)
            told = [SecretRevealed(number, secret_of(document)) for number, document in rounds]
            return [one for one in told if one.secret]

        return await anyio.to_thread.run_sync(read)

    def _start(self, machine: Machine, options: TableOptions, fault: str = "") -> Table:
        table = Table(machine, options, self._host)
        self.tables[machine.config.id] = table
        self._group.start_soon(self._run, table, fault)
        return table

    async def _run(self, table: Table, fault: str) -> None:
        try:
            await (table.void(fault) if fault else table.run())
        except Exception:  # noqa: BLE001  # it ends this table alone
            _log.exception("table failed", table=table.config.id, game=table.config.game)
        finally:
            self.tables.pop(table.config.id, None)
            self._locks.pop(table.config.id, None)
        with contextlib.suppress(GamehallError):  # what is left is found at the next start
            await anyio.to_thread.run_sync(self._port.prune, table.config.id)

    async def drop_connections(self, tables: list[Table]) -> None:
        """After a restart nobody is connected: say so at every table, which starts the time to come back."""
        for table in tables:
            for account in sorted(table.machine.flow.accounts()):
                if table.machine.flow.phase not in (Phase.FROZEN, Phase.CLOSED):
                    with contextlib.suppress(TableClosed):
                        await table.post(Connection(account, up=False))


def _checked_name(name: str) -> str:
    checked = " ".join(name.split())
    if not checked or len(checked) > _NAME_CHARS or any(map(unreadable, checked)):
        sentence = f"a table's name has 1 to {_NAME_CHARS} printable characters"
        raise BadName(sentence)
    return checked
