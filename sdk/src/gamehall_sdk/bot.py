"""The contract of a bot. It knows what its seat may know, is asked, and answers; the host does the rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import attrs

from gamehall_sdk import INTERFACE
from gamehall_sdk.round import Legal

__all__ = ["ANY_GAME", "Bot", "BotKind"]

ANY_GAME = "*"
"""In :attr:`BotKind.games`: the bot plays whatever lists its legal actions."""


class Bot(ABC):
    """One player at one table. All that it draws at random comes from *seed*."""

    looks: ClassVar[bool] = True
    """Whether :meth:`act` looks at the view; a host may give ``None`` to a bot that does not, which is much faster."""

    def __init__(self, seed: int) -> None:
        """A bot that has not sat down yet."""
        self.seed = seed

    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:  # noqa: B027  # a bot need not care
        """Told once, before anything else: its seat, and the table's options as texts."""

    def hear(self, event: Any) -> None:  # noqa: B027  # a bot need not listen
        """An event that its seat may hear, the platform's and the game's, in order."""

    @abstractmethod
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        """Choose an action out of *legal* within *seconds*; *view* is exactly what the seat may know."""


@attrs.frozen(kw_only=True)
class BotKind:
    """A bot as a plugin registers it: ``make(seed)`` gives a fresh :class:`Bot`."""

    name: str
    games: tuple[str, ...]
    """The names of the games it plays, or :data:`ANY_GAME`."""
    make: Callable[[int], Bot]
    title: str = ""
    picture: str = ""
    """A picture for lists: the address of one, or a ``data:`` URL; empty where there is none."""
    interface: int = INTERFACE

    def plays(self, game: str) -> bool:
        """Whether it plays *game*."""
        return ANY_GAME in self.games or game in self.games
