"""The rounds of an environment: one after another, each planned by the game, each dealt from given bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from gamehall_sdk.game import Chair, Game, Planning
from gamehall_sdk.round import Round, Setup
from gamehall_sdk.shuffle import SECRET_BYTES, shuffle

__all__ = ["Table"]


@attrs.frozen
class Table:
    """A game with what its rounds need beside the deal."""

    game: Game
    variant: str
    options: Any
    seats: int
    stack: int

    @classmethod
    def of(
        cls, game: Game, variant: str, options: Mapping[str, str] | None, seats: int | None, stack: int | None
    ) -> Table:
        """With the variant's fewest seats and the largest buy-in where nothing else is said."""
        name = game.variant(variant)
        chosen = game.read_options(options or {})
        most = game.buy_in(chosen)[1] if game.buy_in else 0
        return cls(game, name, chosen, seats or max(2, game.seats_of(name)[0]), stack or most)

    def rounds(self, draw: Callable[[int], bytes]) -> Iterator[tuple[tuple[int, ...], Round[Any, Any]]]:
        """One round after another: its seats and itself; *draw* gives so many random bytes."""
        memo, number = None, 0
        while True:
            number += 1
            chairs = tuple(Chair(seat, self.stack, number - 1) for seat in range(self.seats))
            plan = self.game.plan(Planning(self.variant, self.options, self.seats, chairs, memo, number, number))
            if plan is None:
                sentence = f"{self.game.title} does not start with {self.seats} players"
                raise ValueError(sentence)
            memo = plan.memo
            setup = Setup(
                variant=self.variant,
                options=self.options,
                seats=plan.seats,
                stacks=(self.stack,) * len(plan.seats),
                deal=shuffle(self.game.deck(self.variant, self.options), draw(SECRET_BYTES)),
                start=plan.start,
            )
            yield plan.seats, self.game.round(setup)
