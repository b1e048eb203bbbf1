"""A game's views and actions as numbers; :mod:`gamehall_sdk.rl` says which."""

from __future__ import annotations

import functools
import random
import typing
from collections.abc import Mapping
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamehall_sdk.cards import Card
from gamehall_sdk.game import Game
from gamehall_sdk.rl.table import Table
from gamehall_sdk.rl.views import CARD_NUMBERS, Seen
from gamehall_sdk.round import Legal, Range

__all__ = ["AMOUNTS", "Encoding"]

AMOUNTS: Final = 11
"""How many amounts of a range an agent can choose among."""
_ROUNDS: Final = 24
"""Random rounds that are played to see how long things get."""
_LEAST_PLACES: Final = 16
"""Numbers for the actions that are counted by their place among the legal ones, at least."""


class Encoding:
    """A game's views and actions as numbers; see the module. The same arguments give the same numbers anywhere."""

    def __init__(
        self,
        game: Game,
        *,
        variant: str = "",
        options: Mapping[str, str] | None = None,
        seats: int | None = None,
        stack: int | None = None,
    ) -> None:
        """Play some rounds, to see how long things get."""
        self._table = Table.of(game, variant, options, seats, stack)
        seen, offers = _looked(self._table)
        self._write = seen.writer(game.view, ())
        self.size = self._table.seats + self._write.size
        """Numbers in an observation's vector."""
        self._first: dict[type, int] = {}
        self._form: dict[type, str] = {}
        at = 0
        for kind in game.actions:
            self._first[kind], self._form[kind] = at, _form(kind)
            at += {"one": 1, "amount": AMOUNTS, "card": CARD_NUMBERS}.get(
                self._form[kind], _places(offers.get(kind, 0))
            )
        self.actions = at
        """How many numbers of actions there are."""
        self._ends = dict(zip(game.actions, [*list(self._first.values())[1:], at], strict=True))

    def observation(self, seat: int, view: Any) -> NDArray[np.float32]:
        """The vector of *view* for *seat*; it has :attr:`size` numbers."""
        vector = np.zeros(self.size, dtype=np.float32)
        vector[seat] = 1
        self._write.into(vector, self._table.seats, view)
        return vector

    def mask(self, legal: Legal) -> NDArray[np.int8]:
        """1 for every number that means something legal."""
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[list(self._numbers(legal))] = 1
        return mask

    def action(self, number: int, legal: Legal) -> Any:
        """The action that *number* means where *legal* is; :class:`ValueError` when it is none."""
        found = self._numbers(legal).get(int(number))
        if found is None:
            sentence = f"number {number} is no legal action now"
            raise ValueError(sentence)
        return found() if callable(found) else found

    def number(self, action: Any, legal: Legal) -> int:
        """The number of a legal *action*, of an amount the nearest; :class:`ValueError` when it has none."""
        best: tuple[float, int] | None = None
        for number, found in self._numbers(legal).items():
            one = found() if callable(found) else found
            if one == action:
                return number
            if type(one) is type(action) and self._form[type(one)] == "amount":
                away = abs(one.amount - action.amount)
                best = min(best or (away, number), (away, number))
        if best is None:
            sentence = f"{action!r} has no number where {legal!r} is legal"
            raise ValueError(sentence)
        return best[1]

    def _numbers(self, legal: Legal) -> dict[int, Any]:
        """Each legal number with its action, or with what makes it."""
        found: dict[int, Any] = {}
        counts: dict[type, int] = {}
        for action in legal.actions:
            kind = type(action)
            at = self._first[kind]
            match self._form[kind]:
                case "one":
                    number = at
                case "card":
                    number = at + int(attrs.astuple(action, recurse=False)[0])
                case "amount":
                    number = at
                case _:
                    number = at + counts.get(kind, 0)
                    counts[kind] = counts.get(kind, 0) + 1
            if number < self._ends[kind]:
                found[number] = action
        for span in legal.ranges:
            for place, amount in enumerate(_amounts(span)):
                if amount is not None:
                    found[self._first[span.action] + place] = _Amount(span.action, amount)
        return found


@functools.lru_cache(maxsize=32)
def _looked(table: Table) -> tuple[Seen, dict[type, int]]:
    """What some rounds, always the same, show: how long things get, and how many actions of a class are legal."""
    seen = Seen(table.seats)
    offers: dict[type, int] = {}
    rng = random.Random(0)  # noqa: S311  # no secret
    rounds = table.rounds(rng.randbytes)
    for _ in range(_ROUNDS):
        _, game = next(rounds)
        while game.to_act:
            seat = game.to_act[0]
            legal = game.legal(seat)
            seen.look(table.game.view, game.view(seat), ())
            kinds = [type(action) for action in legal.actions]
            offers |= {kind: max(offers.get(kind, 0), kinds.count(kind)) for kind in set(kinds)}
            game.apply(seat, legal.choose(rng))
        seen.look(table.game.view, game.view(0), ())
    return seen, offers


@attrs.frozen
class _Amount:
    """An action that is made when it is chosen."""

    kind: type
    amount: int

    def __call__(self) -> Any:
        return self.kind(self.amount)


def _amounts(span: Range) -> list[int | None]:
    """The amount of each number of a range; ``None`` for one that would be the same as the one before."""
    width = span.most - span.least
    every = [span.least + round(width * (place / (AMOUNTS - 1)) ** 2) for place in range(AMOUNTS)]
    return [None if place and amount == every[place - 1] else amount for place, amount in enumerate(every)]


def _form(kind: type) -> str:
    names = [field.name for field in attrs.fields(kind)]
    if not names:
        return "one"
    hints = typing.get_type_hints(kind)
    if names == ["amount"]:
        return "amount"
    return "card" if len(names) == 1 and hints[names[0]] is Card else "place"


def _places(most: int) -> int:
    """Numbers for actions of which so many were seen at once: the next power of two."""
    return max(_LEAST_PLACES, 1 << (most - 1).bit_length())
