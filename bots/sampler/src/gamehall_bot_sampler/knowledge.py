"""What a seat knows of the hidden cards, and deals of them at random that agree with it.

Known are: the own hand, everything played, who could not follow suit and so is void of it, which cards the player
passed to whom and which are exposed, as long as they are not played.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, Self

import attrs

from gamehall_hearts.gongzhu.messages import GongzhuView
from gamehall_hearts.gongzhu.round import CARDS_OF
from gamehall_hearts.hearts.messages import HeartsView
from gamehall_hearts.hearts.round import STEP
from gamehall_hearts.hearts.scoring import PLAIN
from gamehall_hearts.tricks.cards import TrickCards, mask_of
from gamehall_hearts.tricks.messages import Stage

__all__ = ["Knowledge"]

_FOUR: Final = 4
_ATTEMPTS: Final = 40


@attrs.frozen(kw_only=True)
class Knowledge:
    """By player, numbered in the order of play from the first seat; cards are bit masks."""

    cards: TrickCards
    held: tuple[int, ...]
    """The cards that a player is known to hold; of the knower all of them."""
    needs: tuple[int, ...]
    """How many cards more each player holds."""
    may: Mapping[int, tuple[int, ...]]
    """By unseen card: the players who may hold it."""

    @classmethod
    def of(cls, view: Any, seat: int) -> Self:
        """What *view* tells *seat*."""
        cards = CARDS_OF["q" if len(view.seats) == _FOUR else "t"] if isinstance(view, GongzhuView) else PLAIN
        seats = [one.seat for one in view.seats]
        me = seats.index(seat)
        gone = mask_of(card for trick in view.tricks for card in trick.cards) | mask_of(view.trick)
        held = _known(view, seats, me, gone)
        held[me] = mask_of(view.seats[me].hand)
        sizes = [one.hidden or len(one.hand) for one in view.seats]
        needs = tuple(size - known.bit_count() for size, known in zip(sizes, held, strict=True))
        barred = _barred(cards, view, seats)
        unseen = cards.full & ~gone & ~sum(held)
        may = {}
        for card in cards.deck:
            if unseen >> card & 1:
                open_to = [player for player in range(len(seats)) if needs[player] and not barred[player] >> card & 1]
                may[int(card)] = tuple(open_to)
        return cls(cards=cards, held=tuple(held), needs=needs, may=may)

    def deal(self, rng: Random) -> list[int]:
        """Hands by player that agree with all that is known."""
        order = sorted(self.may, key=lambda card: (len(self.may[card]), rng.random()))
        for _ in range(_ATTEMPTS):
            hands = self._attempt(order, rng)
            if hands is not None:
                return hands
        return self._repaired(order, rng)

    def _attempt(self, order: list[int], rng: Random) -> list[int] | None:
        """Give out the cards that fewest may hold first, each to one who may, by how many cards they still need."""
        hands, needs = list(self.held), list(self.needs)
        for card in order:
            players = self.may[card]
            at = rng.random() * sum([needs[player] for player in players])
            for player in players:
                at -= needs[player]
                if at < 0:
                    break
            else:
                return None
            needs[player] -= 1
            hands[player] |= 1 << card
        return hands

    def _repaired(self, order: list[int], rng: Random) -> list[int]:
        """Where chance does not find a deal: place each card, moving others out of the way along a path."""
        owner: dict[int, int] = {}
        needs = list(self.needs)
        for card in order:
            if not self._place(card, owner, needs, set(), rng):
                player = max(range(len(needs)), key=needs.__getitem__)
                owner[card] = player
                needs[player] -= 1
        hands = list(self.held)
        for card, player in owner.items():
            hands[player] |= 1 << card
        return hands

    def _place(self, card: int, owner: dict[int, int], needs: list[int], seen: set[int], rng: Random) -> bool:
        players = list(self.may[card])
        rng.shuffle(players)
        for player in players:
            if needs[player]:
                owner[card] = player
                needs[player] -= 1
                return True
        for player in players:
            if player in seen:
                continue
            seen.add(player)
            for other in [one for one, whose in owner.items() if whose == player]:
                needs[player] += 1
                del owner[other]
                taken = needs[player]
                needs[player] = 0
                if self._place(other, owner, needs, seen, rng):
                    needs[player] = taken - 1
                    owner[card] = player
                    return True
                needs[player] = taken - 1
                owner[other] = player
        return False


def _known(view: Any, seats: list[int], me: int, gone: int) -> list[int]:
    """The cards that others are known to hold: exposed ones, and those that were passed to them from here."""
    held = [0] * len(seats)
    if isinstance(view, GongzhuView):
        for shown in view.exposed:
            held[seats.index(shown.seat)] |= mask_of(shown.cards) & ~gone
    elif isinstance(view, HeartsView) and view.stage is not Stage.PASSING:
        held[(me + STEP[view.direction]) % len(seats)] |= mask_of(view.passed) & ~gone
    return held


def _barred(cards: TrickCards, view: Any, seats: list[int]) -> list[int]:
    """By player: the suits that they have shown to be void of."""
    barred = [0] * len(seats)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick:
        tricks.append((view.leader, view.trick))
    for leader, played in tricks:
        suit = cards.suit[played[0]]
        first = seats.index(leader)
        for step, card in enumerate(played):
            if cards.suit[card] != suit:
                barred[(first + step) % len(seats)] |= cards.of_suit[suit]
    return barred
