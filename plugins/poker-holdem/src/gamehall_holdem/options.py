"""What may be chosen when a hold'em table is opened."""

from __future__ import annotations

import attrs

from gamehall_sdk.options import option

__all__ = ["HoldemOptions", "buy_in"]

_MOST_CHIPS = 1_000_000_000


@attrs.frozen(kw_only=True)
class HoldemOptions:
    """Blinds, ante and buy-in. Raises :class:`ValueError` with a sentence when they do not fit together."""

    small_blind: int = option(1, "chips of the small blind", least=0, most=_MOST_CHIPS)
    big_blind: int = option(2, "chips of the big blind, the least bet", least=1, most=_MOST_CHIPS)
    ante: int = option(0, "chips that everyone puts in before each hand", least=0, most=_MOST_CHIPS)
    least_buy_in: int = option(20, "the least buy-in, in big blinds", least=1, most=100_000)
    most_buy_in: int = option(200, "the most buy-in, in big blinds", least=1, most=100_000)

    def __attrs_post_init__(self) -> None:
        """Check what a single field cannot."""
        if self.big_blind < 1:
            raise ValueError(f"big_blind is {self.big_blind}; it must be 1 or more")
        if not 0 <= self.small_blind <= self.big_blind:
            raise ValueError(f"small_blind is {self.small_blind}; it must be 0 to the big blind, {self.big_blind}")
        if not 0 <= self.ante <= self.big_blind:
            raise ValueError(f"ante is {self.ante}; it must be 0 to the big blind, {self.big_blind}")
        if not 1 <= self.least_buy_in <= self.most_buy_in:
            raise ValueError(
                f"least_buy_in is {self.least_buy_in}; it must be 1 to most_buy_in, which is {self.most_buy_in}"
            )


def buy_in(options: HoldemOptions) -> tuple[int, int]:
    """The least and the most chips to sit down with."""
    return options.least_buy_in * options.big_blind, options.most_buy_in * options.big_blind
