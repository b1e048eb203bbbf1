"""What the store keeps of tournaments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

import attrs

from gamehall.ledger import Transfer

__all__ = ["StoredTournament", "TournamentsPort"]


@attrs.frozen
class StoredTournament:
    """A tournament as the store keeps it."""

    id: int
    name: str
    game: str
    rules: bytes = attrs.field(repr=False)
    """JSON, as the state."""
    state: bytes = attrs.field(repr=False)
    stage: str
    created_at_ms: int
    saved_at_ms: int
    ended_at_ms: int | None


class TournamentsPort(Protocol):
    """Tournaments in the store; each call is one transaction and may raise StoreUnavailable."""

    def create(self, name: str, game: str, rules: bytes, state: bytes, stage: str, at_ms: int) -> int:
        """Keep a new one; its number."""

    def save(
        self,
        number: int,
        state: bytes,
        stage: str,
        at_ms: int,
        *,
        transfers: Sequence[Transfer] = (),
        entrants: Collection[int] | None = None,
        ended: bool = False,
    ) -> None:
        """Keep its state with the chips that moved, and its *entrants* where they changed; all or nothing.

        Raises InsufficientFunds.
        """

    def get(self, number: int) -> StoredTournament | None:
        """One tournament; None when there never was one."""

    def listing(self, *, ended: bool, limit: int = 1000) -> list[StoredTournament]:
        """Those that have not ended, by number; or the newest of all."""
