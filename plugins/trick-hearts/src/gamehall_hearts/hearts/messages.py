"""What is said at a Hearts table beside what every trick game says."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import attrs

from gamehall_hearts.tricks.messages import CardPlayed, HandDealt, PlayCard, Scored, Stage, Trick, TrickSeat, TrickWon
from gamehall_sdk.cards import Card

__all__ = [
    "ACTIONS",
    "EVENTS",
    "CardsPassed",
    "CardsReceived",
    "Direction",
    "HeartsBroken",
    "HeartsStart",
    "HeartsView",
    "MoonShot",
    "PassCard",
    "PassChosen",
]


class Direction(StrEnum):
    """Where cards are passed to, seen from who passes; the left neighbour is the next to play."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    HOLD = "hold"
    """No cards are passed."""


@attrs.frozen
class PassCard:
    """Choose *card* as the next of those to pass; all seats choose at once, one card at a time."""

    card: Card


@attrs.frozen
class PassChosen:
    """A seat has chosen one more card to pass; *left* more are to come."""

    seat: int
    left: int


@attrs.frozen
class CardsPassed:
    """All have chosen: the cards went over."""

    direction: Direction


@attrs.frozen
class CardsReceived:
    """To who gets them alone: the cards that *giver* has passed to *seat*."""

    seat: int
    giver: int
    cards: tuple[Card, ...]


@attrs.frozen
class HeartsBroken:
    """Hearts may be led from now on."""


@attrs.frozen
class MoonShot:
    """A seat has taken all the penalty cards."""

    seat: int


@attrs.frozen
class HeartsStart:
    """Where cards are passed to, who is the eldest hand, and the penalty points of the match so far."""

    direction: Direction
    eldest: int
    totals: tuple[int, ...] = ()


@attrs.frozen(kw_only=True)
class HeartsView:
    """The round as the viewer sees it. Scores and totals are penalty points: fewer is better."""

    stage: Stage
    to_act: tuple[int, ...]
    direction: Direction
    passed: tuple[Card, ...]
    """The cards that the viewer has chosen to pass so far."""
    received: tuple[Card, ...]
    """The cards that were passed to the viewer."""
    broken: bool
    """Whether hearts may be led."""
    leader: int | None
    """The seat that leads the trick being played."""
    trick: tuple[Card, ...]
    """The cards played to it, in order, from the leader on."""
    tricks: tuple[Trick, ...]
    """The finished tricks."""
    dealt: tuple[Card, ...]
    """The cards that the viewer was dealt, before passing."""
    seats: tuple[TrickSeat, ...]


ACTIONS: Final[tuple[type, ...]] = (PlayCard, PassCard)
"""The action classes."""
EVENTS: Final[tuple[type, ...]] = (
    HandDealt,
    PassChosen,
    CardsPassed,
    CardsReceived,
    CardPlayed,
    HeartsBroken,
    TrickWon,
    MoonShot,
    Scored,
)
"""The event classes."""
