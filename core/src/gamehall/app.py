"""The server put together: what every part is given, the order of starting, and that of stopping."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import importlib.metadata
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import anyio
import anyio.abc
import anyio.to_thread
import attrs
import structlog

from gamehall.accounts.passwords import Passwords
from gamehall.accounts.service import Accounts
from gamehall.accounts.tokens import Tokens
from gamehall.arena.leaders import Leaders
from gamehall.bots.host import BotHost
from gamehall.extensions.host import ExtensionHost
from gamehall.folder_lock import lock_folder
from gamehall.journal import Journal
from gamehall.ledger import Ledger
from gamehall.lobby.lobby import Lobby, Secrecy
from gamehall.net import dialects, tcp, web
from gamehall.net.door import Door
from gamehall.net.metrics import Metrics
from gamehall.net.tls import Tls
from gamehall.net.tls import load as load_tls
from gamehall.plugin_metadata import Failure
from gamehall.plugins import Plugins
from gamehall.sessions import lobby_requests
from gamehall.sessions.answering import answer_requests
from gamehall.sessions.balance_news import BalanceNews
from gamehall.sessions.desk import Desk
from gamehall.sessions.hall import Hall
from gamehall.sessions.replays import Replays
from gamehall.sessions.tournament_office import TournamentOffice, TournamentStaff
from gamehall.settings import Settings
from gamehall.store.guard import Guard, guard
from gamehall.store.store import Store, open_store
from gamehall.tables.machine import Bound, Outcome
from gamehall.tables.table import Milestones, Observer, Table
from gamehall.tables.table_log import TableLog
from gamehall.tables.watchdog import Watchdog
from gamehall.timers import LoopTimers
from gamehall.tournaments.director import Director
from gamehall_sdk.errors import ServerFault, ShuttingDown, StoreUnavailable

__all__ = ["Server", "serve"]

_log = structlog.get_logger(__name__)
_BACKLOG = 512
_CHANGES = {"open": "opened", "join": "joined", "part": "parted", "close": "closed"}
"""The inputs that plugins' observers of tables hear of, and what they are called there."""
_SEED_BITS = 48
_GOODBYE_S = 1.2
_GUARD_S = 5.0


@attrs.frozen(eq=False)
class Server:
    """A running server, for those who run it in their own process (the demo, tests)."""

    settings: Settings
    plugins: Plugins
    store: Store
    hall: Hall
    lobby: Lobby
    bots: BotHost
    director: Director
    tcp_address: str
    """``tcp://host:port``; with TLS ``tls://host:port``."""
    web_address: str
    """``http://host:port``; with TLS ``https://host:port``."""
    tls: Tls | None = None

    @property
    def socket_address(self) -> str:
        """``ws://host:port/ws``; with TLS ``wss://host:port/ws``."""
        return self.web_address.replace("http", "ws", 1) + "/ws"


class _PluginObservers:
    """Tells the plugins' observers; a fault of one is logged."""

    def __init__(self, plugins: Plugins, bound: Bound) -> None:
        self._plugins = plugins
        self._bound = bound

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`."""
        if outcome.kind not in _CHANGES and outcome.record is None:
            return
        for fault in self._bound(lambda: self._notify(table, outcome), table.config):
            _log.error("observer failed", plugin=fault.distribution, cause=fault.cause)

    def _notify(self, table: Table, outcome: Outcome) -> list[Failure]:
        faults: list[Failure] = []
        if outcome.kind in _CHANGES:
            what = _CHANGES[outcome.kind]
            faults += self._plugins.notify("table_changed", table_id=table.config.id, what=what)
        if outcome.record is not None:
            faults += self._plugins.notify("round_finished", record=outcome.record)
        return faults


@asynccontextmanager
async def serve(settings: Settings, plugins: Plugins) -> AsyncIterator[Server]:
    """Start a server, give it, and stop it at the end of the block: clients are told, everything is kept.

    Raises FolderInUse, DatabaseInUse, StoreUnavailable, StoreError, PluginError, ServerFault when a port is taken, and
    SettingsError when the certificate cannot be used.
    """
    tls = load_tls(settings)
    plugins.load()
    for failure in plugins.failures:
        _log.error("plugin left out", plugin=failure.entry_point or failure.distribution, cause=failure.cause)
    async with AsyncExitStack() as held:
        held.enter_context(lock_folder(settings.data_dir))
        sockets = [held.enter_context(_bind(settings.host, port)) for port in (settings.tcp_port, settings.web_port)]
        watchdog = held.enter_context(Watchdog(settings.game_limit_s))
        store = await anyio.to_thread.run_sync(open_store, settings.database_url, settings.durability)
        held.push_async_callback(_finally, store.close)
        lock = await anyio.to_thread.run_sync(guard, store.database)
        held.push_async_callback(_finally, lock.release)
        journal = Journal(store.journal, longest_pause_s=settings.store_retry_s, patience_s=settings.store_patience_s)
        try:
            async with anyio.create_task_group() as writer:
                await writer.start(journal.run)
                async with anyio.create_task_group() as group:
                    group.start_soon(_keep, lock)
                    door = Door(settings.allowed_origins)
                    context = None if tls is None else tls.context
                    await group.start(web.serve, door, sockets[1], settings, context)
                    server = await _start(settings, plugins, store, journal, sockets, group, watchdog, door, tls)
                    try:
                        yield server
                    finally:
                        with anyio.CancelScope(shield=True):
                            await say_goodbye(server.hall)
                        group.cancel_scope.cancel()
                await journal.stop()
        except BaseExceptionGroup as errors:
            raise _sole(errors) from None


async def _finally(close: Callable[[], None]) -> None:
    with anyio.CancelScope(shield=True):
        await anyio.to_thread.run_sync(close)


async def _keep(lock: Guard) -> None:
    """Hold the database's lock; ends the server when another has taken it. Raises DatabaseInUse."""
    while True:
        await anyio.sleep(_GUARD_S)
        with contextlib.suppress(StoreUnavailable):
            await anyio.to_thread.run_sync(lock.keep)


async def _start(
    settings: Settings,
    plugins: Plugins,
    store: Store,
    journal: Journal,
    sockets: list[socket.socket],
    group: anyio.abc.TaskGroup,
    watchdog: Watchdog,
    door: Door,
    tls: Tls | None,
) -> Server:
    timers = LoopTimers()
    passwords = Passwords()
    ledger = Ledger(store.ledger)
    returned = await ledger.return_all(timers.now_ms())
    if returned:
        _log.info("chips in transit returned", holds=len(returned))
    accounts = Accounts(
        store.accounts,
        passwords,
        login_attempts=settings.login_attempts,
        login_window_s=settings.login_window_s,
        starting_balance=settings.starting_balance,
        address_login_attempts=settings.address_login_attempts,
        new_accounts_per_hour=settings.new_accounts_per_hour,
    )
    observers: list[Observer] = []
    lobby = Lobby(
        tables=store.tables,
        journal=journal,
        timers=timers,
        recovery_grace_ms=round(settings.recovery_grace_s * 1000),
        secret=lambda: secrets.token_bytes(32),
        games=plugins.games,
        clocks=plugins.clocks,
        secrecy=Secrecy(passwords.hash, lambda kept, password: passwords.verify(kept, "", password).fits),
        observers=observers,
        group=group,
        bound=watchdog,
        aside=watchdog.aside,
    )
    hall = Hall(
        settings=settings,
        accounts=accounts,
        ledger=ledger,
        lobby=lobby,
        journal=journal,
        timers=timers,
        random_bits=secrets.randbits,
        version=importlib.metadata.version("gamehall"),
        begin=group.start_soon,
    )
    tokens = Tokens(store.tokens, lambda: secrets.token_urlsafe(32))
    balances = BalanceNews(hall, group)
    staff = TournamentStaff(hall, balances)
    director = staff.director = Director(
        port=store.tournaments,
        lobby=lobby,
        timers=timers,
        secret=lambda: secrets.token_bytes(32),
        staff=staff,
        group=group,
    )
    replays = Replays(store.rounds, store.tables, plugins.games, watchdog.aside)
    leaders = Leaders(store.rounds, store.accounts.house_bots)
    hall.desk = Desk(hall, plugins.bots, tokens, replays, leaders, TournamentOffice(director))
    answer_requests(hall, tokens)
    bots = BotHost(
        hall,
        plugins,
        group,
        lambda: secrets.randbits(_SEED_BITS),
        lambda bot, game: _is_admitted(plugins, settings, bot, game),
    )
    bots.reserved = director.entrants
    hall.bots = bots
    hall.questions = extensions = ExtensionHost(hall, plugins, group)
    group.start_soon(extensions.run)
    metrics = Metrics(hall)
    news = lobby_requests.LobbyNews(hall)
    observers += [metrics, Milestones(news, balances, TableLog(), bots, director, _PluginObservers(plugins, watchdog))]
    tables = await lobby.recover()
    news.know(tables)
    await lobby.drop_connections(tables)
    await bots.bring_back(tables)
    await director.recover()
    schemes = ("tcp", "http") if tls is None else ("tls", "https")
    tcp_url, web_url = (_url(scheme, sock) for scheme, sock in zip(schemes, sockets, strict=True))
    server = Server(settings, plugins, store, hall, lobby, bots, director, tcp_url, web_url, tls)
    group.start_soon(tcp.serve, sockets[0], hall, None if tls is None else tls.context)
    addresses = [server.tcp_address, server.socket_address]
    door.application = web.application(hall, metrics, addresses, dialects.mounts(plugins.dialects, hall, group))
    # Not before: to import packages and to read their files may take its time, and must not be broken off.
    watchdog.follow(asyncio.get_running_loop(), plugins.packages)
    _log.info("serving", tcp=server.tcp_address, web=server.web_address, tables=len(tables))
    return server


def _is_admitted(plugins: Plugins, settings: Settings, bot: str, game: str) -> bool:
    # Imported here: the arena is large, and most servers have no rated table.
    from gamehall.arena.admission import is_admitted  # noqa: PLC0415

    return is_admitted(plugins, settings.data_dir, bot, game)


async def say_goodbye(hall: Hall) -> None:
    """Tell everybody that the server stops, and wait a moment until it is said; no seat is freed."""
    hall.stopping = True
    for connection in list(hall.connections):
        connection.close(ShuttingDown("the server stops; seats and hands are kept, so reconnect in a moment"))
    with anyio.move_on_after(_GOODBYE_S):
        await hall.emptied()


def _sole(errors: BaseExceptionGroup) -> BaseException:
    """What really went wrong, out of the groups that task groups make."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        advice = "; is another server running there?" if error.errno == errno.EADDRINUSE else ""
        sentence = f"cannot listen on {host}:{port}: {error.strerror}{advice}"
        raise ServerFault(sentence) from error
    sock.listen(_BACKLOG)
    sock.setblocking(False)
    return sock


def _url(scheme: str, sock: socket.socket) -> str:
    host, port = sock.getsockname()[:2]
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
