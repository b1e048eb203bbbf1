"""The events of HSP, by the names of its state diagram.

``HSP_NEW_CARD`` is :class:`HspNewCard`, on the wire ``hspnewcard``. In the diagram a dealer and players send events
to each other. Here the table is the dealer, and what a player object would say by itself (that it is prepared, which
card it got, what chips it has) the table says for it. Whom each event is told is in :data:`AUDIENCES`. *player* is a
seat's number everywhere; chips are whole numbers; a card's number is the platform's: 13 times the suit plus the rank,
suits from spades over hearts and diamonds to clubs, ranks from the two, 0, to the ace, 12.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import attrs

__all__ = [
    "AUDIENCES",
    "HSP_EVENTS",
    "Audience",
    "HspAction",
    "HspAdviceTalk",
    "HspAllin",
    "HspBetTurn",
    "HspCalled",
    "HspChecked",
    "HspChipResult",
    "HspCloseRound",
    "HspDistributedCard",
    "HspDoneClose",
    "HspDonePreparation",
    "HspFold",
    "HspGameOver",
    "HspGamePause",
    "HspGameResume",
    "HspGameStart",
    "HspGameStop",
    "HspGotCard",
    "HspNewCard",
    "HspNewGame",
    "HspNewRound",
    "HspPlayTurn",
    "HspRaised",
    "HspRoundResult",
    "HspTimeTick",
    "HspTooIdle",
    "HspTranscript",
]


# --- the session ---


@attrs.frozen
class HspGameStart:
    """HSP_GAME_START (H1): a session begins, which leads to a new game."""


@attrs.frozen
class HspGamePause:
    """HSP_GAME_PAUSE (H2): *player* has paused the table; nobody acts, and clocks stand still."""

    player: int


@attrs.frozen
class HspGameResume:
    """HSP_GAME_RESUME (H3): play goes on where it was."""

    player: int


@attrs.frozen
class HspGameStop:
    """HSP_GAME_STOP (H4): *player* has pressed stop; after the running round everybody is paid out."""

    player: int


@attrs.frozen
class HspNewGame:
    """HSP_NEW_GAME (H5): a game with so many *players* begins."""

    players: int


@attrs.frozen
class HspDonePreparation:
    """HSP_DONE_PREPARATION (H6): *player* is prepared, with so much *money*; before the cards a hand's *value* is 0."""

    player: int
    money: int
    value: int = 0


@attrs.frozen
class HspGameOver:
    """The "game_over" of the diagram's prose (H27): *player* has no chips left."""

    player: int | None = None
    """Absent: the game ended otherwise."""


# --- the round ---


@attrs.frozen
class HspNewRound:
    """HSP_NEW_ROUND (H7): the table's hand of this number begins."""

    round: int


@attrs.frozen
class HspNewCard:
    """HSP_NEW_CARD (H8): a street's cards are dealt, of the third to the seventh street."""

    street: int


@attrs.frozen
class HspDistributedCard:
    """HSP_DISTRIBUTED_CARD (H9), to the player alone: the card just dealt, *hidden* from the others or not."""

    player: int
    card: int
    hidden: bool


@attrs.frozen
class HspGotCard:
    """HSP_GOT_CARD (H10): *player* got a card; its number only when it is not hidden.

    Without a *player* it is one card for all, when the deck has run out.
    """

    player: int | None = None
    card: int | None = None


@attrs.frozen
class HspBetTurn:
    """HSP_BET_TURN (H11): the street's betting opens.

    *ante* is what each put in before it and *bring_in* what the first has to open for (0 after third street); a bet is
    from *least* to *most* chips, without a limit for 0.
    """

    street: int
    ante: int
    bring_in: int
    least: int
    most: int


@attrs.frozen
class HspPlayTurn:
    """HSP_PLAY_TURN (H12): *player* is to act."""

    player: int


@attrs.frozen
class HspCalled:
    """HSP_CALLED (H13): *amount* chips were put in to call."""

    player: int
    amount: int


@attrs.frozen
class HspRaised:
    """HSP_RAISED (H14): the bet on this street is *amount* in all; bring-in, completion and bet are this too."""

    player: int
    amount: int


@attrs.frozen
class HspChecked:
    """HSP_CHECKED (H15)."""

    player: int


@attrs.frozen
class HspFold:
    """HSP_FOLD (H16)."""

    player: int


@attrs.frozen
class HspAllin:
    """HSP_ALLIN (H17): the player has put in all that was left; the bet on this street is *amount* in all."""

    player: int
    amount: int


@attrs.frozen
class HspCloseRound:
    """HSP_CLOSE_ROUND (H18): no more cards and bets; hands are compared."""

    round: int


@attrs.frozen
class HspRoundResult:
    """HSP_ROUND_RESULT (H19, H48): *winner* is who won most, the first told of equals; *winners* won something."""

    winner: int
    winners: tuple[int, ...]
    hand: str = ""
    """The winner's, in words; empty when all others folded."""


@attrs.frozen
class HspChipResult:
    """HSP_CHIP_RESULT (H20), to the player alone: *chips* won, or lost when they are below 0."""

    player: int
    chips: int


@attrs.frozen
class HspDoneClose:
    """HSP_DONE_CLOSE (H21): *player* has so many *chips* now."""

    player: int
    chips: int


# --- beside the play ---


@attrs.frozen
class HspTimeTick:
    """HSP_TIME_TICK (H22), to whoever shows a clock: *player* is to act and has *seconds* left."""

    player: int
    seconds: float


@attrs.frozen
class HspTooIdle:
    """HSP_TOO_IDLE (H23), to the player alone: the table plays for *player* in *seconds*."""

    player: int
    seconds: float


@attrs.frozen
class HspTranscript:
    """HSP_TRANSCRIPT (H24): what everybody could see, in words."""

    line: str


@attrs.frozen
class HspAction:
    """HSP_ACTION (H25): a gesture; it changes nothing. As a command without *player*, which the table puts in."""

    gesture: str
    player: int | None = None


@attrs.frozen
class HspAdviceTalk:
    """HSP_ADVICE_TALK (H26): advice about the position of *player*; it changes nothing.

    A player may give it as a command, without *player*, and all hear it. What an adviser answers goes to who asked.
    """

    text: str
    player: int | None = None
    action: str = ""
    """The name of the action that is advised, as on the wire."""
    amount: int | None = None
    chance: float | None = None
    """The chance to win, 0 to 1."""


class Audience(StrEnum):
    """Whom an event is told."""

    ALL = "all"
    PLAYER = "player"
    """The seat that it is of."""
    CLOCKS = "clocks"
    """Whoever joined with ``ticks``."""


AUDIENCES: Final[dict[type, Audience]] = {
    HspGameStart: Audience.ALL,
    HspGamePause: Audience.ALL,
    HspGameResume: Audience.ALL,
    HspGameStop: Audience.ALL,
    HspNewGame: Audience.ALL,
    HspDonePreparation: Audience.ALL,
    HspNewRound: Audience.ALL,
    HspNewCard: Audience.ALL,
    HspDistributedCard: Audience.PLAYER,
    HspGotCard: Audience.ALL,
    HspBetTurn: Audience.ALL,
    HspPlayTurn: Audience.ALL,
    HspCalled: Audience.ALL,
    HspRaised: Audience.ALL,
    HspChecked: Audience.ALL,
    HspFold: Audience.ALL,
    HspAllin: Audience.ALL,
    HspCloseRound: Audience.ALL,
    HspRoundResult: Audience.ALL,
    HspChipResult: Audience.PLAYER,
    HspDoneClose: Audience.ALL,
    HspTimeTick: Audience.CLOCKS,
    HspTooIdle: Audience.PLAYER,
    HspTranscript: Audience.ALL,
    HspAction: Audience.ALL,
    HspAdviceTalk: Audience.ALL,
    HspGameOver: Audience.ALL,
}
"""The events in the order of the diagram's list, each with whom it is told."""
HSP_EVENTS: Final[tuple[type, ...]] = tuple(AUDIENCES)
"""The event classes."""
