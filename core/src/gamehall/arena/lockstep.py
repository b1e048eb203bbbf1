"""Plays the matches of a unit side by side with bots in processes of their own.

All matches go on until each waits for a decision; then every bot is asked all that it is waited for in one message.
The next step begins when all have answered, so what a process is asked, and in which order, is the same on every
machine. A bot that is stopped loses the match in which it failed; for its other matches it gets a fresh process, up
to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from gamehall.arena.lane import Answer, Lane, Question, Sat, Sitting, exchange
from gamehall.arena.limits import BotFault, Failing, Limits, words
from gamehall.arena.match import Asking, Tally
from gamehall_sdk.errors import GameFault
from gamehall_sdk.round import Legal, Round

_RESTARTS: Final = 3
"""Fresh processes for one bot in one unit."""


@attrs.define
class Board:
    """One match of the unit, and the question that it waits with."""

    slot: int
    tally: Tally
    seeds: tuple[int, ...]
    """The bots' seeds by seat."""
    begin: Callable[[Tally], Asking]
    asking: Asking | None = None
    seat: int = -1
    game: Round[Any, Any] | None = None
    legal: Legal = attrs.field(factory=Legal)
    looks: dict[int, bool] = attrs.field(factory=dict)
    hears: dict[int, bool] = attrs.field(factory=dict)
    spent_ns: list[int] = attrs.field(factory=list)
    over: bool = False

    def go_on(self, answer: Any = None) -> None:
        """Take *answer* (nothing at the beginning) and play until the next question or the end."""
        try:
            if self.asking is None:
                self.asking = self.begin(self.tally)
                question = next(self.asking)
            elif isinstance(answer, BotFault):
                question = self.asking.throw(answer)
            else:
                question = self.asking.send(answer)
            self.seat, self.game, self.legal = question
        except StopIteration:
            self.over = True

    def question(self, limits: Limits) -> Question:
        """What is to be asked now."""
        seat = self.seat
        news = self.tally.news[seat]
        heard = tuple(news)
        news.clear()
        assert self.game is not None  # noqa: S101  # a question is open
        try:
            view = self.game.view(seat) if self.looks.get(seat, True) else None
        except Exception as error:
            raise GameFault(f"the game failed at a view: {words(error)}") from error
        seconds = limits.move_s
        if limits.match_s:
            seconds = max(0.001, min(seconds, limits.match_s - self.spent_ns[seat] / 1e9))
        return Question(self.slot, heard, view, self.legal, seconds)


def play_side_by_side(boards: Sequence[Board], lanes: dict[int, Lane], limits: Limits) -> dict[int, list[int]]:
    """Play *boards* to their end over *lanes*, by entrant; for each entrant the nanoseconds of its decisions.

    Raises :class:`~gamehall_sdk.errors.GameFault` when the game fails; the lanes are stopped however it ends.
    """
    return _Hall(boards, lanes, limits).play()


class _Hall:
    """The boards and lanes of one unit."""

    def __init__(self, boards: Sequence[Board], lanes: dict[int, Lane], limits: Limits) -> None:
        self.boards = boards
        self.lanes = lanes
        self.limits = limits
        self.entrant_of = {id(lane): entrant for entrant, lane in lanes.items()}
        self.starts = dict.fromkeys(lanes, 0)
        self.times: dict[int, list[int]] = {entrant: [] for entrant in lanes}
        for board in boards:
            board.spent_ns = [0] * len(board.tally.entrants)

    def play(self) -> dict[int, list[int]]:
        try:
            for entrant in self.lanes:
                self.begin(entrant)
            self.settle()
            for board in self.boards:
                board.tally.listening = tuple(seat for seat, hears in sorted(board.hears.items()) if hears)
                board.go_on()
            while any(not board.over for board in self.boards):
                self.step()
        finally:
            for lane in self.lanes.values():
                lane.stop()
        return self.times

    def begin(self, entrant: int) -> None:
        """Start a process for *entrant* and let it sit where it still plays."""
        lane = self.lanes[entrant]
        sittings = []
        for board in self.boards:
            seat = board.tally.entrants.index(entrant)
            if not board.over and not board.tally.stopped[seat]:
                sittings.append(Sitting(board.slot, seat, board.seeds[seat]))
        if not sittings:
            return
        self.starts[entrant] += 1
        try:
            lane.start()
            lane.sit(sittings)
        except BotFault as fault:
            self.stop_everywhere(entrant, Failing.START, fault.cause)

    def settle(self) -> None:
        """Wait until everybody who is to sit does."""
        answers, faults = exchange([lane for lane in self.lanes.values() if lane.sitting])
        for lane, sat in answers:
            entrant = self.entrant_of[id(lane)]
            if isinstance(sat, Sat):
                board = self.boards[sat.slot]
                seat = board.tally.entrants.index(entrant)
                board.looks[seat], board.hears[seat] = sat.looks, sat.hears
                if sat.fault:
                    board.tally.fail(seat, Failing.START, sat.fault, stop=True)
                    board.hears[seat] = False
        for lane, fault in faults:
            lane.stop()
            lane.reset()
            self.stop_everywhere(self.entrant_of[id(lane)], Failing.START, fault.cause)

    def step(self) -> None:
        """Ask all that is open, wait, and play on."""
        open_ = [board for board in self.boards if not board.over]
        for entrant, lane in self.lanes.items():
            questions = [b.question(self.limits) for b in open_ if b.tally.entrants[b.seat] == entrant]
            if questions:
                lane.ask(questions)
        found: dict[int, Any] = {}
        while True:
            answers, faults = exchange(list(self.lanes.values()))
            for lane, answer in answers:
                if isinstance(answer, Answer):
                    found[answer.slot] = self.booked(self.entrant_of[id(lane)], answer)
            if not faults:
                break
            for lane, fault in faults:
                self.replace(lane, fault, found)
        for board in open_:
            board.go_on(found[board.slot])
            if board.over:
                self.dismiss(board)

    def booked(self, entrant: int, answer: Answer) -> Any:
        """The answer's action, or the fault that it is; its time is charged to the bank of the match."""
        board = self.boards[answer.slot]
        self.times[entrant].append(answer.took_ns)
        board.spent_ns[board.seat] += answer.observed_ns
        if 0 < self.limits.match_s < board.spent_ns[board.seat] / 1e9:
            cause = f"it used up its bank of {self.limits.match_s:g} s for a match"
            return BotFault(Failing.TIMEOUT, cause, stopped=True)
        return answer.action

    def replace(self, lane: Lane, fault: BotFault, found: dict[int, Any]) -> None:
        """The process behind *lane* is over: its first open question is the fault, the others go to a fresh one."""
        entrant = self.entrant_of[id(lane)]
        lane.stop()
        failed, *others = lane.asked
        lane.reset()
        found[failed.slot] = fault
        board = self.boards[failed.slot]
        board.tally.fail(board.seat, fault.kind, fault.cause, stop=True)
        if self.starts[entrant] > _RESTARTS:
            self.stop_everywhere(entrant, fault.kind, f"its process failed too often; the last time {fault.cause}")
        else:
            self.begin(entrant)
            self.settle()
        again = []
        for one in others:
            if self.boards[one.slot].tally.stopped[self.boards[one.slot].seat]:
                found[one.slot] = fault
            else:
                again.append(one)
        if again:
            lane.ask(again)

    def stop_everywhere(self, entrant: int, kind: Failing, cause: str) -> None:
        """*entrant* is out of every match that still runs."""
        for board in self.boards:
            seat = board.tally.entrants.index(entrant)
            if not board.over and not board.tally.stopped[seat]:
                board.tally.fail(seat, kind, cause, stop=True)
                board.hears[seat] = False

    def dismiss(self, board: Board) -> None:
        """Tell the bots of a match that it is over."""
        for seat, entrant in enumerate(board.tally.entrants):
            if not board.tally.stopped[seat]:
                self.lanes[entrant].end(board.slot)
