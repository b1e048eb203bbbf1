"""Bots that misbehave, each in its own way; the text of this file is installed as a distribution of its own."""

from __future__ import annotations

import os
import signal
import stat
import sys
import time
from pathlib import Path
from typing import Any

from gamehall_sdk.bot import ANY_GAME, Bot, BotKind
from gamehall_sdk.hookimpl import hookimpl
from gamehall_sdk.wire import Action, CreateGame, GameRequest, Message, Raw, Request, frame, json

FOLDER = Path(os.environ.get("ODD_FOLDER", "."))


class Good(Bot):
    """Plays the first legal action, and says which process it is."""

    def sit(self, seat: int, game: str, variant: str, options: dict[str, str]) -> None:
        (FOLDER / f"seat-{seat}").write_text(str(os.getpid()))

    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        return legal.actions[0]


class Watches(Good):
    """Writes down how long it may think."""

    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        (FOLDER / "seconds").write_text(str(seconds))
        return legal.actions[0]


class Hangs(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        while True:
            pass


class Sleeps(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        time.sleep(3600)


class Raises(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        raise ValueError("I do not like these cards")


class Killed(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class DiesOnce(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        if not (FOLDER / "died").exists():
            (FOLDER / "died").touch()
            os._exit(7)
        return legal.actions[0]


class Stillborn(Good):
    def __init__(self, seed: int) -> None:
        sys.stdout.write("I was never alive\n")
        raise RuntimeError("no license found")


class Forks(Good):
    """Leaves children behind at each decision, who leave children behind."""

    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        for _ in range(3):
            if not os.fork():
                os.fork()
                with (FOLDER / "children").open("a") as file:
                    file.write(f"{os.getpid()}\n")
                while True:
                    time.sleep(1)
        return legal.actions[0]


class Daemons(Good):
    """Starts what runs on in sessions of its own, and lets go of it."""

    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        if not os.fork():
            os.setsid()
            for _ in range(2):
                if not os.fork():
                    os.setsid()
                    with (FOLDER / "children").open("a") as file:
                        file.write(f"{os.getpid()}\n")
                    while True:
                        time.sleep(1)
            os._exit(0)
        return legal.actions[0]


class Sleeper(Good):
    """Is made when somebody says so."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        (FOLDER / "begun").touch()
        while not (FOLDER / "go").exists():
            time.sleep(0.01)


class Illegal(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        span = legal.ranges[0]
        return span.action(span.most + 1)


class Absurd(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        return Raw("dance")


class Prints(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        print("thinking " * 1000)  # noqa: T201  # as bots do
        sys.stdout.flush()
        os.write(1, b"\xff\x00\x00 straight to the descriptor")
        sys.stdout.buffer.write(b"x" * 200_000)
        return legal.actions[0]


class Hoards(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        kept = []
        while True:
            kept.append(bytearray(64 << 20))


def _to_the_server(data: bytes) -> None:
    """Find the pipe, which no bot was given, and write to it."""
    for number in range(3, 40):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                os.write(number, data)
        except OSError:
            continue


class Garbles(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        _to_the_server(b"\xff" * 1000)
        time.sleep(3600)


class Floods(Good):
    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        line = frame(json.encode(Message(Request(GameRequest(1, Action((Raw("keep"),)))))))
        while True:
            _to_the_server(line * 100)


class Oversteps(Good):
    """Asks for what is none of its business, and plays on."""

    def act(self, view: Any, legal: Any, seconds: float) -> Any:
        _to_the_server(frame(json.encode(Message(Request(GameRequest(0, CreateGame("hello", "my own")))))))
        (FOLDER / "variables").write_text("\n".join(sorted(os.environ)))
        return legal.actions[0]


KINDS = (
    Watches,
    Good,
    Hangs,
    Sleeps,
    Raises,
    Killed,
    DiesOnce,
    Forks,
    Daemons,
    Sleeper,
    Stillborn,
    Illegal,
    Absurd,
    Prints,
    Hoards,
    Garbles,
    Floods,
    Oversteps,
)


@hookimpl
def register_bots() -> list[BotKind]:
    return [BotKind(name=kind.__name__.lower(), games=(ANY_GAME,), make=kind) for kind in KINDS]
