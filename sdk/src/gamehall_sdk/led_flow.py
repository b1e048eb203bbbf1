"""A seated flow at a table that a tournament leads: its rounds begin, and its players go, when the tournament says so.

The table's options name the ``tournament``. Whoever leaves such a table, or does not answer, keeps the seat, which
plays by default actions; nobody buys chips; the level of the stakes comes from outside.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from gamehall_sdk.controlled_flow import ControlledFlow
from gamehall_sdk.errors import WrongPhase
from gamehall_sdk.game import Chair, Plan, Standing, all_played
from gamehall_sdk.record import Recording, trusted
from gamehall_sdk.seating import Occupant
from gamehall_sdk.table import Back, SteppedOut

__all__ = ["LedFlow"]


class LedFlow(ControlledFlow):
    """See the module. Where no tournament leads the table, nothing here does anything."""

    def proceed(self, level: int, now: float) -> None:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.proceed`; a pause that is not over is kept."""
        self._must_wait_for_tournament()
        state = self._state
        before, state.level = state.level, level
        if self._next_plan(self._fewest) is None:
            state.level = before
            sentence = f"no round can begin here with the {len(state.seating.taken)} who sit here"
            raise WrongPhase(sentence)
        state.released = True
        if not state.resting:
            self._begin(self._fewest)

    def unseat(self, account: int, why: str) -> None:
        """See :meth:`Flow.unseat`."""
        self._must_wait_for_tournament()
        self._free(self._state.seating.held(account), why)

    @property
    def resting(self) -> bool:
        """See :attr:`Flow.resting`: no longer, once the tournament has let the table play on."""
        return super().resting and not self._state.released

    # --- for the flow that plays the rounds ---

    @property
    def _led(self) -> bool:
        """Whether a tournament leads this table."""
        return bool(self.table.tournament)

    def _all_in_it(self) -> tuple[Chair, ...]:
        """Who plays the next round of a tournament: all who have not lost everything, present or not."""
        seating = self._state.seating
        return tuple(Chair(one.seat, one.stack, one.rounds) for one in seating if one.stack or not self._chips)

    def _why_over(self, standing: Standing) -> str | None:
        """Why the match is over: where there are deals to play or chips to win, the tournament says what it is."""
        if self._led and (self.table.rounds or self._chips):
            return all_played(standing, self.table.rounds)
        return self.game.over(standing, self.table.rounds)

    def _at_level(self) -> Any:
        """The options with the stakes of the tournament's level."""
        level = self._state.level
        if not level or self.game.at_level is None:
            return self.options
        with trusted():
            return self.game.at_level(self.options, level)

    def _unasked(self, live: Recording, seat: int) -> Any:
        """What *seat* does unasked: in a tournament the default, if it is away; else what it has chosen."""
        if not (self._led and self._state.seating.taken[seat].out):
            return self._chosen(live, seat)
        with trusted():
            return live.round.default(seat)

    def _abandon(self, one: Occupant, why: str, now: float) -> None:
        """The player is gone, the stack stays: it plays by default actions until it is gone or its player back."""
        if not one.out:
            one.out = True
            self._tell(SteppedOut(one.seat, f"{why}; the seat plays by default"))
        if one.seat in self._asked:
            self._advance(now)

    def _come_back(self, one: Occupant) -> None:
        one.out = False
        one.missed = 0
        self._tell(Back(one.seat))

    def _must_wait_for_tournament(self) -> None:
        self._must_be_open()
        if not self._led:
            sentence = "no tournament leads this table"
            raise WrongPhase(sentence)
        if self._live is not None or self._state.dealing or self._state.released:
            sentence = "a round is being played, or about to begin"
            raise WrongPhase(sentence)

    @abstractmethod
    def _begin(self, least: int) -> None: ...

    @abstractmethod
    def _chosen(self, live: Recording, seat: int) -> Any: ...

    @abstractmethod
    def _free(self, one: Occupant, why: str) -> None: ...

    @abstractmethod
    def _next_plan(self, least: int) -> Plan | None: ...
