"""The server's side of the process of one message extension for one game: started when first asked, and again."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

import anyio
import anyio.abc

from gamehall.confinement import child_environment, kill
from gamehall.extensions.process import LONGEST
from gamehall_sdk.errors import GamehallError
from gamehall_sdk.wire import FrameReader, frame

__all__ = ["Worker", "WorkerFailed"]

_START_S: Final = 20.0
_LONGEST_ANSWER: Final = 1 << 17
"""In bytes: an answer may not fill the queue of whoever asked."""
_GONE: Final = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)


class WorkerFailed(Exception):
    """There is no answer; the text is the cause, for the log."""


class Worker:
    """Asks one thing at a time; those that wait come in their order."""

    def __init__(self, extension: str, game: str, plugins: str, memory_mb: int) -> None:
        """For *extension* at tables of *game*; *plugins* (entry points) are all that the process loads."""
        self._words = [sys.executable, "-m", "gamehall.extensions.process", extension, game, str(memory_mb)]
        self._plugins = plugins
        self._turn = anyio.Lock()
        self._process: anyio.abc.Process | None = None
        self._fresh = True

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._turn.statistics().tasks_waiting

    async def ask(self, document: bytes, limit_s: float) -> bytes:
        """The process's answer to *document* within *limit_s* (and the time to start, the first time).

        Raises WorkerFailed; the process is ended then, and the next question starts another.
        """
        async with self._turn:
            try:
                process = self._process or await self._start()
                with anyio.fail_after(limit_s + (_START_S if self._fresh else 0.0)):
                    answer = await _exchange(process, document)
            except TimeoutError:
                await self._end()
                raise WorkerFailed(f"it did not answer within {limit_s:g} s") from None
            except (*_GONE, GamehallError) as error:
                await self._end()
                raise WorkerFailed(f"its process ended or broke the framing ({type(error).__name__})") from error
            except BaseException:
                await self._end()
                raise
            self._fresh = False
            return answer

    async def close(self) -> None:
        """End the process, if there is one."""
        await self._end()

    async def _start(self) -> anyio.abc.Process:
        self._fresh = True
        self._process = await anyio.open_process(
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            env=child_environment(os.environ, self._plugins),
            start_new_session=True,  # a Ctrl-C in the server's terminal is for the server
        )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with anyio.CancelScope(shield=True):
                kill(process)
                await process.aclose()


async def _exchange(process: anyio.abc.Process, document: bytes) -> bytes:
    assert process.stdin is not None  # noqa: S101  # both were asked for
    assert process.stdout is not None  # noqa: S101
    await process.stdin.send(frame(document, LONGEST))
    reader = FrameReader(_LONGEST_ANSWER)
    while True:
        answers = reader.feed(await process.stdout.receive())
        if answers:
            return answers[0]
