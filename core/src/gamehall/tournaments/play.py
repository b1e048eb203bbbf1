"""A tournament as a machine without I/O: who is in it, who sits where, what the tables' results mean.

It never acts by itself. The director asks it what is due and carries that out; since all of it follows from this
state and from how the tables rest, a server that was killed goes on from what is stored of both.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Final

import attrs
import msgspec

from gamehall.tournaments.prizes import prizes, shares
from gamehall.tournaments.rules import Rules
from gamehall.tournaments.seating import Move, draw, freed, moves, table_count
from gamehall_sdk.errors import AlreadySeated, NotSeated, TableFull, WrongPhase
from gamehall_sdk.table import Kind

__all__ = ["Entrant", "Stage", "State", "TableOf", "Tournament"]


class Stage(StrEnum):
    """Where a tournament is in its life."""

    OPEN = "open"
    """For registration."""
    RUNNING = "running"
    OVER = "over"
    """Ranked and paid."""
    CANCELLED = "cancelled"
    """The buy-ins went back."""


@attrs.define
class Entrant:
    """One who is in a tournament; ``account`` is the account's number."""

    account: int
    name: str
    kind: Kind = Kind.HUMAN
    bot: str = ""
    """The program, of a bot of the server's own."""
    table: int = 0
    """The number of the table in this tournament, from 1; 0: at none."""
    stack: int = 0
    """Tournament chips, or the score, after the last finished round."""
    place: int = 0
    """From 1; 0 while that is open."""
    prize: int = 0


@attrs.define
class TableOf:
    """One table of a tournament."""

    gameid: int = 0
    """The server's number of it; 0 before it is opened."""
    rounds: int = 0
    """Rounds of it whose results are taken over."""
    before: int = 0
    """Rounds that these players had played at a table that failed."""
    over: bool = False


@attrs.define
class State:
    """All that changes in a tournament."""

    stage: Stage = Stage.OPEN
    entrants: dict[int, Entrant] = attrs.field(factory=dict)
    tables: dict[int, TableOf] = attrs.field(factory=dict)
    seed: str = ""
    """What the seats are drawn from, in hex."""
    draws: int = 0
    began_ms: int = 0
    faults: int = 0
    """Tables that failed."""
    why: str = ""
    """It was cancelled."""


_MOST_FAULTS: Final = 3


class Tournament:
    """See the module. Refusals change nothing."""

    def __init__(self, rules: Rules, state: State | None = None) -> None:
        """A new tournament, or one as it was."""
        self.rules = rules
        self.state = state or State()

    def copy(self) -> Tournament:
        """Another one just like it, to be changed and then stored."""
        return Tournament(self.rules, copy.deepcopy(self.state))

    def to_json(self) -> bytes:
        """The state, for :meth:`read`."""
        return msgspec.json.encode(self.state)

    @classmethod
    def read(cls, rules: bytes, state: bytes) -> Tournament:
        """One that was stored."""
        return cls(msgspec.json.decode(rules, type=Rules), msgspec.json.decode(state, type=State))

    # --- before the start ---

    def register(self, account: int, name: str, kind: Kind, bot: str = "") -> None:
        """Let the account in. Raises WrongPhase, AlreadySeated, TableFull."""
        self._must_be_open()
        if account in self.state.entrants:
            sentence = f"{name} is registered already"
            raise AlreadySeated(sentence)
        if self.full:
            sentence = f"all {self.rules.most} places are taken"
            raise TableFull(sentence)
        self.state.entrants[account] = Entrant(account, name, kind, bot)

    def withdraw(self, account: int) -> None:
        """Let the account out again. Raises WrongPhase, NotSeated."""
        self._must_be_open()
        if self.state.entrants.pop(account, None) is None:
            sentence = "you are not registered for this tournament"
            raise NotSeated(sentence)

    def _must_be_open(self) -> None:
        if self.state.stage is not Stage.OPEN:
            sentence = f"registration is closed: the tournament is {self.state.stage}"
            raise WrongPhase(sentence)

    @property
    def full(self) -> bool:
        """Whether all places are taken."""
        return len(self.state.entrants) >= self.rules.most

    def due(self, now_ms: int) -> bool:
        """Whether it starts by itself now."""
        rules = self.rules
        timed = rules.starts_at_ms is not None and now_ms >= rules.starts_at_ms
        return self.state.stage is Stage.OPEN and (timed or (rules.sit_and_go and self.full))

    def start(self, seed: str, now_ms: int) -> None:
        """Draw the seats and begin. Raises WrongPhase, when it runs already or the entrants are too few."""
        self._must_be_open()
        state, rules = self.state, self.rules
        tables = table_count(len(state.entrants), rules.fewest, rules.seats)
        if len(state.entrants) < rules.least or tables is None:
            sentence = (
                f"{len(state.entrants)} are registered; {rules.least} to {rules.most} are needed, "
                f"at tables of {rules.fewest} to {rules.seats}"
            )
            raise WrongPhase(sentence)
        state.stage, state.seed, state.began_ms = Stage.RUNNING, seed, now_ms
        drawn = {}
        for number, accounts in enumerate(draw(sorted(state.entrants), tables, self._rng()), start=1):
            state.tables[number] = TableOf()
            for account in accounts:
                one = drawn[account] = state.entrants[account]
                one.table, one.stack = number, rules.stack
        # In the order of the draw, which is that of the seats.
        state.entrants = drawn

    def cancel(self, why: str) -> None:
        """End it without a result. Raises WrongPhase when it has ended."""
        if self.state.stage not in (Stage.OPEN, Stage.RUNNING):
            sentence = f"the tournament is {self.state.stage}"
            raise WrongPhase(sentence)
        self.state.stage, self.state.why = Stage.CANCELLED, why
        self.state.tables = {}
        for one in self.state.entrants.values():
            one.table = 0

    # --- while it runs ---

    def at(self, number: int) -> list[Entrant]:
        """Who has a chair at the table of this number."""
        return [one for one in self.state.entrants.values() if one.table == number]

    @property
    def left(self) -> list[Entrant]:
        """Who is not out."""
        return [one for one in self.state.entrants.values() if not one.place]

    @property
    def pool(self) -> int:
        """Chips to be won."""
        return self.rules.buy_in * len(self.state.entrants)

    @property
    def weights(self) -> Sequence[int]:
        """What the places are worth against each other."""
        return self.rules.prizes or shares(len(self.state.entrants), self.rules.buy_in)

    def level(self, now_ms: int) -> int:
        """The level of the stakes, from 0."""
        rules, state = self.rules, self.state
        hands = max((table.rounds + table.before for table in state.tables.values()), default=0)
        by_hands = hands // rules.level_hands if rules.level_hands else 0
        by_time = (now_ms - state.began_ms) // (1000 * rules.level_s) if rules.level_s else 0
        return max(by_hands, by_time, 0)

    def stood_still(self, ms: int) -> None:
        """The server was away for so long: that counts for no level."""
        self.state.began_ms += ms

    def rested(self, number: int, rounds: int, stacks: Mapping[int, int], *, over: bool) -> bool:
        """Take over what the table shows after its round *rounds*; whether that was news."""
        table = self.state.tables[number]
        if rounds <= table.rounds and over == table.over:
            return False
        table.rounds, table.over = rounds, over
        had = {one.account: one.stack for one in self.at(number)}
        for one in self.at(number):
            one.stack = stacks.get(one.account, one.stack)
        if self.rules.knock_out:
            self._eliminate([one for one in self.at(number) if not one.stack], had)
        elif self.rules.stack and sum(one.stack > 0 for one in self.at(number)) < max(2, self.rules.fewest):
            table.over = True
        return True

    def _eliminate(self, out: list[Entrant], had: Mapping[int, int]) -> None:
        """Those who went out in one round are ranked by what they had before it; equals share the place."""
        left = len(self.left) - len(out)
        for one in out:
            one.place = left + 1 + sum(had[other.account] > had[one.account] for other in out)
            one.table = 0

    def rearrange(self, resting: Sequence[int]) -> list[Move]:
        """Move players from tables that rest, and forget tables that nobody sits at any more."""
        if not self.rules.knock_out or self.ended:
            return []
        state = self.state
        seated = {number: [one.account for one in self.at(number)] for number in state.tables}
        found = moves(seated, self.rules.seats, [one for one in resting if one in state.tables], self._rng())
        state.draws += bool(found)
        for move in found:
            state.entrants[move.entrant].table = move.target
        for number in [one for one in state.tables if not self.at(one)]:
            del state.tables[number]
        return found

    def may_play(self, number: int) -> bool:
        """Whether the table, which rests, may play on now; one that is two short of another waits for players."""
        if number not in self.state.tables or self.ended:
            return False
        here = [one for one in self.at(number) if one.stack or not self.rules.stack]
        if len(here) < max(2, self.rules.fewest) or self.state.tables[number].over:
            return False
        if not self.rules.knock_out:
            return True
        sizes = {other: len(self.at(other)) for other in self.state.tables}
        return freed(sizes, self.rules.seats) == number or sizes[number] > max(sizes.values()) - 2

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to play."""
        if self.state.stage is not Stage.RUNNING:
            return True
        if self.rules.knock_out:
            return len(self.left) < max(2, self.rules.fewest)
        return all(table.over for table in self.state.tables.values())

    def finish(self) -> None:
        """Rank who is left by their stacks, equals sharing a place, and divide the pool."""
        state = self.state
        left = self.left
        for one in left:
            one.place = 1 + sum(other.stack > one.stack for other in left)
        places = {one.account: one.place for one in state.entrants.values()}
        for account, chips in prizes(self.pool, self.weights, places).items():
            state.entrants[account].prize = chips
        state.stage, state.tables = Stage.OVER, {}
        for one in state.entrants.values():
            one.table = 0

    def failed(self, number: int) -> bool:
        """The table's game failed: its players get another table; false when that has happened too often."""
        state = self.state
        state.faults += 1
        table = state.tables[number]
        state.tables[number] = TableOf(before=table.before + table.rounds, over=table.over)
        return state.faults < _MOST_FAULTS

    def _rng(self) -> Random:
        return Random(f"{self.state.seed}:{self.state.draws}")  # noqa: S311  # the seed is 32 secret bytes
