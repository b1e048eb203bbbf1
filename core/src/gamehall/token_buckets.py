"""Token buckets: so many at once, and so many in a span of time in the long run.

The algorithm is that of pyrate-limiter, which is pure: a bucket's state and the time go in, the next state and how
long to wait come out. So nothing here has a thread or a clock, and a bucket is one number.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Final, Generic, TypeVar

import attrs
from pyrate_limiter import Rate, TokenBucket

__all__ = ["Allowance", "Bucket", "Buckets", "whole_seconds"]

_BUCKET: Final = TokenBucket()
_SCALE: Final = 1000
"""The library counts in whole tokens and milliseconds; a thousand times both is as exact as our settings are."""
_MOST_KEYS: Final = 10_000

K = TypeVar("K")


@attrs.frozen
class Allowance:
    """*count* tokens come in within *window_s* seconds, and *burst* of them are kept."""

    count: float
    window_s: float
    burst: int
    rates: list[Rate] = attrs.field(init=False, eq=False, repr=False)
    """The same, as the library has it."""

    def __attrs_post_init__(self) -> None:
        limit, interval_ms = max(1, round(self.count * _SCALE)), round(self.window_s * 1000 * _SCALE)
        object.__setattr__(self, "rates", [Rate(limit, interval_ms, self.burst)])


class Bucket:
    """One bucket, full at first; times are passed in, in milliseconds."""

    __slots__ = ("_state", "allowance")

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self._state = _BUCKET.initial(allowance.rates)

    def take(self, now_ms: int, tokens: int = 1) -> int:
        """Take *tokens*, at most as many as the bucket holds: 0; or take none: how many milliseconds to wait."""
        self._state, decision = _BUCKET.step(self.allowance.rates, self._state, now_ms, tokens)
        return 0 if decision.failing_rate is None else max(1, decision.retry_after_ms or 0)

    def give_back(self, now_ms: int, tokens: int = 1) -> None:
        """Put *tokens* back that were taken in vain."""
        self._state, _ = _BUCKET.step(self.allowance.rates, self._state, now_ms, -tokens)

    def is_full(self, now_ms: int) -> bool:
        """Whether it is as good as new."""
        return _BUCKET.consumed(self.allowance.rates, self._state, now_ms) == 0


class Buckets(Generic[K]):
    """A bucket for each key; full ones are forgotten, and the longest unused when there are too many."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self._buckets: OrderedDict[K, Bucket] = OrderedDict()

    def take(self, key: K, now_ms: int, tokens: int = 1) -> int:
        """See :meth:`Bucket.take`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now_ms)
            bucket = self._buckets[key] = Bucket(self.allowance)
        self._buckets.move_to_end(key)
        return bucket.take(now_ms, tokens)

    def give_back(self, key: K, now_ms: int, tokens: int = 1) -> None:
        """See :meth:`Bucket.give_back`."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.give_back(now_ms, tokens)

    def refill(self, key: K) -> None:
        """Make the bucket of *key* full."""
        self._buckets.pop(key, None)

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def _forget(self, now_ms: int) -> None:
        while self._buckets:
            bucket = next(iter(self._buckets.values()))
            if len(self._buckets) < _MOST_KEYS and not bucket.is_full(now_ms):
                return
            self._buckets.popitem(last=False)


def whole_seconds(wait_ms: int) -> int:
    """A wait in seconds for a sentence: never too short, and never 0."""
    return max(1, math.ceil(wait_ms / 1000))
