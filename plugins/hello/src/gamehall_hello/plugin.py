"""Registers Hello."""

from __future__ import annotations

import attrs

from gamehall_hello.messages import Dealt, Keep, Kept, Shown, Swap, Swapped, Table
from gamehall_hello.round import HelloRound
from gamehall_sdk.game import Game, Variant
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["GAME", "register_games"]


@attrs.frozen
class Options:
    """Hello has nothing to choose."""


GAME = Game(
    name="hello",
    title="Hello",
    rules=(
        "Everyone gets one card, and in turn keeps it or swaps it for the next of the deck.",
        "The highest card wins a point from each of the others; if two tie for it, nobody wins.",
    ),
    seats=(2, 8),
    variants=(Variant("hello", "Hello"),),
    options=Options,
    actions=(Keep, Swap),
    events=(Dealt, Kept, Swapped, Shown),
    view=Table,
    round=HelloRound,
    web="gamehall_hello/web",
)


@hookimpl
def register_games() -> list[Game]:
    """The game Hello."""
    return [GAME]
