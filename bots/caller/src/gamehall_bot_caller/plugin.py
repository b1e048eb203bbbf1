"""Registers the calling station."""

from __future__ import annotations

from gamehall_bot_caller.bot import CallerBot
from gamehall_sdk.bot import BotKind
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["register_bots"]


@hookimpl
def register_bots() -> list[BotKind]:
    """The bot ``caller``."""
    return [BotKind(name="caller", title="Calling station", games=("holdem", "draw", "stud"), make=CallerBot)]
