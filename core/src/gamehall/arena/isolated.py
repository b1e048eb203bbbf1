"""Isolated bots, seen from the host: nurseries, the processes that come from them, and what is said to them."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from gamehall.arena.coding import Coding
from gamehall.arena.lane import Answer, BadAnswer, Lane, Question, Sat, Sitting
from gamehall.arena.limits import BotFault, Failing, Limits
from gamehall.arena.player import ERROR, HEADER, ILLEGAL, MOST_BYTES, NOT_SAT, SAT, Reply
from gamehall.plugins import CHOSEN
from gamehall_sdk.round import Legal

_encode: Final = msgspec.msgpack.Encoder().encode
_replies: Final = msgspec.msgpack.Decoder(list[Reply]).decode
_TEXT: Final = 300
"""Characters of a fault's cause that are kept."""
_PR_SET_DUMPABLE: Final = 4


class _Said(msgspec.Struct):
    """A line of a nursery."""

    fault: str = ""
    pid: int = 0


_said: Final = msgspec.json.Decoder(_Said).decode


class Nursery:
    """The process that a bot's processes are forked from; started when it is first needed."""

    def __init__(
        self, bot: str, table: tuple[str, str, Mapping[str, str]], plugins: Sequence[str], limits: Limits
    ) -> None:
        """For *bot* at *table* (game, variant, options); it loads the entry points *plugins* and no others."""
        self._bot = bot
        self._table = table
        self._plugins = plugins
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._fault: BotFault | None = None
        self._said = bytearray()

    def child(self) -> tuple[socket.socket, int]:
        """A fresh process: the socket to speak to it, not blocking, and its number.

        Raises :class:`BotFault`; a nursery that failed once fails at once from then on.
        """
        if self._fault is None:
            try:
                return self._fork()
            except BotFault as fault:
                self._fault = fault
                self.close()
        raise self._fault

    def end(self, number: int) -> None:
        """End the process *number*, and all that it started."""
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.sendall(json.dumps({"end": number}).encode() + b"\n")

    def close(self) -> None:
        """End the nursery and every process that came from it."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                # At the end of the control socket it ends its children first.
                self._process.wait(1.0)
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _fork(self) -> tuple[socket.socket, int]:
        deadline = time.monotonic() + self._limits.start_s
        if self._control is None:
            self._begin()
            fault = self._answer(deadline).fault
            if fault:
                raise BotFault(Failing.START, fault[:_TEXT], stopped=True)
        assert self._control is not None  # noqa: S101  # begun just now
        ours, theirs = socket.socketpair()
        try:
            game, variant, options = self._table
            order = {"table": [game, variant, dict(options)]}
            socket.send_fds(self._control, [json.dumps(order).encode() + b"\n"], [theirs.fileno()])
            number = self._answer(deadline).pid
        except OSError as error:
            ours.close()
            raise BotFault(Failing.START, f"its process could not be started: {error}", stopped=True) from None
        finally:
            theirs.close()
        ours.setblocking(False)
        return ours, number

    def _begin(self) -> None:
        ours, theirs = socket.socketpair()
        words = [self._bot, self._table[0], str(self._limits.memory_mb)]
        self._process = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-m", "gamehall.arena.nursery", *words],
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Of our own settings the bot learns nothing.
            env={name: text for name, text in os.environ.items() if not name.startswith("GAMEHALL_")}
            | {CHOSEN: ",".join(self._plugins)},
            start_new_session=True,
        )
        theirs.close()
        self._control = ours

    def _answer(self, deadline: float) -> _Said:
        """The nursery's next line."""
        assert self._control is not None  # noqa: S101  # as above
        while b"\n" not in self._said:
            if not select.select([self._control], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise BotFault(
                    Failing.START, f"its package was not imported within {self._limits.start_s:g} s", stopped=True
                )
            data = self._control.recv(1 << 16)
            if not data:
                raise BotFault(Failing.START, "its process ended while it started", stopped=True)
            self._said += data
        line, _, rest = bytes(self._said).partition(b"\n")
        self._said = bytearray(rest)
        try:
            return _said(line)
        except msgspec.MsgspecError:
            raise BotFault(Failing.START, "its process said what it should not", stopped=True) from None


class ProcessLane(Lane):
    """The lane to a bot's process."""

    def __init__(self, nursery: Nursery, coding: Coding, limits: Limits) -> None:
        """A lane to processes out of *nursery*."""
        super().__init__(limits)
        self._nursery = nursery
        self._coding = coding
        self._socket: socket.socket | None = None
        self._number = 0

    def start(self) -> None:
        """See :class:`Lane`."""
        self.reset()
        self._socket, self._number = self._nursery.child()

    def stop(self) -> None:
        """See :class:`Lane`."""
        if self._socket is None:
            return
        self._socket.close()
        self._socket = None
        self._nursery.end(self._number)

    @property
    def ends(self) -> tuple[int, int]:
        """See :class:`Lane`."""
        number = -1 if self._socket is None else self._socket.fileno()
        return number, number

    def read(self) -> bytes:
        """See :class:`Lane`."""
        return b"" if self._socket is None else self._socket.recv(1 << 18)

    def write(self, data: bytes | bytearray) -> int:
        """See :class:`Lane`."""
        return len(data) if self._socket is None else self._socket.send(data)

    def sit_message(self, sittings: Sequence[Sitting]) -> bytes:
        """See :class:`Lane`."""
        return _framed(("sit", [(one.slot, one.seat, one.seed) for one in sittings]))

    def ask_message(self, questions: Sequence[Question]) -> bytes:
        """See :class:`Lane`."""
        encode, offer = self._coding.encode, self._coding.offer
        return _framed(
            (
                "ask",
                [
                    (
                        one.slot,
                        [encode(event) for event in one.news],
                        None if one.view is None else encode(one.view),
                        *offer(one.legal),
                        one.seconds,
                    )
                    for one in questions
                ],
            )
        )

    def end_message(self, slot: int) -> bytes:
        """See :class:`Lane`."""
        return _framed(("end", slot))

    def take(self, data: bytearray) -> list[Sat | Answer]:
        """See :class:`Lane`."""
        found: list[Sat | Answer] = []
        taken = 0
        while len(data) - taken >= HEADER.size:
            (length,) = HEADER.unpack_from(data, taken)
            if not 0 < length <= MOST_BYTES:
                raise BadAnswer(f"it announced a message of {length} bytes")
            end = taken + HEADER.size + length
            if len(data) < end:
                break
            try:
                replies = _replies(data[taken + HEADER.size : end])
            except msgspec.MsgspecError as error:
                raise BadAnswer(f"what it said is no answer: {error}") from None
            for reply in replies:
                found.append(self._read(reply, len(found)))
            taken = end
        del data[:taken]
        return found

    def _read(self, reply: Reply, at: int) -> Sat | Answer:
        slot, kind, amount, took_ns, text = reply
        text = text[:_TEXT]
        if kind == SAT:
            return Sat(slot, looks=bool(amount & 1), hears=bool(amount & 2))
        if kind == NOT_SAT:
            return Sat(slot, fault=text or "it could not be made")
        took_ns = max(0, took_ns)
        if kind == ERROR:
            return Answer(slot, BotFault(Failing.ERROR, text), took_ns)
        if kind == ILLEGAL:
            return Answer(slot, BotFault(Failing.ILLEGAL, f"{text} was not among what was legal"), took_ns)
        if at >= len(self.asked):
            raise BadAnswer("it answered what was not asked")
        return Answer(slot, chosen(self.asked[at].legal, kind, amount), took_ns)


def chosen(legal: Legal, kind: int, amount: int) -> Any:
    """The action that number *kind* of *legal* means, with *amount*; raises :class:`BadAnswer` when there is none."""
    if 0 <= kind < len(legal.actions):
        return legal.actions[kind]
    if len(legal.actions) <= kind < len(legal.actions) + len(legal.ranges):
        span = legal.ranges[kind - len(legal.actions)]
        if span.least <= amount <= span.most:
            return span.action(amount)
    raise BadAnswer(f"it chose number {kind} with {amount}, which was not offered")


def keep_memory_private() -> None:
    """On Linux: no other process of this user may read this one's memory, where the deals are."""
    with contextlib.suppress(Exception):
        import ctypes  # noqa: PLC0415  # where there is none, there is nothing to be done

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def _framed(message: Any) -> bytes:
    body = _encode(message)
    return HEADER.pack(len(body)) + body
