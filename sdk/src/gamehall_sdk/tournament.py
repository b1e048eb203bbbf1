"""What is said of tournaments: commands of the lobby (``request/game/custom`` on its session), answers and news."""

from __future__ import annotations

from typing import Final

import attrs

__all__ = [
    "TOURNAMENT_COMMANDS",
    "CancelTournament",
    "CreateTournament",
    "DescribeTournament",
    "ListTournaments",
    "RegisterTournament",
    "StartTournament",
    "TournamentChanged",
    "TournamentList",
    "TournamentPlayer",
    "TournamentRow",
    "TournamentSeated",
    "TournamentSheet",
    "WithdrawTournament",
]


@attrs.frozen(kw_only=True)
class CreateTournament:
    """Organise a tournament (an admin's account); answered with its :class:`TournamentSheet`.

    ``stack`` is the tournament chips of each at the start (0 where points are played), ``seats`` the most at a table
    (0: as many as the game has), ``least`` and ``most`` the entrants (0: the game's least; one table). It starts at
    ``starts`` (ms of UTC), when it is full (``sitandgo``), or when told to. ``deals`` 0: until one has everything.
    ``prizes`` are percents of the pool, the winner's first. ``fill``: a bot of the server's for the free places.
    """

    name: str
    game: str
    variant: str = ""
    options: dict[str, str] = attrs.field(factory=dict)
    buyin: int = 0
    stack: int = 0
    seats: int = 0
    least: int = 0
    most: int = 0
    sitandgo: bool = False
    starts: int | None = None
    deals: int = 0
    levelhands: int = 0
    levelseconds: int = 0
    fill: str = ""
    rated: bool = False
    prizes: tuple[int, ...] = ()


@attrs.frozen
class StartTournament:
    """Start it now (an admin's account); answered with its :class:`TournamentSheet`."""

    tournament: int


@attrs.frozen
class CancelTournament:
    """Call it off, and give the buy-ins back (an admin's account); answered with its :class:`TournamentSheet`."""

    tournament: int


@attrs.frozen
class ListTournaments:
    """Which tournaments are there? :class:`TournamentList`. News of them follow, as of the lobby's tables."""

    ended: bool = False
    """Those too that are over."""


@attrs.frozen
class DescribeTournament:
    """How does it stand? :class:`TournamentSheet`."""

    tournament: int


@attrs.frozen
class RegisterTournament:
    """Let me in; the buy-in is taken from my account. Answered with the :class:`TournamentSheet`."""

    tournament: int


@attrs.frozen
class WithdrawTournament:
    """Let me out again, before it starts; the buy-in comes back. Answered with the :class:`TournamentSheet`."""

    tournament: int


@attrs.frozen
class TournamentRow:
    """One tournament in a list; ``stage`` is ``open``, ``running``, ``over`` or ``cancelled``."""

    tournament: int
    name: str
    game: str
    variant: str
    stage: str
    players: int
    most: int
    left: int
    """Who is not out."""
    buyin: int = 0
    pool: int = 0
    rated: bool = False
    sitandgo: bool = False
    starts: int | None = None
    """In ms of UTC."""


@attrs.frozen
class TournamentList:
    """Tournaments, the newest first; ``mine`` are those that I am in."""

    tournaments: tuple[TournamentRow, ...] = ()
    mine: tuple[int, ...] = ()


@attrs.frozen
class TournamentPlayer:
    """One entrant: the place (0 while open), the chips or score after the last round, the table, what was won."""

    name: str
    kind: str
    place: int = 0
    stack: int = 0
    table: int = 0
    """The number in the tournament, from 1; 0: at none."""
    gameid: int = 0
    """The server's number of that table."""
    prize: int = 0


@attrs.frozen
class TournamentSheet:
    """All of one tournament; ``players`` with the best first."""

    row: TournamentRow
    seats: int
    stack: int
    deals: int
    level: int
    """From 0."""
    levelhands: int = 0
    levelseconds: int = 0
    fill: str = ""
    prizes: tuple[int, ...] = ()
    """Chips for each place, as it stands."""
    options: dict[str, str] = attrs.field(factory=dict)
    players: tuple[TournamentPlayer, ...] = ()
    registered: bool = False
    """Whether I am in it."""
    gameid: int | None = None
    """My table, while I have one."""
    place: int = 0
    """Mine; 0 while it is open."""
    why: str = ""
    """It was cancelled."""


@attrs.frozen
class TournamentChanged:
    """To those who follow the tournaments: this one is new, or stands otherwise now."""

    row: TournamentRow


@attrs.frozen
class TournamentSeated:
    """To an entrant: you sit at this table; join it to play (without a buy-in)."""

    tournament: int
    name: str
    gameid: int
    seat: int


TOURNAMENT_COMMANDS: Final = (
    CreateTournament,
    StartTournament,
    CancelTournament,
    ListTournaments,
    DescribeTournament,
    RegisterTournament,
    WithdrawTournament,
)
