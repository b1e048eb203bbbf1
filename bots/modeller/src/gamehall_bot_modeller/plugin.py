"""Registers the bot."""

from __future__ import annotations

from gamehall_bot_modeller.bot import ModellerBot
from gamehall_sdk.bot import BotKind
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["register_bots"]


@hookimpl
def register_bots() -> list[BotKind]:
    """The player that models its opponents."""
    return [BotKind(name="modeller", title="Modeller", games=("holdem", "stud"), make=ModellerBot)]
