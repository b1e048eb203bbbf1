"""Who sits where in which deal; pure.

A *line-up* is the entrants that meet at one table. Its rounds are played in *matches*, and a bot lives as long as
a match: it is made anew for each, in a seat of its own. A *set* is one match in every rotation of the seats, so
that within a set everybody sits in every seat equally often; the circular order changes from set to set, so that
everybody sits left of everybody. In a duplicate run the matches of a set have the same deals. A *unit* is what one
worker does at a time: matches of one line-up and one rotation, so that no process ever sees a deal twice.

Nothing here depends on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Final

import attrs

from gamehall.arena.plan import Format, Plan

_MOST_SETS: Final = 24
"""Sets in a unit, for each seat: the more matches side by side, the fewer messages to a bot's process."""
_LEAST_UNITS: Final = 8
"""Units that a line-up of a short run is cut into, about, so that its progress can be seen."""


@attrs.frozen
class Lineup:
    """Entrants (by number) that meet at one table."""

    number: int
    entrants: tuple[int, ...]


@attrs.frozen
class Match:
    """Some rounds in a row between the same bots in the same seats."""

    lineup: int
    set: int
    rotation: int
    seats: tuple[int, ...]
    """The entrant in each seat."""
    first_deal: int
    """The number of its first deal among those of the line-up; the others follow."""
    rounds: int

    @property
    def number(self) -> int:
        """Its number in the line-up."""
        return self.set * len(self.seats) + self.rotation


@attrs.frozen
class Unit:
    """What a worker does at a time; *number* counts through the whole run."""

    number: int
    matches: tuple[Match, ...]

    @property
    def rounds(self) -> int:
        """The rounds of all its matches."""
        return sum(match.rounds for match in self.matches)


def lineups(plan: Plan) -> tuple[Lineup, ...]:
    """The line-ups of a run whose format fixes them from the start: all but the ladder's."""
    everyone = range(len(plan.entrants))
    match plan.format:
        case Format.SEATS_ROTATE:
            found: Sequence[tuple[int, ...]] = [tuple(everyone)]
        case Format.ROUND_ROBIN | Format.HEADS_UP:
            found = list(combinations(everyone, plan.seats))
        case Format.LADDER:
            found = []
    return tuple(Lineup(number, entrants) for number, entrants in enumerate(found))


def ladder_steps(plan: Plan) -> int:
    """How many steps a ladder has: the best of all comes from the bottom to the top, when the better always wins.

    For two at a table this is odd-even transposition sort, which sorts any order in as many steps as there are bots.
    """
    count, size = len(plan.entrants), plan.seats
    if count == size:
        return 1
    return count if size == 2 else 2 * -(-count // size)  # noqa: PLR2004  # two at a table


def ladder_step(plan: Plan, step: int, order: Sequence[int], number: int) -> tuple[Lineup, ...]:
    """The line-ups of *step* (from 0) in a ladder that stands in *order*, the first at the top; counted from *number*.

    Each is of neighbours, by falling place. The tables are filled from the top and, in every second step, from the
    bottom, or shifted by half a table where that would be the same.
    """
    count, size = len(order), plan.seats
    begin = 0
    if step % 2 and count > size:
        begin = count % size or size // 2
    starts = range(begin, count - size + 1, size)
    return tuple(Lineup(number + at, tuple(order[start : start + size])) for at, start in enumerate(starts))


def matches(plan: Plan, lineup: Lineup) -> Iterator[Match]:
    """All matches of a line-up, by set and rotation."""
    size = len(lineup.entrants)
    left = -(-plan.rounds // size)
    number = deal = 0
    while left > 0:
        rounds = min(left, plan.match_rounds)
        order = _order(plan.seed, lineup, number)
        for rotation in range(size):
            seats = order[rotation:] + order[:rotation]
            yield Match(lineup.number, number, rotation, seats, deal, rounds)
            if not plan.duplicate:
                deal += rounds
        if plan.duplicate:
            deal += rounds
        left -= rounds
        number += 1


def units(plan: Plan, some: Sequence[Lineup], number: int = 0) -> list[Unit]:
    """The units of these line-ups, counted from *number*."""
    found: list[Unit] = []
    for lineup in some:
        size = len(lineup.entrants)
        every = list(matches(plan, lineup))
        step = max(1, min(_MOST_SETS * size, len(every) // max(size, _LEAST_UNITS))) * size
        for first in range(0, len(every), step):
            block = every[first : first + step]
            found += [Unit(number + len(found) + at, tuple(block[at::size])) for at in range(size)]
    return found


def rounds_of(plan: Plan) -> int:
    """The rounds of the whole run: what was asked for, rounded up to whole sets."""
    size = plan.seats
    each = -(-plan.rounds // size) * size
    if plan.format is Format.LADDER:
        order = range(len(plan.entrants))
        return each * sum(len(ladder_step(plan, step, order, 0)) for step in range(ladder_steps(plan)))
    return each * len(lineups(plan))


def _order(seed: int, lineup: Lineup, number: int) -> tuple[int, ...]:
    """The circular order of a set: as given in the first one, then drawn."""
    if number == 0 or len(lineup.entrants) <= 2:  # noqa: PLR2004  # two have one order only
        return lineup.entrants
    return tuple(
        sorted(lineup.entrants, key=lambda one: derive(f"order {seed} {lineup.number} {number} {one}")),
    )


def bot_seed(seed: int, match: Match, seat: int) -> int:
    """The seed of the bot in *seat* of a match: 53 bits, which every language holds exactly."""
    words = f"bot {seed} {match.lineup} {match.number} {seat}"
    return int.from_bytes(derive(words)[:7], "big") >> 3


def derive(words: str) -> bytes:
    """32 bytes for one purpose of a run: ``SHA-256("gamehall arena " + words)``."""
    return sha256(f"gamehall arena {words}".encode()).digest()
