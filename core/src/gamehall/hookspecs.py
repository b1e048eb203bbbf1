"""The hooks that a plugin may answer; mark each answer with :data:`gamehall_sdk.hookimpl.hookimpl`.

Hooks are called in pluggy's order: of several plugins the one registered *last* is called first, and ``tryfirst``
and ``trylast`` move an answer within that. Plugins are registered by distribution name, then by entry-point name
(built-in features before all others), so the order is the same on every machine. Arguments are added to a hook,
never taken away, and an answer names only those that it wants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

from gamehall_sdk.hookimpl import PROJECT

if TYPE_CHECKING:
    import typer

    from gamehall_sdk.bot import BotKind
    from gamehall_sdk.clock import ClockKind
    from gamehall_sdk.dialect import Dialect
    from gamehall_sdk.extension import MessageExtension
    from gamehall_sdk.game import Game
    from gamehall_sdk.record import RoundRecord

hookspec = pluggy.HookspecMarker(PROJECT)


@hookspec
def register_games() -> list[Game]:  # type: ignore[empty-body]  # a spec has no body
    """The games of this plugin."""


@hookspec
def register_bots() -> list[BotKind]:  # type: ignore[empty-body]  # as above
    """The bots of this plugin."""


@hookspec
def register_timers() -> list[ClockKind]:  # type: ignore[empty-body]  # as above
    """The kinds of clock of this plugin; a table names one by ``name:FIGURE+FIGURE…``."""


@hookspec
def register_messages() -> list[MessageExtension]:  # type: ignore[empty-body]  # as above
    """The message extensions of this plugin, advisers among them: payload classes, their schema and a handler."""


@hookspec
def register_dialects() -> list[Dialect]:  # type: ignore[empty-body]  # as above
    """The wire protocols of this plugin that are bridged onto sessions, under a name each."""


@hookspec
def register_commands(app: typer.Typer) -> None:
    """Add commands or groups to *app*; called only when a command is asked for that is not built in."""


@hookspec
def round_finished(record: RoundRecord) -> None:
    """A round is over and *record*, its whole replayable document, is stored; be quick, the table waits."""


@hookspec
def table_changed(table_id: int, what: str) -> None:
    """Table *table_id* changed and the change is stored; *what* is ``opened``, ``joined``, ``parted`` or ``closed``."""
