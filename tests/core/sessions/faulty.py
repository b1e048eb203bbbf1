"""A plugin whose game fails: Hello, but a swap is more than its rules can take."""

from __future__ import annotations

from typing import Any

import attrs

from gamehall_hello.messages import Keep, Swap
from gamehall_hello.plugin import GAME
from gamehall_hello.round import HelloRound
from gamehall_sdk.game import Game
from gamehall_sdk.hookimpl import hookimpl


class FaultyRound(HelloRound):
    def apply(self, seat: int, action: Keep | Swap) -> None:
        if isinstance(action, Swap):
            raise ZeroDivisionError("the rules have a hole")
        super().apply(seat, action)


class BlindRound(HelloRound):
    def view(self, viewer: int | None) -> Any:
        raise LookupError("nothing to see")


@hookimpl
def register_games() -> list[Game]:
    return [
        attrs.evolve(GAME, name="faulty", title="Faulty", round=FaultyRound),
        attrs.evolve(GAME, name="blind", title="Blind", round=BlindRound),
    ]
