"""The position to decide in, as a real round of the game's own rules that can be tried out in imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gamehall_bot_sampler.playout import Playout
from gamehall_hearts.gongzhu.messages import ExposeCards, GongzhuStart, GongzhuView
from gamehall_hearts.hearts.messages import Direction, HeartsStart, PassCard
from gamehall_hearts.plugin import GONGZHU
from gamehall_hearts.tricks.cards import cards_of, mask_of
from gamehall_hearts.tricks.messages import PlayCard, Stage
from gamehall_hearts.tricks.round import TrickRound
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.game import Game
from gamehall_sdk.round import Setup

__all__ = ["Root"]


class Root:
    """Worlds of one decision of *seat*. Results are the seat's payoff less the mean of the others'."""

    def __init__(self, game: Game, variant: str, options: Any, view: Any, seat: int, rng: Random) -> None:
        self._game = game
        self._variant = variant
        self._options = options
        self._view = view
        self._seat = seat
        self._seats = tuple(one.seat for one in view.seats)
        self._playout = Playout(game is GONGZHU, rng)
        self._here: TrickRound[Any] | None = None
        """The position in the play, whoever holds what; it is made once, in the first world that allows it."""

    def world(self, hands: Sequence[int]) -> TrickRound[Any] | None:
        """The position, the players holding *hands*; ``None`` when what was played could not have been."""
        if self._here is not None:
            return self._here.fork(hands)
        try:
            world = self._replayed(hands)
        except IllegalAction:
            return None
        if world.stage is Stage.PLAYING:
            self._here = world
        return world

    def try_out(self, world: TrickRound[Any], action: Any) -> float:
        """What doing *action* here comes to when the round is played out."""
        trial = world.fork(world.hands)
        trial.apply(self._seat, action)
        payoffs = self._playout.finish(trial)
        own = payoffs[self._seat]
        return own - (sum(payoffs.values()) - own) / (len(payoffs) - 1)

    def _replayed(self, hands: Sequence[int]) -> TrickRound[Any]:
        """Play what was played, from hands that held it and *hands* besides."""
        view, seats = self._view, self._seats
        dealt = list(hands)
        tricks = [(trick.leader, trick.cards) for trick in view.tricks]
        if view.trick:
            tricks.append((view.leader, view.trick))
        plays = []
        for leader, cards in tricks:
            first = seats.index(leader)
            plays += [((first + step) % len(seats), card) for step, card in enumerate(cards)]
        for player, card in plays:
            dealt[player] |= 1 << card
        piles = [cards_of(hand) for hand in dealt]
        deal = tuple(piles[place % len(piles)][place // len(piles)] for place in range(len(piles) * len(piles[0])))
        leader = tricks[0][0] if tricks else view.leader
        world: Any = self._game.round(
            Setup(
                variant=self._variant,
                options=self._options,
                seats=seats,
                stacks=(0,) * len(seats),
                deal=deal,
                start=self._start(leader),
            )
        )
        self._before(world)
        for player, card in plays:
            world.apply(seats[player], PlayCard(card))
        result: TrickRound[Any] = world
        return result

    def _start(self, leader: int | None) -> Any:
        view = self._view
        totals = tuple(one.total for one in view.seats)
        if isinstance(view, GongzhuView):
            # Before the play nobody can see who will lead; the first seat is as good a guess as any.
            return GongzhuStart(self._seats[0] if leader is None else leader, totals)
        passing = view.stage is Stage.PASSING
        return HeartsStart(
            view.direction if passing else Direction.HOLD, self._seats[0] if leader is None else leader, totals
        )

    def _before(self, world: Any) -> None:
        """What was decided before the play, as far as it is known."""
        view = self._view
        if world.stage is Stage.EXPOSING and view.stage is Stage.PLAYING:
            shown = {one.seat: one.cards for one in view.exposed}
            for seat in self._seats:
                world.apply(seat, ExposeCards(shown.get(seat, ())))
        elif world.stage is Stage.PASSING:
            for card in cards_of(mask_of(view.passed)):
                world.apply(self._seat, PassCard(card))
