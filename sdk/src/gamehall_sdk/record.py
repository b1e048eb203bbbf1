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

from gamehall_sdk.cards import Card, words
from gamehall_sdk.errors import BadPayload, Refusal
from gamehall_sdk.options import read_options, write_options
from gamehall_sdk.round import Round, Setup, Told
from gamehall_sdk.wire import PayloadSet, Raw

if TYPE_CHECKING:
    from gamehall_sdk.game import Game

__all__ = [
    "FORMAT",
    "By",
    "Input",
    "KeptRound",
    "RecordError",
    "Recording",
    "RoundRecord",
    "SeatRecord",
    "dump_events",
    "load",
    "read",
    "replay",
    "secret_of",
    "setup",
    "trusted",
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
    account: int = 0
    name: str = ""
    kind: str = "human"
    stack: int = 0


@attrs.frozen
class Input:
    """One action: by whom, when (milliseconds of UTC; 0 where no clock ran), and the payload ``{name: body}``."""

    seat: int
    at_ms: int = 0
    by: By = By.PLAYER
    action: dict[str, Any] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class RoundRecord:
    """One round. ``events`` are ``(audience, {name: body})``; ``payoffs`` is absent when the round was void.

    One written by hand needs only game, variant, seats, deal and inputs; without events it is played, not compared.
    """

    game: str
    version: int = 1
    variant: str
    options: dict[str, str] = attrs.field(factory=dict)
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
    rated: bool = False
    """Whether the round counts for the leaderboard."""
    tournament: int = 0
    """The tournament that it was a part of."""
    package: str = ""
    """What to install to replay it, ``gamehall-hello==0.1.0``; empty where the game was not an installed one."""
    format: int = FORMAT

    def to_json(self) -> bytes:
        """The record as one JSON document, keys in a fixed order."""
        return msgspec.json.encode(self)


class trusted:  # noqa: N801  # read as a word: with trusted()
    """Where the rules have nothing to refuse: a refusal there is a fault of the game, a :class:`RuntimeError`."""

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Rename a refusal."""
        if isinstance(error, Refusal):
            sentence = f"refused where nothing was asked: {error}"
            raise RuntimeError(sentence) from error  # noqa: TRY004  # the error's type is not what is wrong


@attrs.frozen
class _Secret:
    secret: str = ""


def secret_of(document: bytes) -> str:
    """The secret (hex) in a record's document, without reading the rest; empty where there is none."""
    try:
        return msgspec.json.decode(document, type=_Secret).secret
    except msgspec.MsgspecError as error:
        sentence = f"the document is no record of a round: {error}"
        raise RecordError(sentence) from error


@attrs.frozen
class KeptRound:
    """A record as a server keeps it: its number there, and when it ended (milliseconds of UTC)."""

    id: int
    ended_at_ms: int
    record: RoundRecord


class Recording:
    """A round that is being played, and its record; the start is written down at once, so that nothing fails later."""

    def __init__(
        self, game: Game, setup: Setup, seats: tuple[SeatRecord, ...], *, number: int = 1, secret: bytes = b""
    ) -> None:
        """Begin the round; raises what the payloads cannot hold, and whatever the rules raise."""
        self.setup = setup
        self._payloads = game.payloads
        self._inputs: list[Input] = []
        self._events: list[tuple[int | None, dict[str, Any]]] = []
        self._start: dict[str, Any] = {
            "game": game.name,
            "version": game.version,
            "variant": setup.variant,
            "options": write_options(setup.options),
            "number": number,
            "seats": seats,
            "start": None if setup.start is None else game.payloads.dump_json(setup.start),
            "secret": secret.hex(),
            "deal": words(setup.deal),
            "package": game.package,
        }
        self.round = game.round(setup)

    @property
    def secret(self) -> str:
        """The secret behind the deal, in hex."""
        return str(self._start["secret"])

    def did(self, seat: int, action: Any, by: By, at_ms: int) -> None:
        """Write down an action that was applied."""
        self._inputs.append(Input(seat, at_ms, by, self._payloads.dump_json(action)))

    def news(self) -> list[tuple[Told, dict[str, Any]]]:
        """What happened since last asked, written down: each event with its ``{name: body}``."""
        news = [(told, self._payloads.dump_json(told.event)) for told in self.round.events()]
        self._events += [(told.audience, body) for told, body in news]
        return news

    def net(self, *, chips: bool) -> tuple[int, ...] | None:
        """The payoffs in the order of the seats, ``None`` until the round is over.

        Raises :class:`RuntimeError` when they cannot be right: somebody is still to act, or nobody is and there
        are none, they are not whole numbers, or *chips* are made, lost, or taken that a seat does not have.
        """
        payoffs, due = self.round.payoffs, self.round.to_act
        if bool(due) is (payoffs is not None):
            sentence = f"a round is over when nobody is to act: to act are {tuple(due)}, the payoffs are {payoffs}"
            raise RuntimeError(sentence)
        if payoffs is None:
            return None
        net = tuple(payoffs.get(seat, 0) for seat in self.setup.seats)
        if any(isinstance(won, bool) or not isinstance(won, int) for won in net):
            sentence = f"the payoffs {net} are not all whole numbers"
            raise RuntimeError(sentence)
        if chips and (sum(net) != 0 or any(stack + won < 0 for stack, won in zip(self.setup.stacks, net, strict=True))):
            sentence = f"the payoffs {net} do not sum to 0, or take more than a stack"
            raise RuntimeError(sentence)
        return net

    def record(self, payoffs: tuple[int, ...] | None = None, void: str = "") -> RoundRecord:
        """The record: of a finished round by its *payoffs*, or of one that was *void*."""
        return RoundRecord(
            **self._start, inputs=tuple(self._inputs), events=tuple(self._events), payoffs=payoffs, void=void
        )


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
    try:
        return Setup(
            variant=record.variant,
            options=read_options(game.options, record.options),
            seats=tuple(seat.seat for seat in record.seats),
            stacks=tuple(seat.stack for seat in record.seats),
            deal=tuple(Card(card) for card in record.deal),
            start=None if record.start is None else load(record.start, game.payloads),
        )
    except (Refusal, ValueError) as error:
        sentence = f"the record's start cannot be read: {error}"
        raise RecordError(sentence) from error


def load(payload: Mapping[str, Any], payloads: PayloadSet) -> Any:
    """The object behind a record's ``{name: body}``; raises UnknownPayload or BadPayload."""
    if len(payload) != 1:
        sentence = f"a payload is one name with its body; this has {len(payload)}"
        raise BadPayload(sentence)
    ((name, body),) = payload.items()
    return payloads.load(Raw(name, body))


def replay(record: RoundRecord, game: Game) -> Round[Any, Any]:
    """Play the record again and check that it gives the same events and payoffs, to the byte.

    Returns the round as the record leaves it: over, unless it was void. Raises :class:`RecordError` naming the
    first difference, or :class:`~gamehall_sdk.errors.IllegalAction` where the rules no longer allow an input.
    """
    play = game.round(setup(record, game))
    events = list(play.events())
    for at, one in enumerate(record.inputs):
        try:
            action = load(one.action, game.payloads)
        except Refusal as error:
            sentence = f"input {at} cannot be read: {error}"
            raise RecordError(sentence) from error
        play.apply(one.seat, action)
        events += play.events()
    again = dump_events(events, game.payloads) if record.events else ()
    for at, (was, now) in enumerate(zip(record.events, again, strict=False)):
        if msgspec.json.encode(was) != msgspec.json.encode(now):
            sentence = f"event {at} was {_line(was)} and is now {_line(now)}"
            raise RecordError(sentence)
    if len(again) != len(record.events):
        sentence = f"the record has {len(record.events)} events, the replay {len(again)}"
        raise RecordError(sentence)
    if record.payoffs is not None:
        net = play.payoffs
        if net is None:
            sentence = f"the payoffs were {record.payoffs}; now the round is not over"
            raise RecordError(sentence)
        found = tuple(net.get(seat.seat, 0) for seat in record.seats)
        if found != record.payoffs:
            sentence = f"the payoffs were {record.payoffs} and are now {found}"
            raise RecordError(sentence)
    return play


def _line(event: tuple[int | None, dict[str, Any]]) -> str:
    return msgspec.json.encode(event).decode()
