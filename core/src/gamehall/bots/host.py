"""The host of the server's own bots: starts their processes, carries their messages, watches their time."""

from __future__ import annotations

import contextlib
import difflib
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from typing import Final

import anyio
import anyio.abc
import attrs
import structlog

from gamehall.accounts.model import Account
from gamehall.accounts.names import HOUSE
from gamehall.plugins import CHOSEN, Plugins
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall.sessions.seat import Seat
from gamehall.tables.inputs import GiveUp, Part
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_sdk.errors import BotFailed, GamehallError, NotSeated, RemoteProtocolError, UnknownBot
from gamehall_sdk.table import Ask
from gamehall_sdk.wire import FrameReader, frame, json

__all__ = ["BotHost"]

_log = structlog.get_logger(__name__)
_START_S: Final = 20.0
_GOODBYE_S: Final = 0.5
_TRIES: Final = 3
_CHUNK: Final = 65_536
_LINES: Final = 5


@attrs.define(eq=False)
class _Running:
    """One bot's process and connection."""

    name: str
    table: Table
    account: Account
    seated: anyio.Event = attrs.field(factory=anyio.Event)
    tries: int = 0
    ending: bool = False
    stop: anyio.Event = attrs.field(factory=anyio.Event)
    error: str = ""
    last_lines: deque[str] = attrs.field(factory=lambda: deque(maxlen=_LINES))


class BotHost:
    """See the module. Its tasks live in *group*."""

    def __init__(self, hall: Hall, plugins: Plugins, group: anyio.abc.TaskGroup, seed: Callable[[], int]) -> None:
        """No bot yet; *seed* gives each its randomness."""
        self._hall = hall
        self._plugins = plugins
        self._group = group
        self._seed = seed
        self._running: dict[int, _Running] = {}
        self._naming = anyio.Lock()
        """Held while a bot's account is chosen, so that no two get the same."""

    async def seat(self, table: Table, name: str, place: int | None) -> None:
        """See :class:`~gamehall.sessions.hall.BotSeats`; returns when the bot sits."""
        self._check(table, name)
        async with self._naming:
            account = await self._account(table, name)
            running = _Running(name, table, account)
            self._running[account.id] = running
        self._group.start_soon(self._keep, running, place)
        with anyio.move_on_after(_START_S):
            await running.seated.wait()
        if table.machine.flow.seat_of(account.id) is None:
            running.stop.set()
            sentence = f"bot {name!r} did not sit down: {running.error or 'it did not start in time'}"
            raise BotFailed(sentence)

    async def unseat(self, table: Table, place: int) -> None:
        """See :class:`~gamehall.sessions.hall.BotSeats`."""
        for running in self._running.values():
            if running.table is table and table.machine.flow.seat_of(running.account.id) == place:
                await table.submit(Part(running.account.id, "sent away"))
                return
        sentence = f"no bot of this server's sits in seat {place}"
        raise NotSeated(sentence)

    def asked(self, seat: Seat, ask: Ask) -> None:
        """See :class:`~gamehall.sessions.hall.BotSeats`: a bot that does not answer in time is played for."""
        limit_ms = round(self._hall.settings.move_limit_s * 1000)

        def late() -> None:
            if any(turn.turn == ask.turn for turn in seat.table.machine.flow.turns()):
                _log.warning("bot too slow", table=seat.gameid, seat=ask.seat, limit_ms=limit_ms)
                seat.table.push(GiveUp(seat.account))

        timers = self._hall.timers
        timers.call_at(timers.now_ms() + limit_ms, late)

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`: a bot without a seat is stopped."""
        for account in outcome.left:
            if (running := self._running.get(account)) is not None:
                running.stop.set()
        if outcome.closed:
            for running in self._running.values():
                if running.table is table:
                    running.stop.set()

    async def bring_back(self, tables: list[Table]) -> None:
        """After a restart: start the bots that sat at *tables* again."""
        for table in tables:
            for number in sorted(table.machine.flow.accounts()):
                account = await self._hall.accounts.by_id(number)
                if account is not None and account.name.startswith(HOUSE):
                    name = account.name.removeprefix(HOUSE).rpartition("@")[0]
                    running = _Running(name, table, account)
                    self._running[account.id] = running
                    self._group.start_soon(self._keep, running, None)

    def _check(self, table: Table, name: str) -> None:
        fitting = [bot.name for bot in self._plugins.bots.values() if bot.plays(table.config.game)]
        if name in fitting:
            return
        near = difflib.get_close_matches(name, fitting, 1)
        advice = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(sorted(fitting)) or 'none'}"
        sentence = f"no bot {name!r} that plays {table.config.game} is installed here; {advice}"
        raise UnknownBot(sentence)

    async def _account(self, table: Table, name: str) -> Account:
        """An account for the bot that is in no use: they are numbered at each table."""
        number = 1
        while True:
            account = await self._hall.accounts.house(f"{HOUSE}{name}@{table.config.id}.{number}", self._now())
            taken = table.machine.flow.seat_of(account.id) is not None or account.id in self._running
            if not taken:
                return account
            number += 1

    def _now(self) -> int:
        return self._hall.timers.now_ms()

    # --- one bot ---

    async def _keep(self, running: _Running, place: int | None) -> None:
        """Run the bot's process, again if it dies while it still sits; give its seat up when it dies too often."""
        table, account = running.table, running.account
        try:
            while not table.closed:
                running.tries += 1
                await self._run(running, place)
                running.seated.set()
                if running.ending or table.closed or table.machine.flow.seat_of(account.id) is None:
                    return
                table.push(GiveUp(account.id))
                _log.error("bot failed", bot=running.name, table=table.config.id, cause=running.error)
                if running.tries >= _TRIES:
                    await table.submit(Part(account.id, "its program failed"))
                    return
        except GamehallError as error:
            _log.warning("bot ended", bot=running.name, table=table.config.id, cause=str(error))
        finally:
            running.seated.set()
            self._running.pop(account.id, None)

    async def _run(self, running: _Running, place: int | None) -> None:
        hall, settings = self._hall, self._hall.settings
        words = [running.name, str(running.table.config.id), "" if place is None else str(place)]
        words += [str(self._seed()), str(settings.bot_memory_mb)]
        process = await anyio.open_process(
            [sys.executable, "-m", "gamehall.bots.process", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, CHOSEN: self._needed(running)},
        )
        connection = hall.open(json, f"bot {running.name}")
        connection.house_bot = True
        try:
            await hall.log_in(connection, running.account)
            async with anyio.create_task_group() as group:
                group.start_soon(self._listen, process, running)
                group.start_soon(self._write, process, connection)
                group.start_soon(self._watch, running, group.cancel_scope)
                await self._read(process, connection, running)
                group.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                await hall.close(connection)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.aclose()
        running.error = "; ".join(running.last_lines) or running.error or f"it ended with code {process.returncode}"

    def _needed(self, running: _Running) -> str:
        """The plugins that its process loads: its own and the game's."""
        bot = self._plugins.owner("bots", running.name)
        game = self._plugins.owner("games", running.table.config.game)
        return f"{bot.name},{game.name}"

    async def _read(self, process: anyio.abc.Process, connection: Connection, running: _Running) -> None:
        assert process.stdout is not None  # noqa: S101  # it was asked for
        reader = FrameReader(self._hall.settings.max_frame_bytes)
        try:
            async for data in process.stdout:
                for payload in reader.feed(data):
                    await self._hall.receive(connection, payload)
                if running.table.machine.flow.seat_of(running.account.id) is not None:
                    running.seated.set()
        except RemoteProtocolError as error:
            running.error = str(error)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return

    async def _write(self, process: anyio.abc.Process, connection: Connection) -> None:
        assert process.stdin is not None  # noqa: S101  # it was asked for
        with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            while ready := await connection.outgoing():
                await process.stdin.send(b"".join(frame(payload, 1 << 31) for payload in ready))
        with contextlib.suppress(ProcessLookupError):
            process.kill()

    async def _listen(self, process: anyio.abc.Process, running: _Running) -> None:
        """What the bot prints: a few last lines are kept for the log."""
        assert process.stderr is not None  # noqa: S101  # it was asked for
        async for data in process.stderr:
            lines = data.decode("utf-8", "replace").splitlines()
            running.last_lines.extend(line[:300] for line in lines if line.strip())

    async def _watch(self, running: _Running, scope: anyio.CancelScope) -> None:
        """End the process of a bot that has no seat any more, after a moment to end by itself."""
        await running.stop.wait()
        running.ending = True
        await anyio.sleep(_GOODBYE_S)
        scope.cancel()
