"""The cards of a trick game as data: which suit each belongs to, which beats which, what each is worth.

Sets of cards are bit masks (bit *n* is the card of number *n*), since following suit is then one ``&``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from gamehall_hearts.tricks.messages import PlayCard
from gamehall_sdk.cards import BIG_JOKER, CARDS, SMALL_JOKER, Card
from gamehall_sdk.round import Legal

__all__ = ["CLUBS", "DIAMONDS", "HEARTS", "NOTHING", "PLAYS", "SPADES", "TrickCards", "cards_of", "mask_of", "offer"]

SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3
NOTHING: Final = Legal()
"""What a seat may do that owes no action."""

_SUIT: Final = (1 << 13) - 1
_JOKERS: Final = 1 << SMALL_JOKER | 1 << BIG_JOKER
_PARTS: Final = (_SUIT, _SUIT << 13 | _JOKERS, _SUIT << 26, _SUIT << 39)
"""The order in which a hand is sorted: spades, hearts, jokers, diamonds, clubs; in each the ranks rise."""
_RANKED: Final = tuple(sorted(CARDS, key=lambda card: (1 if card >= SMALL_JOKER else card.suit, card.rank)))
PLAYS: Final = {card: PlayCard(card) for card in CARDS}
"""The action of playing each card."""

# What the cards of one suit make is looked up: there are few such sets, and a round asks for them all the time.
_suit_cards: dict[int, tuple[Card, ...]] = {0: ()}
_suit_plays: dict[int, tuple[PlayCard, ...]] = {0: ()}
_suit_offers: dict[int, Legal] = {}


def mask_of(cards: Iterable[int]) -> int:
    """The mask of *cards*."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of *mask*, sorted: spades, hearts (jokers last), diamonds, clubs; in each the ranks rise."""
    spades, hearts, diamonds, clubs = _PARTS
    return _cards(mask & spades) + _cards(mask & hearts) + _cards(mask & diamonds) + _cards(mask & clubs)


def offer(mask: int) -> Legal:
    """To play any one card of *mask*."""
    known = _suit_offers.get(mask)
    if known is not None:
        return known
    spades, hearts, diamonds, clubs = _PARTS
    plays = _plays(mask & spades) + _plays(mask & hearts) + _plays(mask & diamonds) + _plays(mask & clubs)
    legal = Legal(plays)
    if mask in _suit_plays:
        _suit_offers[mask] = legal
    return legal


def _cards(mask: int) -> tuple[Card, ...]:
    """The cards of a mask that lies in one suit."""
    found = _suit_cards.get(mask)
    if found is None:
        _suit_cards[mask] = found = tuple(card for card in _RANKED if mask >> card & 1)
    return found


def _plays(mask: int) -> tuple[PlayCard, ...]:
    """To play one of the cards of a mask that lies in one suit."""
    found = _suit_plays.get(mask)
    if found is None:
        _suit_plays[mask] = found = tuple(PLAYS[card] for card in _cards(mask))
    return found


@attrs.frozen(eq=False)
class TrickCards:
    """The deck of a trick game. In a trick the highest ``power`` of the suit led wins.

    ``points`` are the cards that count in the score, with what each is worth by itself (it may be 0).
    """

    deck: tuple[Card, ...]
    points: Mapping[Card, int]
    suit: tuple[int, ...] = tuple(HEARTS if card >= SMALL_JOKER else card.suit for card in CARDS)
    """By card number; jokers are hearts."""
    power: tuple[int, ...] = tuple(card.rank for card in CARDS)
    """By card number: two 0 to ace 12, then the small and the big joker."""
    of_suit: tuple[int, ...] = attrs.field(init=False)
    """The mask of each suit."""
    full: int = attrs.field(init=False)
    """The mask of the deck."""
    counting: int = attrs.field(init=False)
    """The mask of the cards in ``points``."""

    @of_suit.default
    def _of_suit(self) -> tuple[int, ...]:
        return tuple(mask_of(card for card in self.deck if self.suit[card] == suit) for suit in range(4))

    @full.default
    def _full(self) -> int:
        return mask_of(self.deck)

    @counting.default
    def _counting(self) -> int:
        return mask_of(self.points)

    def worth(self, taken: int) -> int:
        """The sum of the points of the cards in the mask *taken*."""
        return sum(worth for card, worth in self.points.items() if taken >> card & 1)
