"""Rounds that begin from hands written out, and plays written in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamehall_hearts.gongzhu.options import GongzhuOptions
from gamehall_hearts.gongzhu.round import GongzhuRound
from gamehall_hearts.hearts.messages import Direction, HeartsStart
from gamehall_hearts.hearts.options import HeartsOptions
from gamehall_hearts.hearts.round import HeartsRound
from gamehall_hearts.tricks.messages import PlayCard
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.cards import CARDS, DECK, Card, cards
from gamehall_sdk.round import Setup, Told

RANKS = "23456789TJQKA"


def suit(letter: str, ranks: str = RANKS) -> str:
    """Cards of one suit."""
    return " ".join(rank + letter for rank in ranks)


def deal_of(hands: list[str], deck: tuple[Card, ...] = DECK) -> tuple[Card, ...]:
    """The deal that gives these hands; what they lack is filled up from the deck, the first hand first."""
    held = [list(cards(hand)) for hand in hands]
    rest = [card for card in deck if not any(card in hand for hand in held)]
    size = len(deck) // len(hands)
    for hand in held:
        while len(hand) < size:
            hand.append(rest.pop(0))
    assert not rest
    return tuple(held[place % len(hands)][place // len(hands)] for place in range(len(deck)))


def gongzhu(hands: list[str], *, start: Any = None, **options: Any) -> GongzhuRound:
    """Gongzhu among as many as there are hands, one seat after another."""
    variant, deck = ("q", DECK) if len(hands) == 4 else ("t", CARDS)
    seats = tuple(range(len(hands)))
    return GongzhuRound(
        Setup(
            variant=variant,
            options=GongzhuOptions(**options),
            seats=seats,
            stacks=(0,) * len(seats),
            deal=deal_of(hands, deck),
            start=start,
        )
    )


def hearts(hands: list[str], direction: Direction = Direction.HOLD, *, eldest: int = 0, **options: Any) -> HeartsRound:
    """Hearts at seats 0 to 3."""
    return HeartsRound(
        Setup(
            variant="hearts",
            options=HeartsOptions(**options),
            seats=(0, 1, 2, 3),
            stacks=(0,) * 4,
            deal=deal_of(hands),
            start=HeartsStart(direction, eldest),
        )
    )


def play(game: TrickRound[Any], line: str) -> None:
    """Play the cards of *line*, each by the seat that is to act."""
    for card in cards(line):
        (seat,) = game.to_act
        game.apply(seat, PlayCard(card))


def may(game: TrickRound[Any]) -> str:
    """The cards that the seat to act may play."""
    (seat,) = game.to_act
    return " ".join(str(one.card) for one in game.legal(seat).actions)


def finish(game: TrickRound[Any]) -> None:
    """Play on, each seat its default."""
    while game.to_act:
        seat = game.to_act[0]
        game.apply(seat, game.default(seat))


def scores(game: TrickRound[Any]) -> list[int]:
    """The scores by seat, as the view says them."""
    return [seat.score for seat in game.view(None).seats]


def heard(game: TrickRound[Any], *kinds: type, by: int | None = None) -> list[Any]:
    """The events of these kinds that a spectator, or the seat *by*, hears."""
    told: list[Told] = game.events()
    return [one.event for one in told if one.audience in (None, by) and isinstance(one.event, kinds or object)]


def spread(hands: Mapping[int, str]) -> list[str]:
    """Four hands, some of them given."""
    return [hands.get(seat, "") for seat in range(4)]
