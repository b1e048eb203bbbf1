"""The blind round: before each hand, whoever owes blinds is asked, or has said to post automatically.

All who owe are asked at once. Whoever declines or says nothing sits out, and whoever then owes in their place is asked
in turn, until all have agreed or too few are left to play.
"""

from __future__ import annotations

from typing import Any, Final

import attrs
import msgspec

from gamehall_holdem.blinds import NO_DEBT, Debt, demands, missed, plan_hand
from gamehall_holdem.messages import Blind, BlindsDue, DeclineBlinds, PostBlinds, WaitForBlind
from gamehall_holdem.patron import Patron, Room
from gamehall_poker.button import ButtonMemo
from gamehall_sdk.cards import Card
from gamehall_sdk.default_flow import DefaultFlow
from gamehall_sdk.errors import StaleTurn
from gamehall_sdk.flow import Question
from gamehall_sdk.game import Plan, Planning
from gamehall_sdk.record import Recording, load
from gamehall_sdk.round import Legal, illegal
from gamehall_sdk.seating import Occupant
from gamehall_sdk.table import Kind, Phase, SteppedOut

__all__ = ["BlindRound"]

_POST: Final = PostBlinds()
_WAIT: Final = WaitForBlind()
_DECLINE: Final = DeclineBlinds()
_BLIND: Final = Legal((_POST, _DECLINE))
_MISSED: Final = Legal((_POST, _WAIT, _DECLINE))


@attrs.frozen
class _Saved:
    table: msgspec.Raw
    room: Room
    asked: dict[int, tuple[int, float, float]]
    """The open questions of the blind round."""


class BlindRound(DefaultFlow):
    """The default flow with a blind round; it remembers those who sit here as patrons."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._room = Room()
        self._now = 0.0
        """The time of the input that is being done."""
        self._before: ButtonMemo | None = None
        """Where button and blinds were in the hand before."""

    def question(self, seat: int) -> Question | None:
        """See :meth:`Flow.question <gamehall_sdk.flow.Flow.question>`."""
        if self._live is not None or seat not in self._asked:
            return super().question(seat)
        turn, _, seconds = self._asked[seat]
        return Question(seat, turn, seconds, self._may_answer(seat))

    def save(self) -> bytes:
        """See :meth:`Flow.save <gamehall_sdk.flow.Flow.save>`."""
        return msgspec.json.encode(_Saved(msgspec.Raw(super().save()), self._room, self._asked))

    def load(self, state: bytes) -> None:
        """See :meth:`Flow.load <gamehall_sdk.flow.Flow.load>`."""
        saved = msgspec.json.decode(state, type=_Saved)
        super().load(bytes(saved.table))
        self._room = saved.room
        self._asked = saved.asked

    # --- inputs ---

    def act(self, seat: int, action: Any, turn: int | None, now: float) -> None:
        """See :meth:`Flow.act <gamehall_sdk.flow.Flow.act>`."""
        self._now = now
        if self._live is not None or seat not in self._asked:
            super().act(seat, action, turn, now)
            return
        self._must_go_on()
        if turn is not None and turn != self._asked[seat][0]:
            sentence = f"the action answers turn {turn}; seat {seat} is at turn {self._asked[seat][0]}"
            raise StaleTurn(sentence)
        legal = self._may_answer(seat)
        if action not in legal:
            raise illegal(action, legal)
        one = self._state.seating.taken[seat]
        patron = self._patron(one)
        match action:
            case PostBlinds():
                patron.agreed = self._room.due[seat]
            case WaitForBlind():
                patron.waits = True
            case _:
                self._step_out(one, "declined to post")
        self._collect()

    def give_up(self, seat: int, turn: int, now: float) -> None:
        """See :meth:`Flow.give_up <gamehall_sdk.flow.Flow.give_up>`; who says nothing sits out."""
        self._now = now
        if self._live is None and seat in self._asked and self._asked[seat][0] == turn:
            self._must_go_on()
            self._step_out(self._state.seating.taken[seat], "did not post")
            self._collect()
            return
        super().give_up(seat, turn, now)

    def dealt(self, deal: tuple[Card, ...], secret: bytes, now: float) -> None:
        """See :meth:`Flow.dealt <gamehall_sdk.flow.Flow.dealt>`."""
        self._now = now
        self._before = self._memo()
        super().dealt(deal, secret, now)

    def void(self, why: str) -> None:
        """See :meth:`Flow.void <gamehall_sdk.flow.Flow.void>`."""
        self._end_collecting()
        super().void(why)

    # --- the round of posts ---

    def _begin(self, least: int) -> None:
        """Ask those who owe blinds; when nobody is left to ask, ask for the deal."""
        while True:
            plan = self._next_plan(least)
            if plan is None:
                self._end_collecting()
                for patron in self._room.patrons.values():
                    patron.agreed = None
                super()._begin(least)
                return
            due = demands(plan.start, self._rules())
            owing = {seat: demand for seat, demand in due.items() if not self._has_agreed(seat, demand)}
            away = [one for seat in owing if not (one := self._state.seating.taken[seat]).connected]
            for one in away:
                self._step_out(one, "is away when the blinds are due")
            if not away:
                break
        self._ask_no_more([seat for seat in self._asked if owing.get(seat) != self._room.due.get(seat)])
        if not owing:
            self._end_collecting()
            super()._begin(least)
            return
        self._room.collecting, self._room.due = True, owing
        for seat, demand in owing.items():
            if seat not in self._asked:
                self._tell(BlindsDue(seat, demand.blind, demand.live, demand.dead))
                self._ask(seat, self._now)

    def _collect(self) -> None:
        self._begin(self.least if self.phase is Phase.WAITING else self._fewest)

    def _settle(self) -> None:
        super()._settle()
        if self._room.collecting and not self._holds:
            self._collect()

    def _end_collecting(self) -> None:
        if self._live is None:
            self._ask_no_more(list(self._asked))
        self._room.collecting, self._room.due = False, {}

    def _has_agreed(self, seat: int, demand: Any) -> bool:
        patron = self._patron(self._state.seating.taken[seat])
        return patron.auto_post or patron.agreed == demand or self.options.last_standing

    def _may_answer(self, seat: int) -> Legal:
        return _MISSED if self._room.due[seat].blind is Blind.MISSED else _BLIND

    def _plan(self, planning: Planning) -> Plan | None:
        patrons = {seat: self._patron(one) for seat, one in self._state.seating.taken.items()}
        debts = {seat: one.owes for seat, one in patrons.items() if one.owes}
        waiting = {seat for seat in debts if patrons[seat].wait or patrons[seat].waits}
        return plan_hand(planning, debts, waiting)

    def _hand_begins(self, live: Recording) -> None:
        """Settle what was owed, and note what those miss who are not dealt in."""
        memo = self._memo()
        taken = self._state.seating.taken
        absent = [seat for seat, one in taken.items() if seat not in live.setup.seats and one.rounds]
        more = {} if memo is None else missed(self._before, memo, absent)
        for seat, one in taken.items():
            patron = self._patron(one)
            patron.agreed = None
            if seat in live.setup.seats:
                patron.owes, patron.waits = NO_DEBT, False
            else:
                patron.owes |= more.get(seat, NO_DEBT)

    def _go(self, phase: Phase, why: str = "") -> None:
        changed = phase is not self.phase
        super()._go(phase, why)
        if changed and phase in (Phase.WAITING, Phase.OVER):
            # The next hand is the first of a new game: the button is drawn, and nobody owes anything.
            self._state.memo = None
            for patron in self._room.patrons.values():
                patron.owes, patron.waits, patron.agreed = NO_DEBT, False, None
        elif changed and phase is Phase.PLAYING and self._live is not None:
            self._hand_begins(self._live)

    # --- those who sit here ---

    def _patron(self, one: Occupant) -> Patron:
        """What is remembered of *one*; a newcomer to a running game owes a big blind where the table says so."""
        patron = self._room.patrons.get(one.seat)
        if patron is None or patron.account != one.account:
            bot = one.kind is Kind.BOT
            enters = self._state.memo is not None and self.options.post_to_enter
            patron = Patron(one.account, bot or self.options.auto_post, muck_winning=bot, muck_losing=bot)
            patron.owes = Debt(big=enters)
            self._room.patrons[one.seat] = patron
        return patron

    def _free(self, one: Occupant, why: str) -> None:
        self._room.patrons.pop(one.seat, None)
        super()._free(one, why)

    def _step_out(self, one: Occupant, why: str) -> None:
        if not one.out:
            one.out = True
            self._tell(SteppedOut(one.seat, why))

    def _memo(self) -> ButtonMemo | None:
        memo = self._state.memo
        found: ButtonMemo | None = None if memo is None else load(memo, self.game.payloads)
        return found
