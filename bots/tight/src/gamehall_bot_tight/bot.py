"""A tight-aggressive hold'em player."""

from __future__ import annotations

import random
from typing import Final

from gamehall_bot_tight.decide import choose, read
from gamehall_poker.messages import Action, PokerView
from gamehall_sdk.bot import Bot
from gamehall_sdk.round import Legal

__all__ = ["TightBot"]

_TRIALS: Final = 150
_TRIALS_PER_SECOND: Final = 2_000
"""A careful guess for a slow machine, so that a short clock is kept."""


class TightBot(Bot):
    """Plays few hands, and those it plays it bets; it knows its view and what is legal, no more."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._rng = random.Random(seed)  # noqa: S311  # a player's whims, repeatable by its seed
        self._seat = -1
        self._big_blind = 2

    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:  # noqa: ARG002  # the contract's
        """Remember the seat and the big blind."""
        self._seat = seat
        self._big_blind = int(options.get("bigblind", self._big_blind))

    def act(self, view: PokerView, legal: Legal, seconds: float) -> Action:
        """Decide by :func:`~gamehall_bot_tight.decide.choose`."""
        trials = max(1, min(_TRIALS, int(seconds * _TRIALS_PER_SECOND)))
        return choose(view, legal, read(view, self._seat, self._big_blind), trials, self._rng)
