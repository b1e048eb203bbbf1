"""How Gongzhu counts the cards taken; the values are data, and each rule of the count has its source.

4 players: A -50, K -40, Q -30, J -20, 10 to 5 -10 each, 4 to 2 nothing (hearts); the pig SQ -100; the sheep DJ +100;
the doubler C10 (CHECKLIST 3.1). 3 players: the same with the jokers as hearts, small -60, big -70 (CHECKLIST 3.2).
"""

from __future__ import annotations

from typing import Final

from gamehall_hearts.tricks.cards import HEARTS, TrickCards
from gamehall_sdk.cards import BIG_JOKER, CARDS, DECK, SMALL_JOKER, Card

__all__ = ["DOUBLER", "EXPOSABLE", "FOUR", "HEART_ACE", "PIG", "SHEEP", "SPADE_TWO", "THREE", "score"]

PIG: Final = Card("Qs")
SHEEP: Final = Card("Jd")
DOUBLER: Final = Card("Tc")
HEART_ACE: Final = Card("Ah")
SPADE_TWO: Final = Card("2s")
EXPOSABLE: Final = (PIG, SHEEP, HEART_ACE, DOUBLER)
"""The cards that may be shown before the play."""

_HEARTS: Final = dict(zip(map(Card, range(13, 26)), (0, 0, 0, *(-10,) * 6, -20, -30, -40, -50), strict=True))
_JOKERS: Final = {CARDS[SMALL_JOKER]: -60, CARDS[BIG_JOKER]: -70}
_OTHERS: Final = {PIG: -100, SHEEP: 100, DOUBLER: 0}

FOUR: Final = TrickCards(DECK, {**_HEARTS, **_OTHERS})
"""Four players: 52 cards."""
THREE: Final = TrickCards(CARDS, {**_HEARTS, **_JOKERS, **_OTHERS})
"""Three players: 54 cards."""

_ALONE: Final = 50


def score(cards: TrickCards, taken: int, *, exposed: int = 0, grand_slam: bool = False) -> int:
    """What the cards in the mask *taken* make for who took them; *exposed* is the mask of the cards shown.

    - All hearts (and jokers) turn into a plus: 200 with four players, 330 with three.
    - With *grand_slam*, all scoring cards together turn the pig into a plus too.
    - The doubler doubles the total when there is any other scoring card, the ones of value 0 included; alone it
      is +50.
    - Exposed: pig and sheep count twice, the ace of hearts makes all hearts count twice, the doubler makes four
      times (+100 alone).
    """
    counted = taken & cards.counting
    hearts = cards.of_suit[HEARTS]
    total = cards.worth(counted & hearts)
    if counted & hearts == hearts:
        total = -total
    if exposed >> HEART_ACE & 1:
        total *= 2
    if counted >> PIG & 1:
        pig = cards.points[PIG] << (exposed >> PIG & 1)
        total += -pig if grand_slam and counted == cards.counting else pig
    if counted >> SHEEP & 1:
        total += cards.points[SHEEP] << (exposed >> SHEEP & 1)
    if counted >> DOUBLER & 1:
        shown = exposed >> DOUBLER & 1
        return total * (4 if shown else 2) if counted ^ 1 << DOUBLER else _ALONE << shown
    return total
