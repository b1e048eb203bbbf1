"""A plugin of games that misbehave: Hello, but a swap is answered with what no server should have to bear."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import attrs

from gamehall_hello.messages import Kept, Player, Swap, Table
from gamehall_hello.plugin import GAME
from gamehall_hello.round import HelloRound
from gamehall_sdk.game import Game
from gamehall_sdk.hookimpl import hookimpl
from gamehall_sdk.room_flow import RoomFlow
from gamehall_sdk.round import Legal, Told
from gamehall_sdk.table import SeatView


def endless() -> None:
    while True:
        pass


def careless() -> None:
    while True:
        try:
            endless()
        except Exception:  # noqa: BLE001, S112  # as a careless author writes it
            continue


def recursive() -> None:
    recursive()


def hungry() -> None:
    bytearray(1 << 60)


class BadRound(HelloRound):
    """Does *harm* at a swap; afterwards *shown* is its view, and *news* what it tells."""

    harm: Callable[[], object] = staticmethod(lambda: None)
    shown: Callable[[], Any] | None = None
    told: Callable[[], list[Told]] | None = None
    swapped = False

    def apply(self, seat: int, action: Any) -> None:
        if isinstance(action, Swap):
            self.harm()
            self.swapped = True
        super().apply(seat, action)

    def view(self, viewer: int | None) -> Any:
        return self.shown() if self.swapped and self.shown is not None else super().view(viewer)

    def events(self) -> list[Told]:
        more = self.told() if self.swapped and self.told is not None else []
        return super().events() + more


def _bad(name: str, **parts: Any) -> Game:
    kept = {part: staticmethod(call) for part, call in parts.items()}
    return attrs.evolve(GAME, name=name, title=name, round=type(name, (BadRound,), kept))


TROUBLE: set[str] = set()
"""Where the game Moody gets stuck, or fails, from now on."""


def trouble(place: str) -> None:
    if place in TROUBLE:
        endless()


@attrs.frozen
class Nod:
    """I keep my card, if nothing keeps me."""

    def __attrs_post_init__(self) -> None:
        trouble("payload")


class MoodyRound(HelloRound):
    def legal(self, seat: int) -> Legal:
        return Legal((Nod(),)) if seat in self.to_act else Legal()

    def apply(self, seat: int, action: Any) -> None:
        trouble("apply")
        self.waiting.pop(0)
        self.news.append(Told(None, Kept(seat)))

    def default(self, seat: int) -> Any:
        return Nod()


class MoodyFlow(RoomFlow):
    def seats(self) -> tuple[SeatView, ...]:
        trouble("seats")
        if "no seats" in TROUBLE:
            sys.exit("there are no seats")
        return super().seats()

    def load(self, state: bytes) -> None:
        trouble("load")
        super().load(state)


@hookimpl
def register_games() -> list[Game]:
    return [
        _bad("endless", harm=endless),
        _bad("careless", harm=careless),
        _bad("sleepy", harm=lambda: time.sleep(3600)),
        _bad("recursive", harm=recursive),
        _bad("hungry", harm=hungry),
        _bad("exits", harm=lambda: sys.exit("that was it")),
        _bad("gushing", told=lambda: [Told(None, Kept(0)) for _ in range(50_000)]),
        _bad("staring", shown=endless),
        _bad("vast", shown=lambda: Table(tuple(Player(0, None, True) for _ in range(50_000)))),
        _bad("sound"),
        attrs.evolve(GAME, name="moody", title="Moody", actions=(Nod,), round=MoodyRound, flow=MoodyFlow),
    ]
