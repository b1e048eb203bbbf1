"""Registers the adviser."""

from __future__ import annotations

import random
from typing import Final

from gamehall_adviser.chance import chance, quick_chance
from gamehall_adviser.drawing import draw_chance
from gamehall_adviser.judgement import Judgement, judge
from gamehall_adviser.spot import Spot, read_spot
from gamehall_adviser.words import say
from gamehall_poker.messages import Bet, Discard, Muck, PokerView, RaiseTo, SeatState
from gamehall_poker.ranking import high, ranks_of
from gamehall_sdk.advice import AdviceTalk, AskAdvice
from gamehall_sdk.cards import text
from gamehall_sdk.extension import MessageExtension, Position, adviser
from gamehall_sdk.hookimpl import hookimpl

__all__ = ["TRIALS", "advise", "register_messages"]

TRIALS: Final = 5_000
_LOW_TRIALS: Final = 2_000
_SLOW_TRIALS: Final = 300
"""Where hands are not ranked by eval7 at once: low ones of seven cards, and Omaha's."""


def advise(question: AskAdvice, position: Position) -> AdviceTalk:
    """What to do in *position* and why; a function of the two."""
    view: PokerView = position.view
    me = next((one for one in view.seats if one.seat == position.seat), None)
    language = question.language
    if me is None or me.state is SeatState.FOLDED:
        return AdviceTalk(say(language, "out"))
    spot = read_spot(view, position.seat, position.game, position.variant)
    low = position.variant in {"single-draw", "triple-draw"}
    share = _chance(spot, position, low=low) if spot.others else 1.0
    found = judge(view, me, position.legal, share, low=low)
    if isinstance(found.action, Muck):
        # The hand is decided: the pot was taken, or lost.
        return AdviceTalk(say(language, found.reason), found.action, 0.0 if spot.others else 1.0)
    words = _words(language, view, len(spot.others), share, found)
    return AdviceTalk(words, found.action, round(share, 4))


def _chance(spot: Spot, position: Position, *, low: bool) -> float:
    rng = random.Random(position.seed)  # noqa: S311  # the same question is answered alike
    ranks = ranks_of(position.game, position.variant, exactly_two=spot.exactly_two)
    if spot.changes:
        return draw_chance(spot, ranks[0], _LOW_TRIALS if low else TRIALS, rng, low=low)
    if ranks == (high,):
        return quick_chance(spot, TRIALS, rng)
    return chance(spot, ranks, _SLOW_TRIALS, rng)


def _words(language: str, view: PokerView, others: int, share: float, found: Judgement) -> str:
    against = say(language, "one" if others == 1 else "many", count=others)
    sentences = [say(language, "chance", chance=_percent(share), others=against)]
    if found.price:
        pot, cost = view.pot, view.to_call
        sentences.append(say(language, "price", cost=cost, pot=pot, price=_percent(found.price)))
    amount = found.action.amount if isinstance(found.action, Bet | RaiseTo) else 0
    cards = text(found.action.cards) if isinstance(found.action, Discard) else ""
    sentences.append(say(language, found.reason, amount=amount, fair=_percent(found.fair), cards=cards))
    return ("" if language.startswith("zh") else " ").join(sentences)


def _percent(share: float) -> int:
    return round(100 * share)


@hookimpl
def register_messages() -> list[MessageExtension]:
    """The poker adviser."""
    return [adviser("poker", advise, games=("holdem", "draw", "stud"), title="Poker adviser")]
