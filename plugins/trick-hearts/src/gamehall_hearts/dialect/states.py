"""The states of the FSM protocol's diagram and its numbered transitions, as tables.

The numbers are those of the document; what the document's programs did beyond it is in :data:`ALLOWED` alone.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import attrs

__all__ = ["ALLOWED", "IN_GAME", "LOGGED_IN", "TRANSITIONS", "By", "State", "Transition"]


class State(StrEnum):
    """Where a player is."""

    LOGOUT = "logout"
    LOGIN = "login"
    ROOM = "room"
    WAIT = "wait"
    BEFORE_START = "before_start"
    TRICK_BEFORE_PLAY = "trick_before_play"
    PLAY_A_CARD = "play_a_card"
    TRICK_AFTER_PLAY = "trick_after_play"
    END = "end"


class By(StrEnum):
    """Who sends the first message of a transition."""

    CLIENT = "client"
    SERVER = "server"


IN_GAME: Final = frozenset({State.TRICK_BEFORE_PLAY, State.PLAY_A_CARD, State.TRICK_AFTER_PLAY})
"""While a game is played."""
LOGGED_IN: Final = frozenset(State) - {State.LOGOUT}
_RESTING: Final = frozenset({State.ROOM, State.WAIT, State.BEFORE_START, State.END})
_WAIT: Final = frozenset({State.WAIT})

ALLOWED: Final = {
    "login": frozenset({State.LOGOUT}),
    "reconnect": frozenset({State.LOGOUT}),
    "enter_room": frozenset({State.LOGIN}),
    "request_room_list": frozenset({State.LOGIN, State.ROOM}),
    "create_room": frozenset({State.LOGIN}),
    "choose_place": frozenset({State.ROOM}),
    "god_in": frozenset({State.LOGIN}),
    "god_out": _RESTING | IN_GAME,
    "ready_for_start": _WAIT,
    "unready_for_start": frozenset({State.BEFORE_START}),
    "my_choice": frozenset({State.PLAY_A_CARD}),
    "logout": _RESTING | {State.LOGIN},
    "leave_room": _RESTING,
    "new_game": frozenset({State.END}),
    "ask_change_place": _WAIT,
    "change_place_request_reply": _WAIT,
    "request_robot_list": _WAIT,
    "add_robot": _WAIT,
    "cancel_robot": _WAIT,
    "robot_switch": _WAIT,
    "interrupt": LOGGED_IN - {State.END},
    "request_info": LOGGED_IN,
    "request_group_info": LOGGED_IN,
}
"""In which states a client may send what; anything else gets an ``error`` and changes nothing."""


@attrs.frozen
class Transition:
    """One row of the document: from one of the states *before*, by a message, to *after* (``None``: it stays).

    *message* is what *by* sends first; *replies* are what may come back, the first on success.
    """

    number: str
    before: frozenset[State]
    message: str
    by: By
    after: State | None
    replies: tuple[str, ...] = ()


def _client(
    number: str, before: State | frozenset[State], message: str, after: State | None, *replies: str
) -> Transition:
    return Transition(number, _set(before), message, By.CLIENT, after, replies or (f"{message}_reply",))


def _server(number: str, before: State | frozenset[State], message: str, after: State | None) -> Transition:
    return Transition(number, _set(before), message, By.SERVER, after)


def _set(states: State | frozenset[State]) -> frozenset[State]:
    return frozenset({states}) if isinstance(states, State) else states


TRANSITIONS: Final = (
    _client("1", State.LOGOUT, "login", State.LOGIN),
    _client("2", State.LOGIN, "enter_room", State.ROOM),
    _client("2.25", State.ROOM, "request_room_list", None),
    _client("2.5", State.LOGIN, "create_room", State.WAIT),
    _client("3", State.ROOM, "choose_place", State.WAIT),
    _client("3.1", State.ROOM, "choose_place", State.WAIT),
    _client("4", State.WAIT, "ready_for_start", State.BEFORE_START),
    _server("4b", State.WAIT, "wait_time_out", State.LOGIN),
    _server("5", State.BEFORE_START, "shuffle", State.TRICK_BEFORE_PLAY),
    _server("6", State.TRICK_BEFORE_PLAY, "update", None),
    _server("7", State.TRICK_BEFORE_PLAY, "your_turn", State.PLAY_A_CARD),
    _client("8", State.PLAY_A_CARD, "my_choice", State.TRICK_AFTER_PLAY),
    _server("9", State.TRICK_AFTER_PLAY, "update", None),
    _server("9.1", State.TRICK_BEFORE_PLAY, "update-god", None),
    _server("10", State.TRICK_AFTER_PLAY, "trick_end", State.TRICK_BEFORE_PLAY),
    _server("11", State.TRICK_BEFORE_PLAY, "game_end", State.END),
    _client("12", State.END, "logout", State.LOGOUT),
    _client("13", State.END, "leave_room", State.LOGIN),
    _client("14", State.END, "new_game", State.WAIT),
    _server("15", State.WAIT, "player_info", None),
    _client("16a", State.WAIT, "ask_change_place", None),
    _server("16b", State.WAIT, "change_place_request", None),
    _client("16c", State.WAIT, "change_place_request_reply", None, "change_place_request_confirm"),
    _client("17a0", State.WAIT, "request_robot_list", None),
    _client("17a", State.WAIT, "add_robot", None),
    _client("17b", State.WAIT, "cancel_robot", None, "cancel_robot"),
    _server("17c", State.WAIT, "robot_come_in", None),
    _client("17d", State.WAIT, "robot_switch", None, "robot_switch"),
    _client("18a", LOGGED_IN - {State.END}, "interrupt", State.LOGOUT),
    _server("18b", IN_GAME, "kick out", State.LOGOUT),
    _server("19", IN_GAME, "game_interrupt", State.ROOM),
    _client("20", State.LOGOUT, "reconnect", State.TRICK_BEFORE_PLAY, "reconnect_success", "reconnect_failure"),
)
"""Every transition of the document, in its order; where it writes ``update-god`` after a play, gods play no card."""
