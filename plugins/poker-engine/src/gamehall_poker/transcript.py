"""A hand of poker in words, one line for each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Discarded,
    Folded,
    HandBegun,
    HoleCardsDealt,
    Mucked,
    Posted,
    PostKind,
    PotWon,
    RaisedTo,
    Shown,
    UncalledReturned,
    UpCardsDealt,
)
from gamehall_sdk.cards import text
from gamehall_sdk.transcript import Names, Teller

__all__ = ["poker_lines"]

_POSTS: Final = {
    PostKind.ANTE: "the ante",
    PostKind.SMALL_BLIND: "the small blind",
    PostKind.BIG_BLIND: "the big blind",
    PostKind.LIVE: "a live blind",
    PostKind.DEAD: "a dead blind",
}


_Who: TypeAlias = Callable[[int], str]
_LINES: Final[dict[type, Callable[[Any, _Who], str]]] = {
    HandBegun: lambda one, who: f"{who(one.button)} {'deals' if one.big_blind is None else 'has the button'}.",
    Posted: lambda one, who: f"{who(one.seat)} posts {_POSTS[one.kind]}, {one.amount}.",
    HoleCardsDealt: lambda one, who: f"{who(one.seat)} gets {text(one.cards)} face down.",
    UpCardsDealt: lambda one, who: f"{who(one.seat)} gets {text(one.cards)}.",
    BoardDealt: lambda one, _: f"{one.street.capitalize()}: {text(one.cards)}.",
    Folded: lambda one, who: f"{who(one.seat)} folds.",
    Checked: lambda one, who: f"{who(one.seat)} checks.",
    Called: lambda one, who: f"{who(one.seat)} calls {one.amount}.",
    BetMade: lambda one, who: f"{who(one.seat)} bets {one.amount}.",
    RaisedTo: lambda one, who: f"{who(one.seat)} raises to {one.amount}.",
    BroughtIn: lambda one, who: f"{who(one.seat)} brings it in for {one.amount}.",
    Discarded: lambda one, who: f"{who(one.seat)} changes {one.count or 'no'} {'card' if one.count == 1 else 'cards'}.",
    Shown: lambda one, who: f"{who(one.seat)} shows {text(one.cards)}.",
    Mucked: lambda one, who: f"{who(one.seat)} mucks.",
    UncalledReturned: lambda one, who: f"{one.amount} that nobody called go back to {who(one.seat)}.",
    PotWon: lambda one, who: f"{who(one.seat)} wins {_share(one)}.",
}


def poker_lines(names: Names) -> Teller:
    """What tells a hand's events among those called *names*: ``"anna raises to 40."``."""

    def who(seat: int) -> str:
        return names.get(seat, f"seat {seat}")

    def tell(event: Any) -> str:
        line = _LINES.get(type(event))
        return "" if line is None else line(event, who)

    return tell


def _share(won: PotWon) -> str:
    pot = f" of side pot {won.pot}" if won.pot else ""
    return f"{won.amount}{pot}{f' with {won.hand}' if won.hand else ''}"
