"""The rules of Hearts (Black Lady), with the usual variants as options."""

from __future__ import annotations

from typing import Any, Final

from gamehall_hearts.hearts.messages import (
    CardsPassed,
    CardsReceived,
    Direction,
    HeartsBroken,
    HeartsStart,
    HeartsView,
    MoonShot,
    PassCard,
    PassChosen,
)
from gamehall_hearts.hearts.options import FirstLead, HeartsOptions
from gamehall_hearts.hearts.scoring import CLUB_TWO, OMNIBUS, PENALTIES, PLAIN, QUEEN, points, shooter
from gamehall_hearts.tricks.cards import HEARTS, NOTHING, cards_of
from gamehall_hearts.tricks.messages import Stage
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.cards import CARDS
from gamehall_sdk.round import Legal, Setup, illegal

__all__ = ["STEP", "HeartsRound"]

STEP: Final = {Direction.LEFT: 1, Direction.RIGHT: -1, Direction.ACROSS: 2, Direction.HOLD: 0}
"""How many places on, in the order of play, cards are passed in each direction."""
_PASSES: Final = {card: PassCard(card) for card in CARDS}
_TWO: Final = 1 << CLUB_TWO
_QUEEN: Final = 1 << QUEEN


class HeartsRound(TrickRound[HeartsView]):
    """One deal of Hearts. The setup's start is a :class:`HeartsStart`, or ``None``: then nothing is passed."""

    __slots__ = ("_breakers", "_broken", "_options", "_passed", "_received", "_start")

    def __init__(self, setup: Setup) -> None:
        options: HeartsOptions = setup.options
        start: HeartsStart = setup.start or HeartsStart(Direction.HOLD, setup.seats[0])
        super().__init__(OMNIBUS if options.jack else PLAIN, setup, start.totals)
        self._options = options
        self._start = start
        self._broken = not options.break_hearts
        hearts = self.cards.of_suit[HEARTS]
        self._breakers = hearts | _QUEEN if options.queen_breaks else hearts
        self._passed = [0] * len(self.seats)
        self._received = [0] * len(self.seats)
        self.tell_hands()
        if start.direction is Direction.HOLD:
            self._begin()
        else:
            self.stage = Stage.PASSING
            self.to_act = self.seats

    def _begin(self) -> None:
        if self._options.first_lead is FirstLead.CLUB2:
            self.begin(self.holder(CLUB_TWO))
        else:
            self.begin(self.seats.index(self._start.eldest))

    # --- passing: all seats at once, one card at a time, so that what is legal stays a short list ---

    def choices(self, seat: int) -> Legal:
        """Any card of the hand that is not chosen yet."""
        if self.stage is not Stage.PASSING or seat not in self.to_act:
            return NOTHING
        player = self.seats.index(seat)
        return Legal(tuple([_PASSES[card] for card in cards_of(self.hands[player] & ~self._passed[player])]))

    def decide(self, seat: int, action: Any) -> None:
        """Note a card to pass; when all are chosen they go over, and the play begins."""
        if self.stage is not Stage.PASSING or seat not in self.to_act or type(action) is not PassCard:
            raise illegal(action, self.legal(seat))
        player = self.seats.index(seat)
        bit = 1 << action.card if action.card in _PASSES else 0
        if not bit & self.hands[player] & ~self._passed[player]:
            raise illegal(action, self.legal(seat))
        self._passed[player] |= bit
        left = self._options.pass_cards - self._passed[player].bit_count()
        self.tell(None, PassChosen, seat, left)
        if left:
            return
        self.to_act = tuple(one for one in self.to_act if one != seat)
        if not self.to_act:
            self._hand_over()

    def silent(self, seat: int) -> Any:
        """For a silent seat the highest cards go, the first by suit of equal ones."""
        choices = self.choices(seat).actions
        if not choices:
            return super().silent(seat)
        return max(choices, key=lambda action: self.cards.power[action.card])

    def _hand_over(self) -> None:
        direction, count = self._start.direction, len(self.seats)
        self.tell(None, CardsPassed, direction)
        for giver, cards in enumerate(self._passed):
            taker = (giver + STEP[direction]) % count
            self.hands[giver] &= ~cards
            self._received[taker] = cards
        for taker, cards in enumerate(self._received):
            giver = (taker - STEP[direction]) % count
            self.hands[taker] |= cards
            self.tell(self.seats[taker], CardsReceived, self.seats[taker], self.seats[giver], cards_of(cards))
        self._begin()

    # --- the play ---

    def lead(self, hand: int) -> int:
        """The two of clubs to the first trick; hearts only once they are broken, or when the hand has nothing else."""
        if not self.tricks:
            if self._options.first_lead is FirstLead.CLUB2:
                return hand & _TWO
            if not self._options.first_trick_points:
                hand = hand & ~PENALTIES or hand
        if self._broken:
            return hand
        return hand & ~self.cards.of_suit[HEARTS] or hand

    def follow(self, hand: int) -> int:
        """The suit led; who is void of it throws what they like, but to the first trick no penalty card if they can."""
        suit = hand & self.led
        if suit:
            # A penalty card of the suit led can be ducked only to the first trick, and only in spades.
            return suit if self.tricks or self._options.first_trick_points else suit & ~PENALTIES or suit
        if self.tricks or self._options.first_trick_points:
            return hand
        return hand & ~PENALTIES or hand

    def after_trick(self, trick: int) -> None:
        """A heart breaks hearts, and in some houses the queen of spades does."""
        if not self._broken and trick & self._breakers:
            self._broken = True
            self.tell(None, HeartsBroken)
        if not any(self.hands):
            shot = shooter(self.taken)
            if shot is not None:
                self.tell(None, MoonShot, self.seats[shot])

    # --- the end ---

    def scores(self) -> list[int]:
        """Penalty points; who shoots the moon is found when the last trick is over."""
        if any(self.hands):
            return super().scores()
        return points(self.cards, self.taken, self._options.moon)

    def results(self, scores: list[int]) -> list[int]:
        """Penalty points count against: the payoffs are their negatives."""
        return [-one for one in scores]

    def view(self, viewer: int | None) -> HeartsView:
        """See :meth:`Round.view <gamehall_sdk.round.Round.view>`."""
        leader, trick = self.trick_now()
        mine = self.seats.index(viewer) if viewer in self.seats else None
        return HeartsView(
            stage=self.stage,
            to_act=self.to_act,
            direction=self._start.direction,
            passed=() if mine is None else cards_of(self._passed[mine]),
            received=() if mine is None else cards_of(self._received[mine]),
            broken=self._broken,
            leader=leader,
            trick=trick,
            tricks=self.trick_views(),
            dealt=() if mine is None else cards_of(self.dealt[mine]),
            seats=self.seat_views(viewer),
        )
