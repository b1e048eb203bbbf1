"""The adviser (H26) cannot see more than the player: what is hidden is dealt anew, and it says the same."""

from __future__ import annotations

import random

import pytest

from gamehall.extensions.inquiry import Sight, write_inquiry
from gamehall.plugins import Plugins
from gamehall_adviser.plugin import register_messages
from gamehall_poker.messages import PokerView
from gamehall_poker.round import PokerRound
from gamehall_sdk.advice import AskAdvice
from gamehall_sdk.cards import DECK, Card
from gamehall_sdk.table import Ask
from tests.adviser.table import ALL, Rules, ask, begin, play, renamed, shuffled

SEAT = 1


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: f"{rules.game} {rules.name}")
@pytest.mark.parametrize("actions", [1, 7])
def test_other_hidden_cards_make_no_other_advice(rules: Rules, actions: int) -> None:
    for seed in range(2):
        deal = shuffled(seed)
        hand = begin(rules, deal)
        known: set[Card] = set()
        played = play(
            hand,
            seed,
            actions,
            lambda hand=hand, known=known: known.update(_seen(hand.view(SEAT))),  # type: ignore[misc]  # bound early
        )
        hidden = [card for card in DECK if card not in known]
        others = list(hidden)
        random.Random(seed + 100).shuffle(others)
        names = dict(zip(hidden, others, strict=True)) | {card: card for card in known}
        twin = begin(rules, [names[card] for card in deal])
        for seat, action in played:
            twin.apply(seat, renamed(action, names))
        assert twin.view(SEAT) == hand.view(SEAT)
        assert twin.view(0) != hand.view(0)
        assert ask(rules, twin, SEAT) == ask(rules, hand, SEAT)
        assert _bytes(rules, twin) == _bytes(rules, hand)


def _seen(view: PokerView) -> set[Card]:
    return {card for one in view.seats for card in one.cards} | set(view.board)


def _bytes(rules: Rules, hand: PokerRound) -> bytes:
    """All that the adviser's process is sent."""
    legal = hand.legal(SEAT)
    question = Ask(SEAT, 3, 20.0, legal.actions) if legal else None
    (extension,) = register_messages()
    sight = Sight(rules.name, {}, SEAT, hand.view(SEAT), question)
    return write_inquiry(extension, Plugins().games[rules.game], AskAdvice(), sight)
