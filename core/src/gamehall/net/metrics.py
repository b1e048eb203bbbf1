"""Figures for Prometheus: how many, how fast, how well."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gamehall.sessions.hall import Hall
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table

__all__ = ["Metrics"]

_BUCKETS_S = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


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
        self._kinds: dict[str, Counter] = {}
        self._now_ms = hall.timers.now_ms
        self._told = Histogram(
            "gamehall_action_told_seconds",
            "From an action taken off its connection until it is stored and all who watch are told",
            buckets=_BUCKETS_S,
            registry=self._registry,
        )
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
        kind = outcome.kind
        counter = self._kinds.get(kind)
        if counter is None:
            counter = self._kinds[kind] = self._inputs.labels(kind)
        counter.inc()
        if kind == "act":
            self._told.observe((self._now_ms() - table.since_ms) / 1000)
        if outcome.record is not None:
            self._rounds.labels(table.config.game).inc()
        if outcome.fault:
            self._faults.labels(table.config.game).inc()

    def exposition(self) -> tuple[str, str]:
        """The figures as text, and the media type of it."""
        return generate_latest(self._registry).decode(), CONTENT_TYPE_LATEST
