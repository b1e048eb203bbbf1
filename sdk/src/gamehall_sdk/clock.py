"""Clocks: how long a seat may think. A clock is told the time; it never asks for it.

A table names its clock in one word with its figures, ``move:20``, ``bank:10+120`` or ``fischer:60+5``, all in
seconds. Other clocks come from plugins (the hook ``register_timers``) as a :class:`ClockKind`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

import attrs

from gamehall_sdk.errors import BadOption

__all__ = ["CLOCKS", "Bank", "Clock", "ClockKind", "Fischer", "PerMove", "parse_clock"]

_MOST_S: Final = 86_400.0


class Clock(ABC):
    """The time of all seats of one table; everything in seconds."""

    @abstractmethod
    def allowance(self, seat: int) -> float:
        """How long *seat* may think about a decision that begins now, before it is played for."""

    def spent(self, seat: int, seconds: float) -> None:  # noqa: B027  # a clock that keeps no account is a good clock
        """*seat* decided (or was played for) after *seconds*."""

    def forget(self, seat: int) -> None:  # noqa: B027  # as above
        """Whoever comes to *seat* next, or to the next match, begins afresh."""

    def save(self) -> dict[int, float]:
        """What is left to each seat, for a checkpoint; empty for a clock that keeps no account."""
        return {}

    def load(self, left: dict[int, float]) -> None:  # noqa: B027  # as above
        """Take up what :meth:`save` gave."""


class PerMove(Clock):
    """The same time for every decision: ``move:SECONDS``."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def allowance(self, seat: int) -> float:  # noqa: ARG002  # the same for all
        """See :meth:`Clock.allowance`."""
        return self._seconds


class _Account(Clock):
    """Seconds in an account by seat, opened with *first* and never above *most*."""

    def __init__(self, first: float, most: float) -> None:
        self._first = first
        self._most = most
        self._left: dict[int, float] = {}

    def forget(self, seat: int) -> None:
        """See :meth:`Clock.forget`."""
        self._left.pop(seat, None)

    def save(self) -> dict[int, float]:
        """See :meth:`Clock.save`."""
        return dict(self._left)

    def load(self, left: dict[int, float]) -> None:
        """See :meth:`Clock.load`."""
        self._left = dict(left)

    def _book(self, seat: int, change: float) -> None:
        left = self._left.get(seat, self._first) + change
        self._left[seat] = min(max(left, 0.0), self._most)


class Bank(_Account):
    """A time for each decision, and a bank for the table that is drawn on after it: ``bank:MOVE+BANK``."""

    def __init__(self, move: float, bank: float) -> None:
        super().__init__(bank, bank)
        self._move = move

    def allowance(self, seat: int) -> float:
        """See :meth:`Clock.allowance`."""
        return self._move + self._left.get(seat, self._first)

    def spent(self, seat: int, seconds: float) -> None:
        """See :meth:`Clock.spent`."""
        if seconds > self._move:
            self._book(seat, self._move - seconds)


class Fischer(_Account):
    """An account from which thinking is taken and to which each decision adds: ``fischer:START+INCREMENT``.

    The increment is there before the decision, so that nobody ever has less than it.
    """

    def __init__(self, start: float, increment: float) -> None:
        super().__init__(start, _MOST_S)
        self._increment = increment

    def allowance(self, seat: int) -> float:
        """See :meth:`Clock.allowance`."""
        return self._left.get(seat, self._first) + self._increment

    def spent(self, seat: int, seconds: float) -> None:
        """See :meth:`Clock.spent`."""
        self._book(seat, self._increment - seconds)


@attrs.frozen
class ClockKind:
    """A named kind of clock: ``name:FIGURE+FIGURE…`` makes ``make(figure, figure, …)``."""

    name: str
    figures: tuple[str, ...]
    """What each figure means, in order; all are seconds."""
    make: Callable[..., Clock]


CLOCKS: Final = (
    ClockKind("move", ("seconds for each decision",), PerMove),
    ClockKind("bank", ("seconds for each decision", "seconds in the bank"), Bank),
    ClockKind("fischer", ("seconds at the start", "seconds added by each decision"), Fischer),
)
"""The clocks that come along."""


def parse_clock(words: str, kinds: dict[str, ClockKind]) -> Clock:
    """Make the clock that *words* name; :class:`~gamehall_sdk.errors.BadOption` says what would be right."""
    name, _, rest = words.partition(":")
    kind = kinds.get(name)
    if kind is None:
        sentence = f"no clock is called {name!r}; there are {', '.join(sorted(kinds))}"
        raise BadOption(sentence)
    usage = f"{name}:{'+'.join(figure.replace(' ', '-').upper() for figure in kind.figures)}"
    try:
        figures = [float(figure) for figure in rest.split("+")] if rest else []
    except ValueError:
        figures = []
    if len(figures) != len(kind.figures) or not all(0 <= figure <= _MOST_S for figure in figures):
        sentence = f"clock {words!r} is not of the form {usage}, each from 0 to {_MOST_S:.0f} seconds"
        raise BadOption(sentence)
    clock = kind.make(*figures)
    if clock.allowance(0) <= 0:
        sentence = f"clock {words!r} gives no time to think"
        raise BadOption(sentence)
    return clock
