"""The way to one entrant's process and back: many questions at once, answers in order, each under a time limit.

A lane belongs to one entrant in one unit of work. What comes from the other side is never trusted: an answer that is
none, silence, or a closed pipe ends the process, and the question that it hung on is a fault.
"""

from __future__ import annotations

import selectors
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import attrs

from gamehall.arena.limits import BotFault, Failing, Limits
from gamehall_sdk.round import Legal

_CHUNK: Final = 1 << 18
_GRACE_S: Final = 0.05
"""On top of a move's limit, for the way there and back."""


class BadAnswer(Exception):
    """The other side said something that is no answer; its text says what."""


@attrs.frozen
class Sitting:
    """A bot's place in one match of the unit: *slot* is the match, *seed* the bot's."""

    slot: int
    seat: int
    seed: int


@attrs.frozen
class Sat:
    """A bot that sits, or why it does not: whether it looks at views, whether it hears events."""

    slot: int
    looks: bool = True
    hears: bool = True
    fault: str = ""


@attrs.frozen
class Question:
    """What one bot is asked: what it has heard since the last time, its view, and what it may do."""

    slot: int
    news: Sequence[Any]
    view: Any
    legal: Legal
    seconds: float


@attrs.frozen
class Answer:
    """An action or a fault, and how long the bot took by its own process's clock and by ours, in nanoseconds."""

    slot: int
    action: Any
    took_ns: int
    observed_ns: int = 0


class Lane(ABC):
    """See the module. Subclasses know how the process is started and what is said."""

    def __init__(self, limits: Limits) -> None:
        """A lane without a process yet."""
        self.limits = limits
        self.asked: deque[Question] = deque()
        """The questions without an answer yet, in order."""
        self.sitting: dict[int, Sitting] = {}
        """Who is yet to sit, by slot."""
        self._in = bytearray()
        self._out = bytearray()
        self._since = 0.0

    @abstractmethod
    def start(self) -> None:
        """Start the process; raises :class:`BotFault` when that fails."""

    @abstractmethod
    def stop(self) -> None:
        """End the process at once, and all that it started; harmless when there is none."""

    @property
    @abstractmethod
    def ends(self) -> tuple[int, int]:
        """The file descriptors to read from and to write to, not blocking."""

    @abstractmethod
    def read(self) -> bytes:
        """Some bytes, nothing at the end; raises :class:`BlockingIOError` or :class:`OSError`."""

    @abstractmethod
    def write(self, data: bytes | bytearray) -> int:
        """Write some of *data*; tells how much. Raises as :meth:`read` does."""

    @abstractmethod
    def sit_message(self, sittings: Sequence[Sitting]) -> bytes:
        """Bytes that let these sit down."""

    @abstractmethod
    def ask_message(self, questions: Sequence[Question]) -> bytes:
        """Bytes that ask these questions."""

    @abstractmethod
    def end_message(self, slot: int) -> bytes:
        """Bytes that say that a match is over; nothing is answered."""

    @abstractmethod
    def take(self, data: bytearray) -> list[Sat | Answer]:
        """Take complete answers off the front of *data*; raises :class:`BadAnswer`."""

    @property
    def waiting(self) -> bool:
        """Whether an answer is due."""
        return bool(self.asked or self.sitting)

    @property
    def deadline(self) -> float:
        """When the next answer is due, by the monotonic clock."""
        limit = self.limits.start_s if self.sitting else self.asked[0].seconds
        return self._since + limit + _GRACE_S

    def sit(self, sittings: Sequence[Sitting]) -> None:
        """Let these sit down; each is answered by a :class:`Sat`."""
        self.sitting |= {one.slot: one for one in sittings}
        self._since = time.monotonic()
        self._out += self.sit_message(sittings)

    def ask(self, questions: Sequence[Question]) -> None:
        """Ask *questions*; they are answered in order, each by an :class:`Answer`."""
        self._since = time.monotonic()
        self._out += self.ask_message(questions)
        self.asked.extend(questions)
        self.flush()

    def end(self, slot: int) -> None:
        """The match of *slot* is over for this bot."""
        self._out += self.end_message(slot)

    def flush(self) -> bool:
        """Write what can be written without waiting; whether something is left. Raises :class:`BotFault`."""
        while self._out:
            try:
                written = self.write(self._out)
            except BlockingIOError:
                return True
            except OSError:
                # What it said before it ended is read first; the end of that tells.
                self._out.clear()
                return False
            del self._out[:written]
        return False

    def receive(self) -> list[Sat | Answer]:
        """What has come. Raises :class:`BotFault` when the process is gone or talks nonsense."""
        try:
            data = self.read()
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            raise BotFault(Failing.CRASH, "its process ended", stopped=True)
        self._in += data
        try:
            found = self.take(self._in)
        except BadAnswer as error:
            raise BotFault(Failing.PROTOCOL, str(error), stopped=True) from None
        if not found:
            return []
        now = time.monotonic()
        observed_ns = round((now - self._since) * 1e9)
        self._since = now
        reported = sum(one.took_ns for one in found if isinstance(one, Answer)) or 1
        done: list[Sat | Answer] = []
        for one in found:
            if isinstance(one, Answer):
                if not self.asked or self.asked[0].slot != one.slot:
                    raise BotFault(Failing.PROTOCOL, "it answered what was not asked", stopped=True)
                self.asked.popleft()
                # The same answer, timed by us.
                done.append(Answer(one.slot, one.action, one.took_ns, observed_ns * one.took_ns // reported))
                continue
            if self.sitting.pop(one.slot, None) is None:
                raise BotFault(Failing.PROTOCOL, "it sat down where it was not asked to", stopped=True)
            done.append(one)
        return done

    def reset(self) -> None:
        """Forget the conversation, for a new process."""
        self._in.clear()
        self._out.clear()
        self.asked.clear()
        self.sitting.clear()


def exchange(lanes: Sequence[Lane]) -> tuple[list[tuple[Lane, Sat | Answer]], list[tuple[Lane, BotFault]]]:
    """Wait until every lane has answered all that it was asked, or failed; what was answered, and who failed how."""
    answers: list[tuple[Lane, Sat | Answer]] = []
    faults: list[tuple[Lane, BotFault]] = []
    active = [lane for lane in lanes if lane.waiting]
    if not active:
        return answers, faults
    with selectors.DefaultSelector() as selector:
        blocked = {lane for lane in active if lane.flush()}
        for lane in active:
            selector.register(lane.ends[0], selectors.EVENT_READ, lane)
            if lane in blocked:
                _watch(selector, lane, writing=True)
        while active:
            patience = min(lane.deadline for lane in active) - time.monotonic()
            ready = {key.data for key, _ in selector.select(max(patience, 0.0))}
            for lane in list(active):
                try:
                    if lane in ready:
                        if lane in blocked and not lane.flush():
                            blocked.remove(lane)
                            _watch(selector, lane, writing=False)
                        answers += [(lane, one) for one in lane.receive()]
                    if lane.waiting and time.monotonic() > lane.deadline:
                        limit = lane.limits.start_s if lane.sitting else lane.asked[0].seconds
                        what = "did not sit down" if lane.sitting else "did not answer"
                        raise BotFault(Failing.TIMEOUT, f"it {what} within {limit:g} s", stopped=True)
                except BotFault as fault:
                    faults.append((lane, fault))
                    _forget(selector, lane, active)
                else:
                    if not lane.waiting:
                        _forget(selector, lane, active)
    return answers, faults


def _watch(selector: selectors.BaseSelector, lane: Lane, *, writing: bool) -> None:
    """Wake up when the lane's process can take more, or no longer."""
    reads, writes = lane.ends
    if reads == writes:
        selector.modify(reads, selectors.EVENT_READ | (selectors.EVENT_WRITE if writing else 0), lane)
    elif writing:
        selector.register(writes, selectors.EVENT_WRITE, lane)
    else:
        selector.unregister(writes)


def _forget(selector: selectors.BaseSelector, lane: Lane, active: list[Lane]) -> None:
    active.remove(lane)
    for end in set(lane.ends):
        if end in selector.get_map():
            selector.unregister(end)
