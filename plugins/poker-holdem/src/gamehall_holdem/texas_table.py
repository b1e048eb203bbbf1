"""A poker table as a client follows it: from one snapshot on, event by event; and the full game info of it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

import attrs

from gamehall_holdem.messages import LevelBegun, Owed, PokerTable
from gamehall_holdem.texas_codes import HIDDEN, NOBODY, ActionCode, LimitCode, StageCode, StateCode
from gamehall_holdem.texasmessage import Blinds, GameInfo, Hand, PlayerInfo, TexasCard
from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Deed,
    Discarded,
    Folded,
    HandBegun,
    HoleCardsDealt,
    Mucked,
    Phase,
    PokerView,
    Posted,
    PostKind,
    PotWon,
    RaisedTo,
    SeatState,
    Shown,
    Threw,
    UncalledReturned,
    UpCardsDealt,
)
from gamehall_sdk.cards import Card
from gamehall_sdk.table import (
    Back,
    Dropped,
    Joined,
    Left,
    Returned,
    RoundEnded,
    RoundStarted,
    Snapshot,
    StackChanged,
    SteppedOut,
    TurnStarted,
)

__all__ = ["POSTS", "Player", "TexasTable", "hand"]

POSTS: Final = {
    PostKind.ANTE: ActionCode.POST_ANTE,
    PostKind.SMALL_BLIND: ActionCode.SMALL_BLIND,
    PostKind.BIG_BLIND: ActionCode.BIG_BLIND,
    PostKind.LIVE: ActionCode.POST_BLIND,
    PostKind.DEAD: ActionCode.POST_DEAD_BLIND,
}
_STAGES: Final = {0: StageCode.PREFLOP, 3: StageCode.FLOP, 4: StageCode.TURN, 5: StageCode.RIVER}
_DEBTS: Final = {(False, False): Blinds.NONE, (True, False): Blinds.SMALL, (False, True): Blinds.BIG}
_LAST: Final = {
    **{Deed(kind): code for kind, code in POSTS.items()},
    Deed.BRING_IN: ActionCode.BRING_IN,
    Deed.FOLD: ActionCode.FOLD,
    Deed.CHECK: ActionCode.CHECK,
    Deed.CALL: ActionCode.CALL,
    Deed.BET: ActionCode.BET,
    Deed.RAISE: ActionCode.RAISE,
    Deed.DISCARD: ActionCode.DISCARD,
    Deed.MUCK: ActionCode.MUCK,
}
_LIMITS: Final = {"fl": LimitCode.FIXED, "pl": LimitCode.POT, "nl": LimitCode.NONE}


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


@attrs.define
class TexasTable:
    """What is known of the table."""

    number: int = 0
    seats: int = 0
    variant: str = ""
    you: int | None = None
    small: int = 1
    big: int = 2
    ante: int = 0
    players: dict[int, Player] = attrs.field(factory=dict)
    board: tuple[Card, ...] = ()
    button: int = NOBODY
    small_seat: int = NOBODY
    big_seat: int = NOBODY
    turn: int = NOBODY
    bet: int = 0
    """What is to call."""
    step: int = 0
    """The last full bet or raise."""
    raises: int = 0
    changes: int = 0
    """How many have changed cards, while they do."""
    winners: frozenset[int] = frozenset()
    over: bool = True

    def take(self, snapshot: Snapshot) -> None:
        """Begin anew with what a snapshot says."""
        options, about = snapshot.options, snapshot.about
        self.number, self.seats, self.variant, self.you = (
            snapshot.number,
            snapshot.maxseats,
            snapshot.variant,
            snapshot.you,
        )
        self.small, self.big = int(options.get("smallblind", 1)), int(options.get("bigblind", 2))
        self.ante = int(options.get("ante", 0))
        self.players = {
            one.seat: Player(
                one.seat, one.name, one.master or one.name, one.stack, one.stack, out=one.out, connected=one.connected
            )
            for one in snapshot.seats
        }
        self.turn = snapshot.turns[0].seat if snapshot.turns else NOBODY
        if isinstance(about, PokerTable):
            self.small, self.big, self.ante = about.small_blind, about.big_blind, about.ante
            for owed in about.owed:
                if owed.seat in self.players:
                    self.players[owed.seat].owes = _DEBTS.get((owed.small, owed.big), Blinds.BOTH)
        self._begin()
        if isinstance(snapshot.view, PokerView):
            self._look(snapshot.view)

    def _look(self, view: PokerView) -> None:
        self.board, self.button = view.board, view.button
        self.small_seat = NOBODY if view.small_blind is None else view.small_blind
        self.big_seat = NOBODY if view.big_blind is None else view.big_blind
        self.over = view.phase is Phase.OVER
        for seat in view.seats:
            one = self.players.get(seat.seat)
            if one is None:
                continue
            one.plays, one.folded = True, seat.state is SeatState.FOLDED
            one.stack, one.put, one.bet = seat.stack, seat.put, seat.bet
            one.first = seat.stack + seat.put - seat.won
            one.cards, one.hidden = seat.cards, seat.hidden
            one.acted, one.owes_action = seat.acted, seat.owes
            one.last = _LAST.get(seat.last, ActionCode.INVALID)
        self.bet = max((one.bet for one in view.seats), default=0)
        if view.to_act and view.phase is Phase.BET:
            mine = next(one for one in view.seats if one.seat == view.to_act[0])
            self.bet = max(self.bet, mine.bet + view.to_call)
        self.step, self.raises = view.step, view.raises
        self.winners = frozenset(seat.seat for seat in view.seats if seat.won)
        self.changes = _changes(view)

    def _begin(self) -> None:
        """A hand begins, or none is being played."""
        self.board, self.bet, self.step, self.raises, self.winners = (), 0, self.big, 0, frozenset()
        for one in self.players.values():
            one.first, one.put, one.bet, one.acted, one.last = one.stack, 0, 0, False, ActionCode.INVALID
            one.plays, one.folded, one.cards, one.hidden, one.owes_action = False, False, (), 0, False

    def _street(self) -> None:
        self.step, self.raises = self.big, 0
        self._bets_are_in()
        for one in self.players.values():
            one.acted, one.owes_action = False, one.can_act

    def _nobody_acts(self) -> None:
        for one in self.players.values():
            one.owes_action = False

    def _bets_are_in(self) -> None:
        """Nobody bets any more on this street."""
        self.bet = 0
        for one in self.players.values():
            one.bet = 0

    def hear(self, event: Any) -> None:  # one branch for each event of a table
        """Take in what happened."""
        match event:
            case Joined():
                self.players[event.seat] = Player(
                    event.seat, event.name, event.master or event.name, event.stack, event.stack
                )
            case Left(seat):
                self.players.pop(seat, None)
            case LevelBegun():
                self.small, self.big, self.ante = event.small_blind, event.big_blind, event.ante
            case RoundStarted(number, seats):
                self.number, self.over = number, False
                self._begin()
                for seat in seats:
                    self.players[seat].plays = self.players[seat].owes_action = True
            case RoundEnded():
                self.over, self.turn = True, NOBODY
                self._nobody_acts()
            case HandBegun(button, small, big):
                self.button = button
                self.small_seat = NOBODY if small is None else small
                self.big_seat = NOBODY if big is None else big
            case BoardDealt(_, cards):
                self.board += cards
                self._street()
            case TurnStarted(seat):
                self.turn = seat
            case _ if hasattr(event, "seat") and event.seat in self.players:
                self._hear_of(self.players[event.seat], event)

    def _hear_of(self, one: Player, event: Any) -> None:
        """Take in what happened to one player."""
        match event:
            case SteppedOut() | Back():
                one.out = isinstance(event, SteppedOut)
            case Dropped() | Returned():
                one.connected = isinstance(event, Returned)
            case StackChanged(_, stack):
                one.stack = one.first = stack
            case Posted(_, kind, amount):
                one.pays(amount, bet=kind not in (PostKind.ANTE, PostKind.DEAD))
                one.last, one.owes_action = POSTS[kind], one.can_act
                self.bet = max(self.bet, one.bet, self.big if kind is PostKind.BIG_BLIND else 0)
            case UncalledReturned(_, amount):
                one.pays(-amount)
                self._bets_are_in()
                self._nobody_acts()
            case PotWon(_, _, amount):
                one.stack += amount
                self.winners |= {one.seat}
                self._bets_are_in()
            case Owed(_, small, big):
                one.owes = _DEBTS.get((small, big), Blinds.BOTH)
            case Discarded(_, count):
                self._changes(one, count)
            case Folded() | Checked() | Called() | BetMade() | RaisedTo() | BroughtIn():
                self._acts(one, event)
            case _:
                _sees(one, event)

    def _changes(self, one: Player, count: int) -> None:
        playing = [other for other in self.players.values() if other.plays and not other.folded]
        if not self.changes:
            self._street()
            self._nobody_acts()
        self.changes += 1
        if self.changes == len(playing):
            self.changes = 0
            bets = sum(other.can_act for other in playing) > 1
            for other in playing:
                other.owes_action = bets and other.can_act
        one.last = ActionCode.DISCARD
        # The owner is told which cards went; the new ones follow as if dealt.
        one.hidden += 0 if one.cards else -count

    def _acts(self, one: Player, event: Any) -> None:
        one.acted, one.owes_action = True, False
        match event:
            case Folded():
                one.folded, one.last, one.hidden = True, ActionCode.FOLD, 0
            case Checked():
                one.last = ActionCode.CHECK
            case Called(_, amount):
                one.pays(amount)
                one.last = ActionCode.CALL
            case BroughtIn(_, amount):
                one.pays(amount)
                one.last, self.bet = ActionCode.BRING_IN, max(self.bet, amount)
            case BetMade(_, amount) | RaisedTo(_, amount):
                one.pays(amount - one.bet)
                one.last = ActionCode.BET if isinstance(event, BetMade) else ActionCode.RAISE
                self.step = max(self.step, amount - self.bet)
                self.bet, self.raises = amount, self.raises + 1
                for other in self.players.values():
                    other.owes_action = other is not one and other.can_act
        able = [other for other in self.players.values() if other.can_act]
        if not able or (len(able) == 1 and able[0].bet >= self.bet):
            self._nobody_acts()

    def info(self) -> GameInfo:
        """All of it, as the wire has it."""
        acting = sum(one.owes_action for one in self.players.values())
        return GameInfo(
            ante=self.ante,
            bigblind=Decimal(self.big),
            boardcards=hand(NOBODY, self.board) if self.board else None,
            buttonseat=self.button,
            currentplayerseat=self.turn,
            gameid=self.number,
            limitstyle=_limit(self.variant),
            minplayers=2,
            minraise=Decimal(self.step if acting else self.big),
            players=tuple(_info(self.players.get(seat)) for seat in range(self.seats)),
            playerstoact=acting,
            pot=Decimal(sum(one.put for one in self.players.values())),
            raisesthisround=self.raises,
            reverseblinds=self.button == self.small_seat != NOBODY,
            simulation=False,
            smallblind=Decimal(self.small),
            stage=StageCode.SHOWDOWN if self.winners else _STAGES.get(len(self.board), StageCode.PREFLOP),
            zipmode=False,
            winners=len(self.winners),
            bigblindseat=self.big_seat,
            smallblindseat=self.small_seat,
        )


def _sees(one: Player, event: Any) -> None:
    """Take in what is seen of a player's cards."""
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


def _limit(variant: str) -> LimitCode:
    """The structure of a variant by its name; Omaha is played pot limit, high-low fixed limit."""
    known = {**_LIMITS, "omaha": LimitCode.POT, "omaha-eight": LimitCode.FIXED, "triple-draw": LimitCode.FIXED}
    return known.get(variant, LimitCode.NONE)


def _info(one: Player | None) -> PlayerInfo | None:
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


def _changes(view: PokerView) -> int:
    """How many have changed cards on this street, while others still may."""
    if view.phase is not Phase.DISCARD:
        return 0
    rounds = [len(seat.changed) for seat in view.seats if seat.state is not SeatState.FOLDED]
    return sum(one > min(rounds) for one in rounds)
