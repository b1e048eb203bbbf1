"""Set up and play a hand in a few words.

Actions are written ``f`` (fold), ``x`` (check), ``c`` (call), ``b50`` (bet), ``r300`` (raise to), each for whoever
is to act, or with a seat in front that must be to act: ``2:r300``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamehall_poker.betting import Betting, Structure
from gamehall_poker.messages import Bet, Call, Check, Fold, RaiseTo
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart, usual_start
from gamehall_poker.variant import HOLDEM, Variant
from gamehall_sdk.cards import DECK, Card, cards
from gamehall_sdk.round import Setup


def stacked(start: PokerStart, seats: Sequence[int], holes: dict[int, str], board: str) -> tuple[Card, ...]:
    """A deck that deals *holes* by seat and *board*, and any other cards elsewhere."""
    order = [seat for seat in seats if seat > start.button] + [seat for seat in seats if seat <= start.button]
    known = {seat: cards(hand) for seat, hand in holes.items()}
    taken = {card for hand in known.values() for card in hand} | set(cards(board))
    free = iter([card for card in DECK if card not in taken])
    each = [known.get(seat) or (next(free), next(free)) for seat in order]
    first = [hand[place] for place in range(2) for hand in each]
    return (*first, *cards(board), *free)


def begin(
    stacks: Sequence[int] | dict[int, int],
    blinds: tuple[int, int] = (1, 2),
    *,
    ante: int = 0,
    button: int | None = None,
    start: PokerStart | None = None,
    holes: dict[int, str] | None = None,
    board: str = "",
    structure: Structure = Structure.NO_LIMIT,
    variant: Variant = HOLDEM,
    **betting: Any,
) -> PokerRound:
    """Begin a hand; *stacks* by seat, the *button* at the last seat unless said otherwise."""
    by_seat = stacks if isinstance(stacks, dict) else dict(enumerate(stacks))
    seats = tuple(sorted(by_seat))
    start = start or usual_start(seats, seats[-1] if button is None else button)
    money = Betting(structure=structure, small_blind=blinds[0], big_blind=blinds[1], ante=ante, **betting)
    deal = stacked(start, seats, holes or {}, board)
    setup = Setup(
        variant="", options=None, seats=seats, stacks=tuple(by_seat[seat] for seat in seats), deal=deal, start=start
    )
    return PokerRound(variant, money, setup)


def play(hand: PokerRound, line: str) -> PokerRound:
    """Do the actions of *line* in turn; an actor that is named must be the one to act."""
    for word in line.split():
        seat, colon, what = word.rpartition(":")
        if colon:
            assert hand.to_act == (int(seat),), f"{word}: {hand.to_act} is to act"
        hand.apply(hand.to_act[0], action(what))
    return hand


def action(word: str) -> Any:
    """One action from its letter and amount."""
    plain = {"f": Fold(), "x": Check(), "c": Call()}
    if word in plain:
        return plain[word]
    return {"b": Bet, "r": RaiseTo}[word[0]](int(word[1:]))


def may(hand: PokerRound) -> str:
    """What the seat to act may do: ``f c r4-200``, ``x b2-200``."""
    legal = hand.legal(hand.to_act[0])
    letters = {Fold: "f", Check: "x", Call: "c", Bet: "b", RaiseTo: "r"}
    words = [letters[type(one)] for one in legal.actions]
    words += [f"{letters[span.action]}{span.least}-{span.most}" for span in legal.ranges]
    return " ".join(words)


def heard(hand: PokerRound, kind: type) -> list[Any]:
    """The events of class *kind* since last asked."""
    return [told.event for told in hand.events() if type(told.event) is kind]


def stacks_of(hand: PokerRound) -> list[int]:
    """The stacks by rising seat."""
    return [seat.stack for seat in hand.view(None).seats]
