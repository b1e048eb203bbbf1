"""Changing cards: each player in turn throws some away and gets new ones from the deck.

When the deck runs out, all cards that were thrown away for new ones are shuffled anew, but for those that the player
has just thrown away; these go in too when there would be too few. Folded hands stay out of it. The shuffle is the
SDK's; its secret is the SHA-256 of the whole deck in the order of the deal (``"As Td …"``), a slash and how often this
happened before: a function of the deal, as everything in a round must be, that no player can foresee.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from functools import lru_cache
from itertools import combinations
from typing import Final

from gamehall_poker.ending import Ending
from gamehall_poker.messages import Action, Discard, Phase
from gamehall_poker.players import members
from gamehall_poker.state import NOBODY
from gamehall_poker.story import CHANGED, DEALT
from gamehall_sdk.cards import Card
from gamehall_sdk.round import Legal, illegal
from gamehall_sdk.shuffle import shuffle

__all__ = ["STAND_PAT", "Changes"]

STAND_PAT: Final = Discard()
"""No card is changed."""


@lru_cache(maxsize=1 << 10)
def _choices(cards: tuple[Card, ...], most: int) -> Legal:
    """Every way to change up to *most* of *cards*, none first."""
    return Legal(tuple([Discard(some) for count in range(most + 1) for some in combinations(cards, count)]))


class Changes(Ending):
    """A hand in which cards may be changed."""

    __slots__ = ()

    def _ask_to_change(self) -> None:
        """Ask all who are in, those without chips too, the first left of the button first."""
        self._bet = [0] * len(self._bet)
        if not self._changed:
            self._changed = [()] * len(self._seats)
            self._thrown = set()
            self._reshuffles = 0
        self._phase = Phase.DISCARD
        self._turn = NOBODY
        self._todo = self._live
        self._ask_next()

    def _ask_next(self) -> None:
        self._actor = members(self._todo)[0]
        self.to_act = (self._seats[self._actor],)

    def _may_change(self) -> Legal:
        return _choices(self._holes()[self._actor], self._variant.streets[self._street].discards)

    def _change(self, action: Action) -> None:
        """Change the actor's cards; new ones take the places of the old."""
        player = self._actor
        hole = self._holes()
        cards = hole[player]
        if type(action) is not Discard:
            raise illegal(action, self._may_change())
        out = action.cards
        wrong = len(out) > self._variant.streets[self._street].discards or len(set(out)) != len(out)
        if wrong or not set(out) <= set(cards):
            raise illegal(action, self._may_change())
        new = self._draw(len(out), out)
        fresh = iter(new)
        hole[player] = tuple([next(fresh) if card in out else card for card in cards])
        self._changed[player] += (len(out),)
        self._thrown |= set(out)
        seat = self._seats[player]
        self._log.append((CHANGED, seat, out))
        if new:
            self._log.append((DEALT, seat, new))
        self._todo &= ~(1 << player)
        if self._todo:
            self._ask_next()
        else:
            self._changes_done()

    @abstractmethod
    def _changes_done(self) -> None:
        """Go on after the last player changed cards: to the betting of the street."""

    def _draw(self, count: int, out: tuple[Card, ...]) -> tuple[Card, ...]:
        """The next *count* cards of the deck, which is made anew when it runs out."""
        cards = self._deal[self._dealt : self._dealt + count]
        self._dealt += len(cards)
        if len(cards) < count:
            missing = count - len(cards)
            held = {*cards, *(card for hole in self._holes() for card in hole)}
            pile = [card for card in self._deck if card in self._thrown and card not in held]
            if len(pile) < missing:
                pile += [card for card in self._deck if card in out]
            words = " ".join(map(str, self._deck))
            secret = hashlib.sha256(f"{words}/{self._reshuffles}".encode()).digest()
            self._reshuffles += 1
            self._deal = shuffle(pile, secret)
            self._dealt = missing
            cards += self._deal[:missing]
        return cards
