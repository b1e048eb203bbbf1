"""A hand on the poker engine, and what the adviser is given of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gamehall_adviser.plugin import advise
from gamehall_poker.betting import Betting, Structure
from gamehall_poker.messages import Discard
from gamehall_poker.round import PokerRound
from gamehall_poker.variant import Variant
from gamehall_poker.variants import DRAW, HOLDEM, OMAHA, OMAHA_EIGHT, RAZZ, STUD, STUD_EIGHT, TRIPLE_DRAW
from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.cards import DECK, Card
from gamehall_sdk.extension import Position
from gamehall_sdk.round import Setup


class Rules(NamedTuple):
    """A variant as tables know it."""

    game: str
    name: str
    variant: Variant
    betting: Betting


_BLINDS = Betting(small_blind=1, big_blind=2)
_LIMIT = Betting(structure=Structure.FIXED_LIMIT, small_blind=1, big_blind=2)
_STUD = Betting(structure=Structure.FIXED_LIMIT, ante=1, bring_in=1, small_bet=4, big_bet=8)
HOLDEM_RULES = Rules("holdem", "nl", HOLDEM, _BLINDS)
DRAW_RULES = Rules("draw", "nl", DRAW, _BLINDS)
STUD_RULES = Rules("stud", "fl", STUD, _STUD)
ALL = (
    HOLDEM_RULES,
    DRAW_RULES,
    STUD_RULES,
    Rules("holdem", "omaha", OMAHA, _BLINDS),
    Rules("holdem", "omaha-eight", OMAHA_EIGHT, _LIMIT),
    Rules("draw", "triple-draw", TRIPLE_DRAW, _LIMIT),
    Rules("stud", "razz", RAZZ, _STUD),
    Rules("stud", "eight", STUD_EIGHT, _STUD),
)


def begin(rules: Rules, deal: Sequence[Card], seats: int = 3) -> PokerRound:
    setup = Setup(variant=rules.name, options=None, seats=tuple(range(seats)), stacks=(200,) * seats, deal=tuple(deal))
    return PokerRound(rules.variant, rules.betting, setup)


def position(rules: Rules, hand: PokerRound, seat: int, seed: int = 1) -> Position:
    legal = hand.legal(seat)
    turn = 3 if seat in hand.to_act else None
    return Position(
        game=rules.game,
        variant=rules.name,
        options={},
        seat=seat,
        view=hand.view(seat),
        legal=legal,
        turn=turn,
        seed=seed,
    )


def ask(rules: Rules, hand: PokerRound, seat: int, language: str = "en") -> AdviceTalk:
    return advise(AskAdvice(language=language), position(rules, hand, seat))


def shuffled(seed: int) -> tuple[Card, ...]:
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    return tuple(deck)


def play(hand: PokerRound, seed: int, actions: int, see: Callable[[], Any] = lambda: None) -> list[tuple[int, Any]]:
    """Play so many calm actions, none of which folds; those that were played."""
    rng = random.Random(seed)
    played: list[tuple[int, Any]] = []
    see()
    while hand.to_act and len(played) < actions:
        seat = hand.to_act[0]
        legal = hand.legal(seat)
        calm = [one for one in legal.actions if type(one).__name__ not in {"Fold", "Show"}]
        action = rng.choice(calm)
        hand.apply(seat, action)
        played.append((seat, action))
        see()
    return played


def renamed(action: Any, names: dict[Card, Card]) -> Any:
    """The same action where other cards are dealt."""
    return Discard(tuple([names[card] for card in action.cards])) if isinstance(action, Discard) else action
