"""What the platform says outside the tables: payloads of the lobby, and of coming to a table."""

from __future__ import annotations

from typing import Final

import attrs

from gamehall_sdk.wire.payload import PayloadSet

__all__ = ["LOBBY", "Entered", "GameChanged", "GameCreated", "GameRemoved", "Welcome"]


@attrs.frozen
class Welcome:
    """The first thing a server says: the session of the lobby on this connection, and who is speaking."""

    session: int
    server: str
    version: str


@attrs.frozen
class Entered:
    """In the answer to a join: the session of the table, the game, and the seat (absent for a spectator)."""

    session: int
    game: str
    variant: str
    seat: int | None = None


@attrs.frozen
class GameCreated:
    """A table was opened."""

    gameid: int
    name: str
    gametype: str
    gamevariant: str
    players: int
    maxplayers: int
    private: bool = False


@attrs.frozen
class GameChanged:
    """The players or the phase of a table changed."""

    gameid: int
    players: int
    phase: str


@attrs.frozen
class GameRemoved:
    """A table was closed."""

    gameid: int


LOBBY: Final = PayloadSet((Welcome, Entered, GameCreated, GameChanged, GameRemoved))
"""The payloads of the lobby."""
