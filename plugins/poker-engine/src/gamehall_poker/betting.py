"""The money side of a variant: its structure, its forced bets, and how much may be bet or raised.

Amounts of bets and raises are *to*-amounts: what the player's bet on this street is afterwards.
"""

from __future__ import annotations

from enum import StrEnum

import attrs

__all__ = [
    "AnteStyle",
    "Betting",
    "Structure",
    "fixed_limit_bounds",
    "pot_limit_bounds",
    "spread_limit_bounds",
]


class Structure(StrEnum):
    """How high a bet may be."""

    NO_LIMIT = "no-limit"
    POT_LIMIT = "pot-limit"
    FIXED_LIMIT = "fixed-limit"
    SPREAD_LIMIT = "spread-limit"
    """Any amount from the small bet to the big bet; a raise at least as large as the bet or raise before it."""


class AnteStyle(StrEnum):
    """Who pays the ante."""

    EACH = "each"
    """Every player pays for themselves; an ante has to be matched as far as the others' stacks go."""
    BIG_BLIND = "big-blind"
    """The big blind pays one ante for all, dead, after the blind."""
    BUTTON = "button"
    """The button pays one ante for all, dead; the big blind does when the button is at an empty seat."""


@attrs.frozen(kw_only=True)
class Betting:
    """Structure and amounts, in chips. Raises :class:`ValueError` when they do not fit together."""

    structure: Structure = Structure.NO_LIMIT
    small_blind: int = 0
    big_blind: int = 0
    """The big blind; without a *small_bet* it is the bet size too."""
    ante: int = 0
    """What each player (or one for all, by *ante_style*) puts in before the cards."""
    ante_style: AnteStyle = AnteStyle.EACH
    bring_in: int = 0
    """Stud: what the player with the low card opens for."""
    small_bet: int = 0
    """Fixed limit: the size of bets and raises on the early streets; otherwise the least bet (0: the big blind)."""
    big_bet: int = 0
    """Fixed limit: the size on the later streets; spread limit: the most (0: two small bets)."""
    cap: int = 4
    """Fixed limit: how many bets and raises a street may see, the big blind counted as one; 0 for no cap."""
    cap_heads_up: bool = True
    """Fixed limit: whether the cap holds between the last two players too."""
    half_bet: bool = True
    """Fixed limit: whether an all-in of half a bet or more counts as a full bet or raise; else only a full one does."""
    open_pair: bool = False
    """Stud: whether the big bet may be chosen on fourth street once somebody shows a pair (cash games)."""
    least: int = attrs.field(init=False)
    """The least bet of every street; in fixed limit the small bet."""

    @least.default
    def _least(self) -> int:
        return self.small_bet or self.big_blind

    def __attrs_post_init__(self) -> None:
        """Check the amounts."""
        if self.least < 1 or not 0 <= self.small_blind <= self.big_blind or self.ante < 0:
            blinds = f"{self.small_blind}/{self.big_blind}, ante {self.ante}"
            raise ValueError(
                f"blinds {blinds}: the big blind is at least 1 (or the small bet, where there are no blinds), "
                "the small blind 0 to it, an ante 0 or more"
            )
        if min(self.small_bet, self.big_bet, self.cap) < 0:
            raise ValueError("bet sizes and the cap are 0 or more")
        if self.big_bet and self.big_bet < self.least:
            raise ValueError(f"the big bet {self.big_bet} is below the small bet {self.least}")
        if not 0 <= self.bring_in <= self.least:
            raise ValueError(f"the bring-in {self.bring_in} is not from 0 to the small bet {self.least}")

    def size(self, *, big: bool) -> int:
        """The bet size of a fixed-limit street."""
        return (self.big_bet or 2 * self.least) if big else self.least


def pot_limit_bounds(  # all that the pot depends on
    level: int, step: int, all_in: int, current: int, pot: int, owed: int
) -> tuple[int, int]:
    """The least and the most that a player may bet or raise to; *all_in* is their bet with the whole stack.

    A raise above *level* (the bet to call; 0 while only a bring-in was made) is at least as large as the last full
    bet or raise of the street, *step*; a stack between a call and that may still go all-in. At most it raises the
    *current* bet by the *pot*, bets and a call of *owed* included.
    """
    most = min(max(current + pot + owed, level + step), all_in)
    return min(level + step, most), most


def fixed_limit_bounds(level: int, size: int, all_in: int) -> tuple[int, int]:
    """The one amount to bet or raise to: a full bet above *level*, the last full wager, or all-in for less.

    After an all-in of less than half a bet *level* is still the wager below it: the next raise completes it.
    """
    to = min(level + size, all_in)
    return to, to


def spread_limit_bounds(level: int, step: int, all_in: int, most: int) -> tuple[int, int]:
    """As :func:`pot_limit_bounds`, but the raise is at most *most*."""
    return min(level + step, all_in), min(level + max(step, most), all_in)
