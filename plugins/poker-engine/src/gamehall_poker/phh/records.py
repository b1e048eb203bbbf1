"""Makes PHH hands of the records of a table.

The players are named in the order that PHH wants: clockwise from the dealer's left. Posts of newcomers stand among the
blinds as negative amounts, a missed small blind among the antes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamehall_poker.betting import AnteStyle, Betting, Structure
from gamehall_poker.forced import ante_payer
from gamehall_poker.messages import (
    BetMade,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Discard,
    Discarded,
    Folded,
    HoleCardsDealt,
    Mucked,
    PostKind,
    RaisedTo,
    Shown,
    UpCardsDealt,
)
from gamehall_poker.phh.codes import code_of
from gamehall_poker.phh.hand import PhhError, PhhHand
from gamehall_poker.start import PokerStart, usual_start
from gamehall_poker.variant import Variant
from gamehall_sdk.cards import text
from gamehall_sdk.game import Game
from gamehall_sdk.record import RoundRecord, load

__all__ = ["hand_of"]


def hand_of(game: Game, record: RoundRecord, variant: Variant, betting: Betting) -> PhhHand:
    """The hand that *record* of a round of *game* is of. Raises :class:`PhhError` for a void one."""
    if record.payoffs is None:
        raise PhhError(f"round {record.number} of table {record.table} is void: {record.void}")
    seats = tuple([seat.seat for seat in record.seats])
    usual = usual_start(seats, seats[-1]) if variant.blinds else PokerStart(seats[-1])
    start: PokerStart = usual if record.start is None else load(record.start, game.payloads)
    order = sorted(range(len(seats)), key=lambda place: (seats[place] <= start.button, seats[place]))
    players = [seats[place] for place in order]
    antes, blinds = _forced(betting, start, players)
    if variant.blinds and len(players) == 2:  # noqa: PLR2004  # two are listed the other way round
        antes, blinds = antes[::-1], blinds[::-1]
    sized = betting.structure in (Structure.FIXED_LIMIT, Structure.SPREAD_LIMIT)
    stacks = [record.seats[place].stack for place in order]
    return PhhHand(
        variant=code_of(variant, betting.structure),
        antes=tuple(antes),
        trims_antes=betting.ante > 0 and betting.ante_style is AnteStyle.EACH,
        blinds=tuple(blinds) if variant.blinds else (),
        bring_in=betting.bring_in,
        small_bet=betting.least,
        big_bet=betting.size(big=True) if sized else 0,
        starting_stacks=tuple(stacks),
        actions=tuple(_actions(game, record, players)),
        hand=record.number,
        table=str(record.table) if record.table else None,
        players=tuple([record.seats[place].name for place in order]),
        seats=tuple([seat + 1 for seat in players]),
        finishing_stacks=tuple([stack + record.payoffs[place] for stack, place in zip(stacks, order, strict=True)]),
    )


def _forced(betting: Betting, start: PokerStart, players: Sequence[int]) -> tuple[list[int], list[int]]:
    """Antes and blinds by player."""
    antes = [0] * len(players)
    blinds = [0] * len(players)
    if betting.ante_style is AnteStyle.EACH:
        antes = [betting.ante] * len(players)
    else:
        antes[ante_payer(betting.ante_style, start, players)] = betting.ante
    if start.small_blind is not None:
        blinds[players.index(start.small_blind)] = betting.small_blind
    if start.big_blind is not None:
        blinds[players.index(start.big_blind)] = betting.big_blind
    for post in start.posts:
        player = players.index(post.seat)
        if post.kind is PostKind.DEAD:
            antes[player] += post.amount
        else:
            total = abs(blinds[player]) + post.amount
            blinds[player] = total if total > betting.big_blind else -total
    return antes, blinds


def _actions(game: Game, record: RoundRecord, players: Sequence[int]) -> Iterator[str]:
    """The events as PHH's actions; cards that a player gets on one street are told together."""
    thrown = iter(
        [one for one in (load(given.action, game.payloads) for given in record.inputs) if type(one) is Discard]
    )
    dealt: dict[int, str] = {}
    opened: set[int] = set()
    live = len(players)

    def deal() -> Iterator[str]:
        for seat, cards in sorted(dealt.items(), key=lambda pair: players.index(pair[0])):
            yield f"d dh p{players.index(seat) + 1} {cards}"
        dealt.clear()
        opened.clear()

    for _, payload in record.events:
        event = load(payload, game.payloads)
        if isinstance(event, HoleCardsDealt | UpCardsDealt):
            if event.seat in opened:
                # Where cards run out, street follows street without a word; nothing follows an open card on its own.
                yield from deal()
            dealt[event.seat] = dealt.get(event.seat, "") + _text(event.cards)
            if isinstance(event, UpCardsDealt):
                opened.add(event.seat)
            continue
        word = _word(event, thrown)
        live -= isinstance(event, Folded)
        if word is None or (live == 1 and word.startswith("sm")):
            # PHH has no word for a winner who shows or hides a hand that nobody called.
            continue
        yield from deal()
        yield word if isinstance(event, BoardDealt) else f"p{players.index(event.seat) + 1} {word}"
    yield from deal()


def _word(event: Any, thrown: Iterator[Discard]) -> str | None:  # one branch for each kind of event
    match event:
        case BoardDealt():
            return f"d db {_text(event.cards)}"
        case Folded():
            return "f"
        case Checked() | Called():
            return "cc"
        case BetMade() | RaisedTo():
            return f"cbr {event.amount}"
        case BroughtIn():
            return "pb"
        case Discarded():
            cards = next(thrown).cards
            return f"sd {_text(cards)}" if cards else "sd"
        case Shown():
            return f"sm {_text(event.cards)}"
        case Mucked():
            return "sm"
        case _:
            return None


def _text(cards: tuple[int, ...]) -> str:
    return text(cards).replace(" ", "")
