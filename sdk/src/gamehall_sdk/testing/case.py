"""One case of a check: a table and a round at it, made by drawing everything from one source."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

import attrs

from gamehall_sdk.cards import Card
from gamehall_sdk.errors import BadOption
from gamehall_sdk.game import Chair, Game, Plan, Planning, Stakes
from gamehall_sdk.options import describe, read_options, write_options
from gamehall_sdk.round import Round, Setup, Told
from gamehall_sdk.shuffle import shuffle
from gamehall_sdk.testing.report import Fault
from gamehall_sdk.wire.lobby_messages import OptionField

__all__ = ["Broken", "Case", "Dice", "Limits", "Play", "Story", "Table", "deal", "tables_of", "variants_of"]

T = TypeVar("T")
_DEALS: Final = 1 << 16
_SOME_WORDS: Final = ("", "a", "Zoë <&> 'quoted'")
_MOST_CHANGES: Final = 2


class Broken(Exception):  # it is the contract that is broken
    """What a check found; its text is a sentence for the author."""


class Dice(Protocol):
    """Where a case draws its choices from; the first of a choice is the plainest, to which a failure is shrunk."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of *seq*."""

    def randint(self, a: int, b: int, /) -> int:
        """An integer from *a* to *b*, both included."""


@attrs.frozen(kw_only=True)
class Limits:
    """How far the checks go, and what is slow."""

    examples: int = 100
    """Rounds that each check plays, spread over variants and seat counts."""
    most_actions: int = 10_000
    """A round with more actions does not end."""
    apply_ms: float = 5.0
    """The mean time for an action above which there is a warning."""
    view_ms: float = 5.0
    """The mean time for a view above which there is a warning."""
    move_s: float = 0.5
    """How long a bot may think about one action."""
    grace_s: float = 2.0
    """How much later it may answer, since a machine may be busy."""
    budget_s: float = 20.0
    """A check that has found nothing for so long begins no further rounds."""


@attrs.frozen
class Table:
    """A variant and a number of players."""

    variant: str
    players: int


def variants_of(game: Game) -> tuple[str, ...]:
    """The names of the game's variants; its own name where it has none."""
    return tuple(variant.name for variant in game.variants) or (game.name,)


def tables_of(game: Game) -> tuple[Table, ...]:
    """Every variant with every number of players."""
    spans = {variant: game.seats_of(variant) for variant in variants_of(game)}
    return tuple(Table(name, count) for name, (least, most) in spans.items() for count in range(least, most + 1))


def deal(game: Game, variant: str, options: Any, number: int) -> tuple[Card, ...]:
    """The deal *number* of a game's deck: the same everywhere and always."""
    secret = hashlib.sha256(f"gamehall deal {number}".encode()).digest()
    return shuffle(tuple(game.deck(variant, options)), secret)


class Play:
    """A round that a check plays: its setup, what was done, and what was told after each action."""

    def __init__(self, game: Game, setup: Setup) -> None:
        """Begin the round; what it raises is a fault of the game."""
        self.game = game
        self.setup = setup
        self.round: Round[Any, Any] = game.round(setup)
        self.actions: list[tuple[int, Any]] = []
        self.told: list[list[Told]] = [list(self.round.events())]
        """What was told at the start, then after each action."""
        self.asked: list[tuple[int, ...]] = [tuple(self.round.to_act)]
        """Who was to act at the start, then after each action."""

    @property
    def over(self) -> bool:
        """Whether nobody is to act."""
        return not self.round.to_act

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """A spectator, then every seat of the round."""
        return (None, *self.setup.seats)

    def do(self, seat: int, action: Any) -> None:
        """Apply an action, and listen."""
        self.round.apply(seat, action)
        self.actions.append((seat, action))
        self.told.append(list(self.round.events()))
        self.asked.append(tuple(self.round.to_act))

    def again(self, count: int | None = None, setup: Setup | None = None) -> Play:
        """A new round with the first *count* actions of this one, all without it."""
        other = Play(self.game, setup or self.setup)
        for seat, action in self.actions[:count]:
            other.do(seat, action)
        return other

    def heard(self, viewer: int | None, step: int) -> list[Any]:
        """The events for *viewer* of the start (0) or of an action, counted from 1."""
        return [one.event for one in self.told[step] if one.audience is None or one.audience == viewer]


@attrs.define
class Story:
    """What is told of a fault: where it was seen, and what was done until then."""

    setup: Setup
    """Without its deal where there were several."""
    deal: int
    """The number of the deal, or of the table whose deals they were."""
    actions: list[tuple[int, Any]] = attrs.field(factory=list)


@attrs.define
class Case:
    """The game, a table, and the dice; remembers the round that is played, to tell of it when something is wrong."""

    game: Game
    table: Table
    dice: Dice
    limits: Limits = attrs.field(factory=Limits)
    options: Any = None
    deal_number: int = 0
    story: Story | None = None
    facts: dict[str, int] = attrs.field(factory=dict)
    """What was counted on the way."""

    def count(self, what: str, number: int = 1) -> None:
        """Add to what the check reports to have looked at."""
        self.facts[what] = self.facts.get(what, 0) + number

    def choose_options(self) -> Any:
        """Options of the game: the defaults with one or two of them changed, where they still fit together."""
        fields = describe(self.game.options)
        self.options = self.game.options()
        texts: dict[str, str] = {}
        for _ in range(self.dice.randint(0, min(_MOST_CHANGES, len(fields)))):
            field = self.dice.choice(fields)
            texts[field.name] = self._value(field)
            try:
                self.options = read_options(self.game.options, texts)
            except BadOption:
                del texts[field.name]
        return self.options

    def planning(self, memo: Any = None, number: int = 1) -> Planning:
        """A table whose seats are partly taken, all of them by players who want to play."""
        options = self.choose_options()
        seats = self.game.seats_of(self.table.variant)[1]
        taken = self._some(seats, self.table.players)
        chairs = tuple(Chair(seat, self._stack(options), 0 if number == 1 else number - 1) for seat in taken)
        return Planning(self.table.variant, options, seats, chairs, memo, number)

    def plan(self, planning: Planning) -> Plan:
        """What the game plans for the table."""
        plan = self.game.plan(planning)
        if plan is None:
            raise Broken(f"plan starts no round, though {self.table.players} players want one")
        return plan

    def setup_of(self, plan: Plan, planning: Planning) -> Setup:
        """The setup of a planned round, with a deal."""
        options = planning.options
        chairs = {chair.seat: chair for chair in planning.chairs}
        self.deal_number = self.dice.randint(0, _DEALS - 1)
        chips = self.game.stakes is Stakes.CHIPS
        return Setup(
            variant=self.table.variant,
            options=options,
            seats=plan.seats,
            stacks=tuple(chairs[seat].stack if chips else 0 for seat in plan.seats),
            deal=deal(self.game, self.table.variant, options, self.deal_number),
            start=plan.start,
        )

    def play(self, setup: Setup | None = None) -> Play:
        """Begin the round that a fault is told of."""
        if setup is None:
            planning = self.planning()
            setup = self.setup_of(self.plan(planning), planning)
        self.story = Story(setup, self.deal_number)
        play = Play(self.game, setup)
        self.story.actions = play.actions
        self.count("rounds")
        return play

    def move(self, play: Play) -> tuple[int, Any]:
        """A legal action of somebody who is to act, applied."""
        seat = self.dice.choice(tuple(play.round.to_act))
        legal = play.round.legal(seat)
        if not legal:
            raise Broken(f"seat {seat} is to act, but nothing is legal for it")
        action = legal.choose(self.dice)
        play.do(seat, action)
        self.count("actions")
        if len(play.actions) > self.limits.most_actions:
            raise Broken(f"the round is not over after {self.limits.most_actions} actions")
        return seat, action

    def sit(self, seed: int) -> list[tuple[int, Any]]:
        """Begin a table of several rounds, whose deals come from *seed*; what is done there goes into the list."""
        setup = Setup(
            variant=self.table.variant,
            options=self.options,
            seats=tuple(range(self.table.players)),
            stacks=(self.full_stack(),) * self.table.players,
            deal=(),
        )
        self.story = Story(setup, seed)
        return self.story.actions

    def full_stack(self) -> int:
        """The most that a player may sit down with; 0 where no chips are played."""
        return self.game.buy_in(self.options)[1] if self.game.buy_in else 0

    def length(self) -> int:
        """How many actions to play at most: mostly few, now and then many."""
        return self.dice.randint(0, 14) ** 2

    def fault(self, sentence: str, seed: int, traceback: str = "") -> Fault:
        """What was found, with the way there."""
        if self.story is None:
            return Fault(sentence=sentence, seed=seed, traceback=traceback)
        setup = self.story.setup
        payloads = self.game.payloads
        return Fault(
            sentence=sentence,
            seed=seed,
            variant=setup.variant,
            options=_changed(self.game, setup.options),
            seats=setup.seats,
            stacks=setup.stacks,
            deal=self.story.deal,
            actions=tuple((seat, _body(payloads.dump_json, action)) for seat, action in self.story.actions),
            traceback=traceback,
        )

    def _some(self, seats: int, count: int) -> tuple[int, ...]:
        """*count* of the seats 0 to *seats* - 1, rising; plainly the first ones."""
        chosen: list[int] = []
        for left in range(count, 0, -1):
            first = chosen[-1] + 1 if chosen else 0
            chosen.append(self.dice.randint(first, seats - left))
        return tuple(chosen)

    def _stack(self, options: Any) -> int:
        if self.game.buy_in is None:
            return 0
        least, most = self.game.buy_in(options)
        # A stack shrinks in play to any size, so below the least buy-in too.
        return self.dice.randint(*self.dice.choice(((least, most), (1, least), (1, min(10, most)))))

    def _value(self, field: OptionField) -> str:
        if field.kind == "choice":
            return self.dice.choice(field.choices)
        if field.kind == "bool":
            return self.dice.choice(("false", "true"))
        if field.kind == "text":
            return self.dice.choice((field.default, *_SOME_WORDS))
        least = float(field.least) if field.least else min(0.0, float(field.default))
        most = float(field.most) if field.most else max(100.0, 4 * float(field.default))
        if field.kind == "float":
            return repr(least + (most - least) * self.dice.randint(0, 8) / 8)
        near = min(int(most), int(least) + 20)
        return str(self.dice.randint(*self.dice.choice(((int(least), near), (int(least), int(most))))))


def _changed(game: Game, options: Any) -> dict[str, str]:
    usual: Mapping[str, str] = write_options(game.options())
    return {name: text for name, text in write_options(options).items() if usual.get(name) != text}


def _body(dump: Any, action: Any) -> dict[str, Any]:
    try:
        found: dict[str, Any] = dump(action)
    except Exception:  # noqa: BLE001  # it is told all the same
        return {type(action).__name__: repr(action)}
    return found
