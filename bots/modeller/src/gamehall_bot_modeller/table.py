"""The guessing table: from what a seat may hear to what the others are likely to hold, and how they play.

It is HSP's guessing table for an opponent's status (H29, H31, H47). It hears public events only (and its own cards,
which it does not need): the choices of everybody, the cards that lie open, and the hands that are shown.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamehall_bot_modeller.habits import Choice, Habits
from gamehall_bot_modeller.holdings import Holdings, Source, levels
from gamehall_bot_modeller.promise import promise
from gamehall_poker.dealing import draw
from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Dealt,
    Folded,
    RaisedTo,
    Shown,
    UpCardsDealt,
)
from gamehall_sdk.cards import DECK
from gamehall_sdk.table import Left, RoundEnded, RoundStarted, SeatsSwapped

__all__ = ["GuessingTable", "Sight"]

_CHOICES: Final = {
    Folded: Choice.FOLD,
    Called: Choice.CALL,
    RaisedTo: Choice.RAISE,
    Checked: Choice.CHECK,
    BetMade: Choice.BET,
}
_COMPARED: Final = 48
"""Hands beside which a shown one is rated."""


@attrs.frozen
class Sight:
    """What of one street matters for a hand: the cards that it then had in all, and the board."""

    size: int
    board: tuple[int, ...]
    open: tuple[int, ...] = ()
    """The player's own open cards."""


@attrs.define
class _Row:
    """One opponent in the round being played."""

    made: list[tuple[int, Choice]] = attrs.field(factory=list)
    """Street (from 0) and choice, in order."""
    dealt: list[int] = attrs.field(factory=list)
    """How many cards the player had, by street."""
    open: list[tuple[int, ...]] = attrs.field(factory=list)
    """The player's open cards, by street."""
    shown: bool = False


class GuessingTable:
    """See the module. *rng* draws the hands that somebody may hold."""

    def __init__(self, rng: Source, *, low: bool = False) -> None:
        """Nobody is known yet; *low*: the lowest hand wins."""
        self._rng = rng
        self._low = low
        self._habits: dict[int, Habits] = {}
        self._rows: dict[int, _Row] = {}
        self._boards: list[tuple[int, ...]] = [()]
        self._acted = False

    def habits(self, seat: int) -> Habits:
        """How the player in *seat* plays, as far as it has been seen."""
        return self._habits.setdefault(seat, Habits())

    def choices(self, seat: int) -> tuple[tuple[int, Choice], ...]:
        """What *seat* has chosen in this round: streets (from 0) and choices."""
        return tuple(self._row(seat).made)

    # --- what is heard ---

    def hear(self, event: Any) -> None:
        """Take an event in."""
        choice = _CHOICES.get(type(event))
        if choice is not None:
            self._acted = True
            self.habits(event.seat).saw(choice)
            self._row(event.seat).made.append((len(self._boards) - 1, choice))
            return
        match event:
            case RoundStarted() | RoundEnded():
                self._rows, self._boards, self._acted = {}, [()], False
            case Dealt(seat, count):
                self._next_street()
                self._give(seat, count, ())
            case UpCardsDealt(seat, cards):
                self._next_street()
                self._give(seat, len(cards), cards)
            case BoardDealt(_, cards):
                self._next_street()
                self._boards[-1] += cards
            case Shown(seat, cards):
                self._learn(seat, cards)
            case Left(seat):
                self._habits.pop(seat, None)
            case SeatsSwapped(first, second):
                self._habits[first], self._habits[second] = self.habits(second), self.habits(first)

    def _next_street(self) -> None:
        """Cards are dealt: when somebody has acted since the last ones, that begins a street."""
        if self._acted:
            self._acted = False
            self._boards.append(self._boards[-1])
            for row in self._rows.values():
                row.dealt.append(row.dealt[-1])
                row.open.append(row.open[-1])

    def _row(self, seat: int) -> _Row:
        street = len(self._boards)
        return self._rows.setdefault(seat, _Row([], [0] * street, [()] * street))

    def _give(self, seat: int, count: int, cards: tuple[int, ...]) -> None:
        row = self._row(seat)
        row.dealt[-1] += count
        row.open[-1] += cards

    # --- what is thought of it ---

    def sight(self, seat: int, street: int) -> Sight:
        """What *seat* had to go by on *street*."""
        row = self._row(seat)
        return Sight(row.dealt[street], self._boards[street], row.open[street])

    def holdings(self, seat: int, hidden: int, seen: frozenset[int], count: int) -> tuple[Holdings, list[int]]:
        """What *seat* may hold of *hidden* cards, none of those *seen*, after all that it chose; and the levels now."""
        unseen = [card for card in DECK if card not in seen]
        found = Holdings.drawn(unseen, hidden, count, self._rng)
        at: dict[int, list[int]] = {}
        for street, choice in self._row(seat).made:
            if street not in at:
                at[street] = self._levels(found, seat, street)
            found.see(choice, self.habits(seat), at[street])
        now = len(self._boards) - 1
        return found, at.get(now) or self._levels(found, seat, now)

    def _levels(self, holdings: Holdings, seat: int, street: int) -> list[int]:
        sight = self.sight(seat, street)
        down = sight.size - len(sight.open)
        return holdings.levels(lambda hand: promise((*hand[:down], *sight.open), sight.board, low=self._low))

    def _learn(self, seat: int, cards: tuple[int, ...]) -> None:
        """A hand was shown: note how good it was whenever the player chose something."""
        row = self._row(seat)
        if row.shown:
            return
        row.shown = True
        rated: dict[int, int] = {}
        for street, choice in row.made:
            if street not in rated:
                rated[street] = self._rated(seat, street, cards)
            self.habits(seat).learn(choice, rated[street])

    def _rated(self, seat: int, street: int, cards: tuple[int, ...]) -> int:
        """The level of a shown hand as it was on *street*, beside others that fitted the same open cards."""
        sight = self.sight(seat, street)
        hidden = [card for card in cards if card not in sight.open][: sight.size - len(sight.open)]
        unseen: list[int] = [card for card in DECK if card not in sight.open and card not in sight.board]
        hands = [hidden] + [draw(unseen, len(hidden), self._rng.random) for _ in range(_COMPARED)]
        return levels([promise((*hand, *sight.open), sight.board, low=self._low) for hand in hands])[0]
