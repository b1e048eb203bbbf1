"""Playing cards as small integers.

A card is ``13 * suit + rank``: suits 0 spades, 1 hearts, 2 diamonds, 3 clubs; ranks 0 (two) to 12 (ace);
so 0 is ``2s``, 12 ``As``, 51 ``Ac`` (the seed's numbering, CHECKLIST 2.3). 52 and 53 are the small and the
big joker. :class:`Card` *is* an ``int``, so an engine may keep plain integers and only name them when it
tells somebody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self

__all__ = ["BIG_JOKER", "CARDS", "DECK", "RANKS", "SMALL_JOKER", "SUITS", "Card", "cards", "text", "words"]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
SMALL_JOKER: Final = 52
BIG_JOKER: Final = 53
_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS) + ("JP", "JG")
_NUMBERS: Final = {word.upper(): number for number, word in enumerate(_TEXTS)}

_MADE: dict[int | str, Card] = {}
"""Every card by its number and by its text, once they are made: they are read all the time."""


class Card(int):
    """One card: an ``int`` that prints as ``As`` and is read from ``As``, ``as``, ``10s`` or its number."""

    __slots__ = ()

    def __new__(cls, value: int | str) -> Self:
        """Read *value*; :class:`ValueError` says what a card looks like when it is none."""
        if cls is Card and value in _MADE:
            return _MADE[value]  # type: ignore[return-value]  # of this very class
        if isinstance(value, str):
            word = value.strip().upper()
            number = _NUMBERS.get("T" + word[2:] if word.startswith("10") else word)
            if number is None:
                sentence = f"{value!r} is not a card; write a rank {RANKS} and a suit {SUITS}, like 'As' or '10d'"
                raise ValueError(sentence)
            value = number
        elif not 0 <= value <= BIG_JOKER:
            sentence = f"{value} is not a card number; they run from 0 (2s) to 51 (Ac), 52 and 53 are jokers"
            raise ValueError(sentence)
        return int.__new__(cls, value)

    @property
    def rank(self) -> int:
        """0 (two) to 12 (ace); of a joker 13 or 14, above the ace."""
        return int(self) % 13 if self < SMALL_JOKER else int(self) - SMALL_JOKER + 13

    @property
    def suit(self) -> int:
        """0 spades, 1 hearts, 2 diamonds, 3 clubs; of a joker 4."""
        return int(self) // 13

    def __str__(self) -> str:
        """``As``, ``Td``; jokers ``JP`` (small) and ``JG`` (big)."""
        return _TEXTS[self]

    def __repr__(self) -> str:
        """As text: a list of cards reads like a hand."""
        return _TEXTS[self]


CARDS: Final = tuple(Card(number) for number in range(54))
"""All 54 cards by number: ``CARDS[12]`` names the ace of spades without making anything."""
_MADE.update((key, card) for card in CARDS for key in (int(card), str(card)))
DECK: Final = CARDS[:52]
"""The 52-card deck in its canonical order."""


def cards(line: str) -> tuple[Card, ...]:
    """Read several cards, ``"As Td"`` or ``"AsTd"``; :class:`ValueError` names the first that is none."""
    words = line.replace("10", "T").replace(",", " ").split()
    return tuple(Card(word[at : at + 2]) for word in words for at in range(0, len(word), 2))


def words(hand: Iterable[int]) -> tuple[str, ...]:
    """Each card by its text: ``("As", "Td")``."""
    return tuple(map(_TEXTS.__getitem__, hand))


def text(hand: Sequence[int]) -> str:
    """Write *hand*: ``"As Td"``."""
    return " ".join(_TEXTS[card] for card in hand)
