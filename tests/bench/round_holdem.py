"""Random no-limit hold'em through the Round alone, six-handed and heads-up, beside the peers that are installed.

The whole public loop is timed: a fresh deck, a round, and until it is over ``to_act``, ``legal``, a choice,
``apply``; then ``payoffs``. The policy is the same for all: fold only when facing a bet, each kind of legal action
equally likely, raises uniform between least and most; 200 chips each, blinds 1/2. Engines take turns, a slice of
time each, and the best slice of each counts, since the machine's noise only ever takes away. Counted is the time that
the processor spent, so that what else runs on the machine disturbs little; every engine has one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import random
from typing import Any

from gamehall_holdem.options import HoldemOptions
from gamehall_holdem.round import holdem_round
from gamehall_poker.start import usual_start
from gamehall_sdk.cards import DECK, Card
from gamehall_sdk.round import Setup
from tests.bench.holdem_peers import Figures, installed

CHIPS = 200
_BATCH = 16
_BOARD = 5


def play_ours(count: int, seconds: float) -> Figures:
    """Our engine."""
    seats = tuple(range(count))
    stacks = (CHIPS,) * count
    starts = [usual_start(seats, button) for button in seats]
    options = HoldemOptions()
    deck = list(DECK)
    actions = hands = 0
    end = time.perf_counter() + seconds
    while hands % _BATCH or time.perf_counter() < end:
        setup = Setup(
            variant="nl",
            options=options,
            seats=seats,
            stacks=stacks,
            deal=shuffled(deck, 2 * count + _BOARD),
            start=starts[hands % count],
        )
        hand = holdem_round(setup)
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
                hand.apply(seat, span.action(span.least + int(random() * (span.most - span.least + 1))))
            actions += 1
            turn = hand.to_act
        if hand.payoffs is None:
            raise AssertionError("a hand that is over has payoffs")
        hands += 1
    return Figures(actions, hands)


def shuffled(deck: list[Card], needed: int) -> tuple[Card, ...]:
    """The deck with its first *needed* cards drawn at random (Fisher and Yates); no hand deals more of them."""
    size = len(deck)
    for place in range(needed):
        other = place + int(random() * (size - place))
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def run(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure six-handed and heads-up."""
    slices, seconds = (2, 0.2) if quick else (7, 1.0)
    peers, missing = installed()
    engines = {"ours": play_ours, **peers}
    return [
        row("round-holdem", 6, slices, seconds, engines, missing),
        row("round-holdem-hu", 2, slices, seconds, engines, missing),
    ]


def row(
    name: str,
    count: int,
    slices: int,
    seconds: float,
    engines: dict[str, Callable[[int, float], Figures]],
    missing: dict[str, Any],
) -> dict[str, Any]:
    """The figures of the engine ``ours`` beside those of the others, among *count* players."""
    best: dict[str, tuple[float, float]] = {}
    crashes: dict[str, str] = {}
    for _ in range(slices):
        for engine, play in engines.items():
            begun = time.process_time()
            try:
                figures = play(count, seconds)
            except Exception as error:  # a peer's crash is a finding, not the end
                if engine == "ours":
                    raise
                crashes[engine] = f"{type(error).__name__}: {error}"[:80]
                continue
            spent = time.process_time() - begun
            best[engine] = max(best.get(engine, (0.0, 0.0)), (figures.actions / spent, figures.hands / spent))
            if figures.crashes:
                crashes[engine] = f"in {figures.crashes} of {figures.hands + figures.crashes} hands"
    value, hands_per_s = best.pop("ours")
    detail: dict[str, Any] = {"players": count, "hands/s": round(hands_per_s)}
    for engine in engines:
        if engine in best:
            theirs = best[engine][0]
            detail[engine] = {"actions/s": round(theirs), "ours is": f"{value / theirs:.2f} x"}
        if engine in crashes:
            detail.setdefault(engine, {})["crashed"] = crashes[engine]
    return {"name": name, "value": round(value), "unit": "actions/s", "detail": {**detail, **missing}}
