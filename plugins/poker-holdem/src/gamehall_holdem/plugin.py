"""Registers hold'em."""

from __future__ import annotations

from gamehall_holdem.flow import plan_hand
from gamehall_holdem.options import HoldemOptions, buy_in
from gamehall_holdem.round import holdem_round
from gamehall_poker.button import ButtonMemo
from gamehall_poker.messages import ACTIONS, EVENTS, PokerView
from gamehall_poker.start import PokerStart
from gamehall_sdk.game import Game, Reveal, Stakes, Variant
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["GAME", "register_games"]

GAME = Game(
    name="holdem",
    title="Texas hold'em",
    rules=(
        "Everyone gets two cards that nobody else sees; five more come to the board: three, one, one.",
        "Before the board and after each of its parts the players bet; whoever folds is out of the hand.",
        "The best five cards out of one's own two and the board win the pot.",
        "Nobody can lose more than they have at the table: who is all-in plays for the pots they have reached.",
        "The big blind moves on every hand; button and small blind follow it, dead where a player has left.",
    ),
    seats=(2, 10),
    variants=(Variant("nl", "No limit"), Variant("pl", "Pot limit"), Variant("fl", "Fixed limit")),
    options=HoldemOptions,
    actions=ACTIONS,
    events=EVENTS,
    view=PokerView,
    start=PokerStart,
    memo=ButtonMemo,
    round=holdem_round,
    plan=plan_hand,
    stakes=Stakes.CHIPS,
    buy_in=buy_in,
    reveal=Reveal.CLOSE,
)
"""Hold'em, as the platform knows it."""


@hookimpl
def register_games() -> list[Game]:
    """Texas hold'em."""
    return [GAME]
