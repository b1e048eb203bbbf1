"""What may be chosen when a Gongzhu table is opened: houses differ. The defaults are the old arena's rules."""

from __future__ import annotations

from enum import StrEnum

import attrs

from gamehall_sdk.options import option

__all__ = ["GongzhuOptions", "Leader", "Threshold"]


class Leader(StrEnum):
    """Who leads to the first trick of a round."""

    PLACE0 = "place0"
    """The player in the first seat."""
    ROTATE = "rotate"
    """The first seat in the first round of a match, then the next one every round."""
    SPADE2 = "spade2"
    """The holder of the two of spades."""
    PIG = "pig"
    """The holder of the two of spades in the first round, then whoever took the pig in the round before."""


class Threshold(StrEnum):
    """When a match is over; each round stands for itself where it never is."""

    NONE = "none"
    MINUS = "-1000"
    """When a total reaches -1000: that player has lost."""
    BOTH = "+-1000"
    """When a total reaches -1000 or +1000."""


@attrs.frozen(kw_only=True)
class GongzhuOptions:
    """The rules of the house."""

    leader: Leader = option(Leader.PLACE0, "who leads to the first trick; pig: who took it in the last round")
    hearts_broken: bool = option(default=False, text="hearts may be led only when one has been played")
    grand_slam: bool = option(default=False, text="who takes all scoring cards counts the pig +100")
    exposure: bool = option(default=False, text="before the play SQ, DJ, HA and C10 may be shown, to count more")
    match_threshold: Threshold = option(Threshold.NONE, "the total that ends a match")
    partners: bool = option(default=False, text="with four players: opposite seats add their scores")
