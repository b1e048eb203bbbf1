"""The host of the server's own bots: which runs at which table, again when it dies, and how long it may think."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection
from typing import Final

import anyio
import anyio.abc
import attrs
import structlog

from gamehall.accounts.model import Account
from gamehall.accounts.names import HOUSE
from gamehall.bots.run import BotProcess
from gamehall.plugins import Plugins
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall.sessions.seat import Seat
from gamehall.tables.inputs import GiveUp, Part
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table
from gamehall_sdk.errors import (
    BotFailed,
    Forbidden,
    GamehallError,
    NotSeated,
    ShuttingDown,
    StoreUnavailable,
    UnknownBot,
)
from gamehall_sdk.table import Ask, Kind

__all__ = ["BotHost"]

_log = structlog.get_logger(__name__)
_START_S: Final = 20.0
_TRIES: Final = 3
"""A program that failed so often in a row is not started again."""
_STEADY_MS: Final = 60_000
"""After so long, an earlier failure is forgotten."""
_STORE_PAUSE_S: Final = 1.0
"""How long after the database did not answer a program is started again."""
_LATE: Final = 3
"""A program that was too slow so often in a row is started anew."""


@attrs.define(eq=False)
class _Bot:
    """One bot at one table."""

    name: str
    table: Table
    account: Account
    master: str = ""
    """Who added it."""
    settled: anyio.Event = attrs.field(factory=anyio.Event)
    """Set when it sits, or when it is clear that it will not."""
    tries: int = 0
    late: int = 0
    ending: bool = False
    cause: str = ""
    connection: Connection | None = None
    cancel_alarm: Callable[[], None] | None = None

    @property
    def sits(self) -> bool:
        return not self.table.closed and self.table.machine.flow.seat_of(self.account.id) is not None

    def stop(self) -> None:
        """Let its program end: it has no seat any more."""
        self.ending = True
        self.calm()
        if self.connection is not None:
            self.connection.close()

    def calm(self) -> bool:
        """Stop watching its time; whether it was watched."""
        cancel, self.cancel_alarm = self.cancel_alarm, None
        if cancel is not None:
            cancel()
        return cancel is not None


class BotHost:
    """See the module. Its tasks live in *group*."""

    def __init__(
        self,
        hall: Hall,
        plugins: Plugins,
        group: anyio.abc.TaskGroup,
        seed: Callable[[], int],
        admitted: Callable[[str, str], bool],
    ) -> None:
        """No bot yet; *seed* gives each its randomness, *admitted* (bot, game) says who may sit at rated tables."""
        self.reserved: Callable[[], Collection[int]] = tuple
        """The accounts that are to sit somewhere soon."""
        self._admitted = admitted
        self._hall = hall
        self._plugins = plugins
        self._group = group
        self._seed = seed
        self._bots: dict[int, _Bot] = {}
        self._naming = anyio.Lock()

    def master(self, account: int) -> str:
        """See :class:`~gamehall.sessions.hall.BotSeats`."""
        bot = self._bots.get(account)
        return "" if bot is None else bot.master

    async def seat(self, table: Table, name: str, place: int | None, master: str = "") -> None:
        """See :class:`~gamehall.sessions.hall.BotSeats`; returns when the bot sits."""
        self.check(name, table.config.game, rated=table.options.rated)
        async with self._naming:
            if self._hall.stopping:
                sentence = "the server is stopping"
                raise ShuttingDown(sentence)
            most = self._hall.settings.max_bots
            if len(self._bots) >= most:
                sentence = f"{most} bots of the server's play here, as many as may (max_bots); try again later"
                raise BotFailed(sentence)
            account = await self._account(name)
            bot = self._start(_Bot(name, table, account, master), place)
        try:
            with anyio.move_on_after(_START_S):
                await bot.settled.wait()
        finally:
            if not bot.sits:
                bot.stop()
        if not bot.sits:
            sentence = f"bot {name!r} did not sit down: {bot.cause or 'it did not start in time'}"
            raise BotFailed(sentence)

    async def unseat(self, table: Table, place: int) -> None:
        """See :class:`~gamehall.sessions.hall.BotSeats`."""
        for bot in self._bots.values():
            if bot.table is table and table.machine.flow.seat_of(bot.account.id) == place:
                await table.submit(Part(bot.account.id, "sent away"))
                return
        sentence = f"no bot of this server's sits in seat {place}"
        raise NotSeated(sentence)

    def asked(self, seat: Seat, ask: Ask) -> None:
        """See :class:`~gamehall.sessions.hall.BotSeats`: a bot that does not answer in time is played for."""
        bot = self._bots.get(seat.account)
        if bot is None:
            return
        bot.connection = seat.connection
        if bot.calm():
            bot.late = 0
        timers = self._hall.timers
        limit_ms = round(self._hall.settings.move_limit_s * 1000)
        bot.cancel_alarm = timers.call_at(timers.now_ms() + limit_ms, lambda: self._too_slow(bot, ask))

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`: a bot without a seat is stopped."""
        for account in outcome.left:
            if (bot := self._bots.get(account)) is not None and bot.table is table:
                bot.stop()
        if outcome.closed:
            for bot in self._bots.values():
                if bot.table is table:
                    bot.stop()

    async def bring_back(self, tables: list[Table]) -> None:
        """After a restart: start the bots that sat at *tables* again."""
        for table in tables:
            flow = table.machine.flow
            # The store is not asked about people.
            programs = {seat.seat for seat in flow.seats() if seat.kind is Kind.BOT}
            for number in sorted(one for one in flow.accounts() if flow.seat_of(one) in programs):
                account = await self._hall.accounts.by_id(number)
                if account is None or not account.name.startswith(HOUSE):
                    continue
                name = account.name.removeprefix(HOUSE).rpartition(".")[0]
                if name in self._plugins.bots:
                    self._start(_Bot(name, table, account), None)
                else:
                    _log.error("bot is not installed any more", bot=name, table=table.config.id)
                    await table.post(Part(account.id, "its program is not installed"))

    def check(self, name: str, game: str, *, rated: bool) -> None:
        """Raise UnknownBot when no bot *name* plays *game*, Forbidden when it is not admitted to *rated* tables."""
        fitting = [bot.name for bot in self._plugins.bots.values() if bot.plays(game)]
        if name in fitting:
            if rated and not self._admitted(name, game):
                sentence = (
                    f"bot {name!r} is not admitted to rated tables of {game}; "
                    f"an operator tries it with `gamehall bot admit {name} --game {game}`"
                )
                raise Forbidden(sentence)
            return
        near = difflib.get_close_matches(name, fitting, 3)
        there = ", ".join(sorted(fitting)) or "none"
        advice = f"did you mean {' or '.join(map(repr, near))}?" if near else f"there are: {there}"
        sentence = f"no bot {name!r} that plays {game} is installed here; {advice}"
        raise UnknownBot(sentence)

    async def free_account(self, name: str) -> Account:
        """An account for the bot *name* that is in no use."""
        async with self._naming:
            return await self._account(name)

    async def take_up(self, table: Table, number: int, name: str) -> None:
        """Start the program of the bot *name*, whose account *number* sits at *table*."""
        account = await self._hall.accounts.by_id(number)
        if account is not None:
            self._start(_Bot(name, table, account), None)

    async def _account(self, name: str) -> Account:
        """An account for the bot that is in no use: ``~random.1``, ``~random.2`` …, for all tables together."""
        used = {bot.account.name for bot in self._bots.values()}
        number = 0
        while True:
            number += 1
            wanted = f"{HOUSE}{name}.{number}"
            if wanted in used:
                continue
            account = await self._hall.accounts.house(wanted, self._hall.timers.now_ms())
            if account.id in self.reserved():
                continue
            tables = self._hall.lobby.listing(None, None)
            if all(table.machine.flow.seat_of(account.id) is None for table in tables):
                return account

    def _start(self, bot: _Bot, place: int | None) -> _Bot:
        self._bots[bot.account.id] = bot
        self._group.start_soon(self._keep, bot, place)
        return bot

    def _too_slow(self, bot: _Bot, ask: Ask) -> None:
        bot.cancel_alarm = None
        if not any(turn.turn == ask.turn for turn in bot.table.machine.flow.turns()):
            return
        bot.late += 1
        _log.warning("bot too slow", bot=bot.name, table=bot.table.config.id, seat=ask.seat, times=bot.late)
        bot.table.push(GiveUp(bot.account.id, ask.turn))
        if bot.late >= _LATE and bot.connection is not None:
            bot.late = 0
            bot.cause = f"it was too slow {_LATE} times in a row"
            bot.connection.close()

    # --- one bot ---

    async def _keep(self, bot: _Bot, place: int | None) -> None:
        """Run the bot's process, again if it dies while it still sits; give its seat up when it dies too often."""
        try:
            while not await self._run_once(bot, place):
                bot.table.push(GiveUp(bot.account.id))
                _log.error("bot failed", bot=bot.name, table=bot.table.config.id, cause=bot.cause)
                if bot.tries >= _TRIES:
                    await bot.table.submit(Part(bot.account.id, "its program failed"))
                    return
        except GamehallError as error:
            _log.warning("bot ended", bot=bot.name, table=bot.table.config.id, cause=str(error))
        except Exception:  # noqa: BLE001  # one bot's fault is not the server's end
            _log.exception("bot ended", bot=bot.name, table=bot.table.config.id)
        finally:
            bot.calm()
            bot.settled.set()
            if self._bots.get(bot.account.id) is bot:
                del self._bots[bot.account.id]

    async def _run_once(self, bot: _Bot, place: int | None) -> bool:
        """Run its process to its end; whether that was the end of the bot."""
        timers = self._hall.timers
        began_ms = timers.now_ms()
        bot.tries += 1
        bot.cause = ""

        def heard() -> None:
            if bot.sits:
                bot.settled.set()

        process = BotProcess(bot.name, bot.table.config.id, bot.account, self._needed(bot), place, self._seed())
        try:
            cause = await process.run(self._hall, heard)
        except OSError as error:
            cause = f"no process could be started: {error}"
        except StoreUnavailable as error:
            # No fault of its program's.
            cause, bot.tries = str(error), bot.tries - 1
            await anyio.sleep(_STORE_PAUSE_S)
        bot.cause = bot.cause or cause
        bot.calm()
        bot.connection = None
        if timers.now_ms() - began_ms > _STEADY_MS:
            bot.tries = 0
        return bot.ending or self._hall.stopping or not bot.sits

    def _needed(self, bot: _Bot) -> str:
        """The plugins that its process loads: its own and the game's."""
        own = self._plugins.owner("bots", bot.name)
        game = self._plugins.owner("games", bot.table.config.game)
        return f"{own.name},{game.name}"
