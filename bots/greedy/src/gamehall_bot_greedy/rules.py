"""The rules of thumb: what playing a card to this trick brings, by what it takes, gives away and gets rid of.

Each is a guess about one trick; there is no looking ahead. Worth is in the game's points, more being better.
"""

from __future__ import annotations

from gamehall_bot_greedy.position import Position
from gamehall_sdk.cards import Card

__all__ = ["chance_to_win", "weigh"]

_KEEP_LOW = 0.02
"""How much a step of power counts, in shares of an average trick, when nothing else does."""


def weigh(position: Position, card: Card) -> float:
    """How good it is to play *card*."""
    win = chance_to_win(position, card)
    return win * _haul(position, card) - (1 - win) * _gift(position, card) + _relief(position, card)


def chance_to_win(position: Position, card: Card) -> float:
    """The chance that *card* takes the trick, nobody after us trying to."""
    cards, trick = position.cards, position.trick
    suit = cards.suit[card]
    if trick:
        led = cards.suit[trick[0]]
        if suit != led or cards.power[card] < max(cards.power[one] for one in trick if cards.suit[one] == led):
            return 0.0
    if not position.later:
        return 1.0
    higher = lower = 0
    for one in position.unseen:
        if cards.suit[one] == suit:
            if cards.power[one] > cards.power[card]:
                higher += 1
            else:
                lower += 1
    free = position.later - len([step for step in position.voids[suit] if step <= position.later])
    # Those who can stay below do; only who holds nothing but higher cards takes it from us.
    beaten = 1 - (1 - higher / (higher + lower)) ** 1.3 if higher else 0.0
    return float((1 - beaten) ** max(free, 0))


def _haul(position: Position, card: Card) -> float:
    """What the trick brings who takes it with *card* in it: what lies there, and what the others will throw."""
    now = sum(position.worth.get(one, 0.0) for one in (*position.trick, card))
    return now + position.later * _thrown(position, card)


def _thrown(position: Position, card: Card) -> float:
    """What one later player adds on average; who is void of the suit adds what hurts most."""
    suit = position.cards.suit[position.trick[0] if position.trick else card]
    bad = [position.worth[one] for one in position.unseen if position.worth.get(one, 0.0) < 0]
    if not bad:
        return 0.0
    tricks = max(1, len(position.hand))
    left = sum(position.cards.suit[one] == suit for one in position.unseen)
    average = sum(bad) / (tricks * position.others)
    void = max(0.0, 1 - left / (2.0 * position.others)) if left else 1.0
    return average * (0.5 + 2.5 * void)


def _gift(position: Position, card: Card) -> float:
    """What *card* is worth to whoever takes it: a loss for us when it is good, a share of a gain when it is bad."""
    worth = position.worth.get(card, 0.0)
    return worth if worth > 0 else worth / position.others


def _relief(position: Position, card: Card) -> float:
    """What it is good for to have *card* no more: bad cards, and those that would have to take bad ones."""
    cards, worth = position.cards, position.worth
    power, suit = cards.power[card], cards.suit[card]
    own = worth.get(card, 0.0)
    relief = -0.4 * own if own < 0 else -0.3 * own
    for one in position.unseen:
        value = worth.get(one, 0.0)
        if value and cards.suit[one] == suit and cards.power[one] < power:
            relief -= 0.12 * value
    scale = sum(abs(value) for one, value in worth.items() if one in position.unseen) / max(1, len(position.hand))
    return relief + _KEEP_LOW * power * scale
