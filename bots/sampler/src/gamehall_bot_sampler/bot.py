"""The player: imagines what the others may hold, tries every action in each such world, takes the best on average."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Final

from gamehall_bot_sampler.candidates import worth_trying
from gamehall_bot_sampler.knowledge import Knowledge
from gamehall_bot_sampler.root import Root
from gamehall_bot_sampler.tally import Tally
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_sdk.bot import Bot
from gamehall_sdk.round import Legal

__all__ = ["SamplerBot"]

_SHARE: Final = 0.7
"""The share of its seconds after which it stops; the rest is for what it cannot see: a busy machine, a slow line."""
_BASE_S: Final = 0.4
_OF_LONG: Final = 0.04
_MOST_S: Final = 3.0
"""On a long clock it thinks for 0.4 seconds and 4 % of it, and no longer than this: there are people at the table."""
_PLAYS_PER_S: Final = 80_000
"""Cards that a slow machine plays a second; a usual one is three times as fast."""


class SamplerBot(Bot):
    """Strong as its time allows: the seconds are turned into a number of worlds, so that a seed plays the same again.

    The clock itself (*now*) stops it only where the machine is slower than was thought. *worlds* sets the number.
    """

    def __init__(self, seed: int, worlds: int = 0, now: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(seed)
        self._rng = random.Random(seed)  # noqa: S311  # a player's imagination, repeatable by its seed
        self._worlds = worlds
        self._now = now
        self._seat = -1
        self._game = GONGZHU
        self._variant = "q"
        self._options: Any = GONGZHU.options()

    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:
        """Remember the seat and the rules of the house."""
        self._seat = seat
        self._game = HEARTS if game == HEARTS.name else GONGZHU
        self._variant = variant
        self._options = self._game.read_options(options)

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        """See :class:`~gamehall_sdk.bot.Bot`."""
        begun = self._now()
        actions = worth_trying(legal.actions)
        if len(actions) == 1:
            return actions[0]
        knowledge = Knowledge.of(view, self._seat)
        root = Root(self._game, self._variant, self._options, view, self._seat, self._rng)
        tally = Tally(len(actions))
        plays = len(actions) * (sum(one.hidden or len(one.hand) for one in view.seats) + 1)
        worlds = self._worlds or max(1, int(_thinking(seconds) * _PLAYS_PER_S / plays))
        longest = 0.0
        for _ in range(worlds):
            since = self._now()
            if tally.settled or (not self._worlds and since - begun + longest > _SHARE * seconds):
                break
            world = root.world(knowledge.deal(self._rng))
            if world is not None:
                tally.add([root.try_out(world, action) for action in actions])
            longest = max(longest, self._now() - since)
        return actions[tally.best]


def _thinking(seconds: float) -> float:
    """The seconds that it means to use of those that it has."""
    return min(_SHARE * seconds, _BASE_S + _OF_LONG * seconds, _MOST_S)
