"""What a player can work out of a view: what is unseen, who is void of what, what each card is worth to take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import attrs

from gamehall_hearts.gongzhu.messages import GongzhuView
from gamehall_hearts.gongzhu.round import CARDS_OF
from gamehall_hearts.gongzhu.scoring import DOUBLER, HEART_ACE
from gamehall_hearts.hearts.scoring import OMNIBUS, PLAIN
from gamehall_hearts.tricks.cards import HEARTS, TrickCards
from gamehall_sdk.cards import Card

__all__ = ["Position"]

_FOUR = 4
_ALONE = 50


@attrs.frozen(kw_only=True)
class Position:
    """A decision, as far as the player can see; ``worth`` says of each card that counts what taking it brings."""

    cards: TrickCards
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    unseen: frozenset[Card]
    """What the others hold."""
    others: int
    """How many other players there are."""
    later: int
    """How many of them play to this trick after us."""
    voids: tuple[frozenset[int], ...]
    """By suit: the others known to hold none of it, as steps round the table from us."""
    worth: Mapping[Card, float]

    @classmethod
    def of(cls, view: Any, seat: int, options: Any) -> Self:
        """Read *view* as *seat* sees it; *options* are the table's."""
        cards = _cards(view, options)
        seats = [one.seat for one in view.seats]
        mine = next(one for one in view.seats if one.seat == seat)
        played = {card for trick in view.tricks for card in trick.cards} | set(view.trick)
        return cls(
            cards=cards,
            hand=mine.hand,
            trick=view.trick,
            unseen=frozenset(set(cards.deck) - played - set(mine.hand)),
            others=len(seats) - 1,
            later=len(seats) - 1 - len(view.trick),
            voids=_voids(cards, view, seats, seats.index(seat)),
            worth=_worth(cards, view, mine),
        )


def _cards(view: Any, options: Any) -> TrickCards:
    if isinstance(view, GongzhuView):
        return CARDS_OF["q" if len(view.seats) == _FOUR else "t"]
    return OMNIBUS if options.jack else PLAIN


def _voids(cards: TrickCards, view: Any, seats: list[int], me: int) -> tuple[frozenset[int], ...]:
    found: list[set[int]] = [set(), set(), set(), set()]
    count = len(seats)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick:
        tricks.append((view.leader, view.trick))
    for leader, played in tricks:
        led = cards.suit[played[0]]
        first = seats.index(leader)
        for step, card in enumerate(played):
            if cards.suit[card] != led:
                found[led].add((first + step - me) % count)
    return tuple(map(frozenset, found))


def _worth(cards: TrickCards, view: Any, mine: Any) -> dict[Card, float]:
    """Points in Gongzhu, exposed cards counting more; in Hearts penalty points count against."""
    if not isinstance(view, GongzhuView):
        return {card: -float(points) for card, points in cards.points.items()}
    shown = {card for one in view.exposed for card in one.cards}
    worth = {card: float(points) for card, points in cards.points.items()}
    for card in worth:
        if card in shown or (HEART_ACE in shown and cards.suit[card] == HEARTS and card != HEART_ACE):
            worth[card] *= 2
    # The doubler is as good or as bad as what is taken already; a small hope or fear where nothing is.
    taken = [card for card in mine.taken if card != DOUBLER]
    factor = 3 if DOUBLER in shown else 1
    worth[DOUBLER] = float(factor * mine.score) if taken else float(_ALONE - 8 * len(mine.hand))
    return worth
