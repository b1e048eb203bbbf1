"""What may be chosen when a table of stud is opened."""

from __future__ import annotations

import attrs

from gamehall_sdk.options import option

__all__ = ["StudOptions", "at_level", "buy_in"]

_MOST_CHIPS = 1_000_000_000


@attrs.frozen(kw_only=True, cache_hash=True)
class StudOptions:
    """Forced bets, bet sizes, rules of the house, and buy-in. Raises :class:`ValueError` when they do not fit."""

    ante: int = option(1, "chips that everyone puts in before the cards", least=0, most=_MOST_CHIPS)
    bring_in: int = option(2, "chips that the low card opens for, the ante at least", least=0, most=_MOST_CHIPS)
    small_bet: int = option(4, "chips of a bet on third and fourth street; the least bet", least=1, most=_MOST_CHIPS)
    big_bet: int = option(
        0, "chips of a bet from fifth street on; in spread limit the most; 0: two small bets", least=0, most=_MOST_CHIPS
    )
    cap: int = option(
        4, "fixed limit: bets and raises on a street, the completion counted; 0: no cap", least=0, most=100
    )
    cap_heads_up: bool = option(True, "fixed limit: whether the cap holds between the last two")
    half_bet: bool = option(True, "fixed limit: whether an all-in of half a bet counts as a full one")
    open_pair: bool = option(True, "fixed limit: whether an open pair on fourth street allows the big bet")
    ask_to_show: bool = option(False, "whether those who need not show their hands are asked")
    table_all_in: bool = option(True, "whether all hands are shown once a player is all-in and the betting is over")
    show_time: float = option(5.0, "seconds for a winner to show or hide when asked; 0: hidden", least=0, most=600)
    muck_time: float = option(5.0, "seconds for the beaten to show or hide when asked; 0: hidden", least=0, most=600)
    hsp_events: bool = option(False, "whether tables of the other variants tell the events of HSP too")
    first_bankruptcy: bool = option(True, "HSP: whether the game is over as soon as somebody has nothing left")
    least_buy_in: int = option(20, "the least buy-in, in small bets", least=1, most=100_000)
    most_buy_in: int = option(200, "the most buy-in, in small bets", least=1, most=100_000)

    def __attrs_post_init__(self) -> None:
        """Check what a single field cannot."""
        if self.small_bet < 1:
            raise ValueError(f"small_bet is {self.small_bet}; it must be 1 or more")
        if not self.ante <= self.bring_in <= self.small_bet:
            raise ValueError(
                f"bring_in is {self.bring_in}; it must be the ante, {self.ante}, to the small bet, {self.small_bet}"
            )
        if self.big_bet and self.big_bet < self.small_bet:
            raise ValueError(f"big_bet is {self.big_bet}; it must be 0, or the small bet, {self.small_bet}, or more")
        if not 1 <= self.least_buy_in <= self.most_buy_in:
            raise ValueError(
                f"least_buy_in is {self.least_buy_in}; it must be 1 to most_buy_in, which is {self.most_buy_in}"
            )


def buy_in(options: StudOptions) -> tuple[int, int]:
    """The least and the most chips to sit down with."""
    return options.least_buy_in * options.small_bet, options.most_buy_in * options.small_bet


def at_level(options: StudOptions, level: int) -> StudOptions:
    """The options with the stakes of a tournament's *level*: at each they are twice those before."""
    times = min(2**level, max(1, _MOST_CHIPS // options.small_bet))
    return attrs.evolve(
        options,
        ante=options.ante * times,
        bring_in=options.bring_in * times,
        small_bet=options.small_bet * times,
        big_bet=min(options.big_bet * times, _MOST_CHIPS),
    )
