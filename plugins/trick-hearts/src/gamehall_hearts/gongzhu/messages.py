"""What is said at a Gongzhu table beside what every trick game says."""

from __future__ import annotations

from typing import Final

import attrs

from gamehall_hearts.tricks.messages import CardPlayed, HandDealt, PlayCard, Scored, Stage, Trick, TrickSeat, TrickWon
from gamehall_sdk.cards import Card

__all__ = [
    "ACTIONS",
    "EVENTS",
    "CardsExposed",
    "ExposeCards",
    "ExposureDecided",
    "GongzhuMemo",
    "GongzhuStart",
    "GongzhuView",
]


@attrs.frozen
class ExposeCards:
    """Before the play: show *cards* to all, or none; all seats decide at once."""

    cards: tuple[Card, ...] = ()


@attrs.frozen
class ExposureDecided:
    """A seat has decided what to expose; what it is, is told when all have."""

    seat: int


@attrs.frozen
class CardsExposed:
    """A seat has shown *cards*: they count more, and may not go to the first trick of their suit."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class GongzhuStart:
    """Who leads to the first trick (``None``: the holder of the two of spades), and the scores of the match so far."""

    leader: int | None
    totals: tuple[int, ...] = ()


@attrs.frozen
class GongzhuMemo:
    """The seat that took the pig in the last round."""

    pig: int


@attrs.frozen(kw_only=True)
class GongzhuView:
    """The round as the viewer sees it."""

    stage: Stage
    to_act: tuple[int, ...]
    leader: int | None
    """The seat that leads the trick being played."""
    trick: tuple[Card, ...]
    """The cards played to it, in order, from the leader on."""
    tricks: tuple[Trick, ...]
    """The finished tricks."""
    exposed: tuple[CardsExposed, ...]
    """What each seat that exposed cards has exposed; while the seats decide, only the viewer's own."""
    dealt: tuple[Card, ...]
    """The cards that the viewer was dealt."""
    seats: tuple[TrickSeat, ...]


ACTIONS: Final[tuple[type, ...]] = (PlayCard, ExposeCards)
"""The action classes."""
EVENTS: Final[tuple[type, ...]] = (HandDealt, ExposureDecided, CardsExposed, CardPlayed, TrickWon, Scored)
"""The event classes."""
