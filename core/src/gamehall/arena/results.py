"""What a run says of its bots: means with intervals, pairs, ratings, faults. The same rounds give the same bytes.

The observations are rounds, or in a duplicate run deals: what a bot won in all rotations of one deal, divided by
their number. Those are independent, so that a *t* interval of their mean is right, while the rounds of one deal are
not. Times are not here, since they belong to the machine; see :func:`timing`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import attrs

from gamehall.arena.files import Keeper
from gamehall.arena.limits import Fault, total
from gamehall.arena.plan import Format, Plan
from gamehall.arena.ratings import rate
from gamehall.arena.run import ladder_order, stages
from gamehall.arena.schedule import Match, derive
from gamehall.arena.work import BINS_PER_DECADE, Done

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE: Final = 0.95
POWER: Final = 0.8
"""The chance with which the advised number of rounds tells two bots apart that differ as measured."""
_BLOCKS: Final = 2000
"""The bootstrap draws from the means of so many blocks of observations at most."""
_RESAMPLES: Final = 2000
_UNITS: Final = (("big_blind", "bb/100"), ("small_bet", "sb/100"))
"""An option that money is counted in, and what a hundred rounds of it are called."""


@attrs.frozen(eq=False)
class Table:
    """The observations of one line-up: an array (observations, entrants of the line-up), in points or chips."""

    entrants: tuple[int, ...]
    won: NDArray[Any]
    rounds: int
    """Rounds behind each observation."""
    spread: float
    """Mean variance of a single round's payoffs, over entrants."""

    def of(self, entrant: int) -> NDArray[Any]:
        """The observations of one entrant."""
        column: NDArray[Any] = self.won[:, self.entrants.index(entrant)]
        return column


@attrs.frozen
class Estimate:
    """A mean and its interval, per round; *p* is the chance of such a mean if the true one were 0."""

    mean: float
    low: float
    high: float
    sd: float
    """Standard deviation of one observation."""
    p: float
    count: int


def played(plan: Plan, keeper: Keeper) -> Iterator[tuple[Match, Done]]:
    """Every finished match with what came of it, in the order of the plan."""
    for stage in stages(plan, keeper):
        for unit in stage:
            if unit.number in keeper.units:
                yield from zip(unit.matches, keeper.units[unit.number].matches, strict=True)


def tables(plan: Plan, keeper: Keeper) -> list[Table]:
    """The observations by line-up. Sets of a duplicate run that are not complete are left out."""
    import numpy as np  # noqa: PLC0415  # heavy, as scipy below

    sets: dict[int, dict[int, list[tuple[Match, Done]]]] = {}
    for match, done in played(plan, keeper):
        sets.setdefault(match.lineup, {}).setdefault(match.set, []).append((match, done))
    found = []
    for lineup in sorted(sets):
        entrants = tuple(sorted(next(iter(sets[lineup].values()))[0][0].seats))
        rows: list[NDArray[Any]] = []
        single: list[NDArray[Any]] = []
        for number in sorted(sets[lineup]):
            some = sets[lineup][number]
            if plan.duplicate and len(some) < len(entrants):
                continue
            blocks = []
            for match, done in sorted(some, key=lambda one: one[0].rotation):
                columns = [match.seats.index(entrant) for entrant in entrants]
                blocks.append(np.asarray(done.payoffs, dtype=np.float64).reshape(-1, len(entrants))[:, columns])
            single += blocks
            rows += [np.mean(blocks, axis=0)] if plan.duplicate else blocks
        if rows:
            spread = float(np.concatenate(single).var(axis=0).mean())
            found.append(Table(entrants, np.concatenate(rows), len(entrants) if plan.duplicate else 1, spread))
    return found


def estimate(values: NDArray[Any], method: str, seed: int) -> Estimate:
    """The mean of *values* with its interval, by *method* ``t`` or ``bootstrap`` (percentiles)."""
    import numpy as np  # noqa: PLC0415  # heavy
    from scipy import stats  # noqa: PLC0415  # as above

    count = len(values)
    mean = float(values.mean())
    if count < 2:  # noqa: PLR2004  # one observation has no spread
        return Estimate(mean, -math.inf, math.inf, 0.0, 1.0, count)
    sd = float(values.std(ddof=1))
    if sd == 0:
        return Estimate(mean, mean, mean, 0.0, float(mean == 0), count)
    test = stats.ttest_1samp(values, 0.0)
    interval = test.confidence_interval(CONFIDENCE)
    low, high = float(interval.low), float(interval.high)
    if method == "bootstrap":
        blocks = np.asarray([block.mean() for block in np.array_split(values, min(count, _BLOCKS))])
        drawn = stats.bootstrap(
            (blocks,),
            np.mean,
            n_resamples=_RESAMPLES,
            confidence_level=CONFIDENCE,
            method="percentile",
            rng=np.random.default_rng(int.from_bytes(derive(f"bootstrap {seed}")[:8], "big")),
        ).confidence_interval
        low, high = float(drawn.low), float(drawn.high)
    return Estimate(mean, low, high, sd, float(test.pvalue), count)


def results(plan: Plan, keeper: Keeper, *, method: str = "t") -> dict[str, Any]:
    """All figures of a run as one JSON document; *method* makes the intervals (``t`` or ``bootstrap``)."""
    import numpy as np  # noqa: PLC0415  # heavy

    every = tables(plan, keeper)
    unit, scale = unit_of(plan)
    decisions, faults = _counts(plan, keeper)
    rounds = [len(done.payoffs) for _, done in played(plan, keeper)]
    ratings = rate(every, len(plan.entrants))
    bots = []
    for number, entrant in enumerate(plan.entrants):
        mine = [table for table in every if number in table.entrants]
        if mine:
            found = estimate(np.concatenate([table.of(number) for table in mine]), method, plan.seed)
            figures = _figures(found, scale) | {"rounds": sum(len(table.won) * table.rounds for table in mine)}
        else:
            figures = {"mean": None, "low": None, "high": None, "sd": None, "rounds": 0}
        bots.append(
            {
                "name": entrant.label,
                **figures,
                "rating": ratings[number],
                "decisions": decisions[number],
                "faults": {one.kind.value: {"count": one.count, "first": one.cause} for one in faults[number]},
            }
        )
    pairs = [pair for a, b in combinations(range(len(bots)), 2) if (pair := _pair(plan, every, a, b, method, scale))]
    _correct(pairs)
    document: dict[str, Any] = {
        "game": plan.game,
        "variant": plan.variant,
        "options": plan.options,
        "seed": plan.seed,
        "format": plan.format.value,
        "seats": plan.seats,
        "duplicate": plan.duplicate,
        "mode": plan.mode.value,
        "on_fault": plan.on_fault.value,
        "rounds": sum(rounds),
        "deals": sum(rounds) // plan.seats if plan.duplicate else sum(rounds),
        "unit": unit,
        "confidence": CONFIDENCE,
        "interval": method,
        "bots": sorted(bots, key=lambda bot: (-(bot["mean"] if bot["mean"] is not None else -math.inf), bot["name"])),
        "pairs": pairs,
        "variance": _variance(every) if plan.duplicate else None,
    }
    if plan.format is Format.LADDER:
        document["ladder"] = [plan.labels[entrant] for entrant in ladder_order(plan, keeper)]
    document["verdict"] = [_verdict(pair, unit) for pair in pairs]
    return document


def unit_of(plan: Plan) -> tuple[str, float]:
    """What results are told in, and what a mean per round is multiplied by for it."""
    for option, name in _UNITS:
        amount = plan.options.get(option.replace("_", ""), "")
        if plan.stack and amount.isdigit() and int(amount):
            return name, 100 / int(amount)
    return ("chips per round", 1.0) if plan.stack else ("points per round", 1.0)


def timing(plan: Plan, keeper: Keeper) -> dict[str, Any]:
    """How long decisions took on this machine, by bot in microseconds, and how quick the run was."""
    counts: list[dict[int, int]] = [{} for _ in plan.entrants]
    for unit in keeper.units.values():
        for entrant, bins in unit.times.items():
            for at, count in bins.items():
                counts[entrant][at] = counts[entrant].get(at, 0) + count
    spent = sum(unit.seconds for unit in keeper.units.values())
    asked = sum(sum(match.decisions) for unit in keeper.units.values() for match in unit.matches)
    return {
        "bots": {
            entrant.label: {
                "p50_us": _quantile(bins, 0.5),
                "p99_us": _quantile(bins, 0.99),
                "timed": sum(bins.values()),
            }
            for entrant, bins in zip(plan.entrants, counts, strict=True)
        },
        "bins_us": {entrant.label: _microseconds(bins) for entrant, bins in zip(plan.entrants, counts, strict=True)},
        "worker_seconds": round(spent, 3),
        "decisions_per_worker_second": round(asked / spent) if spent else None,
    }


def _counts(plan: Plan, keeper: Keeper) -> tuple[list[int], list[list[Fault]]]:
    decisions = [0] * len(plan.entrants)
    faults: list[Fault] = []
    for match, done in played(plan, keeper):
        for entrant, count in zip(match.seats, done.decisions, strict=True):
            decisions[entrant] += count
        faults += done.faults
    summed = total(faults)
    return decisions, [[one for one in summed if one.entrant == number] for number in range(len(decisions))]


def _figures(found: Estimate, scale: float) -> dict[str, Any]:
    return {
        "mean": _short(found.mean * scale),
        "low": _short(found.low * scale),
        "high": _short(found.high * scale),
        "sd": _short(found.sd * scale),
    }


def _pair(plan: Plan, every: Sequence[Table], a: int, b: int, method: str, scale: float) -> dict[str, Any] | None:
    """How *a* did against *b* where both sat: the difference of what they won in each observation."""
    import numpy as np  # noqa: PLC0415  # heavy

    both = [table for table in every if a in table.entrants and b in table.entrants]
    if not both:
        return None
    found = estimate(np.concatenate([table.of(a) - table.of(b) for table in both]), method, plan.seed)
    rounds = sum(len(table.won) * table.rounds for table in both)
    return {
        "a": plan.labels[a],
        "b": plan.labels[b],
        "rounds": rounds,
        "mean_a": _short(float(np.concatenate([table.of(a) for table in both]).mean()) * scale),
        "mean_b": _short(float(np.concatenate([table.of(b) for table in both]).mean()) * scale),
        "difference": _short(found.mean * scale),
        "low": _short(found.low * scale),
        "high": _short(found.high * scale),
        "p": found.p,
        "rounds_that_tell": _needed(found, both[0].rounds),
    }


def _needed(found: Estimate, rounds: int) -> int | None:
    """Rounds in all after which a difference as measured is seen with :data:`POWER`; ``None`` when none would do.

    ``n = ((z(1 - alpha / 2) + z(power)) sd / difference)^2`` observations, for a normal mean.
    """
    from scipy import stats  # noqa: PLC0415  # heavy

    if found.mean == 0 or found.sd == 0:
        return None
    z = float(stats.norm.ppf(0.5 + CONFIDENCE / 2) + stats.norm.ppf(POWER))
    count = (z * found.sd / found.mean) ** 2 * rounds
    return math.ceil(count) if count < 1e15 else None  # noqa: PLR2004  # beyond any run


def _correct(pairs: Sequence[dict[str, Any]]) -> None:
    """Holm's correction (1979): of many pairs, some would differ by chance alone; and what is apart by it."""
    last = 0.0
    for at, pair in enumerate(sorted(pairs, key=lambda one: one["p"])):
        last = max(last, min(1.0, pair["p"] * (len(pairs) - at)))
        pair["p_corrected"] = last
    for pair in pairs:
        pair["apart"] = pair["p_corrected"] < 1 - CONFIDENCE
        pair["p"], pair["p_corrected"] = _short(pair["p"]), _short(pair["p_corrected"])


def _verdict(pair: dict[str, Any], unit: str) -> str:
    a, b, rounds = pair["a"], pair["b"], pair["rounds"]
    if pair["apart"]:
        better, worse = (a, b) if pair["difference"] > 0 else (b, a)
        return (
            f"{better} is better than {worse}: {abs(pair['difference']):g} {unit} apart (p {pair['p_corrected']:.2g})."
        )
    sentence = f"{a} and {b} cannot be told apart after {rounds} rounds"
    needed = pair["rounds_that_tell"]
    if needed is None:
        return f"{sentence}, and no number of rounds would tell, as they did equally well."
    more = max(needed - rounds, rounds // 10 + 1)
    return f"{sentence}; if the difference is as measured, about {_round_up(more)} more would tell."


def _variance(every: Sequence[Table]) -> dict[str, Any]:
    """How much the duplicate deals cut the variance of a mean, against as many rounds with a deal each."""
    rounds = sum(len(table.won) * table.rounds for table in every)
    with_ = sum(len(table.won) * float(table.won.var(axis=0).mean()) * table.rounds**2 for table in every)
    without = sum(len(table.won) * table.rounds * table.spread for table in every)
    ratio = with_ / without if without else 1.0
    return {
        "of_independent_deals": _short(without / rounds) if rounds else None,
        "of_duplicate_deals": _short(with_ / rounds) if rounds else None,
        "cut": _short(1 - ratio),
        "as_many_rounds": _short(1 / ratio) if ratio > 0 else None,
    }


def _quantile(bins: dict[int, int], share: float) -> float | None:
    left = share * sum(bins.values())
    for at in sorted(bins):
        left -= bins[at]
        if left <= 0:
            return float(_short(10 ** ((at + 0.5) / BINS_PER_DECADE) / 1000, 3))
    return None


def _microseconds(bins: dict[int, int]) -> list[list[float]]:
    return [[_short(10 ** ((at + 0.5) / BINS_PER_DECADE) / 1000, 4), bins[at]] for at in sorted(bins)]


def _short(value: float, digits: int = 6) -> Any:
    """*value* to so many significant digits; ``None`` for what is no number."""
    return float(f"{value:.{digits}g}") if math.isfinite(value) else None


def _round_up(count: int) -> str:
    """A count to two significant digits, upwards, in words for a person."""
    unit = 10 ** max(0, len(str(count)) - 2)
    return f"{-(-count // unit) * unit:,}"
