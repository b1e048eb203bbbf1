"""The payload texasmessage, class by class, in the order of its schema (``texasmessage.xsd``)."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from importlib import resources
from typing import Final

import attrs

from gamehall_sdk.wire import attribute, element, inline
from gamehall_sdk.wire.payload import PayloadSet

__all__ = ["TEXAS", "Action", "Blinds", "Event", "GameInfo", "Hand", "PlayerInfo", "TexasCard", "TexasMessage"]


@attrs.frozen
class Action:
    """What somebody did, or does; ``index`` is an :class:`~gamehall_holdem.texas_codes.ActionCode`."""

    index: int | None = attrs.field(default=None, metadata=element(bits=32))
    amount: Decimal | None = attrs.field(default=None, metadata=element())
    discards: int | None = attrs.field(default=None, metadata=element(bits=32))
    """How many cards are thrown away."""
    discarded: tuple[int | None, ...] = attrs.field(default=(), metadata=element(bits=32, nil=True))
    """Which ones, by their numbers."""
    name: str | None = attrs.field(default=None, metadata=element())
    seat: int | None = attrs.field(default=None, metadata=element(bits=32))


@attrs.frozen
class TexasCard:
    """One card, or -1."""

    card: int = attrs.field(metadata=element(bits=32))


@attrs.frozen
class Hand:
    """Cards of one seat."""

    cards: tuple[TexasCard | None, ...] = attrs.field(default=(), metadata=element(nil=True))
    seat: int = attrs.field(default=-1, metadata=attribute(bits=32, always=True))


@attrs.frozen
class Event:
    """What happened, or is asked; ``type`` is an :class:`~gamehall_holdem.texas_codes.EventCode`."""

    type: int = attrs.field(metadata=attribute(bits=32))
    seat: int = attrs.field(metadata=attribute(bits=32))
    amount: Decimal = attrs.field(default=Decimal("0.0"), metadata=attribute())
    cardpositions: tuple[int, ...] = attrs.field(default=(), metadata=element(bits=32))
    action: Action | None = None


class Blinds(StrEnum):
    """Which blinds somebody owes."""

    SMALL = "small_blind"
    BIG = "big_blind"
    BOTH = "both_blinds"
    NONE = "no_blinds"


@attrs.frozen(kw_only=True)
class PlayerInfo:
    """One player; ``mystate`` is a :class:`~gamehall_holdem.texas_codes.StateCode`."""

    bankroll: Decimal = attrs.field(metadata=element())
    bankrollatstartofhand: Decimal = attrs.field(metadata=element())
    hasactedthisround: bool = attrs.field(metadata=element())
    hastopostblind: Blinds | None = attrs.field(default=None, metadata=element())
    holecards: Hand | None = None
    inpot: Decimal = attrs.field(metadata=element())
    inpotthisround: Decimal = attrs.field(metadata=element())
    lastaction: int = attrs.field(metadata=element(bits=32))
    lastgameinfo: GameInfo | None = None
    """Read, and never sent."""
    myname: str = attrs.field(metadata=element())
    myseat: int = attrs.field(metadata=element(bits=32))
    mystate: int = attrs.field(metadata=element(bits=32))
    accountname: str = attrs.field(metadata=element())


@attrs.frozen(kw_only=True)
class GameInfo:
    """The whole public state of a table; an empty seat is ``None`` among the players."""

    ante: int = attrs.field(metadata=element(bits=32))
    bigblind: Decimal = attrs.field(metadata=element())
    boardcards: Hand | None = None
    buttonseat: int = attrs.field(metadata=element(bits=32))
    currentplayerseat: int = attrs.field(metadata=element(bits=32))
    gameid: int = attrs.field(metadata=element())
    limitstyle: int = attrs.field(metadata=element(bits=32))
    minplayers: int = attrs.field(metadata=element(bits=32))
    minraise: Decimal = attrs.field(metadata=element())
    players: tuple[PlayerInfo | None, ...] = attrs.field(default=(), metadata=element(nil=True))
    playerstoact: int = attrs.field(metadata=element(bits=32))
    pot: Decimal = attrs.field(metadata=element())
    raisesthisround: int = attrs.field(metadata=element(bits=32))
    reverseblinds: bool = attrs.field(metadata=element())
    simulation: bool = attrs.field(metadata=element())
    smallblind: Decimal = attrs.field(metadata=element())
    stage: int = attrs.field(metadata=element(bits=32))
    zipmode: bool = attrs.field(metadata=element())
    winners: int = attrs.field(metadata=element(bits=32))
    bigblindseat: int = attrs.field(metadata=element(bits=32))
    smallblindseat: int = attrs.field(metadata=element(bits=32))


@attrs.frozen
class TexasMessage:
    """One of the four kinds of news."""

    body: Action | GameInfo | Hand | Event = attrs.field(metadata=inline())


TEXAS: Final = PayloadSet((TexasMessage,), resources.files("gamehall_holdem").joinpath("texasmessage.xsd").read_bytes())
"""The payload, with its schema."""
