"""Registers stud."""

from __future__ import annotations

from gamehall_poker.messages import STUD_ACTIONS, STUD_EVENTS, PokerView, Shown
from gamehall_poker.start import PokerStart
from gamehall_poker.summary import summary
from gamehall_poker.transcript import poker_lines
from gamehall_sdk.game import Game, Reveal, Stakes, Variant
from gamehall_sdk.hookimpl import hookimpl
from gamehall_stud.dealer import DealerMemo, plan_hand
from gamehall_stud.export import export_phh
from gamehall_stud.flow import StudFlow, somebody_is_broke
from gamehall_stud.messages import HSP_EVENTS
from gamehall_stud.options import StudOptions, at_level, buy_in
from gamehall_stud.reports import REPORTS
from gamehall_stud.round import STUD_KINDS, stud_round

__all__ = ["GAME", "register_games"]

GAME = Game(
    name="stud",
    title="Seven-card stud",
    rules=(
        "Everyone puts in the ante and gets two cards face down and one face up; the lowest open card brings it in.",
        "Three more cards come face up and a last one face down; before each of them the players bet.",
        "From fourth street on whoever shows the best hand acts first; the best five of one's seven cards win.",
        "In razz the lowest hand wins; in high-low half of each pot goes to the best low of eight or better.",
        "HSP is stud with its own events, without a limit or in a spread; it is over when somebody has nothing left.",
        "Nobody can lose more than they have at the table: who is all-in plays for the pots they have reached.",
    ),
    seats=(2, 8),
    variants=tuple([Variant(name, kind.title) for name, kind in STUD_KINDS.items()]),
    options=StudOptions,
    actions=STUD_ACTIONS,
    events=(*STUD_EVENTS, *HSP_EVENTS),
    view=PokerView,
    web="gamehall_poker/web",
    reveals=(Shown,),
    start=PokerStart,
    memo=DealerMemo,
    round=stud_round,
    plan=plan_hand,
    match_over=somebody_is_broke,
    flow=StudFlow,
    at_level=at_level,
    table_defaults={"pause": "4", "idle": "5"},
    stakes=Stakes.CHIPS,
    buy_in=buy_in,
    reveal=Reveal.CLOSE,
    summary=summary,
    transcript=poker_lines,
    reports=REPORTS,
    exports={"phh": export_phh},
)
"""Stud, as the platform knows it."""


@hookimpl
def register_games() -> list[Game]:
    """Seven-card stud."""
    return [GAME]
