"""Timers for the table hosts: one call after some seconds, cancellable; tests bring their own clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["LoopTimers", "Timers"]


class Timers(Protocol):
    """The time, and calls at a time."""

    def now_ms(self) -> int:
        """Milliseconds of UTC; what the journal notes, and what deadlines are counted in."""

    def call_at(self, at_ms: int, call: Callable[[], None]) -> Callable[[], None]:
        """Call *call* when :meth:`now_ms` has reached *at_ms*; returns what cancels it."""


class LoopTimers:
    """Real time, on the running event loop; deadlines do not jump when the wall clock is set."""

    def __init__(self) -> None:
        self._offset_ns = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> int:
        """See :class:`Timers`: the monotonic clock, set to UTC once."""
        return (time.monotonic_ns() + self._offset_ns) // 1_000_000

    def call_at(self, at_ms: int, call: Callable[[], None]) -> Callable[[], None]:
        """See :class:`Timers`."""
        seconds = max(0.0, (at_ms - self.now_ms()) / 1000)
        return asyncio.get_running_loop().call_later(seconds, call).cancel
