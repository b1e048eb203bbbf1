"""Registers the random bot."""

from __future__ import annotations

from gamehall_bot_random.bot import RandomBot
from gamehall_sdk.bot import ANY_GAME, BotKind
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["register_bots"]


@hookimpl
def register_bots() -> list[BotKind]:
    """The bot ``random``."""
    return [BotKind(name="random", title="Random", games=(ANY_GAME,), make=RandomBot)]
