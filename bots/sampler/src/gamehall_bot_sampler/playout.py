"""How the players of an imagined world play on: quickly, by a few rules, now and then at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from gamehall_hearts.gongzhu.scoring import PIG, SHEEP
from gamehall_hearts.tricks.cards import PLAYS, mask_of
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.cards import CARDS, SMALL_JOKER, cards

__all__ = ["Playout"]

_WHIM: Final = 0.08
"""How often a card is played for no reason."""
_PIG: Final = 1 << PIG
_SHEEP: Final = 1 << SHEEP
_JOKER_POWER: Final = 13
_GONGZHU: Final = cards("Qs JG JP Ah Kh Qh Jh As Ks Tc Th 9h 8h 7h 6h Ac Kc Qc Jc 5h")
_HEARTS: Final = cards("Qs As Ks Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h")


def _ranked(first: tuple[Any, ...], last: tuple[Any, ...]) -> tuple[int, ...]:
    """All cards as bits, in the order in which who is void throws them away."""
    rest = sorted((card for card in CARDS if card not in first + last), key=lambda card: -card.rank)
    return tuple(1 << card for card in (*first, *rest, *last))


_THROW_GONGZHU: Final = _ranked(_GONGZHU, cards("Jd"))
_THROW_HEARTS: Final = _ranked(_HEARTS, ())


class Playout:
    """Plays rounds to their end."""

    def __init__(self, gongzhu: bool, rng: Random) -> None:  # noqa: FBT001  # one of two games
        self._throw = _THROW_GONGZHU if gongzhu else _THROW_HEARTS
        self._prize = _SHEEP if gongzhu else 0
        self._random = rng.random

    def finish(self, play: TrickRound[Any]) -> Mapping[int, int]:
        """Play *play* out; its payoffs."""
        while play.to_act:
            seat = play.to_act[0]
            play.apply(seat, PLAYS[self._card(play)] if play.may else play.default(seat))
        payoffs = play.payoffs
        if payoffs is None:
            raise AssertionError("a round that is over has payoffs")
        return payoffs

    def _card(self, play: TrickRound[Any]) -> Any:
        may = play.may
        if not may & (may - 1):
            return CARDS[may.bit_length() - 1]
        trick = play.trick
        if not trick or self._random() < _WHIM:
            return self._lead(may, play.cards.power) if not trick else self._any(may)
        if not may & play.led:
            for bit in self._throw:
                if may & bit:
                    return CARDS[bit.bit_length() - 1]
        return self._follow(play, may)

    def _any(self, may: int) -> Any:
        """Any card of *may*."""
        for _ in range(int(self._random() * may.bit_count())):
            may &= may - 1
        return CARDS[(may & -may).bit_length() - 1]

    def _lead(self, may: int, power: tuple[int, ...]) -> Any:
        """The lower of two cards drawn at random."""
        one, other = self._any(may), self._any(may)
        return one if power[one] < power[other] else other

    def _follow(self, play: TrickRound[Any], may: int) -> Any:
        """Stay below, as high as possible; else take it with the highest when last, or hope with the lowest."""
        last = len(play.trick) + 1 == len(play.seats)
        on_table = mask_of(play.trick)
        if self._prize & on_table or (last and not on_table & play.cards.counting):
            # A trick worth having, or one that costs nothing: with the highest, but not with the pig.
            high = may & ~_PIG or may
            return CARDS[high.bit_length() - 1]
        # In a suit the numbers of the cards rise as their powers do, the jokers' last.
        led, power = play.led, play.best
        best = (led & -led).bit_length() - 1 + power if power < _JOKER_POWER else SMALL_JOKER - _JOKER_POWER + power
        below = may & ((1 << best) - 1) & ~self._prize
        if below or last:
            return CARDS[(below or may).bit_length() - 1]
        return CARDS[(may & -may).bit_length() - 1]
