"""The rules of Hello: everyone gets one card, and in turn keeps it or swaps it for the next of the deck.

The highest card wins a point from each of the others; if two tie for it, nobody wins.
"""

from __future__ import annotations

from gamehall_hello.messages import Dealt, Keep, Kept, Player, Shown, Swap, Swapped, Table
from gamehall_sdk.round import Legal, Round, Setup, Told, illegal

CHOICES = Legal((Keep(), Swap()))


class HelloRound(Round[Keep | Swap, Table]):
    """One deal of Hello."""

    def __init__(self, setup: Setup) -> None:
        """Deal one card to each seat; the rest of the deck lies in the middle."""
        self.deck = list(setup.deal)
        self.cards = {seat: self.deck.pop(0) for seat in setup.seats}
        self.waiting = list(setup.seats)
        self.news = [Told(seat, Dealt(seat, card)) for seat, card in self.cards.items()]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The first who has not chosen."""
        return tuple(self.waiting[:1])

    def legal(self, seat: int) -> Legal:
        """Keep or swap."""
        return CHOICES if seat in self.to_act else Legal()

    def apply(self, seat: int, action: Keep | Swap) -> None:
        """Keep or swap, and show all cards after the last."""
        if action not in self.legal(seat):
            raise illegal(action, self.legal(seat))
        self.waiting.pop(0)
        if isinstance(action, Swap):
            self.cards[seat] = self.deck.pop(0)
            self.news += [Told(None, Swapped(seat)), Told(seat, Dealt(seat, self.cards[seat]))]
        else:
            self.news.append(Told(None, Kept(seat)))
        if not self.waiting:
            self.news += [Told(None, Shown(one, card)) for one, card in self.cards.items()]

    def default(self, seat: int) -> Keep:  # noqa: ARG002  # the same for every seat
        """Silence keeps."""
        return Keep()

    def view(self, viewer: int | None) -> Table:
        """Your own card; the others' when the round is over."""
        over, cards = not self.waiting, self.cards.items()
        return Table(tuple(Player(s, c if over or s == viewer else None, s not in self.waiting) for s, c in cards))

    def events(self) -> list[Told]:
        """See :class:`~gamehall_sdk.round.Round`."""
        news, self.news = self.news, []
        return news

    @property
    def payoffs(self) -> dict[int, int] | None:
        """The one highest card wins a point from each of the others; a tie for the highest wins nothing."""
        if self.waiting:
            return None
        ranks = sorted(card.rank for card in self.cards.values())
        if ranks[-1] == ranks[-2]:
            return dict.fromkeys(self.cards, 0)
        return {seat: len(ranks) - 1 if card.rank == ranks[-1] else -1 for seat, card in self.cards.items()}
