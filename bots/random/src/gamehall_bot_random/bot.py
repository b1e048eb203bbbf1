"""Plays any game: each kind of legal action equally likely, amounts uniform in their range."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from gamehall_sdk.bot import Bot
from gamehall_sdk.round import Legal

__all__ = ["RandomBot"]


class RandomBot(Bot):
    """Random but legal."""

    looks: ClassVar[bool] = False

    def __init__(self, seed: int) -> None:
        """The same *seed* makes the same choices."""
        super().__init__(seed)
        self._rng = random.Random(seed)  # noqa: S311  # a player's whim is no secret

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:  # noqa: ARG002  # it looks at nothing
        """See :class:`~gamehall_sdk.bot.Bot`."""
        return legal.choose(self._rng)
