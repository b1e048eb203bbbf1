"""What waits for one reader: a queue with an end.

A table's task reads one for each input, so it does no more than that: one reader, and a future only for who waits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

__all__ = ["Inbox"]

T = TypeVar("T")


class Inbox(Generic[T]):
    """First in, first out; at most *most* wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: deque[T] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._writers: deque[asyncio.Future[None]] = deque()
        """Who waits for a place, the first first."""

    def __len__(self) -> int:
        """How many wait."""
        return len(self._items)

    @property
    def full(self) -> bool:
        """Whether there is no place now."""
        return len(self._items) >= self._most

    def add(self, item: T) -> None:
        """Put *item* in, whether there is a place or not."""
        self._items.append(item)
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def put(self, item: T) -> None:
        """Put *item* in as soon as there is a place."""
        while self.full:
            place = asyncio.get_running_loop().create_future()
            self._writers.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self._give_place()  # it was given to one who does not want it any more
                raise
        self.add(item)

    async def get(self) -> T:
        """The first, as soon as there is one."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self.pop()

    def pop(self) -> T:
        """The first. Raises :class:`IndexError` where nothing waits."""
        item = self._items.popleft()
        if self._writers:
            self._give_place()
        return item

    def _give_place(self) -> None:
        while self._writers:
            place = self._writers.popleft()
            if not place.done():
                place.set_result(None)
                return
