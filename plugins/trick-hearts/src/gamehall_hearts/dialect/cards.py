"""Cards as the FSM protocol writes them: suit letter, then rank: ``SA``, ``C10``, ``H2``; jokers ``JP`` and ``JG``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gamehall_hearts.tricks.cards import HEARTS
from gamehall_sdk.cards import CARDS, SMALL_JOKER, Card

__all__ = ["ANY_SUIT", "card_of", "names", "suit_of"]

ANY_SUIT: Final = "A"
"""In ``your_turn``: the player leads, so any suit will do."""


def _name(card: Card) -> str:
    text = str(card)
    return text if card >= SMALL_JOKER else text[1].upper() + text[0].replace("T", "10")


_NAMES: Final = tuple(map(_name, CARDS))
_CARDS: Final = dict(zip(_NAMES, CARDS, strict=True))


def names(cards: Iterable[int]) -> list[str]:
    """How *cards* are written."""
    return [_NAMES[card] for card in cards]


def card_of(name: str) -> Card | None:
    """The card that is written so; ``None`` when none is."""
    return _CARDS.get(name)


def suit_of(card: Card) -> str:
    """The letter of the suit that is to be followed when *card* is led: a joker is a heart."""
    return "SHDC"[HEARTS if card >= SMALL_JOKER else card.suit]
