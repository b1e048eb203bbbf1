"""The money side of a variant: its structure, its forced bets, and how much may be bet or raised.

Amounts of bets and raises are *to*-amounts: what the player's bet on this street is afterwards.
"""

from __future__ import annotations

from enum import StrEnum

import attrs

__all__ = ["Betting", "Structure", "fixed_limit_bounds", "no_limit_bounds", "pot_limit_bounds"]


class Structure(StrEnum):
    """How high a bet may be."""

    NO_LIMIT = "no-limit"
    POT_LIMIT = "pot-limit"
    FIXED_LIMIT = "fixed-limit"


@attrs.frozen(kw_only=True)
class Betting:
    """Structure and amounts, in chips. Raises :class:`ValueError` when they do not fit together."""

    structure: Structure = Structure.NO_LIMIT
    small_blind: int
    big_blind: int
    """The big blind; in no-limit and pot-limit the least bet of every street too."""
    ante: int = 0
    """What each player puts in before the cards."""
    small_bet: int = 0
    """Fixed limit: the size of bets and raises on the early streets (0: the big blind)."""
    big_bet: int = 0
    """Fixed limit: the same on the later streets (0: two small bets)."""
    cap: int = 4
    """Fixed limit: how many bets and raises a street may see, the big blind counted as one; 0 for no cap."""

    def __attrs_post_init__(self) -> None:
        """Check the amounts."""
        if self.big_blind < 1 or not 0 <= self.small_blind <= self.big_blind or self.ante < 0:
            blinds = f"{self.small_blind}/{self.big_blind}, ante {self.ante}"
            raise ValueError(
                f"blinds {blinds}: the big blind is at least 1, the small blind 0 to it, an ante 0 or more"
            )
        if min(self.small_bet, self.big_bet, self.cap) < 0:
            raise ValueError("bet sizes and the cap are 0 or more")

    def size(self, *, big: bool) -> int:
        """The bet size of a fixed-limit street."""
        small = self.small_bet or self.big_blind
        return (self.big_bet or 2 * small) if big else small


def no_limit_bounds(current: int, step: int, all_in: int) -> tuple[int, int]:
    """The least and the most that a player may bet or raise to; *all_in* is their bet with the whole stack.

    A raise is at least as large as the last full bet or raise of the street, *step*; a stack between a call and
    that may still go all-in.
    """
    least = current + step
    return (least if least < all_in else all_in), all_in  # noqa: FURB136  # quicker than min()


def pot_limit_bounds(current: int, step: int, all_in: int, pot: int, owed: int) -> tuple[int, int]:
    """As :func:`no_limit_bounds`, but the raise is at most the *pot* (all bets included) after a call of *owed*."""
    most = min(current + pot + owed, all_in)
    return min(current + step, most), most


def fixed_limit_bounds(level: int, size: int, all_in: int) -> tuple[int, int]:
    """The one amount to bet or raise to: a full bet above *level*, the last full wager, or all-in for less.

    After an all-in of less than half a bet *level* is still the wager below it: the next raise completes it.
    """
    to = min(level + size, all_in)
    return to, to
