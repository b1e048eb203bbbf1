"""A flow with seats and at most one round at a time: its state, and what a host asks of it.

:class:`~gamehall_sdk.default_flow.DefaultFlow` adds what happens. Between rounds the whole state is a
:class:`~gamehall_sdk.seating.TableState`, which is what a checkpoint holds.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gamehall_sdk.clock import Clock
from gamehall_sdk.errors import TableClosed, TableFrozen
from gamehall_sdk.flow import Effect, Flow, Question, Say, TableOptions
from gamehall_sdk.game import Game, Stakes
from gamehall_sdk.record import Recording
from gamehall_sdk.seating import Occupant, Seating, TableState
from gamehall_sdk.table import Phase, SeatView, TurnView

__all__ = ["SeatedFlow"]


class SeatedFlow(Flow):
    """See the module."""

    def __init__(self, game: Game, variant: str, options: Any, table: TableOptions, clock: Clock) -> None:
        """A new table; *clock* is the one that ``table.clock`` names."""
        self.game = game
        self.variant = variant
        self.options = options
        self.table = table
        self.clock = clock
        self._fewest, most = game.seats_of(variant)
        size = min(table.seats or most, most)
        self.least = max(self._fewest, min(table.min_players, size))
        self._chips = game.stakes is Stakes.CHIPS
        self._state = TableState(Seating(size))
        self._live: Recording | None = None
        self._last: Recording | None = None
        """The round before, for those who still look at it; it is in no checkpoint."""
        self._played: dict[int, int] = {}
        """Account to seat in that round: seats change hands between rounds."""
        self._asked: dict[int, tuple[int, float, float]] = {}
        """Seat to (turn, since when, seconds)."""
        self._unclocked: frozenset[int] = frozenset()
        """Seats whose last question ran on no clock."""
        self._effects: list[Effect] = []

    @property
    def phase(self) -> Phase:
        """Where the table is in its life."""
        return self._state.phase

    @property
    def number(self) -> int:
        """The number of the round being played, or of the last one."""
        return self._state.number

    @property
    def dealing(self) -> bool:
        """Whether a deal was asked for and not yet given."""
        return self._state.dealing

    @property
    def size(self) -> int:
        """How many seats the table has."""
        return self._state.seating.size

    def effects(self) -> list[Effect]:
        """See :meth:`Flow.effects`."""
        done, self._effects = self._effects, []
        return done

    def seat_of(self, account: int) -> int | None:
        """See :meth:`Flow.seat_of`."""
        return self._state.seating.seat_of(account)

    def accounts(self) -> frozenset[int]:
        """See :meth:`Flow.accounts`."""
        return frozenset(self.places())

    def places(self) -> dict[int, int]:
        """See :meth:`Flow.places`."""
        return {one.account: seat for seat, one in self._state.seating.taken.items()}

    def seats(self) -> tuple[SeatView, ...]:
        """See :meth:`Flow.seats`."""
        return self._state.seating.views()

    def asked(self) -> dict[int, int]:
        """See :meth:`Flow.asked`."""
        return {seat: turn for seat, (turn, _, _) in self._asked.items()}

    def turns(self) -> tuple[TurnView, ...]:
        """See :meth:`Flow.turns`."""
        return tuple([TurnView(seat, turn, seconds) for seat, (turn, _, seconds) in sorted(self._asked.items())])

    def question(self, seat: int) -> Question | None:
        """See :meth:`Flow.question`."""
        if self._live is None or seat not in self._asked:
            return None
        turn, _, seconds = self._asked[seat]
        return Question(seat, turn, seconds, self._live.round.legal(seat))

    def view(self, viewer: int | None) -> Any:
        """See :meth:`Flow.view`."""
        if self._live is None:
            return None
        return self._live.round.view(viewer if viewer in self._live.setup.seats else None)

    def last_view(self, viewer: int | None) -> Any:
        """See :meth:`Flow.last_view`."""
        if self._last is None:
            return None
        one = None if viewer is None else self._state.seating.taken.get(viewer)
        return self._last.round.view(None if one is None else self._played.get(one.account))

    def save(self) -> bytes:
        """See :meth:`Flow.save`."""
        if self._live is not None:
            sentence = "a table is saved between rounds only"
            raise RuntimeError(sentence)
        self._state.clock = self.clock.save()
        return msgspec.json.encode(self._state)

    def load(self, state: bytes) -> None:
        """See :meth:`Flow.load`."""
        self._state = msgspec.json.decode(state, type=TableState)
        self.clock.load(self._state.clock)

    def sow(self, seed: bytes) -> None:
        """See :meth:`Flow.sow`."""
        self._state.seed = seed.hex()

    def _tell(self, event: Any) -> None:
        self._effects.append(Say(None, event, self.game.table_payloads.dump_json(event)))

    def _must_be_open(self) -> None:
        if self.phase is Phase.FROZEN:
            sentence = "the table is frozen, since its game failed"
            raise TableFrozen(sentence)
        if self.phase is Phase.CLOSED:
            sentence = "the table is closed"
            raise TableClosed(sentence)

    def _plays(self, one: Occupant) -> bool:
        return self._live is not None and one.seat in self._live.setup.seats
