"""The director carries out what tournaments decide: opens tables, seats players, lets rounds begin, pays prizes.

Each tournament has a task that is woken whenever something at one of its tables is stored. It looks at how the tables
rest, takes over their results, stores the decision with the chips it moves, and then makes the tables be what was
decided. After a restart it does the same, so nothing is done twice and nothing is forgotten.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, Protocol

import anyio
import anyio.abc
import anyio.to_thread
import attrs
import msgspec
import structlog

from gamehall.accounts.model import Account, AccountType
from gamehall.accounts.names import HOUSE
from gamehall.ledger import Transfer, TransferKind, entry_fee, from_pool
from gamehall.lobby.lobby import Lobby
from gamehall.tables.inputs import Close, Connection, Join, Proceed, Unseat
from gamehall.tables.machine import Outcome
from gamehall.tables.recovery import checked_options
from gamehall.tables.table import Table
from gamehall.timers import Timers
from gamehall.tournaments.play import Entrant, Stage, State, Tournament
from gamehall.tournaments.port import StoredTournament, TournamentsPort
from gamehall.tournaments.rules import Rules, checked
from gamehall_sdk.errors import BadOption, GamehallError, Refusal, UnknownTournament
from gamehall_sdk.table import Kind, Phase

__all__ = ["Director", "Staff"]

_log = structlog.get_logger(__name__)
_RETRY_MS: Final = 1000
_SET: Final = ("tournament", "seats", "rounds", "rated", "ready", "linger", "minplayers", "kick", "unready", "password")
"""Options of a table that the tournament sets."""


class Staff(Protocol):
    """What tournaments need of the rest of the server."""

    def seated(self, tournament: int, one: Entrant, name: str, gameid: int, seat: int) -> bool:
        """Tell an entrant where to sit; false when nobody is connected behind the account."""

    def changed(self, number: int) -> None:
        """A tournament is new, or stands otherwise."""

    def paid(self, account: int) -> None:
        """The account's balance changed."""

    def check_bot(self, name: str, game: str, *, rated: bool) -> None:
        """Raise UnknownBot or Forbidden when the server's bot cannot play there."""

    async def bot_account(self, name: str, chips: int) -> Account:
        """An account of the server's bot that is in no use, with *chips* at least."""

    async def run_bot(self, table: Table, account: int, name: str) -> None:
        """Start the program of a bot that sits at *table*."""


@attrs.define(eq=False)
class _Run:
    """One tournament that has not ended."""

    number: int
    tournament: Tournament
    lock: anyio.Lock = attrs.field(factory=anyio.Lock)
    wake: anyio.Event = attrs.field(factory=anyio.Event)
    stale: bool = False
    """What is stored may be another one."""
    cause: str = ""
    """What it waited for last."""
    cancel_alarm: Callable[[], None] | None = None

    def nudge(self) -> None:
        """Look again."""
        self.wake.set()


class Director:
    """All tournaments that have not ended; its tasks live in *group*."""

    def __init__(
        self,
        *,
        port: TournamentsPort,
        lobby: Lobby,
        timers: Timers,
        secret: Callable[[], bytes],
        staff: Staff,
        group: anyio.abc.TaskGroup,
    ) -> None:
        """No tournament yet; :meth:`recover` brings back those that are stored."""
        self._port = port
        self._lobby = lobby
        self._timers = timers
        self._secret = secret
        self._staff = staff
        self._group = group
        self._runs: dict[int, _Run] = {}
        self._filling = anyio.Lock()
        """Held while bots take the free places, so that none takes two."""

    # --- asked by anybody ---

    def open(self) -> list[tuple[int, Tournament]]:
        """The tournaments that have not ended."""
        return [(run.number, run.tournament) for run in self._runs.values()]

    async def find(self, number: int) -> Tournament:
        """One tournament, ended or not. Raises UnknownTournament."""
        run = self._runs.get(number)
        if run is not None:
            return run.tournament
        stored = await anyio.to_thread.run_sync(self._port.get, number)
        if stored is None:
            sentence = f"there never was a tournament number {number}"
            raise UnknownTournament(sentence)
        return Tournament.read(stored.rules, stored.state)

    async def ended(self, limit: int = 100) -> list[tuple[int, Tournament]]:
        """The newest that have ended, the newest first."""
        stored = await anyio.to_thread.run_sync(lambda: self._port.listing(ended=True, limit=limit))
        return [(one.id, Tournament.read(one.rules, one.state)) for one in stored if one.id not in self._runs]

    def level(self, tournament: Tournament) -> int:
        """At which level a running tournament plays."""
        return tournament.level(self._timers.now_ms()) if tournament.state.stage is Stage.RUNNING else 0

    def entrants(self) -> set[int]:
        """The accounts in tournaments that have not ended."""
        return {account for run in self._runs.values() for account in run.tournament.state.entrants}

    # --- asked by organisers and players ---

    async def create(self, rules: Rules) -> int:
        """A new tournament, open for registration; its number. Raises UnknownGame, BadOption, UnknownBot, Forbidden."""
        game = self._lobby.game(rules.game)
        variant = self._lobby.variant(game, rules.variant)
        made = checked(attrs.evolve(rules, variant=variant), game)
        given = [name for name in made.options if name.replace("_", "").replace("-", "").lower() in _SET]
        if given:
            sentence = f"the option {given[0]!r} of a table is the tournament's to set"
            raise BadOption(sentence)
        checked_options(game, variant, made.options)
        if made.fill:
            self._staff.check_bot(made.fill, made.game, rated=made.rated)
        tournament = Tournament(made)
        now_ms = self._timers.now_ms()
        kept, state = msgspec.json.encode(made), tournament.to_json()
        number = await anyio.to_thread.run_sync(
            lambda: self._port.create(made.name, made.game, kept, state, Stage.OPEN, now_ms)
        )
        self._begin(_Run(number, tournament))
        self._staff.changed(number)
        return number

    async def register(self, number: int, account: Account) -> None:
        """Let an account in, and hold its buy-in. Raises UnknownTournament, InsufficientFunds, and what refuses it."""
        run = self._run_of(number)
        async with self._held(run):
            await self._enter(run, account, "")

    async def withdraw(self, number: int, account: int) -> None:
        """Let an account out again before the start, with its buy-in."""
        run = self._run_of(number)
        async with self._held(run):
            draft = run.tournament.copy()
            draft.withdraw(account)
            await self._keep(run, draft, self._from_pool(run, {account: draft.rules.buy_in}, TransferKind.REFUND))

    async def start(self, number: int) -> None:
        """Start now, the free places filled with bots where that was said. Raises what refuses it."""
        run = self._run_of(number)
        async with self._held(run):
            await self._start(run)

    async def cancel(self, number: int, why: str) -> None:
        """Call it off: everybody gets the buy-in back."""
        run = self._run_of(number)
        async with self._held(run):
            await self._cancel(run, why)

    # --- what happens at tables ---

    def changed(self, table: Table, outcome: Outcome) -> None:  # an observer's
        """See :class:`~gamehall.tables.table.Observer`."""
        run = self._runs.get(table.options.tournament)
        if run is not None and (table.rest is not None or outcome.closed or outcome.fault):
            run.nudge()

    async def recover(self) -> None:
        """Go on with what is stored; a table whose tournament has ended is closed."""
        stored = await anyio.to_thread.run_sync(lambda: self._port.listing(ended=False))
        for one in stored:
            self._begin(_Run(one.id, self._as_it_was(one)))
        for table in self._lobby.listing(None, None):
            if table.options.tournament and table.options.tournament not in self._runs:
                await _close(table, "the tournament is over")

    def _as_it_was(self, stored: StoredTournament) -> Tournament:
        tournament = Tournament.read(stored.rules, stored.state)
        tournament.stood_still(max(0, self._timers.now_ms() - stored.saved_at_ms))
        return tournament

    # --- one tournament's task ---

    def _begin(self, run: _Run) -> None:
        self._runs[run.number] = run
        self._group.start_soon(self._direct, run)

    async def _direct(self, run: _Run) -> None:
        while run.tournament.state.stage in (Stage.OPEN, Stage.RUNNING):
            run.wake = anyio.Event()
            self._set_alarm(run, run.tournament.rules.starts_at_ms)
            try:
                async with self._held(run):
                    await self._step(run)
            except GamehallError as error:
                if run.cause != str(error):
                    _log.warning("tournament waits", tournament=run.number, cause=str(error))
                run.cause = str(error)
                self._set_alarm(run, self._timers.now_ms() + _RETRY_MS)
            except Exception:  # noqa: BLE001  # one tournament does not end the others
                _log.exception("tournament failed", tournament=run.number)
                self._set_alarm(run, self._timers.now_ms() + _RETRY_MS)
            if run.tournament.state.stage in (Stage.OPEN, Stage.RUNNING):
                await run.wake.wait()
        self._set_alarm(run, None)
        del self._runs[run.number]
        for table in self._tables(run):
            await _close(table, run.tournament.state.why or "the tournament is over")

    def _set_alarm(self, run: _Run, at_ms: int | None) -> None:
        if run.cancel_alarm is not None:
            run.cancel_alarm()
        late = at_ms is None or (run.tournament.state.stage is Stage.RUNNING and at_ms <= self._timers.now_ms())
        run.cancel_alarm = None if late or at_ms is None else self._timers.call_at(at_ms, run.nudge)

    async def _step(self, run: _Run) -> None:
        if run.tournament.due(self._timers.now_ms()):
            try:
                await self._start(run)
            except Refusal as refusal:
                await self._cancel(run, str(refusal))
        while run.tournament.state.stage is Stage.RUNNING and await self._go_on(run):
            pass

    async def _go_on(self, run: _Run) -> bool:
        """One look at all tables, and what follows from it; whether another look may show more."""
        draft = run.tournament.copy()
        resting, news = [], False
        for number, of in list(draft.state.tables.items()):
            table = self._lobby.tables.get(of.gameid)
            if of.over:
                continue
            if table is None or table.closed or table.machine.flow.phase is Phase.FROZEN:
                if of.gameid and not draft.failed(number):
                    await self._cancel(run, "its tables fail")
                    return False
                draft.state.tables[number].gameid = await self._open(run, draft, number)
                news = True
            elif table.rest is not None:
                resting.append(number)
                rest = table.rest
                news |= draft.rested(number, rest.number, rest.stacks, over=rest.over)
        moved = draft.rearrange(resting)
        if draft.ended:
            draft.finish()
            won = {one.account: one.prize for one in draft.state.entrants.values()}
            await self._keep(run, draft, self._from_pool(run, won, TransferKind.PRIZE))
            return False
        if news or moved:
            await self._keep(run, draft)
        done = await self._arrange(run)
        return news or bool(moved) or done

    async def _arrange(self, run: _Run) -> bool:
        """Make the tables be as it is decided; whether anything was done."""
        tournament, done = run.tournament, False
        wanted = {of.gameid: number for number, of in tournament.state.tables.items()}
        for table in self._tables(run):
            if table.config.id not in wanted:
                await _close(table, "the table is broken")
            elif table.rest is not None:
                done |= await self._clear(run, table, wanted[table.config.id])
        going = {number: of for number, of in tournament.state.tables.items() if not of.over}
        for number, of in going.items():
            for one in tournament.at(number):
                done |= await self._seat(run, self._lobby.table(of.gameid), one)
        level = tournament.level(self._timers.now_ms())
        for number, of in going.items():
            table = self._lobby.table(of.gameid)
            sit = set() if table.rest is None else table.rest.stacks.keys()
            whole = table.rest is not None and sit == {one.account for one in tournament.at(number)}
            if whole and tournament.may_play(number):
                await table.submit(Proceed(level))
        return done

    async def _clear(self, run: _Run, table: Table, number: int) -> bool:
        """Take away those who sit at a table that is not theirs any more."""
        assert table.rest is not None  # noqa: S101  # the caller looked
        gone = []
        for account in table.rest.places:
            one = run.tournament.state.entrants.get(account)
            if one is None or one.table != number:
                gone.append((account, "is out" if one is None or one.place else "moves to another table"))
        for account, why in gone:
            await table.submit(Unseat(account, why))
        return bool(gone)

    async def _seat(self, run: _Run, table: Table, one: Entrant) -> bool:
        """Give an entrant the chair that is decided, unless that was done."""
        if table.machine.flow.seat_of(one.account) is not None:
            return False
        outcome = await table.submit(Join(one.account, one.name, one.kind, None, one.stack))
        seat = outcome.seat if outcome.seat is not None else 0
        if one.bot:
            await self._staff.run_bot(table, one.account, one.bot)
        elif not self._staff.seated(run.number, one, run.tournament.rules.name, table.config.id, seat):
            await table.post(Connection(one.account, up=False))
        return True

    async def _open(self, run: _Run, draft: Tournament, number: int) -> int:
        """Open the table of this number; the server's number of it."""
        rules, of = draft.rules, draft.state.tables[number]
        own = {
            "variant": rules.variant,
            "tournament": str(run.number),
            "seats": str(rules.seats),
            "rounds": str(max(1, rules.deals - of.before) if rules.deals else 0),
            "rated": str(rules.rated).lower(),
            "linger": "0",
        }
        table = await self._lobby.create(rules.game, f"{rules.name} {number}", {**rules.options, **own}, None)
        return table.config.id

    # --- starting and ending ---

    async def _enter(self, run: _Run, account: Account, bot: str) -> None:
        draft = run.tournament.copy()
        kind = Kind.BOT if account.kind is AccountType.BOT else Kind.HUMAN
        draft.register(account.id, account.name.removeprefix(HOUSE), kind, bot)
        fee = draft.rules.buy_in
        now_ms = self._timers.now_ms()
        await self._keep(run, draft, [entry_fee(run.number, account.id, fee, now_ms)] if fee else [])

    async def _start(self, run: _Run) -> None:
        rules = run.tournament.rules
        if rules.fill and run.tournament.state.stage is Stage.OPEN:
            self._staff.check_bot(rules.fill, rules.game, rated=rules.rated)
            async with self._filling:
                while not run.tournament.full:
                    await self._enter(run, await self._staff.bot_account(rules.fill, rules.buy_in), rules.fill)
        draft = run.tournament.copy()
        draft.start(self._secret().hex(), self._timers.now_ms())
        await self._keep(run, draft)

    async def _cancel(self, run: _Run, why: str) -> None:
        draft = run.tournament.copy()
        draft.cancel(why)
        back = dict.fromkeys(draft.state.entrants, draft.rules.buy_in)
        await self._keep(run, draft, self._from_pool(run, back, TransferKind.REFUND))

    def _from_pool(self, run: _Run, amounts: dict[int, int], kind: TransferKind) -> list[Transfer]:
        now_ms = self._timers.now_ms()
        return [from_pool(run.number, account, chips, kind, now_ms) for account, chips in amounts.items() if chips]

    async def _keep(self, run: _Run, draft: Tournament, transfers: Sequence[Transfer] = ()) -> None:
        """Store *draft* with the chips that move, then take it for what is."""
        before, state = run.tournament.state, draft.state
        entrants = None if before.entrants.keys() == state.entrants.keys() else list(state.entrants)
        over = state.stage in (Stage.OVER, Stage.CANCELLED)
        # Until the store has answered, nobody knows which of the two is kept.
        run.stale = True
        await anyio.to_thread.run_sync(
            lambda: self._port.save(
                run.number,
                draft.to_json(),
                state.stage,
                self._timers.now_ms(),
                transfers=transfers,
                entrants=entrants,
                ended=over,
            )
        )
        run.tournament, run.stale = draft, False
        for account in {int(key.partition(":")[2]) for one in transfers for key in _accounts(one)}:
            self._staff.paid(account)
        if before.stage is not state.stage:
            _log.info("tournament", number=run.number, stage=str(state.stage), entrants=len(state.entrants))
        if _shown(before) != _shown(state):
            self._staff.changed(run.number)
        run.nudge()

    @asynccontextmanager
    async def _held(self, run: _Run) -> AsyncIterator[None]:
        """Alone with the tournament, as it is stored."""
        async with run.lock:
            if run.stale:
                stored = await anyio.to_thread.run_sync(self._port.get, run.number)
                if stored is not None:
                    run.tournament, run.stale = Tournament.read(stored.rules, stored.state), False
            yield

    def _run_of(self, number: int) -> _Run:
        run = self._runs.get(number)
        if run is None:
            sentence = f"there is no tournament number {number} that has not ended"
            raise UnknownTournament(sentence)
        return run

    def _tables(self, run: _Run) -> list[Table]:
        return [table for table in self._lobby.listing(None, None) if table.options.tournament == run.number]


def _accounts(transfer: Transfer) -> list[str]:
    return [key for key in (transfer.debit, transfer.credit) if key.startswith("account:")]


def _shown(state: State) -> tuple[Stage, int, int]:
    """What a list of tournaments shows."""
    return state.stage, len(state.entrants), sum(not one.place for one in state.entrants.values())


async def _close(table: Table, why: str) -> None:
    with contextlib.suppress(GamehallError):
        await table.submit(Close(why))
