"""Registers the bot."""

from __future__ import annotations

from gamehall_bot_sampler.bot import SamplerBot
from gamehall_sdk.bot import BotKind
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["register_bots"]


@hookimpl
def register_bots() -> list[BotKind]:
    """The bot ``sampler``."""
    return [BotKind(name="sampler", title="Sampler", games=("gongzhu", "hearts"), make=SamplerBot)]
