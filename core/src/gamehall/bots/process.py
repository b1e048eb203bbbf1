"""What runs in a bot's process: ``python -m gamehall.bots.process NAME TABLE SEAT SEED MEMORY_MB``.

Messages go over the standard streams it was started with; the bot itself gets neither of them, so that what it
prints ends in the server's log and not in the protocol.
"""

from __future__ import annotations

import os
import sys

import anyio

from gamehall.confinement import die_with, kill_descendants, limit_memory, private_pipe
from gamehall.plugins import Plugins
from gamehall_sdk.client import over
from gamehall_sdk.errors import GamehallError
from gamehall_sdk.playing import play
from gamehall_sdk.transport import Disconnected, PipeTransport

__all__ = ["main"]


def main(name: str, table: str, seat: str, seed: str, memory_mb: str) -> int:
    """Play until the table or the pipe ends; 0 when all went well."""
    limit_memory(int(memory_mb))
    die_with(os.getppid())
    transport = PipeTransport(*private_pipe())
    plugins = Plugins.from_environment(os.environ)
    kind = plugins.bots.get(name)
    if kind is None:
        causes = "; ".join(failure.cause for failure in plugins.failures) or "it is not installed"
        sys.stderr.write(f"no bot {name!r}: {causes}\n")
        return 1

    async def run() -> None:
        async with over(transport, plugins.games) as client:
            await play(client, kind.make(int(seed)), int(table), seat=int(seat) if seat else None)

    try:
        anyio.run(run)
    except Disconnected:
        return 0
    except GamehallError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    code = main(*sys.argv[1:6])
    kill_descendants(os.getpid())
    # A thread that waits for the pipe must not keep the process.
    os._exit(code)
