"""Random fixed-limit seven-card stud through the Round alone, six-handed, beside PokerKit where it is installed.

As in :mod:`tests.bench.round_holdem`: the whole public loop with a fresh deck, the same policy for both (fold only
when facing a bet, each kind of legal action equally likely), 200 chips each, ante 1, bring-in 2, bets of 4 and 8.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import random
from typing import Any

from gamehall_poker.start import PokerStart
from gamehall_sdk.cards import DECK
from gamehall_sdk.round import Setup
from gamehall_stud.options import StudOptions
from gamehall_stud.round import stud_round
from tests.bench.holdem_peers import Figures
from tests.bench.round_holdem import CHIPS, row, shuffled

_BATCH = 16
_PLAYERS = 6
_CARDS = 7
_BURNS = 4


def play_ours(count: int, seconds: float) -> Figures:
    """Our engine."""
    seats = tuple(range(count))
    stacks = (CHIPS,) * count
    starts = [PokerStart(dealer) for dealer in seats]
    options = StudOptions(ante=1, bring_in=2, small_bet=4, big_bet=8, open_pair=False)
    deck = list(DECK)
    actions = hands = 0
    end = time.perf_counter() + seconds
    while hands % _BATCH or time.perf_counter() < end:
        setup = Setup(
            variant="fl",
            options=options,
            seats=seats,
            stacks=stacks,
            deal=shuffled(deck, _CARDS * count + _BURNS),
            start=starts[hands % count],
        )
        hand = stud_round(setup)
        turn = hand.to_act
        while turn:
            seat = turn[0]
            legal = hand.legal(seat)
            plain, ranges = legal.actions, legal.ranges
            kind = int(random() * (len(plain) + len(ranges)))
            if kind < len(plain):
                hand.apply(seat, plain[kind])
            else:
                span = ranges[kind - len(plain)]
                hand.apply(seat, span.action(span.least))
            actions += 1
            turn = hand.to_act
        if hand.payoffs is None:
            raise AssertionError("a hand that is over has payoffs")
        hands += 1
    return Figures(actions, hands)


def play_pokerkit(count: int, seconds: float) -> Figures:
    """PokerKit, with everything automatic but the betting."""
    from pokerkit import Automation, FixedLimitSevenCardStud

    automatic = tuple(Automation)
    actions = hands = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = FixedLimitSevenCardStud.create_state(automatic, True, 1, 2, 4, 8, CHIPS, count)
        while state.status:
            raises = state.can_complete_bet_or_raise_to()
            brings = state.can_post_bring_in()
            facing = not brings and bool(state.checking_or_calling_amount)
            kind = int(random() * (1 + facing + raises)) + (not facing)
            if kind == 0:
                state.fold()
            elif kind > 1:
                state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
            elif brings:
                state.post_bring_in()
            else:
                state.check_or_call()
            actions += 1
        hands += 1
    return Figures(actions, hands)


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure six-handed."""
    slices, seconds = (2, 0.2) if quick else (7, 1.0)
    engines: dict[str, Callable[[int, float], Figures]] = {"ours": play_ours}
    missing = {}
    try:
        play_pokerkit(2, 0.0)
        engines["pokerkit"] = play_pokerkit
    except ImportError:
        missing["pokerkit"] = "not installed"
    return [row("round-stud", _PLAYERS, slices, seconds, engines, missing)]
