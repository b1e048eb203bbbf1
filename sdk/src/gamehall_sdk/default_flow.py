"""The flow that suits most games: waiting, ready, rounds with a clock, pauses, leaving, sitting out, matches.

The phases go round as :data:`STEPS` says. Between rounds the whole state is :class:`_State`, which is what a
checkpoint holds; within a round there are also the round itself, who is asked what, and the record being kept.
"""

from __future__ import annotations

from typing import Any, Final

import attrs
import msgspec

from gamehall_sdk.cards import Card
from gamehall_sdk.clock import Clock
from gamehall_sdk.errors import (
    Forbidden,
    IllegalAction,
    NoRound,
    OutOfTurn,
    StaleTurn,
    TableClosed,
    TableFrozen,
    UnknownPayload,
    WrongPhase,
)
from gamehall_sdk.flow import (
    Arm,
    CashOut,
    Disarm,
    Effect,
    Flow,
    NeedDeal,
    Player,
    Question,
    RoundOver,
    Say,
    Shut,
    TableOptions,
)
from gamehall_sdk.game import Game, Plan, Planning, Reveal, Stakes
from gamehall_sdk.options import write_options
from gamehall_sdk.record import By, Input, RoundRecord, SeatRecord, load
from gamehall_sdk.round import Round, Setup
from gamehall_sdk.seating import Occupant, Seating, check_buy_in, check_top_up
from gamehall_sdk.shuffle import commitment
from gamehall_sdk.table import (
    Back,
    Closed,
    Dropped,
    Frozen,
    Joined,
    Kind,
    Left,
    Phase,
    PhaseChanged,
    Ready,
    ReadySaid,
    Rematch,
    Returned,
    RoundEnded,
    RoundStarted,
    SeatView,
    SecretRevealed,
    SitIn,
    SitOut,
    StackChanged,
    Start,
    SteppedOut,
    TurnStarted,
    TurnView,
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


@attrs.define
class _State:
    """The table between rounds."""

    seating: Seating
    phase: Phase = Phase.WAITING
    number: int = 0
    """Rounds dealt so far."""
    begun: int = 0
    """The number at which this match began."""
    turn: int = 0
    dealing: bool = False
    """A deal is asked for and not yet given."""
    memo: dict[str, Any] | None = None
    clock: dict[int, float] = attrs.field(factory=dict)


@attrs.define
class _Live:
    """The round being played."""

    round: Round[Any, Any]
    setup: Setup
    players: tuple[SeatRecord, ...]
    secret: bytes
    asked: dict[int, tuple[int, float, float]] = attrs.field(factory=dict)
    """Seat to (turn, since when, seconds)."""
    inputs: list[Input] = attrs.field(factory=list)
    told: list[tuple[int | None, dict[str, Any]]] = attrs.field(factory=list)
    """What the record will keep of its events."""


class DefaultFlow(Flow):
    """See the module and :class:`~gamehall_sdk.flow.Flow`."""

    def __init__(self, game: Game, variant: str, options: Any, table: TableOptions, clock: Clock) -> None:
        """A new table; *clock* is the one that ``table.clock`` names."""
        self.game = game
        self.variant = variant
        self.options = options
        self.table = table
        self.clock = clock
        least, most = game.seats
        size = min(table.seats or most, most)
        self.least = max(least, min(table.min_players or least, size))
        self._chips = game.stakes is Stakes.CHIPS
        self._state = _State(Seating(size))
        self._live: _Live | None = None
        self._plan: Plan | None = None
        self._effects: list[Effect] = []

    # --- what a host asks ---

    @property
    def phase(self) -> Phase:
        """Where the table is in its life."""
        return self._state.phase

    @property
    def number(self) -> int:
        """The number of the round being played, or of the last one."""
        return self._state.number

    @property
    def dealing(self) -> bool:
        """Whether a deal was asked for and not yet given."""
        return self._state.dealing

    @property
    def size(self) -> int:
        """How many seats the table has."""
        return self._state.seating.size

    def effects(self) -> list[Effect]:
        """See :meth:`Flow.effects`."""
        done, self._effects = self._effects, []
        return done

    def seat_of(self, account: int) -> int | None:
        """See :meth:`Flow.seat_of`."""
        return self._state.seating.seat_of(account)

    def accounts(self) -> frozenset[int]:
        """See :meth:`Flow.accounts`."""
        return frozenset(one.account for one in self._state.seating)

    def seats(self) -> tuple[SeatView, ...]:
        """See :meth:`Flow.seats`."""
        return self._state.seating.views()

    def turns(self) -> tuple[TurnView, ...]:
        """See :meth:`Flow.turns`."""
        asked = self._live.asked if self._live else {}
        return tuple(TurnView(seat, turn, seconds) for seat, (turn, _, seconds) in sorted(asked.items()))

    def question(self, seat: int) -> Question | None:
        """See :meth:`Flow.question`."""
        if self._live is None or seat not in self._live.asked:
            return None
        turn, _, seconds = self._live.asked[seat]
        return Question(seat, turn, seconds, self._live.round.legal(seat))

    def view(self, viewer: int | None) -> Any:
        """See :meth:`Flow.view`."""
        if self._live is None:
            return None
        return self._live.round.view(viewer if viewer in self._live.setup.seats else None)

    def save(self) -> bytes:
        """See :meth:`Flow.save`."""
        if self._live is not None:
            sentence = "a table is saved between rounds only"
            raise RuntimeError(sentence)
        self._state.clock = self.clock.save()
        return msgspec.json.encode(self._state)

    def load(self, state: bytes) -> None:
        """See :meth:`Flow.load`."""
        self._state = msgspec.json.decode(state, type=_State)
        self.clock.load(self._state.clock)

    # --- coming and going ---

    def open(self, now: float) -> None:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.open`."""
        if self.table.linger:
            self._effects.append(Arm("linger", self.table.linger))

    def join(self, player: Player, seat: int | None, stack: int, now: float) -> int:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.join`."""
        self._must_be_open()
        seating = self._state.seating
        limits = self.game.buy_in(self.options) if self.game.buy_in else (0, 0)
        held = seating.seat_of(player.account)
        if held is not None:
            one = seating.taken[held]
            check_top_up(one, stack, limits[1], playing=self._plays(one))
            one.stack += stack
            self._effects.append(Disarm(f"broke:{held}"))
            self._tell(StackChanged(held, one.stack))
        else:
            place = seating.place(seat)
            check_buy_in(stack, limits)
            ready = not self.table.ready or player.kind is Kind.BOT
            one = Occupant(place, player.account, player.name, player.kind, stack, ready=ready)
            seating.taken[place] = one
            self._effects.append(Disarm("linger"))
            self._tell(Joined(place, player.name, player.kind, stack))
        self._maybe_start()
        return one.seat

    def part(self, account: int, now: float, why: str = "left") -> None:
        """See :meth:`Flow.part`."""
        one = self._state.seating.held(account)
        if self._plays(one):
            one.leaving = why
            self._advance(now)
            return
        self._free(one, why)

    def connection(self, account: int, *, up: bool, now: float) -> None:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.connection`."""
        one = self._state.seating.held(account)
        if one.connected == up:
            return
        one.connected = up
        if up:
            self._effects.append(Disarm(f"grace:{one.seat}"))
            self._tell(Returned(one.seat))
        else:
            self._effects.append(Arm(f"grace:{one.seat}", self.table.grace))
            self._tell(Dropped(one.seat, self.table.grace))

    # --- play ---

    def act(self, seat: int, action: Any, turn: int | None, now: float) -> None:
        """See :meth:`Flow.act`."""
        live = self._must_play()
        if seat not in live.asked:
            whose = ", ".join(str(one) for one in sorted(live.asked)) or "nobody"
            sentence = f"seat {seat} owes no action now; to act: {whose}"
            raise OutOfTurn(sentence)
        asked, since, _ = live.asked[seat]
        if turn is not None and turn != asked:
            sentence = f"the action answers turn {turn}; seat {seat} is at turn {asked}"
            raise StaleTurn(sentence)
        live.round.apply(seat, action)
        self.clock.spent(seat, now - since)
        self._state.seating.taken[seat].missed = 0
        self._took(live, seat, action, By.PLAYER, now)
        self._advance(now)

    def give_up(self, seat: int, turn: int, now: float) -> None:
        """See :meth:`Flow.give_up`."""
        live = self._must_play()
        if seat not in live.asked or live.asked[seat][0] != turn:
            sentence = f"seat {seat} is not at turn {turn}"
            raise StaleTurn(sentence)
        self.clock.spent(seat, now - live.asked[seat][1])
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
        elif what == "pause" and self.phase is Phase.PAUSING:
            self._begin(self.least)
        elif what == "grace" and (one := taken.get(int(rest))) and not one.connected:
            self.part(one.account, now, "was away too long")
        elif what == "broke" and (one := taken.get(int(rest))) and self._is_broke(one):
            self.part(one.account, now, "has no chips left")
        elif what == "linger" and not taken:
            self._effects.append(Shut("nobody was here"))
        else:
            sentence = f"timer {name!r} means nothing now"
            raise StaleTurn(sentence)

    def dealt(self, deal: tuple[Card, ...], secret: bytes, now: float) -> None:
        """See :meth:`Flow.dealt`."""
        plan = self._plan or (self._next_plan(self.game.seats[0]) if self._state.dealing else None)
        if plan is None:
            sentence = "no deal was asked for"
            raise NoRound(sentence)
        self._plan = None
        self._state.dealing = False
        seats = [self._state.seating.taken[seat] for seat in plan.seats]
        stacks = tuple(one.stack if self._chips else 0 for one in seats)
        players = tuple(
            SeatRecord(one.seat, one.account, one.name, one.kind, stack)
            for one, stack in zip(seats, stacks, strict=True)
        )
        setup = Setup(
            variant=self.variant, options=self.options, seats=plan.seats, stacks=stacks, deal=deal, start=plan.start
        )
        self._live = _Live(self.game.round(setup), setup, players, secret)
        self._state.number += 1
        self._state.memo = None if plan.memo is None else self.game.payloads.dump_json(plan.memo)
        self._go(Phase.PLAYING)
        self._tell(RoundStarted(self._state.number, plan.seats, commitment(secret)))
        self._advance(now)

    def command(self, seat: int, command: Any, now: float, *, host: bool) -> None:  # noqa: ARG002  # the contract's
        """See :meth:`Flow.command`."""
        self._must_be_open()
        one = self._state.seating.taken[seat]
        match command:
            case Ready(ready):
                one.ready = ready
                self._tell(ReadySaid(seat, ready))
            case SitOut():
                one.out = True
                self._tell(SteppedOut(seat, "sits out"))
            case SitIn():
                one.out = False
                one.missed = 0
                self._tell(Back(seat))
            case Start():
                self._force_start(host=host)
                return
            case Rematch():
                self._rematch(one)
            case _:
                sentence = f"{type(command).__name__.lower()} is not a command of {self.game.name}"
                raise UnknownPayload(sentence)
        self._maybe_start()

    # --- endings ---

    def void(self, why: str) -> None:
        """See :meth:`Flow.void`."""
        live, self._live, self._plan = self._live, None, None
        self._state.dealing = False
        if live is None:
            return
        for seat, (turn, _, _) in live.asked.items():
            self._effects.append(Disarm(f"turn:{seat}:{turn}"))
        self._effects.append(RoundOver(self._record(live, void=why)))

    def freeze(self, why: str) -> None:
        """See :meth:`Flow.freeze`."""
        self._effects.clear()
        self.void(why)
        self._tell(Frozen(why))
        for one in self._state.seating:
            self._free(one, "the table is frozen")
        self._go(Phase.FROZEN, why)

    def close(self, why: str) -> None:
        """See :meth:`Flow.close`."""
        if self.phase is Phase.CLOSED:
            return
        self.void(why)
        for one in self._state.seating:
            self._free(one, why)
        self._go(Phase.CLOSED, why)
        self._tell(Closed(why))

    # --- inside ---

    def _tell(self, event: Any) -> None:
        self._effects.append(Say(None, event, self.game.table_payloads.dump_json(event)))

    def _go(self, phase: Phase, why: str = "") -> None:
        if phase is self.phase:
            return
        if phase not in STEPS[self.phase]:
            sentence = f"a table does not go from {self.phase} to {phase}"
            raise RuntimeError(sentence)
        self._state.phase = phase
        self._tell(PhaseChanged(phase, why))

    def _must_be_open(self) -> None:
        if self.phase is Phase.FROZEN:
            sentence = "the table is frozen, since its game failed"
            raise TableFrozen(sentence)
        if self.phase is Phase.CLOSED:
            sentence = "the table is closed"
            raise TableClosed(sentence)

    def _must_play(self) -> _Live:
        if self._live is None:
            self._must_be_open()
            sentence = "no round is being played at this table"
            raise NoRound(sentence)
        return self._live

    def _plays(self, one: Occupant) -> bool:
        return self._live is not None and one.seat in self._live.setup.seats

    def _is_broke(self, one: Occupant) -> bool:
        return self._chips and one.stack == 0

    def _free(self, one: Occupant, why: str) -> None:
        taken = self._state.seating.taken
        del taken[one.seat]
        self._effects += [Disarm(f"grace:{one.seat}"), Disarm(f"broke:{one.seat}")]
        if self._chips and one.stack:
            self._effects.append(CashOut(one.account, one.stack))
        self._tell(Left(one.seat, one.name, why))
        if not taken and self.table.linger:
            self._effects.append(Arm("linger", self.table.linger))

    def _next_plan(self, least: int) -> Plan | None:
        chairs = self._state.seating.chairs(chips=self._chips)
        if len(chairs) < least or not all(self._state.seating.taken[chair.seat].ready for chair in chairs):
            return None
        memo = None if self._state.memo is None else load(self._state.memo, self.game.payloads)
        return self.game.plan(Planning(self.variant, self.options, self.size, chairs, memo, self._state.number + 1))

    def _begin(self, least: int) -> None:
        """Ask for the deal of the next round if it can be played, else wait."""
        self._plan = self._next_plan(least)
        if self._plan is None:
            self._go(Phase.WAITING, "waiting for players")
            return
        self._state.dealing = True
        self._effects.append(NeedDeal(self.game.deck(self.variant, self.options)))

    def _maybe_start(self) -> None:
        if self.phase is Phase.WAITING and not self._state.dealing:
            self._begin(self.least)

    def _force_start(self, *, host: bool) -> None:
        if not host:
            sentence = "only the table's creator starts it"
            raise Forbidden(sentence)
        if self.phase is not Phase.WAITING:
            sentence = f"the table is not waiting; it is {self.phase}"
            raise WrongPhase(sentence)
        chairs = self._state.seating.chairs(chips=self._chips)
        if len(chairs) < self.game.seats[0]:
            sentence = f"{self.game.title} needs {self.game.seats[0]} players; {len(chairs)} can play now"
            raise WrongPhase(sentence)
        for chair in chairs:
            self._state.seating.taken[chair.seat].ready = True
        self._begin(self.game.seats[0])

    def _rematch(self, one: Occupant) -> None:
        if self.phase is not Phase.OVER:
            sentence = "a rematch follows the last round of a match"
            raise WrongPhase(sentence)
        one.ready = True
        self._tell(ReadySaid(one.seat, ready=True))
        if not all(other.ready for other in self._state.seating):
            return
        self._state.begun = self._state.number
        if not self._chips:
            for other in self._state.seating:
                other.stack = 0
                self._tell(StackChanged(other.seat, 0))
        self._go(Phase.WAITING, "rematch")

    def _took(self, live: _Live, seat: int, action: Any, by: By, now: float) -> None:
        turn, _, _ = live.asked.pop(seat)
        self._effects.append(Disarm(f"turn:{seat}:{turn}"))
        live.inputs.append(Input(seat, round(now * 1000), by, self.game.payloads.dump_json(action)))

    def _default(self, live: _Live, seat: int, now: float) -> None:
        action = live.round.default(seat)
        try:
            live.round.apply(seat, action)
        except IllegalAction as error:
            sentence = f"the default action of seat {seat} is not legal: {error}"
            raise RuntimeError(sentence) from error
        self._took(live, seat, action, By.CLOCK, now)

    def _advance(self, now: float) -> None:
        """Tell what happened in the round, ask whoever is to act, end the round when it is over."""
        live = self._must_play()
        while True:
            for told in live.round.events():
                body = self.game.payloads.dump_json(told.event)
                live.told.append((told.audience, body))
                self._effects.append(Say(told.audience, told.event, body))
            due = live.round.to_act
            for seat in [seat for seat in live.asked if seat not in due]:
                turn, _, _ = live.asked.pop(seat)
                self._effects.append(Disarm(f"turn:{seat}:{turn}"))
            for seat in due:
                if seat not in live.asked:
                    self._ask(live, seat, now)
            gone = [seat for seat in live.asked if self._state.seating.taken[seat].leaving]
            if not gone:
                break
            self._default(live, gone[0], now)
        if live.round.payoffs is not None:
            self._finish(live)

    def _ask(self, live: _Live, seat: int, now: float) -> None:
        self._state.turn += 1
        seconds = self.clock.allowance(seat)
        live.asked[seat] = (self._state.turn, now, seconds)
        self._effects.append(Arm(f"turn:{seat}:{self._state.turn}", seconds))
        self._tell(TurnStarted(seat, self._state.turn, seconds))

    def _finish(self, live: _Live) -> None:
        payoffs = live.round.payoffs or {}
        played = [self._state.seating.taken[seat] for seat in live.setup.seats]
        net = tuple(payoffs.get(one.seat, 0) for one in played)
        if self._chips and (sum(net) or any(one.stack + won < 0 for one, won in zip(played, net, strict=True))):
            sentence = f"the payoffs {net} do not sum to 0, or take more than a stack"
            raise RuntimeError(sentence)
        self._live = None
        for one, won in zip(played, net, strict=True):
            one.stack += won
            one.rounds += 1
        self._tell(RoundEnded(self._state.number, net, tuple(one.stack for one in played)))
        if self.game.reveal is Reveal.ROUND:
            self._tell(SecretRevealed(self._state.number, live.secret.hex()))
        self._effects.append(RoundOver(self._record(live, payoffs=net)))
        for one in played:
            if one.leaving:
                self._free(one, one.leaving)
            elif self._is_broke(one):
                self._effects.append(Arm(f"broke:{one.seat}", self.table.grace))
        if self.table.rounds and self._state.number - self._state.begun >= self.table.rounds:
            self._go(Phase.OVER, f"all {self.table.rounds} rounds are played")
            for one in self._state.seating:
                one.ready = one.kind is Kind.BOT
            return
        self._go(Phase.PAUSING)
        if self.table.pause > 0:
            self._effects.append(Arm("pause", self.table.pause))
        else:
            self._begin(self.least)

    def _record(self, live: _Live, payoffs: tuple[int, ...] | None = None, void: str = "") -> RoundRecord:
        payloads = self.game.payloads
        start = live.setup.start
        return RoundRecord(
            game=self.game.name,
            version=self.game.version,
            variant=self.variant,
            options=write_options(self.options),
            number=self._state.number,
            seats=live.players,
            start=None if start is None else payloads.dump_json(start),
            secret=live.secret.hex(),
            deal=tuple(str(card) for card in live.setup.deal),
            inputs=tuple(live.inputs),
            events=tuple(live.told),
            payoffs=payoffs,
            void=void,
        )
