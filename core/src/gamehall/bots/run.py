"""One process of a bot, from its start to its end: messages over its standard streams, its last words kept."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from typing import Final

import anyio
import anyio.abc
import attrs

from gamehall.accounts.model import Account
from gamehall.confinement import child_environment, kill
from gamehall.sessions.attend import attend
from gamehall.sessions.connection import Connection
from gamehall.sessions.hall import Hall
from gamehall_sdk.errors import RemoteProtocolError
from gamehall_sdk.wire import FrameReader, frames, json

__all__ = ["BotProcess"]

_LINES: Final = 5
_LINE_CHARS: Final = 300
_LAST_WORDS_S: Final = 0.5
_PRINT_PAUSE_S: Final = 0.01
_GONE: Final = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)


@attrs.define(eq=False)
class BotProcess:
    """The bot *bot* for *table*, as *account*; *plugins* (entry points) are all that its process loads."""

    bot: str
    table: int
    account: Account
    plugins: str
    seat: int | None = None
    seed: int = 0
    cause: str = ""
    """What broke its connection, if anything did."""
    _printed: deque[str] = attrs.field(factory=lambda: deque(maxlen=_LINES))

    async def run(self, hall: Hall, heard: Callable[[], None]) -> str:
        """Run it to its end and return why it ended; *heard* is called after each of its messages.

        Raises :class:`OSError` when no process can be started, and what refuses its login.
        """
        process = await anyio.open_process(
            self._command(hall.settings.bot_memory_mb),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=child_environment(os.environ, self.plugins),
            start_new_session=True,  # a Ctrl-C in the server's terminal is for the server
        )
        try:
            connection = hall.open(json, f"bot {self.bot}")
            connection.bot_at = self.table
            await self._serve(hall, process, connection, heard)
        finally:
            with anyio.CancelScope(shield=True):
                kill(process)
                await process.aclose()
        return "; ".join(self._printed) or self.cause or f"it ended with code {process.returncode}"

    def _command(self, memory_mb: int) -> list[str]:
        seat = "" if self.seat is None else str(self.seat)
        words = [self.bot, str(self.table), seat, str(self.seed), str(memory_mb)]
        return [sys.executable, "-m", "gamehall.bots.process", *words]

    async def _serve(
        self, hall: Hall, process: anyio.abc.Process, connection: Connection, heard: Callable[[], None]
    ) -> None:
        async def read() -> None:
            await self._read(hall, process, connection, heard)

        async def write() -> None:
            await _write(process, connection)

        try:
            await hall.log_in(connection, self.account)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await hall.close(connection)
            raise
        async with anyio.create_task_group() as group:
            group.start_soon(self._listen, process)
            try:
                await attend(hall, connection, read, write)
            finally:
                with anyio.CancelScope(shield=True):
                    await hall.close(connection)
                kill(process)
            group.cancel_scope.deadline = anyio.current_time() + _LAST_WORDS_S

    async def _read(
        self, hall: Hall, process: anyio.abc.Process, connection: Connection, heard: Callable[[], None]
    ) -> None:
        assert process.stdout is not None  # noqa: S101  # it was asked for
        reader = FrameReader(hall.settings.max_frame_bytes)
        try:
            while not connection.closing:
                for payload in reader.feed(await process.stdout.receive()):
                    await hall.receive(connection, payload)
                    heard()
                if reader.error is not None:
                    raise reader.error
        except RemoteProtocolError as error:
            self.cause = f"it broke the framing: {error}"
        except _GONE:
            return

    async def _listen(self, process: anyio.abc.Process) -> None:
        """What the bot prints: a few last lines are kept for the log; one that prints without end is slowed down."""
        assert process.stderr is not None  # noqa: S101  # it was asked for
        with contextlib.suppress(*_GONE):
            while True:
                lines = (await process.stderr.receive()).decode("utf-8", "replace").splitlines()
                self._printed.extend(line[:_LINE_CHARS] for line in lines[-_LINES:] if line.strip())
                await anyio.sleep(_PRINT_PAUSE_S)


async def _write(process: anyio.abc.Process, connection: Connection) -> None:
    """Send what is queued; at the end close the pipe, on which a bot ends by itself."""
    assert process.stdin is not None  # noqa: S101  # it was asked for
    with contextlib.suppress(*_GONE):
        while ready := await connection.outgoing():
            await process.stdin.send(frames(ready))
        await process.stdin.aclose()
    await process.wait()
