"""A machine in the hands of a test, with what would be stored of it: entries, checkpoints, books."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import attrs

from gamehall.archive import StoredEntry, StoredTable
from gamehall.tables.inputs import Act, Command, Connection, Deal, GiveUp, Input, Join, Open, Part, Resume, Timer
from gamehall.tables.machine import Machine, Outcome, TableConfig
from gamehall.tables.recovery import Recovered, new_machine, recover
from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.clock import CLOCKS
from gamehall_sdk.errors import Refusal
from gamehall_sdk.game import Game
from gamehall_sdk.table import Kind, Phase, Snapshot
from tests.games import coins

CLOCK_KINDS = {kind.name: kind for kind in CLOCKS}
TABLE = 7


class Line:
    """Drives a machine as its host does, and keeps what its host stores."""

    def __init__(self, game: Game, variant: str = "", **options: str) -> None:
        self.game = game
        config = TableConfig(TABLE, "a table", game.name, game.variant(variant), options, 1)
        self.machine, _ = new_machine(game, config, CLOCK_KINDS)
        self.stored = StoredTable(
            id=TABLE,
            name="a table",
            game=game.name,
            variant=config.variant,
            game_version="1",
            options=json.dumps(self.machine.config.options),
            creator_id=1,
            password_hash=None,
            invitations="[]",
            created_at_ms=0,
            closed_at_ms=None,
            checkpoint=None,
            checkpoint_no=0,
        )
        self.entries: list[StoredEntry] = []
        self.outcomes: list[Outcome] = []
        self.now_ms = 1_000_000
        self.bought: dict[int, int] = {}
        self.cashed: dict[int, int] = {}
        self.deals = True
        self.do(Open())

    # --- inputs ---

    def do(self, one: Input) -> Outcome:
        """Take an input, store what it did, and deal if a round waits for it; gives the input's own outcome."""
        outcome = self.keep(self.machine.handle(one, self.now_ms), one)
        while self.deals and self.machine.awaits_deal:
            secret = hashlib.sha256(b"%d" % self.machine.round_number).digest()
            self.keep(self.machine.deal(secret, self.now_ms), None)
        if outcome.shut:
            self.close(outcome.shut)
        return outcome

    def close(self, why: str) -> None:
        from gamehall.tables.inputs import Close

        self.keep(self.machine.handle(Close(why), self.now_ms), None)

    def keep(self, outcome: Outcome, one: Input | None) -> Outcome:
        self.outcomes.append(outcome)
        self.entries.append(
            StoredEntry(TABLE, outcome.number, outcome.at_ms, outcome.kind, outcome.body, outcome.digest)
        )
        if outcome.checkpoint is not None:
            self.stored = attrs.evolve(self.stored, checkpoint=outcome.checkpoint, checkpoint_no=outcome.number)
        if isinstance(one, Join) and not outcome.fault:
            self.bought[one.account] = self.bought.get(one.account, 0) + one.stack
        for cash in outcome.cash_outs:
            self.cashed[cash.account] = self.cashed.get(cash.account, 0) + cash.amount
        return outcome

    def tried(self, one: Input) -> Outcome | Refusal:
        """Like :meth:`do`; a refusal is given back."""
        try:
            return self.do(one)
        except Refusal as refusal:
            return refusal

    def join(self, account: int, stack: int = 0, seat: int | None = None, kind: Kind = Kind.HUMAN) -> Outcome:
        return self.do(Join(account, f"p{account}", kind, seat, stack))

    def act(self, account: int, action: Any, turn: int | None = None) -> Outcome:
        return self.do(Act(account, self.game.payloads.dump_json(action), turn))

    def say(self, account: int, command: Any, *, host: bool = False) -> Outcome:
        return self.do(Command(account, self.game.table_payloads.dump_json(command), host))

    def part(self, account: int) -> Outcome:
        return self.do(Part(account))

    def give_up(self, account: int) -> Outcome:
        return self.do(GiveUp(account))

    def connection(self, account: int, *, up: bool) -> Outcome:
        return self.do(Connection(account, up))

    def tick(self, ms: int) -> None:
        """Let time pass, timer by timer."""
        end = self.now_ms + ms
        while (at_ms := self.machine.next_deadline_ms()) is not None and at_ms <= end:
            self.now_ms = max(self.now_ms, at_ms)
            name = self.machine.due(self.now_ms)
            assert name is not None
            self.tried(Timer(name))
        self.now_ms = end

    # --- coming back ---

    def recovered(self, games: Mapping[str, Game] | None = None) -> Recovered:
        """The table as a server that starts now finds it."""
        after = [entry for entry in self.entries if entry.number > self.stored.checkpoint_no]
        return recover(self.stored, after, games or {self.game.name: self.game}, CLOCK_KINDS, self.now_ms)

    def come_back(self) -> None:
        """Go on with what was stored."""
        back = self.recovered()
        assert not back.fault
        self.machine = back.machine
        if self.machine.flow.turns():
            self.do(Resume())

    # --- what can be seen ---

    def seen(self) -> dict[int | None, Snapshot]:
        return seen(self.machine, self.now_ms)

    def turn(self) -> int:
        """The account that is to act first."""
        seat = self.machine.flow.turns()[0].seat
        return next(account for account in self.machine.flow.accounts() if self.machine.flow.seat_of(account) == seat)

    def at(self, phase: Phase) -> bool:
        """Whether the table is in *phase* now."""
        return self.machine.flow.phase is phase

    def stacks(self) -> dict[int, int]:
        return {seat.seat: seat.stack for seat in self.machine.flow.seats()}

    def conserved(self) -> bool:
        """Whether all chips that were brought are at the table or were given back; points come and go."""
        if self.game.buy_in is None:
            return True
        return sum(self.bought.values()) == sum(self.stacks().values()) + sum(self.cashed.values())


def seen(machine: Machine, now_ms: int) -> dict[int | None, Snapshot]:
    """What every viewer may know, without how much time is left: that is given anew after a restart."""
    snapshots: dict[int | None, Snapshot] = {}
    for viewer in (None, *range(machine.flow.size)):
        snapshot = machine.snapshot(viewer, now_ms)
        turns = tuple(attrs.evolve(turn, seconds=0) for turn in snapshot.turns)
        snapshots[viewer] = attrs.evolve(snapshot, turns=turns)
    return snapshots


def is_deal(entry: StoredEntry) -> bool:
    """Whether an entry is a deal."""
    return entry.kind == Deal.__name__.lower()


def coins_line(game: Game | None = None, **options: str) -> Line:
    """Two at a table for chips, in a round."""
    line = Line(game or coins(), **options)
    line.join(10, 50)
    line.join(11, 60)
    return line


def hello_line(**options: str) -> Line:
    """Two at a table of hello, in a round."""
    line = Line(HELLO, **options)
    line.join(10)
    line.join(11)
    return line


def state(line: Line) -> tuple[Any, ...]:
    """All that a table is, to be compared."""
    machine = line.machine
    timers = {name: timer.deadline_ms for name, timer in machine.timers.items()}
    return seen(machine, line.now_ms), machine.number, machine.seq, timers, machine.awaits_deal, machine._books
