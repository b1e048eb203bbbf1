"""What may be chosen when a Hearts table is opened; the defaults are Black Lady as it is mostly played."""

from __future__ import annotations

from enum import StrEnum

import attrs

from gamehall_sdk.options import option

__all__ = ["FirstLead", "HeartsOptions", "Moon", "Passing"]


class Passing(StrEnum):
    """Where cards are passed to."""

    CYCLE = "cycle"
    """Left, right, across, hold, round by round."""
    NO_HOLD = "no-hold"
    """Left, right, across, round by round."""
    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    NEVER = "never"


class FirstLead(StrEnum):
    """Who leads to the first trick."""

    CLUB2 = "club2"
    """The holder of the two of clubs, with that card."""
    ELDEST = "eldest"
    """The eldest hand, which goes round, with any card that the other rules allow."""


class Moon(StrEnum):
    """What all the penalty cards in one hand mean."""

    OTHERS = "others"
    """Nothing for who took them, 26 for each of the others."""
    SHOOTER = "shooter"
    """26 off for who took them."""
    NONE = "none"
    """Nothing special: 26 for who took them."""


@attrs.frozen(kw_only=True)
class HeartsOptions:
    """The rules of the house."""

    passing: Passing = option(Passing.CYCLE, "where cards are passed to; cycle: left, right, across, hold")
    pass_cards: int = option(3, "cards that each player passes", least=1, most=6)
    first_lead: FirstLead = option(FirstLead.CLUB2, "who leads to the first trick")
    first_trick_points: bool = option(default=False, text="penalty cards may be played to the first trick")
    break_hearts: bool = option(default=True, text="hearts may be led only once broken")
    queen_breaks: bool = option(default=True, text="the queen of spades breaks hearts too")
    moon: Moon = option(Moon.OTHERS, "what all 26 points in one hand mean")
    jack: bool = option(default=False, text="Omnibus: the jack of diamonds takes 10 off")
    match_points: int = option(100, "the total that ends a match; 0: none", least=0, most=10_000)
