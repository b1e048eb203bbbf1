"""Breaks off a game's code that does not come back: games run in the server's own thread, so everybody waits for one.

A call of a game's code costs two notes and no clock: who runs, and the how many-th call it is. A thread looks at the
notes now and then. When it finds the same call for longer than the limit, it logs where that is and sends the main
thread a signal, whose handler raises out of the call. The handler runs in the very thread that keeps the notes, so it
never raises anywhere else; a thread's asynchronous exception could come a moment late, in the middle of the server.

A package's code also runs where nobody called it through here: a dialect answers, a flow says who sits where. When
the event loop stands still there, the handler raises :class:`GameOverran` where it is, if that is code of a package's,
or what that called: to the server it is as if the package had raised it.

In worker threads games are played again (after a restart, for a replay); :meth:`Watchdog.aside` breaks those calls off
by the thread's asynchronous exception, which is waited for when it comes a moment late.

What cannot be broken off: code in C that neither returns nor looks for signals (a huge power, a sort of millions), code
that takes every BaseException for nothing and goes on, and a server that runs in another than the main thread, or on a
system without signals for threads. There the log tells where the server stands, again and again, and an operator has to
end it; a restart goes on from the journal. The same is told where the server's own code keeps the event loop.
"""

from __future__ import annotations

import asyncio
import ctypes
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Collection
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final, Self, TypeVar

import attrs
import structlog

from gamehall.tables.machine import TableConfig

__all__ = ["GameOverran", "GameQuit", "Watchdog"]

_log = structlog.get_logger(__name__)
_LOOKS: Final = 4
"""How often it looks within the limit."""
_CALLS: Final = 6
_SIGNAL: Final = getattr(signal, "SIGURG", None)
"""Nobody minds it when no handler is there."""

_OURS: Final = "gamehall"
"""The package whose code is broken off nowhere."""

T = TypeVar("T")


class GameOverran(RuntimeError):  # named for what happened
    """A call of a game's code took too long and was broken off."""


class GameQuit(RuntimeError):  # as above
    """A game's code raised what would end the program, not the call."""


class _BreakOff(BaseException):  # never seen outside; no ``except Exception`` of a game's takes it
    """Raised by the signal's handler."""


@attrs.define(eq=False)
class _Aside:
    """A call in a worker thread."""

    table: TableConfig
    looks: int = 0
    """How often it was found running."""
    accused: bool = False
    """Whether it was found running too often."""
    settled: bool = True
    """Whether the exception was sent, or will not be: the call ended before."""


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
        self._stood: int | None = None
        """The beat at which the loop was found to stand still outside of calls."""
        self._packages: frozenset[str] = frozenset()
        self._aside: dict[int, _Aside] = {}
        """By thread."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def __call__(self, call: Callable[..., T], table: TableConfig, *given: Any) -> T:
        """What *call* gives for what is *given*; *table* is named when it takes too long.

        Raises what it raises, GameOverran when it was broken off, and GameQuit in place of what is no Exception.
        """
        before = self._running
        self._call += 1
        self._running = table
        try:
            return call(*given)
        except Exception:
            raise
        except BaseException as error:
            self._running = None  # before anything is called: from here on it must not be broken off again
            raise self._meant(error) from error
        finally:
            self._running = before

    def aside(self, call: Callable[..., T], table: TableConfig, *given: Any) -> T:
        """The same in a worker thread; no such call may be made within another."""
        thread, mine = threading.get_ident(), _Aside(table)
        self._aside[thread] = mine
        try:
            try:
                return call(*given)
            finally:
                self._end_aside(thread, mine)
        except Exception:
            raise
        except BaseException as error:
            # It may have come at the very beginning of that; a second one would come much later.
            self._end_aside(thread, mine)
            raise self._meant(error) from error

    def _end_aside(self, thread: int, mine: _Aside) -> None:
        """The call is over. Raises _BreakOff where that came just now; after this, none comes any more."""
        self._aside.pop(thread, None)
        while not mine.settled:
            time.sleep(0)
        if mine.accused:
            _raise_in(thread, None)

    def _meant(self, error: BaseException) -> Exception:
        """What the table's fault is, where a call ended by what is no Exception."""
        if isinstance(error, _BreakOff):
            return GameOverran(self._overran)
        return GameQuit(f"it raised {type(error).__name__}, which would end the server")

    @property
    def _overran(self) -> str:
        return f"it took more than {self._limit_s:g} s (game_limit_s) and was broken off"

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

    def follow(self, loop: asyncio.AbstractEventLoop, packages: Collection[str] = ()) -> None:
        """Tell of *loop*, too, when it stands still outside of such calls; break code of *packages* off there."""
        self._beats = 0
        self._packages = frozenset(packages) - {_OURS}

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

    def interrupt(self, frame: FrameType | None) -> None:
        """In the watched thread, which is at *frame*: raise, if what was found too slow still runs."""
        if self._running is not None:
            if self._call == self._accused:
                raise _BreakOff
            return
        stands = self._beats is not None and (self._call, self._beats) == (self._accused, self._stood)
        if stands and self._is_foreign(frame):
            raise GameOverran(self._overran)

    def _is_foreign(self, frame: FrameType | None) -> bool:
        """Whether the code at *frame* is of one of the packages, or was called by that with nothing of ours between."""
        while frame is not None:
            top = str(frame.f_globals.get("__name__", "")).partition(".")[0]
            if top == _OURS or top in self._packages:
                return top != _OURS
            frame = frame.f_back
        return False

    # --- the thread ---

    def _watch(self) -> None:
        seen: tuple[int, TableConfig | None, int | None] = (0, None, None)
        looks, told_at = 0, _LOOKS
        while not self._stop.wait(self._limit_s / _LOOKS):
            self._look_aside()
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
                self._tell(table, looks, self._watched, breaks=self._breaks)
                told_at *= 2
            if self._breaks and _SIGNAL is not None:
                self._accused, self._stood = now[0], now[2]
                signal.pthread_kill(self._watched, _SIGNAL)

    def _look_aside(self) -> None:
        for thread, one in list(self._aside.items()):
            one.looks += 1
            late = one.looks - 1
            if late < _LOOKS:
                continue
            # In this order: whoever ends the call takes it out first, then waits until this is settled.
            one.settled, one.accused = False, True
            if self._aside.get(thread) is one:
                _raise_in(thread, _BreakOff)
            one.settled = True
            if late % _LOOKS == 0 and (late // _LOOKS).bit_count() == 1:
                self._tell(one.table, late, thread, breaks=True)

    def _tell(self, table: TableConfig | None, looks: int, thread: int, *, breaks: bool) -> None:
        where = _place(sys._current_frames().get(thread))  # noqa: SLF001  # there is no other way to see it
        seconds = round(self._limit_s * looks / _LOOKS, 1)
        if table is None:
            _log.warning("event loop stands still", seconds=seconds, where=where)
            return
        more = looks > _LOOKS or not breaks
        event = "game does not return and cannot be broken off" if more else "game takes too long"
        _log.error(event, table=table.id, game=table.game, seconds=seconds, where=where)


def _place(frame: FrameType | None) -> str:
    """Where a thread is, the innermost call first."""
    calls = traceback.extract_stack(frame)[-_CALLS:] if frame is not None else []
    return " < ".join(f"{call.name} ({'/'.join(Path(call.filename).parts[-2:])}:{call.lineno})" for call in calls[::-1])


_watching: Final[list[Watchdog]] = []
_before: Final[list[Any]] = []


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Let *kind* be raised in *thread* as soon as it runs code in Python; ``None``: let nothing be raised any more."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None if kind is None else ctypes.py_object(kind))


def _interrupt(_number: int, frame: FrameType | None) -> None:
    for dog in _watching:
        dog.interrupt(frame)


def _install(dog: Watchdog) -> None:
    if not _watching and _SIGNAL is not None:
        _before.append(signal.signal(_SIGNAL, _interrupt))
    _watching.append(dog)


def _remove(dog: Watchdog) -> None:
    _watching.remove(dog)
    if not _watching and _SIGNAL is not None:
        signal.signal(_SIGNAL, _before.pop())
