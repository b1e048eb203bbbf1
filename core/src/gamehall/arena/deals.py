"""The deals of a run, each by its number: quick, unbiased, and the same everywhere.

Deal *i* of line-up *l* in a run with seed *s*, from a deck of *n* cards:

1. The key is the first 16 bytes of ``SHA-256("gamehall arena deals s l")``, as two 64-bit little-endian words, and
   Philox 4x64-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011) is the
   generator, whose block *b* (four 64-bit words) is the encryption of the counter *b + 1*.
2. A deal has *w* blocks, as many as *n* words need, and begins at block *i w*.
3. Card *j* of the deck in canonical order gets word *j*; the deal is the deck sorted by these words, rising, equals
   in canonical order (two of 52 are equal once in 10^16 deals).

This is not the verifiable shuffle of a table, which is a hundred times as slow: whoever has the seed knows all deals
of the run anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from gamehall.arena.schedule import derive
from gamehall_sdk.cards import Card


def deals(seed: int, lineup: int, deck: Sequence[Card], first: int, count: int) -> list[tuple[Card, ...]]:
    """Deals *first* to ``first + count - 1``."""
    import numpy as np  # noqa: PLC0415  # heavy, and only whoever plays needs it

    blocks = -(-len(deck) // 4)
    key = np.frombuffer(derive(f"deals {seed} {lineup}")[:16], dtype="<u8").astype(np.uint64)
    generator = np.random.Philox(key=key, counter=first * blocks)
    words = np.asarray(generator.random_raw(count * blocks * 4), dtype=np.uint64).reshape(count, blocks * 4)
    orders = np.argsort(words[:, : len(deck)], axis=1, kind="stable").tolist()
    if len(deck) == 1:
        return [tuple(deck)] * count
    return [itemgetter(*order)(deck) for order in orders]
