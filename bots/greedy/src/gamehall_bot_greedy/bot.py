"""The player: reads the view, weighs every legal action by its rules, takes the best."""

from __future__ import annotations

from typing import Any

from gamehall_bot_greedy.passing import worst_to_keep
from gamehall_bot_greedy.position import Position
from gamehall_bot_greedy.rules import weigh
from gamehall_hearts.gongzhu.messages import ExposeCards
from gamehall_hearts.hearts.messages import PassCard
from gamehall_hearts.plugin import GONGZHU, HEARTS
from gamehall_sdk.bot import Bot
from gamehall_sdk.round import Legal

__all__ = ["GreedyBot"]


class GreedyBot(Bot):
    """Plays by rules of thumb, one trick at a time; it draws nothing at random and shoots no moon."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seat = -1
        self._options: Any = GONGZHU.options()

    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:  # noqa: ARG002  # the contract's
        """Remember the seat and the rules of the house."""
        self._seat = seat
        self._options = (HEARTS if game == HEARTS.name else GONGZHU).read_options(options)

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:  # noqa: ARG002  # it needs no time
        """See :class:`~gamehall_sdk.bot.Bot`."""
        actions = legal.actions
        if len(actions) == 1 or isinstance(actions[0], ExposeCards):
            return actions[0]
        if isinstance(actions[0], PassCard):
            return max(actions, key=lambda action: worst_to_keep(action.card, view.seats, self._seat))
        position = Position.of(view, self._seat, self._options)
        return max(actions, key=lambda action: weigh(position, action.card))
