"""A table as a machine without I/O: an input and the time go in, an outcome comes out.

The machine numbers the inputs and keeps the timers; the game's flow decides. An outcome says what must be stored
before anything of it is told, and :meth:`Machine.replay` takes a stored input again and checks that it says the
same. A game that raises anything but a refusal is a fault of the game: its table is frozen, and nothing else.

The machine keeps books of its own: what each account brought to the table, won in its recorded rounds and took
away. They are what is given back when the game fails, and a flow that pays out anything else has failed too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeVar

import attrs
import msgspec

from gamehall.tables import inputs
from gamehall.tables.inputs import (
    Act,
    Close,
    Command,
    Connection,
    Deal,
    Fault,
    GiveUp,
    Input,
    Join,
    Open,
    Part,
    Proceed,
    Resume,
    Timer,
    Unseat,
)
from gamehall_sdk.cards import Card, words
from gamehall_sdk.errors import GameFault, NotSeated, OutOfTurn, Refusal, TableClosed, TableFrozen, UnknownPayload
from gamehall_sdk.flow import Arm, CashOut, Disarm, Flow, NeedDeal, Player, Question, RoundOver, Say
from gamehall_sdk.game import Game, Stakes
from gamehall_sdk.record import RoundRecord, load
from gamehall_sdk.shuffle import shuffle
from gamehall_sdk.table import Amounts, Ask, Phase, Snapshot, TurnView
from gamehall_sdk.wire.shape import wire_name

__all__ = ["FAILED", "Bound", "Machine", "Outcome", "Replayed", "TableConfig"]

FAILED: Final = "the table's game failed; its round is void and the chips go back"
"""What players are told: the cause, which may name what not everybody may know, goes to the log and the journal."""
_DIGEST_BYTES: Final = 8
_MOST_SAID: Final = 512 * 1024
_MOST_KEPT: Final = 16 * 1024 * 1024
_LONG: Final = 256
"""So many inputs without a round, and the state is kept all the same: a journal has an end."""


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

    @property
    def rated(self) -> bool:
        """Whether its rounds count for the leaderboard."""
        return self.options.get("rated") == "true"

    @property
    def tournament(self) -> int:
        """The number of the tournament that leads it; 0: none does."""
        return int(self.options.get("tournament", "0"))


T = TypeVar("T")


class Bound(Protocol):
    """Runs a call of a game's code; where that takes too long, or would end the program, it raises an Exception."""

    def __call__(self, call: Callable[..., T], table: TableConfig, *given: Any) -> T:
        """What *call* gives for what is *given*."""


def unbound(call: Callable[..., T], table: TableConfig, *given: Any) -> T:  # noqa: ARG001  # a Bound's
    """The :class:`Bound` that is none."""
    return call(*given)


@attrs.define
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
    resumed: bool = False
    """A pause of the table is over."""
    places: dict[int, int] = attrs.field(factory=dict)
    """Account to seat, after it."""


@attrs.frozen
class Replayed:
    """What a replayed input gave: whether it is what it was."""

    same: bool
    outcome: Outcome


@attrs.define
class _Timer:
    seconds: float
    deadline_ms: int
    always: bool = False
    """Whether it runs while the table is paused."""
    left_ms: int | None = None
    """While it stands still: what is left of it."""

    def left_s(self, now_ms: int) -> float:
        """Seconds until it is over."""
        return max(0, self.deadline_ms - now_ms if self.left_ms is None else self.left_ms) / 1000

    def at(self, now_ms: int, *, paused: bool) -> _Timer:
        """The same, standing still or running as it should now."""
        if paused and not self.always:
            return self if self.left_ms is not None else attrs.evolve(self, left_ms=max(0, self.deadline_ms - now_ms))
        if self.left_ms is None:
            return self
        return attrs.evolve(self, deadline_ms=now_ms + self.left_ms, left_ms=None)


class _BadNewsError(Exception):
    """What the game says cannot be told."""


@attrs.define
class _Draft:
    """What an input did, before the machine takes it over."""

    outcome: Outcome
    timers: dict[str, _Timer]
    deck: Sequence[Card] | None
    books: dict[int, int]
    paused: bool


@attrs.frozen
class _Checkpoint:
    seq: int
    timers: dict[str, float]
    flow: msgspec.Raw
    books: dict[int, int] = attrs.field(factory=dict)
    always: tuple[str, ...] = ()
    """The timers that run while the table is paused."""


class Machine:
    """One table. ``fault`` of an outcome is a game's; a :class:`~gamehall_sdk.errors.Refusal` changes nothing."""

    def __init__(self, config: TableConfig, game: Game, flow: Flow) -> None:
        """A table at its beginning; :meth:`restore` and :meth:`replay` bring an old one back."""
        self.config = config
        self.game = game
        self.flow = flow
        self.bound: Bound = unbound
        """What runs the game's code."""
        self.number = 0
        self.seq = 0
        self.timers: dict[str, _Timer] = {}
        self._deck: Sequence[Card] | None = None
        self._began_ms = 0
        self._latest_ms = 0
        self._kept = 0
        """The last input with a checkpoint."""
        self._was_paused = False
        self.places: dict[int, int] = {}
        """Account to seat, of all who sit here."""
        self._books: dict[int, int] = {}
        """Account to chips at this table, where chips are played."""

    # --- inputs ---

    def handle(self, one: Input, now_ms: int, means: Any = None) -> Outcome:
        """Take an input. Raises a :class:`~gamehall_sdk.errors.Refusal`, and then nothing has changed.

        *means* is what the input's payload says where the caller has read it already: an action, or the cards.
        """
        if isinstance(one, Fault):
            self._must_run()
            return self.freeze(one.why, now_ms)
        try:
            return self._taken_over(self.bound(self._take, self.config, one, now_ms, means))
        except Refusal:
            raise
        except _BadNewsError as error:
            return self.freeze(str(error), now_ms)
        except Exception as error:  # noqa: BLE001  # a game's code may fail with anything
            return self.freeze(_cause(error), now_ms)

    def deal(self, secret: bytes, now_ms: int) -> Outcome:
        """Shuffle the deck that the flow asked for by *secret*, and deal."""
        if self._deck is None:
            sentence = "no deal was asked for"
            raise RuntimeError(sentence)
        try:
            cards = shuffle(self._deck, secret)
            if {*map(type, cards)} - {Card}:
                cards = tuple(map(Card, cards))
            named = words(cards)
        except Exception as error:  # noqa: BLE001  # the deck is the game's, and may be anything
            return self.freeze(_cause(error), now_ms)
        return self.handle(Deal(named, secret.hex()), now_ms, cards)

    def replay(self, kind: str, body: bytes, digest: str, at_ms: int) -> Replayed:
        """Take a stored input again. Where it does not do what it did, the caller freezes the table."""
        one: Input | None = None
        try:
            one = inputs.read(kind, body)
            outcome = self.handle(one, at_ms)
        except (Refusal, ValueError) as error:
            outcome = self.freeze(f"it cannot be done now: {error}", at_ms)
        # What a fault says depends on how far the failing input had come, which nobody knows any more.
        same = outcome.kind == kind and (outcome.digest == digest or isinstance(one, Fault))
        return Replayed(same=same, outcome=outcome)

    @property
    def awaits_deal(self) -> bool:
        """Whether the next input must be a deal."""
        return self._deck is not None

    def _take(self, one: Input, now_ms: int, means: Any) -> _Draft:
        """Apply *one* and gather what the game says to it; nothing of the machine's changes."""
        try:
            seat = self._apply(one, self._at_ms(now_ms) / 1000, means)
        except Refusal:
            self.flow.effects()
            raise
        try:
            return self._draft(one, now_ms, seat)
        except Refusal as error:
            # Too late to refuse: the flow's state or its events cannot be written.
            raise _BadNewsError(_cause(error)) from error

    def _apply(self, one: Input, now: float, means: Any) -> int | None:  # noqa: PLR0912  # one for each input
        flow = self.flow
        if type(one) is Act:  # most of them
            flow.act(self._seat(one.account), self._action(one.action) if means is None else means, one.turn, now)
            return None
        match one:
            case Open(seed):
                self._open(seed, now)
            case Join(account, name, kind, seat, stack):
                return flow.join(Player(account, name, kind, one.master, one.says_ready), seat, stack, now)
            case Part(account, why):
                flow.part(account, now, why)
            case Proceed(level):
                flow.proceed(level, now)
            case Unseat(account, why):
                flow.unseat(account, why)
            case GiveUp(account, turn):
                self._give_up(self._seat(account), turn, now)
            case Command(account, command, host):
                flow.command(self._seat(account), load(command, self.game.table_payloads), now, host=host)
            case Timer(name):
                self.timers.pop(name, None)
                flow.timer(name, now)
            case Deal(cards, secret):
                flow.dealt(tuple(map(Card, cards)) if means is None else means, bytes.fromhex(secret), now)
                self._deck = None
                self._began_ms = round(now * 1000)
            case Connection(account, up):
                flow.connection(account, up=up, now=now)
            case Resume():
                flow.resume(now - self._latest_ms / 1000)
            case Fault():
                flow.freeze(FAILED)
            case Close(why):
                flow.close(why)
        return None

    def _open(self, seed: str, now: float) -> None:
        if seed:
            self.flow.sow(bytes.fromhex(seed))
        self.flow.open(now)

    def _seat(self, account: int) -> int:
        seat = self.places.get(account)
        if seat is None:
            self._must_run()
            sentence = "you do not sit at this table"
            raise NotSeated(sentence)
        return seat

    def _action(self, payload: dict[str, Any]) -> Any:
        action = load(payload, self.game.payloads)
        kind: type = type(action)
        if kind not in self.game.actions:
            there = ", ".join(wire_name(kind) for kind in self.game.actions)
            sentence = f"{wire_name(kind)} is not an action of {self.game.title}; its actions are {there}"
            raise UnknownPayload(sentence)
        return action

    def _must_run(self) -> None:
        if self.flow.phase is Phase.FROZEN:
            sentence = "the table is frozen, since its game failed"
            raise TableFrozen(sentence)
        if self.flow.phase is Phase.CLOSED:
            sentence = "the table is closed"
            raise TableClosed(sentence)

    def _give_up(self, seat: int, turn: int | None, now: float) -> None:
        asked = next((one.turn for one in self.flow.turns() if one.seat == seat), None)
        if asked is None:
            sentence = f"seat {seat} owes no action now"
            raise OutOfTurn(sentence)
        self.flow.give_up(seat, asked if turn is None else turn, now)

    # --- outcomes ---

    def freeze(self, why: str, now_ms: int, refunds: dict[int, int] | None = None) -> Outcome:
        """The game failed, or does not do what it did: void the round, give the chips back, take no more inputs.

        *refunds* (account to chips) are given instead of what the machine's own books say, where the machine is not
        what was stored.
        """
        one = Fault(why)
        due = self._books if refunds is None else refunds
        try:
            outcome = self._taken_over(self.bound(self._take, self.config, one, now_ms, None))
        except Exception:  # noqa: BLE001  # a flow that cannot even stop: the table is closed at once
            outcome = self._ended(one, now_ms)
        cash_outs = tuple(CashOut(account, chips) for account, chips in sorted(due.items()) if chips > 0)
        left = tuple(sorted({*outcome.left, *due}))
        return attrs.evolve(outcome, fault=why, cash_outs=cash_outs, left=left)

    def _ended(self, one: Input, now_ms: int) -> Outcome:
        kind, body = inputs.write(one)
        left, self.places = tuple(sorted(self.places)), {}
        self.number += 1
        self.timers, self._deck, self._books = {}, None, {}
        at_ms = self._at_ms(now_ms)
        return Outcome(self.number, kind, body, _digest([]), self.seq, at_ms, closed=True, left=left)

    def _at_ms(self, now_ms: int) -> int:
        """The time of an input: it does not go back, whatever the clock does between two runs of the server."""
        return max(now_ms, self._latest_ms)

    def _taken_over(self, draft: _Draft) -> Outcome:
        """The machine takes over what an input did."""
        outcome = draft.outcome
        self.timers, self._deck, self._books, self.places = draft.timers, draft.deck, draft.books, outcome.places
        self._was_paused = draft.paused
        self.seq, self._latest_ms, self.number = outcome.seq, outcome.at_ms, outcome.number
        if outcome.checkpoint is not None:
            self._kept = self.number
        return outcome

    def _draft(self, one: Input, now_ms: int, seat: int | None) -> _Draft:
        """What the game says to an input that was applied; nothing of the machine's changes."""
        flow, before = self.flow, self.places
        ends = isinstance(one, (Fault, Close))  # a union takes longer
        timers = {} if ends else self.timers.copy()
        deck = None if ends else self._deck
        said: list[Say] = []
        cash_outs: list[CashOut] = []
        record: RoundRecord | None = None
        shut = ""
        for effect in flow.effects():
            if isinstance(effect, Say):  # most of them, then timers
                said.append(effect)
            elif isinstance(effect, Arm):
                deadline_ms = now_ms + round(effect.seconds * 1000)
                timers[effect.name] = _Timer(effect.seconds, deadline_ms, effect.always)
            elif isinstance(effect, Disarm):
                timers.pop(effect.name, None)
            elif isinstance(effect, NeedDeal):
                deck = effect.deck
            elif isinstance(effect, RoundOver):
                over, config = effect.record, self.config
                record = attrs.evolve(over, table=config.id, rated=config.rated, tournament=config.tournament)
            elif isinstance(effect, CashOut):
                cash_outs.append(effect)
            else:
                shut = effect.why
        phase, paused = flow.phase, flow.paused
        closed = phase is Phase.CLOSED
        if closed:
            timers = {}
        if paused or self._was_paused:
            timers = {name: timer.at(now_ms, paused=paused) for name, timer in timers.items()}
        digest = _digest(said)
        seq = self.seq + 1 if said else self.seq
        places = flow.places()
        books = {} if isinstance(one, Fault) else self._booked(one, record, cash_outs, places)
        checkpoint = None
        if record is not None or self._waits_long(one, deck):
            checkpoint = self._checkpoint(seq, timers, books)
        kind, body = inputs.write(one)
        outcome = Outcome(
            number=self.number + 1,
            kind=kind,
            body=body,
            digest=digest,
            seq=seq,
            at_ms=self._at_ms(now_ms),
            said=tuple(said),
            record=record,
            # A deal notes when the round began, which is told when it ends.
            began_ms=self._began_ms,
            cash_outs=tuple(cash_outs),
            checkpoint=checkpoint,
            need_deal=deck is not None,
            shut=shut,
            closed=closed,
            left=() if before == places else tuple(sorted(before.keys() - places.keys())),
            seat=seat,
            resumed=self._was_paused and not paused,
            places=places,
        )
        return _Draft(outcome, timers, deck, books, paused)

    def _booked(
        self, one: Input, record: RoundRecord | None, cash_outs: list[CashOut], places: dict[int, int]
    ) -> dict[int, int]:
        """The books after an input; raises :class:`RuntimeError` when the flow paid out what was not there."""
        if self.game.stakes is not Stakes.CHIPS:
            return {}
        if record is None and not cash_outs and places.keys() == self.places.keys() and not isinstance(one, Join):
            return self._books
        books = dict(self._books)
        if isinstance(one, Join):
            books[one.account] = books.get(one.account, 0) + one.stack
        if record is not None and record.payoffs is not None:
            for player, won in zip(record.seats, record.payoffs, strict=True):
                books[player.account] = books.get(player.account, 0) + won
        for cash in cash_outs:
            books[cash.account] = books.get(cash.account, 0) - cash.amount
        wrong = {account: chips for account, chips in books.items() if chips < 0 or (chips and account not in places)}
        if wrong:
            sentence = f"chips do not add up: accounts {sorted(wrong)} are left with {list(wrong.values())}"
            raise RuntimeError(sentence)
        return {account: chips for account, chips in books.items() if account in places}

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
            turns=() if hide_round else self.turns(now_ms),
            options=dict(config.options),
            view=None if hide_round else self._guarded(lambda: self.flow.view(viewer)),
            about=None if hide_round else self._guarded(lambda: self.flow.about(viewer)),
            paused=self.flow.paused,
            stopping=self.flow.stopping,
        )

    def view(self, viewer: int | None) -> Any:
        """The round as that seat or a spectator sees it; ``None`` between rounds. Raises as :meth:`snapshot` does."""
        return self._guarded(lambda: self.flow.view(viewer))

    def tick(self, now_ms: int) -> Any:
        """What whoever shows a clock hears now. Raises :class:`~gamehall_sdk.errors.GameFault`."""
        return self._guarded(lambda: self.flow.tick(self.turns(now_ms)))

    def ask(self, seat: int, *, with_view: bool) -> Ask | None:
        """What that seat is asked. Raises :class:`~gamehall_sdk.errors.GameFault` when the game cannot say."""
        asked: Ask | None = self._guarded(self._put, seat, with_view)
        return asked

    def _put(self, seat: int, with_view: bool) -> Ask | None:  # noqa: FBT001  # it is passed on
        question: Question | None = self.flow.question(seat)
        if question is None:
            return None
        legal = question.legal
        amounts = tuple([Amounts(wire_name(span.action), span.least, span.most) for span in legal.ranges])
        view = self.flow.view(seat) if with_view else None
        return Ask(seat, question.turn, question.seconds, tuple(legal.actions), amounts, view)

    @property
    def round_number(self) -> int:
        """The number of the round being played, or of the last one."""
        return self.flow.number

    def turns(self, now_ms: int) -> tuple[TurnView, ...]:
        """The open turns, with the seconds that are left."""
        turns = []
        for turn in self.flow.turns():
            timer = self.timers.get(f"turn:{turn.seat}:{turn.turn}")
            left = turn.seconds if timer is None else timer.left_s(now_ms)
            turns.append(attrs.evolve(turn, seconds=left))
        return tuple(turns)

    def _guarded(self, ask: Callable[..., Any], *given: Any) -> Any:
        try:
            return self.bound(ask, self.config, *given)
        except Exception as error:
            raise GameFault(_cause(error)) from error

    # --- keeping and coming back ---

    def _waits_long(self, one: Input, deck: Sequence[Card] | None) -> bool:
        """Whether many inputs came since the last checkpoint, and the table's state can be kept now."""
        idle = self.flow.phase in (Phase.WAITING, Phase.OVER) and deck is None and not self.flow.turns()
        return idle and self.number - self._kept >= _LONG and not isinstance(one, Fault | Close)

    def _checkpoint(self, seq: int, timers: dict[str, _Timer], books: dict[int, int]) -> bytes:
        state = msgspec.Raw(self.flow.save())
        seconds = {name: timer.seconds for name, timer in timers.items()}
        always = tuple(name for name, timer in timers.items() if timer.always)
        kept = msgspec.json.encode(_Checkpoint(seq, seconds, state, books, always))
        if len(kept) > _MOST_KEPT:
            sentence = f"the table's state comes to {len(kept)} bytes; at most {_MOST_KEPT} are kept"
            raise RuntimeError(sentence)
        return kept

    def restore(self, checkpoint: bytes, number: int, now_ms: int) -> None:
        """Take up the table as it was after input *number*."""
        kept = msgspec.json.decode(checkpoint, type=_Checkpoint)
        self.number = self._kept = number
        self.seq = kept.seq
        self._books = kept.books
        self.flow.load(bytes(kept.flow))
        self.places = self.flow.places()
        self._was_paused = self.flow.paused
        for name, seconds in kept.timers.items():
            self.timers[name] = _Timer(seconds, now_ms + round(seconds * 1000), name in kept.always)
        if self.flow.dealing:
            self._deck = self.game.deck(self.config.variant, self.flow.options)

    def rearm(self, now_ms: int, grace_ms: int) -> None:
        """After a restart: every armed timer starts anew, turns with a grace, so that nobody pays for the outage."""
        for name, timer in self.timers.items():
            extra = grace_ms if name.startswith("turn:") else 0
            anew = _Timer(timer.seconds, now_ms + round(timer.seconds * 1000) + extra, timer.always)
            self.timers[name] = anew.at(now_ms, paused=self.flow.paused)

    def due(self, now_ms: int) -> str | None:
        """An armed timer whose time is over, the earliest first."""
        running = {name: timer.deadline_ms for name, timer in self.timers.items() if timer.left_ms is None}
        name = min(running, key=running.__getitem__, default=None)
        return name if name is not None and running[name] <= now_ms else None

    def next_deadline_ms(self) -> int | None:
        """When the next timer is over."""
        return min((timer.deadline_ms for timer in self.timers.values() if timer.left_ms is None), default=None)


def _digest(said: list[Say]) -> str:
    """A hash of all that an input said. Raises :class:`RuntimeError` when that is more than a table may say at once."""
    spoken = msgspec.json.encode([(say.audience, say.body) for say in said])
    if len(spoken) > _MOST_SAID:
        sentence = f"the events of one input come to {len(spoken)} bytes; at most {_MOST_SAID} are told"
        raise RuntimeError(sentence)
    return hashlib.blake2b(spoken, digest_size=_DIGEST_BYTES).hexdigest()


def _cause(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
