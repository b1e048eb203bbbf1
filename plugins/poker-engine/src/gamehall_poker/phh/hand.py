"""One hand of a PHH file, and what can be wrong with it."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

import attrs

__all__ = ["Chips", "PhhError", "PhhHand"]

Chips: TypeAlias = int | Decimal
"""An amount as the file has it: whole, or exact to the file's decimals."""


class PhhError(ValueError):
    """A hand cannot be read or replayed; the text says what is wrong and at which field or action."""


@attrs.frozen(kw_only=True)
class PhhHand:
    """The fields of a hand that matter for playing it, as the file has them, and its names.

    Players are ``p1`` … ``pn``, clockwise from the dealer's left. In a game with a button *antes* and *blinds* are
    listed the other way round when two play.
    """

    variant: str
    antes: tuple[Chips, ...]
    trims_antes: bool = False
    """Whether who pays less than the whole ante wins no more than that from each; else they can win all antes."""
    blinds: tuple[Chips, ...] = ()
    """A negative amount is a post that is no blind: the action does not begin left of it."""
    bring_in: Chips = 0
    small_bet: Chips = 0
    """The small bet, or in no-limit and pot-limit the least bet."""
    big_bet: Chips = 0
    starting_stacks: tuple[Chips | None, ...]
    """``None`` where the source does not tell: ``inf`` in a file."""
    actions: tuple[str, ...]
    hand: int | str | None = None
    table: str | None = None
    players: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    finishing_stacks: tuple[Chips | None, ...] = ()
