"""Registers hold'em and draw.

Omaha is a variant of hold'em: blinds, streets, options and the browser's view are the same, a player just holds more
cards. Draw is a game of its own: it has another action, other events, and fewer seats.
"""

from __future__ import annotations

from gamehall_holdem.export import export_phh
from gamehall_holdem.flow import HoldemFlow, last_one_standing, plan_hand
from gamehall_holdem.messages import TABLE_ACTIONS, TABLE_PARTS
from gamehall_holdem.options import HoldemOptions, buy_in
from gamehall_holdem.reports import REPORTS
from gamehall_holdem.round import DRAW_KINDS, HOLDEM_KINDS, draw_round, holdem_round
from gamehall_holdem.texas import TexasInterpreter
from gamehall_poker.button import ButtonMemo
from gamehall_poker.messages import ACTIONS, DRAW_ACTIONS, DRAW_EVENTS, EVENTS, PokerView, Shown
from gamehall_poker.start import PokerStart
from gamehall_poker.summary import summary
from gamehall_poker.transcript import poker_lines
from gamehall_sdk.game import Game, Reveal, Stakes, Variant
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["DRAW_GAME", "GAME", "register_games"]

_ALL_IN = "Nobody can lose more than they have at the table: who is all-in plays for the pots they have reached."
_BUTTON = "The big blind moves on every hand; button and small blind follow it, dead where a player has left."

GAME = Game(
    name="holdem",
    title="Texas hold'em",
    rules=(
        "Everyone gets two cards that nobody else sees; five more come to the board: three, one, one.",
        "Before the board and after each of its parts the players bet; whoever folds is out of the hand.",
        "The best five cards out of one's own two and the board win the pot.",
        "In Omaha everyone gets four cards and uses exactly two of them, with three of the board.",
        _ALL_IN,
        _BUTTON,
    ),
    seats=(2, 10),
    variants=tuple([Variant(name, kind.title) for name, kind in HOLDEM_KINDS.items()]),
    options=HoldemOptions,
    actions=(*ACTIONS, *TABLE_ACTIONS),
    events=EVENTS,
    view=PokerView,
    web="gamehall_poker/web",
    reveals=(Shown,),
    start=PokerStart,
    memo=ButtonMemo,
    round=holdem_round,
    plan=plan_hand,
    match_over=last_one_standing,
    flow=HoldemFlow,
    parts=TABLE_PARTS,
    table_defaults={"pause": "4"},
    interpreters={"texasmessage": TexasInterpreter},
    reports=REPORTS,
    stakes=Stakes.CHIPS,
    buy_in=buy_in,
    reveal=Reveal.CLOSE,
    summary=summary,
    transcript=poker_lines,
    exports={"phh": export_phh},
)
"""Hold'em, as the platform knows it."""

DRAW_GAME = Game(
    name="draw",
    title="Draw poker",
    rules=(
        "Everyone gets five cards that nobody else sees, and the players bet.",
        "Then each in turn changes any of their cards for new ones, and the players bet again.",
        "The best hand wins the pot; in deuce-to-seven the worst one does, aces are high, straights and flushes count.",
        "When the deck runs out, what others threw away is shuffled into a new one.",
        _ALL_IN,
        _BUTTON,
    ),
    seats=(2, 6),
    variants=tuple([Variant(name, kind.title) for name, kind in DRAW_KINDS.items()]),
    options=HoldemOptions,
    actions=(*DRAW_ACTIONS, *TABLE_ACTIONS),
    events=DRAW_EVENTS,
    view=PokerView,
    web="gamehall_poker/web",
    reveals=(Shown,),
    start=PokerStart,
    memo=ButtonMemo,
    round=draw_round,
    plan=plan_hand,
    match_over=last_one_standing,
    flow=HoldemFlow,
    parts=TABLE_PARTS,
    table_defaults={"pause": "4"},
    interpreters={"texasmessage": TexasInterpreter},
    reports=REPORTS,
    stakes=Stakes.CHIPS,
    buy_in=buy_in,
    reveal=Reveal.CLOSE,
    summary=summary,
    transcript=poker_lines,
    exports={"phh": export_phh},
)
"""Draw, as the platform knows it."""


@hookimpl
def register_games() -> list[Game]:
    """Texas hold'em with Omaha, and draw."""
    return [GAME, DRAW_GAME]
