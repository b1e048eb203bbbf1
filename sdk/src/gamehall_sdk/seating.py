"""Who sits where at a table: the part of a flow that every flow needs, with its refusals."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Final

import attrs

from gamehall_sdk.errors import AlreadySeated, BadBuyIn, NotSeated, SeatTaken, TableFull, UnknownSeat
from gamehall_sdk.game import Chair
from gamehall_sdk.record import SeatRecord
from gamehall_sdk.table import Kind, Phase, SeatView

__all__ = ["Occupant", "Seating", "TableState", "check_buy_in", "check_top_up"]

_NO_CHIPS: Final = "this table plays for points; join it without a buy-in"


@attrs.define
class Occupant:
    """One who sits here. ``stack`` is chips, or the score where points are played."""

    seat: int
    account: int
    name: str
    kind: Kind
    stack: int
    connected: bool = True
    ready: bool = False
    out: bool = False
    """Left out from the next round on."""
    leaving: str = ""
    """Why the seat becomes free when the round is over; empty: it does not."""
    rounds: int = 0
    missed: int = 0
    """Turns in a row that the clock answered."""
    master: str = ""
    """Who added a bot of the server's."""
    says_ready: bool = False

    @property
    def always_ready(self) -> bool:
        """Whether nobody need ask: a bot is, unless it says so itself."""
        return self.kind is Kind.BOT and not self.says_ready


@attrs.define
class Seating:
    """The seats of a table, numbered from 0 to ``size - 1``."""

    size: int
    taken: dict[int, Occupant] = attrs.field(factory=dict)

    def __iter__(self) -> Iterator[Occupant]:
        """Those who sit here, by rising seat."""
        return iter([self.taken[seat] for seat in sorted(self.taken)])

    def seat_of(self, account: int) -> int | None:
        """Where the account sits."""
        return next((one.seat for one in self.taken.values() if one.account == account), None)

    def held(self, account: int) -> Occupant:
        """Who the account is here; raises :class:`~gamehall_sdk.errors.NotSeated`."""
        seat = self.seat_of(account)
        if seat is None:
            sentence = "you do not sit at this table"
            raise NotSeated(sentence)
        return self.taken[seat]

    def place(self, seat: int | None) -> int:
        """The free seat that is meant, any for ``None``; raises TableFull, UnknownSeat or SeatTaken."""
        if len(self.taken) >= self.size:
            sentence = f"all {self.size} seats are taken"
            raise TableFull(sentence)
        free = [one for one in range(self.size) if one not in self.taken]
        if seat is None:
            return free[0]
        if not 0 <= seat < self.size:
            sentence = f"there is no seat {seat}; the seats are 0 to {self.size - 1}"
            raise UnknownSeat(sentence)
        if seat in self.taken:
            sentence = f"{self.taken[seat].name} sits in seat {seat}; free: {', '.join(map(str, free))}"
            raise SeatTaken(sentence)
        return seat

    def records(self, seats: tuple[int, ...], *, chips: bool) -> tuple[SeatRecord, ...]:
        """Those in *seats* as the record of a round keeps them."""
        players = [self.taken[seat] for seat in seats]
        return tuple(
            SeatRecord(one.seat, one.account, one.name, one.kind, one.stack if chips else 0) for one in players
        )

    def unready_people(self) -> list[int]:
        """All people are ready no longer, bots always are; returns who was."""
        seats = [one.seat for one in self if one.ready and not one.always_ready]
        for seat in seats:
            self.taken[seat].ready = False
        return seats

    def ready_all(self, seats: tuple[int, ...]) -> list[int]:
        """Make everyone in *seats* ready; returns who was not."""
        late = [seat for seat in seats if not self.taken[seat].ready]
        for seat in late:
            self.taken[seat].ready = True
        return late

    def swap(self, first: int, second: int) -> None:
        """Whoever sits in *first* sits in *second* now, and the other way round."""
        there = [(seat, self.taken.pop(seat)) for seat in (first, second) if seat in self.taken]
        for seat, one in there:
            one.seat = second if seat == first else first
            self.taken[one.seat] = one

    def views(self) -> tuple[SeatView, ...]:
        """The taken seats as everybody sees them."""
        return tuple(
            SeatView(one.seat, one.name, one.kind, one.stack, one.connected, one.ready, one.out, one.master)
            for one in self
        )

    def chairs(self, *, chips: bool) -> tuple[Chair, ...]:
        """Those who want to play the next round and can: with *chips*, nobody whose stack is empty."""
        return tuple(
            Chair(one.seat, one.stack, one.rounds)
            for one in self
            if not (one.out or one.leaving or (chips and one.stack == 0))
        )


@attrs.define
class TableState:
    """A table between rounds."""

    seating: Seating
    phase: Phase = Phase.WAITING
    number: int = 0
    """Rounds dealt so far."""
    begun: int = 0
    """The number at which this match began."""
    turn: int = 0
    """Turns begun so far."""
    dealing: bool = False
    """A deal is asked for and not yet given."""
    memo: dict[str, Any] | None = None
    clock: dict[int, float] = attrs.field(factory=dict)
    """What is left to each seat, when it is saved."""
    swaps: dict[int, int] = attrs.field(factory=dict)
    """Who has asked to change seats, and with whom."""
    paused_by: int | None = None
    """The account that has paused the table."""
    paused_at: float = 0.0
    """When, in seconds of the flow's time."""
    stopping: str = ""
    """Why the table is to be closed when the round is over; empty: it is not."""
    seed: str = ""
    """In hex: what everything is drawn from that the flow draws; empty where nothing is drawn."""

    def draw(self, number: int) -> int | None:
        """What is drawn for round *number*: 64 bits."""
        if not self.seed:
            return None
        drawn = hashlib.sha256(bytes.fromhex(self.seed) + b"draw" + number.to_bytes(8, "big")).digest()
        return int.from_bytes(drawn[:8], "big")


def check_buy_in(stack: int, limits: tuple[int, int]) -> None:
    """Raise :class:`~gamehall_sdk.errors.BadBuyIn` when a new player's *stack* lies outside *limits*."""
    least, most = limits
    if stack and not most:
        raise BadBuyIn(_NO_CHIPS)
    if not least <= stack <= most:
        sentence = f"the buy-in is {stack}; this table takes {least} to {most}"
        raise BadBuyIn(sentence)


def check_top_up(one: Occupant, chips: int, most: int, *, playing: bool) -> None:
    """Raise AlreadySeated or BadBuyIn when *chips* cannot be added to the stack of *one*."""
    if chips <= 0 or one.leaving:
        sentence = f"you already sit in seat {one.seat}"
        raise AlreadySeated(sentence)
    if most == 0:
        raise BadBuyIn(_NO_CHIPS)
    if playing:
        sentence = "chips are added between rounds only"
        raise BadBuyIn(sentence)
    if one.stack + chips > most:
        sentence = f"{chips} more would make {one.stack + chips}; this table takes {most} at most"
        raise BadBuyIn(sentence)
