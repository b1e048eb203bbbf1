"""All chance of a simulated world, from one seed, and a note of what happened."""

from __future__ import annotations

import hashlib
from random import Random

__all__ = ["Dice"]


class Dice(Random):
    """The seed's numbers; :meth:`note` adds to a digest by which two runs of a seed are compared."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._noted = hashlib.sha256()
        self.notes = 0

    def chance(self, part: float) -> bool:
        """True in *part* of all cases."""
        return self.random() < part

    def note(self, what: str) -> None:
        """Something happened."""
        self.notes += 1
        self._noted.update(what.encode() + b"\n")

    @property
    def digest(self) -> str:
        """Of all that was noted."""
        return self._noted.hexdigest()[:16]
