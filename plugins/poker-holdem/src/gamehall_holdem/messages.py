"""What is said at a poker table besides the hands: blinds to post, choices made in advance, the table itself.

Each class's lower-cased name is its name on the wire.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import attrs

__all__ = [
    "TABLE_ACTIONS",
    "TABLE_PARTS",
    "Ahead",
    "Blind",
    "BlindsDue",
    "DeclineBlinds",
    "LevelBegun",
    "Owed",
    "PokerTable",
    "PostBlinds",
    "PreAction",
    "PreActionSet",
    "Preset",
    "Presets",
    "Stage",
    "WaitForBlind",
]


# --- answers of the blind round ---


@attrs.frozen
class PostBlinds:
    """I post what is due from me, and play the next hand."""


@attrs.frozen
class WaitForBlind:
    """I post nothing now, and come in when the big blind comes to me."""


@attrs.frozen
class DeclineBlinds:
    """I post nothing, and sit out."""


# --- commands ---


class Ahead(StrEnum):
    """An action chosen before one's turn."""

    NONE = "none"
    CHECK = "check"
    """Forgotten when somebody bets."""
    CHECK_FOLD = "check-fold"
    """Check, or fold to any bet."""
    FOLD = "fold"
    """The same: where checking is free, nobody has to fold."""
    CALL = "call"
    """This bet and no other; forgotten when the price changes."""
    CALL_ANY = "call-any"
    """Whatever it costs; check where it costs nothing."""


@attrs.frozen
class PreAction:
    """What I do at my next turn of this hand, instead of being asked."""

    choice: Ahead


@attrs.frozen
class Preset:
    """What the table does for me without asking; what is left out stays as it is. :class:`Presets` answers."""

    auto_post: bool | None = None
    """Post blinds, and what is owed for missed ones."""
    wait: bool | None = None
    """After an absence wait for the big blind, rather than post for it."""
    muck_winning: bool | None = None
    """Keep my cards hidden when everybody else has folded."""
    muck_losing: bool | None = None
    """Keep my cards hidden when they are beaten."""


# --- events ---


class Blind(StrEnum):
    """Why a seat has to post."""

    SMALL = "small-blind"
    BIG = "big-blind"
    MISSED = "missed"
    """For blinds missed, or for coming in."""


@attrs.frozen
class BlindsDue:
    """Before the next hand *seat* is asked to post: *live* chips that count as a bet, *dead* ones that do not."""

    seat: int
    blind: Blind
    live: int
    dead: int = 0


@attrs.frozen
class Presets:
    """To its seat: what the table does for it without asking."""

    seat: int
    auto_post: bool
    wait: bool
    muck_winning: bool
    muck_losing: bool
    ahead: Ahead = Ahead.NONE


@attrs.frozen
class PreActionSet:
    """To its seat: what it has chosen for its next turn; ``none`` when that was used up, or no longer holds."""

    seat: int
    choice: Ahead


@attrs.frozen
class LevelBegun:
    """From the next hand on blinds and ante are these."""

    level: int
    small_blind: int
    big_blind: int
    ante: int


# --- state ---


class Stage(StrEnum):
    """Where a poker table is; see :mod:`gamehall_holdem.stages`."""

    WAIT_PLAYERS = "waitplayers"
    BLIND_ROUND = "blind round"
    NEW_DEAL = "new deal"
    BET_ROUND = "bet round"
    DISCARD_ROUND = "discard round"
    DEAL_CARD_ROUND = "deal card round"
    LESS_THAN_TWO = "less than two players"
    WINNINGS = "winnings"
    MUCK_ROUND = "muck round"
    SHOWDOWN = "showdown"
    ENDED = "ended"


@attrs.frozen
class Owed:
    """A seat that owes blinds, for hands missed or for coming in; told when that changes, too when it owes none."""

    seat: int
    small: bool
    big: bool


@attrs.frozen
class PokerTable:
    """The table besides the hand: its stage, the blinds in force, who owes some, and the viewer's own presets."""

    stage: Stage
    level: int
    small_blind: int
    big_blind: int
    ante: int
    owed: tuple[Owed, ...] = ()
    presets: Presets | None = None


TABLE_ACTIONS: Final[tuple[type, ...]] = (PostBlinds, WaitForBlind, DeclineBlinds)
"""The actions of the blind round."""
TABLE_PARTS: Final[tuple[type, ...]] = (
    PreAction,
    Preset,
    BlindsDue,
    Owed,
    Presets,
    PreActionSet,
    LevelBegun,
    PokerTable,
)
"""The other payloads of the table."""
