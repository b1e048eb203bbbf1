"""A stud table in the hands of a test."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from gamehall_poker.messages import Fold
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.options import describe
from gamehall_sdk.table import Kind, Phase
from gamehall_stud.flow import StudFlow
from gamehall_stud.plugin import GAME
from tests.floor import Floor

TABLE_OPTIONS = {field.name: field for field in describe(TableOptions)}


class Saloon(Floor):
    """A floor with a stud table; option names are the game's and the table's alike."""

    def __init__(self, variant: str = "", *, seed: int = 0, **options: Any) -> None:
        ours = {name: value for name, value in options.items() if name.replace("_", "") in TABLE_OPTIONS}
        own = {name: str(value).lower() for name, value in options.items() if name not in ours}
        self.seed = seed
        super().__init__(GAME, own, variant, **{"pause": 0.0, **ours})
        self.flow.sow(seed.to_bytes(32, "big"))

    @property
    def stud(self) -> StudFlow:
        assert isinstance(self.flow, StudFlow)
        return self.flow

    def deal(self, secret: bytes | None = None) -> None:
        """Deal by the seed and the number of the hand."""
        super().deal(secret or hashlib.sha256(b"%d/%d" % (self.seed, self.flow.number)).digest())

    def sit(self, *seats: int, stack: int = 100, kind: Kind = Kind.HUMAN) -> None:
        """Let players sit down; the account of a seat is its number and ten."""
        for seat in seats:
            self.join(seat + 10, seat, stack, kind)

    def answer(self, rng: random.Random, *, folds: float = 0.1) -> None:
        """Answer what is asked, at random, but with few folds."""
        seat = rng.choice(sorted(self.turns))
        question = self.flow.question(seat)
        assert question is not None
        action = question.legal.choose(rng)
        while isinstance(action, Fold) and rng.random() > folds:
            action = question.legal.choose(rng)
        self.act(seat, action)

    def play_round(self, rng: random.Random) -> None:
        """Play the running hand to its end."""
        number = self.flow.number
        while self.at(Phase.PLAYING) and self.flow.number == number and self.turns:
            self.answer(rng)
