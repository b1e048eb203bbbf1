"""What a plugin says of its game: the one object that a server, a lobby, a bot or a replay needs to know it."""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from gamehall_sdk import INTERFACE
from gamehall_sdk.cards import DECK, Card
from gamehall_sdk.options import describe, read_options
from gamehall_sdk.table import PLATFORM
from gamehall_sdk.transcript import Names, Teller, plain
from gamehall_sdk.wire.payload import PayloadSet

if TYPE_CHECKING:
    from gamehall_sdk.clock import Clock
    from gamehall_sdk.flow import Flow, TableOptions
    from gamehall_sdk.interpreter import Interpreter
    from gamehall_sdk.record import KeptRound, RoundRecord
    from gamehall_sdk.round import Round, Setup

__all__ = [
    "Chair",
    "Game",
    "Plan",
    "Planning",
    "Report",
    "Reveal",
    "Stakes",
    "Standing",
    "Variant",
    "all_played",
    "everyone",
    "fixed_deck",
]


class Stakes(StrEnum):
    """What is won and lost."""

    POINTS = "points"
    """Scores that come from nowhere and go nowhere."""
    CHIPS = "chips"
    """Chips: bought in from an account, cashed out to it; every round's payoffs sum to 0."""


class Reveal(StrEnum):
    """When the secret behind a round's shuffle is told to those at the table."""

    ROUND = "round"
    """With the end of the round: for games where no card stays hidden."""
    CLOSE = "close"
    """When the table closes: for games where a player may muck, and what was mucked is nobody's business."""


@attrs.frozen
class Variant:
    """One way to play the game."""

    name: str
    title: str
    seats: tuple[int, int] | None = None
    """The least and the most players, where they are not the game's."""


@attrs.frozen
class Chair:
    """A seat as the planning of a round sees it: somebody sits there and wants to play."""

    seat: int
    stack: int
    rounds: int
    """How many rounds this player has been dealt into here."""


@attrs.frozen
class Planning:
    """What is known when the next round is planned: who could play, and the memo that the last plan left."""

    variant: str
    options: Any
    seats: int
    """How many seats the table has."""
    chairs: tuple[Chair, ...]
    """Those who want to play, by rising seat number."""
    memo: Any
    number: int
    """The round's number at this table, from 1."""
    match_round: int = 1
    """The round's number in this match, from 1."""
    draw: int | None = None
    """A number of 64 bits that nobody can foresee, another one for each round; ``None`` where nothing is drawn."""


@attrs.frozen
class Standing:
    """Where a match stands after a round: ``stacks`` (or scores) of those who played it, by rising seat."""

    variant: str
    options: Any
    stacks: tuple[int, ...]
    match_round: int
    """How many rounds of the match are played."""


@attrs.frozen
class Plan:
    """Who plays the next round, from what start, and what the plan after it must know."""

    seats: tuple[int, ...]
    start: Any = None
    memo: Any = None


@attrs.frozen
class Report:
    """A table made of finished rounds: ``columns`` are the keys of its rows, each with a heading.

    ``rows`` gives JSON objects. Where they have the key ``account``, it is an account's number, and the row is of
    that account's doings.
    """

    columns: Mapping[str, str]
    rows: Callable[[Iterable[KeptRound]], list[dict[str, Any]]]


def all_played(standing: Standing, rounds: int) -> str | None:
    """Why a match of so many *rounds* (0: no limit) is over after a round, or ``None``."""
    return f"all {rounds} rounds are played" if 0 < rounds <= standing.match_round else None


def everyone(planning: Planning) -> Plan | None:
    """The plan that suits most games: all who want to play do."""
    return Plan(tuple(chair.seat for chair in planning.chairs))


def fixed_deck(cards: Sequence[Card] = DECK) -> Callable[[str, Any], Sequence[Card]]:
    """A ``deck`` function for a game that always plays with the same *cards*."""
    return lambda _variant, _options: cards


def _default_flow(game: Game, variant: str, options: Any, table: TableOptions, clock: Clock) -> Flow:
    from gamehall_sdk.room_flow import RoomFlow  # noqa: PLC0415  # the flow needs the game's class; a game needs no flow until it runs

    return RoomFlow(game, variant, options, table, clock)


Export: TypeAlias = "Callable[[Game, Iterable[RoundRecord]], Iterator[str]]"
"""What writes rounds in a format of its own."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Game:
    """A game.

    ``round`` makes a :class:`~gamehall_sdk.round.Round` from a :class:`~gamehall_sdk.round.Setup`. ``deck``
    gives the cards in canonical order for (variant, options); the host shuffles them and the setup's ``deal``
    is the result. ``plan`` chooses who plays the next round, or ``None`` when it cannot start; ``start`` and
    ``memo`` are the attrs classes of what it gives, where it gives them. ``options`` is an attrs class with a
    default for every field (an attrs converter or validator may say what is wrong); the lobby's form is drawn
    from it. ``flow`` is the table's life round the rounds.

    Raises :class:`ValueError` at once, naming the game, when a part does not fit.
    """

    name: str
    title: str
    version: int = 1
    """The version of the rules: raise it when the same inputs may give another round."""
    interface: int = INTERFACE
    rules: tuple[str, ...] = ()
    """Lines for the lobby's details."""
    seats: tuple[int, int]
    """The least and the most players."""
    variants: tuple[Variant, ...] = ()
    options: type
    actions: tuple[type, ...]
    events: tuple[type, ...]
    view: type
    """The class of what ``Round.view`` gives; its class name, like those of actions and events, is a payload's name."""
    parts: tuple[type, ...] = ()
    """Further payload classes (start, memo, custom messages)."""
    reveals: tuple[type, ...] = ()
    """Events by which the rules tell, within a round, what was hidden; the conformance kit expects no other."""
    start: type | None = None
    memo: type | None = None
    round: Callable[[Setup], Round[Any, Any]]
    deck: Callable[[str, Any], Sequence[Card]] = fixed_deck()
    plan: Callable[[Planning], Plan | None] = everyone
    match_over: Callable[[Standing], str | None] | None = None
    """After a round: why the match is over (a limit is reached), or ``None`` when it goes on."""
    at_level: Callable[[Any, int], Any] | None = None
    """Options to those of a tournament's level, from 0, at which stakes rise; ``None``: they never do."""
    flow: Callable[[Game, str, Any, TableOptions, Clock], Flow] = _default_flow
    stakes: Stakes = Stakes.POINTS
    buy_in: Callable[[Any], tuple[int, int]] | None = None
    """For chips: options to the least and the most that a player may sit down with."""
    reveal: Reveal = Reveal.ROUND
    summary: Callable[[Any], str] | None = None
    """A spectator's view to the few words that a list of running tables shows of it."""
    transcript: Callable[[Names], Teller] = plain
    """Names of those who play to what tells the game's events in words, one at a time."""
    table_defaults: Mapping[str, str] = attrs.field(factory=dict)
    """Options of the table, as texts, that have another default in this game: ``{"pause": "4"}``."""
    interpreters: Mapping[str, Callable[[], Interpreter]] = attrs.field(factory=dict)
    """Other payloads in which a session may be spoken to; it joins with a parameter of that name."""
    reports: Mapping[str, Report] = attrs.field(factory=dict)
    """Tables made of finished rounds, by name; ``statistics`` is the one that has a row for each account."""
    web: str | None = None
    """The game's view for browsers, package data with a ``view.js``: ``package/folder``; ``None``: the general one."""
    exports: Mapping[str, Export] = attrs.field(factory=dict)
    """Formats that other programs know, by name: game and records to the text, piece by piece; raises ValueError."""
    xsd: bytes | None = None
    """The schema of the payloads, where it is not derived from the classes."""
    package: str = ""
    """What to install to have the game, ``gamehall-hello==0.1.0``; the host fills it in, and records keep it."""

    def __attrs_post_init__(self) -> None:
        """Check what can be checked, so that a mistake is found when the plugin registers."""
        wrong = self._fault()
        if wrong:
            sentence = f"game {self.name!r}: {wrong}"
            raise ValueError(sentence)

    def _fault(self) -> str | None:
        least, most = self.seats
        if not _NAME.fullmatch(self.name):
            return "a name is a lower-case letter, then letters, digits, - or _ (32 at most)"
        if not 1 <= least <= most:
            return f"seats {self.seats} are not (least, most)"
        for kind in (self.options, self.view, *self.actions, *self.events):
            if not attrs.has(kind):
                return f"{kind.__name__} is not an attrs class"
        bare = [field.name for field in attrs.fields(self.options) if field.default is attrs.NOTHING]
        if bare:
            return f"option {bare[0]!r} has no default"
        if (self.stakes is Stakes.CHIPS) != (self.buy_in is not None):
            return "a game for chips, and no other, gives buy_in"
        names = [variant.name for variant in self.variants]
        if len(set(names)) < len(names) or "" in names:
            return f"variants {', '.join(map(repr, names))} need names of their own"
        try:
            describe(self.options)
            options = self.options()
            if self.at_level is not None and type(self.at_level(options, 1)) is not self.options:
                return "at_level gives other than the game's options"
            self.table_payloads  # noqa: B018  # made once, here, so that a class that cannot travel is found
        except Exception as error:  # noqa: BLE001  # whatever is wrong with a plugin's classes
            return str(error)
        return None

    @functools.cached_property
    def payloads(self) -> PayloadSet:
        """All payload classes of the game, with their schema."""
        more = [kind for kind in (self.start, self.memo) if kind is not None]
        classes = dict.fromkeys([*self.actions, *self.events, self.view, *self.parts, *more])
        return PayloadSet(tuple(classes), self.xsd)

    @functools.cached_property
    def table_payloads(self) -> PayloadSet:
        """What is said at a table of this game: its own payloads and the platform's."""
        return self.payloads | PLATFORM

    def read_options(self, texts: Mapping[str, str]) -> Any:
        """The game's own options out of a table's texts; the table's are passed over. Raises BadOption."""
        own = {field.name for field in describe(self.options)}
        return read_options(self.options, {name: text for name, text in texts.items() if name in own})

    def seats_of(self, variant: str) -> tuple[int, int]:
        """The least and the most players of the variant called *variant*."""
        own = next((one.seats for one in self.variants if one.name == variant), None)
        return own or self.seats

    def over(self, standing: Standing, rounds: int) -> str | None:
        """Why the match is over after a round: the game says so, or the table's *rounds* are played (0: no limit)."""
        why = self.match_over(standing) if self.match_over else None
        return why or all_played(standing, rounds)

    def of_package(self, requirement: str) -> Game:
        """The same game, knowing the package that it came from."""
        same = copy.copy(self)
        object.__setattr__(same, "package", requirement)
        return same

    def variant(self, name: str) -> str:
        """The variant called *name*; empty means the first. Raises :class:`KeyError` when there is none such."""
        names = [variant.name for variant in self.variants] or [self.name]
        if name and name not in names:
            raise KeyError(name)
        return name or names[0]
