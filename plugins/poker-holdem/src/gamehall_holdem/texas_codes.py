"""The numbers that texasmessage speaks in.

Actions, stages, cards and limits are those of the Meerkat API, which the older protocol was modelled on; the states of
players and the types of events were never published, so they are ours.
"""

from __future__ import annotations

from enum import IntEnum

__all__ = ["HIDDEN", "NOBODY", "ActionCode", "EventCode", "LimitCode", "StageCode", "StateCode"]

NOBODY = -1
"""The seat of the board, and of nobody."""
HIDDEN = -1
"""A card that is not shown. Others are ``13 * suit + rank``, as everywhere here."""


class ActionCode(IntEnum):
    """What somebody does (``index``)."""

    INVALID = -1
    FOLD = 0
    CHECK = 1
    CALL = 2
    BET = 3
    RAISE = 4
    """The amount is what is put on top of the call."""
    SMALL_BLIND = 5
    BIG_BLIND = 6
    POST_BLIND = 7
    ALL_IN_PASS = 8
    MUCK = 9
    POST_ANTE = 10
    SIT_OUT = 11
    POST_DEAD_BLIND = 12
    DISCARD = 13
    SHOW = 14
    BRING_IN = 15
    COMPLETE = 16
    UNCALLED_RETURNED = 100


class StageCode(IntEnum):
    """The street (``stage``)."""

    PREFLOP = 0
    FLOP = 1
    TURN = 2
    RIVER = 3
    SHOWDOWN = 4


class LimitCode(IntEnum):
    """The betting structure (``limitstyle``)."""

    FIXED = 0
    POT = 1
    NONE = 2


class StateCode(IntEnum):
    """A player's state (``mystate``)."""

    EMPTY = 0
    ACTIVE = 1
    FOLDED = 2
    ALL_IN = 3
    SITTING_OUT = 4
    WAITING = 5
    """For the next hand, or for the big blind."""
    DISCONNECTED = 6


class EventCode(IntEnum):
    """What happened, or is asked (``type``); ``amount`` is of chips."""

    JOINED = 1
    LEFT = 2
    ACTION_ASKED = 3
    ACTION_DONE = 4
    CARDS_SHOWN = 5
    WINNER = 6
    MUCKED = 7
    NEW_HAND = 8
    STAGE = 9
    BLIND_ASKED = 10
    SIT_OUT = 11
    BACK = 12
    DISCARD_ASKED = 13
    SHOW_ASKED = 14
    STACK = 15
    """A stack changed between hands: ``amount`` is what it is now."""
    DISCONNECTED = 16
    RECONNECTED = 17
    BLINDS_RISE = 18
    """``amount`` is the big blind from now on."""
