"""What a bot may use, and what becomes of one that fails."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import attrs


class OnFault(StrEnum):
    """What a fault costs."""

    DEFAULT = "default"
    """The default action is taken in place of the decision; a bot that was stopped is out until the match ends."""
    FORFEIT = "forfeit"
    """Any fault ends the bot's match: defaults are played for its seat until the match is over."""


class Failing(StrEnum):
    """The kinds of fault."""

    START = "start"
    """It could not be made, or did not come to its seat within the time to start."""
    ILLEGAL = "illegal"
    """It answered with an action that the rules do not allow."""
    ERROR = "error"
    """It raised an error."""
    TIMEOUT = "timeout"
    """It did not answer within the time for a move, or used up its bank for the match."""
    CRASH = "crash"
    """Its process ended: it exited, was killed, or ran out of memory."""
    PROTOCOL = "protocol"
    """Its process said something that is no answer."""


@attrs.frozen
class Limits:
    """Limits of isolated bots; trusted ones have none. Times in seconds."""

    start_s: float = 20.0
    """From the start of its process until it sits."""
    move_s: float = 2.0
    """For one decision."""
    match_s: float = 120.0
    """For all decisions of one match together; 0: no limit."""
    memory_mb: int = 1024
    """Address space of its process; 0: no limit."""


@attrs.frozen
class Fault:
    """*count* faults of one entrant in one match: their kind, and what the first was in one sentence."""

    entrant: int
    kind: Failing
    cause: str
    count: int = 1


class BotFault(Exception):
    """A decision that failed: thrown into the match in place of an action."""

    def __init__(self, kind: Failing, cause: str, *, stopped: bool = False) -> None:
        super().__init__(cause)
        self.kind = kind
        self.cause = cause
        self.stopped = stopped
        """Whether the bot is gone until the match ends."""


def total(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The same faults, those of one entrant and kind counted together; in a fixed order."""
    found: dict[tuple[int, Failing], Fault] = {}
    for one in faults:
        key = (one.entrant, one.kind)
        found[key] = attrs.evolve(found[key], count=found[key].count + one.count) if key in found else one
    return tuple(found[key] for key in sorted(found))


def words(error: BaseException) -> str:
    """An error of a bot in one line."""
    line = " ".join(str(error).split())
    return f"{type(error).__name__}: {line}"[:200] if line else type(error).__name__
