"""What players of any trick game do and are told; each class's lower-cased name is its name on the wire."""

from __future__ import annotations

from enum import StrEnum

import attrs

from gamehall_sdk.cards import Card

__all__ = ["CardPlayed", "HandDealt", "PlayCard", "Scored", "Stage", "Trick", "TrickSeat", "TrickWon"]


@attrs.frozen
class PlayCard:
    """Play *card* to the trick: lead it, follow suit with it, or, being void, throw it away."""

    card: Card


@attrs.frozen
class HandDealt:
    """The cards that were dealt to *seat*: what only that seat hears."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class CardPlayed:
    """A card was played to the trick."""

    seat: int
    card: Card


@attrs.frozen
class TrickWon:
    """A trick is full; *seat* has it and leads the next one. *cards* are the trick's cards that count in the score."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class Scored:
    """At the end: what the cards that *seat* has taken make, by the game's own counting."""

    seat: int
    score: int
    cards: tuple[Card, ...]


class Stage(StrEnum):
    """Where a round is."""

    PASSING = "passing"
    """The seats choose cards to pass."""
    EXPOSING = "exposing"
    """The seats choose cards to expose."""
    PLAYING = "playing"
    OVER = "over"


@attrs.frozen
class Trick:
    """A finished trick: who led, the cards in the order of play, who won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


@attrs.frozen(kw_only=True)
class TrickSeat:
    """One player of a round, as the viewer sees them."""

    seat: int
    hand: tuple[Card, ...]
    """The cards held that the viewer may see, sorted: their own."""
    hidden: int
    """How many cards the player holds that the viewer may not see."""
    taken: tuple[Card, ...]
    """The cards taken in tricks that count in the score."""
    tricks: int
    """Tricks won."""
    score: int
    """What the cards taken so far make, by the game's own counting."""
    total: int
    """The score of the match before this round, by the same counting."""
