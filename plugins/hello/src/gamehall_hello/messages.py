"""What is said at a Hello table: two actions, four events, one view."""

from __future__ import annotations

import attrs

from gamehall_sdk.cards import Card

__all__ = ["Dealt", "Keep", "Kept", "Player", "Shown", "Swap", "Swapped", "Table"]


@attrs.frozen
class Keep:
    """I keep my card."""


@attrs.frozen
class Swap:
    """I take the next card of the deck in its place."""


@attrs.frozen
class Dealt:
    """To its owner alone: the card of a seat."""

    seat: int
    card: Card


@attrs.frozen
class Kept:
    """A seat kept its card."""

    seat: int


@attrs.frozen
class Swapped:
    """A seat swapped its card."""

    seat: int


@attrs.frozen
class Shown:
    """At the end: a seat's card."""

    seat: int
    card: Card


@attrs.frozen
class Player:
    """One seat: its card where the viewer may know it, and whether it has chosen."""

    seat: int
    card: Card | None
    chosen: bool


@attrs.frozen
class Table:
    """The view: all players."""

    players: tuple[Player, ...]
