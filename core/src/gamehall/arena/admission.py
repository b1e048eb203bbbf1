"""The trial that a bot passes before it may sit at rated tables: a fixed set of rounds, under limits, without a fault.

What came of it is kept in ``admissions.json`` in the server's data folder, by bot and game; it holds for the version
of the bot's package that was tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs
import msgspec

from gamehall.arena.files import Memory
from gamehall.arena.limits import Fault, Limits, total
from gamehall.arena.plan import EXTERNAL, Mode, make_plan
from gamehall.arena.results import timing
from gamehall.arena.run import Here, run
from gamehall.errors import CommandError
from gamehall.plugins import Plugins

FILE: Final = "admissions.json"
PAUSE_S: Final = 60
"""One bot is tried once in so many seconds at one game."""
LIMITS: Final = Limits(start_s=20.0, move_s=2.0, match_s=60.0, memory_mb=1024)
"""What a bot may use in its trial unless the operator says otherwise."""
_SEED: Final = 1
_ROUNDS: Final = 24
"""Rounds for each seat of each table of the trial."""
_MOST_SEATS: Final = 6


@attrs.frozen
class Admission:
    """What came of one bot's trial at one game."""

    bot: str
    game: str
    package: str
    """The bot's distribution and its version, ``gamehall-bot-random 0.1.0``."""
    admitted: bool
    at: int
    """When, in seconds of UTC."""
    rounds: int
    decisions: int
    faults: dict[str, int]
    cause: str = ""
    """The first fault in one sentence."""
    p50_us: float | None = None
    p99_us: float | None = None


def admit(
    plugins: Plugins,
    folder: Path,
    bot: str,
    game: str,
    *,
    limits: Limits = LIMITS,
    now: Callable[[], float] = time.time,
) -> Admission:
    """Try *bot* at *game*, against itself at the smallest table and at a full one of every variant; keep the result.

    Raises :class:`~gamehall.errors.CommandError` when there is no such bot or game, or when it was tried just now:
    then it says which limit it was, and for how many seconds.
    """
    if bot.startswith(EXTERNAL):
        raise CommandError("Only an installed bot can sit at the server's tables; a command can play in the arena.")
    kept = read(folder)
    before = kept.get(_key(bot, game))
    at = int(now())
    if before is not None and at < before.at + PAUSE_S:
        raise CommandError(
            f"{bot} was tried at {game} {at - before.at} s ago, and the limit is one trial in {PAUSE_S} s; "
            f"again in {before.at + PAUSE_S - at} s."
        )
    found = _trial(plugins, bot, game, limits, at)
    _write(folder, kept | {_key(bot, game): found})
    return found


def read(folder: Path) -> dict[str, Admission]:
    """The admissions that are kept in *folder*, by ``bot@game``. Raises CommandError for a damaged file."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Admission])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        raise CommandError(f"{path} cannot be read: {error}.") from error


def is_admitted(plugins: Plugins, folder: Path, bot: str, game: str) -> bool:
    """Whether *bot* passed its trial at *game* in the version that is installed."""
    found = read(folder).get(_key(bot, game))
    return found is not None and found.admitted and found.package == _package(plugins, bot)


def _trial(plugins: Plugins, bot: str, game: str, limits: Limits, at: int) -> Admission:
    rounds = decisions = 0
    faults: list[Fault] = []
    keeper = Memory()
    rules = plugins.games.get(game)
    variants = [one.name for one in rules.variants] if rules is not None else []
    for variant in variants or [""]:
        least, most = rules.seats_of(variant) if rules is not None else (2, 2)
        for seats in sorted({max(2, least), min(most, max(least, _MOST_SEATS))}):
            plan = make_plan(
                plugins,
                game=game,
                bots=[bot] * seats,
                rounds=_ROUNDS * seats,
                seed=_SEED,
                variant=variant,
                match_rounds=_ROUNDS,
                mode=Mode.ISOLATED,
                limits=limits,
            )
            one = Memory()
            with Here() as workers:
                run(plan, one, workers, lambda *_: None)
            for unit in one.units.values():
                for match in unit.matches:
                    rounds += len(match.payoffs)
                    decisions += sum(match.decisions)
                    # All of them are the same bot.
                    faults += [attrs.evolve(fault, entrant=0) for fault in match.faults]
                keeper.add(attrs.evolve(unit, number=len(keeper.units), times={0: _together(unit.times)}))
    summed = total(faults)
    spent = timing(plan, keeper)["bots"][bot]
    return Admission(
        bot=bot,
        game=game,
        package=_package(plugins, bot),
        admitted=not summed,
        at=at,
        rounds=rounds,
        decisions=decisions,
        faults={fault.kind.value: fault.count for fault in summed},
        cause=summed[0].cause if summed else "",
        p50_us=spent["p50_us"],
        p99_us=spent["p99_us"],
    )


def _together(times: dict[int, dict[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for bins in times.values():
        for at, count in bins.items():
            found[at] = found.get(at, 0) + count
    return found


def _package(plugins: Plugins, bot: str) -> str:
    owner = plugins.owner("bots", bot)
    return f"{owner.distribution} {owner.version}"


def _key(bot: str, game: str) -> str:
    return f"{bot}@{game}"


def _write(folder: Path, admissions: dict[str, Admission]) -> None:
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_bytes(msgspec.json.format(msgspec.json.encode(admissions), indent=2) + b"\n")
        new.replace(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
