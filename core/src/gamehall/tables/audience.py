"""Who watches a table, and what each may hear: the one place where what happened becomes what somebody is told.

Handing something to a viewer never waits, so that a slow reader slows nobody; one that fails is told nothing more.
A viewer gets a snapshot, then only what changed, by rising numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import attrs
import structlog

from gamehall.tables.machine import Machine, Outcome
from gamehall_sdk.errors import GameFault
from gamehall_sdk.flow import Spectators
from gamehall_sdk.table import Ask, Phase, Snapshot, Update

__all__ = ["Audience", "Batch", "Viewer"]

_log = structlog.get_logger(__name__)
T = TypeVar("T")


@attrs.define(eq=False)
class Batch:
    """Events for one audience."""

    parts: tuple[Any, ...]
    encoded: dict[str, bytes] = attrs.field(factory=dict)
    """Lets those who send it keep its bytes, by codec."""
    written: dict[str, dict[int, bytes]] | None = None
    """The same for its parts, by codec and by ``id``, where other audiences hear some of them too."""


class Viewer(Protocol):
    """Somebody who is told what happens at the table. No call may wait or raise."""

    account: int
    wants_views: bool
    """Whether each question brings the seat's view along."""
    sees_all: bool
    """Whether it is told what any seat is told, as long as it has none itself."""
    tick_ms: int
    """How often it is told how long the open turns still have; 0: never."""

    def snapshot(self, snapshot: Snapshot) -> None:
        """All there is to know now; sent first, and again when the table had to be read anew."""

    def update(self, batch: Batch) -> None:
        """What changed."""

    def tick(self, event: Any) -> None:
        """How long the open turns still have."""

    def ask(self, ask: Ask) -> None:
        """The viewer's own seat is to act."""

    def ended(self, why: str) -> None:
        """The table is closed, or may be watched no more: nothing more will come."""


@attrs.define(eq=False)
class _Watcher:
    """A viewer, and the number of what it was told last."""

    viewer: Viewer
    seq: int = -1
    tick_at_ms: int = 0
    """When it is to be told of the clocks next."""


class _Batches:
    """What was said, as a batch for each audience."""

    def __init__(self, outcome: Outcome) -> None:
        self._said = outcome.said
        self._head = Update(outcome.seq)
        self._own = {say.audience for say in outcome.said} - {None}
        """The seats to which something was said alone."""
        self._made: dict[int, Batch] = {}
        self._written: dict[str, dict[int, bytes]] | None = {} if self._own else None
        self.public = self._batch([say.event for say in outcome.said if say.audience is None])
        """For all others."""

    def of(self, seat: int | None) -> Batch:
        """For *seat*, or for those without one."""
        if seat is None or seat not in self._own:
            return self.public
        batch = self._made.get(seat)
        if batch is None:
            heard = [say.event for say in self._said if say.audience is None or say.audience == seat]
            batch = self._made[seat] = self._batch(heard)
        return batch

    @property
    def everything(self) -> Batch:
        """For those who see all."""
        return self._batch([say.event for say in self._said])

    def _batch(self, events: list[Any]) -> Batch:
        return Batch((self._head, *events), {}, self._written)


class Audience:
    """The viewers of a table."""

    def __init__(
        self, machine: Machine, policy: Spectators, now_ms: Callable[[], int], fail: Callable[[GameFault], None]
    ) -> None:
        """Nobody yet; *fail* is called when the game cannot show or ask something."""
        self._machine = machine
        self._policy = policy
        self._now_ms = now_ms
        self._fail = fail
        self._watchers: list[_Watcher] = []
        self._clocks: list[_Watcher] = []
        """Those of them who show a clock."""
        self._asked: dict[int, int] = {}
        """Seat to the turn that it was asked for."""
        self._late: list[tuple[int, Batch]] = []
        """What spectators who are told late have not heard yet."""
        self._before_late: Snapshot | None = None
        """What such a spectator sees first."""
        self.show(machine)

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return sum(self._seat(watcher) is None for watcher in self._watchers)

    # --- coming and going ---

    def admit(self, viewer: Viewer) -> None:
        """Show *viewer* the table, and tell it everything from now on."""
        self._show(self._watcher(viewer))

    def expect(self, viewer: Viewer) -> None:
        """Show *viewer* the table as soon as :meth:`show` is called."""
        self._watcher(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Tell *viewer* nothing any more."""
        self._watchers = [one for one in self._watchers if one.viewer is not viewer]
        self._clocks = [one for one in self._clocks if one.viewer is not viewer]

    def end(self, why: str) -> None:
        """Tell everybody that nothing more will come."""
        watchers, self._watchers, self._clocks = self._watchers, [], []
        for watcher in watchers:
            self._hand(watcher, watcher.viewer.ended, why)

    def show(self, machine: Machine) -> None:
        """Show everybody *machine*: the table had to be read anew."""
        self._machine = machine
        self._asked = self._turns()
        self._late.clear()
        self._before_late = self._plain(None)
        for watcher in list(self._watchers):
            self._show(watcher)

    def go_on(self, machine: Machine) -> None:
        """Take up *machine* without showing it; its numbers go on from what was told last."""
        machine.seq = max(machine.seq, self._machine.seq, *(watcher.seq for watcher in self._watchers))
        self._machine = machine

    # --- what happened ---

    @property
    def late(self) -> bool:
        """Whether some are told a round late."""
        return self._policy is Spectators.DELAYED

    def tell(self, *outcomes: Outcome) -> None:
        """Tell everybody what they may hear of *outcomes*, and ask whoever is to act now."""
        turns = self._turns()
        if any(outcome.resumed for outcome in outcomes):
            # An answer that came during the pause was refused, so all are asked once more.
            self._asked = {}
        fresh = [seat for seat, turn in turns.items() if self._asked.get(seat) != turn]
        self._asked = turns
        late = self.late
        told = [(outcome.seq, _Batches(outcome), outcome.places) for outcome in outcomes if outcome.said]
        for watcher in tuple(self._watchers):
            viewer = watcher.viewer
            for seq, batches, places in told:
                seat = places.get(viewer.account)
                if seat is None and viewer.sees_all:
                    self._update(watcher, seq, batches.everything)
                elif seat is not None or not late:
                    self._update(watcher, seq, batches.of(seat))
            if fresh and (seat := self._seat(watcher)) in fresh:
                self._ask(watcher, seat)
        if late and told:
            self._late += [(seq, batches.public) for seq, batches, _ in told]
            if self._machine.flow.phase is not Phase.PLAYING:
                self._say_late()
        if self._policy is Spectators.NOBODY:
            self._dismiss({account for outcome in outcomes for account in outcome.left})

    def _say_late(self) -> None:
        """The round is over, so spectators may hear of it."""
        for watcher in list(self._watchers):
            if self._seat(watcher) is None and not watcher.viewer.sees_all:
                for seq, batch in self._late:
                    self._update(watcher, seq, batch)
        self._late.clear()
        self._before_late = self._plain(None)

    def _dismiss(self, accounts: set[int]) -> None:
        """Those who have left watch no more, where nobody may."""
        for watcher in list(self._watchers) if accounts else ():
            if watcher.viewer.account in accounts and self._seat(watcher) is None:
                self.leave(watcher.viewer)
                self._hand(watcher, watcher.viewer.ended, "you have left the table, and it lets nobody watch")

    # --- the clocks ---

    def next_tick_ms(self) -> int | None:
        """When somebody is to be told of the clocks; ``None`` while none runs, or nobody wants to know."""
        if not self._clocks or self._machine.flow.paused or not self._machine.flow.turns():
            return None
        return min((watcher.tick_at_ms for watcher in self._clocked()), default=None)

    def tick(self, now_ms: int) -> None:
        """Tell those of the clocks who are to be told now."""
        at_ms = self.next_tick_ms()
        if at_ms is None or at_ms > now_ms:
            return
        try:
            event = self._machine.tick(now_ms)
        except GameFault as error:
            self._fail(error)
            return
        for watcher in self._clocked():
            if watcher.tick_at_ms <= now_ms:
                watcher.tick_at_ms = now_ms + watcher.viewer.tick_ms
                self._hand(watcher, watcher.viewer.tick, event)

    def _clocked(self) -> list[_Watcher]:
        """Those who show a clock, but for those who are told a round late."""
        late = self.late
        return [one for one in self._clocks if not (late and self._seat(one) is None and not one.viewer.sees_all)]

    # --- one viewer ---

    def _watcher(self, viewer: Viewer) -> _Watcher:
        for watcher in self._watchers:
            if watcher.viewer is viewer:
                return watcher
        added = _Watcher(viewer)
        self._watchers.append(added)
        if viewer.tick_ms:
            self._clocks.append(added)
        return added

    def _seat(self, watcher: _Watcher) -> int | None:
        return self._machine.places.get(watcher.viewer.account)

    def _turns(self) -> dict[int, int]:
        return self._machine.flow.asked()

    def _show(self, watcher: _Watcher) -> None:
        seat = self._seat(watcher)
        plain = seat is None and not watcher.viewer.sees_all
        late = self._before_late if plain and self._policy is Spectators.DELAYED else None
        snapshot = late or self._snapshot(seat)
        watcher.seq = snapshot.seq
        self._hand(watcher, watcher.viewer.snapshot, snapshot)
        if seat is not None and seat in self._asked:
            self._ask(watcher, seat)

    def _snapshot(self, seat: int | None) -> Snapshot:
        try:
            return self._machine.snapshot(seat, self._now_ms())
        except GameFault as error:
            self._fail(error)
            return self._plain(seat)

    def _plain(self, seat: int | None) -> Snapshot:
        """Without the round."""
        return self._machine.snapshot(seat, self._now_ms(), hide_round=True)

    def _ask(self, watcher: _Watcher, seat: int) -> None:
        try:
            ask = self._machine.ask(seat, with_view=watcher.viewer.wants_views)
        except GameFault as error:
            self._fail(error)
            return
        if ask is not None:
            self._hand(watcher, watcher.viewer.ask, ask)

    def _update(self, watcher: _Watcher, seq: int, batch: Batch) -> None:
        if seq > watcher.seq:
            watcher.seq = seq
            self._hand(watcher, watcher.viewer.update, batch)

    def _hand(self, watcher: _Watcher, hand: Callable[[T], None], what: T) -> None:
        try:
            hand(what)
        except Exception:  # noqa: BLE001  # whatever a viewer does, the table goes on
            self._failed(watcher)

    def _failed(self, watcher: _Watcher) -> None:
        _log.exception("viewer failed", table=self._machine.config.id, account=watcher.viewer.account)
        self.leave(watcher.viewer)
