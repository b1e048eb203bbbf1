"""What the table remembers of those who sit at it, between hands and through a checkpoint."""

from __future__ import annotations

import attrs

from gamehall_holdem.blinds import NO_DEBT, Debt, Demand
from gamehall_holdem.messages import Ahead, Preset, Presets

__all__ = ["Patron", "Room"]


@attrs.define
class Patron:
    """One who sits here; it is made anew when another account takes the seat."""

    account: int
    auto_post: bool = True
    wait: bool = False
    muck_winning: bool = False
    muck_losing: bool = False
    owes: Debt = NO_DEBT
    waits: bool = False
    """Said so when asked for what is owed: comes in with the big blind, or is asked again after the next absence."""
    agreed: Demand | None = None
    """What was agreed to post before the next hand."""
    gone: str = ""
    """Why the player left while a match was running: the stack plays on, by default actions."""
    ahead: Ahead = Ahead.NONE
    price: int = 0
    """What a call cost when ``ahead`` was chosen."""

    def preset(self, wanted: Preset) -> None:
        """Take over what *wanted* says."""
        for field in attrs.fields(Preset):
            value = getattr(wanted, field.name)
            if value is not None:
                setattr(self, field.name, value)

    def presets(self, seat: int) -> Presets:
        """As told to its seat."""
        return Presets(seat, self.auto_post, self.wait, self.muck_winning, self.muck_losing, self.ahead)


@attrs.define
class Room:
    """The table besides its seats: patrons by seat, the blind round, the level."""

    patrons: dict[int, Patron] = attrs.field(factory=dict)
    collecting: bool = False
    """The blind round is on."""
    due: dict[int, Demand] = attrs.field(factory=dict)
    """What each seat was asked for in it."""
    level: int = 0
    began_s: float = 0.0
    """When the match began, in seconds of the flow's time."""
