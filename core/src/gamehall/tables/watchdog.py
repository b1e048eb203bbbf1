"""Breaks off a game's code that does not come back: games run in the server's own thread, so everybody waits for one.

A call of a game's code costs two notes and no clock: who runs, and the how many-th call it is. A thread looks at the
notes now and then. When it finds the same call for longer than the limit, it logs where that is and sends the main
thread a signal, whose handler raises out of the call. The handler runs in the very thread that keeps the notes, so it
never raises anywhere else; a thread's asynchronous exception could come a moment late, in the middle of the server.

What cannot be broken off: code in C that neither returns nor looks for signals (a huge power, a sort of millions), and
a server that runs in another than the main thread, or on a system without signals for threads. There the log tells
where the server stands, again and again, and an operator has to end it; a restart goes on from the journal. The same
is told where no game runs and the event loop stands still all the same: a plugin that waits where it must not.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final, Self, TypeVar

import structlog

from gamehall.tables.machine import TableConfig

__all__ = ["GameOverran", "GameQuit", "Watchdog"]

_log = structlog.get_logger(__name__)
_LOOKS: Final = 4
"""How often it looks within the limit."""
_CALLS: Final = 6
_SIGNAL: Final = getattr(signal, "SIGURG", None)
"""Nobody minds it when no handler is there."""

T = TypeVar("T")


class GameOverran(RuntimeError):  # named for what happened
    """A call of a game's code took too long and was broken off."""


class GameQuit(RuntimeError):  # as above
    """A game's code raised what would end the program, not the call."""


class _BreakOff(BaseException):  # never seen outside; no ``except Exception`` of a game's takes it
    """Raised by the signal's handler."""


class Watchdog:
    """Runs the calls of one event loop's thread; a context manager, entered in that thread."""

    def __init__(self, limit_s: float) -> None:
        """Calls that take more than *limit_s* seconds are broken off."""
        self._limit_s = limit_s
        self._running: TableConfig | None = None
        self._call = 0
        self._accused = 0
        self._watched = 0
        self._beats: int | None = None
        """Counted by the event loop as long as it turns; ``None`` while none is followed."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def __call__(self, call: Callable[[], T], table: TableConfig) -> T:
        """What *call* gives; *table* is named when it takes too long.

        Raises what it raises, GameOverran when it was broken off, and GameQuit in place of what is no Exception.
        """
        before = self._running
        self._call += 1
        self._running = table
        try:
            return call()
        except Exception:
            raise
        except BaseException as error:
            self._running = None  # before anything is called: from here on it must not be broken off again
            if isinstance(error, _BreakOff):
                sentence = f"it took more than {self._limit_s:g} s (game_limit_s) and was broken off"
                raise GameOverran(sentence) from error
            sentence = f"it raised {type(error).__name__}, which would end the server"
            raise GameQuit(sentence) from error
        finally:
            self._running = before

    def __enter__(self) -> Self:
        """Begin to watch the present thread."""
        self._watched = threading.get_ident()
        if self._breaks:
            _install(self)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Watch no more."""
        self._stop.set()
        self._thread.join()
        if self._breaks:
            _remove(self)

    def follow(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell of *loop*, too, when it stands still outside of games."""
        self._beats = 0

        def beat() -> None:
            if self._beats is not None and not self._stop.is_set():
                self._beats += 1
                loop.call_later(self._limit_s / _LOOKS, beat)

        beat()

    @property
    def _breaks(self) -> bool:
        """Whether a call can be broken off here."""
        able = _SIGNAL is not None and hasattr(signal, "pthread_kill")
        return able and self._watched == threading.main_thread().ident

    def interrupt(self) -> None:
        """In the watched thread: raise, if the call that was found too slow still runs."""
        if self._running is not None and self._call == self._accused:
            raise _BreakOff

    # --- the thread ---

    def _watch(self) -> None:
        seen: tuple[int, TableConfig | None, int | None] = (0, None, None)
        looks, told_at = 0, _LOOKS
        while not self._stop.wait(self._limit_s / _LOOKS):
            now = (self._call, self._running, self._beats)
            table = now[1]
            still = now[0] == seen[0] if table is not None else now == seen and self._beats is not None
            seen = now
            if not still:
                looks, told_at = 0, _LOOKS
                continue
            looks += 1
            if looks < _LOOKS:
                continue
            if looks == told_at:
                self._tell(table, looks)
                told_at *= 2
            if table is not None and self._breaks and _SIGNAL is not None:
                self._accused = now[0]
                signal.pthread_kill(self._watched, _SIGNAL)

    def _tell(self, table: TableConfig | None, looks: int) -> None:
        where = _place(sys._current_frames().get(self._watched))  # noqa: SLF001  # there is no other way to see it
        seconds = round(self._limit_s * looks / _LOOKS, 1)
        if table is None:
            _log.warning("event loop stands still", seconds=seconds, where=where)
            return
        more = looks > _LOOKS or not self._breaks
        event = "game does not return and cannot be broken off" if more else "game takes too long"
        _log.error(event, table=table.id, game=table.game, seconds=seconds, where=where)


def _place(frame: FrameType | None) -> str:
    """Where a thread is, the innermost call first."""
    calls = traceback.extract_stack(frame)[-_CALLS:] if frame is not None else []
    return " < ".join(f"{call.name} ({'/'.join(Path(call.filename).parts[-2:])}:{call.lineno})" for call in calls[::-1])


_watching: Final[list[Watchdog]] = []
_before: Final[list[Any]] = []


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    for dog in _watching:
        dog.interrupt()


def _install(dog: Watchdog) -> None:
    if not _watching and _SIGNAL is not None:
        _before.append(signal.signal(_SIGNAL, _interrupt))
    _watching.append(dog)


def _remove(dog: Watchdog) -> None:
    _watching.remove(dog)
    if not _watching and _SIGNAL is not None:
        signal.signal(_SIGNAL, _before.pop())
