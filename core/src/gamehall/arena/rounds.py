"""The records of a run as rounds that can be read, shown and played again.

A run keeps of a round its actions and payoffs; the deal follows from the seed, and the events from the rules, which
must be installed therefore. A round is numbered from 1 through the whole run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gamehall.arena.coding import Coding
from gamehall.arena.deals import deals
from gamehall.arena.files import RunFolder
from gamehall.arena.match import Rules
from gamehall.arena.plan import Plan, find_game
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall_sdk.cards import Card
from gamehall_sdk.errors import IllegalAction
from gamehall_sdk.record import By, Input, RoundRecord, SeatRecord, dump_events
from gamehall_sdk.round import Setup
from gamehall_sdk.table import Kind


class RunRounds:
    """The finished rounds of the run in a folder."""

    def __init__(self, folder: RunFolder, plugins: Plugins) -> None:
        """Raises :class:`~gamehall.errors.CommandError` when the game, or these rules of it, are not installed."""
        self._folder = folder
        plan = folder.plan
        game = find_game(plugins, plan.game)
        if game.version != plan.version:
            raise CommandError(
                f"The run was played by rules of version {plan.version} of {plan.game}; installed is {game.version}."
            )
        self._game = game
        self._coding = Coding(game)
        self._options = game.read_options(plan.options)
        self._deck = tuple(game.deck(plan.variant, self._options))
        self._rules = Rules.of(game, plan.variant, self._options, plan.seats, plan.stack, plan.match_rounds)

    def __len__(self) -> int:
        """How many there are."""
        return self._folder.rounds

    def __iter__(self) -> Iterator[RoundRecord]:
        """All, in the order of the plan."""
        number = 1
        for unit in sorted(self._folder.units):
            for match in self._folder.matches_of(unit):
                yield from self._of(match, number)
                number += len(match["rounds"])

    def one(self, number: int) -> RoundRecord:
        """Round *number*; :class:`~gamehall.errors.CommandError` when there is none."""
        left = number
        for unit in sorted(self._folder.units):
            rounds = sum(len(match.payoffs) for match in self._folder.units[unit].matches)
            if 0 < left <= rounds:
                for match in self._folder.matches_of(unit):
                    if left <= len(match["rounds"]):
                        return next(self._of(match, number, left - 1))
                    left -= len(match["rounds"])
            left -= rounds
        raise CommandError(f"{self._folder.path} has no round {number}; its rounds are 1 to {len(self)}.")

    def _of(self, match: Mapping[str, Any], number: int, skipped: int = 0) -> Iterator[RoundRecord]:
        """The rounds of a match, without the first *skipped*; the first that is given has *number*."""
        plan = self._folder.plan
        try:
            rounds = match["rounds"][skipped:]
            first = match["first_deal"] + skipped
            dealt = deals(plan.seed, match["lineup"], self._deck, first, len(rounds))
            for at, (row, deal) in enumerate(zip(rounds, dealt, strict=True)):
                yield self._record(plan, match, row, deal, skipped + at, number + at)
        except (KeyError, TypeError, ValueError, IndexError, IllegalAction) as error:
            raise CommandError(
                f"{self._folder.path}: round {number} or a later one cannot be read: {error}."
            ) from error

    def _record(
        self, plan: Plan, match: Mapping[str, Any], row: Any, deal: tuple[Card, ...], at: int, number: int
    ) -> RoundRecord:
        packed, payoffs, defaults = row
        chosen = self._rules.plans[at]
        setup = Setup(
            variant=plan.variant,
            options=self._options,
            seats=chosen.seats,
            stacks=(plan.stack,) * len(chosen.seats),
            deal=deal,
            start=chosen.start,
        )
        payloads = self._game.payloads
        play = self._game.round(setup)
        events = list(play.events())
        inputs = []
        for place, one in enumerate(packed):
            action, seat = self._coding.unpack(one), play.to_act[0]
            play.apply(seat, action)
            events += play.events()
            by = By.CLOCK if place in defaults else By.PLAYER
            inputs.append(Input(seat, 0, by, payloads.dump_json(action)))
        return RoundRecord(
            game=plan.game,
            version=plan.version,
            variant=plan.variant,
            options=plan.options,
            number=number,
            seats=tuple(
                SeatRecord(seat, 0, plan.labels[match["seats"][seat]], Kind.BOT.value, plan.stack)
                for seat in chosen.seats
            ),
            start=None if chosen.start is None else payloads.dump_json(chosen.start),
            deal=tuple(str(card) for card in deal),
            inputs=tuple(inputs),
            events=dump_events(events, payloads),
            payoffs=tuple(payoffs[seat] for seat in chosen.seats),
        )
