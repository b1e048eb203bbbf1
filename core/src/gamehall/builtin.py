"""What the server itself brings, as a plugin like any other; it is loaded whatever ``GAMEHALL_PLUGINS`` says."""

from __future__ import annotations

from gamehall_sdk.clock import CLOCKS, ClockKind
from gamehall_sdk.hookimpl import hookimpl


@hookimpl
def register_timers() -> list[ClockKind]:
    """The clocks that come along: per move, time bank, Fischer."""
    return list(CLOCKS)
