"""Sets of players as bit masks."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["members"]


@lru_cache(maxsize=1 << 12)
def members(mask: int) -> tuple[int, ...]:
    """The players of a set, by rising number."""
    return tuple(player for player in range(mask.bit_length()) if mask >> player & 1)
