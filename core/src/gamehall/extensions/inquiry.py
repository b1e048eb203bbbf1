"""The two documents between the server and the process of a message extension: a question with its view, an answer.

They are all that passes, so what an extension can know is what :func:`write_inquiry` is given: one seat's own view.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import attrs
import msgspec

from gamehall_sdk.errors import BadPayload, GamehallError
from gamehall_sdk.extension import MessageExtension, Position
from gamehall_sdk.game import Game
from gamehall_sdk.round import Legal
from gamehall_sdk.table import Ask, legal_of
from gamehall_sdk.wire import Raw

__all__ = ["Sight", "answered", "failed", "read_answer", "read_inquiry", "write_inquiry"]


@attrs.frozen
class Sight:
    """What the asking seat sees: the table's variant and options, its own view, and what it is asked, if it is."""

    variant: str
    options: Mapping[str, str]
    seat: int
    view: Any
    ask: Ask | None = None


def write_inquiry(extension: MessageExtension, game: Game, question: Any, sight: Sight) -> bytes:
    """The question and the sight as JSON. Raises LocalProtocolError when the view cannot travel."""
    dump = game.table_payloads.dump_json
    document = {
        "question": extension.payloads.dump_json(question),
        "variant": sight.variant,
        "options": dict(sight.options),
        "seat": sight.seat,
        "view": dump(sight.view),
        "ask": None if sight.ask is None else dump(attrs.evolve(sight.ask, view=None)),
    }
    return msgspec.json.encode(document)


def read_inquiry(document: bytes, extension: MessageExtension, game: Game) -> tuple[Any, Position]:
    """What :func:`write_inquiry` wrote; the position's seed is made of the document itself."""
    found = msgspec.json.decode(document)
    payloads = game.table_payloads
    ask = None if found["ask"] is None else payloads.load(_raw(found["ask"]))
    position = Position(
        game=game.name,
        variant=found["variant"],
        options=found["options"],
        seat=found["seat"],
        view=payloads.load(_raw(found["view"])),
        legal=Legal() if ask is None else legal_of(ask, game.payloads),
        turn=None if ask is None else ask.turn,
        seconds=0.0 if ask is None else ask.seconds,
        seed=int.from_bytes(hashlib.sha256(document).digest()[:8]),
    )
    return extension.payloads.load(_raw(found["question"])), position


def answered(extension: MessageExtension, game: Game, answer: Any) -> bytes:
    """The answer as JSON. Raises LocalProtocolError when it is none of the extension's, or cannot travel."""
    return msgspec.json.encode({"answer": (extension.payloads | game.payloads).dump_json(answer)})


def failed(cause: str) -> bytes:
    """The word that there is no answer."""
    return msgspec.json.encode({"failed": cause})


def read_answer(document: bytes, extension: MessageExtension, game: Game) -> Any:
    """The answer in *document*, one of the extension's answer classes.

    Raises BadPayload, with the cause, for what is none.
    """
    try:
        found = msgspec.json.decode(document, type=dict[str, Any])
        if "answer" not in found:
            raise BadPayload(str(found.get("failed", "it gave no answer")))
        payloads = extension.payloads | game.payloads
        answer = payloads.load(_raw(found["answer"]))
        payloads.dump_xml(answer)  # what XML cannot say would cost its asker the connection
    except (msgspec.DecodeError, GamehallError, AttributeError, ValueError, RecursionError) as error:
        raise BadPayload(str(error)) from None
    if not isinstance(answer, extension.answers):
        raise BadPayload(f"a {type(answer).__name__} is no answer of {extension.name}")
    return answer


def _raw(payload: Mapping[str, Any]) -> Raw:
    ((name, body),) = payload.items()
    return Raw(name, body)
