"""Messages that are the same but for their payloads: what stands round these is written once.

A server tells one table after another what happened there. That each piece of news is a state update about that
table, with parameters, need not be worked out for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, Final

from gamehall_sdk.wire.messages import MessageBody
from gamehall_sdk.wire.raw import Raw

__all__ = ["Envelope"]

_MARK: Final = Raw("here", "\N{WHITE SQUARE}")


class Envelope:
    """What *make* gives for payloads, but for these; *codec* is :mod:`gamehall_sdk.wire.xml` or ``json``.

    *make* does nothing with the payloads, and they stand there one after the other.
    """

    def __init__(self, codec: ModuleType, make: Callable[[tuple[Any, ...]], MessageBody]) -> None:
        whole: bytes = codec.encode_body(make((_MARK,)))
        before, mark, after = whole.partition(codec.part(_MARK))
        if not mark:
            sentence = f"{make((_MARK,))!r} holds no payloads"
            raise ValueError(sentence)
        self._whole = before.replace(b"%", b"%%") + b"%s" + after.replace(b"%", b"%%")
        self._between: bytes = codec.BETWEEN_PARTS

    def body(self, parts: Iterable[bytes]) -> bytes:
        """What ``codec.encode_body`` gives for the payloads whose ``codec.part`` is *parts*; at least one."""
        return self._whole % self._between.join(parts)
