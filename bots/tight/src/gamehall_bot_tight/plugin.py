"""Registers the bot."""

from __future__ import annotations

from gamehall_bot_tight.bot import TightBot
from gamehall_sdk.bot import BotKind
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["register_bots"]


@hookimpl
def register_bots() -> list[BotKind]:
    """The tight-aggressive hold'em bot."""
    return [BotKind(name="tight", title="Tight-aggressive", games=("holdem",), make=TightBot)]
