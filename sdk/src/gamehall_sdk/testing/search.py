"""Looks for a case that breaks a check, and makes it small: hypothesis draws the cases and shrinks the failure."""

from __future__ import annotations

import contextlib
import random
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from gamehall_sdk.game import Game
from gamehall_sdk.testing.case import Broken, Case, Limits, Table
from gamehall_sdk.testing.report import Fault

__all__ = ["MissingPackage", "Search", "examples_each", "explained", "found", "need"]

T = TypeVar("T")
_MOST_DRAWS: Final = 600
"""So many choices of a case are hypothesis's, which can shrink them; the rest come from a seed."""
_HERE: Final = Path(__file__).parent
_FRAMES: Final = 4


class MissingPackage(Exception):  # said to a person, who installs it
    """A package that the checks need is not installed; the text says what to install."""


def need() -> Any:
    """The package hypothesis; :class:`MissingPackage` when it is not installed."""
    try:
        import hypothesis  # noqa: PLC0415  # an extra, and not needed until something is searched
    except ImportError as error:
        sentence = "the checks need hypothesis, which is not installed: pip install 'gamehall-sdk[testing]'"
        raise MissingPackage(sentence) from error
    return hypothesis


class _Found(Exception):  # it carries what was found through hypothesis
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


class _Enough(BaseException):
    """The time for a check is over; hypothesis lets it through."""


@attrs.define
class _DrawnDice:
    """Dice whose throws hypothesis chooses."""

    draw: Callable[[Any], Any]
    integers: Callable[[int, int], Any]
    left: int = _MOST_DRAWS
    rest: random.Random = attrs.field(factory=lambda: random.Random(0))  # noqa: S311  # choices of a test

    def choice(self, seq: Sequence[T], /) -> T:
        """See :class:`~gamehall_sdk.testing.case.Dice`."""
        return seq[self.randint(0, len(seq) - 1)]

    def randint(self, a: int, b: int, /) -> int:
        """See :class:`~gamehall_sdk.testing.case.Dice`."""
        if a == b:
            return a
        if self.left <= 0:
            return self.rest.randint(a, b)
        self.left -= 1
        drawn: int = self.draw(self.integers(a, b))
        return drawn


@attrs.define
class Search:
    """Runs one check over many cases of a game."""

    game: Game
    limits: Limits = attrs.field(factory=Limits)
    seed: int = 0
    facts: dict[str, int] = attrs.field(factory=dict)
    """What the cases counted."""
    until: float = 0.0
    """When to begin no further case."""

    def run(self, check: Callable[[Case], None], tables: Sequence[Table]) -> Fault | None:
        """The smallest fault at the first of *tables* where *check* breaks; ``None`` when it holds."""
        examples = examples_each(self.limits.examples, len(tables))
        self.until = time.perf_counter() + self.limits.budget_s
        for table in tables:
            fault = self._at(check, table, examples)
            if fault is not None:
                return fault
        return None

    def _at(self, check: Callable[[Case], None], table: Table, examples: int) -> Fault | None:
        hypothesis = need()
        last: list[Fault] = []

        def body(data: Any) -> None:
            if not last and time.perf_counter() > self.until:
                raise _Enough
            case = Case(self.game, table, _DrawnDice(data.draw, hypothesis.strategies.integers), self.limits)
            with explained(case.fault, self.seed, last):
                check(case)
            for what, number in case.facts.items():
                self.facts[what] = self.facts.get(what, 0) + number

        settings = hypothesis.settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
            suppress_health_check=list(hypothesis.HealthCheck),
            report_multiple_bugs=False,
            verbosity=hypothesis.Verbosity.quiet,
        )
        test = hypothesis.seed(self.seed)(settings(hypothesis.given(hypothesis.strategies.data())(body)))
        try:
            with _own_random():
                test()
        except _Found as found:
            return found.fault
        except _Enough:
            return None
        except hypothesis.errors.Flaky:
            # Either hypothesis saw that a case was not begun, or what the rules do differs from run to run; then the
            # failure cannot be made smaller.
            if not last and time.perf_counter() > self.until:
                return None
            sentence = "the same actions do not always give the same round"
            return last[-1] if last else Fault(sentence=sentence, seed=self.seed)
        return None


def examples_each(examples: int, tables: int) -> int:
    """How many cases each of some tables gets."""
    return max(2, examples // max(1, tables))


@contextlib.contextmanager
def explained(tell: Callable[..., Fault], seed: int, last: list[Fault] | None = None) -> Iterator[None]:
    """Turn whatever the code under test raises into a fault with the way there."""
    try:
        yield
    except _Found:
        raise
    except Exception as error:
        if type(error).__module__.startswith("hypothesis."):
            raise
        fault = _fault(tell, seed, error)
        if last is not None:
            last.append(fault)
        raise _Found(fault) from None


def found(work: Callable[[], None], tell: Callable[..., Fault], seed: int) -> Fault | None:
    """What *work* breaks, without a search."""
    try:
        with explained(tell, seed):
            work()
    except _Found as error:
        return error.fault
    return None


def _fault(tell: Callable[..., Fault], seed: int, error: Exception) -> Fault:
    if isinstance(error, Broken):
        return tell(str(error), seed)
    line = " ".join(str(error).split())
    name = type(error).__name__
    return tell(f"raises {name}: {line}" if line else f"raises {name}", seed, _where(error))


def _where(error: Exception) -> str:
    """The frames outside of this package, the last ones, in which *error* was raised."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if Path(one.filename).parent != _HERE]
    return "\n".join(f"{Path(one.filename).name}:{one.lineno} in {one.name}: {one.line}" for one in frames[-_FRAMES:])


@contextlib.contextmanager
def _own_random() -> Iterator[None]:
    """Keep the caller's random state, which hypothesis resets for each case."""
    state = random.getstate()
    try:
        yield
    finally:
        random.setstate(state)
