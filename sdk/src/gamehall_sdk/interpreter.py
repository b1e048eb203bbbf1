"""The contract of an interpreter: it says what a table tells in other payloads, and hears actions in them.

A game that carries on an older protocol names one for it (:attr:`gamehall_sdk.game.Game.interpreters`); a session that
joins with a parameter of that name is spoken to in its payloads only. There is one for each session. It is pure: it
knows what its session was told, and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from gamehall_sdk.table import Ask, Snapshot
from gamehall_sdk.wire.payload import PayloadSet

__all__ = ["Interpreter"]


class Interpreter(ABC):
    """What stands between a table and one session. Every method gives payloads; none means that nothing is sent."""

    payloads: ClassVar[PayloadSet]
    """The classes that it speaks in, with their schema."""

    @abstractmethod
    def snapshot(self, snapshot: Snapshot) -> Sequence[Any]:
        """All there is to know now: on joining, and when the session comes back."""

    @abstractmethod
    def update(self, events: Sequence[Any]) -> Sequence[Any]:
        """What happened, the platform's events and the game's."""

    @abstractmethod
    def ask(self, ask: Ask) -> Sequence[Any]:
        """The own seat is to act; the question brings the seat's view along."""

    @abstractmethod
    def read(self, payload: Any) -> Any:
        """The action or the command that *payload*, of one of its classes, stands for.

        Raises :class:`~gamehall_sdk.errors.BadPayload` with what would be right.
        """
