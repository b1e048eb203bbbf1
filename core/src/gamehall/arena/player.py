"""What runs in a bot's process: takes questions, asks the bot, sends answers. It knows what its seats may know.

Each message is four bytes of length, big-endian, and that much msgpack. To here: ``["sit", [[slot, seat, seed]…]]``,
``["ask", [[slot, news, view, actions, ranges, seconds]…]]``, ``["end", slot]``; game objects in them are bytes by
:class:`~gamehall.arena.coding.Coding`. Back: a list of ``[slot, kind, amount, took_ns, text]``, where *kind* counts
the actions and then the ranges of what was offered, or is one of the negative numbers below.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from gamehall.arena.coding import Coding
from gamehall.arena.limits import words
from gamehall_sdk.bot import Bot
from gamehall_sdk.round import Legal

SAT: Final = -1
"""The bot sits; *amount* is 1 when it looks at views, plus 2 when it hears events."""
NOT_SAT: Final = -2
"""The bot could not be made; *text* says why."""
ERROR: Final = -3
"""The bot raised an error."""
ILLEGAL: Final = -4
"""The bot answered what was not offered."""
HEADER: Final = struct.Struct(">I")
MOST_BYTES: Final = 1 << 20
"""No message back is longer."""
_FLUSH_NS: Final = 5_000_000
"""Answers are held back for so long at most, so that the host sees which question a bot hangs on."""

Reply = tuple[int, int, int, int, str]


def serve(
    read_end: int, write_end: int, make: Callable[[int], Bot], table: tuple[str, str, Any], coding: Coding
) -> None:
    """Answer until the pipe ends. *table* is the game's name, the variant and the options as texts."""
    bots: dict[int, Bot] = {}
    with os.fdopen(read_end, "rb", closefd=False) as reading:
        while header := reading.read(HEADER.size):
            op, content = msgspec.msgpack.decode(reading.read(HEADER.unpack(header)[0]))
            if op == "ask":
                _answer(write_end, bots, content, coding)
            elif op == "sit":
                _send(write_end, [_sit(bots, make, table, *sitting) for sitting in content])
            else:
                bots.pop(content, None)


def _sit(
    bots: dict[int, Bot], make: Callable[[int], Bot], table: tuple[str, str, Any], slot: int, seat: int, seed: int
) -> Reply:
    try:
        bot = make(seed)
        game, variant, options = table
        bot.sit(seat, game, variant, dict(options))
        hears = type(bot).hear is not Bot.hear or "hear" in vars(bot)
        flags = int(bool(bot.looks)) + 2 * int(hears)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a bot may raise anything
        return slot, NOT_SAT, 0, 0, words(error)
    bots[slot] = bot
    return slot, SAT, flags, 0, ""


def _answer(write_end: int, bots: dict[int, Bot], questions: list[Any], coding: Coding) -> None:
    clock = time.perf_counter_ns
    replies: list[Reply] = []
    flushed = clock()
    for slot, news, view, actions, ranges, seconds in questions:
        bot = bots[slot]
        legal = coding.taken(tuple(actions), ranges)
        seen = coding.decode(view) if view is not None else None
        heard = [coding.decode(event) for event in news]
        begun = clock()
        try:
            for event in heard:
                bot.hear(event)
            action = bot.act(seen, legal, seconds)
            now = clock()
            kind, amount = _chosen(action, legal)
            replies.append((slot, kind, amount, now - begun, _told(action) if kind == ILLEGAL else ""))
        except (Exception, SystemExit) as error:  # noqa: BLE001  # as above
            now = clock()
            replies.append((slot, ERROR, 0, now - begun, words(error)))
        if now - flushed > _FLUSH_NS:
            _send(write_end, replies)
            replies = []
            flushed = clock()
    if replies:
        _send(write_end, replies)


def _chosen(action: Any, legal: Legal) -> tuple[int, int]:
    """Which offer *action* is, and its amount."""
    for at, one in enumerate(legal.actions):
        if action is one:
            return at, 0
    if action in legal.actions:
        return legal.actions.index(action), 0
    for at, span in enumerate(legal.ranges, len(legal.actions)):
        if action in span:
            return at, int(action.amount)
    return ILLEGAL, 0


def _told(action: Any) -> str:
    try:
        return repr(action)[:200]
    except Exception:  # noqa: BLE001  # as above
        return type(action).__name__[:200]


def _send(write_end: int, replies: list[Reply]) -> None:
    body = msgspec.msgpack.encode(replies)
    data = memoryview(HEADER.pack(len(body)) + body)
    while data:
        data = data[os.write(write_end, data) :]
