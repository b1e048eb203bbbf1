"""What players do and are told at a poker table; each class's lower-cased name is its name on the wire."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

import attrs

from gamehall_sdk.cards import Card

__all__ = [
    "ACTIONS",
    "DRAW_ACTIONS",
    "DRAW_EVENTS",
    "EVENTS",
    "STUD_ACTIONS",
    "STUD_EVENTS",
    "Action",
    "Bet",
    "BetMade",
    "BoardDealt",
    "BringIn",
    "BroughtIn",
    "Call",
    "Called",
    "Check",
    "Checked",
    "Dealt",
    "Deed",
    "Discard",
    "Discarded",
    "Fold",
    "Folded",
    "HandBegun",
    "HoleCardsDealt",
    "Muck",
    "Mucked",
    "Phase",
    "PokerSeat",
    "PokerView",
    "PostKind",
    "Posted",
    "PotWon",
    "RaiseTo",
    "RaisedTo",
    "SeatState",
    "Show",
    "Shown",
    "Threw",
    "UncalledReturned",
    "UpCardsDealt",
]


@attrs.frozen
class Fold:
    """Give up the hand; legal when there is a bet to call."""


@attrs.frozen
class Check:
    """Stay in without a bet; legal when there is nothing to call."""


@attrs.frozen
class Call:
    """Match the bet, or go all-in for less."""


@attrs.frozen
class Bet:
    """Make the first bet of a street: *amount* chips."""

    amount: int


@attrs.frozen
class RaiseTo:
    """Raise so that the own bet on this street is *amount* in all."""

    amount: int


@attrs.frozen
class BringIn:
    """Open for the bring-in (stud), or all-in for less."""


@attrs.frozen
class Discard:
    """Change *cards* of one's own for new ones; none of them to stand pat."""

    cards: tuple[Card, ...] = ()


@attrs.frozen
class Show:
    """Turn up the hand though it need not be shown."""


@attrs.frozen
class Muck:
    """Keep the hand hidden."""


Action: TypeAlias = Fold | Check | Call | Bet | RaiseTo | BringIn | Discard | Show | Muck
"""What a seat may do at its turn."""
ACTIONS: Final[tuple[type, ...]] = (Fold, Check, Call, Bet, RaiseTo, Show, Muck)
"""The action classes of every variant."""
DRAW_ACTIONS: Final[tuple[type, ...]] = (*ACTIONS, Discard)
"""Those of a variant in which cards are changed."""
STUD_ACTIONS: Final[tuple[type, ...]] = (*ACTIONS, BringIn)
"""Those of a variant with open cards."""


class PostKind(StrEnum):
    """What a forced bet is for."""

    ANTE = "ante"
    SMALL_BLIND = "small-blind"
    BIG_BLIND = "big-blind"
    LIVE = "live"
    """Counts as a bet: a post on joining, or a straddle."""
    DEAD = "dead"
    """Goes into the pot and counts for nothing: a missed small blind."""


@attrs.frozen
class HandBegun:
    """A hand began; *small_blind* is ``None`` when nobody posts it, both are where there are no blinds."""

    button: int
    small_blind: int | None
    big_blind: int | None


@attrs.frozen
class Posted:
    """A forced bet was put in; *amount* is less than asked for when the stack was."""

    seat: int
    kind: PostKind
    amount: int


@attrs.frozen
class Dealt:
    """*count* cards were dealt face down to *seat*: what everybody hears."""

    seat: int
    count: int


@attrs.frozen
class HoleCardsDealt:
    """The cards that were dealt face down to *seat*: what only that seat hears."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class UpCardsDealt:
    """Cards were dealt face up to *seat*."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class BoardDealt:
    """Cards were dealt to the board; *cards* are the new ones."""

    street: str
    cards: tuple[Card, ...]


@attrs.frozen
class Folded:
    """A player gave up the hand."""

    seat: int


@attrs.frozen
class Checked:
    """A player checked."""

    seat: int


@attrs.frozen
class Called:
    """A player put in *amount* chips to call, all of the stack when it was less than the bet."""

    seat: int
    amount: int


@attrs.frozen
class BetMade:
    """A player made the first bet of the street."""

    seat: int
    amount: int


@attrs.frozen
class RaisedTo:
    """A player raised; *amount* is the bet on this street in all."""

    seat: int
    amount: int


@attrs.frozen
class BroughtIn:
    """A player opened for the bring-in; *amount* is less than asked for when the stack was."""

    seat: int
    amount: int


@attrs.frozen
class Discarded:
    """A player changed *count* cards, 0 for none; the new ones follow as if dealt."""

    seat: int
    count: int


@attrs.frozen
class Threw:
    """The cards that a player changed, told to that player; the new ones take their places."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class UncalledReturned:
    """Chips that nobody had matched went back; it happens before any showdown."""

    seat: int
    amount: int


@attrs.frozen
class Shown:
    """A hand was turned up."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class Mucked:
    """A hand stayed hidden: a beaten one at the showdown, or that of a winner nobody called."""

    seat: int


@attrs.frozen
class PotWon:
    """A player won *amount* chips of a pot: 0 is the main pot. *hand* is empty when all others had folded.

    Of a high-low pot each half is told by itself.
    """

    seat: int
    pot: int
    amount: int
    hand: str


EVENTS: Final[tuple[type, ...]] = (
    HandBegun,
    Posted,
    Dealt,
    HoleCardsDealt,
    BoardDealt,
    Folded,
    Checked,
    Called,
    BetMade,
    RaisedTo,
    UncalledReturned,
    Shown,
    Mucked,
    PotWon,
)
"""The event classes of every variant."""
DRAW_EVENTS: Final[tuple[type, ...]] = (*EVENTS, Discarded, Threw)
"""Those of a variant in which cards are changed."""
STUD_EVENTS: Final[tuple[type, ...]] = (*EVENTS, UpCardsDealt, BroughtIn)
"""Those of a variant with open cards."""


class Phase(StrEnum):
    """What those to act are asked for."""

    BET = "bet"
    BRING_IN = "bring-in"
    DISCARD = "discard"
    SHOW = "show"
    """Whether to show a hand that need not be shown."""
    OVER = "over"


class SeatState(StrEnum):
    """What a player in the hand can still do."""

    ACTIVE = "active"
    ALL_IN = "all-in"
    """No chips left to bet, but in for the pots that the chips put in have reached."""
    FOLDED = "folded"


class Deed(StrEnum):
    """What a player did last in the hand; the forced bets first, as :class:`PostKind` has them."""

    NONE = "none"
    ANTE = "ante"
    SMALL_BLIND = "small-blind"
    BIG_BLIND = "big-blind"
    LIVE = "live"
    DEAD = "dead"
    BRING_IN = "bring-in"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    DISCARD = "discard"
    MUCK = "muck"


@attrs.frozen(kw_only=True)
class PokerSeat:
    """One player of the hand, as the viewer sees them. Chips are whole numbers."""

    seat: int
    stack: int
    bet: int
    """Chips bet on this street."""
    put: int
    """Chips put in during the whole hand, forced bets included."""
    state: SeatState
    hidden: int
    """How many cards the player holds that the viewer may not see."""
    cards: tuple[Card, ...]
    """The player's cards that the viewer may see: their own, open or shown ones."""
    up: tuple[Card, ...] = ()
    """Those of the player's cards that were dealt face up."""
    changed: tuple[int, ...] = ()
    """How many cards the player changed, by street with changes so far."""
    won: int = 0
    """Chips won from the pots, once the hand is over."""
    last: Deed = Deed.NONE
    """What the player did last; to show cards is not told here."""
    acted: bool = False
    """Whether the player has acted since cards were last dealt."""
    owes: bool = False
    """Whether the player has still to answer what was bet on this street, or to bet."""


@attrs.frozen(kw_only=True)
class PokerView:
    """The hand as the viewer sees it. The three amounts are the acting seat's, 0 when nobody is to bet."""

    phase: Phase
    street: str
    board: tuple[Card, ...]
    pot: int
    """All chips put in and not returned, the bets of this street included; they stay told once they are won."""
    pots: tuple[int, ...]
    """The same chips by pot, the main pot first, without the bets of this street."""
    button: int
    small_blind: int | None
    """The seat that posted the small blind."""
    big_blind: int | None
    """The seat that posted the big blind."""
    to_act: tuple[int, ...]
    """The seats to act, more than one only when several are asked to show; empty when the hand is over."""
    to_call: int
    """Chips that a call costs the seat to act."""
    least: int
    """The least that it may bet or raise to; 0 when it may do neither."""
    most: int
    """The most that it may bet or raise to."""
    step: int = 0
    """How much the last full bet or raise of the street added: the least that the next raise adds."""
    raises: int = 0
    """How many bets and raises have been made since cards were last dealt, forced ones apart."""
    seats: tuple[PokerSeat, ...]
    """The players of the hand, by rising seat."""
