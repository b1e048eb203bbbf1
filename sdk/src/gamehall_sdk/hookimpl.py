"""The marker for a plugin's hook functions; it needs no server to be installed."""

from __future__ import annotations

from typing import Final

import pluggy

__all__ = ["PROJECT", "hookimpl"]

PROJECT: Final = "gamehall"
"""The pluggy project and the entry-point group."""
hookimpl: Final = pluggy.HookimplMarker(PROJECT)
"""Put it before each function of a plugin that answers a hook."""
