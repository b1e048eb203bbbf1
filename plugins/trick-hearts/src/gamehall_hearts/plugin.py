"""Registers Gongzhu and Hearts."""

from __future__ import annotations

from typing import Any, Final

from gamehall_hearts.gongzhu import flow as gongzhu_flow
from gamehall_hearts.gongzhu import messages as gongzhu
from gamehall_hearts.gongzhu.options import GongzhuOptions
from gamehall_hearts.gongzhu.round import CARDS_OF, GongzhuRound
from gamehall_hearts.hearts import flow as hearts_flow
from gamehall_hearts.hearts import messages as hearts
from gamehall_hearts.hearts.options import HeartsOptions
from gamehall_hearts.hearts.round import HeartsRound
from gamehall_sdk.dialect import Bridge, Dialect
from gamehall_sdk.game import Game, Variant
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["FSM", "GONGZHU", "HEARTS", "register_dialects", "register_games"]


def _scores(view: Any) -> str:
    """The scores of the round so far, as lists of running tables show them."""
    return " ".join(str(one.score) for one in view.seats)


GONGZHU: Final = Game(
    name="gongzhu",
    title="Gongzhu",
    rules=(
        "All cards are dealt. Follow suit if you can; the highest card of the suit led takes the trick and leads.",
        "The pig (queen of spades) is -100, the sheep (jack of diamonds) +100.",
        "Hearts: ace -50, king -40, queen -30, jack -20, ten to five -10 each; all of them together count +200.",
        "The ten of clubs doubles what else you take, and is +50 alone.",
        "Three players: the two jokers are the highest hearts, -60 and -70; all hearts together count +330.",
    ),
    seats=(3, 4),
    variants=(Variant("q", "Four players", (4, 4)), Variant("t", "Three players, with jokers", (3, 3))),
    options=GongzhuOptions,
    actions=gongzhu.ACTIONS,
    events=gongzhu.EVENTS,
    view=gongzhu.GongzhuView,
    web="gamehall_hearts/web",
    start=gongzhu.GongzhuStart,
    memo=gongzhu.GongzhuMemo,
    round=GongzhuRound,
    deck=lambda variant, _options: CARDS_OF[variant].deck,
    plan=gongzhu_flow.plan_round,
    match_over=gongzhu_flow.match_over,
    summary=_scores,
)
"""Gongzhu, as the platform knows it."""

HEARTS: Final = Game(
    name="hearts",
    title="Hearts",
    rules=(
        "All cards are dealt; three of each hand are passed: left, right, across, and in the fourth round none.",
        "The two of clubs leads. Follow suit if you can; the highest card of the suit led takes the trick and leads.",
        "No hearts and no queen of spades to the first trick; hearts may be led once one has been thrown.",
        "Each heart taken is 1 point, the queen of spades 13; who takes all of them gives the others 26 instead.",
        "When somebody has 100 points the match is over, and who has the fewest wins.",
    ),
    seats=(4, 4),
    variants=(Variant("hearts", "Black Lady"),),
    options=HeartsOptions,
    actions=hearts.ACTIONS,
    events=hearts.EVENTS,
    view=hearts.HeartsView,
    web="gamehall_hearts/web",
    start=hearts.HeartsStart,
    round=HeartsRound,
    plan=hearts_flow.plan_round,
    match_over=hearts_flow.match_over,
    summary=_scores,
)
"""Hearts, as the platform knows it."""


def _fsm(bridge: Bridge) -> Any:
    from gamehall_hearts.dialect.arena import application  # noqa: PLC0415  # only a server needs Socket.IO

    return application(bridge)


FSM: Final = Dialect(name="fsm", title="FSM protocol 2.3 (Socket.IO)", path="/socket.io", make=_fsm)
"""The protocol of the old Gongzhu arena."""


@hookimpl
def register_games() -> list[Game]:
    """Gongzhu and Hearts."""
    return [GONGZHU, HEARTS]


@hookimpl
def register_dialects() -> list[Dialect]:
    """The FSM protocol."""
    return [FSM]
