"""What an author of a Gamehall game, bot, clock or client builds on.

The names worth knowing are in the submodules: :mod:`~gamehall_sdk.game`, :mod:`~gamehall_sdk.round`,
:mod:`~gamehall_sdk.flow`, :mod:`~gamehall_sdk.bot`, :mod:`~gamehall_sdk.clock`, :mod:`~gamehall_sdk.client`.
"""

from typing import Final

__all__ = ["INTERFACE", "OLDEST_INTERFACE"]

INTERFACE: Final = 1
"""The version of the contracts in this package; a plugin names the one it was built for."""
OLDEST_INTERFACE: Final = 1
"""The oldest version that still works: a plugin built for any from here to :data:`INTERFACE` is loaded."""
