"""Which actions are worth the time: all plays, but of thirteen cards to pass only the few that anybody would pass."""

from __future__ import annotations

from typing import Any, Final

from gamehall_hearts.hearts.messages import PassCard
from gamehall_hearts.hearts.scoring import QUEEN
from gamehall_sdk.cards import Card

__all__ = ["worth_trying"]

_TRIED: Final = 5
_HIGH_SPADE: Final = 30.0
_HEARTS: Final = 1


def worth_trying(actions: tuple[Any, ...]) -> tuple[Any, ...]:
    """*actions*, those that are clearly worse left out."""
    if not isinstance(actions[0], PassCard):
        return actions
    return tuple(sorted(actions, key=lambda action: -_burden(action.card))[:_TRIED])


def _burden(card: Card) -> float:
    """How gladly *card* is passed: the queen of spades and what takes her, then high cards, hearts before others."""
    if card.suit == QUEEN.suit:
        return _HIGH_SPADE + (card == QUEEN) if card >= QUEEN else 0.0
    return card.rank * (1.5 if card.suit == _HEARTS else 1.2)
