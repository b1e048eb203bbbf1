"""A table without a server: carries out a flow's effects in memory, at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import attrs

from gamehall_sdk.clock import CLOCKS, parse_clock
from gamehall_sdk.flow import (
    Arm,
    CashOut,
    Disarm,
    Flow,
    NeedDeal,
    Player,
    Question,
    RoundOver,
    Say,
    Shut,
    TableOptions,
)
from gamehall_sdk.game import Game, Stakes
from gamehall_sdk.record import RoundRecord
from gamehall_sdk.shuffle import shuffle
from gamehall_sdk.table import Kind, Phase

__all__ = ["MemoryTable"]


@attrs.define
class MemoryTable:
    """A table of *game*, with the time standing still; *tell* hears each event with its audience."""

    game: Game
    variant: str
    options: Any
    seed: int = 0
    choices: TableOptions = attrs.field(factory=lambda: TableOptions(pause=0))
    tell: Callable[[int | None, Any], None] = lambda _audience, _event: None
    records: list[RoundRecord] = attrs.field(factory=list)
    """The records of the rounds that ended."""
    bought: int = 0
    """Chips that came to the table."""
    paid: int = 0
    """Chips that left it."""
    timers: dict[str, float] = attrs.field(factory=dict)
    """Timers that are armed, with their seconds."""
    closing: bool = False
    """Whether the flow asked to be shut."""
    flow: Flow = attrs.field(init=False)
    _deals: int = 0

    def __attrs_post_init__(self) -> None:
        """Open the table."""
        clock = parse_clock(self.choices.clock, {kind.name: kind for kind in CLOCKS})
        self.flow = self.game.flow(self.game, self.variant, self.options, self.choices, clock)
        self.flow.open(0.0)
        self.settle()

    @property
    def stacks(self) -> int:
        """All chips at the table."""
        return sum(seat.stack for seat in self.flow.seats())

    def join(self, account: int, stack: int = 0, seat: int | None = None, kind: Kind = Kind.BOT) -> int:
        """Seat a player; the seat's number."""
        place = self.flow.join(Player(account, f"player {account}", kind), seat, stack, 0.0)
        self.bought += stack if self.game.stakes is Stakes.CHIPS else 0
        self.settle()
        return place

    def part(self, account: int) -> None:
        """Let a player leave."""
        self.flow.part(account, 0.0)
        self.settle()

    def questions(self) -> list[Question]:
        """What is asked now."""
        asked = (self.flow.question(turn.seat) for turn in self.flow.turns())
        return [question for question in asked if question is not None]

    def act(self, question: Question, action: Any) -> None:
        """Answer a question."""
        self.flow.act(question.seat, action, question.turn, 0.0)
        self.settle()

    def command(self, seat: int, command: Any) -> None:
        """Give a command as the table's creator."""
        self.flow.command(seat, command, 0.0, host=True)
        self.settle()

    def fire(self, name: str) -> None:
        """Let an armed timer be over."""
        del self.timers[name]
        self.flow.timer(name, 0.0)
        self.settle()

    def close(self) -> None:
        """End the table."""
        self.flow.close("closed")
        self.settle()

    def between_rounds(self) -> bool:
        """Whether no round is being played or dealt."""
        return self.flow.phase is not Phase.PLAYING and not self.flow.dealing

    def settle(self) -> None:
        """Carry out all effects, and what they cause."""
        while effects := self.flow.effects():
            for effect in effects:
                self._do(effect)

    def _do(self, effect: Any) -> None:
        match effect:
            case Say(audience, event):
                self.tell(audience, event)
            case Arm(name, seconds):
                self.timers[name] = seconds
            case Disarm(name):
                self.timers.pop(name, None)
            case NeedDeal(deck):
                self._deals += 1
                secret = hashlib.sha256(f"gamehall table {self.seed} {self._deals}".encode()).digest()
                self.flow.dealt(shuffle(tuple(deck), secret), secret, 0.0)
            case RoundOver(record):
                self.records.append(record)
            case CashOut(_, amount):
                self.paid += amount
            case Shut():
                self.closing = True
