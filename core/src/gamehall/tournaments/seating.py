"""Who sits at which table: the draw, when a table is broken, and who moves so that tables stay even. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import attrs

__all__ = ["Move", "draw", "freed", "moves", "table_count"]


@attrs.frozen
class Move:
    """*entrant* goes from the table *source* to the table *target*."""

    entrant: int
    source: int
    target: int


def table_count(players: int, least: int, most: int) -> int | None:
    """How many tables *players* fill evenly, each with *least* to *most*, as few as can be; ``None``: they cannot."""
    if players < 1:
        return None
    tables = -(-players // most)
    return tables if players // tables >= least else None


def draw(entrants: Sequence[int], tables: int, rng: Random) -> list[list[int]]:
    """Deal the entrants out to *tables* at random; their numbers differ by one at most, the first are the fuller."""
    drawn = list(entrants)
    rng.shuffle(drawn)
    return [drawn[table::tables] for table in range(tables)]


def freed(sizes: Mapping[int, int], most: int) -> int | None:
    """The table that is to be broken: the highest number, once all find a chair at the others; ``None``: none is."""
    if len(sizes) < 2 or sum(sizes.values()) > (len(sizes) - 1) * most:  # noqa: PLR2004  # one table is the final one
        return None
    return max(sizes)


def moves(seated: Mapping[int, Sequence[int]], most: int, resting: Sequence[int], rng: Random) -> list[Move]:
    """Who moves now: from tables that are *resting*, so that the table to be broken empties and the others stay even.

    *seated* is each table's entrants. A table that plays loses nobody; what is due from it waits until it rests. Who
    moves away from a table that goes on is drawn. Moved to are the smallest tables, and never more than *most*.
    """
    left = {table: list(entrants) for table, entrants in seated.items()}
    found: list[Move] = []
    while (broken := freed({table: len(here) for table, here in left.items()}, most)) is not None:
        if broken not in resting:
            break
        for entrant in left.pop(broken):
            target = _smallest(left)
            left[target].append(entrant)
            found.append(Move(entrant, broken, target))
    for source in resting:
        while source in left and source != broken:
            target = _smallest({table: here for table, here in left.items() if table != broken})
            if len(left[source]) - len(left[target]) < 2:  # noqa: PLR2004  # one more is even enough
                break
            entrant = left[source].pop(rng.randrange(len(left[source])))
            left[target].append(entrant)
            found.append(Move(entrant, source, target))
    return _direct(found)


def _direct(found: Sequence[Move]) -> list[Move]:
    """Who would move twice goes to the last table at once."""
    last: dict[int, Move] = {}
    for move in found:
        last[move.entrant] = Move(move.entrant, last.get(move.entrant, move).source, move.target)
    return [move for move in last.values() if move.source != move.target]


def _smallest(tables: Mapping[int, Sequence[int]]) -> int:
    return min(tables, key=lambda table: (len(tables[table]), table))
