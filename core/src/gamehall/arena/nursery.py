"""Where one bot's processes come from: ``python -m gamehall.arena.nursery BOT GAME MEMORY_MB`` and a socket.

It imports the bot's package and the game's once, under the bot's limits, and forks a fresh process whenever the
arena asks for one, in a few milliseconds. It is started from nothing and never sees a deal, and each bot has a
nursery of its own, so that no bot's package can touch another's.

The control socket is standard input. To here come JSON lines: ``{"table": [game, variant, options]}``, with one file
descriptor, over which the new process is to speak, or ``{"end": NUMBER}``, which ends a process and all that it
started. Back goes a line for the nursery itself, ``{"fault": TEXT}``, then one for each process: ``{"pid": NUMBER}``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys

from gamehall.arena.coding import Coding
from gamehall.arena.limits import words
from gamehall.arena.player import serve
from gamehall.plugins import Plugins

_MOST_BYTES = 1 << 16


def main(bot: str, game: str, memory_mb: str) -> int:
    """Serve until the control socket ends."""
    control = socket.socket(fileno=os.dup(0))
    _take_nothing()
    _limit_memory(int(memory_mb))
    children: list[int] = []
    try:
        plugins = Plugins.from_environment(os.environ)
        kind, rules = plugins.bots.get(bot), plugins.games.get(game)
        if kind is None or rules is None:
            causes = "; ".join(failure.cause for failure in plugins.failures) or "it is not installed"
            control.sendall(_line(fault=f"{bot}: {causes}"))
            return 1
        coding = Coding(rules)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a package may raise anything
        control.sendall(_line(fault=words(error)))
        return 1
    control.sendall(_line(fault=""))
    try:
        said, ends = b"", []
        while True:
            data, more, _, _ = socket.recv_fds(control, _MOST_BYTES, 16)
            if not data:
                return 0
            ends += more
            *lines, said = (said + data).split(b"\n")
            for line in lines:
                order = json.loads(line)
                if "end" in order:
                    children.remove(order["end"])
                    _end(order["end"])
                    continue
                end = ends.pop(0)
                number = os.fork()
                if number == 0:
                    control.close()
                    _play(end, kind.make, order["table"], coding)
                os.close(end)
                children.append(number)
                control.sendall(_line(pid=number))
    finally:
        for child in children:
            _end(child)


def _end(number: int) -> None:
    """End a process and its group. Nobody else waits for it, so its number is still its own."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(number, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.waitpid(number, 0)


def _play(end: int, make: object, table: list[object], coding: Coding) -> None:
    """The forked process: it never returns."""
    code = 1
    try:
        # A group of its own, so that whatever it starts ends with it.
        os.setsid()
        serve(end, end, make, tuple(table), coding)  # type: ignore[arg-type]  # what a BotKind makes
        code = 0
    finally:
        os._exit(code)


def _take_nothing() -> None:
    """The bot gets no stream of ours: what it prints is dropped, and it can read nothing."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def _limit_memory(megabytes: int) -> None:
    if megabytes:
        import resource  # noqa: PLC0415  # only Unix has it, and only there are nurseries

        most = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _line(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"


if __name__ == "__main__":
    # A thread of the bot's package must not keep the process.
    os._exit(main(*sys.argv[1:4]))
