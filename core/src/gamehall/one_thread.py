"""A thread that makes calls one after another, for whoever calls all the time.

A pool's thread costs a place in a limiter, a copy of the context and several turns of the loop for each call; this one
costs a queue and one wake-up.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

import anyio

T = TypeVar("T")

_Answer = Callable[[Any, BaseException | None], None]


class OneThread:
    """Begun by the first call, ended by :meth:`end`."""

    def __init__(self, name: str) -> None:
        self._name: Final = name
        self._calls: SimpleQueue[tuple[Callable[[], Any], _Answer] | None] = SimpleQueue()
        self._begun = False

    async def call(self, call: Callable[[], T]) -> T:
        """What *call* gives, or raises. It is waited for even when the caller is cancelled, which it is told then."""
        if not self._begun:
            self._begun = True
            threading.Thread(target=self._run, name=self._name, daemon=True).start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def answer(result: Any, error: BaseException | None) -> None:
            # Where the loop has ended, nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, done, result, error)

        self._calls.put((call, answer))
        with anyio.CancelScope(shield=True):
            await done
        return done.result()

    def end(self) -> None:
        """Let the thread end when it has made the calls that wait."""
        if self._begun:
            self._begun = False
            self._calls.put(None)

    def _run(self) -> None:
        while (one := self._calls.get()) is not None:
            call, answer = one
            try:
                result = call()
            except BaseException as error:  # noqa: BLE001  # whoever waits is told
                answer(None, error)
            else:
                answer(result, None)
            del one, call, answer


def _settle(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
