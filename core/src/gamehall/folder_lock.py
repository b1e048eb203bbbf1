"""The lock of a data folder: one process at a time works in it, the server or a command."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gamehall.errors import FolderInUse

try:
    import fcntl
except ImportError:  # not a Unix: the folder is not guarded there
    fcntl = None  # type: ignore[assignment]

__all__ = ["LOCK_FILE", "lock_folder"]

LOCK_FILE: Final = "server.lock"
"""Lies in the data folder, and holds the number of the last process that worked there; it is never deleted."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold *folder*, which is made where it is missing, until the end of the block.

    The lock is the operating system's: a killed process lets go of it. Raises FolderInUse.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _take(file, folder)
        yield
    finally:
        os.close(file)


def _take(file: int, folder: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        number = os.read(file, 32).decode("ascii", "replace").strip()
        who = f"process {number}" if number.isdigit() else "another process"
        sentence = f"{folder} is in use by {who}: a server runs there, or a command; stop it first"
        raise FolderInUse(sentence) from None
    os.ftruncate(file, 0)
    os.write(file, f"{os.getpid()}\n".encode())
