"""A poker table's life: the default flow with a blind round, showing or mucking, presets, and rising blinds.

The stages and what follows what are in :mod:`gamehall_holdem.stages`. With everything automatic (the default for
bots) nobody is asked anything but the actions of the hand.
"""

from __future__ import annotations

from typing import Any, Final

from gamehall_holdem.blinds import plan_hand
from gamehall_holdem.levels import level_of, rules_at
from gamehall_holdem.messages import (
    Ahead,
    LevelBegun,
    Owed,
    PokerTable,
    PreAction,
    PreActionSet,
    Preset,
    Stage,
)
from gamehall_holdem.patron import Patron
from gamehall_holdem.posting import BlindRound
from gamehall_holdem.preaction import choice_of, holds, price
from gamehall_poker.messages import Discard, Muck, SeatState
from gamehall_poker.messages import Phase as HandPhase
from gamehall_poker.showing import is_alone, may_show
from gamehall_sdk.errors import BadBuyIn, WrongPhase
from gamehall_sdk.flow import Player
from gamehall_sdk.game import Chair, Standing
from gamehall_sdk.record import Recording
from gamehall_sdk.seating import Occupant
from gamehall_sdk.table import Phase, Ready, SitIn, SitOut

__all__ = ["HoldemFlow", "last_one_standing", "plan_hand"]

_MUCK: Final = Muck()


def last_one_standing(standing: Standing) -> str | None:
    """Why the match is over, where it is played until one is left."""
    left = sum(stack > 0 for stack in standing.stacks)
    return "one player has all the chips" if standing.options.last_standing and left == 1 else None


class HoldemFlow(BlindRound):
    """See the module; options are a :class:`~gamehall_holdem.options.HoldemOptions`."""

    # --- what a host asks ---

    @property
    def stage(self) -> Stage:
        """Where the table rests."""
        if self._live is not None:
            return self._hand_stage(self._live)
        if self._room.collecting or self.dealing:
            return Stage.BLIND_ROUND
        stages = {Phase.WAITING: Stage.WAIT_PLAYERS, Phase.PAUSING: Stage.SHOWDOWN}
        return stages.get(self.phase, Stage.ENDED)

    def _hand_stage(self, live: Recording) -> Stage:
        view = live.round.view(None)
        if view.phase is HandPhase.DISCARD:
            return Stage.DISCARD_ROUND
        if view.phase is HandPhase.SHOW:
            return Stage.LESS_THAN_TWO if is_alone(live.round.view(None)) else Stage.MUCK_ROUND
        return Stage.BET_ROUND

    def about(self, viewer: int | None) -> PokerTable:
        """See :meth:`Flow.about <gamehall_sdk.flow.Flow.about>`."""
        rules = self._rules()
        patrons = self._room.patrons
        owed = tuple(Owed(seat, one.owes.small, one.owes.big) for seat, one in sorted(patrons.items()) if one.owes)
        mine = None if viewer is None or viewer not in patrons else patrons[viewer].presets(viewer)
        return PokerTable(
            self.stage, self._room.level, rules.small_blind, rules.big_blind, rules.ante, owed=owed, presets=mine
        )

    # --- inputs ---

    def join(self, player: Player, seat: int | None, stack: int, now: float) -> int:
        """See :meth:`Flow.join <gamehall_sdk.flow.Flow.join>`; into a running match nobody comes."""
        self._now = now
        held = self.seat_of(player.account)
        if self._match_runs():
            sentence = (
                "the match is played until one is left: nobody comes in, and no chips are added, before it is over"
            )
            raise WrongPhase(sentence)
        if held is not None and stack and not self.options.rebuy:
            sentence = "at this table nobody buys chips twice"
            raise BadBuyIn(sentence)
        place = super().join(player, seat, stack, now)
        self._patron(self._state.seating.taken[place])
        return place

    def part(self, account: int, now: float, why: str = "left") -> None:
        """See :meth:`Flow.part <gamehall_sdk.flow.Flow.part>`; in a match the stack plays on."""
        self._now = now
        one = self._state.seating.held(account)
        if not (self._match_runs() and one.stack):
            super().part(account, now, why)
            return
        self._patron(one).gone = why
        self._step_out(one, f"{why}; the stack plays on")
        if self._plays(one):
            self._advance(now)
        else:
            self._settle()
        self._go_on_without(one, now)

    def connection(self, account: int, *, up: bool, now: float) -> None:
        """See :meth:`Flow.connection <gamehall_sdk.flow.Flow.connection>`."""
        if up:
            self._patron(self._state.seating.held(account)).gone = ""
        super().connection(account, up=up, now=now)

    def give_up(self, seat: int, turn: int, now: float) -> None:
        """See :meth:`Flow.give_up <gamehall_sdk.flow.Flow.give_up>`; not to show is no turn missed."""
        asked = self._live is not None and seat in self._asked and self._asked[seat][0] == turn
        if not (asked and self._live is not None and may_show(self._live.round, seat)):
            super().give_up(seat, turn, now)
            return
        one = self._state.seating.taken[seat]
        before, one.missed = one.missed, -1
        super().give_up(seat, turn, now)
        one.missed = before

    def proceed(self, level: int, now: float) -> None:
        """See :meth:`Flow.proceed <gamehall_sdk.flow.Flow.proceed>`."""
        self._now = now
        super().proceed(level, now)

    def timer(self, name: str, now: float) -> None:
        """See :meth:`Flow.timer <gamehall_sdk.flow.Flow.timer>`."""
        self._now = now
        super().timer(name, now)

    def command(self, seat: int, command: Any, now: float, *, host: bool) -> None:
        """See :meth:`Flow.command <gamehall_sdk.flow.Flow.command>`."""
        self._now = now
        one = self._state.seating.taken[seat]
        patron = self._patron(one)
        match command:
            case PreAction(choice):
                self._must_be_open()
                self._choose_ahead(one, patron, choice, now)
            case Preset():
                self._must_be_open()
                patron.preset(command)
                self._whisper(seat, patron.presets(seat))
                self._settle()
            case Ready(ready=False) if self._match_runs():
                sentence = "the match has begun; sit out if you are away, and your stack plays on"
                raise WrongPhase(sentence)
            case SitOut() if self._match_runs():
                super().command(seat, command, now, host=host)
                if seat in self._asked:
                    self._advance(now)
            case SitIn():
                patron.gone, patron.waits = "", False
                super().command(seat, command, now, host=host)
            case _:
                super().command(seat, command, now, host=host)

    # --- the hand ---

    def _advance(self, now: float) -> None:
        self._now = now
        super()._advance(now)
        live = self._live
        if live is None:
            return
        for seat, patron in self._room.patrons.items():
            if patron.ahead is not Ahead.NONE and not holds(patron.ahead, patron.price, self._price(live, seat)):
                self._forget_choice(seat, patron)

    def _chosen(self, live: Recording, seat: int) -> Any:
        one = self._state.seating.taken[seat]
        if one.leaving:
            return None
        patron = self._patron(one)
        if one.out and self._match_runs():
            return live.round.default(seat)
        if may_show(live.round, seat):
            return None if self._asks_to_show(live, one, patron) else _MUCK
        if patron.ahead is Ahead.NONE or not holds(patron.ahead, patron.price, self._price(live, seat)):
            return None
        action = choice_of(patron.ahead, live.round.legal(seat))
        if action is not None:
            self._forget_choice(seat, patron)
        return action

    def _choose_ahead(self, one: Occupant, patron: Patron, choice: Ahead, now: float) -> None:
        live = self._live
        states = {} if live is None else {seat.seat: seat.state for seat in live.round.view(None).seats}
        if live is None or states.get(one.seat) is not SeatState.ACTIVE:
            sentence = "there is no turn of yours to come in this hand"
            raise WrongPhase(sentence)
        patron.ahead, patron.price = choice, self._price(live, one.seat)
        self._whisper(one.seat, PreActionSet(one.seat, choice))
        if one.seat in self._asked:
            self._advance(now)

    def _forget_choice(self, seat: int, patron: Patron) -> None:
        if patron.ahead is not Ahead.NONE:
            patron.ahead = Ahead.NONE
            self._whisper(seat, PreActionSet(seat, Ahead.NONE))

    def _price(self, live: Recording, seat: int) -> int:
        return price(live.round.view(None), seat)

    def _asks_to_show(self, live: Recording, one: Occupant, patron: Patron) -> bool:
        alone = is_alone(live.round.view(None))
        seconds = self.options.show_time if alone else self.options.muck_time
        hides = patron.muck_winning if alone else patron.muck_losing
        return bool(seconds) and one.connected and not hides

    def _off_clock(self, seat: int) -> float | None:
        options = self.options
        if self._live is None:
            return float(options.blind_time)
        first = type(self._live.round.legal(seat).actions[0])
        if first is Muck:
            return float(options.show_time if is_alone(self._live.round.view(None)) else options.muck_time)
        return float(options.discard_time) if first is Discard else None

    # --- the match ---

    def _match_runs(self) -> bool:
        began = self._state.number > self._state.begun
        if self._led:
            return False
        return self.options.last_standing and began and self.phase in (Phase.WAITING, Phase.PLAYING, Phase.PAUSING)

    def _must_rest(self) -> None:
        super()._must_rest()
        if self._match_runs():
            sentence = "in a match everybody keeps the place that was drawn"
            raise WrongPhase(sentence)

    def _able(self) -> tuple[Chair, ...]:
        present = super()._able()
        if not (present and self._match_runs()):
            # Where everybody is away, stacks do not play against each other by themselves.
            return present
        return tuple(Chair(one.seat, one.stack, one.rounds) for one in self._state.seating if one.stack)

    def _begin(self, least: int) -> None:
        self._begin_level()
        super()._begin(self._fewest if self._match_runs() else least)

    def _hand_begins(self, live: Recording) -> None:
        super()._hand_begins(live)
        for seat in live.setup.seats:
            self._forget_choice(seat, self._room.patrons[seat])
        if self.number - self._state.begun == 1:
            self._room.began_s = self._now

    def _shift_clocks(self, seconds: float) -> None:
        super()._shift_clocks(seconds)
        self._room.began_s += seconds

    def _rules(self) -> Any:
        return rules_at(self.options, self._room.level)

    def _begin_level(self) -> None:
        hands = self._state.number - self._state.begun
        own = level_of(self.options, hands, self._now - self._room.began_s) if hands else 0
        level = self._state.level if self._led else own
        if level == self._room.level:
            return
        self._room.level = level
        rules = self._rules()
        self._tell(LevelBegun(level, rules.small_blind, rules.big_blind, rules.ante))

    def _end_match(self, why: str) -> None:
        super()._end_match(why)
        for one in list(self._state.seating):
            if (left := self._patron(one).gone) and one.seat in self._state.seating.taken:
                self._free(one, left)
