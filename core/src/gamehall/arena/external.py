"""Bots in any language: a program that is spoken to over stdin and stdout, one JSON message a line.

To the program: ``{"type": "sit", "seat", "game", "variant", "options", "seed", "seconds"}`` first, then
``{"type": "event", "event": {NAME: BODY}}`` for what its seat hears, and ``{"type": "act", "seconds", "view", "legal":
{"actions": [{NAME: BODY}…], "amounts": [{"action", "least", "most"}…]}}`` when it is to move; ``{"type": "end"}`` last.
Payloads are as on the WebSocket. The program says ``{"ready": true}`` once, when it has read ``sit``; to ``act`` it
answers ``{"action": {NAME: BODY}}``, or ``{"choice": N, "amount": A}`` with N counting the actions from 0 and then the
amounts. It may say no more than that; what it prints to stderr is dropped.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from gamehall.arena.isolated import chosen
from gamehall.arena.lane import Answer, BadAnswer, Lane, Question, Sat, Sitting
from gamehall.arena.limits import BotFault, Failing, Limits
from gamehall_sdk.errors import BadPayload, UnknownPayload
from gamehall_sdk.game import Game
from gamehall_sdk.record import load
from gamehall_sdk.wire.shape import wire_name

_MOST_BYTES: Final = 1 << 16
_GOODBYE_S: Final = 0.5


class ExternalLane(Lane):
    """The lane to an external program: one process a match, so one slot at a time."""

    def __init__(
        self, command: Sequence[str], game: Game, table: tuple[str, Mapping[str, str]], limits: Limits
    ) -> None:
        """A lane to processes of *command* at a table of (variant, options)."""
        super().__init__(limits)
        self._command = list(command)
        self._game = game
        self._table = table
        self._process: subprocess.Popen[bytes] | None = None
        self._asked_at = 0

    def start(self) -> None:
        """See :class:`Lane`."""
        self.reset()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GAMEHALL_")}
        try:
            self._process = subprocess.Popen(  # noqa: S603  # whoever runs the arena named it
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFault(Failing.START, f"its program did not start: {error.strerror}", stopped=True) from None
        for end in self.ends:
            os.set_blocking(end, False)
        self._limit_memory()

    def stop(self) -> None:
        """See :class:`Lane`. A program that has been told of the end has a moment to leave by itself."""
        process = self._process
        if process is None:
            return
        self._process = None
        assert process.stdin is not None  # noqa: S101  # they were asked for
        assert process.stdout is not None  # noqa: S101  # as above
        if not self.waiting:
            with contextlib.suppress(OSError):
                os.write(process.stdin.fileno(), bytes(self._out))
        with contextlib.suppress(OSError):
            process.stdin.close()
        if not self.waiting:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GOODBYE_S)
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        process.wait()

    @property
    def ends(self) -> tuple[int, int]:
        """See :class:`Lane`."""
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            return -1, -1
        return self._process.stdout.fileno(), self._process.stdin.fileno()

    def read(self) -> bytes:
        """See :class:`Lane`."""
        return os.read(self.ends[0], _MOST_BYTES)

    def write(self, data: bytes | bytearray) -> int:
        """See :class:`Lane`."""
        return os.write(self.ends[1], data)

    def sit_message(self, sittings: Sequence[Sitting]) -> bytes:
        """See :class:`Lane`."""
        (sitting,) = sittings
        variant, options = self._table
        return _line(
            {
                "type": "sit",
                "seat": sitting.seat,
                "game": self._game.name,
                "variant": variant,
                "options": dict(options),
                "seed": sitting.seed,
                "seconds": self.limits.move_s,
            }
        )

    def ask_message(self, questions: Sequence[Question]) -> bytes:
        """See :class:`Lane`."""
        (question,) = questions
        dump = self._game.table_payloads.dump_json
        legal = question.legal
        act = {
            "type": "act",
            "seconds": question.seconds,
            "view": dump(question.view),
            "legal": {
                "actions": [dump(action) for action in legal.actions],
                "amounts": [
                    {"action": wire_name(span.action), "least": span.least, "most": span.most} for span in legal.ranges
                ],
            },
        }
        events = b"".join(_line({"type": "event", "event": dump(event)}) for event in question.news)
        self._asked_at = time.perf_counter_ns()
        return events + _line(act)

    def end_message(self, slot: int) -> bytes:  # noqa: ARG002  # there is one only
        """See :class:`Lane`."""
        return _line({"type": "end"})

    def take(self, data: bytearray) -> list[Sat | Answer]:
        """See :class:`Lane`."""
        found: list[Sat | Answer] = []
        while (end := data.find(b"\n")) >= 0:
            line = bytes(data[:end]).strip()
            del data[: end + 1]
            if line:
                found.append(self._read(line))
        if len(data) > _MOST_BYTES:
            raise BadAnswer(f"it said a line of more than {_MOST_BYTES} bytes")
        return found

    def _read(self, line: bytes) -> Sat | Answer:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise BadAnswer(f"its line is no JSON object: {line[:60].decode('utf-8', 'replace')}")
        if self.sitting:
            if said.get("ready") is not True:
                raise BadAnswer('the first that it says must be {"ready": true}')
            return Sat(next(iter(self.sitting)))
        if not self.asked:
            raise BadAnswer("it spoke without being asked")
        question = self.asked[0]
        took_ns = time.perf_counter_ns() - self._asked_at
        return Answer(question.slot, self._action(said, question), took_ns)

    def _action(self, said: dict[str, Any], question: Question) -> Any:
        if "choice" in said:
            choice, amount = said["choice"], said.get("amount", 0)
            if type(choice) is not int or type(amount) is not int:
                raise BadAnswer("choice and amount must be whole numbers")
            try:
                return chosen(question.legal, choice, amount)
            except BadAnswer as error:
                return BotFault(Failing.ILLEGAL, str(error))
        if not isinstance(said.get("action"), dict):
            raise BadAnswer('an answer has "action", an object, or "choice", a number')
        try:
            action = load(said["action"], self._game.payloads)
        except (BadPayload, UnknownPayload) as error:
            return BotFault(Failing.ILLEGAL, " ".join(str(error).split())[:300])
        if action in question.legal:
            return action
        return BotFault(Failing.ILLEGAL, f"{action!r} was not among what was legal"[:300])

    def _limit_memory(self) -> None:
        if self.limits.memory_mb and self._process is not None:
            with contextlib.suppress(ImportError, AttributeError, OSError):
                import resource  # noqa: PLC0415  # only Linux can limit another process

                most = self.limits.memory_mb * 1024 * 1024
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (most, most))


def _line(message: dict[str, Any]) -> bytes:
    return msgspec.json.encode(message) + b"\n"
