"""The pytest plugin of the conformance kit: ``@pytest.mark.conformance(GAME)`` makes a test of each check.

A bot is given with the games it is to be checked at: ``@pytest.mark.conformance(KIND, games=[GAME])``. Further
arguments are ``seed``, ``examples`` and ``only``. Loading the plugin imports nothing of the kit; that happens when a
test asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gamehall_sdk.testing import Result

__all__ = ["conformance", "pytest_configure", "pytest_generate_tests"]

_MARK = "conformance"
_EXAMPLES = 50


def pytest_configure(config: pytest.Config) -> None:
    """Tell pytest of the marker."""
    config.addinivalue_line(
        "markers",
        f"{_MARK}(game_or_bot, *, games=(), seed=0, examples={_EXAMPLES}, only=()): "
        "one test for each check of Gamehall's conformance kit, through the fixture of this name",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each check, where a test asks for the fixture."""
    if _MARK not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker(_MARK)
    if mark is None:
        sentence = f"{metafunc.definition.nodeid}: the fixture needs @pytest.mark.{_MARK}(GAME)"
        raise pytest.UsageError(sentence)
    runs = _runs(*mark.args, **mark.kwargs)
    metafunc.parametrize(_MARK, list(runs.values()), ids=list(runs), indirect=True)


@pytest.fixture
def conformance(request: pytest.FixtureRequest) -> Callable[[], Result]:
    """Call it to run the check of this test; it fails with the shortest counter-example, and warns of what is slow."""
    from gamehall_sdk.testing import Status  # noqa: PLC0415  # only where it is used

    run: Callable[[], Result] = request.param

    def verify() -> Result:
        result = run()
        if result.fault is not None:
            pytest.fail("\n  ".join([f"not true that {result.title}:", *result.fault.lines()]), pytrace=False)
        if result.status is Status.SKIPPED:
            pytest.skip(result.detail)
        return result

    return verify


def _runs(
    thing: Any, games: Any = (), seed: int = 0, examples: int = _EXAMPLES, only: Any = ()
) -> dict[str, Callable[[], Result]]:
    """What each check's test calls, by the check's name."""
    from gamehall_sdk.game import Game  # noqa: PLC0415  # as above
    from gamehall_sdk.testing import (  # noqa: PLC0415  # as above
        BOT_CHECKS,
        GAME_CHECKS,
        BotCheck,
        GameCheck,
        Limits,
        run_bot_check,
        run_game_check,
    )

    limits = Limits(examples=examples)

    def of_game(check: GameCheck) -> Callable[[], Result]:
        return lambda: run_game_check(check, thing, seed=seed, limits=limits)

    def of_bot(check: BotCheck) -> Callable[[], Result]:
        return lambda: run_bot_check(check, thing, list(games), seed=seed, limits=limits)

    if isinstance(thing, Game):
        return {check.name: of_game(check) for check in GAME_CHECKS if not only or check.name in only}
    return {check.name: of_bot(check) for check in BOT_CHECKS if not only or check.name in only}
