"""A flow whose table can be paused, resumed and stopped by its creator, or by all who sit there.

While a table is paused nobody can act, no round begins, and the timers of play stand still; those that watch over
connections and empty tables run on. Whoever has paused it and leaves lets it go on. A stop lets the running round be
played to its end, so that nobody gets out of a lost one by it; then everybody is paid out and the table is closed.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from gamehall_sdk.errors import Forbidden, TableClosed, TableFrozen, TablePaused, WrongPhase
from gamehall_sdk.flow import Say, Shut
from gamehall_sdk.seated_flow import SeatedFlow
from gamehall_sdk.seating import Occupant
from gamehall_sdk.table import Paused, Phase, Resumed, Stopped

__all__ = ["ControlledFlow"]


class ControlledFlow(SeatedFlow):
    """See the module."""

    @property
    def paused(self) -> bool:
        """See :attr:`Flow.paused`."""
        return self._state.paused_by is not None

    @property
    def stopping(self) -> bool:
        """See :attr:`Flow.stopping`."""
        return bool(self._state.stopping)

    def resume(self, seconds: float) -> None:
        """See :meth:`Flow.resume`; what passes during a pause counts when that is over."""
        if not self.paused:
            self._shift_clocks(seconds)

    @abstractmethod
    def _settle(self) -> None:
        """Begin what has become possible."""

    @abstractmethod
    def _advance(self, now: float) -> None:
        """Let the running round go on."""

    def _shift_clocks(self, seconds: float) -> None:
        """*seconds* passed that count on no clock."""
        for seat, (turn, since, allowed) in self._asked.items():
            self._asked[seat] = (turn, since + seconds, allowed)

    # --- commands ---

    def _pause(self, one: Occupant, now: float, *, host: bool) -> None:
        self._must_control("pauses", host=host)
        if self.paused:
            sentence = "the table is paused already"
            raise WrongPhase(sentence)
        self._state.paused_by, self._state.paused_at = one.account, now
        self._tell(Paused(one.seat, one.name))

    def _resume(self, one: Occupant, now: float, *, host: bool) -> None:
        self._must_control("resumes", host=host)
        if not self.paused:
            sentence = "the table is not paused"
            raise WrongPhase(sentence)
        self._go_on(one, now)

    def _stop(self, one: Occupant, now: float, *, host: bool) -> None:
        self._must_control("stops", host=host)
        if self._state.stopping:
            sentence = "the table is being stopped already"
            raise WrongPhase(sentence)
        self._state.stopping = f"{one.name} has stopped it"
        self._tell(Stopped(one.seat, one.name))
        if self.paused:
            self._go_on(one, now)
        else:
            self._settle()

    def _go_on(self, one: Occupant, now: float) -> None:
        seconds = max(0.0, now - self._state.paused_at)
        self._state.paused_by = None
        self._shift_clocks(seconds)
        self._tell(Resumed(one.seat, one.name))
        if self._live is not None:
            self._advance(now)
        else:
            self._settle()

    def _go_on_without(self, one: Occupant, now: float) -> None:
        """*one* leaves: where they have paused the table, it goes on."""
        if self._state.paused_by == one.account:
            self._go_on(one, now)

    def _stop_if_due(self) -> None:
        """No round is running: where the table is being stopped, now is the time."""
        if self._state.stopping and self._live is None:
            self._effects.append(Shut(self._state.stopping))

    @property
    def _holds(self) -> bool:
        """Whether no round may begin."""
        return self.paused or self.stopping

    # --- what has to be so ---

    def _must_control(self, does: str, *, host: bool) -> None:
        if not (host or self.table.open_control):
            sentence = f"only the table's creator {does} it"
            raise Forbidden(sentence)

    def _must_go_on(self) -> None:
        if self.paused:
            sentence = "the table is paused; it goes on when it is resumed"
            raise TablePaused(sentence)

    def _must_be_open(self) -> None:
        if self.phase is Phase.FROZEN:
            sentence = "the table is frozen, since its game failed"
            raise TableFrozen(sentence)
        if self.phase is Phase.CLOSED:
            sentence = "the table is closed"
            raise TableClosed(sentence)

    # --- saying ---

    def _tell(self, event: Any) -> None:
        self._effects.append(Say(None, event, self.game.table_payloads.dump_json(event)))

    def _whisper(self, seat: int, event: Any) -> None:
        """Tell *event* to one seat."""
        self._effects.append(Say(seat, event, self.game.table_payloads.dump_json(event)))
