"""A shuffle that anybody can check.

A round's deck comes from a 32-byte *secret* by a procedure that needs nothing but SHA-256:

1. Block *k* of the stream (k = 0, 1, …) is ``SHA-256(secret + k)``, k as eight big-endian bytes; each block
   gives eight 32-bit big-endian numbers in turn.
2. Fisher and Yates, from the last place down to the second: for place *i* draw *j* from 0…i and swap.
3. A number x becomes a draw from n values as ``x % n`` when x is below the greatest multiple of n that
   32 bits hold; otherwise x is thrown away and the next is taken, so that every value is equally likely.

The *commitment*, ``SHA-256(b"gamehall commitment" + secret)`` in hex, is published before the deal; whoever
sees the secret afterwards recomputes both. It is tagged so that it is no block of the stream.
"""

from __future__ import annotations

import hashlib
import itertools
import operator
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

__all__ = ["SECRET_BYTES", "commitment", "shuffle"]

SECRET_BYTES: Final = 32
_BLOCK: Final = struct.Struct(">8I")
_SPAN: Final = 1 << 32
T = TypeVar("T")


def commitment(secret: bytes) -> str:
    """What is published before the deal: 64 hex digits."""
    return hashlib.sha256(b"gamehall commitment" + secret).hexdigest()


def shuffle(cards: Sequence[T], secret: bytes) -> tuple[T, ...]:
    """Permute *cards* by *secret*; the same secret always gives the same order.

    Raises :class:`ValueError` when the secret is not 32 bytes.
    """
    if len(secret) != SECRET_BYTES:
        sentence = f"a shuffle's secret is {SECRET_BYTES} bytes, not {len(secret)}"
        raise ValueError(sentence)
    deck = list(cards)
    values = range(len(deck), 1, -1)
    numbers = list(itertools.islice(_numbers(secret), len(values)))
    # Mostly all are so small that none is thrown away.
    drawn = map(operator.mod, numbers, values)
    if numbers and max(numbers) >= _SPAN - len(deck):
        drawn = map(_draws(_numbers(secret)), values)
    for place, other in zip(range(len(deck) - 1, 0, -1), drawn, strict=True):
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def _draws(numbers: Iterator[int]) -> Callable[[int], int]:
    """What draws one of so many values, from the next of *numbers* that serves for it."""

    def draw(values: int) -> int:
        limit = _SPAN - _SPAN % values
        return next(number for number in numbers if number < limit) % values

    return draw


def _numbers(secret: bytes) -> Iterator[int]:
    blocks = (hashlib.sha256(secret + block.to_bytes(8, "big")).digest() for block in itertools.count())
    return itertools.chain.from_iterable(map(_BLOCK.unpack, blocks))
