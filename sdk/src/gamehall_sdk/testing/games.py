"""All checks of a game, in the order in which they are run."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final

import attrs

from gamehall_sdk.game import Game
from gamehall_sdk.testing.case import Case, Limits, Table, tables_of
from gamehall_sdk.testing.life import check_life
from gamehall_sdk.testing.report import Fault, Report, Result, Status
from gamehall_sdk.testing.rules import (
    check_defaults,
    check_deterministic,
    check_end,
    check_illegal,
    check_legal,
    check_payoffs,
    check_record,
)
from gamehall_sdk.testing.search import Search, need
from gamehall_sdk.testing.secrecy import check_secrecy, check_simultaneous
from gamehall_sdk.testing.timing import measure
from gamehall_sdk.testing.travel import check_description, check_options, check_plan, check_travel

__all__ = ["GAME_CHECKS", "GameCheck", "check_game", "run_game_check"]


@attrs.frozen
class GameCheck:
    """One thing that must hold for every game."""

    name: str
    title: str
    """The sentence that must be true."""
    body: Callable[[Case], None] | None
    """Raises for a case where it is not; ``None`` for the measuring."""
    share: float = 1.0
    """How many cases it gets, of those that are asked for: the dear ones get fewer."""


GAME_CHECKS: Final = (
    GameCheck("description", "the plugin says what a lobby and a client must know", check_description, 0),
    GameCheck("options", "every option can be written down, read back and played with", check_options),
    GameCheck("plan", "rounds are planned among those who sit there, and the memo survives", check_plan),
    GameCheck("deterministic", "the same setup and actions always give the same round", check_deterministic, 0.5),
    GameCheck("ends", "random play comes to an end, with every number of players", check_end),
    GameCheck("legal", "every listed action is accepted", check_legal),
    GameCheck("illegal", "what is not listed is refused and changes nothing", check_illegal, 0.5),
    GameCheck("default", "the action for a silent seat is legal, and silence ends the round", check_defaults),
    GameCheck("payoffs", "each seat gets a whole number, and chips sum to 0", check_payoffs),
    GameCheck("record", "a round's record replays to the same events, to the byte", check_record, 0.5),
    GameCheck("wire", "all that is said survives XML and JSON and fits the schema", check_travel, 0.3),
    GameCheck("secrecy", "nobody is told what they may not know", check_secrecy, 0.7),
    GameCheck("simultaneous", "a choice made at the same time as others' stays hidden", check_simultaneous, 0.5),
    GameCheck("table", "rounds follow one another while players come and go", check_life, 0.3),
    GameCheck("speed", "an action and a view take little time", None),
)
"""The checks of a game."""


def check_game(game: Game, *, seed: int = 0, limits: Limits | None = None, only: Collection[str] = ()) -> Report:
    """Run all checks of *game*, or those named in *only*.

    The same *seed* looks at the same cases. Raises :class:`~gamehall_sdk.testing.search.MissingPackage` when
    hypothesis is not installed.
    """
    need()
    results = tuple(
        run_game_check(check, game, seed=seed, limits=limits) for check in GAME_CHECKS if not only or check.name in only
    )
    return Report(kind="game", name=game.name, seed=seed, results=results)


def run_game_check(check: GameCheck, game: Game, *, seed: int = 0, limits: Limits | None = None) -> Result:
    """Run one check of *game*."""
    limits = limits or Limits()
    start = time.perf_counter()
    fault: Fault | None = None
    if check.body is None:
        try:
            status, detail = measure(game, limits, seed)
        except Exception as error:  # noqa: BLE001  # what the rules raise is another check's to explain
            status, detail = Status.SKIPPED, f"could not be measured: {type(error).__name__}: {error}"
    else:
        search = Search(game, attrs.evolve(limits, examples=round(limits.examples * check.share)), seed)
        tables: tuple[Table, ...] = tables_of(game) if check.share else tables_of(game)[:1]
        fault = search.run(check.body, tables)
        status = Status.FAILED if fault else Status.PASSED
        detail = ", ".join(f"{number} {what}" for what, number in search.facts.items())
    seconds = time.perf_counter() - start
    return Result(check=check.name, title=check.title, status=status, detail=detail, fault=fault, seconds=seconds)
