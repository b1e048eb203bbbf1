"""A table as it was: from its last checkpoint and the journal after it.

Replayed inputs must say what they said; where one does not (the game's rules changed, its package fails), the
table comes back frozen: its round is void, and everybody gets what the books say is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import msgspec

from gamehall.archive import StoredEntry, StoredTable
from gamehall.tables.machine import Bound, Machine, TableConfig, unbound
from gamehall_sdk.clock import ClockKind, parse_clock
from gamehall_sdk.errors import BadOption, UnknownGame
from gamehall_sdk.flow import TableOptions
from gamehall_sdk.game import Game
from gamehall_sdk.options import describe, read_options, unknown_option, write_options

__all__ = ["Recovered", "checked_options", "look_at", "new_machine", "recover"]


@attrs.frozen
class Recovered:
    """A table brought back; ``fault`` says why it must be frozen, if it must."""

    machine: Machine
    options: TableOptions
    fault: str = ""


def checked_options(game: Game, variant: str, values: Mapping[str, str]) -> tuple[TableOptions, Any]:
    """Split *values* into the table's options and the game's; raises BadOption for what neither knows."""
    ours = {field.name for field in describe(TableOptions)}
    theirs = {field.name for field in describe(game.options)}
    plain = {name.replace("_", "").replace("-", "").lower(): text for name, text in values.items()}
    for name in plain:
        if name not in ours | theirs:
            raise unknown_option(name, sorted(ours | theirs))
    chosen = {name: text for name, text in plain.items() if name in ours}
    table = read_options(TableOptions, {**game.table_defaults, **chosen})
    least, most = game.seats_of(variant)
    if table.seats and not least <= table.seats <= most:
        sentence = f"option 'seats' is {table.seats}; {game.title} has {least} to {most} seats (0: as many as it has)"
        raise BadOption(sentence)
    return table, read_options(game.options, {name: text for name, text in plain.items() if name not in ours})


def new_machine(game: Game, config: TableConfig, clocks: Mapping[str, ClockKind]) -> tuple[Machine, TableOptions]:
    """A table at its beginning. Raises :class:`~gamehall_sdk.errors.BadOption`."""
    table, options = checked_options(game, config.variant, config.options)
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
    bound: Bound = unbound,
) -> Recovered:
    """Bring a stored table back to its last stored input, its timers armed anew from *now_ms*.

    Turns get *grace_ms* on top, so that players have the time to come back. *bound* runs the game's code.

    Raises :class:`~gamehall_sdk.errors.UnknownGame` when its game is not installed, and what the game's code raises
    where not even an empty table can be made.
    """
    game = games.get(stored.game)
    if game is None:
        sentence = f"table {stored.id} ({stored.name}) is of {stored.game!r}, which is not installed"
        raise UnknownGame(sentence)
    options = msgspec.json.decode(stored.options, type=dict[str, str])
    config = TableConfig(stored.id, stored.name, stored.game, stored.variant, options, stored.creator_id or 0)

    def begun(config: TableConfig) -> tuple[Machine, TableOptions]:
        machine, table = bound(lambda: new_machine(game, config, clocks), config)
        machine.bound = bound
        return machine, table

    def voided(config: TableConfig, fault: str) -> Recovered:
        machine, table = begun(config)
        machine.number = entries[-1].number if entries else stored.checkpoint_no
        return Recovered(machine, table, fault)

    try:
        machine, table = begun(config)
    except BadOption as error:
        # Options that were good once: the table cannot play, but its chips can go back.
        return voided(attrs.evolve(config, options={}), str(error))
    fault = _load(machine, stored, now_ms) or _replay(machine, entries)
    back = voided(config, fault) if fault else Recovered(machine, table)
    back.machine.rearm(now_ms, grace_ms)
    return back


def look_at(machine: Machine, now_ms: int) -> None:
    """Ask the flow for what whoever keeps or shows the table asks it again and again. Raises what the game raises."""
    machine.bound(lambda: (machine.flow.accounts(), machine.turns(now_ms)), machine.config)
    machine.bound(lambda: machine.snapshot(None, now_ms, hide_round=True), machine.config)


def _load(machine: Machine, stored: StoredTable, now_ms: int) -> str:
    if stored.checkpoint is None:
        return ""
    try:
        kept = stored.checkpoint
        machine.bound(lambda: machine.restore(kept, stored.checkpoint_no, now_ms), machine.config)
    except Exception as error:  # noqa: BLE001  # the checkpoint may be another version's, and the game has its say in it
        return f"the checkpoint cannot be read: {error}"
    return ""


def _replay(machine: Machine, entries: Sequence[StoredEntry]) -> str:
    for entry in entries:
        if entry.number != machine.number + 1:
            return f"input {machine.number + 1} is missing in the journal"
        done = machine.replay(entry.kind, entry.body, entry.digest, entry.at_ms)
        if done.outcome.kind != entry.kind:
            return f"input {entry.number} ({entry.kind}) fails now: {done.outcome.fault}"
        if not done.same:
            return f"input {entry.number} ({entry.kind}) does not give the events that it gave"
    return ""
