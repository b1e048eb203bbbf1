"""A table as it was: from its last checkpoint and the journal after it.

Replayed inputs must say what they said; where one does not (the game's rules changed, its package fails), the
table comes back frozen: its round is void, and everybody gets what the books say is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import attrs
import msgspec

from gamehall.tables.inputs import Fault
from gamehall.tables.machine import Machine, TableConfig
from gamehall_sdk.clock import ClockKind, parse_clock
from gamehall_sdk.errors import BadOption, UnknownGame
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.game import Game
from gamehall_sdk.options import describe, read_options, write_options

__all__ = ["Recovered", "StoredEntry", "StoredTable", "checked_options", "new_machine", "recover"]


class StoredTable(Protocol):
    """What is needed of a stored table."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def variant(self) -> str: ...
    @property
    def options(self) -> str: ...
    @property
    def creator_id(self) -> int | None: ...
    @property
    def checkpoint(self) -> bytes | None: ...
    @property
    def checkpoint_no(self) -> int: ...


class StoredEntry(Protocol):
    """What is needed of a journal entry."""

    @property
    def number(self) -> int: ...
    @property
    def at_ms(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def digest(self) -> str: ...


@attrs.frozen
class Recovered:
    """A table brought back; ``fault`` says why it must be frozen, if it must."""

    machine: Machine
    options: TableOptions
    fault: str = ""


def checked_options(game: Game, values: Mapping[str, str]) -> tuple[TableOptions, Any]:
    """Split *values* into the table's options and the game's; raises BadOption for what neither knows."""
    ours = {field.name for field in describe(TableOptions)}
    theirs = {field.name for field in describe(game.options)}
    plain = {name.replace("_", "").replace("-", "").lower(): text for name, text in values.items()}
    for name in plain:
        if name not in ours | theirs:
            read_options(game.options, {name: ""})
    table = read_options(TableOptions, {name: text for name, text in plain.items() if name in ours})
    return table, read_options(game.options, {name: text for name, text in plain.items() if name not in ours})


def new_machine(game: Game, config: TableConfig, clocks: Mapping[str, ClockKind]) -> tuple[Machine, TableOptions]:
    """A table at its beginning. Raises :class:`~gamehall_sdk.errors.BadOption`."""
    table, options = checked_options(game, config.options)
    clock = parse_clock(table.clock, dict(clocks))
    texts = {**write_options(table), **write_options(options)}
    texts.pop("password")
    machine = Machine(attrs.evolve(config, options=texts), game, game.flow(game, config.variant, options, table, clock))
    return machine, table


def recover(
    stored: StoredTable,
    entries: Sequence[StoredEntry],
    games: Mapping[str, Game],
    clocks: Mapping[str, ClockKind],
    now_ms: int,
    grace_ms: int = 0,
) -> Recovered:
    """Bring a stored table back to its last stored input, its timers armed anew from *now_ms*.

    Turns get *grace_ms* on top, so that players have the time to come back.

    Raises :class:`~gamehall_sdk.errors.UnknownGame` when its game is not installed.
    """
    game = games.get(stored.game)
    if game is None:
        sentence = f"table {stored.id} ({stored.name}) is of {stored.game!r}, which is not installed"
        raise UnknownGame(sentence)
    options = msgspec.json.decode(stored.options, type=dict[str, str])
    config = TableConfig(stored.id, stored.name, stored.game, stored.variant, options, stored.creator_id or 0)
    try:
        machine, table = new_machine(game, config, clocks)
    except BadOption as error:
        # Options that were good once: the table cannot play, but its chips can go back.
        machine, table = new_machine(game, attrs.evolve(config, options={}), clocks)
        machine.number = entries[-1].number if entries else stored.checkpoint_no
        return Recovered(machine, table, str(error))
    fault = _load(machine, stored, now_ms) or _replay(machine, entries)
    if fault:
        machine, table = new_machine(game, config, clocks)
        machine.number = entries[-1].number if entries else stored.checkpoint_no
    machine.rearm(now_ms, grace_ms)
    return Recovered(machine, table, fault)


def _load(machine: Machine, stored: StoredTable, now_ms: int) -> str:
    if stored.checkpoint is None:
        return ""
    try:
        machine.restore(stored.checkpoint, stored.checkpoint_no, now_ms)
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError) as error:
        return f"the checkpoint cannot be read: {error}"
    return ""


def _replay(machine: Machine, entries: Sequence[StoredEntry]) -> str:
    for entry in entries:
        done = machine.replay(entry.kind, entry.body, entry.digest, entry.at_ms)
        if done.outcome.fault and entry.kind != Fault.__name__.lower():
            return f"input {entry.number} ({entry.kind}) fails now: {done.outcome.fault}"
        if not done.same:
            return f"input {entry.number} ({entry.kind}) does not give the events that it gave"
    return ""
