"""What the platform says outside the tables: payloads of the lobby, and of coming to a table."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamehall_sdk.tournament import (
    TOURNAMENT_COMMANDS,
    TournamentChanged,
    TournamentList,
    TournamentSeated,
    TournamentSheet,
)
from gamehall_sdk.wire.payload import PayloadSet

__all__ = [
    "LOBBY",
    "LOBBY_COMMANDS",
    "BalanceChanged",
    "BotNames",
    "DescribeGames",
    "DescribeTable",
    "Entered",
    "ExtensionSheet",
    "GameChanged",
    "GameCreated",
    "GameRemoved",
    "GameSheet",
    "GameSheets",
    "KeepLogin",
    "LeaderList",
    "LeaderRow",
    "ListBots",
    "ListLeaders",
    "ListRounds",
    "Replay",
    "ReplayRound",
    "ReplayStep",
    "RoundList",
    "RoundRow",
    "RoundSeat",
    "TableSheet",
    "Token",
    "VariantSheet",
    "Welcome",
]


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
    rated: bool = False


@attrs.frozen
class GameChanged:
    """The players or the phase of a table changed."""

    gameid: int
    players: int
    phase: str
    """A :class:`~gamehall_sdk.table.Phase`, or ``paused``."""


@attrs.frozen
class GameRemoved:
    """A table was closed."""

    gameid: int


@attrs.frozen
class BalanceChanged:
    """To those who follow the lobby: how many chips their account has now, those at tables left out."""

    balance: int


# --- commands of the lobby, in request/game/custom on its session, and the answers to them ---


@attrs.frozen
class KeepLogin:
    """Give me a :class:`Token`; any that I had before ends."""


@attrs.frozen
class Token:
    """What stands in for the password in a login, for *seconds*; it ends at logout and with the password."""

    token: str = attrs.field(repr=False)
    seconds: int


@attrs.frozen
class DescribeGames:
    """Tell me of the games what a person wants to know: :class:`GameSheets`."""


@attrs.frozen
class VariantSheet:
    """One way to play a game."""

    name: str
    title: str


@attrs.frozen
class GameSheet:
    """One game: its titles, its least and most players, and what it is played for (``points`` or ``chips``)."""

    name: str
    title: str
    least: int
    most: int
    stakes: str
    variants: tuple[VariantSheet, ...] = ()
    rules: tuple[str, ...] = ()


@attrs.frozen
class GameSheets:
    """All games that can be played here."""

    games: tuple[GameSheet, ...] = ()


@attrs.frozen
class DescribeTable:
    """Tell me what I must know before I come to a table: a :class:`TableSheet`."""

    gameid: int


@attrs.frozen
class ExtensionSheet:
    """A message extension, and the names of the questions that it answers."""

    name: str
    title: str
    questions: tuple[str, ...]


@attrs.frozen
class TableSheet:
    """One table; the buy-in is 0 where points are played, ``seat`` the account's own seat.

    ``open`` says that no password is asked of this account, ``host`` that it may do what a table's creator may.
    """

    gameid: int
    name: str
    game: str
    variant: str
    maxplayers: int
    stakes: str
    leastbuyin: int
    mostbuyin: int
    spectators: str
    private: bool
    open: bool
    host: bool
    creator: str = ""
    """Empty: the server's own."""
    seat: int | None = None
    options: dict[str, str] = attrs.field(factory=dict)
    extensions: tuple[ExtensionSheet, ...] = ()
    """Who answers questions at this table, advisers among them."""


@attrs.frozen
class ListBots:
    """Which of the server's bots play this game? Answered with :class:`BotNames`."""

    game: str


@attrs.frozen
class BotNames:
    """Bots that may be seated with ``addbot``."""

    names: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    """One for each name: an address or a ``data:`` URL; empty where there is none."""


@attrs.frozen
class ListRounds:
    """The newest finished rounds that I may see, of one table or of those that I played: a :class:`RoundList`.

    *before* a round's number turns the page.
    """

    table: int | None = None
    before: int | None = None


@attrs.frozen
class RoundSeat:
    """Who played a round, and the net result."""

    seat: int
    name: str
    payoff: int


@attrs.frozen
class RoundRow:
    """A finished round; ``round`` is its number on this server, ``number`` at its table, ``ended`` in ms of UTC."""

    round: int
    table: int
    number: int
    game: str
    variant: str
    ended: int
    seats: tuple[RoundSeat, ...] = ()


@attrs.frozen
class RoundList:
    """Finished rounds, the newest first."""

    rounds: tuple[RoundRow, ...] = ()


@attrs.frozen
class ReplayRound:
    """Show me a finished round as *seat* saw it, or a spectator: a :class:`Replay`."""

    round: int
    seat: int | None = None


@attrs.frozen
class ReplayStep:
    """One step: who acted (nobody at the deal), the action where it is the viewer's, what it heard, its view then."""

    seat: int | None = None
    by: str = ""
    action: Any = None
    events: tuple[Any, ...] = ()
    view: Any = None


@attrs.frozen
class Replay:
    """A finished round, step by step.

    ``viewers`` are the seats that this account may look through. The last three are there once they may be known:
    the secret (hex) behind the deal, the deck before the shuffle, and the deal.
    """

    round: int
    table: int
    number: int
    game: str
    variant: str
    players: tuple[RoundSeat, ...]
    stacks: tuple[int, ...]
    steps: tuple[ReplayStep, ...]
    seat: int | None = None
    viewers: tuple[int, ...] = ()
    void: str = ""
    secret: str = ""
    deck: tuple[str, ...] = ()
    deal: tuple[str, ...] = ()


@attrs.frozen
class ListLeaders:
    """Who leads in this game over its recorded rounds, or over the rated ones? :class:`LeaderList`."""

    game: str
    rated: bool = False


@attrs.frozen
class LeaderRow:
    """One player: rounds, what was won in all and by the round (with half its 95 % interval), the rating's parts."""

    name: str
    kind: str
    """``player`` or ``bot``."""
    rounds: int
    won: int
    mean: float
    halfwidth: float | None
    mu: float
    sigma: float
    ordinal: float
    """``mu - 3 sigma``, by which they are ranked."""


@attrs.frozen
class LeaderList:
    """The players of a game, the best first."""

    game: str
    rated: bool
    leaders: tuple[LeaderRow, ...] = ()


LOBBY_COMMANDS: Final = PayloadSet(
    (KeepLogin, DescribeGames, DescribeTable, ListBots, ListRounds, ReplayRound, ListLeaders, *TOURNAMENT_COMMANDS)
)
"""What may be asked of the lobby beside the requests of the schema."""
LOBBY: Final = PayloadSet(
    (
        Welcome,
        Entered,
        GameCreated,
        GameChanged,
        GameRemoved,
        BalanceChanged,
        *LOBBY_COMMANDS.classes,
        Token,
        GameSheets,
        TableSheet,
        BotNames,
        RoundList,
        Replay,
        LeaderList,
        TournamentList,
        TournamentSheet,
        TournamentChanged,
        TournamentSeated,
    )
)
"""The payloads of the lobby."""
