"""A plugin of bots that misbehave, each in its own way, and of some that behave; see ``conftest.py``."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

from gamehall_sdk.bot import ANY_GAME, Bot, BotKind
from gamehall_sdk.hookimpl import hookimpl
from gamehall_sdk.round import Legal

FINDINGS = "ARENA_FINDINGS"
"""Variable: the file that the spy writes what it found to."""


class Looker(Bot):
    """Random, but it looks at its view."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        assert view is not None
        return legal.choose(self.rng)


class Listener(Looker):
    """Random, from what it has heard."""

    def hear(self, event: Any) -> None:
        self.rng.seed(f"{self.rng.random()} {event!r}")


class First(Looker):
    """Always the first that is legal."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return legal.actions[0]


class Last(Looker):
    """Always the last that is legal."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return legal.actions[-1]


class Unmade(Looker):
    def __init__(self, seed: int) -> None:
        raise RuntimeError("no model file here")


class Illegal(Looker):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return "all in"


class Raising(Looker):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        raise KeyError("nobody knows")


class Hanging(Looker):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        while True:
            time.sleep(1)


class Slow(Looker):
    """Takes a twentieth of a second for each decision."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        time.sleep(0.05)
        return super().act(view, legal, seconds)


class Crashing(Looker):
    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        os._exit(3)


class Forking(Looker):
    """Leaves a child behind at each decision, which sleeps."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        if not os.fork():
            with Path(os.environ[FINDINGS]).open("a", encoding="utf-8") as file:
                file.write(f"{os.getpid()}\n")
            time.sleep(3600)
        return super().act(view, legal, seconds)


class Hungry(Looker):
    """Wants more memory than there is."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        return bytearray(1 << 40)


class Lying(Looker):
    """Writes nonsense to every descriptor that it finds."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        for end in range(3, 64):
            try:
                os.write(end, b"\xff" * 64)
            except OSError:
                continue
        return super().act(view, legal, seconds)


class Printing(Looker):
    """Prints, and reads what is not for it."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        print("I think", legal)  # noqa: T201  # that is what it is for
        sys.stderr.write("so I am\n")
        assert sys.stdin is None or not sys.stdin.read(1)
        return super().act(view, legal, seconds)


class Remembering(Looker):
    """Counts its decisions in a global, so that its play tells whether its process is fresh."""

    count = 0

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        Remembering.count += 1
        return legal.actions[Remembering.count % len(legal.actions)]


class Spy(Looker):
    """Looks through the whole interpreter for a deck, or for cards that its view does not show."""

    def act(self, view: Any, legal: Legal, seconds: float) -> Any:
        found = sorted({name for name in map(_deck_in, gc.get_objects()) if name})
        frame = sys._getframe()
        while frame is not None:
            found += [f"frame {frame.f_code.co_name}" for value in frame.f_locals.values() if _is_deck(value)]
            frame = frame.f_back  # type: ignore[assignment]
        with Path(os.environ[FINDINGS]).open("a", encoding="utf-8") as file:
            file.write(f"{len(found)} {found[:3]}\n")
        return super().act(view, legal, seconds)


def _is_deck(value: object) -> bool:
    """Some 52 different cards that are not in order."""
    try:
        return (
            isinstance(value, list | tuple)
            and len(value) >= 45
            and all(isinstance(one, int) and 0 <= one < 54 for one in value)
            and len(set(value)) == len(value)
            and list(value) != sorted(value)
        )
    except Exception:  # noqa: BLE001  # anything may lie about
        return False


def _deck_in(value: object) -> str:
    if _is_deck(value):
        return "a deck"
    if type(value).__name__ == "Setup" and hasattr(value, "deal"):
        return "a setup"
    return ""


KINDS = {
    "crashing": Crashing,
    "first": First,
    "forking": Forking,
    "hanging": Hanging,
    "hungry": Hungry,
    "illegal": Illegal,
    "last": Last,
    "listener": Listener,
    "looker": Looker,
    "lying": Lying,
    "printing": Printing,
    "raising": Raising,
    "remembering": Remembering,
    "slow": Slow,
    "spy": Spy,
    "unmade": Unmade,
}


@hookimpl
def register_bots() -> list[BotKind]:
    return [BotKind(name=name, games=(ANY_GAME,), make=make) for name, make in KINDS.items()]
