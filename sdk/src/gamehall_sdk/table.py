"""What the platform itself says and hears at a table: the payloads that every game shares.

Commands are imperatives and travel in ``request/game/custom``; events are past and travel, with the game's own,
in a state update's ``parameters``. A viewer gets one :class:`Snapshot`, then only what changed, each batch
headed by its :class:`Update` number.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import attrs

from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.round import Legal, Range
from gamehall_sdk.wire.payload import PayloadSet
from gamehall_sdk.wire.shape import wire_name

__all__ = [
    "COMMANDS",
    "PLATFORM",
    "AddBot",
    "Amounts",
    "AnswerSwap",
    "Ask",
    "AskSwap",
    "Back",
    "Closed",
    "Done",
    "Dropped",
    "Frozen",
    "Interrupt",
    "Interrupted",
    "Invite",
    "Joined",
    "KickedOut",
    "Kind",
    "Left",
    "MoveBot",
    "Pause",
    "Paused",
    "Phase",
    "PhaseChanged",
    "Ready",
    "ReadySaid",
    "Rematch",
    "RemoveBot",
    "Resume",
    "Resumed",
    "Returned",
    "RoundEnded",
    "RoundStarted",
    "SeatView",
    "SeatsSwapped",
    "SecretRevealed",
    "Sight",
    "Sights",
    "SitIn",
    "SitOut",
    "Snapshot",
    "StackChanged",
    "Start",
    "SteppedOut",
    "Stop",
    "Stopped",
    "SwapAsked",
    "SwapRefused",
    "Ticked",
    "Transcript",
    "TurnStarted",
    "TurnView",
    "Unanswered",
    "Update",
    "Viewed",
    "Warned",
    "legal_of",
]


class Kind(StrEnum):
    """What sits in a seat; it is shown everywhere."""

    HUMAN = "human"
    BOT = "bot"


class Phase(StrEnum):
    """Where a table is in its life."""

    WAITING = "waiting"
    """For enough players, or for all to be ready."""
    PLAYING = "playing"
    PAUSING = "pausing"
    """Between two rounds."""
    OVER = "over"
    """All rounds of the match are played; a rematch may follow."""
    FROZEN = "frozen"
    """The game's code failed; chips went back."""
    CLOSED = "closed"


# --- commands ---


@attrs.frozen
class Ready:
    """I am ready (or, with ``ready="false"``, no longer)."""

    ready: bool = True


@attrs.frozen
class Start:
    """The table's creator: start with those who sit here."""


@attrs.frozen
class SitOut:
    """Leave me out from the next round on, but keep my seat."""


@attrs.frozen
class SitIn:
    """Deal me in again."""


@attrs.frozen
class Pause:
    """The table's creator, or all where the table allows it: let play stand still, and all clocks with it."""


@attrs.frozen
class Resume:
    """The same: let play go on where it stood."""


@attrs.frozen
class Stop:
    """The same: end the table when the running round is over; everybody is paid out."""


@attrs.frozen
class Rematch:
    """After the last round: again, with the same people."""


@attrs.frozen
class AddBot:
    """The table's creator: seat the server's bot *name* (at *seat*, or anywhere)."""

    name: str
    seat: int | None = None


@attrs.frozen
class RemoveBot:
    """The table's creator: send the bot at *seat* away."""

    seat: int


@attrs.frozen
class MoveBot:
    """Who may add bots: put the bot at *seat* into the free seat *to*, or let it change seats with the bot there."""

    seat: int
    to: int


@attrs.frozen
class AskSwap:
    """I would sit in *seat*: at once if it is free or a bot's, else its player is asked to change seats with me."""

    seat: int


@attrs.frozen
class AnswerSwap:
    """To the player in *seat*, who has asked me to change seats: yes or no."""

    seat: int
    accept: bool = True


@attrs.frozen
class Interrupt:
    """Where the table allows it: end the round that I play for everybody, without result, and leave."""


@attrs.frozen
class Invite:
    """The creator of a private table: let this account in without the password."""

    accountname: str


@attrs.frozen
class Done:
    """A command was carried out."""


# --- events ---


@attrs.frozen
class Unanswered:
    """To the seat that asked: a message extension did not answer the question called *question*."""

    question: str
    why: str


@attrs.frozen
class Update:
    """Heads each batch of events: the table's sequence number after it."""

    seq: int


@attrs.frozen
class Joined:
    """Somebody took a seat; *master* is who added a bot of the server's."""

    seat: int
    name: str
    kind: Kind
    stack: int
    master: str = ""
    ready: bool = False


@attrs.frozen
class Left:
    """A seat is free again; *why* is a short reason."""

    seat: int
    name: str
    why: str


@attrs.frozen
class Dropped:
    """The connection behind a seat is gone; the seat is kept for *seconds*."""

    seat: int
    seconds: float


@attrs.frozen
class Returned:
    """The player behind a seat is connected again."""

    seat: int


@attrs.frozen
class ReadySaid:
    """A player is ready, or no longer."""

    seat: int
    ready: bool


@attrs.frozen
class SteppedOut:
    """A player is left out from the next round on."""

    seat: int
    why: str


@attrs.frozen
class Back:
    """A player who was out is dealt in again."""

    seat: int


@attrs.frozen
class SwapAsked:
    """To the player in *target* alone: *name*, in *seat*, asks to change seats."""

    seat: int
    name: str
    target: int


@attrs.frozen
class SwapRefused:
    """To the player in *seat* alone: the one in *target* does not change seats."""

    seat: int
    target: int


@attrs.frozen
class SeatsSwapped:
    """Whoever sat in *first* sits in *second* now, and the other way round; one of the two may be free."""

    first: int
    second: int


@attrs.frozen
class Interrupted:
    """A player has ended the round for everybody; it is void."""

    seat: int
    name: str


@attrs.frozen
class Paused:
    """A player has paused the table: nobody can act, and clocks stand still."""

    seat: int
    name: str


@attrs.frozen
class Resumed:
    """Play goes on; every clock has what it had."""

    seat: int
    name: str


@attrs.frozen
class Stopped:
    """A player has stopped the table: it is closed when the running round is over."""

    seat: int
    name: str


@attrs.frozen
class Warned:
    """To the player in *seat* alone, who is to act and has been silent: *seconds* are left."""

    seat: int
    seconds: float


@attrs.frozen
class KickedOut:
    """A player loses the seat, at once or when the round is over; *why* is a short reason."""

    seat: int
    name: str
    why: str


@attrs.frozen
class StackChanged:
    """A stack changed between rounds (chips were added)."""

    seat: int
    stack: int


@attrs.frozen
class PhaseChanged:
    """The table went on to another phase."""

    phase: Phase
    why: str = ""


@attrs.frozen
class RoundStarted:
    """A round begins; *commitment* is the hash of the shuffle's secret (see :mod:`gamehall_sdk.shuffle`)."""

    number: int
    seats: tuple[int, ...]
    commitment: str


@attrs.frozen
class TurnStarted:
    """A seat is to act within *seconds*; an action may name *turn*."""

    seat: int
    turn: int
    seconds: float


@attrs.frozen
class RoundEnded:
    """A round is over: net results and the stacks (or scores) after it, both in the order of the round's seats."""

    number: int
    payoffs: tuple[int, ...]
    stacks: tuple[int, ...]


@attrs.frozen
class SecretRevealed:
    """The secret (hex) behind the deal of a round."""

    number: int
    secret: str


@attrs.frozen
class Frozen:
    """The game's code failed; the round is void and the chips go back."""

    why: str


@attrs.frozen
class Closed:
    """The table is closed."""

    why: str


# --- state ---


@attrs.frozen
class SeatView:
    """One taken seat, as everybody sees it."""

    seat: int
    name: str
    kind: Kind
    stack: int
    connected: bool = True
    ready: bool = False
    out: bool = False
    master: str = ""


@attrs.frozen
class Sight:
    """A seat's own view of the round."""

    seat: int
    view: Any = None


@attrs.frozen
class Sights:
    """To an observer who watches with all hands, after each change: what every seat of the round may know."""

    seats: tuple[Sight, ...] = ()


@attrs.frozen
class TurnView:
    """A seat that is to act: its turn's number and how long it had when the turn began, in seconds."""

    seat: int
    turn: int
    seconds: float


@attrs.frozen
class Ticked:
    """Every so often, to a viewer that joined with ``ticks``: the open turns with the seconds that are left.

    It is no change of the table, so no :class:`Update` heads it.
    """

    turns: tuple[TurnView, ...] = ()


@attrs.frozen
class Transcript:
    """With each batch of events, to a viewer that joined with ``transcript``: what happened, in words."""

    lines: tuple[str, ...] = ()


@attrs.frozen
class Snapshot:
    """All that a viewer may know of a table now; ``you`` is the viewer's seat, absent for a spectator."""

    seq: int
    game: str
    variant: str
    name: str
    phase: Phase
    number: int
    maxseats: int
    you: int | None = None
    seats: tuple[SeatView, ...] = ()
    turns: tuple[TurnView, ...] = ()
    options: dict[str, str] = attrs.field(factory=dict)
    view: Any = None
    about: Any = None
    """What the game's flow tells of the table besides the round, where it has something to tell."""
    paused: bool = False
    stopping: bool = False
    """The table is closed when the running round is over."""


@attrs.frozen
class Viewed:
    """After each batch of events, for a viewer that joined with ``views`` set to ``all``: what it may know now.

    Between rounds the view is the last round's as it ended, where the table still has it. ``turns`` are those that
    are open now, with the seconds that each began with.
    """

    view: Any = None
    turns: tuple[TurnView, ...] = ()


@attrs.frozen
class Amounts:
    """A range of amounts for the action called *action*, both ends included."""

    action: str
    least: int
    most: int


@attrs.frozen
class Ask:
    """To the seat that is to act: what it may do, and for how many seconds it may think.

    ``view`` is the seat's view, for a viewer that asked for it when it joined (with the payload ``views``).
    """

    seat: int
    turn: int
    seconds: float
    actions: tuple[Any, ...] = ()
    amounts: tuple[Amounts, ...] = ()
    view: Any = None


def legal_of(ask: Ask, actions: PayloadSet) -> Legal:
    """What *ask* allows, with the game's own action classes."""
    classes = {wire_name(kind): kind for kind in actions.classes}
    ranges = tuple(Range(classes[span.action], span.least, span.most) for span in ask.amounts)
    return Legal(tuple(ask.actions), ranges)


COMMANDS: Final = (
    Ready,
    Start,
    Pause,
    Resume,
    Stop,
    SitOut,
    SitIn,
    Rematch,
    AddBot,
    RemoveBot,
    MoveBot,
    AskSwap,
    AnswerSwap,
    Interrupt,
    Invite,
)
PLATFORM: Final = PayloadSet(
    (
        *COMMANDS,
        Done,
        AskAdvice,
        AdviceTalk,
        Unanswered,
        Update,
        Joined,
        Left,
        Dropped,
        Returned,
        ReadySaid,
        SteppedOut,
        Back,
        SwapAsked,
        SwapRefused,
        SeatsSwapped,
        Interrupted,
        Paused,
        Resumed,
        Stopped,
        Warned,
        KickedOut,
        StackChanged,
        PhaseChanged,
        RoundStarted,
        TurnStarted,
        RoundEnded,
        SecretRevealed,
        Frozen,
        Closed,
        Snapshot,
        Sights,
        Viewed,
        Ticked,
        Transcript,
        Ask,
    )
)
"""The payloads of the platform; a table knows these and its game's."""
