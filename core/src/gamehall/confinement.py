"""What a process that runs a plugin's code for the server gets, and what it does not: bots and message extensions.

The first half is for the server, which starts such a process; the second for the process itself.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import anyio.abc

from gamehall.plugins import CHOSEN, TRACE
from gamehall.settings import ENVIRONMENT_PREFIX

__all__ = [
    "child_environment",
    "die_with",
    "kill",
    "kill_descendants",
    "limit_memory",
    "private_pipe",
]

_LOOK_S: Final = 1.0
_MOST_GENERATIONS: Final = 20
"""So often it is looked for new processes, while others are being stopped."""
_PR_SET_CHILD_SUBREAPER: Final = 36
"""Of ``prctl(2)``."""


def child_environment(environ: Mapping[str, str], plugins: str) -> dict[str, str]:
    """The variables for a process that loads *plugins* (entry points, with commas).

    It is told nothing of the server's settings: the password of the database may be among them.
    """
    kept = {name: text for name, text in environ.items() if name == TRACE or not name.startswith(ENVIRONMENT_PREFIX)}
    return kept | {CHOSEN: plugins}


def kill(process: anyio.abc.Process) -> None:
    """The process, and what it started, in whatever session that is by now; it leads a session of its own."""
    kill_descendants(process.pid)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def kill_descendants(pid: int) -> None:
    """All processes that have *pid* for an ancestor, where the system tells which those are (Linux)."""
    stopped: set[int] = set()
    for _ in range(_MOST_GENERATIONS):
        # Those that stand still start no others meanwhile.
        fresh = _descendants(pid) - stopped
        if not fresh:
            break
        stopped |= fresh
        _signal(fresh, signal.SIGSTOP)
    _signal(stopped, signal.SIGKILL)


def _signal(pids: set[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _descendants(pid: int) -> set[int]:
    found: set[int] = set()
    asked = [pid]
    while asked:
        children: set[int] = set()
        for listing in Path(f"/proc/{asked.pop()}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                children |= set(map(int, listing.read_text().split()))
        asked += children - found
        found |= children
    return found


def private_pipe() -> tuple[int, int]:
    """The streams that this process was started with, to read and to write, for the protocol alone.

    What the plugin prints goes to the error stream from here on, and it reads nothing.
    """
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return reading, writing


def die_with(parent: int) -> None:
    """End this process, and what it started, when the server is gone, even while the plugin thinks without end."""
    if sys.platform == "linux":
        # Whoever of those loses a parent gets this process for one, and so stays among its descendants.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_S)
        kill_descendants(os.getpid())
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def limit_memory(megabytes: int) -> None:
    """Bound this process's address space, where the system can."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # not everywhere

    most = megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
