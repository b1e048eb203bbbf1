"""How the server logs: one line an event, as text for a person or JSON for a program; never secrets, never cards."""

from __future__ import annotations

import contextlib
import json
import logging
import logging.config
import sys
from typing import Final, TextIO, cast

import structlog

from gamehall.errors import SettingsError
from gamehall.settings import Settings

__all__ = ["set_up"]


_SAID_ALREADY: Final = "ASGI callable returned without completing handshake."
"""What uvicorn says of each WebSocket that is refused, as if that were a fault."""


class _Stderr:
    """Standard error, but what cannot be written (its disk is full, its reader is gone) is lost, and hurts nobody."""

    def write(self, text: str) -> None:
        """Write *text*, if that can be done."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)

    def flush(self) -> None:
        """See :meth:`write`."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()


class _Libraries(logging.Handler):
    """Logs what libraries say as what the server says itself."""

    def emit(self, record: logging.LogRecord) -> None:
        """See :class:`logging.Handler`."""
        said = record.getMessage()
        if said != _SAID_ALREADY:
            structlog.get_logger().log(record.levelno, said, logger=record.name, exc_info=record.exc_info or None)


def set_up(settings: Settings) -> None:
    """Log as *settings* say. Raises SettingsError when the logging configuration cannot be used."""
    if settings.logging_config is not None:
        try:
            logging.config.dictConfig(json.loads(settings.logging_config.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            sentence = f"{settings.logging_config}: not a logging configuration: {error}"
            raise SettingsError(sentence) from error
        structlog.configure(logger_factory=structlog.stdlib.LoggerFactory(), processors=[*_shared(), _event])
        return
    level = getattr(logging, settings.log_level.upper())
    logging.basicConfig(handlers=[_Libraries()], level=max(level, logging.WARNING), force=True)
    last = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            # The pretty ones show local variables, and cards and passwords among them.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Stderr())),
        processors=[*_shared(), last],
    )


def _shared() -> list[structlog.typing.Processor]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]


def _event(_logger: object, _name: str, event: structlog.typing.EventDict) -> str:
    return " ".join(f"{key}={value}" for key, value in event.items())
