"""A round's record: all that is needed to play it again, and what happened, readable without the game.

The record holds the deal itself (so a replay depends on no random generator), the inputs, every event with its
audience, and the outcome. Its JSON is the same to the byte for the same round.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

import attrs
import msgspec

from gamehall_sdk.cards import Card
from gamehall_sdk.options import read_options
from gamehall_sdk.round import Round, Setup, Told
from gamehall_sdk.wire import PayloadSet, Raw

if TYPE_CHECKING:
    from gamehall_sdk.game import Game

__all__ = [
    "FORMAT",
    "By",
    "Input",
    "RecordError",
    "RoundRecord",
    "SeatRecord",
    "dump_events",
    "read",
    "replay",
    "setup",
]

FORMAT: Final = 1


class RecordError(ValueError):
    """A record cannot be read, or a replay does not give what it says; the sentence says where."""


class By(StrEnum):
    """Who chose an action."""

    PLAYER = "player"
    CLOCK = "clock"
    """The default action, since the time was over or the player had left."""


@attrs.frozen
class SeatRecord:
    """Who sat where, with what."""

    seat: int
    account: int
    name: str
    kind: str
    stack: int = 0


@attrs.frozen
class Input:
    """One action: by whom, when (milliseconds of UTC; 0 where no clock ran), and the payload ``{name: body}``."""

    seat: int
    at_ms: int
    by: By
    action: dict[str, Any]


@attrs.frozen(kw_only=True)
class RoundRecord:
    """One round. ``events`` are ``(audience, {name: body})``; ``payoffs`` is absent when the round was void."""

    game: str
    version: int
    variant: str
    options: dict[str, str]
    number: int = 1
    table: int = 0
    seats: tuple[SeatRecord, ...]
    start: dict[str, Any] | None = None
    secret: str = ""
    deal: tuple[str, ...]
    inputs: tuple[Input, ...] = ()
    events: tuple[tuple[int | None, dict[str, Any]], ...] = ()
    payoffs: tuple[int, ...] | None = None
    void: str = ""
    format: int = FORMAT

    def to_json(self) -> bytes:
        """The record as one JSON document, keys in a fixed order."""
        return msgspec.json.encode(self)


def read(document: bytes) -> RoundRecord:
    """Read a record; :class:`RecordError` says what is wrong and where."""
    try:
        record = msgspec.json.decode(document, type=RoundRecord)
    except msgspec.MsgspecError as error:
        sentence = f"this is not a round's record: {error}"
        raise RecordError(sentence) from error
    if record.format != FORMAT:
        sentence = f"the record has format {record.format}; this version reads format {FORMAT}"
        raise RecordError(sentence)
    return record


def dump_events(events: list[Told], payloads: PayloadSet) -> tuple[tuple[int | None, dict[str, Any]], ...]:
    """Events as a record keeps them."""
    return tuple((told.audience, payloads.dump_json(told.event)) for told in events)


def setup(record: RoundRecord, game: Game) -> Setup:
    """What the round started from; :class:`RecordError` when the record is of another game."""
    if record.game != game.name:
        sentence = f"the record is of {record.game!r}, not of {game.name!r}"
        raise RecordError(sentence)
    return Setup(
        variant=record.variant,
        options=read_options(game.options, record.options),
        seats=tuple(seat.seat for seat in record.seats),
        stacks=tuple(seat.stack for seat in record.seats),
        deal=tuple(Card(card) for card in record.deal),
        start=None if record.start is None else load(record.start, game.payloads),
    )


def load(payload: Mapping[str, Any], payloads: PayloadSet) -> Any:
    """The object behind a record's ``{name: body}``."""
    ((name, body),) = payload.items()
    return payloads.load(Raw(name, body))


def replay(record: RoundRecord, game: Game) -> Round[Any, Any]:
    """Play the record again and check that it gives the same events and payoffs, to the byte.

    Returns the finished round. Raises :class:`RecordError` naming the first difference, or
    :class:`~gamehall_sdk.errors.IllegalAction` where the rules no longer allow an input.
    """
    play = game.round(setup(record, game))
    events = list(play.events())
    for one in record.inputs:
        play.apply(one.seat, load(one.action, game.payloads))
        events += play.events()
    again = dump_events(events, game.payloads)
    for at, (was, now) in enumerate(zip(record.events, again, strict=False)):
        if msgspec.json.encode(was) != msgspec.json.encode(now):
            sentence = f"event {at} was {_line(was)} and is now {_line(now)}"
            raise RecordError(sentence)
    if len(again) != len(record.events):
        sentence = f"the record has {len(record.events)} events, the replay {len(again)}"
        raise RecordError(sentence)
    if record.payoffs is not None:
        net = play.payoffs or {}
        found = tuple(net.get(seat.seat, 0) for seat in record.seats)
        if found != record.payoffs:
            sentence = f"the payoffs were {record.payoffs} and are now {found}"
            raise RecordError(sentence)
    return play


def _line(event: tuple[int | None, dict[str, Any]]) -> str:
    return msgspec.json.encode(event).decode()
