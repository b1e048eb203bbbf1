"""A calling station: it checks where it can and calls whatever it costs."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from gamehall_poker.messages import BringIn, Call, Check, Discard, Muck
from gamehall_sdk.bot import Bot
from gamehall_sdk.round import Legal

__all__ = ["CallerBot"]

_WISHES: Final = (Check(), Call(), BringIn(), Discard(), Muck())
"""What it does, the first of these that is legal; cards are never changed, and hands never shown for nothing."""


class CallerBot(Bot):
    """Neither folds nor raises, and looks at nothing."""

    looks: ClassVar[bool] = False

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:  # noqa: ARG002  # it looks at nothing
        """See :class:`~gamehall_sdk.bot.Bot`."""
        return next((wish for wish in _WISHES if wish in legal.actions), legal.actions[0])
