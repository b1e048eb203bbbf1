"""What runs in the process of a message extension: ``python -m gamehall.extensions.process NAME GAME MEMORY_MB``.

Frames come over the standard streams that it was started with: an inquiry in, an answer out.
"""

from __future__ import annotations

import os
import sys
from typing import Final

from gamehall.confinement import die_with, limit_memory, private_pipe
from gamehall.extensions import inquiry
from gamehall.plugins import Plugins
from gamehall_sdk.extension import MessageExtension
from gamehall_sdk.game import Game
from gamehall_sdk.wire import FrameReader, frame

__all__ = ["LONGEST", "main"]

LONGEST: Final = 1 << 24
"""The longest document either way, in bytes."""
_CHUNK: Final = 1 << 16


def main(name: str, game: str, memory_mb: str) -> int:
    """Answer until the pipe ends; 0 when all went well."""
    limit_memory(int(memory_mb))
    die_with(os.getppid())
    reading, writing = private_pipe()
    plugins = Plugins.from_environment(os.environ)
    extension, rules = plugins.messages.get(name), plugins.games.get(game)
    if extension is None or rules is None:
        causes = "; ".join(failure.cause for failure in plugins.failures) or "it is not installed"
        sys.stderr.write(f"no message extension {name!r} for {game!r}: {causes}\n")
        return 1
    reader = FrameReader(LONGEST)
    while data := os.read(reading, _CHUNK):
        for document in reader.feed(data):
            _write(writing, frame(_answer(extension, rules, document), LONGEST))
    return 0


def _answer(extension: MessageExtension, game: Game, document: bytes) -> bytes:
    try:
        question, position = inquiry.read_inquiry(document, extension, game)
        return inquiry.answered(extension, game, extension.answer(question, position))
    except Exception as error:  # noqa: BLE001  # whatever a plugin raises
        return inquiry.failed(f"{type(error).__name__}: {error}"[:500])


def _write(writing: int, data: bytes) -> None:
    while data:
        data = data[os.write(writing, data) :]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
