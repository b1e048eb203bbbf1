"""OpenSkill ratings of a run's bots (the Plackett-Luce model of Weng and Lin, JMLR 12, 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gamehall.arena.results import Table

_GAMES: Final = 200
"""A line-up's observations are rated as so many games at most: each is won by who won most in its share of them."""
_LEAST: Final = 20
"""Observations behind each of these games at least, so that who loses little often is not rated above who wins much."""


def rate(tables: Sequence[Table], count: int) -> list[dict[str, float]]:
    """The rating of each of *count* entrants: *mu*, *sigma*, and the *ordinal* ``mu - 3 sigma`` to sort by."""
    import numpy as np  # noqa: PLC0415  # heavy
    from openskill.models import PlackettLuce  # noqa: PLC0415  # an optional package

    model: Any = PlackettLuce()
    ratings = [model.rating(name=str(number)) for number in range(count)]
    games = []
    for at, table in enumerate(tables):
        parts = max(1, min(_GAMES, len(table.won) // _LEAST))
        for number, block in enumerate(np.array_split(table.won, parts)):
            games.append((number, at, table.entrants, block.sum(axis=0).tolist()))
    # Line-ups in turn, so that none is rated with ratings that the others have not touched yet.
    for _, _, entrants, scores in sorted(games, key=lambda game: game[:2]):
        after = model.rate([[ratings[entrant]] for entrant in entrants], scores=scores)
        for entrant, (rating,) in zip(entrants, after, strict=True):
            ratings[entrant] = rating
    return [
        {"mu": round(one.mu, 3), "sigma": round(one.sigma, 3), "ordinal": round(one.ordinal(), 3)} for one in ratings
    ]
