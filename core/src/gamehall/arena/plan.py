"""What a run of the arena is to play: checked once, then the same in every worker and after every resume."""

from __future__ import annotations

import difflib
import shlex
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import attrs

from gamehall.arena.limits import Limits, OnFault
from gamehall.errors import CommandError
from gamehall.plugins import Plugins
from gamehall_sdk.errors import BadOption
from gamehall_sdk.game import Game, Stakes
from gamehall_sdk.options import write_options

EXTERNAL: Final = "cmd:"
"""Begins the name of a bot that is a program of its own, in any language."""
_MATCH_ROUNDS: Final = 60
"""Divided by most numbers of seats."""


class Format(StrEnum):
    """Who meets whom."""

    SEATS_ROTATE = "seats-rotate"
    """All bots at one table; each sits in every seat equally often."""
    ROUND_ROBIN = "round-robin"
    """Every choice of as many bots as a table has seats, at a table each."""
    HEADS_UP = "heads-up"
    """Every pair, at a table of two."""
    LADDER = "ladder"
    """Neighbours on a ladder play, and whoever wins stands above; as many steps as sorting needs."""


class Mode(StrEnum):
    """Where bots run."""

    ISOLATED = "isolated"
    """Each in a process of its own, which has only what its seat may know, with limits."""
    TRUSTED = "trusted"
    """In the worker, without limits: the fastest."""


@attrs.frozen
class Entrant:
    """One bot of a run: its name in the tables, unique, and the bot: a name, or a command after ``cmd:``."""

    label: str
    bot: str

    @property
    def external(self) -> bool:
        """Whether it is a program of its own that is spoken to in JSON lines."""
        return self.bot.startswith(EXTERNAL)

    @property
    def command(self) -> list[str]:
        """The words of an external bot's command."""
        return shlex.split(self.bot.removeprefix(EXTERNAL))


@attrs.frozen(kw_only=True)
class Plan:
    """A run, in plain values: it travels to workers and lies in the run's folder."""

    game: str
    version: int
    """The version of the game's rules."""
    variant: str
    options: dict[str, str]
    """All options of the game, as texts."""
    entrants: tuple[Entrant, ...]
    rounds: int
    """Rounds for each line-up (in a ladder: for each meeting); replays of a duplicate deal count."""
    seed: int
    format: Format = Format.SEATS_ROTATE
    seats: int = 2
    """Seats at a table."""
    duplicate: bool = False
    """Each deal is played once in every rotation of the seats."""
    match_rounds: int = _MATCH_ROUNDS
    """Rounds of a match: as long as a bot lives and remembers."""
    stack: int = 0
    """Chips that everybody has at the beginning of each round; 0 where points are played."""
    mode: Mode = Mode.ISOLATED
    on_fault: OnFault = OnFault.DEFAULT
    limits: Limits = Limits()

    @property
    def labels(self) -> tuple[str, ...]:
        """The entrants' names in their order."""
        return tuple(entrant.label for entrant in self.entrants)


def make_plan(  # noqa: PLR0913  # all that a run may be asked for
    plugins: Plugins,
    *,
    game: str,
    bots: Sequence[str],
    rounds: int,
    seed: int,
    variant: str = "",
    options: Mapping[str, str] | None = None,
    form: Format = Format.SEATS_ROTATE,
    seats: int | None = None,
    duplicate: bool = False,
    match_rounds: int | None = None,
    stack: int | None = None,
    mode: Mode = Mode.ISOLATED,
    on_fault: OnFault = OnFault.DEFAULT,
    limits: Limits | None = None,
) -> Plan:
    """Check what is asked for and complete it; :class:`~gamehall.errors.CommandError` says what would be right."""
    rules = find_game(plugins, game)
    if rounds < 1:
        raise CommandError(f"--rounds is {rounds}; at least 1 is played.")
    try:
        chosen = rules.variant(variant)
    except KeyError:
        names = [one.name for one in rules.variants]
        raise CommandError(f"{game} has no variant {variant!r}; {_near(variant, names)}") from None
    try:
        read = rules.read_options(_own_options(rules, options or {}))
    except BadOption as error:
        sentence = str(error)
        raise CommandError(sentence if sentence.endswith("?") else f"{sentence}.") from None
    entrants = find_bots(plugins, game, bots)
    size = _table_size(rules.seats_of(chosen), len(entrants), form, seats, rules.title)
    return Plan(
        game=rules.name,
        version=rules.version,
        variant=chosen,
        options=write_options(read),
        entrants=entrants,
        rounds=rounds,
        seed=seed,
        format=form,
        seats=size,
        duplicate=duplicate,
        # Whole orbits, so that a button that moves round the table has been everywhere equally often.
        match_rounds=match_rounds or -(-_MATCH_ROUNDS // size) * size,
        stack=_stack(rules, read, stack),
        mode=mode,
        on_fault=on_fault,
        limits=limits or Limits(),
    )


def find_game(plugins: Plugins, name: str) -> Game:
    """The installed game called *name*; :class:`~gamehall.errors.CommandError` lists what is near."""
    found = plugins.games.get(name)
    if found is None:
        raise CommandError(f"No game {name!r} is installed; {_near(name, plugins.games)}")
    return found


def find_bots(plugins: Plugins, game: str, bots: Sequence[str]) -> tuple[Entrant, ...]:
    """The entrants: every bot must be installed and play *game*, every command must be found.

    A bot that is named twice plays twice, as ``NAME`` and ``NAME#2``.
    """
    fitting = sorted(name for name, kind in plugins.bots.items() if kind.plays(game))
    counts: Counter[str] = Counter()
    entrants = []
    for bot in bots:
        entrant = Entrant(bot, bot)
        if entrant.external:
            _check_command(entrant)
        elif bot not in fitting:
            raise CommandError(f"No bot {bot!r} that plays {game} is installed; {_near(bot, fitting)}")
        counts[bot] += 1
        entrants.append(attrs.evolve(entrant, label=f"{bot}#{counts[bot]}") if counts[bot] > 1 else entrant)
    return tuple(entrants)


def _check_command(entrant: Entrant) -> None:
    try:
        words = entrant.command
    except ValueError as error:
        raise CommandError(f"{entrant.bot!r} is no command: {error}.") from None
    if not words or shutil.which(words[0]) is None:
        raise CommandError(f"{entrant.bot!r}: there is no program {words[0] if words else ''!r} that can be run.")


def _own_options(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """The options as texts, an unknown one among them refused: no table stands behind a run that could know it."""
    from gamehall_sdk.options import describe, unknown_option  # noqa: PLC0415  # beside its one use

    known = {field.name: field.name for field in describe(game.options)}
    plain = {name.replace("_", "").replace("-", "").lower(): value for name, value in options.items()}
    for name in plain:
        if name not in known:
            raise unknown_option(name, known)
    return plain


def _table_size(limits: tuple[int, int], bots: int, form: Format, seats: int | None, title: str) -> int:
    least, most = limits
    takes = f"{title} takes {least}" if least == most else f"{title} takes {least} to {most}"
    if form is Format.SEATS_ROTATE:
        size = seats or bots
        if size != bots:
            raise CommandError(
                f"--format seats-rotate seats all {bots} bots at one table, not {size}; round-robin plays every {size}."
            )
    elif form is Format.HEADS_UP:
        size = seats or 2
        if size != 2:  # noqa: PLR2004  # heads-up
            raise CommandError(f"--format heads-up has 2 seats, not {size}; round-robin plays every {size}.")
    else:
        size = seats or max(least, 2)
    if not least <= size <= most:
        advice = "name a bot more than once to fill the seats" if size < least else "round-robin plays them in groups"
        raise CommandError(f"{takes} players, and {size} were to sit at a table; {advice}.")
    if bots < size:
        raise CommandError(
            f"{bots} bot{'s' * (bots != 1)} cannot fill a table of {size}; {takes}: "
            "name more bots, or one more than once."
        )
    return size


def _stack(game: Game, options: Any, stack: int | None) -> int:
    if game.stakes is Stakes.POINTS or game.buy_in is None:
        if stack:
            raise CommandError(f"{game.title} is played for points; leave --stack out.")
        return 0
    least, most = game.buy_in(options)
    if stack is not None and stack < 1:
        raise CommandError(f"--stack is {stack}; it must be 1 or more (a table takes {least} to {most}).")
    return most if stack is None else stack


def _near(name: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, list(known), 3)
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"there are: {', '.join(sorted(known)) or 'none'}."
