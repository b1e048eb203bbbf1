"""A table as a machine without I/O: an input and the time go in, an outcome comes out.

The machine numbers the inputs and keeps the timers; the game's flow decides. An outcome says what must be stored
before anything of it is told, and :meth:`Machine.replay` takes a stored input again and checks that it says the
same. A game that raises anything but a refusal is a fault of the game: its table is frozen, and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs
import msgspec

from gamehall.tables import inputs
from gamehall.tables.inputs import Act, Close, Command, Connection, Deal, Fault, GiveUp, Input, Join, Open, Part, Timer
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import GameFault, NotSeated, OutOfTurn, Refusal, TableFrozen
from gamehall_sdk.flow import Arm, CashOut, Disarm, Flow, NeedDeal, Player, Question, RoundOver, Say, Shut
from gamehall_sdk.game import Game
from gamehall_sdk.record import RoundRecord, load
from gamehall_sdk.shuffle import shuffle
from gamehall_sdk.table import Amounts, Ask, Phase, Snapshot, TurnView
from gamehall_sdk.wire.shape import wire_name

__all__ = ["Machine", "Outcome", "Replayed", "TableConfig"]

_DIGEST_BYTES: Final = 8


@attrs.frozen
class TableConfig:
    """What a table was opened with."""

    id: int
    name: str
    game: str
    variant: str
    options: dict[str, str]
    """The game's options and the table's, as texts."""
    creator: int
    """The account that opened it."""


@attrs.frozen
class Outcome:
    """What an input did. Store it, then tell it."""

    number: int
    kind: str
    body: bytes
    digest: str
    seq: int
    at_ms: int
    said: tuple[Say, ...] = ()
    record: RoundRecord | None = None
    began_ms: int = 0
    """When the round of ``record`` was dealt."""
    cash_outs: tuple[CashOut, ...] = ()
    checkpoint: bytes | None = None
    need_deal: bool = False
    """The round waits for :meth:`Machine.deal`."""
    shut: str = ""
    """Why the table should be closed now."""
    closed: bool = False
    fault: str = ""
    """What the game's code failed with."""
    left: tuple[int, ...] = ()
    """Accounts that sit here no more."""
    seat: int | None = None
    """Of a join: the seat."""


@attrs.frozen
class Replayed:
    """What a replayed input gave: whether it is what it was."""

    same: bool
    outcome: Outcome


@attrs.define
class _Timer:
    seconds: float
    deadline_ms: int


@attrs.frozen
class _Checkpoint:
    seq: int
    timers: dict[str, float]
    flow: msgspec.Raw


class Machine:
    """One table. ``fault`` of an outcome is a game's; a :class:`~gamehall_sdk.errors.Refusal` changes nothing."""

    def __init__(self, config: TableConfig, game: Game, flow: Flow) -> None:
        """A table at its beginning; :meth:`restore` and :meth:`replay` bring an old one back."""
        self.config = config
        self.game = game
        self.flow = flow
        self.number = 0
        self.seq = 0
        self.timers: dict[str, _Timer] = {}
        self._deck: Sequence[Card] | None = None
        self._began_ms = 0
        self._seated: frozenset[int] = frozenset()

    # --- inputs ---

    def handle(self, one: Input, now_ms: int) -> Outcome:
        """Take an input. Raises a :class:`~gamehall_sdk.errors.Refusal`, and then nothing has changed."""
        try:
            seat = self._apply(one, now_ms / 1000)
        except Refusal:
            self.flow.effects()
            raise
        except Exception as error:  # noqa: BLE001  # a game's code may fail with anything
            return self.freeze(_cause(error), now_ms)
        try:
            return self._outcome(one, now_ms, seat)
        except Exception as error:  # noqa: BLE001  # as above: the flow's state or its events cannot be written
            return self.freeze(_cause(error), now_ms)

    def deal(self, secret: bytes, now_ms: int) -> Outcome:
        """Shuffle the deck that the flow asked for by *secret*, and deal."""
        if self._deck is None:
            sentence = "no deal was asked for"
            raise RuntimeError(sentence)
        order = shuffle(self._deck, secret)
        return self.handle(Deal(tuple(str(Card(card)) for card in order), secret.hex()), now_ms)

    def replay(self, kind: str, body: bytes, digest: str, at_ms: int) -> Replayed:
        """Take a stored input again. Where it does not do what it did, the caller freezes the table."""
        one = inputs.read(kind, body)
        try:
            outcome = self.handle(one, at_ms)
        except Refusal as error:
            outcome = self.freeze(f"a stored input is refused now: {error}", at_ms)
        if isinstance(one, Fault):
            return Replayed(same=True, outcome=outcome)
        return Replayed(same=outcome.digest == digest, outcome=outcome)

    @property
    def awaits_deal(self) -> bool:
        """Whether the next input must be a deal."""
        return self._deck is not None

    def _apply(self, one: Input, now: float) -> int | None:
        flow = self.flow
        match one:
            case Open():
                flow.open(now)
            case Join(account, name, kind, seat, stack):
                return flow.join(Player(account, name, kind), seat, stack, now)
            case Part(account, why):
                flow.part(account, now, why)
            case Act(account, action, turn):
                flow.act(self._seat(account), load(action, self.game.payloads), turn, now)
            case GiveUp(account):
                self._give_up(self._seat(account), now)
            case Command(account, command, host):
                flow.command(self._seat(account), load(command, self.game.table_payloads), now, host=host)
            case Timer(name):
                self.timers.pop(name, None)
                flow.timer(name, now)
            case Deal(cards, secret):
                self._deck = None
                self._began_ms = round(now * 1000)
                flow.dealt(tuple(Card(card) for card in cards), bytes.fromhex(secret), now)
            case Connection(account, up):
                flow.connection(account, up=up, now=now)
            case Fault(why):
                self._deck = None
                flow.freeze(why)
            case Close(why):
                self._deck = None
                flow.close(why)
        return None

    def _seat(self, account: int) -> int:
        seat = self.flow.seat_of(account)
        if seat is None:
            if self.flow.phase is Phase.FROZEN:
                sentence = "the table is frozen, since its game failed"
                raise TableFrozen(sentence)
            sentence = "you do not sit at this table"
            raise NotSeated(sentence)
        return seat

    def _give_up(self, seat: int, now: float) -> None:
        turn = next((one.turn for one in self.flow.turns() if one.seat == seat), None)
        if turn is None:
            sentence = f"seat {seat} owes no action now"
            raise OutOfTurn(sentence)
        self.flow.give_up(seat, turn, now)

    # --- outcomes ---

    def freeze(self, why: str, now_ms: int, refunds: dict[int, int] | None = None) -> Outcome:
        """The game failed, or does not do what it did: void the round, give the chips back, take no more inputs.

        *refunds* (account to chips) are given instead of what the flow would, where the flow cannot be trusted.
        """
        one = Fault(why)
        self._apply(one, now_ms / 1000)
        outcome = attrs.evolve(self._outcome(one, now_ms, None), fault=why)
        if refunds is None:
            return outcome
        cash_outs = tuple(CashOut(account, chips) for account, chips in sorted(refunds.items()) if chips > 0)
        return attrs.evolve(outcome, cash_outs=cash_outs, left=tuple(sorted({*outcome.left, *refunds})))

    def _outcome(self, one: Input, now_ms: int, seat: int | None) -> Outcome:
        said: list[Say] = []
        cash_outs: list[CashOut] = []
        record: RoundRecord | None = None
        timers = dict(self.timers)
        deck, shut = self._deck, ""
        for effect in self.flow.effects():
            match effect:
                case Say():
                    said.append(effect)
                case Arm(name, seconds):
                    timers[name] = _Timer(seconds, now_ms + round(seconds * 1000))
                case Disarm(name):
                    timers.pop(name, None)
                case NeedDeal(cards):
                    deck = cards
                case RoundOver(over):
                    record = attrs.evolve(over, table=self.config.id)
                case CashOut():
                    cash_outs.append(effect)
                case Shut(why):
                    shut = why
        digest = _digest(said)
        seq = self.seq + (1 if said else 0)
        checkpoint = None if record is None else self._checkpoint(seq, timers)
        kind, body = inputs.write(one)
        self.timers, self._deck, self.seq = timers, deck, seq
        before, self._seated = self._seated, self.flow.accounts()
        self.number += 1
        return Outcome(
            number=self.number,
            kind=kind,
            body=body,
            digest=digest,
            seq=seq,
            at_ms=now_ms,
            said=tuple(said),
            record=record,
            began_ms=self._began_ms,
            cash_outs=tuple(cash_outs),
            checkpoint=checkpoint,
            need_deal=deck is not None,
            shut=shut,
            closed=self.flow.phase is Phase.CLOSED,
            left=tuple(sorted(before - self._seated)),
            seat=seat,
        )

    # --- what viewers are shown ---

    def snapshot(self, viewer: int | None, now_ms: int, *, hide_round: bool = False) -> Snapshot:
        """All that the account in seat *viewer*, or a spectator, may know now.

        Raises :class:`~gamehall_sdk.errors.GameFault` when the game cannot show it.
        """
        config = self.config
        return Snapshot(
            seq=self.seq,
            game=config.game,
            variant=config.variant,
            name=config.name,
            phase=self.flow.phase,
            number=self.round_number,
            maxseats=self.flow.size,
            you=viewer,
            seats=self.flow.seats(),
            turns=() if hide_round else self._turns(now_ms),
            options=dict(config.options),
            view=None if hide_round else self._guarded(lambda: self.flow.view(viewer)),
        )

    def ask(self, seat: int, *, with_view: bool) -> Ask | None:
        """What that seat is asked. Raises :class:`~gamehall_sdk.errors.GameFault` when the game cannot say."""
        question: Question | None = self._guarded(lambda: self.flow.question(seat))
        if question is None:
            return None
        legal = question.legal
        amounts = tuple(Amounts(wire_name(span.action), span.least, span.most) for span in legal.ranges)
        view = self._guarded(lambda: self.flow.view(seat)) if with_view else None
        return Ask(seat, question.turn, question.seconds, legal.actions, amounts, view)

    @property
    def round_number(self) -> int:
        """The number of the round being played, or of the last one."""
        return self.flow.number

    def _turns(self, now_ms: int) -> tuple[TurnView, ...]:
        turns = []
        for turn in self.flow.turns():
            timer = self.timers.get(f"turn:{turn.seat}:{turn.turn}")
            left = turn.seconds if timer is None else max(0.0, (timer.deadline_ms - now_ms) / 1000)
            turns.append(attrs.evolve(turn, seconds=left))
        return tuple(turns)

    def _guarded(self, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except Exception as error:
            raise GameFault(_cause(error)) from error

    # --- keeping and coming back ---

    def _checkpoint(self, seq: int, timers: dict[str, _Timer]) -> bytes:
        state = msgspec.Raw(self.flow.save())
        return msgspec.json.encode(_Checkpoint(seq, {name: timer.seconds for name, timer in timers.items()}, state))

    def restore(self, checkpoint: bytes, number: int, now_ms: int) -> None:
        """Take up the table as it was after input *number*."""
        kept = msgspec.json.decode(checkpoint, type=_Checkpoint)
        self.number = number
        self.seq = kept.seq
        self.flow.load(bytes(kept.flow))
        self._seated = self.flow.accounts()
        for name, seconds in kept.timers.items():
            self.timers[name] = _Timer(seconds, now_ms + round(seconds * 1000))
        if self.flow.dealing:
            self._deck = self.game.deck(self.config.variant, self.flow.options)

    def rearm(self, now_ms: int, grace_ms: int) -> None:
        """After a restart: every armed timer starts anew, turns with a grace, so that nobody pays for the outage."""
        for name, timer in self.timers.items():
            extra = grace_ms if name.startswith("turn:") else 0
            timer.deadline_ms = now_ms + round(timer.seconds * 1000) + extra

    def due(self, now_ms: int) -> str | None:
        """An armed timer whose time is over, the earliest first."""
        name = min(self.timers, key=lambda one: self.timers[one].deadline_ms, default=None)
        return name if name is not None and self.timers[name].deadline_ms <= now_ms else None

    def next_deadline_ms(self) -> int | None:
        """When the next timer is over."""
        return min((timer.deadline_ms for timer in self.timers.values()), default=None)


def _digest(said: list[Say]) -> str:
    spoken = msgspec.json.encode([(say.audience, say.body) for say in said])
    return hashlib.blake2b(spoken, digest_size=_DIGEST_BYTES).hexdigest()


def _cause(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
