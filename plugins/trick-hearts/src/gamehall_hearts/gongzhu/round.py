"""The rules of Gongzhu, by CHECKLIST 3.1 (four players) and 3.2 (three players with the jokers)."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

from gamehall_hearts.gongzhu.messages import (
    CardsExposed,
    ExposeCards,
    ExposureDecided,
    GongzhuMemo,
    GongzhuStart,
    GongzhuView,
)
from gamehall_hearts.gongzhu.options import GongzhuOptions, Leader
from gamehall_hearts.gongzhu.scoring import EXPOSABLE, FOUR, PIG, SPADE_TWO, THREE, score
from gamehall_hearts.tricks.cards import HEARTS, NOTHING, cards_of, mask_of
from gamehall_hearts.tricks.messages import Stage
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.cards import Card
from gamehall_sdk.round import Legal, Setup, illegal

__all__ = ["CARDS_OF", "GongzhuRound"]

CARDS_OF = {"q": FOUR, "t": THREE}
"""The cards of each variant."""
_EXPOSABLE = mask_of(EXPOSABLE)
_PARTNERS = 4


class GongzhuRound(TrickRound[GongzhuView]):
    """One deal of Gongzhu. The setup's start, where it has one, is a :class:`GongzhuStart`."""

    __slots__ = ("_broken", "_chosen", "_exposed", "_fresh", "_options", "_tied")

    def __init__(self, setup: Setup) -> None:
        start: GongzhuStart | None = setup.start
        super().__init__(CARDS_OF[setup.variant], setup, start.totals if start else ())
        options: GongzhuOptions = setup.options
        self._options = options
        self._broken = not options.hearts_broken
        self._exposed = 0
        self._fresh = self._tied = 0
        self._chosen: dict[int, tuple[Card, ...]] = {}
        self.tell_hands()
        if start is not None:
            leader = None if start.leader is None else self.seats.index(start.leader)
        else:
            leader = 0 if options.leader in (Leader.PLACE0, Leader.ROTATE) else None
        self.leader = self.holder(SPADE_TWO) if leader is None else leader
        if options.exposure:
            self.stage = Stage.EXPOSING
            self.to_act = self.seats
        else:
            self.begin(self.leader)

    # --- before the play: several seats decide at once, so that who is asked tells nothing of the hands ---

    def choices(self, seat: int) -> Legal:
        """Any of the four cards that the seat holds, or none of them."""
        if self.stage is not Stage.EXPOSING or seat not in self.to_act:
            return NOTHING
        held = cards_of(self.hands[self.seats.index(seat)] & _EXPOSABLE)
        some = chain.from_iterable(combinations(held, count) for count in range(len(held) + 1))
        return Legal(tuple(map(ExposeCards, some)))

    def decide(self, seat: int, action: Any) -> None:
        """Note what *seat* exposes; when all have decided, show it and begin the play."""
        if action not in self.choices(seat):
            raise illegal(action, self.legal(seat))
        self._chosen[seat] = action.cards
        self.tell(None, ExposureDecided, seat)
        self.to_act = tuple(one for one in self.to_act if one != seat)
        if self.to_act:
            return
        for one in self.seats:
            if self._chosen[one]:
                self.tell(None, CardsExposed, one, self._chosen[one])
                self._exposed |= mask_of(self._chosen[one])
        self._tied = self._exposed
        self._fresh = self.cards.full
        self.begin(self.leader)

    def silent(self, seat: int) -> Any:
        """Silence exposes nothing."""
        if self.choices(seat):
            return ExposeCards()
        return super().silent(seat)

    # --- the play ---

    def lead(self, hand: int) -> int:
        """Anything; hearts only once broken, where the house wants it; no exposed card while its suit is fresh."""
        free = hand
        if not self._broken:
            free = hand & ~self.cards.of_suit[HEARTS] or hand
        return self._untied(free, free) if self._tied else free

    def follow(self, hand: int) -> int:
        """The suit led, but no exposed card in the first trick of its suit unless it is the only one."""
        suit = hand & self.led
        if not suit:
            return hand
        return self._untied(suit, self.led) if self._tied else suit

    def _untied(self, cards: int, led: int) -> int:
        """*cards* without those that are exposed, of a suit among *led* that is still fresh, and not alone in it."""
        for suit in self.cards.of_suit:
            held = cards & suit
            tied = held & self._tied & self._fresh & led
            if tied:
                cards &= ~(tied if held != tied else 0)
        return cards

    def after_trick(self, trick: int) -> None:
        """A heart breaks hearts; a suit that was led is fresh no more."""
        if trick & self.cards.of_suit[HEARTS]:
            self._broken = True
        if self._tied:
            self._fresh &= ~self.led
            self._tied &= self._fresh & ~trick

    # --- the end ---

    def scores(self) -> list[int]:
        """By :func:`~gamehall_hearts.gongzhu.scoring.score`."""
        exposed, slam = self._exposed, self._options.grand_slam
        return [score(self.cards, taken, exposed=exposed, grand_slam=slam) if taken else 0 for taken in self.taken]

    def results(self, scores: list[int]) -> list[int]:
        """The scores; those of partners added up."""
        if self._options.partners and len(scores) == _PARTNERS:
            even, odd = scores[0] + scores[2], scores[1] + scores[3]
            return [even, odd, even, odd]
        return scores

    @property
    def carry(self) -> GongzhuMemo | None:
        """Who took the pig, once the round is over."""
        if self.payoffs is None:
            return None
        return GongzhuMemo(next(seat for seat, taken in zip(self.seats, self.taken, strict=True) if taken >> PIG & 1))

    def view(self, viewer: int | None) -> GongzhuView:
        """See :meth:`Round.view <gamehall_sdk.round.Round.view>`."""
        leader, trick = self.trick_now()
        mine = self.seats.index(viewer) if viewer in self.seats else None
        return GongzhuView(
            stage=self.stage,
            to_act=self.to_act,
            leader=leader,
            trick=trick,
            tricks=self.trick_views(),
            exposed=tuple(
                CardsExposed(seat, self._chosen[seat])
                for seat in self.seats
                if self._chosen.get(seat) and (self.stage is not Stage.EXPOSING or seat == viewer)
            ),
            dealt=() if mine is None else cards_of(self.dealt[mine]),
            seats=self.seat_views(viewer),
        )
