"""What a client's messages must hold: the JSON of each event is checked here before anything is done with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from gamehall_hearts.dialect.states import ALLOWED

__all__ = ["EVENTS", "BadMessage", "read"]

_MOST_CHARS: Final = 20_000
_NAME_CHARS: Final = 64
_LIST: Final = 64


class BadMessage(ValueError):
    """A message is not what the protocol says; the sentence says what was wrong."""


def _text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _NAME_CHARS


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 31


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _password(value: Any) -> bool:
    return isinstance(value, str | int) and len(str(value)) <= 4 * _NAME_CHARS


def _pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_number, value))  # noqa: PLR2004  # a pair


def _texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _LIST and all(map(_text, value))


def _room_kind(value: Any) -> bool:
    return value in ("Q", "T")


_FIELDS: Final[dict[str, dict[str, tuple[Callable[[Any], bool], str]]]] = {
    "login": {"user_pwd": (_password, "a text or a number")},
    "reconnect": {},
    "enter_room": {"room": (_number, "a whole number")},
    "god_in": {"room": (_number, "a whole number")},
    "request_room_list": {"range": (_pair, "two whole numbers, [begin, end]")},
    "create_room": {"room": (_room_kind, '"Q" or "T"')},
    "choose_place": {"room": (_number, "a whole number"), "place": (_number, "a whole number")},
    "my_choice": {"card": (_text, 'a card, like "SQ", or "timeout"')},
    "ask_change_place": {"target_place": (_number, "a whole number")},
    "change_place_request_reply": {
        "success": (_flag, "true or false"),
        "target_place": (_number, "a whole number"),
    },
    "add_robot": {"robot": (_text, "the name of a family"), "place": (_number, "a whole number")},
    "cancel_robot": {"place": (_number, "a whole number")},
    "robot_switch": {"robot_place": (_pair, "two places")},
    "request_group_info": {"user_list": (_texts, "a list of names")},
    "update_sid": {"robot_list": (_texts, "a list of families")},
}
_WITHOUT_USER: Final = frozenset({"update_sid"})
EVENTS: Final = (*ALLOWED, *_WITHOUT_USER)
"""Every event that a client may send."""


def read(event: str, payload: Any) -> dict[str, Any]:
    """The fields of *payload*, which is one JSON text. Raises :class:`BadMessage`; the words are the old server's."""
    if not isinstance(payload, str) or len(payload) > _MOST_CHARS:
        sentence = "json.load(data) error"
        raise BadMessage(sentence)
    try:
        fields = json.loads(payload)
    except (ValueError, RecursionError) as error:
        sentence = "json.load(data) error"
        raise BadMessage(sentence) from error
    if not isinstance(fields, dict) or (event not in _WITHOUT_USER and not _text(fields.get("user"))):
        sentence = "data lack element"
        raise BadMessage(sentence)
    for name, (fits, form) in _FIELDS.get(event, {}).items():
        if name not in fields:
            sentence = f"data lack element: {name}, {form}"
            raise BadMessage(sentence)
        if not fits(fields[name]):
            sentence = f"{name} must be {form}"
            raise BadMessage(sentence)
    return fields
