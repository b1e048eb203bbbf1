"""An event loop whose clock is a number: nobody waits, the next thing due is simply next."""

from __future__ import annotations

import asyncio
import itertools
import selectors
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from anyio._backends._asyncio import CancelScope

from gamehall.sessions.connection import Connection

__all__ = ["StandsStillError", "VirtualLoop", "counted"]

_MOST_TURNS = 100_000


class StandsStillError(Exception):
    """Every task waits for another one, and no time will wake any; or they keep each other awake while none passes."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes only when there is nothing else to do, and then at once."""

    def __init__(self) -> None:
        self.now = 1.0
        super().__init__(_Impatient(self))

    def time(self) -> float:
        return self.now


class _CountedTask(asyncio.Task[Any]):
    def __init__(self, number: int, *arguments: Any, **named: Any) -> None:
        self._number = number
        super().__init__(*arguments, **named)

    def __hash__(self) -> int:
        return self._number


@contextmanager
def counted() -> Iterator[Callable[[], VirtualLoop]]:
    """Gives what makes a loop. Tasks and their scopes are kept in sets: there they lie in the same order each time."""
    numbers = itertools.count()

    def number_of(scope: CancelScope) -> int:
        return 0 if scope._host_task is None else hash(scope._host_task)

    def task(loop: asyncio.AbstractEventLoop, coroutine: Any, **named: Any) -> asyncio.Task[Any]:
        return _CountedTask(next(numbers), coroutine, loop=loop, **named)

    def make() -> VirtualLoop:
        loop = VirtualLoop()
        loop.set_task_factory(task)
        return loop

    with (
        mock.patch.object(CancelScope, "__hash__", number_of),
        mock.patch.object(Connection, "__hash__", lambda connection: connection.lobby),
    ):
        yield make


class _Impatient(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop
        self._turns = 0
        """Of the loop since time passed last."""

    def select(self, timeout: float | None = None) -> list[Any]:
        self._turns = 0 if timeout else self._turns + 1
        if timeout is None or self._turns > _MOST_TURNS:
            raise StandsStillError
        self._loop.now += max(timeout, 0)
        return []
