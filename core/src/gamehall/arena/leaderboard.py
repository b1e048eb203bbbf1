"""Who leads in a game over the rounds that a server has recorded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

import attrs

from gamehall.archive import RoundSummary
from gamehall.journal import RoundSeat

_KINDS: Final = {1: "player", 2: "bot"}


@attrs.frozen
class Standing:
    """One player's place: rounds, the sum and the mean of what they won, and an OpenSkill rating."""

    name: str
    kind: str
    """``player`` or ``bot``."""
    rounds: int
    won: int
    mean: float
    half_width: float | None
    """Half the 95 % interval of the mean; ``None`` after one round."""
    mu: float
    sigma: float
    ordinal: float
    """``mu - 3 sigma``: surely no worse than that."""


@attrs.define
class _Sums:
    name: str
    kind: str
    rounds: int = 0
    won: int = 0
    squares: int = 0


def leaderboard(rounds: Iterable[RoundSummary], bots: Mapping[int, str]) -> list[Standing]:
    """The players of *rounds* (any order; rated in that of their numbers), the best rating first.

    Each round is a game that is won by who won most in it (the Plackett-Luce model). A player is an account, called as
    in its last round; a bot of the server's own is one player, whatever the table: *bots* gives each account of theirs
    the bot's name.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415  # an optional package
    from scipy import stats  # noqa: PLC0415  # heavy

    model: Any = PlackettLuce()
    ratings: dict[str, Any] = {}
    sums: dict[str, _Sums] = {}
    for one in sorted(rounds, key=lambda summary: summary.id):
        won: dict[str, list[int]] = {}
        for seat in one.seats:
            key, name = _player(seat, bots)
            mine = sums.setdefault(key, _Sums(name, _KINDS.get(seat.kind, "player")))
            mine.name = name
            mine.rounds += 1
            mine.won += seat.payoff
            mine.squares += seat.payoff**2
            won.setdefault(key, []).append(seat.payoff)
            ratings.setdefault(key, model.rating())
        if len(won) > 1:
            after = model.rate(
                [[ratings[key]] for key in won],
                # A bot that sits twice plays with the mean of its seats.
                scores=[sum(payoffs) / len(payoffs) for payoffs in won.values()],
            )
            for key, (rating,) in zip(won, after, strict=True):
                ratings[key] = rating
    standings = [
        Standing(
            name=mine.name,
            kind=mine.kind,
            rounds=mine.rounds,
            won=mine.won,
            mean=round(mine.won / mine.rounds, 4),
            half_width=_half_width(mine, stats),
            mu=round(ratings[key].mu, 3),
            sigma=round(ratings[key].sigma, 3),
            ordinal=round(ratings[key].ordinal(), 3),
        )
        for key, mine in sums.items()
    ]
    return sorted(standings, key=lambda standing: (-standing.ordinal, standing.name))


def _player(seat: RoundSeat, bots: Mapping[int, str]) -> tuple[str, str]:
    """Who sat there, as a key and as a name."""
    if seat.account_id is None:
        return f"name {seat.name}", seat.name
    bot = bots.get(seat.account_id)
    return (f"account {seat.account_id}", seat.name) if bot is None else (f"bot {bot}", bot)


def _half_width(mine: _Sums, stats: Any) -> float | None:
    if mine.rounds < 2:  # noqa: PLR2004  # one observation has no spread
        return None
    variance = (mine.squares - mine.won**2 / mine.rounds) / (mine.rounds - 1)
    error = math.sqrt(max(variance, 0.0) / mine.rounds)
    return round(float(stats.t.ppf(0.975, mine.rounds - 1)) * error, 4)
