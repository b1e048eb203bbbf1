"""Requests of one session at a table that take long: done one after another, beside all else on the connection."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final

from gamehall_sdk.errors import TooManyMessages

__all__ = ["Errands", "Work"]

_MOST: Final = 64

Work = Callable[[], Coroutine[Any, Any, None]]


class Errands:
    """What waits for a program to start is an errand, and so is what is asked of the same kind while one is on its way.

    So answers of one kind come in the order of their requests, by which a client tells them apart.
    """

    def __init__(self) -> None:
        """None yet."""
        self._waiting: deque[Work] = deque()

    @property
    def under_way(self) -> bool:
        """Whether one is not done yet."""
        return bool(self._waiting)

    def add(self, work: Work, start: Callable[[Work], object]) -> None:
        """Do *work*, which raises nothing, after those before it; *start* begins a task. Raises TooManyMessages."""
        if len(self._waiting) >= _MOST:
            sentence = f"{_MOST} requests at this table wait for bots to start; send more when some are answered"
            raise TooManyMessages(sentence)
        self._waiting.append(work)
        if len(self._waiting) == 1:
            start(self._run)

    async def _run(self) -> None:
        while self._waiting:
            try:
                await self._waiting[0]()
            finally:
                self._waiting.popleft()
