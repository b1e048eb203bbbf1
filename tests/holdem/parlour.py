"""A hold'em table in the hands of a test."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from gamehall_holdem.flow import HoldemFlow
from gamehall_holdem.messages import BlindsDue, DeclineBlinds, PostBlinds, WaitForBlind
from gamehall_holdem.plugin import DRAW_GAME, GAME
from gamehall_poker.messages import Call, Check, Fold, HandBegun, Posted
from gamehall_sdk.table import Kind, Phase
from tests.floor import Floor

POST, WAIT, DECLINE = PostBlinds(), WaitForBlind(), DeclineBlinds()
FOLD, CHECK, CALL = Fold(), Check(), Call()


class Parlour(Floor):
    """A floor with a hold'em table; option names are the game's and the table's alike."""

    def __init__(self, *, draw: bool = False, variant: str = "", seed: bytes = bytes(32), **options: Any) -> None:
        ours = {"clock", "misses", "grace", "rounds", "ready", "min_players", "seats", "linger"}
        table = {name: value for name, value in options.items() if name in ours}
        table["pause"] = float(options.pop("pause", 0.0))
        own = {name: str(value).lower() for name, value in options.items() if name not in ours}
        self.seed = seed
        super().__init__(DRAW_GAME if draw else GAME, own, variant, **table)
        self.flow.sow(seed)

    def deal(self, secret: bytes | None = None) -> None:
        """Deal by the seed and the number of the hand."""
        super().deal(secret or hashlib.sha256(self.seed + b"%d" % self.flow.number).digest())

    @property
    def poker(self) -> HoldemFlow:
        assert isinstance(self.flow, HoldemFlow)
        return self.flow

    def sit(self, *seats: int, stack: int = 100, kind: Kind = Kind.HUMAN) -> None:
        """Let players sit down; the account of a seat is its number and ten."""
        for seat in seats:
            self.join(seat + 10, seat, stack, kind)

    def asked(self) -> list[int]:
        """Who is asked now."""
        return sorted(self.turns)

    def may(self, seat: int) -> tuple[Any, ...]:
        """What that seat may do, amounts aside."""
        question = self.flow.question(seat)
        assert question is not None
        return question.legal.actions

    def due(self) -> dict[int, tuple[str, int, int]]:
        """What was asked for since last heard."""
        return {one.seat: (str(one.blind), one.live, one.dead) for one in self.heard(BlindsDue)}

    def posted(self) -> list[tuple[int, str, int]]:
        """What was posted since last heard."""
        return [(one.seat, str(one.kind), one.amount) for one in self.heard(Posted)]

    def button(self) -> tuple[int, int | None, int | None]:
        """Button and blinds of the last hand that was begun since last heard."""
        begun = self.heard(HandBegun)[-1]
        return begun.button, begun.small_blind, begun.big_blind

    def fold_out(self) -> None:
        """Let everybody fold to the last one, the current hand only."""
        number = self.flow.number
        while self.at(Phase.PLAYING) and self.flow.number == number and self.turns:
            seat = self.asked()[0]
            legal = self.may(seat)
            self.act(seat, FOLD if FOLD in legal else legal[0])

    def call_down(self) -> None:
        """Let everybody check and call to the showdown, the current hand only."""
        number = self.flow.number
        while self.at(Phase.PLAYING) and self.flow.number == number and FOLD_OR_CHECK & set(self.may(self.asked()[0])):
            seat = self.asked()[0]
            legal = self.may(seat)
            self.act(seat, CHECK if CHECK in legal else CALL)

    def play(self, rng: random.Random, steps: int) -> None:
        """Answer at random what is asked."""
        for _ in range(steps):
            if not self.turns:
                return
            seat = rng.choice(self.asked())
            question = self.flow.question(seat)
            assert question is not None
            self.act(seat, question.legal.choose(rng))


FOLD_OR_CHECK = {FOLD, CHECK}
