"""The flow that suits most games: waiting, ready, rounds with a clock, pauses, leaving, sitting out, matches.

The phases go round as :data:`STEPS` says. Between rounds the whole state is a
:class:`~gamehall_sdk.seating.TableState`, which is what a checkpoint holds; within a round there are also the round
with its record, and who is asked what.

A refusal means that nothing has changed, so only an action may be refused by the rules: whatever else they raise,
refusals among it, is a fault of the game.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamehall_sdk.cards import Card
from gamehall_sdk.errors import (
    BadBuyIn,
    IllegalAction,
    NoRound,
    OutOfTurn,
    Refusal,
    StaleTurn,
    UnknownPayload,
    WrongPhase,
)
from gamehall_sdk.flow import (
    Arm,
    CashOut,
    Disarm,
    NeedDeal,
    Player,
    RoundOver,
    Say,
    Shut,
)
from gamehall_sdk.game import Chair, Plan, Planning, Reveal, Standing
from gamehall_sdk.led_flow import LedFlow
from gamehall_sdk.record import By, Recording, load, trusted
from gamehall_sdk.round import Setup, Told
from gamehall_sdk.seating import Occupant, check_buy_in, check_top_up
from gamehall_sdk.shuffle import commitment
from gamehall_sdk.table import (
    Closed,
    Dropped,
    Frozen,
    Joined,
    Kind,
    Left,
    Pause,
    Phase,
    PhaseChanged,
    Ready,
    ReadySaid,
    Rematch,
    Resume,
    Returned,
    RoundEnded,
    RoundStarted,
    SecretRevealed,
    SitIn,
    SitOut,
    StackChanged,
    Start,
    SteppedOut,
    Stop,
    TurnStarted,
    Warned,
)

__all__ = ["STEPS", "DefaultFlow"]

STEPS: Final = {
    Phase.WAITING: (Phase.PLAYING, Phase.FROZEN, Phase.CLOSED),
    Phase.PLAYING: (Phase.PAUSING, Phase.OVER, Phase.FROZEN, Phase.CLOSED),
    Phase.PAUSING: (Phase.PLAYING, Phase.WAITING, Phase.FROZEN, Phase.CLOSED),
    Phase.OVER: (Phase.WAITING, Phase.FROZEN, Phase.CLOSED),
    Phase.FROZEN: (Phase.CLOSED,),
    Phase.CLOSED: (),
}
"""From each phase, where the table may go."""
_MOST_DEFAULTS: Final = 10_000
"""More actions in a row, all for players who have left, are no round that ends."""


class DefaultFlow(LedFlow):
    """See the module and :class:`~gamehall_sdk.flow.Flow`."""

    # --- coming and going ---

    def open(self, now: float) -> None:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.open`."""
        if self.table.linger:
            self._effects.append(Arm("linger", self.table.linger, always=True))

    def join(self, player: Player, seat: int | None, stack: int, now: float) -> int:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.join`."""
        self._must_be_open()
        seating = self._state.seating
        with trusted():
            limits = self.game.buy_in(self.options) if self.game.buy_in else (0, 0)
        held = seating.seat_of(player.account)
        if held is not None:
            one = seating.taken[held]
            if self._led and stack:
                sentence = "in a tournament no chips are bought at the table"
                raise BadBuyIn(sentence)
            check_top_up(one, stack, limits[1], playing=self._plays(one))
            one.stack += stack
            self._effects.append(Disarm(f"broke:{held}"))
            self._tell(StackChanged(held, one.stack))
        else:
            place = seating.place(seat)
            owed = self._state.taken_away.get(player.account, 0)
            if not self._led:
                check_buy_in(stack, limits, owed)
            self._forget_taken(player.account)
            master, asks = player.master, player.says_ready
            one = Occupant(place, player.account, player.name, player.kind, stack, master=master, says_ready=asks)
            one.ready = not self.table.ready or one.always_ready
            seating.taken[place] = one
            self._effects.append(Disarm("linger"))
            self._tell(Joined(place, player.name, player.kind, stack, player.master, one.ready))
        self._settle()
        return one.seat

    def part(self, account: int, now: float, why: str = "left") -> None:
        """See :meth:`Flow.part`."""
        one = self._state.seating.held(account)
        if self._led:
            self._abandon(one, why, now)
            return
        if self._plays(one):
            one.leaving = why
            self._advance(now)
        else:
            self._free(one, why)
            self._settle()
        self._go_on_without(one, now)

    def connection(self, account: int, *, up: bool, now: float) -> None:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.connection`."""
        one = self._state.seating.held(account)
        if up and self._led and one.out:
            self._come_back(one)
        if one.connected == up:
            return
        one.connected = up
        if up:
            self._effects.append(Disarm(f"grace:{one.seat}"))
            self._tell(Returned(one.seat))
        else:
            self._effects.append(Arm(f"grace:{one.seat}", self.table.grace, always=True))
            self._tell(Dropped(one.seat, self.table.grace))

    # --- play ---

    def act(self, seat: int, action: Any, turn: int | None, now: float) -> None:
        """See :meth:`Flow.act`."""
        live = self._must_play()
        self._must_go_on()
        if seat not in self._asked:
            whose = ", ".join(str(one) for one in sorted(self._asked)) or "nobody"
            sentence = f"seat {seat} owes no action now; to act: {whose}"
            raise OutOfTurn(sentence)
        asked, since, _ = self._asked[seat]
        if turn is not None and turn != asked:
            sentence = f"the action answers turn {turn}; seat {seat} is at turn {asked}"
            raise StaleTurn(sentence)
        try:
            live.round.apply(seat, action)
        except IllegalAction:
            raise
        except Refusal as error:
            sentence = f"rules refuse by IllegalAction only, not by {type(error).__name__}: {error}"
            raise RuntimeError(sentence) from error
        self._spend(seat, now - since)
        self._state.seating.taken[seat].missed = 0
        self._took(live, seat, action, By.PLAYER, now)
        self._advance(now)

    def give_up(self, seat: int, turn: int, now: float) -> None:
        """See :meth:`Flow.give_up`."""
        live = self._must_play()
        self._must_go_on()
        if seat not in self._asked or self._asked[seat][0] != turn:
            sentence = f"seat {seat} is not at turn {turn}"
            raise StaleTurn(sentence)
        self._spend(seat, now - self._asked[seat][1])
        one = self._state.seating.taken[seat]
        one.missed += 1
        self._default(live, seat, now)
        if self.table.misses and one.missed >= self.table.misses and not one.out:
            one.out = True
            self._tell(SteppedOut(seat, f"missed {one.missed} turns in a row"))
        self._advance(now)

    def timer(self, name: str, now: float) -> None:
        """See :meth:`Flow.timer`."""
        what, _, rest = name.partition(":")
        taken = self._state.seating.taken
        if what == "turn":
            seat, _, turn = rest.partition(":")
            self.give_up(int(seat), int(turn), now)
        elif what == "idle":
            self._warn(int(rest))
        elif what == "pause" and self.phase is Phase.PAUSING:
            self._state.resting = False
            if not self._led or self._state.released:
                self._begin(self._fewest)
        elif what == "grace" and (one := taken.get(int(rest))) and not one.connected:
            self.part(one.account, now, "was away too long")
        elif what == "broke" and (one := taken.get(int(rest))) and self._is_broke(one):
            self.part(one.account, now, "has no chips left")
        elif what == "comeback":
            self._forget_taken(int(rest))
        elif what == "linger" and not taken:
            self._effects.append(Shut("nobody was here"))
        else:
            sentence = f"timer {name!r} means nothing now"
            raise StaleTurn(sentence)

    def dealt(self, deal: tuple[Card, ...], secret: bytes, now: float) -> None:
        """See :meth:`Flow.dealt`."""
        if not self._state.dealing:
            sentence = "no deal was asked for"
            raise NoRound(sentence)
        self._state.dealing = False
        plan = self._next_plan(self._fewest)
        if plan is None:
            self._go(Phase.WAITING, "waiting for players")
            return
        players = self._state.seating.records(plan.seats, chips=self._chips)
        stacks = tuple(player.stack for player in players)
        setup = Setup(
            variant=self.variant,
            options=self._rules(),
            seats=plan.seats,
            stacks=stacks,
            deal=deal,
            start=plan.start,
        )
        memo = None if plan.memo is None else self.game.payloads.dump_json(plan.memo)
        with trusted():
            self._live = Recording(self.game, setup, players, number=self._state.number + 1, secret=secret)
        self._state.number += 1
        self._state.memo = memo
        self._go(Phase.PLAYING)
        self._tell(RoundStarted(self._state.number, plan.seats, commitment(secret)))
        self._advance(now)

    def command(self, seat: int, command: Any, now: float, *, host: bool) -> None:
        """See :meth:`Flow.command`."""
        self._must_be_open()
        one = self._state.seating.taken[seat]
        match command:
            case Ready() | Start() | Rematch() | Pause() | Resume() | Stop() if self._led:
                sentence = "a tournament leads this table, and says when it plays"
                raise WrongPhase(sentence)
            case SitOut() if self._led:
                self._abandon(one, "sits out", now)
            case Ready(ready):
                one.ready = ready
                self._tell(ReadySaid(seat, ready))
            case SitOut():
                one.out = True
                self._tell(SteppedOut(seat, "sits out"))
            case SitIn():
                self._come_back(one)
            case Start():
                self._force_start(host=host)
                return
            case Pause():
                self._pause(one, now, host=host)
                return
            case Resume():
                self._resume(one, now, host=host)
                return
            case Stop():
                self._stop(one, now, host=host)
                return
            case Rematch():
                self._rematch(one)
            case _:
                sentence = f"{type(command).__name__.lower()} is not a command of {self.game.name}"
                raise UnknownPayload(sentence)
        self._settle()

    # --- endings ---

    def void(self, why: str) -> None:
        """See :meth:`Flow.void`."""
        live, self._live = self._live, None
        self._state.dealing = False
        if live is None:
            return
        self._ask_no_more(list(self._asked))
        self._effects.append(RoundOver(live.record(void=why)))

    def freeze(self, why: str) -> None:
        """See :meth:`Flow.freeze`."""
        if self.phase in (Phase.FROZEN, Phase.CLOSED):
            return
        ended = [effect.record for effect in self._effects if isinstance(effect, RoundOver)]
        self._effects = [RoundOver(attrs.evolve(record, payoffs=None, void=why)) for record in ended]
        self.void(why)
        self._state.paused_by = None
        self._tell(Frozen(why))
        for one in self._state.seating:
            self._free(one, "the table is frozen")
        self._go(Phase.FROZEN, why)
        self.open(0)

    def close(self, why: str) -> None:
        """See :meth:`Flow.close`."""
        if self.phase is Phase.CLOSED:
            return
        self.void(why)
        self._state.paused_by = None
        for one in self._state.seating:
            self._free(one, why)
        self._go(Phase.CLOSED, why)
        self._tell(Closed(why))

    # --- what a game's own flow may choose otherwise ---

    def _able(self) -> tuple[Chair, ...]:
        """Those who could play the next round; in a tournament all who have not lost everything."""
        if self._led:
            return self._all_in_it()
        return self._state.seating.chairs(chips=self._chips)

    def _plan(self, planning: Planning) -> Plan | None:
        """Who of them does. It is asked before the deal and again after it, and changes nothing."""
        return self.game.plan(planning)

    def _rules(self) -> Any:
        """The options that the next round is played with."""
        return self._at_level()

    def _off_clock(self, seat: int) -> float | None:  # noqa: ARG002  # the clock measures everything
        """The seconds for the decision that *seat* owes, where the table's clock does not measure it."""
        return None

    def _report(self, live: Recording, news: list[tuple[Told, dict[str, Any]]]) -> None:  # noqa: ARG002  # the contract's
        """Tell what happened in the round, each event to its audience."""
        self._effects += [Say(told.audience, told.event, body) for told, body in news]

    def _chosen(self, live: Recording, seat: int) -> Any:  # noqa: ARG002  # nobody has chosen
        """The action that *seat* has chosen in advance, so that it need not be asked."""
        return None

    # --- inside ---

    def _spend(self, seat: int, seconds: float) -> None:
        if seat not in self._unclocked:
            self.clock.spent(seat, seconds)

    def _go(self, phase: Phase, why: str = "") -> None:
        if phase is self.phase:
            return
        if phase not in STEPS[self.phase]:
            sentence = f"a table does not go from {self.phase} to {phase}"
            raise RuntimeError(sentence)
        self._state.phase = phase
        self._tell(PhaseChanged(phase, why))

    def _must_play(self) -> Recording:
        if self._live is None:
            self._must_be_open()
            sentence = "no round is being played at this table"
            raise NoRound(sentence)
        return self._live

    def _is_broke(self, one: Occupant) -> bool:
        return self._chips and one.stack == 0

    def _free(self, one: Occupant, why: str) -> None:
        taken = self._state.seating.taken
        del taken[one.seat]
        self.clock.forget(one.seat)
        self._effects += [Disarm(f"grace:{one.seat}"), Disarm(f"broke:{one.seat}")]
        if self._chips and one.stack:
            self._effects.append(CashOut(one.account, one.stack))
            stays = self.phase in (Phase.WAITING, Phase.PLAYING, Phase.PAUSING)
            if self.table.comeback and stays and one.rounds and not (one.master or self._led):
                self._state.taken_away[one.account] = one.stack
                self._effects.append(Arm(f"comeback:{one.account}", self.table.comeback))
        self._tell(Left(one.seat, one.name, why))
        if not taken and self.table.linger:
            self._effects.append(Arm("linger", self.table.linger, always=True))

    def _forget_taken(self, account: int) -> None:
        if self._state.taken_away.pop(account, None) is not None:
            self._effects.append(Disarm(f"comeback:{account}"))

    def _next_plan(self, least: int) -> Plan | None:
        """Who plays next: all must be ready to start where the table says so; later who is not is left out."""
        state = self._state
        able = self._able()
        chairs = tuple(chair for chair in able if state.seating.taken[chair.seat].ready)
        waits = self.table.ready and self.phase is Phase.WAITING and chairs != able
        if len(chairs) < least or waits:
            return None
        with trusted():
            memo = None if state.memo is None else load(state.memo, self.game.payloads)
            number = state.number + 1
            planning = Planning(
                self.variant, self._rules(), self.size, chairs, memo, number, number - state.begun, state.draw(number)
            )
            plan = self._plan(planning)
        seats = [] if plan is None else sorted(plan.seats)
        if len(set(seats)) < len(seats) or not {chair.seat for chair in chairs}.issuperset(seats):
            sentence = f"the plan's seats {seats} are not of those who can play"
            raise RuntimeError(sentence)
        return plan

    def _begin(self, least: int) -> None:
        """Ask for the deal of the next round if it can be played, else wait."""
        self._state.released = False
        if self._next_plan(least) is None:
            self._go(Phase.WAITING, "waiting for players")
            return
        with trusted():
            deck = self.game.deck(self.variant, self.options)
        self._state.dealing = True
        self._effects.append(NeedDeal(deck))

    def _settle(self) -> None:
        """Somebody came, went or spoke: begin what that makes possible."""
        self._stop_if_due()
        if self._holds or self._led:
            return
        if self.phase is Phase.OVER and any(one.kind is Kind.HUMAN for one in self._state.seating):
            self._again()
        if self.phase is Phase.WAITING and not self._state.dealing:
            self._begin(self.least)

    def _force_start(self, *, host: bool) -> None:
        self._must_control("starts", host=host)
        self._must_go_on()
        if self.phase is not Phase.WAITING:
            sentence = f"the table is not waiting; it is {self.phase}"
            raise WrongPhase(sentence)
        chairs = self._able()
        if len(chairs) < self._fewest:
            sentence = f"{self.game.title} needs {self._fewest} players; {len(chairs)} can play now"
            raise WrongPhase(sentence)
        for seat in self._state.seating.ready_all(tuple(chair.seat for chair in chairs)):
            self._tell(ReadySaid(seat, ready=True))
        if not self._state.dealing:
            self._begin(self._fewest)

    def _rematch(self, one: Occupant) -> None:
        if self.phase is not Phase.OVER:
            sentence = "a rematch follows the last round of a match"
            raise WrongPhase(sentence)
        one.ready = True
        self._tell(ReadySaid(one.seat, ready=True))
        self._again()

    def _again(self) -> None:
        """Begin another match if all want one who have not stepped out."""
        wanted = [one for one in self._state.seating if not one.out]
        if not wanted or not all(one.ready for one in wanted):
            return
        self._state.begun = self._state.number
        for one in self._state.seating:
            self.clock.forget(one.seat)
            if not self._chips and one.stack:
                one.stack = 0
                self._tell(StackChanged(one.seat, 0))
        self._go(Phase.WAITING, "rematch")

    def _took(self, live: Recording, seat: int, action: Any, by: By, now: float) -> None:
        self._ask_no_more([seat] if seat in self._asked else [])
        live.did(seat, action, by, round(now * 1000))

    def _default(self, live: Recording, seat: int, now: float) -> None:
        with trusted():
            action = live.round.default(seat)
        self._do(live, seat, action, By.CLOCK, now)

    def _do(self, live: Recording, seat: int, action: Any, by: By, now: float) -> None:
        """Apply an action that the rules have nothing to say against."""
        try:
            live.round.apply(seat, action)
        except Refusal as error:
            what = "default" if by is By.CLOCK else "chosen"
            sentence = f"the {what} action of seat {seat} is not legal: {error}"
            raise RuntimeError(sentence) from error
        self._took(live, seat, action, by, now)

    def _advance(self, now: float) -> None:
        """Tell what happened in the round, ask whoever is to act, end the round when it is over."""
        live = self._must_play()
        if self.paused:
            return
        for _ in range(_MOST_DEFAULTS):
            with trusted():
                news, due, net = live.news(), live.round.to_act, live.net(chips=self._chips)
            self._report(live, news)
            self._ask_no_more([seat for seat in self._asked if seat not in due])
            action = None
            for seat in due:
                action = self._unasked(live, seat)
                if action is not None:
                    break
            if action is not None:
                self._do(live, seat, action, By.PLAYER, now)
                continue
            for seat in due:
                if seat not in self._asked:
                    self._ask(seat, now)
            gone = [seat for seat in self._asked if self._state.seating.taken[seat].leaving]
            if not gone:
                break
            self._default(live, gone[0], now)
        else:
            sentence = f"the round is not over after {_MOST_DEFAULTS} default actions"
            raise RuntimeError(sentence)
        if net is not None:
            self._finish(live, net)

    def _ask_no_more(self, seats: list[int]) -> None:
        for seat in seats:
            turn, _, _ = self._asked.pop(seat)
            self._effects.append(Disarm(f"turn:{seat}:{turn}"))
            if self.table.idle:
                self._effects.append(Disarm(f"idle:{seat}"))

    def _ask(self, seat: int, now: float) -> None:
        self._state.turn += 1
        own = self._off_clock(seat)
        seconds = self.clock.allowance(seat) if own is None else own
        self._unclocked = self._unclocked - {seat} if own is None else self._unclocked | {seat}
        self._asked[seat] = (self._state.turn, now, seconds)
        self._effects.append(Arm(f"turn:{seat}:{self._state.turn}", seconds))
        if self.table.idle:
            # Half of a short turn at least, so that one is told after some silence and not with the question.
            self._effects.append(Arm(f"idle:{seat}", max(seconds - self.table.idle, seconds / 2)))
        self._tell(TurnStarted(seat, self._state.turn, seconds))

    def _warn(self, seat: int) -> None:
        """Tell a silent player how long there is left."""
        if seat not in self._asked:
            sentence = f"seat {seat} owes no action now"
            raise StaleTurn(sentence)
        seconds = self._asked[seat][2]
        self._whisper(seat, Warned(seat, min(self.table.idle, seconds / 2)))

    def _finish(self, live: Recording, net: tuple[int, ...]) -> None:
        played = [self._state.seating.taken[seat] for seat in live.setup.seats]
        self._live, self._last = None, live
        self._played = {one.account: one.seat for one in played}
        for one, won in zip(played, net, strict=True):
            one.stack += won
            one.rounds += 1
        self._tell(RoundEnded(self._state.number, net, tuple(one.stack for one in played)))
        if self.game.reveal is Reveal.ROUND:
            self._tell(SecretRevealed(self._state.number, live.secret))
        self._effects.append(RoundOver(live.record(payoffs=net)))
        stacks, rounds = tuple(one.stack for one in played), self._state.number - self._state.begun
        with trusted():
            carry = live.round.carry
            why = self._why_over(Standing(self.variant, self.options, stacks, rounds))
        if carry is not None:
            self._state.memo = self.game.payloads.dump_json(carry)
        for one in played:
            if one.leaving:
                self._free(one, one.leaving)
            elif self._is_broke(one) and not self._led:
                self._effects.append(Arm(f"broke:{one.seat}", self.table.grace))
        if why:
            self._end_match(why)
        else:
            self._go(Phase.PAUSING)
        self._stop_if_due()
        if why or self.stopping:
            return
        if self.table.pause > 0:
            self._state.resting = self._led
            self._effects.append(Arm("pause", self.table.pause))
        elif not self._led:
            self._begin(self._fewest)

    def _end_match(self, why: str) -> None:
        self._go(Phase.OVER, why)
        for account in list(self._state.taken_away):
            self._forget_taken(account)
        for seat in self._state.seating.unready_people():
            self._tell(ReadySaid(seat, ready=False))
