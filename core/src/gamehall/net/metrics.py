"""Figures for Prometheus: how many, how fast, how well."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gamehall.sessions.hall import Hall
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table

__all__ = ["Metrics"]


class Metrics:
    """An :class:`~gamehall.tables.table.Observer` that counts."""

    def __init__(self, hall: Hall) -> None:
        """Figures of *hall* and its tables, in a registry of their own."""
        self._registry = CollectorRegistry()
        self._inputs = Counter(
            "gamehall_inputs", "Inputs of tables that were stored, by kind", ["kind"], registry=self._registry
        )
        self._rounds = Counter("gamehall_rounds", "Rounds that were finished", ["game"], registry=self._registry)
        self._faults = Counter("gamehall_game_faults", "Tables that were frozen", ["game"], registry=self._registry)
        connections = Gauge("gamehall_connections", "Connections now", registry=self._registry)
        connections.set_function(lambda: len(hall.connections))
        tables = Gauge("gamehall_tables", "Open tables now", registry=self._registry)
        tables.set_function(lambda: len(hall.lobby.tables))
        healthy = Gauge("gamehall_database_up", "1 while the database answers", registry=self._registry)
        healthy.set_function(lambda: float(hall.healthy))
        waiting = Gauge("gamehall_journal_waiting", "Entries that wait to be stored", registry=self._registry)
        waiting.set_function(lambda: hall.journal.pending)

    def changed(self, table: Table, outcome: Outcome) -> None:
        """See :class:`~gamehall.tables.table.Observer`."""
        self._inputs.labels(outcome.kind).inc()
        if outcome.record is not None:
            self._rounds.labels(table.config.game).inc()
        if outcome.fault:
            self._faults.labels(table.config.game).inc()

    def exposition(self) -> tuple[str, str]:
        """The figures as text, and the media type of it."""
        return generate_latest(self._registry).decode(), CONTENT_TYPE_LATEST
