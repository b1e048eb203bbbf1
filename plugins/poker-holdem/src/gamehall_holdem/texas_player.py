"""One who sits at a poker table, as a client of the older protocol knows them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import attrs

from gamehall_holdem.texas_codes import HIDDEN, ActionCode, StateCode
from gamehall_holdem.texasmessage import Blinds, Hand, PlayerInfo, TexasCard
from gamehall_poker.messages import Dealt, HoleCardsDealt, Mucked, Shown, Threw, UpCardsDealt
from gamehall_sdk.cards import Card

__all__ = ["Player", "hand", "player_info", "sees"]


def hand(seat: int, cards: tuple[Card, ...], hidden: int = 0) -> Hand:
    """Cards of *seat*, and *hidden* ones that are not shown."""
    return Hand((*(TexasCard(int(card)) for card in cards), *(TexasCard(HIDDEN),) * hidden), seat)


@attrs.define
class Player:
    """One who sits at the table."""

    seat: int
    name: str
    account: str
    stack: int
    first: int = 0
    """The stack when the hand began."""
    put: int = 0
    bet: int = 0
    acted: bool = False
    owes_action: bool = False
    """Has still to answer a bet of this street, or to bet."""
    last: ActionCode = ActionCode.INVALID
    plays: bool = False
    folded: bool = False
    out: bool = False
    connected: bool = True
    owes: Blinds = Blinds.NONE
    cards: tuple[Card, ...] = ()
    hidden: int = 0
    thrown: tuple[Card, ...] = ()
    """The player's own cards that have gone, until the new ones come."""

    @property
    def can_act(self) -> bool:
        """Whether a bet can be answered."""
        return self.plays and not self.folded and self.stack > 0

    @property
    def state(self) -> StateCode:
        """As the wire has it."""
        if self.plays and self.folded:
            return StateCode.FOLDED
        if self.plays:
            return StateCode.ACTIVE if self.stack else StateCode.ALL_IN
        if not self.connected:
            return StateCode.DISCONNECTED
        return StateCode.SITTING_OUT if self.out else StateCode.WAITING

    def pays(self, chips: int, *, bet: bool = True) -> None:
        """Put in chips."""
        self.stack -= chips
        self.put += chips
        self.bet += chips if bet else 0


def sees(one: Player, event: Any) -> None:
    """Take in what *event* shows of a player's cards."""
    match event:
        case Dealt(_, count):
            one.hidden += count
        case HoleCardsDealt(_, cards):
            fresh = iter(cards)
            if one.thrown:
                one.cards = tuple([next(fresh) if card in one.thrown else card for card in one.cards])
                one.thrown = ()
            one.cards += tuple(fresh)
            one.hidden -= len(cards)
        case Threw(_, cards):
            one.thrown = cards
        case UpCardsDealt(_, cards):
            one.cards += cards
        case Shown(_, cards):
            one.cards, one.hidden = cards, 0
        case Mucked():
            one.last = ActionCode.MUCK


def player_info(one: Player | None) -> PlayerInfo | None:
    """As the wire has a seat; ``None`` for an empty one."""
    if one is None:
        return None
    return PlayerInfo(
        bankroll=Decimal(one.stack),
        bankrollatstartofhand=Decimal(one.first),
        hasactedthisround=one.acted,
        hastopostblind=one.owes,
        holecards=hand(one.seat, one.cards, one.hidden) if one.cards or one.hidden else None,
        inpot=Decimal(one.put),
        inpotthisround=Decimal(one.bet),
        lastaction=one.last,
        myname=one.name,
        myseat=one.seat,
        mystate=one.state,
        accountname=one.account,
    )
