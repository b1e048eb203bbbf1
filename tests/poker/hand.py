"""Set up and play a hand in a few words.

Actions are written ``f`` (fold), ``x`` (check), ``c`` (call), ``b50`` (bet), ``r300`` (raise to), ``bi`` (bring in),
``dAs2c`` (discard), ``pat``, ``show``, ``muck``, each for whoever is to act first, or with a seat in front that must be
among those to act: ``2:r300``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamehall_poker.betting import Betting, Structure
from gamehall_poker.house import House
from gamehall_poker.messages import Bet, BringIn, Call, Check, Discard, Fold, Muck, RaiseTo, Show
from gamehall_poker.round import PokerRound
from gamehall_poker.start import PokerStart, usual_start
from gamehall_poker.variant import Variant
from gamehall_poker.variants import HOLDEM
from gamehall_sdk.cards import DECK, Card, cards
from gamehall_sdk.round import Setup

LETTERS: dict[type, str] = {
    Fold: "f",
    Check: "x",
    Call: "c",
    Bet: "b",
    RaiseTo: "r",
    BringIn: "bi",
    Show: "show",
    Muck: "muck",
    Discard: "d",
}


def stacked(
    start: PokerStart, seats: Sequence[int], holes: dict[int, str], board: str, variant: Variant = HOLDEM
) -> tuple[Card, ...]:
    """A deck that deals *holes* by seat, then *board*, and any other cards elsewhere.

    In stud a seat of which no more cards are given is taken to fold.
    """
    order = [seat for seat in seats if seat > start.button] + [seat for seat in seats if seat <= start.button]
    known = {seat: iter(cards(hand)) for seat, hand in holes.items()}
    common = iter(cards(board))
    taken = {*cards("".join(holes.values())), *cards(board)}
    free = iter([card for card in DECK if card not in taken])
    deck: list[Card] = []
    for number, street in enumerate(variant.streets):
        if variant.burns and number:
            deck.append(next(free))
            order = [seat for seat in order if seat not in holes or 2 * number + 4 < len(holes[seat])]
        each = range(street.down + street.up)
        deck += [card for _ in each for seat in order if (card := _next(known.get(seat), free)) is not None]
        deck += [card for _ in range(street.board) if (card := _next(common, free)) is not None]
    return (*deck, *common, *free)


def _next(first: Iterator[Card] | None, free: Iterator[Card]) -> Card | None:
    card = None if first is None else next(first, None)
    return next(free, None) if card is None else card


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
    house: House | None = None,
    **betting: Any,
) -> PokerRound:
    """Begin a hand; *stacks* by seat, the *button* at the last seat unless said otherwise."""
    by_seat = stacks if isinstance(stacks, dict) else dict(enumerate(stacks))
    seats = tuple(sorted(by_seat))
    at = seats[-1] if button is None else button
    start = start or (usual_start(seats, at) if variant.blinds else PokerStart(at))
    money = Betting(structure=structure, small_blind=blinds[0], big_blind=blinds[1], ante=ante, **betting)
    deal = stacked(start, seats, holes or {}, board, variant)
    setup = Setup(
        variant="", options=None, seats=seats, stacks=tuple(by_seat[seat] for seat in seats), deal=deal, start=start
    )
    return PokerRound(variant, money, setup, house or House())


def play(hand: PokerRound, line: str) -> PokerRound:
    """Do the actions of *line* in turn; an actor that is named must be the one to act."""
    for word in line.split():
        seat, colon, what = word.rpartition(":")
        if colon:
            assert int(seat) in hand.to_act, f"{word}: {hand.to_act} is to act"
        hand.apply(int(seat) if colon else hand.to_act[0], action(what))
    return hand


def action(word: str) -> Any:
    """One action from its letter and amount."""
    plain = {"f": Fold(), "x": Check(), "c": Call(), "bi": BringIn(), "show": Show(), "muck": Muck(), "pat": Discard()}
    if word in plain:
        return plain[word]
    if word[0] == "d":
        return Discard(cards(word[1:]))
    return {"b": Bet, "r": RaiseTo}[word[0]](int(word[1:]))


def may(hand: PokerRound) -> str:
    """What the seat to act may do: ``f c r4-200``, ``x b2-200``."""
    legal = hand.legal(hand.to_act[0])
    words = [LETTERS[type(one)] for one in legal.actions]
    words += [f"{LETTERS[span.action]}{span.least}-{span.most}" for span in legal.ranges]
    return " ".join(words)


def heard(hand: PokerRound, kind: type) -> list[Any]:
    """The events of class *kind* since last asked."""
    return [told.event for told in hand.events() if type(told.event) is kind]


def stacks_of(hand: PokerRound) -> list[int]:
    """The stacks by rising seat."""
    return [seat.stack for seat in hand.view(None).seats]
