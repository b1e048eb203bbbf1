"""The check of a table's life: several rounds with players who come and go, pauses, checkpoints between rounds."""

from __future__ import annotations

from typing import Any

from gamehall_sdk.controlled_flow import ControlledFlow
from gamehall_sdk.errors import Refusal, TablePaused, WrongPhase
from gamehall_sdk.flow import Question, TableOptions
from gamehall_sdk.game import Stakes
from gamehall_sdk.record import replay
from gamehall_sdk.table import Pause, Phase, Resume
from gamehall_sdk.testing.case import Broken, Case
from gamehall_sdk.testing.host import MemoryTable

__all__ = ["check_life"]

_ROUNDS = 3


def check_life(case: Case) -> None:
    """Rounds follow one another while players leave and join; chips stay; a checkpoint is taken up; records replay."""
    game = case.game
    options = case.choose_options()
    seed = case.dice.randint(0, 1000)
    done = case.sit(seed)
    table = MemoryTable(game, case.table.variant, options, seed, TableOptions(pause=1))
    for account in range(1, case.table.players + 1):
        table.join(account, case.full_stack())
    while len(table.records) < _ROUNDS:
        if questions := table.questions():
            question = case.dice.choice(questions)
            action = question.legal.choose(case.dice)
            if isinstance(table.flow, ControlledFlow) and not case.dice.randint(0, 9):
                _pause(table, question, action)
            table.act(question, action)
            done.append((question.seat, action))
            if len(done) > case.limits.most_actions:
                raise Broken(f"{_ROUNDS} rounds are not over after {len(done)} actions")
            continue
        _chips(case, table)
        if not table.between_rounds():
            raise Broken(f"the table is {table.flow.phase}, but asks nobody and ends no round")
        _checkpoint(case, table)
        _somebody_goes_and_comes(case, table)
        if "pause" in table.timers:
            table.fire("pause")
        elif not table.questions():
            # Too few are left to play, and a table may wait.
            break
    for record in table.records:
        replay(record, game)
    table.close()
    _chips(case, table)
    if table.stacks or table.flow.seats():
        raise Broken("the table is closed, and somebody still sits there")
    case.count("rounds", len(table.records))


def _pause(table: MemoryTable, question: Question, action: Any) -> None:
    """While the table is paused nobody acts; after that the questions are what they were."""
    before = table.questions()
    table.command(question.seat, Pause())
    try:
        table.act(question, action)
    except TablePaused:
        pass
    else:
        raise Broken("the table is paused, and an action is taken all the same")
    table.command(question.seat, Resume())
    if table.questions() != before:
        raise Broken("a pause changes what is asked")


def _chips(case: Case, table: MemoryTable) -> None:
    if case.game.stakes is Stakes.CHIPS and table.bought - table.paid != table.stacks:
        raise Broken(f"{table.bought} chips came to the table, {table.paid} left, and {table.stacks} are there")


def _checkpoint(case: Case, table: MemoryTable) -> None:
    saved = table.flow.save()
    again = MemoryTable(case.game, case.table.variant, case.options, 0, TableOptions(pause=1))
    again.flow.load(saved)
    if again.flow.save() != saved:
        raise Broken("a table's checkpoint, taken up, gives another checkpoint")
    if again.flow.seats() != table.flow.seats():
        raise Broken("a table's checkpoint, taken up, has other seats")


def _somebody_goes_and_comes(case: Case, table: MemoryTable) -> None:
    if case.dice.randint(0, 2):
        return
    account = case.dice.randint(1, case.table.players)
    held = next((one.stack for one in table.flow.seats() if one.seat == table.flow.seat_of(account)), 0)
    # A match that is over forgets what was taken away.
    remembers = case.game.stakes is Stakes.CHIPS and table.flow.phase is not Phase.OVER
    try:
        table.part(account)
        # With fewer chips than were taken away nobody comes back.
        table.join(account, max(case.full_stack(), held) if remembers else case.full_stack())
    except WrongPhase:
        # A match may let nobody in before it is over.
        return
    except Refusal as error:
        raise Broken(f"a player who left between rounds cannot come back: {error}") from None
