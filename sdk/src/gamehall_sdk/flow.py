"""The contract of a flow: a table's life round its rounds. Pure, like a round: told the time, given the deal.

A flow takes inputs (each either refused, changing nothing, or done) and leaves *effects* for the host of the
table to carry out. The host numbers and journals the inputs, so a flow must be a function of them alone.
:class:`~gamehall_sdk.default_flow.DefaultFlow` suits most games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import attrs

from gamehall_sdk.cards import Card
from gamehall_sdk.clock import Clock
from gamehall_sdk.errors import WrongPhase
from gamehall_sdk.options import option
from gamehall_sdk.record import RoundRecord
from gamehall_sdk.round import Legal
from gamehall_sdk.table import Kind, Phase, SeatView, Ticked, TurnView

__all__ = [
    "Arm",
    "CashOut",
    "Disarm",
    "Effect",
    "Flow",
    "NeedDeal",
    "Player",
    "Question",
    "RoundOver",
    "Say",
    "Shut",
    "Spectators",
    "TableOptions",
]


_NOT_LED = "no tournament leads this table"


class Spectators(StrEnum):
    """Who may watch a table without sitting at it."""

    ALL = "all"
    DELAYED = "delayed"
    """Anybody, one round late: each round is told when it is over."""
    NOBODY = "nobody"


@attrs.frozen
class TableOptions:
    """What every table can be asked for, whatever its game; times in seconds."""

    seats: int = option(0, "seats at the table; 0: as many as the game has", least=0, most=64)
    min_players: int = option(0, "players needed to start; 0: as few as the game needs", least=0, most=64)
    clock: str = option("move:20", "time to think: move:SECONDS, bank:SECONDS+BANK, fischer:START+INCREMENT")
    ready: bool = option(default=False, text="wait until every player says ready")
    pause: float = option(2.0, "seconds between two rounds", least=0, most=3600)
    grace: float = option(60.0, "seconds that a dropped player's seat is kept", least=0, most=86_400)
    misses: int = option(3, "turns missed in a row before a player is left out; 0: never", least=0, most=1000)
    kick: int = option(0, "turns missed in a row before a player loses the seat; 0: never", least=0, most=1000)
    unready: float = option(0.0, "seconds that one who is not ready keeps the seat; 0: any", least=0, most=86_400)
    interrupts: bool = option(default=False, text="where points are played: a player may end the round for all")
    open_bots: bool = option(
        default=False, text="all who sit here may add, move and remove bots, not the creator alone"
    )
    open_control: bool = option(
        default=False, text="all who sit here may start, pause, resume and stop the table, not the creator alone"
    )
    idle: float = option(
        0.0, "seconds before the end of a turn when a silent player is told; 0: never", least=0, most=600
    )
    rounds: int = option(0, "rounds in a match; 0: without end", least=0, most=1_000_000)
    rated: bool = option(
        default=False, text="rounds count for the leaderboard, and of the server's bots only admitted ones sit here"
    )
    tournament: int = option(0, "the tournament that leads the table; the server's to set", least=0)
    spectators: Spectators = option(Spectators.ALL, "who may watch; delayed: one round late")
    password: str = option("", "makes the table private: needed to join or watch, unless invited")
    advisers: bool = option(default=True, text="whether players may ask advisers, where the server has one")
    comeback: float = option(
        3600.0,
        "where chips are played: seconds in which one who left comes back with no fewer chips; 0: with any",
        least=0,
        most=86_400,
    )
    linger: float = option(300.0, "seconds after which an empty table is closed; 0: never", least=0, most=31_536_000)


@attrs.frozen
class Player:
    """Who takes a seat: ``account`` is the account's number, ``name`` what the others see."""

    account: int
    name: str
    kind: Kind
    master: str = ""
    """Who added a bot of the server's."""
    says_ready: bool = False
    """A bot that says itself when it is ready, as people do."""


@attrs.define
class Question:
    """What a seat is asked now; ``seconds`` is what it had when the turn began."""

    seat: int
    turn: int
    seconds: float
    legal: Legal


# --- effects ---


@attrs.define
class Say:
    """Tell an event to its audience: everybody (``None``) or one seat; *body* is its ``{name: body}`` in JSON."""

    audience: int | None
    event: Any
    body: dict[str, Any]


@attrs.define
class Arm:
    """Call :meth:`Flow.timer` with *name* after *seconds*; a second one of the same name replaces the first."""

    name: str
    seconds: float
    always: bool = False
    """Whether it runs on while the table is paused."""


@attrs.define
class Disarm:
    """Forget the timer *name*, if it is armed."""

    name: str


@attrs.frozen
class NeedDeal:
    """Shuffle *deck* and call :meth:`Flow.dealt` at once."""

    deck: Sequence[Card]


@attrs.frozen
class RoundOver:
    """A round ended, and this is its record; between this effect and the next deal the flow can be saved."""

    record: RoundRecord


@attrs.frozen
class CashOut:
    """Chips leave the table for the player's account."""

    account: int
    amount: int


@attrs.frozen
class Shut:
    """The table is to be closed: nobody sits at it any more."""

    why: str


Effect = Say | Arm | Disarm | NeedDeal | RoundOver | CashOut | Shut


class Flow(ABC):
    """A table's life. ``now`` is in seconds on any clock that does not go back; refusals change nothing."""

    clock: Clock
    options: Any

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of the round being played, or of the last one; 0 before the first."""

    @property
    @abstractmethod
    def dealing(self) -> bool:
        """Whether a deal was asked for and not yet given."""

    @property
    @abstractmethod
    def phase(self) -> Phase:
        """Where the table is in its life."""

    @property
    def resting(self) -> bool:
        """Whether the table is between rounds, and none is about to begin."""
        return self.phase in (Phase.WAITING, Phase.PAUSING, Phase.OVER) and not self.dealing

    @property
    @abstractmethod
    def size(self) -> int:
        """How many seats the table has."""

    @property
    def paused(self) -> bool:
        """Whether play stands still: no action is taken, and no timer runs but those armed for ``always``."""
        return False

    @property
    def stopping(self) -> bool:
        """Whether the table is closed when the running round is over."""
        return False

    def tick(self, turns: tuple[TurnView, ...]) -> Any:
        """What whoever shows a clock hears every so often; *turns* are those open now, with the seconds left."""
        return Ticked(turns)

    def echo(self, seat: int, answer: Any) -> Any:  # noqa: ARG002  # most games have no word of their own for it
        """What a message extension's *answer* to *seat* is in the game's own words; ``None``: it has none.

        The seat is told both. Nothing changes by it.
        """
        return None

    def sow(self, seed: bytes) -> None:  # noqa: B027  # a flow that draws nothing needs no seed
        """32 secret random bytes, before anything else: what the flow draws besides the deal is drawn from them."""

    @abstractmethod
    def open(self, now: float) -> None:
        """The first input of a table."""

    @abstractmethod
    def join(self, player: Player, seat: int | None, stack: int, now: float) -> int:
        """Give *player* a seat (any free one for ``None``), or add *stack* to the chips of one who sits here.

        Returns the seat. Raises :class:`~gamehall_sdk.errors.Refusal`: TableFull, SeatTaken, UnknownSeat,
        AlreadySeated, BadBuyIn, TableClosed.
        """

    @abstractmethod
    def part(self, account: int, now: float, why: str = "left") -> None:
        """The player leaves: at once, or played for until the round is over. Raises NotSeated."""

    @abstractmethod
    def act(self, seat: int, action: Any, turn: int | None, now: float) -> None:
        """The seat's answer to *turn* (unchecked for ``None``).

        Raises NoRound, OutOfTurn, StaleTurn, TablePaused, IllegalAction.
        """

    @abstractmethod
    def give_up(self, seat: int, turn: int, now: float) -> None:
        """Play the default for *seat*, whose turn nobody answered. Raises StaleTurn, NoRound, TablePaused."""

    @abstractmethod
    def command(self, seat: int, command: Any, now: float, *, host: bool) -> None:
        """A platform command, or a payload of the game's own; *host*: from the table's creator."""

    @abstractmethod
    def timer(self, name: str, now: float) -> None:
        """An armed timer is over; one that no longer means anything raises StaleTurn."""

    @abstractmethod
    def dealt(self, deal: tuple[Card, ...], secret: bytes, now: float) -> None:
        """The deal that :class:`NeedDeal` asked for."""

    @abstractmethod
    def connection(self, account: int, *, up: bool, now: float) -> None:
        """The player's connection went, or came back. Raises NotSeated."""

    def resume(self, seconds: float) -> None:  # noqa: B027  # a flow that measures no time need not care
        """Nobody could act for the last *seconds*, since the server stood still: they count on no clock."""

    def proceed(self, level: int, now: float) -> None:  # noqa: ARG002  # this flow is led by nobody
        """A tournament lets its table play the next round, with the stakes of *level* (from 0).

        Such a table (its options name a ``tournament``) begins no round by itself. Raises WrongPhase.
        """
        raise WrongPhase(_NOT_LED)

    def unseat(self, account: int, why: str) -> None:  # noqa: ARG002  # as above
        """A tournament takes a player, with the stack, away from its table: between rounds.

        Raises NotSeated, WrongPhase.
        """
        raise WrongPhase(_NOT_LED)

    @abstractmethod
    def void(self, why: str) -> None:
        """End a running round without result: stacks are as before it."""

    @abstractmethod
    def freeze(self, why: str) -> None:
        """The game's code failed: forget undone effects, void the round, free all seats, take no more inputs.

        *why* is told to the players. The host gives the chips back by its own books.
        """

    @abstractmethod
    def close(self, why: str) -> None:
        """End the table: a running round is void, everybody is cashed out."""

    @abstractmethod
    def effects(self) -> list[Effect]:
        """What is to be done since this was last called, in order."""

    @abstractmethod
    def seat_of(self, account: int) -> int | None:
        """Where this account sits."""

    @abstractmethod
    def accounts(self) -> frozenset[int]:
        """The accounts that sit here."""

    def places(self) -> dict[int, int]:
        """Account to seat, of all who sit here."""
        seats = {account: self.seat_of(account) for account in self.accounts()}
        return {account: seat for account, seat in seats.items() if seat is not None}

    @abstractmethod
    def seats(self) -> tuple[SeatView, ...]:
        """The taken seats."""

    def asked(self) -> dict[int, int]:
        """Seat to turn, of all who are to act."""
        return {turn.seat: turn.turn for turn in self.turns()}

    @abstractmethod
    def turns(self) -> tuple[TurnView, ...]:
        """The open turns."""

    @abstractmethod
    def question(self, seat: int) -> Question | None:
        """What *seat* is asked now."""

    @abstractmethod
    def view(self, viewer: int | None) -> Any:
        """The round's view for that seat or a spectator; ``None`` between rounds."""

    def last_view(self, viewer: int | None) -> Any:  # noqa: ARG002  # a flow need not remember a round
        """The last round's view as it ended, for a moment's looking; ``None`` where it is kept no more."""
        return None

    def about(self, viewer: int | None) -> Any:  # noqa: ARG002  # most flows have nothing to tell
        """A payload of the game with what that seat or a spectator may know of the table besides the round."""
        return None

    @abstractmethod
    def save(self) -> bytes:
        """The table between two rounds, for a checkpoint. Raises :class:`RuntimeError` within a round."""

    @abstractmethod
    def load(self, state: bytes) -> None:
        """Take up what :meth:`save` gave."""
