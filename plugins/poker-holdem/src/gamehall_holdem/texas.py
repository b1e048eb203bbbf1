"""Speaks texasmessage with a session that asks for it: full game info first, then only what happened.

A client of the older protocol plays through it: what it does is an action of ours, in numbers of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, ClassVar, Final

from gamehall_holdem.messages import BlindsDue, DeclineBlinds, LevelBegun, PostBlinds
from gamehall_holdem.texas_codes import NOBODY, ActionCode, EventCode
from gamehall_holdem.texas_player import hand
from gamehall_holdem.texas_table import POSTS, TexasTable
from gamehall_holdem.texasmessage import TEXAS, Action, Event, TexasMessage
from gamehall_poker import messages as poker
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import BadPayload
from gamehall_sdk.interpreter import Interpreter
from gamehall_sdk.table import (
    Ask,
    Back,
    Dropped,
    Joined,
    Left,
    Returned,
    RoundStarted,
    SeatsSwapped,
    SitIn,
    SitOut,
    Snapshot,
    StackChanged,
    SteppedOut,
    TurnStarted,
)
from gamehall_sdk.wire.payload import PayloadSet

__all__ = ["TexasInterpreter"]

_DONE: Final = {poker.Folded: ActionCode.FOLD, poker.Checked: ActionCode.CHECK}
_PAID: Final = {
    poker.Called: ActionCode.CALL,
    poker.BetMade: ActionCode.BET,
    poker.BroughtIn: ActionCode.BRING_IN,
    poker.UncalledReturned: ActionCode.UNCALLED_RETURNED,
}
_HAPPENED: Final = {
    Left: EventCode.LEFT,
    SteppedOut: EventCode.SIT_OUT,
    Back: EventCode.BACK,
    Dropped: EventCode.DISCONNECTED,
    Returned: EventCode.RECONNECTED,
    poker.Mucked: EventCode.MUCKED,
}
_PLAIN: Final[dict[int, Callable[[], Any]]] = {
    ActionCode.FOLD: poker.Fold,
    ActionCode.CHECK: poker.Check,
    ActionCode.MUCK: poker.Muck,
    ActionCode.SHOW: poker.Show,
    ActionCode.BRING_IN: poker.BringIn,
    ActionCode.SMALL_BLIND: PostBlinds,
    ActionCode.BIG_BLIND: PostBlinds,
    ActionCode.POST_BLIND: PostBlinds,
    ActionCode.POST_DEAD_BLIND: PostBlinds,
    ActionCode.POST_ANTE: PostBlinds,
}
_SAID: Final[dict[int, Callable[[], Any]]] = {
    EventCode.CARDS_SHOWN: poker.Show,
    EventCode.MUCKED: poker.Muck,
    EventCode.SIT_OUT: SitOut,
    EventCode.BACK: SitIn,
}


class TexasInterpreter(Interpreter):
    """See the module."""

    payloads: ClassVar[PayloadSet] = TEXAS

    def __init__(self) -> None:
        self._table = TexasTable()
        self._ask: Ask | None = None

    def snapshot(self, snapshot: Snapshot) -> Sequence[Any]:
        """See :class:`~gamehall_sdk.interpreter.Interpreter`."""
        self._table.take(snapshot)
        return [TexasMessage(self._table.info())]

    def update(self, events: Sequence[Any]) -> Sequence[Any]:
        """See :class:`~gamehall_sdk.interpreter.Interpreter`."""
        news: list[Any] = []
        for event in events:
            # A raise is told by what it puts on top, so it is worded before it is taken in; a board after it.
            if isinstance(event, RoundStarted):
                self._ask = None
            before = self._before(event)
            self._table.hear(event)
            news += before or self._after(event)
        return [TexasMessage(one) for one in news]

    def ask(self, ask: Ask) -> Sequence[Any]:
        """See :class:`~gamehall_sdk.interpreter.Interpreter`."""
        self._ask = ask
        kind, amount, action = EventCode.ACTION_ASKED, 0, None
        first = type(ask.actions[0]) if ask.actions else None
        if first is PostBlinds:
            kind = EventCode.BLIND_ASKED
        elif first is poker.Discard:
            kind = EventCode.DISCARD_ASKED
        elif first is poker.Muck:
            kind = EventCode.SHOW_ASKED
        else:
            amount = self._to_call()
            code = ActionCode.CALL if amount else ActionCode.CHECK
            action = Action(code, Decimal(amount), seat=ask.seat)
        return [TexasMessage(Event(kind, ask.seat, Decimal(amount), action=action))]

    def read(self, payload: Any) -> Any:
        """See :class:`~gamehall_sdk.interpreter.Interpreter`."""
        match payload.body:
            case Action() as action:
                return self._done(action)
            case Event(type=kind) if kind in _SAID:
                return _SAID[kind]()
            case Event(action=Action() as action):
                return self._done(action)
        sentence = "a client sends an action, or an event of the types 5 (show), 7 (muck), 11 (sit out) or 12 (back)"
        raise BadPayload(sentence)

    # --- out ---

    def _before(self, event: Any) -> list[Any]:
        """What is told of an event as long as it is not taken in; nothing where that comes after."""
        kind = type(event)
        if kind in _DONE:
            return [self._did(event.seat, _DONE[kind])]
        if kind in _PAID:
            return [self._did(event.seat, _PAID[kind], event.amount)]
        match event:
            case poker.RaisedTo(seat, amount):
                return [self._did(seat, ActionCode.RAISE, amount - self._table.bet)]
            case poker.Posted(seat, post, amount):
                return [self._did(seat, POSTS[post], amount)]
            case poker.Discarded(seat, count):
                return [Action(ActionCode.DISCARD, discards=count, name=self._name(seat), seat=seat)]
            case _ if kind in _HAPPENED:
                return [Event(_HAPPENED[kind], event.seat)]
        return []

    def _after(self, event: Any) -> list[Any]:
        table = self._table
        match event:
            case Joined(seat=seat, stack=stack):
                return [Event(EventCode.JOINED, seat, Decimal(stack))]
            case StackChanged(seat, stack):
                return [Event(EventCode.STACK, seat, Decimal(stack))]
            case LevelBegun():
                return [Event(EventCode.BLINDS_RISE, NOBODY, Decimal(event.big_blind))]
            case poker.HandBegun(button):
                return [Event(EventCode.NEW_HAND, button)]
            case poker.Dealt(seat, count) if seat != table.you:
                return [hand(seat, (), count)]
            case poker.HoleCardsDealt(seat, cards) | poker.UpCardsDealt(seat, cards):
                # Who has changed cards is told the whole new hand.
                return [hand(seat, table.players[seat].cards if seat == table.you else cards)]
            case poker.BoardDealt(_, cards):
                places = tuple(range(len(table.board) - len(cards), len(table.board)))
                return [Event(EventCode.STAGE, NOBODY, cardpositions=places), hand(NOBODY, table.board)]
            case poker.Shown(seat, cards):
                places = tuple(range(len(cards)))
                return [Event(EventCode.CARDS_SHOWN, seat, cardpositions=places), hand(seat, cards)]
            case poker.PotWon(seat, _, amount):
                return [Event(EventCode.WINNER, seat, Decimal(amount))]
            case TurnStarted(seat) if seat != table.you:
                return [Event(EventCode.ACTION_ASKED, seat)]
            case BlindsDue(seat, _, live, dead) if seat != table.you:
                return [Event(EventCode.BLIND_ASKED, seat, Decimal(live + dead))]
            case SeatsSwapped():
                # The older protocol has no word for it: it is told who sits where now.
                return [table.info()]
        return []

    def _did(self, seat: int, code: ActionCode, amount: int | None = None) -> Action:
        return Action(code, None if amount is None else Decimal(amount), name=self._name(seat), seat=seat)

    def _name(self, seat: int) -> str | None:
        one = self._table.players.get(seat)
        return None if one is None else one.name

    # --- in ---

    def _to_call(self) -> int:
        view = None if self._ask is None else self._ask.view
        return view.to_call if isinstance(view, poker.PokerView) else 0

    def _done(self, action: Action) -> Any:
        index = action.index
        ask = self._ask
        if index is None:
            sentence = "an action needs its index: 0 fold, 1 check, 2 call, 3 bet, 4 raise …"
            raise BadPayload(sentence)
        if index in _PLAIN:
            return _PLAIN[index]()
        match index:
            case ActionCode.CALL:
                free = ask is not None and poker.Check() in ask.actions and poker.Call() not in ask.actions
                return poker.Check() if free else poker.Call()
            case ActionCode.BET | ActionCode.RAISE | ActionCode.COMPLETE:
                return self._wager(_chips(action.amount))
            case ActionCode.SIT_OUT:
                return DeclineBlinds() if ask is not None and DeclineBlinds() in ask.actions else SitOut()
            case ActionCode.DISCARD:
                return poker.Discard(_cards(action.discarded))
        sentence = f"index {index} is nothing that a client does"
        raise BadPayload(sentence)

    def _wager(self, on_top: int) -> Any:
        """A bet of so many chips, or a raise by so many on top of the call."""
        bets = self._ask is None or any(span.action == "bet" for span in self._ask.amounts)
        return poker.Bet(on_top) if bets and not self._table.bet else poker.RaiseTo(self._table.bet + on_top)


def _chips(amount: Decimal | None) -> int:
    if amount is None or amount != amount.to_integral_value() or amount < 0:
        sentence = f"the amount is {amount}; chips are whole numbers here"
        raise BadPayload(sentence)
    return int(amount)


def _cards(numbers: Sequence[int | None]) -> tuple[Card, ...]:
    try:
        return tuple(Card(number) for number in numbers if number is not None)
    except ValueError as error:
        raise BadPayload(str(error)) from error
