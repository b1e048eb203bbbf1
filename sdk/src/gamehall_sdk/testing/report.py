"""What a run of the checks found: a result for each check, each fault with the shortest way to see it again."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import attrs

__all__ = ["Fault", "Report", "Result", "Status"]


class Status(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    WARNED = "warned"
    """It holds, but somebody should look."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """There was nothing to check."""


@attrs.frozen(kw_only=True)
class Fault:
    """One way to see that something is wrong: a sentence, and the round that leads there."""

    sentence: str
    seed: int = 0
    """The seed of the search that found it."""
    variant: str = ""
    options: dict[str, str] = attrs.field(factory=dict)
    """Those that differ from the defaults."""
    seats: tuple[int, ...] = ()
    stacks: tuple[int, ...] = ()
    deal: int | None = None
    """The number of the deal, see :func:`~gamehall_sdk.testing.case.deal`."""
    actions: tuple[tuple[int, dict[str, Any]], ...] = ()
    """The shortest list of actions that shows it: seat and payload."""
    traceback: str = ""
    """Where the code under test raised, if it did."""

    def lines(self) -> list[str]:
        """The fault for a person, a line for each thing to know."""
        lines = [self.sentence]
        if self.seats:
            where = [f"variant {self.variant}", f"seats {' '.join(map(str, self.seats))}"]
            if any(self.stacks):
                where.append(f"stacks {' '.join(map(str, self.stacks))}")
            where += [f"{name}={text}" for name, text in self.options.items()]
            where.append(f"deal {self.deal}")
            lines.append(", ".join(where))
            lines += [f"{place}. seat {seat}: {_words(action)}" for place, (seat, action) in enumerate(self.actions, 1)]
        return lines + self.traceback.splitlines()


@attrs.frozen(kw_only=True)
class Result:
    """How one check of one game or bot ended."""

    check: str
    title: str
    """What must hold, as a sentence."""
    status: Status
    detail: str = ""
    """What was looked at, or what was measured."""
    fault: Fault | None = None
    seconds: float = 0.0


@attrs.frozen(kw_only=True)
class Report:
    """All checks of one game or bot."""

    kind: str
    """``game`` or ``bot``."""
    name: str
    seed: int
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether no check failed."""
        return all(result.status is not Status.FAILED for result in self.results)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that failed."""
        return tuple(result.check for result in self.results if result.status is Status.FAILED)

    def as_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return attrs.asdict(self) | {"ok": self.ok}


def _words(action: dict[str, Any]) -> str:
    ((name, body),) = action.items()
    if not isinstance(body, dict):
        return f"{name} {body}"
    return " ".join([name, *(f"{key}={value}" for key, value in body.items())])
