"""What a process that runs a plugin's code for the server gets, and what it does not: bots and message extensions.

The first half is for the server, which starts such a process; the second for the process itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from typing import Final

import anyio.abc

from gamehall.plugins import CHOSEN, TRACE
from gamehall.settings import ENVIRONMENT_PREFIX

__all__ = ["child_environment", "die_with", "kill", "limit_memory", "private_pipe"]

_LOOK_S: Final = 1.0


def child_environment(environ: Mapping[str, str], plugins: str) -> dict[str, str]:
    """The variables for a process that loads *plugins* (entry points, with commas).

    It is told nothing of the server's settings: the password of the database may be among them.
    """
    kept = {name: text for name, text in environ.items() if name == TRACE or not name.startswith(ENVIRONMENT_PREFIX)}
    return kept | {CHOSEN: plugins}


def kill(process: anyio.abc.Process) -> None:
    """The process, and what it started; it leads a session of its own."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


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
    """End this process when the server is gone, even while the plugin thinks without end."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def limit_memory(megabytes: int) -> None:
    """Bound this process's address space, where the system can."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # not everywhere

    most = megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
