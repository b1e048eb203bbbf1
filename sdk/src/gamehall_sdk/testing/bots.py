"""The checks of a bot: at tables of each game that it plays, against opponents who play at random."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import attrs

from gamehall_sdk.bot import Bot, BotKind
from gamehall_sdk.flow import Question, TableOptions
from gamehall_sdk.game import Game
from gamehall_sdk.options import write_options
from gamehall_sdk.testing.case import Broken, Case, Limits, Table, tables_of
from gamehall_sdk.testing.host import MemoryTable
from gamehall_sdk.testing.report import Fault, Report, Result, Status
from gamehall_sdk.testing.search import Search, need
from gamehall_sdk.wire import Raw

__all__ = ["BOT_CHECKS", "BotCase", "BotCheck", "BotTable", "check_bot", "run_bot_check"]

_ROUNDS: Final = 2
_BLINK_S: Final = 0.0
_LONGEST: Final = 5.0
"""A bot that does not answer is interrupted after so many times its limit."""


@attrs.define
class BotCase:
    """A bot at a table of a game: a case of the game, and the bot that is to be checked in one of the seats."""

    case: Case
    kind: BotKind
    slowest: float = 0.0
    """The longest that an action took, in seconds."""

    def table(self) -> BotTable:
        """A table with the bot and as many others as the case says."""
        case = self.case
        options = case.choose_options()
        return BotTable(self, options, case.dice.randint(0, 1000), case.dice.randint(0, case.table.players - 1))


class BotTable:
    """A table where one seat is the bot's, and the others play at random from the table's seed."""

    def __init__(self, owner: BotCase, options: Any, seed: int, place: int) -> None:
        """Make the table and let everybody sit down."""
        self.case = owner.case
        self._owner = owner
        self._options = options
        self._seed = seed
        self._place = place
        self.bot: Bot = owner.kind.make(seed)
        self.seconds = owner.case.limits.move_s
        self.deaf = False
        """Whether the bot misses all events."""
        self.before: Callable[[], None] = lambda: None
        """Called before each question to the bot."""
        self.answers: list[Any] = []
        """What the bot did."""
        self._others = random.Random(seed)  # noqa: S311  # opponents of a test
        self._seat = -1

    def play(self, *, introduce: bool = True, texts: dict[str, str] | None = None) -> None:
        """Play some rounds."""
        case = self.case
        table = MemoryTable(
            case.game,
            case.table.variant,
            self._options,
            self._seed,
            TableOptions(pause=0, rounds=_ROUNDS),
            self._hear,
        )
        done = case.sit(self._seed)
        seat = self._place
        if introduce:
            options = write_options(self._options) if texts is None else texts
            self.bot.sit(seat, case.game.name, case.table.variant, options)
        self._seat = seat
        for account in range(case.table.players):
            table.join(account + 1, case.full_stack(), account)
        while len(table.records) < _ROUNDS and (questions := table.questions()):
            question = questions[0]
            action = self._ask(table, question) if question.seat == seat else question.legal.choose(self._others)
            table.act(question, action)
            done.append((question.seat, action))
            if len(done) > case.limits.most_actions:
                break
        case.count("rounds", len(table.records))

    def _hear(self, audience: int | None, event: Any) -> None:
        if not self.deaf and audience in (None, self._seat):
            self.bot.hear(event)

    def _ask(self, table: MemoryTable, question: Question) -> Any:
        self.before()
        view = table.flow.view(question.seat)
        limit = self.case.limits.move_s + self.case.limits.grace_s
        start = time.perf_counter()
        with _interrupted(_LONGEST * limit):
            action = self.bot.act(view, question.legal, self.seconds)
        took = time.perf_counter() - start
        self._owner.slowest = max(self._owner.slowest, took)
        if took > limit:
            raise Broken(f"it thought for {took:.2f} s where it had {self.seconds:g} s, about {view}")
        if action not in question.legal:
            raise Broken(f"it answers {action!r} to {view}, where {question.legal} is legal")
        self.answers.append(action)
        self.case.count("actions")
        return action


@attrs.frozen
class BotCheck:
    """One thing that must hold for every bot."""

    name: str
    title: str
    """The sentence that must be true."""
    body: Callable[[BotCase], None]
    share: float = 1.0
    """How many cases it gets, of those that are asked for."""


def _legal(bot: BotCase) -> None:
    """It plays legal actions, in time."""
    bot.table().play()


def _short_clock(bot: BotCase) -> None:
    """With no time left it still answers."""
    table = bot.table()
    table.seconds = _BLINK_S
    table.play()


def _malformed(bot: BotCase) -> None:
    """It survives what a careless or a newer server might do to it."""
    for what in ("strange events", "no events", "strange options", "no options", "the same table again"):
        table = bot.table()
        with _said(f"with {what}"):
            if what == "strange events":
                _babble(table.bot)
                table.before = partial(_babble, table.bot)
            table.deaf = what == "no events"
            table.play(texts={"strange options": {"somethingnew": "1"}, "no options": {}}.get(what))
            if what == "the same table again":
                table.play()


def _babble(bot: Bot) -> None:
    strange: tuple[Any, ...] = (Raw("somethingnew", {"a": 1}), object(), None)
    for event in strange:
        bot.hear(event)


def _deterministic(bot: BotCase) -> None:
    """The same seed at the same table does the same."""
    table = bot.table()
    table.play()
    random.seed(2)
    again = BotTable(bot, table._options, table._seed, table._place)  # noqa: SLF001  # the same table once more
    again.play()
    if again.answers != table.answers:
        step = next((at for at, (a, b) in enumerate(zip(table.answers, again.answers, strict=False)) if a != b), 0)
        pair = [answers[step : step + 1] for answers in (table.answers, again.answers)]
        raise Broken(f"with the same seed, action {step + 1} is {pair[0]} the first time and {pair[1]} the second")


BOT_CHECKS: Final = (
    BotCheck("legal", "every answer is legal, against opponents who play at random", _legal),
    BotCheck("time", "every answer comes in time, on a short clock too", _short_clock, 0.3),
    BotCheck("malformed", "strange events, lost events and strange options do no harm", _malformed, 0.2),
    BotCheck("deterministic", "the same seed plays the same", _deterministic, 0.3),
)
"""The checks of a bot, each at tables of every game that it plays."""


def check_bot(
    kind: BotKind,
    games: Iterable[Game],
    *,
    seed: int = 0,
    limits: Limits | None = None,
    only: Collection[str] = (),
) -> Report:
    """Run all checks of a bot, or those named in *only*, at tables of those of *games* that it plays."""
    need()
    played = [game for game in games if kind.plays(game.name)]
    checks = [check for check in BOT_CHECKS if not only or check.name in only]
    results = tuple(run_bot_check(check, kind, played, seed=seed, limits=limits) for check in checks)
    return Report(kind="bot", name=kind.name, seed=seed, results=results)


def run_bot_check(
    check: BotCheck, kind: BotKind, games: Sequence[Game], *, seed: int = 0, limits: Limits | None = None
) -> Result:
    """Run one check of a bot at tables of *games*."""
    limits = limits or Limits()
    start = time.perf_counter()
    slowest = 0.0
    facts: dict[str, int] = {}
    fault: Fault | None = None

    def body(case: Case) -> None:
        nonlocal slowest
        bot = BotCase(case, kind)
        try:
            check.body(bot)
        finally:
            slowest = max(slowest, bot.slowest)

    for game in games:
        few = max(1, round(limits.examples * check.share / max(1, len(games))))
        search = Search(game, attrs.evolve(limits, examples=few), seed, facts)
        fault = search.run(body, _some_tables(game))
        if fault is not None:
            break
    if not games:
        status, detail = Status.SKIPPED, f"none of its games is here: {', '.join(kind.games)}"
    else:
        status = Status.FAILED if fault else Status.PASSED
        names = f"{len(games)} games" if len(games) > 1 else games[0].name
        detail = ", ".join([names, *(f"{number} {what}" for what, number in facts.items()), f"slowest {slowest:.3f} s"])
    seconds = time.perf_counter() - start
    return Result(check=check.name, title=check.title, status=status, detail=detail, fault=fault, seconds=seconds)


def _some_tables(game: Game) -> tuple[Table, ...]:
    """Of each variant the smallest and the biggest table."""
    tables = tables_of(game)
    ends: dict[str, list[Table]] = {}
    for table in tables:
        ends.setdefault(table.variant, []).append(table)
    return tuple(dict.fromkeys(one for some in ends.values() for one in (some[0], some[-1])))


@contextlib.contextmanager
def _said(when: str) -> Iterator[None]:
    try:
        yield
    except Broken as error:
        raise Broken(f"{when}: {error}") from None
    except Exception as error:
        error.add_note(when)
        raise


@contextlib.contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Raise in the block when it takes longer, where this thread can be told so."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not able:
        yield
        return

    def stop(_number: int, _frame: Any) -> None:
        raise Broken(f"it did not answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
