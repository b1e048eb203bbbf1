"""A poker table as a client follows it: from one snapshot on, event by event; and the full game info of it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

import attrs

from gamehall_holdem.messages import LevelBegun, Owed, PokerTable
from gamehall_holdem.round import DRAW_KINDS, HOLDEM_KINDS, Kind
from gamehall_holdem.texas_codes import NOBODY, ActionCode, LimitCode, StageCode
from gamehall_holdem.texas_player import Player, hand, player_info, sees
from gamehall_holdem.texasmessage import Blinds, GameInfo
from gamehall_poker.betting import Structure
from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Deed,
    Discarded,
    Folded,
    HandBegun,
    Mucked,
    Phase,
    PokerView,
    Posted,
    PostKind,
    PotWon,
    RaisedTo,
    SeatState,
    Shown,
    UncalledReturned,
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
    SeatsSwapped,
    Snapshot,
    StackChanged,
    SteppedOut,
    TurnStarted,
)

__all__ = ["POSTS", "TexasTable"]

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
_LIMITS: Final = {
    Structure.FIXED_LIMIT: LimitCode.FIXED,
    Structure.POT_LIMIT: LimitCode.POT,
    Structure.NO_LIMIT: LimitCode.NONE,
}


_ANSWERS: Final = frozenset((Folded, Checked, Called, BetMade, RaisedTo, BroughtIn, Discarded, Shown, Mucked))


@attrs.define
class TexasTable:
    """What is known of the table."""

    number: int = 0
    seats: int = 0
    kind: Kind = HOLDEM_KINDS["nl"]
    street: int = 0
    """Which of the variant's streets it is."""
    you: int | None = None
    small: int = 1
    big: int = 2
    ante: int = 0
    players: dict[int, Player] = attrs.field(factory=dict)
    board: tuple[Card, ...] = ()
    button: int = NOBODY
    small_seat: int = NOBODY
    big_seat: int = NOBODY
    asked: set[int] = attrs.field(factory=set)
    """The seats to act: several where they are asked to post or to show."""
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
        self.number, self.seats, self.you = snapshot.number, snapshot.maxseats, snapshot.you
        self.kind = (DRAW_KINDS if snapshot.game == "draw" else HOLDEM_KINDS)[snapshot.variant]
        self.small, self.big = int(options.get("smallblind", 1)), int(options.get("bigblind", 2))
        self.ante = int(options.get("ante", 0))
        self.players = {
            one.seat: Player(
                one.seat, one.name, one.master or one.name, one.stack, one.stack, out=one.out, connected=one.connected
            )
            for one in snapshot.seats
        }
        self.asked = {turn.seat for turn in snapshot.turns}
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
        self.street = [street.name for street in self.kind.variant.streets].index(view.street)
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
        if view.phase is Phase.DISCARD and not self.changes:
            # Where cards are changed the street begins with the first who does.
            self.street -= 1

    def _begin(self) -> None:
        """A hand begins, or none is being played."""
        self.street, self.board, self.bet, self.raises, self.winners = 0, (), 0, 0, frozenset()
        self.step = self._least()
        for one in self.players.values():
            one.first, one.put, one.bet, one.acted, one.last = one.stack, 0, 0, False, ActionCode.INVALID
            one.plays, one.folded, one.cards, one.hidden, one.owes_action = False, False, (), 0, False

    def _least(self) -> int:
        """The least bet of the street; in fixed limit the one size of bets."""
        return 2 * self.big if self._is_fixed and self.kind.variant.streets[self.street].big_bet else self.big

    @property
    def _is_fixed(self) -> bool:
        return self.kind.structure is Structure.FIXED_LIMIT

    def _next_street(self) -> None:
        self.street += 1
        self.step, self.raises = self._least(), 0
        self._bets_are_in()
        bets = sum(one.can_act for one in self.players.values()) > 1
        for one in self.players.values():
            one.acted, one.owes_action = False, bets and one.can_act

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
                self.asked.discard(seat)
            case LevelBegun():
                self.small, self.big, self.ante = event.small_blind, event.big_blind, event.ante
            case RoundStarted(number, seats):
                self.number, self.over = number, False
                self.asked.clear()
                self._begin()
                for seat in seats:
                    self.players[seat].plays = self.players[seat].owes_action = True
            case RoundEnded():
                self.over = True
                self.asked.clear()
                self._nobody_acts()
            case HandBegun(button, small, big):
                self.button = button
                self.small_seat = NOBODY if small is None else small
                self.big_seat = NOBODY if big is None else big
                # Owed in full, whatever its seat had left for it.
                self.bet = 0 if big is None else self.big
            case BoardDealt(_, cards):
                self.board += cards
                self._next_street()
            case TurnStarted(seat):
                self.asked.add(seat)
            case SeatsSwapped(first, second):
                self._swap(first, second)
            case _ if hasattr(event, "seat") and event.seat in self.players:
                self._hear_of(self.players[event.seat], event)

    def _swap(self, first: int, second: int) -> None:
        moves = {first: second, second: first}
        self.players = {moves.get(seat, seat): one for seat, one in self.players.items()}
        for seat, one in self.players.items():
            one.seat = seat
        self.asked = {moves.get(seat, seat) for seat in self.asked}
        self.you = self.you if self.you is None else moves.get(self.you, self.you)

    def _hear_of(self, one: Player, event: Any) -> None:
        """Take in what happened to one player."""
        if type(event) in _ANSWERS or (type(event) is SteppedOut and not one.plays):
            self.asked.discard(one.seat)
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
                self.bet = max(self.bet, one.bet)
                if not self._is_fixed:
                    self.step = max(self.step, self.bet)
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
                sees(one, event)

    def _changes(self, one: Player, count: int) -> None:
        playing = [other for other in self.players.values() if other.plays and not other.folded]
        if not self.changes:
            self._next_street()
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
            currentplayerseat=min(self.asked, default=NOBODY),
            gameid=self.number,
            limitstyle=_LIMITS[self.kind.structure],
            minplayers=2,
            minraise=Decimal(self.step if acting else self.big),
            players=tuple(player_info(self.players.get(seat)) for seat in range(self.seats)),
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


def _changes(view: PokerView) -> int:
    """How many have changed cards on this street, while others still may."""
    if view.phase is not Phase.DISCARD:
        return 0
    rounds = [len(seat.changed) for seat in view.seats if seat.state is not SeatState.FOLDED]
    return sum(one > min(rounds) for one in rounds)
