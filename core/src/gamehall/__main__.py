"""The command ``gamehall``, also as ``python -m gamehall``: runs one command and turns a fault into one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final

DEBUG: Final = "GAMEHALL_DEBUG"
"""Variable: 1 shows the traceback of what went wrong."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 refused or failed, 2 used wrongly, 130 interrupted."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the command line *arguments* and give the exit code."""
    from gamehall.cli import root  # noqa: PLC0415  # inside, so that a fault of importing is one line too

    try:
        root().main(args=list(arguments), prog_name="gamehall")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(bool(done.code))
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if os.environ.get(DEBUG, "") not in {"", "0"}:
            raise
        for line in _sentences(error):
            sys.stderr.write(f"gamehall: {line}\n")
        return 1
    return 0


def _sentences(error: BaseException) -> Iterator[str]:
    """What to tell of *error*, a line for each thing that went wrong."""
    from gamehall_sdk.errors import GamehallError  # noqa: PLC0415  # not needed while all goes well

    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _sentences(one)
    elif isinstance(error, GamehallError):
        yield str(error)
    elif isinstance(error, OSError) and error.strerror:
        yield f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        line = " ".join(f"{type(error).__name__}: {error}".split())
        yield f"this should not have happened: {line} ({DEBUG}=1 shows where)"


if __name__ == "__main__":
    main()
