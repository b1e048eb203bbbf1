"""What the log says of tables: that they open and close, and who comes and goes; never what is on them."""

from __future__ import annotations

import structlog

from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table

__all__ = ["TableLog"]


class TableLog:
    """An :class:`~gamehall.tables.table.Observer` that writes the log."""

    def __init__(self) -> None:
        """With the settings that the log has now."""
        self._log = structlog.get_logger(__name__).bind()

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`."""
        config = table.config
        match outcome.kind:
            case "open":
                self._log.info("table opened", table=config.id, game=config.game)
            case "close":
                self._log.info("table closed", table=config.id, game=config.game)
            case "join":
                self._log.debug("seat taken", table=config.id, seat=outcome.seat)
            case "part":
                self._log.debug("seat left", table=config.id)
        if outcome.record is not None:
            record = outcome.record
            self._log.debug("round over", table=config.id, number=record.number, void=record.void or None)
