"""Slows down guessing: so many failed logins for one name in a span of time, then a wait."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from typing import Final

from gamehall_sdk.errors import TooManyAttempts

_MOST_NAMES: Final = 10_000


class Throttle:
    """Counts attempts for each key; times are passed in, in UTC milliseconds.

    An attempt counts from its start, so that many at once cannot slip through together; one that turns out good
    clears its key. Keys are kept for names that do not exist too: a refusal must not tell which do.
    """

    def __init__(self, attempts: int, window_s: float) -> None:
        self._attempts = attempts
        self._window_ms = round(window_s * 1000)
        self._begun: OrderedDict[str, deque[int]] = OrderedDict()

    def attempt(self, key: str, at_ms: int) -> None:
        """Count an attempt. Raises TooManyAttempts, which says how long to wait, and then counts nothing."""
        begun = self._begun.setdefault(key, deque())
        self._begun.move_to_end(key)
        while begun and begun[0] <= at_ms - self._window_ms:
            begun.popleft()
        if len(begun) >= self._attempts:
            wait_s = math.ceil((begun[0] + self._window_ms - at_ms) / 1000)
            raise TooManyAttempts(f"Too many failed logins for this name; try again in {wait_s} s.")
        begun.append(at_ms)
        self._forget(at_ms)

    def good(self, key: str) -> None:
        """Clear the key after a good login."""
        self._begun.pop(key, None)

    def __len__(self) -> int:
        """How many names are remembered."""
        return len(self._begun)

    def _forget(self, at_ms: int) -> None:
        """Drop names whose last attempt is past the window, and the longest unused when there are too many."""
        while self._begun:
            key, begun = next(iter(self._begun.items()))
            if begun and begun[-1] > at_ms - self._window_ms and len(self._begun) <= _MOST_NAMES:
                return
            del self._begun[key]
