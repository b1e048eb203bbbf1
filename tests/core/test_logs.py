"""The log: a line for each event, and nobody is hurt where none can be written."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Literal

import pytest
import structlog

from gamehall.logs import set_up
from gamehall.settings import Settings


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_what_libraries_say_is_a_line_like_others(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(Settings(log_format="json"))
    logging.getLogger("uvicorn.error").warning("Invalid %s request.", "HTTP")
    logging.getLogger("uvicorn.error").error("ASGI callable returned without completing handshake.")
    logging.getLogger("uvicorn.error").info("of no interest")
    try:
        raise ValueError("no such thing")
    except ValueError:
        logging.getLogger("a.library").exception("failed")
    structlog.get_logger().info("serving", tables=3)
    first, second, third = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["event"], first["level"], first["logger"]) == ("Invalid HTTP request.", "warning", "uvicorn.error")
    assert (second["event"], second["level"]) == ("failed", "error")
    assert "ValueError: no such thing" in second["exception"]
    assert (third["event"], third["tables"]) == ("serving", 3)


class Full(io.StringIO):
    """A stream on a disk that is full."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_log_that_cannot_be_written_fails_nobody(
    monkeypatch: pytest.MonkeyPatch, kind: Literal["text", "json"]
) -> None:
    set_up(Settings(log_format=kind))
    monkeypatch.setattr(sys, "stderr", Full())
    structlog.get_logger().error("journal entry not stored", cause="the disk is full")
    logging.getLogger("uvicorn.error").error("the same")
