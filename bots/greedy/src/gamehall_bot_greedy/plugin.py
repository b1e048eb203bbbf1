"""Registers the bot."""

from __future__ import annotations

from gamehall_bot_greedy.bot import GreedyBot
from gamehall_sdk.bot import BotKind
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["register_bots"]


@hookimpl
def register_bots() -> list[BotKind]:
    """The bot ``greedy``."""
    return [BotKind(name="greedy", title="Greedy", games=("gongzhu", "hearts"), make=GreedyBot)]
