"""What varies from house to house and is no money: who turns up cards, and whether anybody is asked."""

from __future__ import annotations

import attrs

__all__ = ["House"]


@attrs.frozen(kw_only=True)
class House:
    """The house's rules of showing. The defaults suit programs: nobody is asked."""

    asks_to_show: bool = False
    """Whether those who need not show are asked: the winner when all others folded, beaten hands at the showdown."""
    tables_all_in: bool = True
    """Whether all hands are turned up once a player is all-in and the betting is over (TDA rule 16)."""
