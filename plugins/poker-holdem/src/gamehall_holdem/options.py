"""What may be chosen when a table of hold'em or draw is opened."""

from __future__ import annotations

import attrs

from gamehall_poker.betting import AnteStyle
from gamehall_sdk.options import option

__all__ = ["HoldemOptions", "buy_in"]

_MOST_CHIPS = 1_000_000_000


@attrs.frozen(kw_only=True, cache_hash=True)
class HoldemOptions:
    """Blinds, ante, rules of the house, and buy-in. Raises :class:`ValueError` when they do not fit together."""

    small_blind: int = option(1, "chips of the small blind", least=0, most=_MOST_CHIPS)
    big_blind: int = option(2, "chips of the big blind, the least bet", least=1, most=_MOST_CHIPS)
    ante: int = option(0, "chips of the ante that is put in before each hand", least=0, most=_MOST_CHIPS)
    ante_style: AnteStyle = option(AnteStyle.EACH, "who puts in the ante: each, or one for all")
    cap: int = option(4, "fixed limit: bets and raises on a street; 0: no cap", least=0, most=100)
    cap_heads_up: bool = option(True, "fixed limit: whether the cap holds between the last two")
    ask_to_show: bool = option(False, "whether those who need not show their hands are asked")
    table_all_in: bool = option(True, "whether all hands are shown once a player is all-in and the betting is over")
    show_time: float = option(5.0, "seconds for a winner to show or hide when asked; 0: hidden", least=0, most=600)
    muck_time: float = option(5.0, "seconds for the beaten to show or hide when asked; 0: hidden", least=0, most=600)
    auto_post: bool = option(True, "whether blinds are posted unasked, until a player wants it otherwise")
    post_to_enter: bool = option(True, "whether whoever comes into a running game posts a big blind")
    blind_time: float = option(15.0, "seconds to answer when asked to post", least=1, most=600)
    discard_time: float = option(30.0, "seconds to change cards, where cards are changed", least=1, most=600)
    straddle: bool = option(False, "whether the player left of the big blind posts twice the big blind")
    rebuy: bool = option(True, "whether a player may buy chips again")
    level_hands: int = option(0, "hands after which blinds rise; 0: by no number of hands", least=0, most=100_000)
    level_time: float = option(0.0, "seconds after which blinds rise; 0: by no time", least=0, most=86_400)
    level_rise: int = option(100, "by how many percent blinds and ante rise", least=1, most=1000)
    last_standing: bool = option(False, "whether it is played until one has all the chips; nobody comes in later")
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
