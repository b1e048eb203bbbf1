"""Who sits where at a table: the part of a flow that every flow needs, with its refusals."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamehall_sdk.errors import AlreadySeated, BadBuyIn, NotSeated, SeatTaken, TableFull, UnknownSeat
from gamehall_sdk.game import Chair
from gamehall_sdk.table import Kind, SeatView

__all__ = ["Occupant", "Seating", "check_buy_in", "check_top_up"]


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

    def views(self) -> tuple[SeatView, ...]:
        """The taken seats as everybody sees them."""
        return tuple(
            SeatView(one.seat, one.name, one.kind, one.stack, one.connected, one.ready, one.out) for one in self
        )

    def chairs(self, *, chips: bool) -> tuple[Chair, ...]:
        """Those who want to play the next round and can: with *chips*, nobody whose stack is empty."""
        return tuple(
            Chair(one.seat, one.stack, one.rounds)
            for one in self
            if not (one.out or one.leaving or (chips and one.stack == 0))
        )


def check_buy_in(stack: int, limits: tuple[int, int]) -> None:
    """Raise :class:`~gamehall_sdk.errors.BadBuyIn` when a new player's *stack* lies outside *limits*."""
    least, most = limits
    if not least <= stack <= most:
        sentence = f"the buy-in is {stack}; this table takes {least} to {most}"
        raise BadBuyIn(sentence)


def check_top_up(one: Occupant, chips: int, most: int, *, playing: bool) -> None:
    """Raise AlreadySeated or BadBuyIn when *chips* cannot be added to the stack of *one*."""
    if chips <= 0 or one.leaving:
        sentence = f"you already sit in seat {one.seat}"
        raise AlreadySeated(sentence)
    if playing:
        sentence = "chips are added between rounds only"
        raise BadBuyIn(sentence)
    if one.stack + chips > most:
        sentence = f"{chips} more would make {one.stack + chips}; this table takes {most} at most"
        raise BadBuyIn(sentence)
