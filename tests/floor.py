"""A flow in the hands of a test: a clock that stands still until told, deals by a fixed secret, and chips counted."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from typing import Any

import attrs

from gamehall_hello.plugin import GAME as HELLO
from gamehall_sdk.clock import CLOCKS, parse_clock
from gamehall_sdk.errors import StaleTurn
from gamehall_sdk.flow import Arm, CashOut, Disarm, Flow, NeedDeal, Player, RoundOver, Say, Shut, TableOptions
from gamehall_sdk.game import Game
from gamehall_sdk.options import read_options
from gamehall_sdk.record import RoundRecord
from gamehall_sdk.shuffle import shuffle
from gamehall_sdk.table import Kind, Phase
from tests.games import Check, coins


def make_flow(game: Game, options: Mapping[str, str] | None = None, variant: str = "", **table: Any) -> Flow:
    """A flow with *table* options; the clock is the one that they name."""
    settings = TableOptions(**table)
    clock = parse_clock(settings.clock, {kind.name: kind for kind in CLOCKS})
    return game.flow(game, game.variant(variant), read_options(game.options, options or {}), settings, clock)


class Floor:
    """Drives a flow as a host does."""

    def __init__(self, game: Game, options: Mapping[str, str] | None = None, variant: str = "", **table: Any) -> None:
        self.game = game
        self.make = functools.partial(make_flow, game, options, variant, **table)
        self.flow = self.make()
        self.now = 1000.0
        self.deals = True
        """Whether a deal is given at once."""
        self.deck: Any = None
        self.timers: dict[str, float] = {}
        self.always: set[str] = set()
        """Timers that run while the table is paused."""
        self.paused_at: float | None = None
        self.said: list[Say] = []
        self.records: list[RoundRecord] = []
        self.cashed: dict[int, int] = {}
        self.bought = 0
        self.shut = ""
        self.flow.open(self.now)
        self.carry_out()

    # --- what happens ---

    def join(self, account: int, seat: int | None = None, stack: int = 0, kind: Kind = Kind.HUMAN) -> int:
        placed = self.flow.join(Player(account, f"p{account}", kind), seat, stack, self.now)
        self.bought += stack
        self.carry_out()
        return placed

    def part(self, account: int) -> None:
        self.flow.part(account, self.now)
        self.carry_out()

    def act(self, seat: int, action: Any, turn: int | None = None) -> None:
        self.flow.act(seat, action, turn, self.now)
        self.carry_out()

    def say(self, seat: int, command: Any, *, host: bool = False) -> None:
        self.flow.command(seat, command, self.now, host=host)
        self.carry_out()

    def connection(self, account: int, *, up: bool) -> None:
        self.flow.connection(account, up=up, now=self.now)
        self.carry_out()

    def close(self, why: str = "closed") -> None:
        self.flow.close(why)
        self.carry_out()

    def freeze(self, why: str = "it failed") -> None:
        self.flow.freeze(why)
        self.carry_out()

    def wait(self, seconds: float) -> None:
        """Let time pass, timer by timer."""
        end = self.now + seconds
        while running := [name for name in self.timers if not self.flow.paused or name in self.always]:
            name = min(running, key=lambda one: self.timers[one])
            if self.timers[name] > end:
                break
            self.now = max(self.now, self.timers.pop(name))
            self.fire(name)
        self.now = end

    def fire(self, name: str) -> None:
        try:
            self.flow.timer(name, self.now)
        except StaleTurn:
            return
        self.carry_out()

    def deal(self, secret: bytes | None = None) -> None:
        deck, self.deck = self.deck, None
        number = self.flow.number + 1
        secret = secret or hashlib.sha256(b"round %d" % number).digest()
        self.flow.dealt(shuffle(deck, secret), secret, self.now)
        self.carry_out()

    def carry_out(self) -> None:
        for effect in self.flow.effects():
            match effect:
                case Say():
                    self.said.append(effect)
                case Arm(name, seconds, always):
                    self.timers[name] = self.now + seconds
                    (self.always.add if always else self.always.discard)(name)
                case Disarm(name):
                    self.timers.pop(name, None)
                case NeedDeal(deck):
                    self.deck = deck
                case RoundOver(record):
                    self.records.append(record)
                case CashOut(account, amount):
                    self.cashed[account] = self.cashed.get(account, 0) + amount
                case Shut(why):
                    self.shut = why
        self._pause_timers()
        if self.deck is not None and self.deals:
            self.deal()

    def _pause_timers(self) -> None:
        if self.flow.paused and self.paused_at is None:
            self.paused_at = self.now
        elif not self.flow.paused and self.paused_at is not None:
            slept, self.paused_at = self.now - self.paused_at, None
            for name in self.timers:
                if name not in self.always:
                    self.timers[name] += slept

    def reload(self) -> None:
        """Save, and go on with a new flow that has loaded it."""
        state = self.flow.save()
        self.flow = self.make()
        self.flow.load(state)
        assert self.flow.save() == state

    # --- what can be seen ---

    @property
    def phase(self) -> Phase:
        return self.flow.phase

    def at(self, phase: Phase) -> bool:
        """Whether the table is in *phase* now."""
        return self.flow.phase is phase

    @property
    def turns(self) -> dict[int, int]:
        """Seat to turn."""
        return {turn.seat: turn.turn for turn in self.flow.turns()}

    @property
    def stacks(self) -> dict[int, int]:
        return {seat.seat: seat.stack for seat in self.flow.seats()}

    def chips(self) -> int:
        """All chips that were brought here, wherever they are now."""
        return sum(self.stacks.values()) + sum(self.cashed.values())

    def heard(self, kind: type | None = None) -> list[Any]:
        """What was said to everybody since last asked."""
        said, self.said = self.said, []
        return [say.event for say in said if say.audience is None and (kind is None or isinstance(say.event, kind))]

    def playing(self) -> list[int]:
        """Who is dealt into the round."""
        assert self.phase is Phase.PLAYING
        view = self.flow.view(None)
        seats: tuple[int, ...] = tuple(attrs.astuple(one)[0] for one in attrs.astuple(view, recurse=False)[0])
        return list(seats)


def hello(**table: Any) -> Floor:
    return Floor(HELLO, **table)


def hello_pair(**table: Any) -> Floor:
    """Two at a table, in a round."""
    floor = hello(**table)
    floor.join(10)
    floor.join(11)
    return floor


def coins_pair(game: Game | None = None, **table: Any) -> Floor:
    floor = Floor(game or coins(), **table)
    floor.join(10, stack=50)
    floor.join(11, stack=60)
    return floor


def finish(floor: Floor) -> None:
    """Play the running round to its end, everybody by default."""
    number = floor.flow.number
    while floor.at(Phase.PLAYING) and floor.flow.number == number:
        seat = next(iter(floor.turns))
        question = floor.flow.question(seat)
        assert question is not None
        legal = question.legal
        action = legal.actions[0] if legal.actions else legal.ranges[0].action(legal.ranges[0].least)
        if Check() in legal:
            action = Check()
        floor.act(seat, action)


def match(game: Game = HELLO, **table: Any) -> Floor:
    """A match of two rounds, over."""
    floor = Floor(game, rounds=2, pause=0.0, **table)
    stack = 50 if game.buy_in else 0
    floor.join(10, stack=stack)
    floor.join(11, stack=stack)
    finish(floor)
    finish(floor)
    assert floor.at(Phase.OVER)
    return floor
