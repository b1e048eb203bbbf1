"""How commands run asynchronous code: on uvloop where there is one."""

from __future__ import annotations

import importlib.util
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

T = TypeVar("T")


def run_async(main: Callable[[], Awaitable[T]]) -> T:
    """Run *main* to its end on an event loop of its own."""
    fast = importlib.util.find_spec("uvloop") is not None
    return anyio.run(main, backend="asyncio", backend_options={"use_uvloop": fast})
