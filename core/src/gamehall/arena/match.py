"""Plays the rounds of a match: pure, the bots are asked through the generator's question and answer."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import attrs

from gamehall.arena.coding import Coding
from gamehall.arena.limits import BotFault, Failing, Fault, OnFault, total
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import GameFault, IllegalAction
from gamehall_sdk.game import Chair, Game, Planning
from gamehall_sdk.game import Plan as RoundPlan
from gamehall_sdk.round import Legal, Round, Setup
from gamehall_sdk.table import RoundEnded, RoundStarted

Asking = Generator[tuple[int, Round[Any, Any], Legal], Any, None]
"""Gives (seat, round, what is legal) for each decision and is sent the action, or thrown a BotFault."""


@attrs.frozen
class Rules:
    """A game with variant and options as its rounds need it, the same for all matches of a table size."""

    game: Game
    variant: str
    options: Any
    seats: int
    stack: int
    plans: tuple[RoundPlan, ...]
    """The plan of each round of a match."""

    @classmethod
    def of(cls, game: Game, variant: str, options: Any, seats: int, stack: int, rounds: int) -> Rules:
        """The rules for matches of up to *rounds* rounds.

        Rounds are independent: everybody begins each with the same *stack*, and nothing of how a round ended is
        carried to the next. The game's own plan still moves on from round to round, so a button goes round.
        Raises :class:`~gamehall_sdk.errors.GameFault` when the game does not start.
        """
        plans: list[RoundPlan] = []
        memo = None
        for number in range(1, rounds + 1):
            chairs = tuple(Chair(seat, stack, number - 1) for seat in range(seats))
            plan = game.plan(Planning(variant, options, seats, chairs, memo, number, number))
            if plan is None:
                raise GameFault(
                    f"{game.title} does not start round {number} with {seats} players and stacks of {stack}"
                )
            plans.append(plan)
            memo = plan.memo
        return cls(game, variant, options, seats, stack, tuple(plans))


@attrs.define
class Tally:
    """What came of a match; *entrants* by seat."""

    entrants: tuple[int, ...]
    listening: tuple[int, ...] = ()
    """Seats whose bots hear events."""
    stopped: list[bool] = attrs.field(init=False)
    """By seat: the defaults are played for it until the match ends."""
    news: list[list[Any]] = attrs.field(init=False)
    """By seat: what its bot is yet to hear."""
    payoffs: list[tuple[int, ...]] = attrs.field(factory=list)
    """By round, then seat."""
    decisions: list[int] = attrs.field(init=False)
    """By seat: how many the bot was asked for."""
    inputs: list[list[Any]] | None = None
    """By round: its actions in order; ``None`` when nobody wants them."""
    defaults: list[list[int]] = attrs.field(factory=list)
    """By round: which of its actions were played for a bot."""
    faults: list[Fault] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        """One entry for each seat."""
        self.stopped = [False] * len(self.entrants)
        self.news = [[] for _ in self.entrants]
        self.decisions = [0] * len(self.entrants)

    def fail(self, seat: int, kind: Failing, cause: str, *, stop: bool) -> None:
        """Note a fault of the bot in *seat*."""
        self.faults.append(Fault(self.entrants[seat], kind, cause))
        if stop:
            self.stopped[seat] = True

    @property
    def total_faults(self) -> tuple[Fault, ...]:
        """The faults, counted by entrant and kind."""
        return total(self.faults)


def play(rules: Rules, deals: Sequence[tuple[Card, ...]], tally: Tally, on_fault: OnFault) -> Asking:  # noqa: PLR0912, PLR0915  # in one piece, as a call for each decision would be felt
    """Play a round for each of *deals* and write into *tally*; see :data:`Asking`.

    Raises :class:`~gamehall_sdk.errors.GameFault` when the game fails.
    """
    make, variant, options, stack = rules.game.round, rules.variant, rules.options, rules.stack
    seats = range(rules.seats)
    stopped, decisions, inputs = tally.stopped, tally.decisions, tally.inputs
    listening = tally.listening
    forfeit = on_fault is OnFault.FORFEIT
    for number, deal in enumerate(deals):
        plan = rules.plans[number]
        try:
            game = make(
                Setup(
                    variant=variant,
                    options=options,
                    seats=plan.seats,
                    stacks=(stack,) * len(plan.seats),
                    deal=deal,
                    start=plan.start,
                )
            )
            if listening:
                _tell_all(tally, RoundStarted(number + 1, plan.seats, ""))
                _tell(tally, game)
            log: list[Any] = []
            played_for: list[int] = []
            turn = game.to_act
            while turn:
                seat = turn[0]
                if stopped[seat]:
                    action = game.default(seat)
                    game.apply(seat, action)
                    played_for.append(len(log))
                else:
                    decisions[seat] += 1
                    legal = game.legal(seat)
                    try:
                        action = yield seat, game, legal
                        _apply(game, seat, action, legal)
                    except BotFault as fault:
                        # A bot that is stopped already has its fault in the books.
                        if not stopped[seat]:
                            tally.fail(seat, fault.kind, fault.cause, stop=fault.stopped or forfeit)
                        action = game.default(seat)
                        game.apply(seat, action)
                        played_for.append(len(log))
                if inputs is not None:
                    log.append(action)
                if listening:
                    _tell(tally, game)
                turn = game.to_act
            net = game.payoffs
            if net is None:
                raise ValueError("nobody is to act, and there are no payoffs")
        except GameFault:
            raise
        except Exception as error:
            raise GameFault(
                f"{rules.game.title} failed in round {number + 1} of a match: {type(error).__name__}: {error}"
            ) from error
        payoffs = tuple([net.get(seat, 0) for seat in seats])
        tally.payoffs.append(payoffs)
        if inputs is not None:
            inputs.append(log)
            tally.defaults.append(played_for)
        if listening:
            paid = tuple([net.get(seat, 0) for seat in plan.seats])
            _tell_all(tally, RoundEnded(number + 1, paid, tuple([stack + chips for chips in paid])))


def _apply(game: Round[Any, Any], seat: int, action: Any, legal: Legal) -> None:
    """Apply a bot's action; whatever is wrong with it becomes a :class:`BotFault`."""
    try:
        game.apply(seat, action)
    except IllegalAction as error:
        raise BotFault(Failing.ILLEGAL, str(error)) from None
    except Exception:
        # A thing that is no action at all may be too much for a game; a legal action never is.
        if _is_legal(action, legal):
            raise
        raise BotFault(Failing.ILLEGAL, f"{type(action).__name__} is no action of this game") from None


def _is_legal(action: Any, legal: Legal) -> bool:
    try:
        return action in legal
    except Exception:  # noqa: BLE001  # a bot's object may do anything when it is compared
        return False


def _tell_all(tally: Tally, event: Any) -> None:
    for seat in tally.listening:
        tally.news[seat].append(event)


def _tell(tally: Tally, game: Round[Any, Any]) -> None:
    for audience, event in game.events():
        for seat in tally.listening:
            if audience is None or audience == seat:
                tally.news[seat].append(event)


def packed(tally: Tally, coding: Coding) -> list[Any]:
    """The rounds as records keep them: for each its actions, its payoffs, and which actions were played for a bot."""
    pack = coding.pack
    seen: dict[int, Any] = {}
    rounds = []
    for actions, payoffs, defaults in zip(tally.inputs or (), tally.payoffs, tally.defaults, strict=True):
        row = []
        for action in actions:
            # The same object comes again and again; it is alive as long as the tally, so its identity is a key.
            known = seen.get(id(action))
            if known is None:
                known = seen[id(action)] = pack(action)
            row.append(known)
        rounds.append([row, payoffs, defaults])
    return rounds
