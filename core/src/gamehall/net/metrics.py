"""Figures for Prometheus: how many, how fast, how well."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client import Counter as _Counter
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from gamehall.sessions.hall import Hall
from gamehall.tables.machine import Outcome
from gamehall.tables.table import Table

__all__ = ["Metrics"]

_BUCKETS_MS = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10000)


class _Counted(Collector):
    """What happens with every move: counted in plain numbers, and made into metrics when somebody asks."""

    def __init__(self) -> None:
        self.inputs: Counter[str] = Counter()
        self.rounds: Counter[str] = Counter()
        self.told = [0] * (len(_BUCKETS_MS) + 1)
        self.told_ms = 0

    def collect(self) -> Iterator[Metric]:
        """See :class:`prometheus_client.registry.Collector`."""
        inputs = CounterMetricFamily("gamehall_inputs", "Inputs of tables that were stored, by kind", labels=["kind"])
        for kind, count in sorted(self.inputs.items()):
            inputs.add_metric([kind], count)
        yield inputs
        rounds = CounterMetricFamily("gamehall_rounds", "Rounds that were finished", labels=["game"])
        for game, count in sorted(self.rounds.items()):
            rounds.add_metric([game], count)
        yield rounds
        bounds = [*(str(most / 1000) for most in _BUCKETS_MS), "+Inf"]
        yield HistogramMetricFamily(
            "gamehall_action_told_seconds",
            "From an action taken off its connection until it is stored and all who watch are told",
            buckets=list(zip(bounds, itertools.accumulate(self.told), strict=True)),
            sum_value=self.told_ms / 1000,
        )


class Metrics:
    """An :class:`~gamehall.tables.table.Observer` that counts."""

    def __init__(self, hall: Hall) -> None:
        """Figures of *hall* and its tables, in a registry of their own."""
        self._registry = CollectorRegistry()
        self._counted = _Counted()
        self._registry.register(self._counted)
        self._faults = _Counter("gamehall_game_faults", "Tables that were frozen", ["game"], registry=self._registry)
        self._now_ms = hall.timers.now_ms
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
        counted = self._counted
        counted.inputs[outcome.kind] += 1
        if outcome.kind == "act":
            told_ms = self._now_ms() - table.since_ms
            counted.told[bisect_left(_BUCKETS_MS, told_ms)] += 1
            counted.told_ms += told_ms
        if outcome.record is not None:
            counted.rounds[table.config.game] += 1
        if outcome.fault:
            self._faults.labels(table.config.game).inc()

    def exposition(self) -> tuple[str, str]:
        """The figures as text, and the media type of it."""
        return generate_latest(self._registry).decode(), CONTENT_TYPE_LATEST
