"""A sound game for the kit's own tests: all bid chips at once on a card of their own; the best wins."""

from __future__ import annotations

from typing import Any

import attrs

from gamehall_sdk.cards import Card
from gamehall_sdk.game import Game, Plan, Planning, Stakes, Variant
from gamehall_sdk.options import option
from gamehall_sdk.round import Legal, Range, Round, Setup, Told, illegal


@attrs.frozen
class Options:
    most: int = option(20, "the most that can be bid, in chips", least=1, most=100)
    low: bool = option(default=False, text="whether the lowest card wins")


@attrs.frozen
class Bid:
    amount: int


@attrs.frozen
class Pass:
    pass


@attrs.frozen
class Got:
    seat: int
    card: Card


@attrs.frozen
class HasBid:
    seat: int


@attrs.frozen
class Showed:
    seat: int
    card: Card
    amount: int


@attrs.frozen
class Leader:
    seat: int


@attrs.frozen
class Chair:
    seat: int
    card: Card | None
    ready: bool
    amount: int | None


@attrs.frozen
class Table:
    chairs: tuple[Chair, ...]
    leader: int


class Bidding(Round[Bid | Pass, Table]):
    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.cards = dict(zip(setup.seats, setup.deal, strict=False))
        self.stacks = dict(zip(setup.seats, setup.stacks, strict=True))
        self.bids: dict[int, int] = {}
        self.news: list[Told] = [Told(seat, Got(seat, card)) for seat, card in self.cards.items()]

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.setup.seats if seat not in self.bids)

    def most(self, seat: int) -> int:
        most: int = self.setup.options.most
        return min(self.stacks[seat], most)

    def legal(self, seat: int) -> Legal:
        return Legal((Pass(),), (Range(Bid, 1, self.most(seat)),)) if seat in self.to_act else Legal()

    def apply(self, seat: int, action: Bid | Pass) -> None:
        if action not in self.legal(seat):
            raise illegal(action, self.legal(seat))
        self.bids[seat] = action.amount if isinstance(action, Bid) else 0
        self.news.append(Told(None, HasBid(seat)))
        if not self.to_act:
            self.news += [Told(None, Showed(one, card, self.bids[one])) for one, card in self.cards.items()]

    def default(self, seat: int) -> Bid | Pass:
        return Pass()

    def view(self, viewer: int | None) -> Table:
        over = not self.to_act
        return Table(
            tuple(
                Chair(
                    seat,
                    card if over or seat == viewer else None,
                    seat in self.bids,
                    self.bids.get(seat) if over or seat == viewer else None,
                )
                for seat, card in self.cards.items()
            ),
            self.setup.start.seat,
        )

    def events(self) -> list[Told]:
        news, self.news = self.news, []
        return news

    @property
    def payoffs(self) -> dict[int, Any] | None:
        if self.to_act:
            return None
        best = max(self.cards, key=lambda seat: (self.bids[seat] > 0, self.cards[seat]))
        return {
            seat: sum(self.bids.values()) - self.bids[seat] if seat == best else -self.bids[seat] for seat in self.cards
        }


def plan(planning: Planning) -> Plan | None:
    """The lead goes round."""
    seats = tuple(chair.seat for chair in planning.chairs)
    before = planning.memo.seat if planning.memo else -1
    leader = Leader(next((seat for seat in seats if seat > before), seats[0]))
    return Plan(seats, leader, leader)


GAME = Game(
    name="bidding",
    title="Bidding",
    rules=("All bid at once; the best card wins the bids.",),
    seats=(2, 4),
    variants=(Variant("open", "Open"), Variant("small", "Small", (2, 3))),
    options=Options,
    actions=(Bid, Pass),
    events=(Got, HasBid, Showed),
    view=Table,
    start=Leader,
    memo=Leader,
    round=Bidding,
    plan=plan,
    stakes=Stakes.CHIPS,
    buy_in=lambda _options: (5, 50),
    summary=lambda view: f"{sum(chair.ready for chair in view.chairs)} have bid",
)
