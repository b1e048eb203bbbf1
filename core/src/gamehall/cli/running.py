"""How commands run asynchronous code: on uvloop where there is one."""

from __future__ import annotations

import gc
import importlib.util
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

T = TypeVar("T")
_NEW_OBJECTS = 20_000


def run_async(main: Callable[[], Awaitable[T]]) -> T:
    """Run *main* to its end on an event loop of its own."""
    fast = importlib.util.find_spec("uvloop") is not None
    return anyio.run(main, backend="asyncio", backend_options={"use_uvloop": fast})


def spare_the_collector() -> None:
    """Keep the garbage collector from what lives as long as the server, and let it come more seldom.

    A move leaves next to nothing for it, and by Python's own thresholds it takes a tenth of a busy server's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 20)
